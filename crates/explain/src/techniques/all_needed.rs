//! A value needs every place that is left for it.

use cnfetti_encodings::Relation;

use cnfetti_core::csp::Constraint;

use super::{OneRule, Premises, Technique};

pub(super) const ALL_NEEDED: OneRule = OneRule {
    technique: Technique {
        name: "all needed",
        difficulty: 1,
        summary: "a value needs every place that is left for it",
    },
    applies,
};

fn applies(constraint: &Constraint, premises: &Premises<'_>) -> bool {
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
