//! Binomial: every subset of k + 1 literals contains a false one, and every subset of n − k + 1 a
//! true one.
//!
//! * size: no auxiliaries; at most k: C(n, k+1) clauses of k + 1 literals; at least k:
//!   C(n, k−1) clauses of n − k + 1 literals; exactly k: both
//! * propagation: domain consistent

use super::Encoding;
use crate::labels::{Labels, Relation};
use crate::lit::Lit;
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "binomial",
    paper: "folklore; see Frisch and Giannaros, SAT Encodings of the At-Most-k Constraint, 2010",
    labels: Labels::NO_AUXILIARIES,
    method: Method::Write(write),
};

/// The number of literals that it writes, for 1 ≤ k ≤ n/2.
pub(super) fn num_literals(n: usize, relation: Relation, k: usize) -> f64 {
    let clauses_of = |size: usize| {
        let factors = (0..size.min(n - size)).map(|i| (n - i) as f64 / (i + 1) as f64);
        factors.product::<f64>() * size as f64
    };
    let at_most = if relation == Relation::AtLeast { 0.0 } else { clauses_of(k + 1) };
    let at_least = if relation == Relation::AtMost { 0.0 } else { clauses_of(n - k + 1) };
    at_most + at_least
}

fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize) {
    if relation != Relation::AtLeast {
        for_each_choice(lits.len(), k + 1, |choice| {
            out.require(choice.iter().map(|&index| !lits[index]));
            !out.has_overflowed()
        });
    }
    if relation != Relation::AtMost {
        for_each_choice(lits.len(), lits.len() - k + 1, |choice| {
            out.require(choice.iter().map(|&index| lits[index]));
            !out.has_overflowed()
        });
    }
}

/// Visits every increasing choice of `size` numbers below `n` in lexicographic order, for 1 ≤ size
/// ≤ n, until `visit` returns false: there may be too many to visit them all.
fn for_each_choice(n: usize, size: usize, mut visit: impl FnMut(&[usize]) -> bool) {
    let mut choice: Vec<usize> = (0..size).collect();
    while visit(&choice) {
        let Some(last) = (0..size).rev().find(|&place| choice[place] < n - size + place) else {
            return;
        };
        choice[last] += 1;
        for place in last + 1..size {
            choice[place] = choice[place - 1] + 1;
        }
    }
}
