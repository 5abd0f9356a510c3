//! A cache of answers.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

/// Answers by question. Picking an encoding means writing out several, and puzzles post
/// constraints of the same shape again and again.
pub(crate) struct Memo<K, V> {
    answers: RefCell<HashMap<K, V>>,
}

/// After this many different questions, the cache starts over.
const CAPACITY: usize = 1 << 12;

impl<K: Eq + Hash, V: Copy> Memo<K, V> {
    pub(crate) fn new() -> Memo<K, V> {
        Memo { answers: RefCell::new(HashMap::new()) }
    }

    /// Returns the answer to `question`; calls `find` if it is not in the cache.
    pub(crate) fn answer(&self, question: K, find: impl FnOnce() -> V) -> V {
        if let Some(&known) = self.answers.borrow().get(&question) {
            return known;
        }
        let found = find();
        let mut answers = self.answers.borrow_mut();
        if answers.len() >= CAPACITY {
            answers.clear();
        }
        answers.insert(question, found);
        found
    }
}
