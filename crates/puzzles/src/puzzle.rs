//! The kinds of puzzle.
//!
//! A kind is a file with a [`Puzzle`] and its loader, and a row of [`KINDS`]. A puzzle states its
//! constraints ([`Puzzle::csp`]) and separately checks a solution by its rules ([`Puzzle::check`]): the two
//! are written independently, so each guards the other.

mod dice;
mod format;
mod model;
mod pips;
mod places;
mod seating;
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
pub(crate) use written::is_sudoku;
pub use written::{Written, declared, read as read_written};

use crate::picture::{Picture, View};
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Table};
use cnfetti_kinds::library::{Family, SHIPPED};

/// A board of dominoes without its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Row and column of each cell, row by row.
    pub cells: Vec<(usize, usize)>,
    /// The numbers on the dominoes, in the order of the file.
    pub dominoes: Vec<[Value; 2]>,
}

/// One puzzle.
///
/// A solution of the puzzle is a solution of its [`Csp`]: a value for each variable, in the
/// order of [`Csp::variables`].
pub trait Puzzle: Send + Sync {
    /// The constraints, the same in each call.
    fn csp(&self) -> Csp;

    /// The constraints, with the rotations and reflections of the board that visibly preserve them declared
    /// as symmetries. For counting up to these, in kinds that otherwise count all solutions. An error says
    /// why this is not possible.
    fn turned(&self) -> Result<Csp, Unturned> {
        let csp = self.csp();
        if csp.symmetry().permutations.is_empty() { Err(Unturned::Nothing) } else { Ok(csp) }
    }

    /// The constraints as people look at the puzzle, for explanations.
    fn viewpoint(&self) -> Viewpoint {
        Viewpoint { csp: self.csp(), noted: Vec::new() }
    }

    /// Checks a solution by the puzzle's rules, without the constraints.
    fn check(&self, solution: &[Value]) -> Result<(), Broken>;

    /// The board for a terminal: the puzzle or a solution, with escape codes for colours. Ends with a line
    /// end. Use [`painted`], which also converts the text to the alphabet.
    fn paint(&self, solution: Option<&[Value]>, alphabet: Alphabet) -> String;

    /// The board in plain text.
    fn draw(&self, solution: Option<&[Value]>) -> String {
        uncoloured::uncoloured(&self.paint(solution, Alphabet::Unicode))
    }

    /// The board as a picture.
    fn picture(&self, view: &View<'_>) -> Picture;

    /// Whether the picture shows a player's entries and the position of each unknown.
    fn is_played(&self) -> bool {
        false
    }

    /// For kinds that are files: what the kind declares and the puzzle gives, for puzzle editors.
    fn given(&self) -> Option<serde_json::Value> {
        None
    }

    /// Returns the outline and the dominoes of a board of dominoes.
    fn outline(&self) -> Option<Outline> {
        None
    }

    /// Appends the solution as in the JSON output, on one line.
    fn write_json(&self, solution: &[Value], out: &mut String);

    /// Reads a solution in the form of [`Puzzle::write_json`]. What cannot be a solution at all, such as a
    /// domino that is not in the set, is a broken rule.
    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken>;

    /// Reads a half-filled board: an incomplete solution in the form of [`Puzzle::write_json`], in which
    /// open parts are `null` or missing. Returns each variable at most once.
    fn read_entries(&self, json: &serde_json::Value) -> Result<Vec<Atom>, Broken>;

    /// How many lists a value of a half-filled board is in, below this key: the rows of a board, and the board.
    fn lists_around(&self, _key: &str) -> usize {
        2
    }

    /// The constraints and entries of a half-filled board, for finding a solution that contains the entries.
    /// [`Puzzle::csp`] orders equal things; here they have no order, because it does not matter which of
    /// them was entered where.
    fn entered(&self, json: &serde_json::Value) -> Result<(Csp, Vec<Atom>), Broken> {
        Ok((self.csp(), self.read_entries(json)?))
    }

    /// The rules that are said in the same words everywhere, each with its short name: `island`.
    fn rule_names(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The squares of the boards that [`Puzzle::paint`] draws; `None` if it draws none.
    fn squares(&self) -> Option<Squares> {
        None
    }

    /// The places in which two solutions differ, each in a few words.
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

    /// The puzzle in a file format: a whole file for one of [`FORMATS`]; for `toml`, the keys after the
    /// common ones, with tables last.
    fn export(&self, format: &str, about: &About<'_>) -> Result<String, Unwritable>;

    /// Why there can be no solution, if plain counting shows it: an odd number of cells for dominoes, more
    /// candidates than seats. A sentence that begins in lower case.
    fn flaw(&self) -> Option<String> {
        None
    }

    /// How sentences name a variable of the CSP.
    fn words(&self, csp: &Csp, variable: VarId) -> Words {
        Words::plain(csp, variable)
    }

    /// How sentences name a value of a variable.
    fn value_words(&self, variable: VarId, value: Value) -> String {
        let _ = variable;
        value.to_string()
    }

    /// The board with the possible values of each variable, for a terminal. Ends with a line end. Use
    /// [`painted_candidates`], which also converts the text to the alphabet.
    fn paint_candidates(
        &self,
        csp: &Csp,
        candidates: &[Vec<Value>],
        _alphabet: Alphabet,
    ) -> String {
        words::list(csp, candidates)
    }

    /// Whether [`Puzzle::paint`] without a solution shows rules that [`Puzzle::paint_candidates`] does not,
    /// such as regions or words.
    fn has_legend(&self) -> bool {
        false
    }

    /// What a solution assigns values to, if that is not obvious from the puzzle.
    fn counted_over(&self) -> Option<String> {
        None
    }

    /// The puzzle whose solutions are counted over the variables with these names, which may follow from those of the CSP.
    /// Its CSP has the same variables, and perhaps more after them. `None` if it does not know all names.
    fn counting_over(&self, names: &[String]) -> Option<Result<Box<dyn Puzzle>, InputError>> {
        let _ = names;
        None
    }

    /// The variables that are none of the CSP, because their values follow from those.
    fn following(&self) -> Vec<Following> {
        Vec::new()
    }

    /// The value of such a variable if others have these values; `None` if they cannot.
    fn value_following(&self, variable: &Following, solution: &[Value]) -> Option<i64> {
        let _ = (variable, solution);
        None
    }

    /// The solution for a modelling tool, if the file's language defines outputs.
    fn put_out(&self, solution: &[Value]) -> Option<String> {
        let _ = solution;
        None
    }

    /// Whether [`Puzzle::competition`] returns something.
    fn has_competition(&self) -> bool {
        false
    }

    /// The solution in `v` lines, in the format of the competitions for the file's language.
    fn competition(&self, solution: &[Value]) -> Option<String> {
        let _ = solution;
        None
    }

    /// The output variables, if the file's language defines outputs.
    fn outputs(&self) -> Option<Vec<VarId>> {
        None
    }

    /// The solution that came with the puzzle's file, if any, unchecked. What cannot be a solution at all is
    /// a broken rule.
    fn known_solution(&self) -> Option<Result<Vec<Value>, Broken>> {
        None
    }
}

/// A variable with too many values to be one of the CSP, whose value follows from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Following {
    /// The name of the variable.
    pub name: String,
    /// What it follows from.
    pub from: Vec<VarId>,
    /// Its position in the model.
    position: usize,
}

/// The squares of a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Squares {
    /// Squares with numbers, and with the puzzle's other content.
    Numbers {
        /// The number of columns.
        columns: usize,
        /// The length of the longest number, in characters: longer text, or several numbers, leave the
        /// square open.
        longest: usize,
    },
    /// Squares with words.
    Words {
        /// The number of columns.
        columns: usize,
        /// The length of the longest word, in characters: longer text, or several words, leave the square
        /// open.
        longest: usize,
    },
    /// Cells and what is between them, which the puzzle reads itself. Every corner of a cell is drawn.
    Board {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Rows of single letters, any number of them.
    Letters,
}

/// The characters that a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// All characters.
    #[default]
    Unicode,
    /// The 95 printable characters of ASCII; texts from the puzzle's file are not converted.
    Ascii,
}

/// A value of a variable in JSON: its word, or else a number.
pub fn value_json(csp: &Csp, variable: VarId, value: Value) -> serde_json::Value {
    csp.variables()[variable.index()].word(value).map_or_else(|| value.into(), Into::into)
}

/// The board for a terminal, as [`Puzzle::paint`] draws it.
pub fn painted(puzzle: &dyn Puzzle, solution: Option<&[Value]>, alphabet: Alphabet) -> String {
    alphabet.write(puzzle.paint(solution, alphabet))
}

/// The board with candidates for a terminal, as [`Puzzle::paint_candidates`] draws it.
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

/// A puzzle as people look at it: what can be known about it, and which rules lead there. (Geelen, Dual
/// viewpoint heuristics for binary constraint satisfaction problems, ECAI 1992.)
#[derive(Clone, Debug)]
pub struct Viewpoint {
    /// The variables and constraints of the puzzle's [`Csp`], in order, followed by variables that these
    /// determine, and by constraints that follow or define the added variables.
    pub csp: Csp,
    /// Variables that explanations mention only once they are decided: their possible values can be seen
    /// from the results of the [`Selection`](cnfetti_core::csp::Selection)s over them.
    pub noted: Vec<VarId>,
}

/// Why a puzzle is not counted up to rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unturned {
    /// It has no board that could be turned.
    #[error("nothing in this puzzle can be turned")]
    Nothing,
    /// Solutions that differ only in something found count as one.
    #[error("some solutions that differ already count as one")]
    Projected,
    /// Values are words and directions. Directions would have to turn with the board, and nobody says which words
    /// would become which others, as `up` becomes `down`.
    #[error("what is found are words or directions, which would have to turn with the board")]
    Named,
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
    /// The families that it belongs to; none for models, which can be anything.
    pub families: &'static [Family],
    /// Takes the kind's own keys from the file.
    pub load: Load,
}

/// Reads the keys of one kind of puzzle.
type Load = fn(&mut Table<'_>, &Budget) -> Result<Box<dyn Puzzle>, InputError>;

/// Every kind of puzzle.
pub const KINDS: &[Kind] = &[dice::KIND, model::KIND, pips::KIND, seating::KIND];

/// The names of all kinds that come with the program: these, and those that are files.
pub fn names_of_kinds<'a>() -> impl Iterator<Item = &'a str> {
    KINDS.iter().map(|kind| kind.name).chain(SHIPPED.iter().map(|kind| kind.name))
}
