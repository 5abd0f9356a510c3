//! The different states before one step.

use std::ops::AddAssign;

use cnfetti_core::mix::mix;
use hashbrown::HashTable;

/// The number of ways to reach something: exact, unless it is as large as the type allows; then a lower
/// bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ways {
    /// By partial assignments.
    pub(super) solutions: u128,
    /// By partial assignments up to renaming of values that were never used before.
    pub(super) classes: u128,
}

impl Ways {
    /// The one way to begin.
    pub(super) const ONE: Ways = Ways { solutions: 1, classes: 1 };
}

impl AddAssign for Ways {
    fn add_assign(&mut self, other: Ways) {
        self.solutions = self.solutions.saturating_add(other.solutions);
        self.classes = self.classes.saturating_add(other.classes);
    }
}

/// States of equal length, each once, with the number of ways to reach it.
#[derive(Clone)]
pub(super) struct Frontier {
    width: usize,
    words: Vec<u64>,
    ways: Vec<Ways>,
    table: HashTable<u32>,
}

impl Frontier {
    /// A frontier for states of this many words.
    pub(super) fn new(width: usize) -> Frontier {
        Frontier { width, words: Vec::new(), ways: Vec::new(), table: HashTable::new() }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.ways.len()
    }

    /// The words of a state.
    pub(super) fn state(&self, number: usize) -> &[u64] {
        &self.words[number * self.width..(number + 1) * self.width]
    }

    /// The number of ways to reach a state.
    pub(super) fn ways(&self, number: usize) -> Ways {
        self.ways[number]
    }

    /// The number of ways to reach any state.
    pub(super) fn all_ways(&self) -> Ways {
        let mut all = Ways::default();
        self.ways.iter().for_each(|&ways| all += ways);
        all
    }

    /// Adds ways to reach a known state.
    pub(super) fn add_ways(&mut self, number: u32, ways: Ways) {
        self.ways[number as usize] += ways;
    }

    /// Adds a state, or ways to reach it if it is known. Returns its number.
    pub(super) fn add(&mut self, state: &[u64], more: Ways) -> u32 {
        let Frontier { width, words, ways, table } = self;
        let at = |number: u32| {
            let start = number as usize * *width;
            &words[start..start + *width]
        };
        let hash = hash(state);
        if let Some(&number) = table.find(hash, |&number| at(number) == state) {
            ways[number as usize] += more;
            return number;
        }
        let number = ways.len() as u32;
        table.insert_unique(hash, number, |&number| self::hash(at(number)));
        words.extend_from_slice(state);
        ways.push(more);
        number
    }

    /// The memory it occupies, in bytes, including the temporary memory when it next grows.
    pub(super) fn bytes(&self) -> usize {
        let held = 8 * self.words.capacity()
            + size_of::<Ways>() * self.ways.capacity()
            + 5 * self.table.capacity();
        held + if self.words.len() == self.words.capacity() { 2 * held } else { 0 }
    }
}

fn hash(words: &[u64]) -> u64 {
    mix(words.iter().copied())
}
