//! Random puzzles of every kind, written as files, and all their solutions by brute force.
//!
//! What is right is worked out from the rules as the documentation has them, by trying one place
//! after the other. Nothing of the crate is used for it: no constraints, no formula, no reader.

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

/// A solution: a value for each of [`Rules::names`], and then whatever else tells it apart.
pub(crate) type Answer = Vec<i32>;

/// A puzzle as its rules have it.
pub(crate) trait Rules {
    /// Finds solutions, each once, until the search is over.
    fn search(&self, search: &mut Search);

    /// What the values at the beginning of an answer are called in the output, in their order.
    fn names(&self) -> Vec<String>;

    /// Equal for answers that differ only in the names of dice or of subjects of equal size.
    fn unnamed(&self, answer: &Answer) -> Vec<Vec<i32>> {
        vec![answer.clone()]
    }

    /// Equal for answers that differ only in such names, and by turning or reflecting the figure.
    fn unturned(&self, answer: &Answer) -> Vec<Vec<i32>> {
        self.unnamed(answer)
    }

    /// The answer as the documented JSON has it.
    fn json(&self, answer: &Answer) -> serde_json::Value;

    /// The answer that JSON says. Panics when it is not in the documented form.
    fn read(&self, json: &serde_json::Value) -> Answer;

    /// The puzzle with a rule less, when it has one that can go.
    fn relaxed(&self, pen: &mut Pen) -> Option<Box<dyn Rules>>;

    /// Whether boards that different solutions leave can be the same.
    fn has_grids(&self) -> bool {
        false
    }
}

/// Answers found so far, and how many more are wanted.
pub(crate) struct Search {
    found: Vec<Answer>,
    most: usize,
    steps_left: usize,
}

impl Search {
    /// Whether to go on. Asked before each place that is tried.
    fn goes_on(&mut self) -> bool {
        self.steps_left = self.steps_left.saturating_sub(1);
        self.steps_left > 0 && self.found.len() < self.most
    }

    fn find(&mut self, answer: Answer) {
        self.found.push(answer);
    }
}

/// Puzzles with more solutions than this are drawn again.
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

/// What is known of a puzzle.
pub(crate) struct Truth {
    /// All solutions, in increasing order.
    pub(crate) solutions: Vec<Answer>,
    /// How many there are up to names.
    pub(crate) up_to_renaming: usize,
    /// How many there are up to names and turning.
    pub(crate) classes: usize,
    /// How many different boards they leave, for dominoes.
    pub(crate) grids: Option<usize>,
}

impl Truth {
    /// `None` when there is too much to know.
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

/// What a file says beside the puzzle.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    pub(crate) title: Option<String>,
    pub(crate) source: Option<String>,
    /// Keys of `[expect]`, with their numbers.
    pub(crate) expect: Vec<(&'static str, usize)>,
    /// Where the file has a solution for each domino's halves: whether it is one.
    pub(crate) known: Option<bool>,
}

/// One puzzle of a file.
pub(crate) struct Puzzle {
    /// Its name, in a file of several.
    pub(crate) part: Option<String>,
    pub(crate) about: About,
    pub(crate) rules: Box<dyn Rules>,
    pub(crate) truth: Truth,
}

/// A file that was drawn.
pub(crate) struct Drawn {
    pub(crate) text: String,
    /// Of the file's name.
    pub(crate) extension: &'static str,
    /// At least one.
    pub(crate) puzzles: Vec<Puzzle>,
    /// What of the format and of puzzles was drawn in it.
    pub(crate) features: Vec<&'static str>,
}

/// How puzzles of a kind are drawn.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// `None` when the puzzle has too many solutions.
    draw: fn(&mut Pen) -> Option<Drawn>,
    /// All that [`Drawn::features`] can have.
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

/// How many solutions there are.
const NUMBERS: &[&str] = &["no solution", "one solution", "2 to 20 solutions"];

/// Signs hardly ever have as many.
const MANY: &[&str] = &["over 20 solutions"];

/// Where there are names to exchange.
const RENAMED: &[&str] = &["one up to renaming", "several up to renaming"];

const OUTCOMES: [&[&str]; 3] = [NUMBERS, MANY, RENAMED];

/// The file of a kind with this seed.
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

/// What is told of the answers to a puzzle, where the kind has it among its features.
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
