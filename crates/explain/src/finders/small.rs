//! Rules about few places with two values each, as tables.

use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact};

use super::Finders;
use crate::helpers::Helpers;
use crate::techniques::is_junction;

/// A table has a bit of a word for each assignment.
const MOST_PLACES: usize = 6;

/// A rule about places with two values each.
pub(super) struct Small {
    pub(super) constraint: usize,
    pub(super) scope: Vec<VarId>,
    /// Whether lines of a loop meet there.
    pub(super) is_junction: bool,
    /// The lesser and the greater value of each place.
    values: Vec<[Value; 2]>,
    /// For each assignment whether it satisfies the rule. An assignment has a bit for each place that has its greater value.
    allowed: u64,
}

/// All of them that a reader sees.
pub(super) fn small(csp: &Csp, helpers: &Helpers) -> Vec<Small> {
    let mut whole: Vec<Value> =
        csp.ids().map(|id| csp.domain(id).first().copied().unwrap_or(0)).collect();
    let constraints = csp.constraints().iter().enumerate();
    let small = constraints.filter_map(|(constraint, posted)| {
        let rule = posted.constraint.rule();
        let mut scope = rule.scope();
        scope.sort_unstable();
        scope.dedup();
        if !(2..=MOST_PLACES).contains(&scope.len()) || scope.iter().any(|&id| helpers.contains(id))
        {
            return None;
        }
        let values: Option<Vec<[Value; 2]>> =
            scope.iter().map(|&id| csp.domain(id).try_into().ok()).collect();
        let values = values?;
        let mut allowed = 0;
        for assignment in 0..1_usize << scope.len() {
            for (at, &place) in scope.iter().enumerate() {
                whole[place.index()] = values[at][assignment >> at & 1];
            }
            allowed |= u64::from(rule.holds(&whole)) << assignment;
        }
        let is_junction = is_junction(csp, &posted.constraint);
        Some(Small { constraint, scope, is_junction, values, allowed })
    });
    small.collect()
}

impl Small {
    /// The assignments that are left. As in all of them, a bit tells whether a place has its greater value.
    pub(super) fn left(&self, known: &Candidates) -> Vec<usize> {
        let is_left = |assignment: &usize| {
            let mut places = self.scope.iter().zip(&self.values).enumerate();
            self.allowed >> assignment & 1 == 1
                && places.all(|(at, (&place, values))| {
                    known.of(place).contains(&values[assignment >> at & 1])
                })
        };
        (0..1 << self.scope.len()).filter(is_left).collect()
    }

    /// The value of a place with this bit.
    pub(super) fn value(&self, at: usize, bit: usize) -> Value {
        self.values[at][bit]
    }

    /// All that is known of its places.
    pub(super) fn facts(
        &self,
        finders: &Finders,
        known: &Candidates,
    ) -> impl Iterator<Item = Fact> {
        self.scope.iter().filter_map(|&place| finders.fact(place, known))
    }
}
