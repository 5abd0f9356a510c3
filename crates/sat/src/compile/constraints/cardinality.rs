//! Each value occurs as often as its bounds say.

use super::{occurrences_of, values_of};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Cardinality, Occurrence};
use cnfetti_encodings::{Cnf, Relation, cardinality};

pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Cardinality, choices: &Choices) {
    if !totals_fit(map, constraint) {
        cnf.add_clause([]);
    }
    for bound in &constraint.occurrences {
        let lits = occurrences_of(map, &constraint.scope, bound.value);
        cardinality::encode(
            cnf,
            &lits,
            bound.relation,
            bound.count,
            choices.cardinality,
            choices.form,
        );
    }
}

/// Whether all variables together can have as few and as many values as the bounds say: a solver
/// would count for ages before it saw that.
fn totals_fit(map: &Map, constraint: &Cardinality) -> bool {
    let variables = constraint.scope.len();
    // More than that is as good, and the sums stay small.
    let count = |bound: &Occurrence| bound.count.min(variables + 1);
    let bounds = &constraint.occurrences;
    let least = bounds.iter().filter(|bound| bound.relation != Relation::AtMost);
    let most = values_of(map, &constraint.scope).into_iter().map(|value| {
        let bound = bounds.iter().find(|bound| bound.value == value);
        bound.filter(|bound| bound.relation != Relation::AtLeast).map(count)
    });
    let most: Option<usize> = most.sum();
    least.map(count).sum::<usize>() <= variables && most.is_none_or(|most| most >= variables)
}
