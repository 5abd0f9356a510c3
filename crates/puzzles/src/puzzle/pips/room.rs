//! Limits on a file with several puzzles.

use cnfetti_input::{InputError, MAX_CELLS_OF_FILE, MAX_PUZZLES, Span};

/// What all puzzles read so far contain in total.
#[derive(Default)]
pub(super) struct Room {
    puzzles: usize,
    cells: usize,
}

impl Room {
    /// Counts a puzzle with this many cells; it is an error, at this place, if the file contains
    /// too many.
    pub(super) fn take(&mut self, cells: usize, place: Span) -> Result<(), InputError> {
        self.puzzles += 1;
        self.cells += cells;
        let expected = if self.puzzles > MAX_PUZZLES {
            format!("at most {MAX_PUZZLES} puzzles in a file")
        } else if self.cells > MAX_CELLS_OF_FILE {
            format!("at most {MAX_CELLS_OF_FILE} cells in the puzzles of a file")
        } else {
            return Ok(());
        };
        Err(InputError::expected(place, expected, "more"))
    }
}
