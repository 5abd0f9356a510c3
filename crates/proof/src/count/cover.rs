//! Checks whether every path of the graph satisfies every clause: if so, each assignment that the
//! graph allows extends to a model.

use cnfetti_encodings::Cnf;

use super::nodes::{Kind, Nodes};
use cnfetti_core::limit::{Budget, Stopped};

/// This many clauses are checked at once, one per bit of a word.
const TOGETHER: usize = 64;

/// The index of the first clause that some path does not satisfy.
///
/// A path satisfies a clause if it has one of its literals: in some part of a product, or in both
/// parts of a sum.
pub(super) fn uncovered(
    cnf: &Cnf,
    nodes: &Nodes,
    budget: &Budget,
) -> Result<Option<usize>, Stopped> {
    let mut satisfies = vec![0_u64; 2 * (nodes.num_vars() + 1)];
    let mut covers = vec![0_u64; nodes.len()];
    for first in (0..cnf.num_clauses()).step_by(TOGETHER) {
        budget.check()?;
        let clauses = first..cnf.num_clauses().min(first + TOGETHER);
        satisfies.fill(0);
        let mut wanted = 0_u64;
        for (clause, bit) in cnf.clauses_in(clauses).zip(0..) {
            // A clause with a literal and its negation always holds.
            if clause.iter().any(|&lit| clause.contains(&!lit)) {
                continue;
            }
            wanted |= 1 << bit;
            clause.iter().for_each(|lit| satisfies[index(lit.dimacs())] |= 1 << bit);
        }
        for place in 0..nodes.len() {
            let of = |&child: &i32| match nodes.place(child) {
                Some(place) => covers[place],
                None => satisfies[index(child)],
            };
            let children = nodes.children(place).iter().map(of);
            covers[place] = match nodes.kind(place) {
                Kind::Product | Kind::Skolem => children.fold(0, |bits, more| bits | more),
                Kind::Sum => children.fold(u64::MAX, |bits, more| bits & more),
            };
        }
        let missing = wanted & !covers.last().copied().unwrap_or(0);
        if missing != 0 {
            return Ok(Some(first + missing.trailing_zeros() as usize));
        }
    }
    Ok(None)
}

fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}
