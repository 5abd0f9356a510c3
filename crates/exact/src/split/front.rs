//! States before a step, as the counter's own words. They mean something only together with the order of the
//! decisions and the layout of a state, so a [`Front`] has a sum of both, and no other counter takes it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use itertools::Itertools;
use num_bigint::BigUint;

use super::gathering::Gathering;
use super::shares::{Share, share};
use super::{Set, Sums};

/// Some of the states before a step, for one of the numbers to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    /// The number to count, by its place in the list of [`Unit`](super::Unit)s.
    pub unit: usize,
    /// How many decisions are made in each state.
    pub step: usize,
    /// How many decisions there are.
    pub steps: usize,
    /// A sum of the order of the decisions and of the layout of the states.
    pub layout: u64,
    /// The states.
    pub states: Vec<Weighted>,
    /// The sets of states for the projections.
    pub sets: Vec<Set>,
}

/// A state in the counter's own words, and the number of partial assignments that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// The state.
    pub words: Box<[u64]>,
    /// The number of partial assignments; 0 if another part has the state too, and counts it.
    pub solutions: BigUint,
    /// Their number up to renaming of values that were never used before.
    pub classes: BigUint,
}

/// The order of states in sorted fronts, by their last words first: those hold what was decided last, and what was
/// decided first is forgotten first. So states that are about to meet are neighbours.
pub fn order(one: &[u64], other: &[u64]) -> Ordering {
    one.iter().rev().cmp(other.iter().rev())
}

impl Front {
    /// The number of partial assignments that lead to any of the states.
    pub fn solutions(&self) -> BigUint {
        self.states.iter().map(|state| &state.solutions).sum()
    }

    /// Their number up to renaming of values that were never used before.
    pub fn classes(&self) -> BigUint {
        self.states.iter().map(|state| &state.classes).sum()
    }

    /// The sums over the states.
    pub fn sums(&self) -> Sums {
        Sums { states: self.states.len(), solutions: self.solutions(), classes: self.classes() }
    }

    /// Merges the fronts of one unit before one step: each state once, with its ways from all of them. Returns `None`
    /// if there are no fronts, or if their states differ in size.
    pub fn merge(fronts: Vec<Front>) -> Option<Front> {
        let mut gathering = Gathering::new(fronts.first()?);
        let mut sets: BTreeMap<(usize, Vec<u32>), BigUint> = BTreeMap::new();
        for front in fronts {
            let places = front.states.into_iter().map(|state| gathering.add(state));
            let places = places.collect::<Option<Vec<u32>>>()?;
            for set in front.sets {
                let states = set.states.iter().map(|&state| places[state as usize]);
                let states = states.sorted_unstable().collect();
                *sets.entry((set.projection, states)).or_default() += set.readings;
            }
        }
        let set = |((projection, states), readings)| Set { projection, readings, states };
        let mut merged = gathering.finish();
        merged.sets = sets.into_iter().map(set).collect();
        merged.sort();
        Some(merged)
    }

    /// Sorts the states in their [`order`], and the sets by their states.
    pub(super) fn sort(&mut self) {
        let mut numbered = self.states.drain(..).enumerate().collect_vec();
        numbered.sort_unstable_by(|(_, one), (_, other)| order(&one.words, &other.words));
        let mut places = vec![0; numbered.len()];
        for (place, (number, _)) in numbered.iter().enumerate() {
            places[*number] = place as u32;
        }
        self.states = numbered.into_iter().map(|(_, state)| state).collect();
        for set in &mut self.sets {
            set.states.iter_mut().for_each(|state| *state = places[*state as usize]);
            set.states.sort_unstable();
        }
        self.sets.sort_by_cached_key(|set| (set.projection, set.states.clone()));
    }

    /// Divides the states into at most this many fronts. Sets are not divided, so some states are in several; only
    /// in the first do they have their ways.
    pub fn divide(&self, parts: usize) -> Vec<Front> {
        let of_projections = self.sets.chunk_by(|one, other| one.projection == other.projection);
        let sets = of_projections.map(<[Set]>::to_vec).collect_vec();
        let state = |(number, is_first): (usize, bool)| match is_first {
            true => self.states[number].clone(),
            false => {
                let words = self.states[number].words.clone();
                Weighted { words, solutions: BigUint::ZERO, classes: BigUint::ZERO }
            }
        };
        let front = |share: Share| Front {
            states: share.states.into_iter().map(state).collect(),
            sets: share.sets,
            ..*self
        };
        let shares = share(self.states.len(), &sets, parts).into_iter();
        shares.filter(|share| !share.states.is_empty()).map(front).collect()
    }
}
