//! Turns the keys of a new puzzle into its file: reads the puzzle back, counts its solutions, and
//! adds `[expect]`.

use itertools::Itertools;
use num_bigint::BigUint;

use crate::compile::Choices;
use crate::csp::Csp;
use crate::exact::{self, Limits};
use crate::instance;
use crate::limit::Stopped;
use crate::search::blocking::{self, Count, CountError, Counted};
use crate::search::ended::Ended;

use super::{GenerateError, Generator, Made, Mix, Tools};

/// The steps that the exact counter may take. They affect who confirms the puzzle, not the puzzle
/// itself.
const EXACT_STEPS: u64 = 300_000_000;

/// The requested difficulty, for the puzzle's file.
pub(super) struct Asked {
    /// The difficulty as on the command line.
    pub difficulty: String,
    /// The difficulty of the puzzle, as a sentence.
    pub comment: String,
}

impl Generator {
    /// Reads the puzzle back, counts its solutions, and writes the number into its file.
    pub(super) fn finish(
        &self,
        size: &[usize],
        seed: u64,
        keys: &str,
        asked: Option<&Asked>,
        tools: &Tools<'_>,
    ) -> Result<Made, GenerateError> {
        let kind = &self.kind;
        let board = match tools.shape {
            Some(shape) => format!("--shape {}", shape.name.escape_default()),
            None => format!("--size {}", size.iter().join("x")),
        };
        let version = env!("CARGO_PKG_VERSION");
        let (mut option, comment) = match asked {
            None => (String::new(), String::new()),
            Some(Asked { difficulty, comment }) => {
                (format!(" --difficulty {difficulty}"), format!("# {comment}\n"))
            }
        };
        for technique in tools.without {
            option += &format!(" --without '{}'", technique.name);
        }
        if let Some(symmetry) = tools.symmetry {
            option += &format!(" --symmetry {}", symmetry.name());
        }
        for (name, value) in self.named(tools.set) {
            option += &format!(" --set {name}={value}");
        }
        if tools.shape.is_some_and(|shape| shape.dominoes.is_none()) {
            option += " --dominoes dealt";
        }
        if tools.mix != Mix::default() {
            option += &format!(" --rules {}", tools.mix);
        }
        let mut text = format!(
            "kind = {}\n\
             source = \"cnfetti {version}: generate {kind} {board} --seed {seed}{option}\"\n\
             {comment}{keys}",
            self.key()
        );
        let csp = instance::parse(&text)?.puzzle.csp();
        let numbers = count(&csp, tools)?;
        if numbers.classes != BigUint::from(1_u32) {
            return Err(GenerateError::NotUnique(numbers.classes));
        }
        text.push_str(&expect(&csp, &numbers));
        Ok(Made { instance: instance::parse(&text)?, text, hardest: None, score: None })
    }
}

/// Counts with the solver and, if that is quick, with the exact counter; both must agree.
fn count(csp: &Csp, tools: &Tools<'_>) -> Result<Count, GenerateError> {
    let choices = Choices::default();
    let Counted { count: numbers, end, .. } =
        blocking::count(csp, &choices, tools.backend, &tools.budget, |_| {})?;
    if let Ended::Stopped(limit) = end {
        return Err(Stopped(limit).into());
    }
    let budget = tools.budget.of_steps(EXACT_STEPS);
    let (other, _) = exact::count(csp, &Limits { budget, ..cnfetti_process::machine::limits() })
        .map_err(CountError::from)?;
    if other.exact && other.solutions != numbers.solutions {
        return Err(GenerateError::Disagree(numbers.solutions, other.solutions));
    }
    Ok(numbers)
}

/// The table `[expect]` of the puzzle.
fn expect(csp: &Csp, numbers: &Count) -> String {
    let mut text = format!("\n[expect]\nsolutions = {}\n", numbers.solutions);
    if !csp.symmetry().is_trivial() {
        text.push_str(&format!("classes = {}\n", numbers.classes));
    }
    for (projection, number) in csp.projections().iter().zip(&numbers.projected) {
        text.push_str(&format!("{} = {number}\n", projection.name));
    }
    text
}
