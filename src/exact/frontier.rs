//! The different states before one step.

use hashbrown::HashTable;

/// States of equal length, each once, with the number of ways that led to it.
pub(super) struct Frontier {
    width: usize,
    words: Vec<u64>,
    /// How many partial assignments lead to each state, roughly.
    weights: Vec<f64>,
    table: HashTable<u32>,
}

impl Frontier {
    /// For states of so many words.
    pub(super) fn new(width: usize) -> Frontier {
        Frontier { width, words: Vec::new(), weights: Vec::new(), table: HashTable::new() }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.weights.len()
    }

    /// The words of a state.
    pub(super) fn state(&self, number: usize) -> &[u64] {
        &self.words[number * self.width..(number + 1) * self.width]
    }

    /// How many partial assignments lead to a state, roughly.
    pub(super) fn weight(&self, number: usize) -> f64 {
        self.weights[number]
    }

    /// The number of the state, which is new or known.
    pub(super) fn add(&mut self, state: &[u64], weight: f64) -> u32 {
        let Frontier { width, words, weights, table } = self;
        let at = |number: u32| {
            let start = number as usize * *width;
            &words[start..start + *width]
        };
        let hash = hash(state);
        if let Some(&number) = table.find(hash, |&number| at(number) == state) {
            weights[number as usize] += weight;
            return number;
        }
        let number = weights.len() as u32;
        table.insert_unique(hash, number, |&number| self::hash(at(number)));
        words.extend_from_slice(state);
        weights.push(weight);
        number
    }

    /// The memory it occupies, roughly.
    pub(super) fn bytes(&self) -> usize {
        8 * (self.words.capacity() + self.weights.capacity()) + 5 * self.table.capacity()
    }
}

/// Multiplies and rotates: states are not chosen by an adversary.
fn hash(words: &[u64]) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed =
        words.iter().fold(0, |hash: u64, word| (hash.rotate_left(26) ^ word).wrapping_mul(FACTOR));
    (mixed ^ mixed >> 32).wrapping_mul(FACTOR)
}
