//! How often some values occur.

use super::count::counted;
use super::rows::Rows;
use super::{Condition, Csp, Malformed, Ranges, Rule, Value, VarId, malformed::each_once};
use crate::domains::{Domains, Step};
use cnfetti_encodings::Relation;
use itertools::Itertools;

/// Bounds on how often values occur among the variables. Values that are not listed may occur
/// any number of times. (Régin, Generalized Arc Consistency for Global Cardinality Constraint,
/// AAAI 1996.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cardinality {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The entries, at most one for each value.
    pub occurrences: Vec<Occurrence>,
}

/// A bound on how often one value occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The value.
    pub value: Value,
    /// How its number of occurrences compares with `count`.
    pub relation: Relation,
    /// The bound.
    pub count: usize,
}

impl Cardinality {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        each_once(&self.occurrences.iter().map(|bound| bound.value).collect::<Vec<_>>())
    }
}

impl Rule for Cardinality {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.occurrences.iter().all(|bound| {
            let count = self
                .scope
                .iter()
                .filter(|variable| solution[variable.index()] == bound.value)
                .count();
            bound.relation.holds(count, bound.count)
        })
    }

    fn describe(&self, csp: &Csp) -> String {
        let bounds = self
            .occurrences
            .iter()
            .map(|bound| {
                let value = csp.values_text(&self.scope, &[bound.value]);
                format!("#{value} {} {}", bound.relation, bound.count)
            })
            .join(", ");
        format!("Cardinality({}; {bounds})", csp.names(&self.scope))
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        let bounds = values.iter().map(|&value| {
            let bound = self.occurrences.iter().find(|bound| bound.value == value);
            bound.map(|bound| (bound.relation, bound.count))
        });
        bounds.into_iter().all_equal()
    }
}

pub(super) fn propagate(domains: &mut Domains, cardinality: &Cardinality) -> Step {
    for one in &cardinality.occurrences {
        // More than all is as good, and fits.
        let count = one.count.min(cardinality.scope.len() + 1) as i64;
        let within = Condition::Within(Ranges::related(one.relation, count));
        counted(domains, &cardinality.scope, &[one.value], &within)?;
    }
    Ok(())
}

impl Rows<'_> {
    pub(super) fn cardinality(&mut self, cardinality: &Cardinality) {
        for bound in &cardinality.occurrences {
            let Some(sum) = self.occurrences(&cardinality.scope, bound.value) else { return };
            self.within(sum, &Ranges::related(bound.relation, bound.count as i64));
        }
    }
}
