//! A value has occurred as often as it may: all faces of a die are taken, all candidates of a subject
//! sit, all halves of a number lie.

use cnfetti_encodings::Relation;

use cnfetti_core::csp::Constraint;

use super::{OneRule, Premises, Technique};

pub(super) const USED_UP: OneRule = OneRule {
    technique: Technique {
        name: "used up",
        difficulty: 1,
        summary: "a value has occurred as often as it may, such as when all faces of a die are taken",
    },
    applies,
};

fn applies(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Constraint::Cardinality(cardinality) = constraint else { return false };
    premises.all_ruled_out(|variable, value| {
        let others = cardinality.scope.iter().filter(|&&other| other != variable);
        let used = others.filter(|&&other| premises.decided(other) == Some(value)).count();
        cardinality.scope.contains(&variable)
            && cardinality.occurrences.iter().any(|bound| {
                bound.value == value && bound.relation != Relation::AtLeast && bound.count <= used
            })
    })
}
