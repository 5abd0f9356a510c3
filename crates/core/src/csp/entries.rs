//! A half-filled board: what somebody has entered already.

use super::{Atom, Csp, Fixed};

impl Csp {
    /// Fixes variables as somebody has entered them: each entry becomes a clue with this reason.
    /// What is no symmetry any more, since an entry tells values or places apart, is no longer
    /// declared.
    ///
    /// # Panics
    ///
    /// When a variable does not exist.
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
