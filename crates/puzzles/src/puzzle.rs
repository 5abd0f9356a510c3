//! The kinds of puzzle.
//!
//! A kind is a file with a [`Puzzle`] and its loader, and a row of [`KINDS`]. A puzzle states
//! its constraints ([`Puzzle::csp`]) and, apart from them, checks a solution by its rules
//! ([`Puzzle::check`]): the two are written independently, so that each guards the other.

mod dice;
mod format;
mod model;
mod pips;
mod places;
mod seating;
mod signs;
mod typed;
mod uncoloured;
mod walls;
mod words;
mod written;

pub use format::{About, FORMATS, Format, Part, Unwritable};
pub use places::with_places;
pub use typed::typed;
pub use walls::in_ascii;
pub use words::Words;
pub use written::{Written, declared, read as read_written};

use crate::picture::{Picture, View};
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Table};

/// One puzzle.
///
/// A solution of the puzzle is a solution of its [`Csp`]: a value for each variable, in the
/// order of [`Csp::variables`].
pub trait Puzzle: Send + Sync {
    /// Its constraints. The same at each call.
    fn csp(&self) -> Csp;

    /// Its constraints with the rotations and reflections of its board that are seen to keep them declared,
    /// for who counts up to these: of a kind whose solutions are told apart otherwise. An error says why it
    /// is not counted so.
    fn turned(&self) -> Result<Csp, Unturned> {
        let csp = self.csp();
        if csp.symmetry().permutations.is_empty() { Err(Unturned::Nothing) } else { Ok(csp) }
    }

    /// The constraints as a person looks at the puzzle, to explain it.
    fn viewpoint(&self) -> Viewpoint {
        Viewpoint { csp: self.csp(), noted: Vec::new() }
    }

    /// Checks a solution by the puzzle's rules, without the constraints.
    fn check(&self, solution: &[Value]) -> Result<(), Broken>;

    /// The board for a terminal: the puzzle, or a solution of it, with escape codes for colours.
    /// Ends with a line end. Use [`painted`], which also writes the rest in the alphabet.
    fn paint(&self, solution: Option<&[Value]>, alphabet: Alphabet) -> String;

    /// The board in plain text.
    fn draw(&self, solution: Option<&[Value]>) -> String {
        uncoloured::uncoloured(&self.paint(solution, Alphabet::Unicode))
    }

    /// The board as a picture.
    fn picture(&self, view: &View<'_>) -> Picture;

    /// Whether the picture has what was entered, and tells where each unknown is.
    fn is_played(&self) -> bool {
        false
    }

    /// What its kind declares, and what it gives, for those who make puzzles: of kinds that are files.
    fn given(&self) -> Option<serde_json::Value> {
        None
    }

    /// Appends the solution as the JSON output has it, on one line.
    fn write_json(&self, solution: &[Value], out: &mut String);

    /// Reads a solution in the form of [`Puzzle::write_json`]. What cannot be a solution at all,
    /// such as a domino that is not in the set, is a broken rule.
    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken>;

    /// Reads what is there of a half-filled board: an incomplete solution in the form of
    /// [`Puzzle::write_json`], with `null` or nothing where it is open. Each variable at most once.
    fn read_entries(&self, json: &serde_json::Value) -> Result<Vec<Atom>, Broken>;

    /// The constraints and what is there of a half-filled board, to look for a solution that has it.
    /// Things that are alike have an order in [`Puzzle::csp`], and none here: which of them is entered
    /// where does not matter.
    fn entered(&self, json: &serde_json::Value) -> Result<(Csp, Vec<Atom>), Broken> {
        Ok((self.csp(), self.read_entries(json)?))
    }

    /// What the squares are of the boards that [`Puzzle::paint`] draws; `None` when it draws none.
    fn squares(&self) -> Option<Squares> {
        None
    }

    /// Where a second solution differs from a first, each place in a few words.
    fn differences(&self, first: &[Value], second: &[Value]) -> Vec<String> {
        let csp = self.csp();
        let differing =
            csp.projection_set().into_iter().filter(|id| first[id.index()] != second[id.index()]);
        differing
            .map(|id| {
                let (first, second) = (first[id.index()], second[id.index()]);
                format!("{}: {first} or {second}", self.words(&csp, id).subject)
            })
            .collect()
    }

    /// The puzzle in a file format: a whole file in one of [`FORMATS`], and in `toml` the keys
    /// that follow the common ones, tables last.
    fn export(&self, format: &str, about: &About<'_>) -> Result<String, Unwritable>;

    /// Why there can be no solution, when the numbers of things alone tell: an odd number of cells
    /// for dominoes, more candidates than seats. A sentence that begins in lower case.
    fn flaw(&self) -> Option<String> {
        None
    }

    /// How sentences speak of a variable of its CSP.
    fn words(&self, csp: &Csp, variable: VarId) -> Words {
        Words::plain(csp, variable)
    }

    /// How sentences call a value of a variable.
    fn value_words(&self, variable: VarId, value: Value) -> String {
        let _ = variable;
        value.to_string()
    }

    /// The board with the values that each variable can still have, for a terminal. Ends with a
    /// line end. Use [`painted_candidates`], which also writes the rest in the alphabet.
    fn paint_candidates(
        &self,
        csp: &Csp,
        candidates: &[Vec<Value>],
        _alphabet: Alphabet,
    ) -> String {
        words::list(csp, candidates)
    }

    /// Whether [`Puzzle::paint`] without a solution shows rules that [`Puzzle::paint_candidates`] does
    /// not: regions, words.
    fn has_legend(&self) -> bool {
        false
    }

    /// What a solution gives values to, where that is not plain from the puzzle.
    fn counted_over(&self) -> Option<String> {
        None
    }

    /// The solution as a modelling tool reads it, of a file in a language that says what is put out.
    fn put_out(&self, solution: &[Value]) -> Option<String> {
        let _ = solution;
        None
    }

    /// Whether [`Puzzle::competition`] says something.
    fn has_competition(&self) -> bool {
        false
    }

    /// The solution in lines that begin with `v`, as the competitions for the language of the file have them.
    fn competition(&self, solution: &[Value]) -> Option<String> {
        let _ = solution;
        None
    }

    /// The variables that are put out, of such a file.
    fn outputs(&self) -> Option<Vec<VarId>> {
        None
    }

    /// The solution that came with the puzzle's file, if one did. Nobody has checked it; what
    /// cannot be a solution at all is a broken rule.
    fn known_solution(&self) -> Option<Result<Vec<Value>, Broken>> {
        None
    }
}

/// The squares of a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Squares {
    /// Squares with numbers, and what else the puzzle has there.
    Numbers {
        /// How many stand side by side.
        columns: usize,
        /// The characters of the longest number: what is longer, or several, leaves the square open.
        longest: usize,
    },
    /// Squares with words.
    Words {
        /// How many stand side by side.
        columns: usize,
        /// The characters of the longest word: what is longer, or several, leaves the square open.
        longest: usize,
    },
    /// Cells and what is between them, which the puzzle reads itself. Every corner of a cell is drawn.
    Board {
        /// How many stand one below the other.
        rows: usize,
        /// How many stand side by side.
        columns: usize,
    },
    /// Rows of single letters, as many as there are.
    Letters,
}

/// The characters that a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// All.
    #[default]
    Unicode,
    /// The 95 of ASCII, except in what the puzzle's file has otherwise.
    Ascii,
}

/// The board for a terminal, as [`Puzzle::paint`] has it.
pub fn painted(puzzle: &dyn Puzzle, solution: Option<&[Value]>, alphabet: Alphabet) -> String {
    alphabet.write(puzzle.paint(solution, alphabet))
}

/// The board with candidates for a terminal, as [`Puzzle::paint_candidates`] has it.
pub fn painted_candidates(
    puzzle: &dyn Puzzle,
    csp: &Csp,
    candidates: &[Vec<Value>],
    alphabet: Alphabet,
) -> String {
    alphabet.write(puzzle.paint_candidates(csp, candidates, alphabet))
}

impl Alphabet {
    fn write(self, drawing: String) -> String {
        match self {
            Alphabet::Unicode => drawing,
            Alphabet::Ascii => in_ascii(&drawing),
        }
    }
}

/// A puzzle as a person looks at it: what can be known of it, and which rules lead there. (Geelen,
/// Dual viewpoint heuristics for binary constraint satisfaction problems, ECAI 1992.)
#[derive(Clone, Debug)]
pub struct Viewpoint {
    /// The variables and constraints of the puzzle's [`Csp`], in their order, then variables that are
    /// decided by those, and constraints that follow or say what these mean.
    pub csp: Csp,
    /// Variables of which nothing is said before they are decided: what is left to them can be seen
    /// from what is known of the results of the [`Selection`](cnfetti_core::csp::Selection)s over them.
    pub noted: Vec<VarId>,
}

/// Why a puzzle is not counted up to rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unturned {
    /// It has no board that could be turned.
    #[error("nothing in this puzzle can be turned")]
    Nothing,
    /// Solutions that differ in some of what is found are one.
    #[error("solutions that differ are counted as one already, whatever part of them is turned")]
    Projected,
}

/// A rule of the puzzle that a solution breaks, in the puzzle's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// A kind of puzzle.
pub struct Kind {
    /// The name, as in the key `kind`.
    pub name: &'static str,
    /// What to find, in one line.
    pub summary: &'static str,
    /// Takes the kind's own keys out of the file.
    pub load: Load,
}

/// Reads the keys of one kind of puzzle.
type Load = fn(&mut Table<'_>, &Budget) -> Result<Box<dyn Puzzle>, InputError>;

/// Every kind of puzzle.
pub const KINDS: &[Kind] = &[dice::KIND, model::KIND, pips::KIND, seating::KIND, signs::KIND];
