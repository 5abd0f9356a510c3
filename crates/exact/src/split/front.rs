//! States before a step, as the counter's own words. They mean something only together with the order of the
//! decisions and the layout of a state, so a [`Front`] has a sum of both, and no other counter takes it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use itertools::Itertools;
use num_bigint::BigUint;

use super::Set;
use super::shares::{Share, share};
use crate::frontier::{Frontier, Ways};

/// Some of the states before a step, for one of the numbers to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    /// The number to count, by its place in the list of [`Unit`](super::Unit)s.
    pub unit: usize,
    /// How many decisions are made in each state.
    pub step: usize,
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

impl Front {
    /// The number of partial assignments that lead to any of the states.
    pub fn solutions(&self) -> BigUint {
        self.states.iter().map(|state| &state.solutions).sum()
    }

    /// Their number up to renaming of values that were never used before.
    pub fn classes(&self) -> BigUint {
        self.states.iter().map(|state| &state.classes).sum()
    }

    /// Merges the fronts of one unit before one step: each state once, with its ways from all of them. States that
    /// are about to meet are neighbours. Returns `None` if there are no fronts, or if their states differ in size.
    pub fn merge(fronts: Vec<Front>) -> Option<Front> {
        let mut merged = Front { states: Vec::new(), sets: Vec::new(), ..*fronts.first()? };
        let mut widths =
            fronts.iter().flat_map(|front| &front.states).map(|state| state.words.len());
        let width = widths.next().unwrap_or(0);
        if widths.any(|other| other != width) {
            return None;
        }
        let mut known = Frontier::new(width);
        let mut sets: BTreeMap<(usize, Vec<u32>), BigUint> = BTreeMap::new();
        for front in fronts {
            let mut places = Vec::with_capacity(front.states.len());
            for state in front.states {
                let number = known.add(&state.words, Ways::ONE);
                places.push(number);
                if let Some(sum) = merged.states.get_mut(number as usize) {
                    sum.solutions += state.solutions;
                    sum.classes += state.classes;
                } else {
                    merged.states.push(state);
                }
            }
            for set in front.sets {
                let states = set.states.iter().map(|&state| places[state as usize]);
                let states = states.sorted_unstable().collect();
                *sets.entry((set.projection, states)).or_default() += set.readings;
            }
        }
        merged.sort(sets);
        Some(merged)
    }

    /// Sorts the states by their last words first: those hold what was decided last, and what was decided first is
    /// forgotten first.
    fn sort(&mut self, sets: BTreeMap<(usize, Vec<u32>), BigUint>) {
        let by_end = |one: &Weighted, other: &Weighted| -> Ordering {
            one.words.iter().rev().cmp(other.words.iter().rev())
        };
        let mut numbered = self.states.drain(..).enumerate().collect_vec();
        numbered.sort_unstable_by(|(_, one), (_, other)| by_end(one, other));
        let mut places = vec![0; numbered.len()];
        for (place, (number, _)) in numbered.iter().enumerate() {
            places[*number] = place as u32;
        }
        self.states = numbered.into_iter().map(|(_, state)| state).collect();
        let moved = sets.into_iter().map(|((projection, states), readings)| {
            let states = states.iter().map(|&state| places[state as usize]);
            Set { projection, readings, states: states.sorted_unstable().collect() }
        });
        let by_states = |set: &Set| (set.projection, set.states.clone());
        self.sets = moved.sorted_by_cached_key(by_states).collect();
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
        let all = share(&vec![1.0; self.states.len()], &sets, parts).into_iter().map(front);
        all.filter(|front| !front.states.is_empty()).collect()
    }
}
