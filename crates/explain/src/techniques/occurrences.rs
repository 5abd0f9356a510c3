//! How often each value occurs: it has occurred often enough, or needs all places that are left.

use cnfetti_core::csp::Constraint;
use cnfetti_encodings::Relation;

use super::{OneRule, Premises, technique};

/// A value has occurred as often as it may: all faces of a die are taken, all candidates of a subject
/// sit, all halves of a number lie.
pub(super) const USED_UP: OneRule = OneRule {
    technique: technique(
        "used up",
        1,
        "a value has occurred as often as it may, such as when all faces of a die are taken",
    ),
    applies: is_used_up,
};

fn is_used_up(constraint: &Constraint, premises: &Premises<'_>) -> bool {
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

/// A value needs every place that is left for it.
pub(super) const ALL_NEEDED: OneRule = OneRule {
    technique: technique("all needed", 1, "a value needs every place that is left for it"),
    applies: are_all_needed,
};

fn are_all_needed(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let Constraint::Cardinality(cardinality) = constraint else { return false };
    premises.decides()
        && premises.all_ruled_out(|variable, value| {
            let needed = cardinality.occurrences.iter().filter(|bound| {
                let places = cardinality.scope.iter();
                let places = places.filter(|&&place| premises.left(place).contains(&bound.value));
                bound.relation != Relation::AtMost && places.count() <= bound.count
            });
            // Where the value is needed no other is.
            let mut needed = needed.map(|bound| bound.value);
            cardinality.scope.contains(&variable)
                && needed.any(|one| one != value && premises.left(variable).contains(&one))
        })
}
