//! A half-filled board: the entries made so far.

use super::{Atom, Csp, Fixed};

impl Csp {
    /// Fixes variables to the values that somebody has entered: each entry becomes a clue with
    /// this reason. Drops declared symmetries that the entries break.
    ///
    /// # Panics
    ///
    /// Panics if a variable does not exist.
    pub fn enter(&mut self, entries: impl IntoIterator<Item = (Atom, String)>) {
        for (atom, reason) in entries {
            self.post_clue(Fixed { atom }.into(), reason);
            self.symmetry.permutations.clear();
            for group in &mut self.symmetry.interchangeable {
                group.values.retain(|&value| value != atom.value);
            }
        }
        self.symmetry.interchangeable.retain(|group| !group.values.is_empty());
    }
}
