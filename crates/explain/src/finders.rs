//! Techniques that combine several rules and find their steps themselves.
//!
//! A finder looks at what is known and proposes steps, which may have redundant rules and facts. The search shrinks a
//! proposed step before it takes it, and a second solver checks it like any other step.

mod closed_loop;
pub(crate) mod combinations;
mod innies;
mod joins;
mod loop_parity;
mod numbers;
mod regions;
mod small;

use cnfetti_core::csp::{AllDifferent, Cardinality, Constraint, Csp, Occurrence, Value, VarId};
use cnfetti_encodings::Relation;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use crate::Draft;
use crate::helpers::Helpers;
use crate::techniques::{
    BOTH_OR_NEITHER, CLOSED_LOOP, COMBINATIONS, CORNER_NUMBER, CROSSINGS, EITHER_OF_TWO,
    ENOUGH_LEFT, INNIES, LOOP_PARITY, ONLY_NEIGHBOUR, Technique,
};
use crate::tiling::Tiling;
use closed_loop::Loop;
use loop_parity::Meetings;
use numbers::Cluster;
use small::Small;

/// What finders need to know about a problem, computed once.
pub(super) struct Finders {
    equal: Vec<Equal>,
    counted: Vec<Counted>,
    different: Vec<Different>,
    totals: Vec<Total>,
    /// For each variable, its domain.
    domains: Vec<Vec<Value>>,
    loops: Vec<Loop>,
    clusters: Vec<Cluster>,
    small: Vec<Small>,
    meetings: Meetings,
    /// Sets of areas that others cross, as positions in `totals`.
    crossed: Vec<Vec<usize>>,
}

/// Places that have different values.
struct Different {
    constraint: usize,
    scope: Vec<VarId>,
    /// Whether there are as many values as places, so that each value occurs.
    is_full: bool,
    /// The sum of all their values: that of the places, if each value occurs.
    sum: i64,
}

/// Places that have this sum.
struct Total {
    constraint: usize,
    scope: Vec<VarId>,
    sum: i64,
}

/// Places that have equal values.
struct Equal {
    constraint: usize,
    scope: Vec<VarId>,
}

/// Places of which at most a given number have a given value.
struct Counted {
    constraint: usize,
    scope: Vec<VarId>,
    occurrence: Occurrence,
}

/// A way to find steps.
type Find = fn(&Finders, &Tiling, &Candidates) -> Vec<Draft>;

/// All of them, each with the technique of its steps.
const FINDERS: &[(&Technique, Find)] = &[
    (&ONLY_NEIGHBOUR, joins::only_neighbour),
    (&ENOUGH_LEFT, regions::enough_left),
    (&COMBINATIONS, combinations::find),
    (&INNIES, innies::innies),
    (&CLOSED_LOOP, closed_loop::find),
    (&CORNER_NUMBER, numbers::find),
    (&BOTH_OR_NEITHER, small::both_or_neither),
    (&EITHER_OF_TWO, small::either_of_two),
    (&LOOP_PARITY, loop_parity::find),
    (&CROSSINGS, innies::crossings),
];

impl Finders {
    pub(super) fn new(csp: &Csp, helpers: &Helpers) -> Finders {
        let mut finders = Finders {
            equal: Vec::new(),
            counted: Vec::new(),
            different: Vec::new(),
            totals: Vec::new(),
            domains: csp.ids().map(|id| csp.domain(id).to_vec()).collect(),
            loops: closed_loop::loops(csp),
            clusters: Vec::new(),
            small: small::small(csp, helpers),
            meetings: Meetings::default(),
            crossed: Vec::new(),
        };
        for (at, posted) in csp.constraints().iter().enumerate() {
            match &posted.constraint {
                Constraint::AllEqual(equal) if equal.scope.len() > 1 => {
                    let scope = equal.scope.clone();
                    finders.equal.push(Equal { constraint: at, scope });
                }
                Constraint::Cardinality(Cardinality { scope, occurrences }) => {
                    if let [occurrence] = occurrences[..]
                        && occurrence.relation != Relation::AtLeast
                    {
                        finders.counted.push(Counted {
                            constraint: at,
                            scope: scope.clone(),
                            occurrence,
                        });
                    }
                }
                Constraint::AllDifferent(AllDifferent { scope, except }) if except.is_empty() => {
                    finders.note_different(csp, at, scope);
                }
                _ => {}
            }
            if let Some((scope, sum)) = exact_sum(&posted.constraint) {
                finders.totals.push(Total { constraint: at, scope, sum });
            }
        }
        finders.clusters = numbers::clusters(csp, &finders.totals);
        finders.meetings = Meetings::new(csp, &finders.small);
        finders.crossed = innies::crossed(csp, &finders.totals);
        finders
    }

    fn note_different(&mut self, csp: &Csp, constraint: usize, scope: &[VarId]) {
        let values = scope.iter().flat_map(|&place| csp.domain(place)).unique().collect_vec();
        let is_full = values.len() == scope.len();
        let sum = values.into_iter().map(|&value| i64::from(value)).sum();
        self.different.push(Different { constraint, scope: scope.to_vec(), is_full, sum });
    }

    /// What is known of a place, if anything.
    fn fact(&self, place: VarId, known: &Candidates) -> Option<Fact> {
        let said = match known.decided(place) {
            Some(value) => Said::Is(value),
            None => Said::IsNone(self.gone(place, known)),
        };
        (said != Said::IsNone(Vec::new())).then_some(Fact { variable: place, said })
    }

    /// What a place is known not to be.
    fn gone(&self, place: VarId, known: &Candidates) -> Vec<Value> {
        let domain = self.domains[place.index()].iter().copied();
        domain.filter(|value| !known.of(place).contains(value)).collect()
    }

    /// Steps that say something new.
    pub(super) fn drafts(&self, tiling: &Tiling, known: &Candidates) -> Vec<Draft> {
        FINDERS.iter().flat_map(|(_, find)| find(self, tiling, known)).collect()
    }
}

/// The places and the sum, if the constraint requires exactly this sum.
pub(crate) fn exact_sum(constraint: &Constraint) -> Option<(Vec<VarId>, i64)> {
    let Constraint::Linear(linear) = constraint else { return None };
    let is_plain = linear.terms.as_slice().iter().all(|term| term.weight == 1);
    is_plain.then(|| Some((linear.terms.scope(), linear.within.single()?))).flatten()
}

#[cfg(test)]
mod tests;
