//! From the givens to what holds in every solution, in small steps.
//!
//! A step takes a few posted constraints and a few earlier facts and concludes something new.
//! Steps of one constraint come first, then those of few constraints. (Bogaerts, Gamba and
//! Guns, A Framework for Step-Wise Explaining How to Solve Constraint Satisfaction Problems,
//! Artificial Intelligence 300, 2021; Gamba, Bogaerts and Guns, Efficiently Explaining CSPs with
//! Unsatisfiable Subset Optimization, JAIR 78, 2023.)
//!
//! # How a step is found
//!
//! A puzzle is explained from its viewpoint (`Puzzle::viewpoint`): variables for what a person sees, such as lines
//! between cells, and the rules over these. No step says where dominoes can still lie (`tiling`), because a reader sees
//! that from the cells and lines. A fact is everything that is known about one variable, however many values are ruled
//! out, because a reader sees that at once. The journal records the origin of each fact, so that steps which nothing
//! needs can be left out in the end.
//!
//! A step of several rules is a contradiction that unit propagation finds (`propagation`). Its constraints and facts come
//! from the implication graph, which solvers do not show, and are then minimized with a solver. If propagation finds
//! nothing, each constraint gets a literal that switches it on (`selectors`), so one solver answers which constraints
//! imply what. A question about several constraints is given up after a number of decisions. No step has a redundant rule or
//! fact. Contradictions of the whole puzzle and direct reasons even have the fewest rules, which implicit hitting sets find
//! (`smus`). For steps, this search was tried, and made hardly any of them shorter.
//!
//! Areas of equal numbers, as in Fillomino, are one constraint for the whole board. A person looks at one of them at a time,
//! and so do the techniques for them (`areas`), and what checks their steps ([`cnfetti_proof::refutation::areas`]).
//!
//! To find what one constraint leaves of the candidates, the search keeps assignments that support candidates from step
//! to step (`supports`), and asks a solver only about candidates without one. The first assignment is the problem's
//! solution, which no step makes invalid. The backbone, what holds in every solution, is computed for the
//! strengthened problem ([`backbone`]) and proved for the puzzle's own formula.

mod areas;
pub mod backbone;
mod checked_steps;
pub mod clue_report;
pub mod clues;
mod cognitive_load;
mod contradiction;
pub mod entries;
mod finders;
pub mod givens;
mod groups;
mod helpers;
mod journal;
mod merge;
mod multi_rule;
pub mod other_solutions;
pub mod overview;
mod pencil;
mod problem;
mod propagation;
mod prune;
mod rules;
mod selectors;
pub mod sentences;
mod shrink;
mod single_rule;
mod smus;
mod step_search;
mod steps;
mod supports;
mod supposition;
pub mod symmetry_breaking;
pub mod techniques;
mod tiling;
pub mod unique;
mod verify;

pub use cognitive_load::CognitiveLoad;
pub use contradiction::{Reason, contradiction, direct_reason};
pub use pencil::{Cause, Pattern};
pub use smus::Effort;
pub use supposition::{Link, Supposition};

use cnfetti_core::csp::{Atom, Csp, VarId};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_sat::compile::{Choices, NotCompiled, TooLarge, compile_within};
use cnfetti_sat::search::candidates::confirm_ruled_out;
use cnfetti_sat::search::candidates::{Candidates, Fact};
use cnfetti_sat::search::confirm::{Claim, Evidence};
use cnfetti_sat::solver::{Backend, Fault, NoAnswer, by_name};

use checked_steps::CheckedSteps;
use helpers::Helpers;
use pencil::Pencil;
use problem::{Draft, Problem};
use step_search::{LATE, SearchEnd};
use steps::Steps;
use techniques::Technique;
use tiling::Tiling;

/// A sequence of steps.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What is known before the first step: the givens and the root.
    pub start: Candidates,
    /// In order; each uses only what is known before it.
    pub steps: Vec<Step>,
    /// The constraints whose consequences a reader sees on the board, so that they are no steps, as positions in
    /// [`Csp::constraints`].
    pub seen_by: Vec<usize>,
    /// What holds in every solution: what the steps lead to, when all is explained.
    pub end: Candidates,
    /// The evidence that this is the end: the second solver or checker, if it checked steps that lead there.
    pub evidence: Evidence,
    /// The limit that ended the search early. The steps are then those found until that moment, and the end may
    /// not need all of them.
    pub stopped: Option<Stopped>,
}

/// One conclusion with its reason.
#[derive(Clone, Debug)]
pub struct Step {
    /// How it was found.
    pub technique: &'static Technique,
    /// How many rules and facts a person counts in it. What one sees at a glance counts once.
    pub load: CognitiveLoad,
    /// How many of them a reader has to look at together: fewer than all if the step supposes something or is
    /// several thoughts.
    pub at_once: usize,
    /// How many rules and facts there are, each fact counted.
    pub size: usize,
    /// The posted constraints that it needs, as positions in [`Csp::constraints`], increasing.
    /// Without any one of them the conclusions would not follow.
    pub constraints: Vec<usize>,
    /// What it needs of what is known already.
    pub facts: Vec<Fact>,
    /// What follows.
    pub conclusions: Vec<Fact>,
    /// What is known after it, including what a reader can see from that.
    pub after: Candidates,
    /// If it is several thoughts, one after another, a step for each.
    pub parts: Vec<Step>,
    /// If it is one thought about several places, a step for each place.
    pub alike: Vec<Step>,
    /// The chain of rules that leads to the contradiction, if applying one rule after another does.
    pub supposition: Option<Supposition>,
    /// The pattern in the pencil marks, if a technique for groups of places with different values found one.
    pub pattern: Option<Box<Pattern>>,
}

/// What people call a puzzle with this rating, on the scale of Sudoku Explainer in tenths.
pub fn word(rating: usize) -> &'static str {
    match rating {
        ..20 => "easy",
        20..30 => "medium",
        30..50 => "hard",
        _ => "expert",
    }
}

/// The ratings of the easiest steps of techniques with difficulty 1, 2, …, in tenths.
const RATINGS: [usize; 5] = [10, 15, 26, 40, 60];

/// The rating of the shortest supposition.
const SUPPOSED: usize = 85;

/// The highest rating.
const HARDEST: usize = 110;

impl Step {
    /// What it adds to the score of an explanation.
    fn score(&self) -> usize {
        match &self.pattern {
            Some(pattern) => pattern.rating / 10,
            None => self.technique.score(self.size),
        }
    }

    /// How hard it is, in tenths of Sudoku Explainer's scale: the rating of its pattern, or an estimate from its technique
    /// and the number of its rules and facts.
    pub fn rating(&self) -> usize {
        let of_thought = |thought: &Step| match (&thought.pattern, &thought.supposition) {
            (Some(pattern), _) => pattern.rating,
            (None, Some(supposition)) => SUPPOSED + supposition.links.len().min(HARDEST - SUPPOSED),
            (None, None) => {
                let more = 2 * thought.load.total().saturating_sub(2);
                (RATINGS[thought.technique.difficulty.min(RATINGS.len()) - 1] + more).min(SUPPOSED)
            }
        };
        self.thoughts().iter().map(of_thought).max().unwrap_or(0)
    }

    /// Its thoughts, one after another.
    pub fn thoughts(&self) -> &[Step] {
        if self.parts.is_empty() { std::slice::from_ref(self) } else { &self.parts }
    }
}

impl Explanation {
    /// How many rules and facts a reader has to look at together in its hardest thought; 0 without steps.
    pub fn hardest(&self) -> usize {
        self.thoughts().map(|step| step.at_once).max().unwrap_or(0)
    }

    /// One number by which explanations can be ordered: for each thought the square root, rounded down, of
    /// its rules and facts times the difficulty of its technique.
    pub fn score(&self) -> usize {
        self.thoughts().map(Step::score).sum()
    }

    /// Whether a thought uses the technique.
    pub fn uses(&self, technique: &Technique) -> bool {
        self.thoughts().any(|thought| thought.technique == technique)
    }

    /// The rules and facts of all thoughts together.
    pub fn total(&self) -> usize {
        self.thoughts().map(|step| step.load.total()).sum()
    }

    /// The rating of its hardest step, on the scale of Sudoku Explainer in tenths; 0 without steps.
    pub fn rating(&self) -> usize {
        self.steps.iter().map(Step::rating).max().unwrap_or(0)
    }

    fn thoughts(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().flat_map(Step::thoughts)
    }
}

/// Why there is no explanation.
#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    /// The formula would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A limit ended the search.
    #[error("the explanation is incomplete")]
    Stopped(#[from] Stopped),
    /// A solver failed, or is wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A step did not pass its check: a fault of an encoding or of a solver.
    #[error("step {step} does not pass its check: {what}")]
    WrongStep {
        /// Its number, from 1.
        step: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The steps are harder than the task allows.
    #[error("the explanation is harder than was asked for")]
    TooHard,
}

/// What to explain, and how hard to try.
#[derive(Clone, Debug)]
pub struct Task {
    /// What is known in addition to the givens.
    pub root: Vec<Atom>,
    /// Variables that steps do not mention before they are decided; a puzzle's viewpoint lists them.
    pub noted: Vec<VarId>,
    /// Which steps to return.
    pub extent: Extent,
    /// Whether to merge steps that a person takes at once. Has no effect with [`Extent::First`].
    pub merged: bool,
    /// Whether a reader keeps pencil marks: removing a value from the other places of its groups is then no step.
    pub pencil: bool,
    /// Return only the steps that lead to the values of these variables; if there are none, all steps.
    pub only: Vec<VarId>,
    /// How hard to look for the fewest rules of a contradiction or a direct reason. Afterwards, the reason still has no
    /// redundant rule.
    pub effort: Effort,
    /// Give up with [`ExplainError::TooHard`] once the steps that were found, needed or not, have a
    /// greater score than this.
    pub most: Option<usize>,
    /// The solver that answers what follows; [`reasoner`] by default.
    pub backend: Backend,
    /// When to give up.
    pub budget: Budget,
}

/// Which steps are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// Those that lead to the end, without what no later one uses.
    #[default]
    Needed,
    /// All that were found.
    All,
    /// The first one that was found.
    First,
}

/// How hard to look for the fewest rules by default.
pub const EFFORT: Effort = Effort::Work(20_000);

impl Default for Task {
    /// Everything, from the givens alone.
    fn default() -> Task {
        Task {
            root: Vec::new(),
            noted: Vec::new(),
            extent: Extent::Needed,
            merged: true,
            pencil: true,
            only: Vec::new(),
            effort: EFFORT,
            most: None,
            backend: reasoner().clone(),
            budget: Budget::default(),
        }
    }
}

/// Explains what holds in every solution. `None` if the solver finds no solution; [`contradiction`] shows why. Calls
/// `progress` with what is known after each step. If a limit is reached after the first step, the explanation ends early,
/// which is no error.
///
/// Every step has been checked by a second solver: its reason implies its conclusions, and none
/// of its constraints can be left out. Steps about areas of equal numbers are checked without a solver, by
/// [`cnfetti_proof::refutation::areas`].
pub fn explain(
    csp: &Csp,
    task: &Task,
    mut progress: impl FnMut(&Candidates),
) -> Result<Option<Explanation>, ExplainError> {
    explained(csp, task, &mut progress)
}

/// Not generic, so that it is compiled once, here.
fn explained(
    csp: &Csp,
    task: &Task,
    progress: &mut dyn FnMut(&Candidates),
) -> Result<Option<Explanation>, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), &task.budget)?;
    let helpers = Helpers::new(csp, &task.noted);
    let start = known(csp, &helpers, &task.root);
    if start.rows().iter().any(Vec::is_empty) {
        return Ok(None);
    }
    let problem = Problem::new(csp, &compiled, helpers, task);
    let pencil = Pencil::new(csp, &problem.helpers).filter(|_| task.pencil);
    let mut tiling = Tiling::new(csp, &task.noted, pencil);
    if task.pencil {
        tiling = tiling.with_pairs(csp, &problem.helpers);
    }
    let tiling = tiling.with_rules(&problem)?;
    let mut whole = problem.whole();
    // Only other rules than those on areas use a solution, and finding one may take long.
    let solution = match problem.other_rules().is_empty() {
        true => Some(Vec::new()),
        false => problem.solution(&mut whole, &start)?,
    };
    let Some(solution) = solution else { return Ok(None) };
    // The backbone tells the search which values can be ruled out. With a viewpoint or areas, techniques solve nearly
    // every puzzle, so it is computed only if they get stuck.
    let mut end = None;
    if task.noted.is_empty() && problem.areas.is_empty() {
        end = problem.backbone(&mut whole, &start)?;
    }
    // Steps that were found in time are still checked after the deadline.
    let Budget { deadline, ref stop, .. } = task.budget;
    let (deadline, stop) = (deadline.map(|deadline| deadline + LATE), stop.clone());
    let late = Budget { deadline, stop, ..task.budget.without_end() };
    let checked = CheckedSteps::new(&Problem { budget: &late, ..problem.clone() }, &tiling, &start);
    let mut steps = Steps::new(&problem, &tiling, whole, (&start, &solution), checked);
    let stopped = match step_search::find(&mut steps, task, &mut end, progress) {
        Ok(SearchEnd::Done) => None,
        Ok(SearchEnd::NoSolution) => return Ok(None),
        Ok(SearchEnd::TooHard) => return Err(ExplainError::TooHard),
        Err(ExplainError::Stopped(why)) => Some(why),
        Err(error) => return Err(error),
    };
    step_search::finish(&problem, &tiling, steps, task, start, end, stopped)
}

/// What a reader knows before the first step.
fn known(csp: &Csp, helpers: &Helpers, root: &[Atom]) -> Candidates {
    let known = Candidates::known(csp, root);
    let rows = csp.ids().map(|id| match helpers.contains(id) {
        true => csp.domain(id).to_vec(),
        false => known.of(id).to_vec(),
    });
    Candidates::new(rows)
}

/// Returns the evidence that there is no solution, after [`explain`] found none.
///
/// # Errors
///
/// When there is one.
pub fn confirm_none(csp: &Csp, task: &Task) -> Result<Evidence, ExplainError> {
    let claim = Claim::by(&task.backend);
    let known = Candidates::all(csp);
    let confirmed = confirm_ruled_out(csp, &task.root, &known, None, claim, &task.budget)?;
    Ok(confirmed.map_err(NoAnswer::from)?)
}

impl From<NotCompiled> for ExplainError {
    fn from(error: NotCompiled) -> ExplainError {
        match error {
            NotCompiled::TooLarge(error) => error.into(),
            NotCompiled::Stopped(stopped) => stopped.into(),
        }
    }
}

impl From<NoAnswer> for ExplainError {
    fn from(error: NoAnswer) -> ExplainError {
        match error {
            NoAnswer::Stopped(stopped) => stopped.into(),
            NoAnswer::Fault(fault) => fault.into(),
        }
    }
}

/// The solver for explanations unless the user names one. It was chosen because its unsatisfiable cores are reliable.
pub fn reasoner() -> &'static Backend {
    by_name("batsat").expect("it is in the table")
}
