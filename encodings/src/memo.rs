//! What was found out before.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

/// Answers by question. To pick an encoding several are written out, and puzzles post constraints
/// of the same shape again and again.
pub(crate) struct Memo<K, V> {
    answers: RefCell<HashMap<K, V>>,
}

/// After this many different questions it starts anew.
const CAPACITY: usize = 1 << 12;

impl<K: Eq + Hash, V: Copy> Memo<K, V> {
    pub(crate) fn new() -> Memo<K, V> {
        Memo { answers: RefCell::new(HashMap::new()) }
    }

    /// The answer to `question`, from `find` when it is asked for the first time.
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
