//! Gathers states from several places, each once.

use num_bigint::BigUint;

use super::front::{Front, Weighted};
use crate::frontier::{Frontier, Ways};

/// How many states there are, and how many partial assignments lead to them. A state that is there twice counts twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The number of states.
    pub states: usize,
    /// The number of partial assignments.
    pub solutions: BigUint,
    /// Their number up to renaming of values that were never used before.
    pub classes: BigUint,
}

impl Sums {
    /// The sums over all of these.
    pub fn all<'a>(of: impl IntoIterator<Item = &'a Sums>) -> Sums {
        of.into_iter().fold(Sums::default(), |all, other| Sums {
            states: all.states + other.states,
            solutions: all.solutions + &other.solutions,
            classes: all.classes + &other.classes,
        })
    }
}

/// States of one unit before one step while they are gathered: each once, with its ways from all places.
pub struct Gathering {
    front: Front,
    known: Frontier,
    taken: Sums,
}

impl Gathering {
    /// Begins to gather states before the same step as in this front, which may be empty.
    pub fn new(of: &Front) -> Gathering {
        let front = Front { states: Vec::new(), sets: Vec::new(), ..*of };
        Gathering { front, known: Frontier::new(0), taken: Sums::default() }
    }

    /// Adds a state, or ways to reach it if it is known. Returns its place; `None` if its size is not that of the
    /// others.
    pub fn add(&mut self, state: Weighted) -> Option<u32> {
        match self.front.states.first() {
            None => self.known = Frontier::new(state.words.len()),
            Some(first) if first.words.len() != state.words.len() => return None,
            Some(_) => {}
        }
        self.taken.states += 1;
        self.taken.solutions += &state.solutions;
        self.taken.classes += &state.classes;
        let place = self.known.add(&state.words, Ways::ONE);
        match self.front.states.get_mut(place as usize) {
            Some(sum) => {
                sum.solutions += state.solutions;
                sum.classes += state.classes;
            }
            None => self.front.states.push(state),
        }
        Some(place)
    }

    /// The sums over everything that was added.
    pub fn taken(&self) -> &Sums {
        &self.taken
    }

    /// The states.
    pub fn finish(self) -> Front {
        self.front
    }
}
