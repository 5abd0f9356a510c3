//! Links of f-puzzles and SudokuPad, which contain the whole puzzle as compressed JSON.
//!
//! In `[read."f-puzzles"]`, a kind maps names in the JSON to its layers and parameters. Any other
//! name is an error, because leaving out a rule changes the number of solutions.

mod grid;
mod link;
mod names;
mod place;
mod read;
mod write;

pub use link::is_link;
pub(crate) use names::{LinkName, named};

use cnfetti_input::InputError;

use crate::data::Data;
use crate::kind::Kind;

/// What a link contains besides the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The title of the puzzle.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
}

impl Kind {
    /// Reads the puzzle in a link.
    ///
    /// # Errors
    ///
    /// Returns an error if the link contains something unknown or not allowed, with its path in
    /// the JSON.
    pub fn read_link(&self, link: &str) -> Result<(Data, About), InputError> {
        let json = link::json(link)?;
        read::puzzle(self, &json).map_err(|message| InputError::new(None, message))
    }

    /// Writes a puzzle as a link of f-puzzles, as SudokuPad does.
    ///
    /// # Errors
    ///
    /// Returns an error if no link can express the puzzle, with the reason.
    pub fn write_link(&self, data: &Data, about: &About) -> Result<String, String> {
        let impossible = || format!("an f-puzzles link cannot express this {} puzzle", self.title);
        if self.link_names.is_empty() {
            return Err(format!("{} has no links of f-puzzles", self.title));
        }
        let json = write::json(self, data, about).ok_or_else(impossible)?;
        // The link leaves out what the names cannot express.
        let (read, _) = read::puzzle(self, &json).map_err(|_| impossible())?;
        match read.first_difference(self, data) {
            None => Ok(link::of_json(&json)),
            Some(name) => Err(format!("{}, because of its `{name}`", impossible())),
        }
    }
}
