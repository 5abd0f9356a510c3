//! Random puzzles of every kind, written as files, with all their solutions by brute force.
//!
//! The solutions follow from the rules as documented, by trying one place after the other. This
//! uses nothing of the crate: no constraints, no formula, no reader.

mod dice;
mod pen;
mod pips;
mod pips_boards;
mod pips_files;
mod published;
mod seating;
mod seating_files;
mod signs;
mod toml;

use std::collections::BTreeSet;

pub(crate) use pen::Pen;

/// A solution: a value for each of [`Rules::names`], then whatever else distinguishes it.
pub(crate) type Answer = Vec<i32>;

/// A puzzle, by its rules.
pub(crate) trait Rules {
    /// Finds solutions, each once, until the search is over.
    fn search(&self, search: &mut Search);

    /// The names, in the output, of the values at the beginning of an answer, in order.
    fn names(&self) -> Vec<String>;

    /// A key that is equal for answers that differ only in the names of dice, or of subjects of
    /// equal size.
    fn unnamed(&self, answer: &Answer) -> Vec<Vec<i32>> {
        vec![answer.clone()]
    }

    /// A key that is also equal for answers that differ by turning or reflecting the figure.
    fn unturned(&self, answer: &Answer) -> Vec<Vec<i32>> {
        self.unnamed(answer)
    }

    /// The answer in the documented JSON.
    fn json(&self, answer: &Answer) -> serde_json::Value;

    /// Reads an answer from JSON. Panics if it does not have the documented form.
    fn read(&self, json: &serde_json::Value) -> Answer;

    /// The puzzle with one rule less, if there is one to remove.
    fn relaxed(&self, pen: &mut Pen) -> Option<Box<dyn Rules>>;

    /// Whether different solutions can show the same board.
    fn has_grids(&self) -> bool {
        false
    }
}

/// The answers found so far, and how many more to find.
pub(crate) struct Search {
    found: Vec<Answer>,
    most: usize,
    steps_left: usize,
}

impl Search {
    /// Whether to continue. Called before each place is tried.
    fn goes_on(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(1);
        self.steps_left > 0 && self.found.len() < self.most
    }

    fn find(&mut self, answer: Answer) {
        self.found.push(answer);
    }
}

/// Puzzles with more solutions are drawn again.
const MOST: usize = 600;

/// Puzzles that take longer to search are drawn again.
const STEPS: usize = 50_000;

/// Up to `most` solutions in increasing order, and whether these are all.
pub(crate) fn solutions(rules: &dyn Rules, most: usize) -> (Vec<Answer>, bool) {
    let mut search = Search { found: Vec::new(), most: most + 1, steps_left: STEPS };
    rules.search(&mut search);
    let is_complete = search.steps_left > 0 && search.found.len() <= most;
    let mut found = search.found;
    found.sort();
    let number = found.len();
    found.dedup();
    assert_eq!(found.len(), number, "the search by hand finds no answer twice");
    (found, is_complete)
}

/// The true numbers of a puzzle.
pub(crate) struct Truth {
    /// All solutions, in increasing order.
    pub(crate) solutions: Vec<Answer>,
    /// The number of solutions up to names.
    pub(crate) up_to_renaming: usize,
    /// The number of solutions up to names and turning.
    pub(crate) classes: usize,
    /// The number of different boards, for dominoes.
    pub(crate) grids: Option<usize>,
}

impl Truth {
    /// `None` if there are too many solutions.
    fn of(rules: &dyn Rules) -> Option<Truth> {
        let (solutions, is_complete) = solutions(rules, MOST);
        if !is_complete {
            return None;
        }
        let different = |key: &dyn Fn(&Answer) -> Vec<Vec<i32>>| {
            solutions.iter().map(key).collect::<BTreeSet<_>>().len()
        };
        let cells = rules.names().len();
        let grids = rules.has_grids().then(|| different(&|answer| vec![answer[..cells].to_vec()]));
        Some(Truth {
            up_to_renaming: different(&|answer| rules.unnamed(answer)),
            classes: different(&|answer| rules.unturned(answer)),
            grids,
            solutions,
        })
    }
}

/// What a file says besides the puzzle.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) title: Option<String>,
    pub(crate) source: Option<String>,
    /// The keys of `[expect]`, with their numbers.
    pub(crate) expect: Vec<(&'static str, usize)>,
    /// If the file has a solution for dominoes, whether it is correct.
    pub(crate) known: Option<bool>,
}

/// A puzzle of a file.
pub(crate) struct Puzzle {
    /// The puzzle's name, in a file of several.
    pub(crate) part: Option<String>,
    pub(crate) about: About,
    pub(crate) rules: Box<dyn Rules>,
    pub(crate) truth: Truth,
}

/// A drawn file.
pub(crate) struct Drawn {
    pub(crate) text: String,
    /// The extension of its name.
    pub(crate) extension: &'static str,
    /// At least one puzzle.
    pub(crate) puzzles: Vec<Puzzle>,
    /// The features of the format and of puzzles that it uses.
    pub(crate) features: Vec<&'static str>,
}

/// How to draw puzzles of a kind.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// `None` if the puzzle has too many solutions.
    draw: fn(&mut Pen) -> Option<Drawn>,
    /// All possible [`Drawn::features`].
    pub(crate) features: &'static [&'static [&'static str]],
}

pub(crate) const KINDS: [Kind; 4] = [
    Kind {
        name: "dice",
        draw: dice::draw,
        features: &[
            dice::FEATURES,
            toml::FEATURES,
            toml::ARRAYS,
            toml::INTEGERS,
            NUMBERS,
            MANY,
            RENAMED,
        ],
    },
    Kind {
        name: "signs",
        draw: signs::draw,
        features: &[signs::FEATURES, toml::FEATURES, toml::INTEGERS, toml::ROWS, NUMBERS],
    },
    Kind {
        name: "pips",
        draw: pips_files::draw,
        features: &[
            pips::FEATURES,
            pips_files::FEATURES,
            published::FEATURES,
            toml::FEATURES,
            toml::ARRAYS,
            toml::ROWS,
            NUMBERS,
            MANY,
        ],
    },
    Kind {
        name: "seating",
        draw: seating_files::draw,
        features: &[
            seating_files::FEATURES,
            toml::FEATURES,
            toml::ARRAYS,
            toml::INTEGERS,
            toml::ROWS,
            NUMBERS,
            MANY,
            RENAMED,
        ],
    },
];

/// The numbers of solutions.
const NUMBERS: &[&str] = &["no solution", "one solution", "2 to 20 solutions"];

/// Signs hardly ever have so many.
const MANY: &[&str] = &["over 20 solutions"];

/// For kinds with interchangeable names.
const RENAMED: &[&str] = &["one up to renaming", "several up to renaming"];

const OUTCOMES: [&[&str]; 3] = [NUMBERS, MANY, RENAMED];

/// Draws the file of a kind with this seed.
pub(crate) fn draw(kind: &Kind, seed: u64) -> Drawn {
    let mut pen = Pen::new(kind.name, seed);
    loop {
        pen.forget();
        let Some(mut drawn) = (kind.draw)(&mut pen) else { continue };
        drawn.features = pen.features();
        for puzzle in &drawn.puzzles {
            drawn.features.extend(outcomes(&puzzle.truth));
        }
        drawn.features.retain(|feature| {
            let is_told = |all: &&[&str]| all.contains(feature);
            !OUTCOMES.iter().any(is_told) || kind.features.iter().any(is_told)
        });
        return drawn;
    }
}

/// The features of a puzzle's solutions. Only those that the kind lists count.
fn outcomes(truth: &Truth) -> Vec<&'static str> {
    let number = match truth.solutions.len() {
        0 => "no solution",
        1 => "one solution",
        2..=20 => "2 to 20 solutions",
        _ => "over 20 solutions",
    };
    let classes = if truth.up_to_renaming == 1 { RENAMED[0] } else { RENAMED[1] };
    [number, classes].into_iter().take(truth.solutions.len().clamp(1, 2)).collect()
}
