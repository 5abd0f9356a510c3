//! SAT solvers.
//!
//! A solver is a file with a [`Solver`] and a row of [`SOLVERS`]. It sees only a [`Cnf`]. Callers pass in
//! solvers that are not in the table, as [`Outside`].

pub mod answer;
mod apart;
mod batsat;
mod brute_force;
#[cfg(feature = "cadical")]
mod cadical;
mod checked;
pub mod complete;
pub mod decision_tree;
pub(crate) mod decisions;
mod shuffled;
mod varisat;

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
use std::sync::Arc;

use cnfetti_encodings::{Cnf, Lit};

use answer::Answer;
use checked::Checked;
pub use checked::broken;

use crate::dimacs::{Costs, Language};
pub use cnfetti_core::assignment::Model;
pub use cnfetti_core::limit::{Budget, Limit, Stopped};

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The formula has this model.
    Satisfiable(Model),
    /// The formula has no model: these assumptions, some of which may be unnecessary, contradict the clauses.
    /// Empty if the clauses alone are contradictory.
    Unsatisfiable(Vec<Lit>),
    /// The solver reached this limit first.
    Unknown(Limit),
    /// No usable answer, because of the solver and not of a limit.
    Failed(Fault),
}

/// A solver that could not run, or gave a wrong answer; the text says what happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// Why a question to a solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The limit was reached first.
    #[error("there was no answer")]
    Stopped(#[from] Stopped),
    /// The solver is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Outcome {
    /// A model, or a contradictory core.
    pub fn answer(self) -> Result<Result<Model, Vec<Lit>>, NoAnswer> {
        match self {
            Outcome::Satisfiable(model) => Ok(Ok(model)),
            Outcome::Unsatisfiable(core) => Ok(Err(core)),
            Outcome::Unknown(limit) => Err(Stopped(limit).into()),
            Outcome::Failed(fault) => Err(fault.into()),
        }
    }
}

/// A solver's work so far; `None` for numbers that it does not report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Why it does not report everything, if it does not.
    pub untold: Option<&'static str>,
    /// The number of conflicts.
    pub conflicts: Option<u64>,
    /// The number of decisions.
    pub decisions: Option<u64>,
    /// The number of propagated literals.
    pub propagations: Option<u64>,
}

/// A SAT solver that holds a formula.
pub trait Solver {
    /// Adds a clause. The formula must have declared its variables.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for a model of the clauses and the assumptions. After [`Outcome::Unknown`] or
    /// [`Outcome::Failed`], the solver must not be used any more.
    fn solve(&mut self, assumptions: &[Lit]) -> Outcome;

    /// From now on, ends each question after this many steps. The solver can be asked again after that,
    /// unless the budget is spent too. Returns whether the solver supports this.
    fn limit(&mut self, _steps: u64) -> bool {
        false
    }

    /// The work done so far.
    fn statistics(&self) -> Statistics {
        Statistics { untold: Some("nothing about its search"), ..Statistics::default() }
    }
}

/// A solver to choose from.
#[derive(Clone, Debug)]
pub struct Backend {
    /// The name for `--solver`.
    pub name: Cow<'static, str>,
    /// A description in one line.
    pub summary: &'static str,
    load: Load,
    /// Whether it is only a default that nobody chose.
    is_default: bool,
    /// Whether somebody wants its answers to be believed.
    is_trusted: bool,
}

/// A solver outside this process, such as a program. Nothing in this crate starts one.
pub trait Outside: fmt::Debug + Send + Sync {
    /// Loads the formula. The solver obeys the budget, and checks its models ([`broken`]).
    fn load(&self, cnf: &Cnf, budget: &Budget) -> Box<dyn Solver>;

    /// The language of the formulas that it reads.
    fn language(&self) -> Language;

    /// The cheapest model that it finds, checked, and what it says about the cost.
    ///
    /// # Errors
    ///
    /// The answer is wrong or missing.
    fn least(&self, cnf: &Cnf, costs: &Costs, budget: &Budget) -> Result<Answer, Fault>;
}

/// How to load a solver.
#[derive(Clone, Debug)]
enum Load {
    /// In this process.
    Inside(fn(&Cnf, &Budget) -> Box<dyn Solver>),
    /// Outside this process.
    Outside(Arc<dyn Outside>),
    /// Another solver that gets each formula in the order given by this seed.
    Shuffled(Box<Backend>, u64),
}

impl Backend {
    const fn inside(
        name: &'static str,
        summary: &'static str,
        load: fn(&Cnf, &Budget) -> Box<dyn Solver>,
    ) -> Backend {
        Backend {
            name: Cow::Borrowed(name),
            summary,
            load: Load::Inside(load),
            is_default: false,
            is_trusted: false,
        }
    }

    /// A solver outside this process, with a name.
    pub fn outside(name: impl Into<String>, solver: impl Outside + 'static) -> Backend {
        let (load, name) = (Load::Outside(Arc::new(solver)), Cow::Owned(name.into()));
        Backend { name, summary: "a program", load, is_default: false, is_trusted: false }
    }

    /// The same solver, whose answers are believed without evidence.
    #[must_use]
    pub fn trusted(self) -> Backend {
        Backend { is_trusted: true, ..self }
    }

    /// Whether its answers are believed without evidence, because somebody wants that.
    pub fn is_trusted(&self) -> bool {
        self.is_trusted
    }

    /// The same solver on formulas with variables renumbered and clauses reordered at random; the same seed
    /// gives the same order.
    pub fn shuffled(&self, seed: u64) -> Backend {
        let load = Load::Shuffled(Box::new(self.clone()), seed);
        Backend { load, is_default: false, ..self.clone() }
    }

    /// Whether somebody chose it. Then no other solver is asked as well.
    pub fn is_chosen(&self) -> bool {
        !self.is_default
    }

    /// Whether [`Kept`] is this solver.
    pub fn can_be_kept(&self) -> bool {
        matches!(self.load, Load::Inside(_)) && self.name == "batsat"
    }

    /// Whether it runs outside this process.
    pub fn is_program(&self) -> bool {
        match &self.load {
            Load::Inside(_) => false,
            Load::Outside(_) => true,
            Load::Shuffled(backend, _) => backend.is_program(),
        }
    }

    /// The language in which it reads formulas with an objective, if it is a program that does.
    pub fn optimizes(&self) -> Option<Language> {
        match &self.load {
            Load::Outside(solver) => {
                Some(solver.language()).filter(|&language| language != Language::Dimacs)
            }
            Load::Inside(_) | Load::Shuffled(..) => None,
        }
    }

    /// The cheapest model that it finds within the budget, checked, and what it says about the cost.
    ///
    /// # Errors
    ///
    /// The answer is wrong or missing, or the solver does not [optimize](Backend::optimizes).
    pub fn least(&self, cnf: &Cnf, costs: &Costs, budget: &Budget) -> Result<Answer, Fault> {
        match &self.load {
            Load::Outside(solver) => solver.least(cnf, costs, budget),
            Load::Inside(_) | Load::Shuffled(..) => {
                Err(Fault(format!("{} does not read objectives", self.name)))
            }
        }
    }

    /// Loads the formula. The solver obeys the budget, and its models are checked.
    pub fn load(&self, cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        match &self.load {
            Load::Inside(load) => Checked::over(&self.name, load(cnf, budget), cnf),
            Load::Outside(solver) => solver.load(cnf, budget),
            Load::Shuffled(backend, seed) => shuffled::Shuffled::load(backend, *seed, cnf, budget),
        }
    }
}

/// Every solver, the default first.
pub const SOLVERS: &[Backend] = &[
    Backend::inside("varisat", "CDCL, with proofs (default)", varisat::Varisat::load),
    Backend::inside("batsat", "CDCL; MiniSat ported to Rust", batsat::Batsat::load),
    #[cfg(feature = "cadical")]
    Backend::inside("cadical", "CDCL with inprocessing, in C++", cadical::Cadical::load),
    Backend::inside(
        "brute_force",
        "all assignments in order: for tests and tiny formulas",
        brute_force::BruteForce::load,
    ),
];

/// The format of a proof's steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// One step on each line.
    #[default]
    Text,
    /// Numbers with as many bytes as they need: about a third of the size.
    Binary,
}

impl fmt::Display for ProofFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ProofFormat::Text => "text",
            ProofFormat::Binary => "binary",
        })
    }
}

/// Why there is no proof that a formula has no model.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// The formula has a model.
    #[error("the formula is satisfiable")]
    Satisfiable,
    /// The limit was reached first.
    #[error("it was not found")]
    Stopped(#[from] Stopped),
    /// The output failed.
    #[error(transparent)]
    Output(std::io::Error),
}

/// The name of the solver that finds proofs.
pub(crate) const PROVER: &str = "varisat";

/// Writes a DRAT proof that the formula has no model. It always starts a new search, whichever solver gave
/// the answer, so mistakes of an earlier search cannot affect the proof.
pub fn prove(
    cnf: &Cnf,
    format: ProofFormat,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<(), NoProof> {
    match apart::is_wanted(cnf, budget) {
        true => apart::prove(varisat::prove, cnf, format, budget, out),
        false => varisat::prove(cnf, format, budget, out),
    }
}

/// A solver that ends a question without an answer after this many decisions. Counting instead of timing
/// gives the same answers to the same questions on every machine. Unless the budget is spent too, the solver
/// can be asked again.
pub fn patient(cnf: &Cnf, steps: u64, budget: &Budget) -> Box<dyn Solver> {
    Checked::over("batsat", batsat::Batsat::patient(cnf, steps, budget), cnf)
}

/// batsat with a formula that grows, and with what it has learnt from one question to the next.
pub struct Kept {
    solver: batsat::Batsat,
    /// The number of clauses that it has.
    clauses: usize,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept { solver: batsat::Batsat::new(u64::MAX, &Budget::default()), clauses: 0 }
    }
}

impl Kept {
    /// Looks for a model of the formula and the assumptions. The formula contains that of the question before. After
    /// [`Outcome::Unknown`], the solver must not be used any more. The caller checks the answer.
    pub fn solve(&mut self, cnf: &Cnf, assumptions: &[Lit], budget: &Budget) -> Outcome {
        self.solver.obey(budget);
        self.solver.extend(cnf, self.clauses);
        self.clauses = cnf.num_clauses();
        self.solver.solve(assumptions)
    }
}

/// The row of the table with this name.
pub fn by_name(name: &str) -> Option<&'static Backend> {
    SOLVERS.iter().find(|backend| backend.name == name)
}

/// The solver to use if nobody chooses one.
pub fn default() -> Backend {
    Backend { is_default: true, ..SOLVERS[0].clone() }
}

/// The solver to optimize with if nobody chooses one, because it can be interrupted.
pub(crate) fn optimizer() -> Backend {
    Backend { is_default: true, ..by_name("batsat").expect("it is in the table").clone() }
}

/// The solver of the table with this name.
///
/// # Errors
///
/// There is no such solver.
pub fn choose(name: &str) -> Result<Backend, NoSuchSolver> {
    by_name(name).cloned().ok_or_else(|| NoSuchSolver(name.to_owned()))
}

/// No row of the table has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no solver called `{0}`: choose {names}, or `cmd:PROGRAM`", names = names())]
pub struct NoSuchSolver(pub String);

fn names() -> String {
    SOLVERS.iter().map(|backend| backend.name.as_ref()).collect::<Vec<_>>().join(", ")
}
