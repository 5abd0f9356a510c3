//! Variants of a problem: without its objective, projected, or up to rotations.

use cnfetti_core::csp::VarId;
use cnfetti_puzzles::instance::Expect;
use cnfetti_puzzles::puzzle::Unturned;

use super::{Error, Problem};

impl Problem {
    /// Drops the objective, so that questions are about all solutions, whatever their value.
    pub fn ignoring_objective(mut self) -> Problem {
        if self.csp.objective().is_some() {
            self.expect = Expect::default();
        }
        self.csp = self.csp.without_objective();
        self
    }

    /// Counts also up to the rotations and reflections of the board that visibly keep its rules and clues. The
    /// constraints are stated anew, so this comes before other changes.
    ///
    /// # Errors
    ///
    /// The kind of puzzle cannot be turned.
    pub fn up_to_rotations(mut self) -> Result<Problem, Error> {
        self.csp = self.puzzle().ok_or(Unturned::Nothing)?.turned()?;
        Ok(self)
    }

    /// Projects solutions to these variables.
    ///
    /// # Errors
    ///
    /// A variable does not exist, or occurs twice.
    pub fn counted_over(mut self, variables: Vec<VarId>) -> Result<Problem, Error> {
        self.csp.count_over(variables)?;
        Ok(self.changed())
    }

    pub(super) fn changed(self) -> Problem {
        Problem { expect: Expect::default(), is_as_read: false, ..self }
    }
}
