//! All different values but one are taken: the last die for a letter, the only free subject.

use cnfetti_core::csp::Constraint;

use super::{OneRule, Premises, Technique};

pub(super) const LAST_ONE: OneRule = OneRule {
    technique: Technique {
        name: "last one",
        difficulty: 1,
        summary: "only one candidate is left: the last die for a letter, the only free subject",
    },
    applies,
};

fn applies(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Constraint::AllDifferent(different) = constraint else { return false };
    premises.decides()
        && premises.all_ruled_out(|variable, value| {
            let mut others = different.scope.iter().filter(|&&other| other != variable);
            different.scope.contains(&variable)
                && !different.except.contains(&value)
                && others.any(|&other| premises.decided(other) == Some(value))
        })
}
