//! A view that shows one number has that number everywhere.

use cnfetti_core::csp::Constraint;

use super::{OneRule, Premises, Technique, count_of};

pub(super) const SINGLE_VIEW: OneRule = OneRule {
    technique: Technique {
        name: "single view",
        difficulty: 1,
        summary: "the view shows one number, so every place in it has that number",
    },
    applies,
};

fn applies(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Some((scope, count)) = count_of(constraint) else { return false };
    premises.all_ruled_out(|variable, value| {
        let lacks = |place: &_| !premises.left(*place).contains(&value);
        match variable == count {
            true => scope.len() == 1 && value != 1,
            false => {
                scope.contains(&variable)
                    && premises.decided(count) == Some(1)
                    && scope.iter().any(lacks)
            }
        }
    })
}
