//! The front door: a problem, and every question about it.
//!
//! Read a [`Problem`] from a file or a text, or build it in code. Each question has options, all with
//! defaults, and an answer with the evidence for it ([`Basis`]).

mod basis;
mod candidates;
mod certify;
mod clues;
mod compare;
mod count;
mod encode;
mod error;
mod explain;
mod following;
mod judge;
mod means;
mod models;
mod reasoned;
mod sample;
mod show;
mod solutions;
mod solve;
mod unique;
mod variants;

pub use basis::Basis;
pub use candidates::Candidates;
pub use certify::{Certified, CertifyOptions, Claim};
pub use clues::{ClueOptions, Clues};
pub use compare::{CompareOptions, Compared, Comparing};
pub use count::{CountOptions, Counter, Counting, Number};
pub use encode::{EncodeOptions, Encoded};
pub use error::Error;
pub use explain::{ExplainOptions, Explained};
pub use following::{FollowingValues, MOST_VALUES};
pub use judge::{BrokenRules, Judged};
pub use means::Means;
pub use models::{Decided, Deciding, count_models, decide_formula};
pub use reasoned::{Deduced, Reasoned};
pub use sample::{SampleOptions, Sampled};
pub use solutions::{Listed, Listing, Solutions, SolutionsOptions};
pub use solve::{Optimal, Solution, SolveOptions, Solved};
pub use unique::{Uniqueness, Verdict};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cnfetti_core::csp::{Atom, Csp, Mark, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_explain::sentences::Speaker;
use cnfetti_puzzles::instance::{Expect, Instance, the_only_one};
use cnfetti_puzzles::puzzle::{Puzzle, Viewpoint};
use cnfetti_sat::search::bound::{Bounded, bounded};
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::solver::Backend;

/// A problem: a puzzle or a model from a file, or constraints stated in code.
///
/// ```
/// use cnfetti::Problem;
/// use cnfetti::csp::{AllDifferent, Csp};
///
/// let mut csp = Csp::new();
/// let scope = (1..=4).map(|number| csp.variable(format!("x{number}"), 1..=4)).collect();
/// csp.post(AllDifferent { scope, except: Vec::new() }.into(), "no number is there twice");
///
/// let number = Problem::new(csp).count(&Default::default())?;
/// assert_eq!(number.solutions(), &24_u32.into());
/// assert!(number.is_exact());
/// assert_eq!(number.basis().checked_by(), Some("blocking"));
/// # Ok::<(), cnfetti::problem::Error>(())
/// ```
#[derive(Clone)]
pub struct Problem {
    stated: Stated,
    /// The constraints, which all questions share.
    csp: Arc<Csp>,
    /// The entered values, with their reasons.
    entries: Vec<(Atom, String)>,
    /// The values that were left to variables by marks.
    marks: Vec<Mark>,
    /// What the file says about its own problem.
    expect: Expect,
    /// The evidence that no solution is better, if the objective was turned into a constraint.
    assumed: Evidence,
    /// Whether this is still the file's problem, except for its objective.
    is_as_read: bool,
}

/// The source of a problem.
#[derive(Clone)]
enum Stated {
    /// A file or a text.
    Read { instance: Arc<Instance>, path: PathBuf, text: String },
    /// The calling program.
    Built,
}

/// The name, in messages, of a text without a file.
const TEXT: &str = "the text";

/// The largest number of values that an error lists.
const MANY_VALUES: usize = 12;

/// The name of a problem stated in code.
const BUILT: &str = "built";

impl Problem {
    /// Creates a problem from constraints stated in code.
    pub fn new(csp: Csp) -> Problem {
        let (entries, marks, expect) = (Vec::new(), Vec::new(), Expect::default());
        Problem {
            stated: Stated::Built,
            csp: Arc::new(csp),
            entries,
            marks,
            expect,
            assumed: Evidence::Nothing,
            is_as_read: true,
        }
    }

    /// Reads a file in any format; `-` is standard input. `FILE#NAME` is the problem with that name in a file
    /// that contains several. MiniZinc models need `minizinc` on the path.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or does not contain exactly one problem.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Problem, Error> {
        Problem::from_file_within(path, &Means::default())
    }

    /// Reads a file like [`from_file`](Problem::from_file), within a limit of time.
    ///
    /// # Errors
    ///
    /// Those of [`from_file`](Problem::from_file), and a limit.
    pub fn from_file_within(path: impl AsRef<Path>, means: &Means) -> Result<Problem, Error> {
        let path = path.as_ref();
        let budget = means.budget();
        let (instance, text) = cnfetti_programs::instance::load_with_text(path, &budget)?;
        let (path, _) = cnfetti_puzzles::instance::split_address(path);
        Ok(Problem::read(Arc::new(instance), path, text))
    }

    /// Reads a text in any format that a file can have.
    ///
    /// # Errors
    ///
    /// The text does not contain exactly one problem.
    pub fn from_text(text: impl Into<String>) -> Result<Problem, Error> {
        Problem::from_text_within(TEXT, text, &Means::default())
    }

    /// Reads a text like [`from_text`](Problem::from_text), within a limit of time. `name` is its name in
    /// messages.
    ///
    /// # Errors
    ///
    /// Those of [`from_text`](Problem::from_text), and a limit.
    pub fn from_text_within(
        name: impl Into<PathBuf>,
        text: impl Into<String>,
        means: &Means,
    ) -> Result<Problem, Error> {
        Problem::from_source((name.into(), text.into(), None), means)
    }

    /// Reads what [`source`](Problem::source) returned.
    ///
    /// # Errors
    ///
    /// Those of [`from_text_within`](Problem::from_text_within).
    pub fn from_source(
        (name, text, part): (PathBuf, String, Option<String>),
        means: &Means,
    ) -> Result<Problem, Error> {
        let budget = means.budget();
        let (path, text) = cnfetti_programs::instance::flattened(name, text, &budget)?;
        let all = cnfetti_puzzles::instance::from_text(path.clone(), part, &text, &budget)?;
        let instance = the_only_one(&path, all)?;
        Ok(Problem::read(Arc::new(instance), path, text))
    }

    /// The name of the file, its text and, if that has several problems, the name of this one. `None` if the text is not
    /// known.
    pub fn source(&self) -> Option<(PathBuf, String, Option<String>)> {
        match &self.stated {
            Stated::Read { instance, path, text } if !text.is_empty() => {
                Some((path.clone(), text.clone(), instance.part.clone()))
            }
            _ => None,
        }
    }

    /// Creates a problem from an instance that was read before. Messages use the path as its name. The text
    /// of the file is not known, so its certificates are certificates of its formula.
    pub fn from_instance(instance: impl Into<Arc<Instance>>, path: impl Into<PathBuf>) -> Problem {
        let read = Problem::read(instance.into(), path.into(), String::new());
        Problem { is_as_read: false, ..read }
    }

    fn read(instance: Arc<Instance>, path: PathBuf, text: String) -> Problem {
        let (csp, expect) = (Arc::new(instance.puzzle.csp()), instance.expect.clone());
        let stated = Stated::Read { instance, path, text };
        let assumed = Evidence::Nothing;
        let (entries, marks) = (Vec::new(), Vec::new());
        Problem { stated, csp, entries, marks, expect, assumed, is_as_read: true }
    }

    /// The variables and constraints, without the entered values.
    pub fn csp(&self) -> &Csp {
        &self.csp
    }

    /// The kind of puzzle; `None` for a problem stated in code.
    pub fn kind(&self) -> Option<&'static str> {
        self.instance().map(|instance| instance.kind)
    }

    /// The title, if the file has one.
    pub fn title(&self) -> Option<&str> {
        self.instance().and_then(|instance| instance.title.as_deref())
    }

    /// What the file says about the number of solutions; nothing if entries or a projection have changed the
    /// problem.
    pub fn expected(&self) -> &Expect {
        &self.expect
    }

    /// Looks up a variable by name.
    pub fn variable(&self, name: &str) -> Option<VarId> {
        self.csp.ids().find(|&id| self.csp.name(id) == name)
    }

    /// Fixes these values: answers are about the solutions that have them or, with an objective, about the
    /// optimal solutions that have them.
    ///
    /// # Errors
    ///
    /// A variable cannot have its value.
    pub fn with_entries(
        mut self,
        entries: impl IntoIterator<Item = (VarId, Value)>,
    ) -> Result<Problem, Error> {
        for (variable, value) in entries {
            if variable.index() >= self.csp.variables().len() {
                return Err(Error::NotAVariable);
            }
            if self.csp.domain(variable).binary_search(&value).is_err() {
                return Err(self.not_a_value(variable, value));
            }
            let atom = Atom { variable, value };
            let reason = format!("{}, as entered", self.speaker().values([(variable, value)]));
            self.entries.push((atom, reason));
        }
        Ok(self.changed())
    }

    /// Leaves variables only these values, as the pencil marks of a player do.
    ///
    /// # Errors
    ///
    /// A variable cannot have any of its values.
    pub fn with_marks(
        mut self,
        marks: impl IntoIterator<Item = (VarId, Vec<Value>)>,
    ) -> Result<Problem, Error> {
        for (variable, values) in marks {
            if variable.index() >= self.csp.variables().len() {
                return Err(Error::NotAVariable);
            }
            let domain = self.csp.domain(variable);
            let left: Vec<Value> =
                domain.iter().copied().filter(|value| values.contains(value)).collect();
            match values.first() {
                Some(&value) if left.is_empty() => return Err(self.not_a_value(variable, value)),
                _ if left.len() == domain.len() => continue,
                _ => {}
            }
            let values = left;
            let reason = format!("{}, as marked", self.speaker().left(variable, &values));
            self.marks.push(Mark { variable, values, reason });
        }
        Ok(self.changed())
    }

    /// The marks of a player.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The constraints with what was entered.
    fn entered(&self, mut csp: Arc<Csp>) -> Arc<Csp> {
        if !self.entries.is_empty() || !self.marks.is_empty() {
            let csp = Arc::make_mut(&mut csp);
            csp.enter(self.entries.iter().cloned());
            csp.enter_marks(self.marks.iter().cloned());
        }
        csp
    }

    /// The entered values.
    pub fn entries(&self) -> impl Iterator<Item = (VarId, Value)> {
        self.entries.iter().map(|(entry, _)| (entry.variable, entry.value))
    }

    fn not_a_value(&self, variable: VarId, value: Value) -> Error {
        let words = |&value: &Value| match self.puzzle() {
            Some(puzzle) => puzzle.value_words(variable, value),
            None => value.to_string(),
        };
        let domain = self.csp.domain(variable);
        let first: Vec<String> = domain.iter().take(MANY_VALUES).map(words).collect();
        let more = if domain.len() > MANY_VALUES { ", …" } else { "" };
        Error::NotAValue {
            name: self.speaker().subject(variable),
            value: words(&value),
            expected: if domain.len() > 1 { "one of " } else { "" }.to_owned()
                + &first.join(", ")
                + more,
        }
    }

    fn instance(&self) -> Option<&Instance> {
        match &self.stated {
            Stated::Read { instance, .. } => Some(instance),
            Stated::Built => None,
        }
    }

    /// The puzzle of the file; `None` for a problem stated in code.
    pub fn puzzle(&self) -> Option<&dyn Puzzle> {
        self.instance().map(|instance| &*instance.puzzle)
    }

    /// The name of the problem in messages: its file, with `#NAME` if the file has several.
    pub fn name(&self) -> String {
        match &self.stated {
            Stated::Read { instance, path, .. } => instance.name_in(path),
            Stated::Built => BUILT.to_owned(),
        }
    }

    fn speaker(&self) -> Speaker<'_> {
        self.speaker_of(&self.csp)
    }

    /// The speaker for a problem with the same variables.
    fn speaker_of<'a>(&'a self, csp: &'a Csp) -> Speaker<'a> {
        self.puzzle().map_or_else(|| Speaker::new(csp), |puzzle| Speaker::of_puzzle(puzzle, csp))
    }

    /// The viewpoint of a person on the problem.
    fn viewpoint(&self, asked: &Csp) -> Viewpoint {
        match self.puzzle() {
            Some(puzzle) => {
                cnfetti_explain::overview::viewpoint(puzzle, asked, &self.entries, &self.marks)
            }
            None => Viewpoint { csp: asked.clone(), noted: Vec::new() },
        }
    }

    /// The problem without its objective: that of its optimal solutions.
    fn asked(&self, means: &Means, backend: &Backend, budget: &Budget) -> Result<Bounded, Error> {
        let mut bounded = bounded(&self.csp, &means.choices(), backend, budget)?;
        bounded.evidence = bounded.evidence.and(self.assumed);
        bounded.csp = self.entered(bounded.csp);
        Ok(bounded)
    }

    /// The problem with its objective, if the solver may optimize by itself. It may not if entries select
    /// some of the optimal solutions.
    fn whole(&self, means: &Means, backend: &Backend, budget: &Budget) -> Result<Bounded, Error> {
        match self.entries.is_empty() && self.marks.is_empty() {
            true => Ok(Bounded { evidence: self.assumed, ..Bounded::of(self.csp.clone()) }),
            false => self.asked(means, backend, budget),
        }
    }

    /// Wraps a solution after checking it by the rules.
    fn checked(&self, solution: Vec<Value>) -> Result<Solution, Error> {
        self.check(&solution)?;
        Ok(Solution::new(solution))
    }

    fn check(&self, solution: &[Value]) -> Result<(), Error> {
        match self.puzzle() {
            Some(puzzle) => Ok(puzzle.check(solution)?),
            None if self.csp.is_solution(solution) => Ok(()),
            None => Err(Error::NotASolution),
        }
    }
}

impl From<Csp> for Problem {
    fn from(csp: Csp) -> Problem {
        Problem::new(csp)
    }
}
