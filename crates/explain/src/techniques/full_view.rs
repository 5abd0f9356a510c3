//! A view that shows as many different numbers as it has places repeats none.

use cnfetti_core::csp::Constraint;

use super::{OneRule, Premises, Technique, count_of};

pub(super) const FULL_VIEW: OneRule = OneRule {
    technique: Technique {
        name: "full view",
        difficulty: 1,
        summary: "the view shows as many different numbers as it has places, so none repeats",
    },
    applies,
};

fn applies(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Some((scope, count)) = count_of(constraint) else { return false };
    let least = premises.left(count).first().copied();
    let is_full = least.is_some_and(|least| least as usize == scope.len());
    is_full
        && premises.all_ruled_out(|variable, value| {
            let mut others = scope.iter().filter(|&&other| other != variable);
            scope.contains(&variable) && others.any(|&other| premises.decided(other) == Some(value))
        })
}
