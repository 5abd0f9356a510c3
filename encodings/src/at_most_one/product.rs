//! Product: the literals form a grid. Each row and each column has a variable, and at most one row
//! and at most one column is in use, which the same encoding states recursively.
//!
//! * size: 2√n + O(n^¼) auxiliaries, 2n + 4√n + O(n^¼) clauses; two-sided, one more clause for
//!   each auxiliary
//! * propagation: domain consistent
//! * auxiliaries: a row or column is in use exactly when one of its literals is true; one-sided,
//!   it is only implied by that

use super::Encoding;
use super::pairwise;
use crate::definition::Meaning;
use crate::labels::{Form, Labels};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

/// From this many rows or columns on, another grid needs fewer clauses than pairwise.
const MIN_GRID: usize = 7;

pub(super) const ROW: Encoding = Encoding {
    name: "product",
    paper: "Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010",
    labels: Labels::CONFLICTS_WHEN_REIFIED,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit]) {
    if lits.len() <= 3 {
        pairwise::write(out, lits);
        return;
    }
    let width = (1..).find(|width| width * width >= lits.len()).unwrap_or(1);
    let rows = out.new_lits(lits.len().div_ceil(width));
    let columns = out.new_lits(width);
    for (&row, members) in rows.iter().zip(lits.chunks(width)) {
        out.means(row, || Meaning::any(members.iter().copied()));
    }
    for (index, &column) in columns.iter().enumerate() {
        out.means(column, || Meaning::any(lits.iter().skip(index).step_by(width).copied()));
    }
    for (index, &lit) in lits.iter().enumerate() {
        out.define([!lit, rows[index / width]]);
        out.define([!lit, columns[index % width]]);
    }
    if out.form() == Form::TwoSided {
        for (&row, members) in rows.iter().zip(lits.chunks(width)) {
            out.define([!row].into_iter().chain(members.iter().copied()));
        }
        for (index, &column) in columns.iter().enumerate() {
            let members = lits.iter().skip(index).step_by(width).copied();
            out.define([!column].into_iter().chain(members));
        }
    }
    for side in [rows, columns] {
        if side.len() < MIN_GRID {
            pairwise::write(out, &side);
        } else {
            write(out, &side);
        }
    }
}
