//! Three corners of a rectangle have two values left. With one of them in the fourth, the two could be swapped.

use std::collections::BTreeSet;

use cnfetti_core::csp::{Constraint, Posted, Role, Value};

use super::{OneRule, Premises, Technique};

pub(crate) const UNIQUE_RECTANGLE: OneRule = OneRule {
    technique: Technique {
        name: "unique rectangle",
        difficulty: 4,
        summary: "two values of four corners could be swapped, if there were not just one solution: only with --unique-is-given",
    },
    applies,
};

fn applies(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let scope = constraint.rule().scope();
    let is_so = |corner, value: Value| {
        let others = scope.iter().filter(|&&other| other != corner);
        let left: BTreeSet<Value> = others.flat_map(|&other| premises.left(other)).collect();
        scope.contains(&corner) && left.len() <= 2 && left.contains(&value)
    };
    let is_it =
        |posted: &Posted| posted.role == Role::AssumesUnique && posted.constraint == *constraint;
    let mut posted = premises.csp().constraints().iter();
    matches!(constraint, Constraint::DistinctCount(_))
        && posted.any(is_it)
        && premises.all_ruled_out(is_so)
}
