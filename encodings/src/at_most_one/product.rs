//! Product: the literals fill a grid; each row and each column has a variable, and at most one
//! row and at most one column may be in use, said in the same way.
//!
//! * size: 2√n + O(n^¼) auxiliaries, 2n + 4√n + O(n^¼) clauses; two-sided one clause more for
//!   each auxiliary
//! * propagation: domain consistent
//! * auxiliaries: a row or column is in use exactly when one of its literals is true; one-sided
//!   it is only implied by that

use super::Encoding;
use super::pairwise::Pairwise;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation};

pub(super) struct Product;

/// From so many rows or columns on, another grid needs fewer clauses than pairwise.
const MIN_GRID: usize = 7;

impl Encoding for Product {
    fn name(&self) -> &'static str {
        "product"
    }

    fn paper(&self) -> &'static str {
        "Chen, A New SAT Encoding of the At-Most-One Constraint, ModRef 2010"
    }

    fn promises(&self, form: Form) -> Promises {
        Promises {
            auxiliaries: match form {
                Form::TwoSided => Auxiliaries::Determined,
                Form::OneSided => Auxiliaries::Free,
            },
            propagation: Propagation::DomainConsistent,
        }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], form: Form) {
        if lits.len() <= 3 {
            Pairwise.encode(cnf, lits, form);
            return;
        }
        let width = (1..).find(|width| width * width >= lits.len()).unwrap_or(1);
        let rows = cnf.new_lits(lits.len().div_ceil(width));
        let columns = cnf.new_lits(width);
        for (index, &lit) in lits.iter().enumerate() {
            cnf.add_clause([!lit, rows[index / width]]);
            cnf.add_clause([!lit, columns[index % width]]);
        }
        if form == Form::TwoSided {
            for (&row, members) in rows.iter().zip(lits.chunks(width)) {
                cnf.add_clause([!row].into_iter().chain(members.iter().copied()));
            }
            for (index, &column) in columns.iter().enumerate() {
                let members = lits.iter().skip(index).step_by(width).copied();
                cnf.add_clause([!column].into_iter().chain(members));
            }
        }
        for side in [rows, columns] {
            if side.len() < MIN_GRID {
                Pairwise.encode(cnf, &side, form);
            } else {
                self.encode(cnf, &side, form);
            }
        }
    }
}
