//! How much a file with several puzzles may hold.

use cnfetti_input::{InputError, MAX_CELLS_OF_FILE, MAX_PUZZLES, Span};

/// What the puzzles read so far have, all together.
#[derive(Default)]
pub(super) struct Room {
    puzzles: usize,
    cells: usize,
}

impl Room {
    /// Makes room for a puzzle with this many cells, which stands at this place.
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
