//! Links of f-puzzles and SudokuPad: the whole puzzle is in the link, as compressed JSON.
//!
//! A kind says in `[read."f-puzzles"]` which of its layers and parameters the names in the JSON are.
//! Every other name is refused, because a rule that is left out changes the number of solutions.

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

/// Everything in a link but the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The title of the puzzle.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
}

impl Kind {
    /// Reads the puzzle that a link has.
    ///
    /// # Errors
    ///
    /// What the link has that is unknown or not allowed, by its place in the JSON.
    pub fn read_link(&self, link: &str) -> Result<(Data, About), InputError> {
        let json = link::json(link)?;
        read::puzzle(self, &json).map_err(|message| InputError::new(None, message))
    }

    /// A puzzle as a link of f-puzzles, and how SudokuPad writes it.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn write_link(&self, data: &Data, about: &About) -> Result<String, String> {
        let impossible = || format!("an f-puzzles link cannot express this {} puzzle", self.title);
        let json = write::json(self, data, about).ok_or_else(impossible)?;
        // What the names cannot say is not in the link.
        let read = read::puzzle(self, &json);
        match read.is_ok_and(|(read, _)| read.says_the_same(data)) {
            true => Ok(link::of_json(&json)),
            false => Err(impossible()),
        }
    }
}
