//! SAT solvers.
//!
//! A solver is a file with a [`Solver`] and a row of [`SOLVERS`]. It sees a [`Cnf`] and nothing
//! else. What is not in the table is handed in as [`Outside`].

pub mod answer;
mod apart;
mod batsat;
mod brute_force;
#[cfg(feature = "cadical")]
mod cadical;
mod checked;
pub mod complete;
pub mod cubes;
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
    /// There is this model.
    Satisfiable(Model),
    /// There is none: these assumptions, not all of which need to be necessary, contradict the
    /// clauses. Empty when the clauses alone do.
    Unsatisfiable(Vec<Lit>),
    /// No answer within this limit.
    Unknown(Limit),
    /// No answer that can be used: the solver is at fault, not a limit.
    Failed(Fault),
}

/// A solver that could not be run, or that gave no right answer; this is what happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// Why a question to a solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// A limit came first.
    #[error("there was no answer")]
    Stopped(#[from] Stopped),
    /// The solver is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Outcome {
    /// A model, or the core that contradicts.
    pub fn answer(self) -> Result<Result<Model, Vec<Lit>>, NoAnswer> {
        match self {
            Outcome::Satisfiable(model) => Ok(Ok(model)),
            Outcome::Unsatisfiable(core) => Ok(Err(core)),
            Outcome::Unknown(limit) => Err(Stopped(limit).into()),
            Outcome::Failed(fault) => Err(fault.into()),
        }
    }
}

/// A solver's work so far; `None` for what it does not report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Why it does not tell all of it, when it does not.
    pub untold: Option<&'static str>,
    /// Conflicts met.
    pub conflicts: Option<u64>,
    /// Decisions made.
    pub decisions: Option<u64>,
    /// Literals propagated.
    pub propagations: Option<u64>,
}

/// A SAT solver that holds a formula.
pub trait Solver {
    /// Adds a clause over the variables that the formula declared when it was loaded.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Whether the clauses are satisfiable together with the assumptions. An answer
    /// [`Outcome::Unknown`] or [`Outcome::Failed`] is final: the solver cannot be used afterwards.
    fn solve(&mut self, assumptions: &[Lit]) -> Outcome;

    /// Whether it can end each question from now on without an answer after so many steps, and be asked
    /// again after that, unless the budget is spent as well. It does so then.
    fn limit(&mut self, _steps: u64) -> bool {
        false
    }

    /// What it did so far.
    fn statistics(&self) -> Statistics {
        Statistics { untold: Some("nothing about its search"), ..Statistics::default() }
    }
}

/// A solver that can be chosen.
#[derive(Clone, Debug)]
pub struct Backend {
    /// The name for `--solver`.
    pub name: Cow<'static, str>,
    /// A description in one line.
    pub summary: &'static str,
    load: Load,
    /// Whether nobody chose it.
    is_default: bool,
}

/// A solver outside this process, such as a program: nothing in this crate starts one.
pub trait Outside: fmt::Debug + Send + Sync {
    /// A solver that holds the formula and obeys the budget. It checks its models ([`broken`]).
    fn load(&self, cnf: &Cnf, budget: &Budget) -> Box<dyn Solver>;

    /// The language of the formulas that it reads.
    fn language(&self) -> Language;

    /// The model of least costs that it finds, checked, and what is said of its costs.
    ///
    /// # Errors
    ///
    /// When the answer is wrong or is none.
    fn least(&self, cnf: &Cnf, costs: &Costs, budget: &Budget) -> Result<Answer, Fault>;
}

/// Where a solver is.
#[derive(Clone, Debug)]
enum Load {
    /// In this process.
    Inside(fn(&Cnf, &Budget) -> Box<dyn Solver>),
    /// Outside this process.
    Outside(Arc<dyn Outside>),
    /// Another solver that gets each formula in the order of this seed.
    Shuffled(Box<Backend>, u64),
}

impl Backend {
    const fn inside(
        name: &'static str,
        summary: &'static str,
        load: fn(&Cnf, &Budget) -> Box<dyn Solver>,
    ) -> Backend {
        Backend { name: Cow::Borrowed(name), summary, load: Load::Inside(load), is_default: false }
    }

    /// A solver outside this process, and what to call it.
    pub fn outside(name: impl Into<String>, solver: impl Outside + 'static) -> Backend {
        let load = Load::Outside(Arc::new(solver));
        Backend { name: Cow::Owned(name.into()), summary: "a program", load, is_default: false }
    }

    /// The same solver, which gets each formula with its variables renumbered and its clauses
    /// reordered at random: the same seed, the same order.
    pub fn shuffled(&self, seed: u64) -> Backend {
        let load = Load::Shuffled(Box::new(self.clone()), seed);
        Backend { load, is_default: false, ..self.clone() }
    }

    /// Whether somebody chose it: then nobody is asked beside it.
    pub fn is_chosen(&self) -> bool {
        !self.is_default
    }

    /// Whether it runs outside this process.
    pub fn is_program(&self) -> bool {
        match &self.load {
            Load::Inside(_) => false,
            Load::Outside(_) => true,
            Load::Shuffled(backend, _) => backend.is_program(),
        }
    }

    /// The language of formulas with an objective that it reads, when it is a program that does.
    pub fn optimizes(&self) -> Option<Language> {
        match &self.load {
            Load::Outside(solver) => {
                Some(solver.language()).filter(|&language| language != Language::Dimacs)
            }
            Load::Inside(_) | Load::Shuffled(..) => None,
        }
    }

    /// The model of least costs that it finds, within the budget. It has been checked, and what is
    /// said of its costs.
    ///
    /// # Errors
    ///
    /// When the answer is wrong or is none, or the solver is not one that [optimizes](Backend::optimizes).
    pub fn least(&self, cnf: &Cnf, costs: &Costs, budget: &Budget) -> Result<Answer, Fault> {
        match &self.load {
            Load::Outside(solver) => solver.least(cnf, costs, budget),
            Load::Inside(_) | Load::Shuffled(..) => {
                Err(Fault(format!("{} does not read objectives", self.name)))
            }
        }
    }

    /// A solver that holds the formula and obeys the budget. Its models are checked.
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

/// How the steps of a proof are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// One step a line.
    #[default]
    Text,
    /// Numbers of as many bytes as they need: about a third of the size.
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

/// Why a proof that a formula has no model was not written.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// It has one.
    #[error("the formula is satisfiable")]
    Satisfiable,
    /// A limit was reached first.
    #[error("it was not found")]
    Stopped(#[from] Stopped),
    /// The output failed.
    #[error(transparent)]
    Output(std::io::Error),
}

/// The name of the solver that finds proofs.
pub(crate) const PROVER: &str = "varisat";

/// Writes a DRAT proof that the formula has no model. It is found afresh, whichever solver said
/// so before: nothing of an earlier search can be wrong in it.
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

/// A solver that ends a question without an answer after this many decisions. They are counted, not
/// timed, so the same questions get the same answers on every machine; and unless the budget is
/// spent as well, it can be asked again.
pub fn patient(cnf: &Cnf, steps: u64, budget: &Budget) -> Box<dyn Solver> {
    Checked::over("batsat", batsat::Batsat::patient(cnf, steps, budget), cnf)
}

/// The row of the table with this name.
pub fn by_name(name: &str) -> Option<&'static Backend> {
    SOLVERS.iter().find(|backend| backend.name == name)
}

/// The solver where nobody chooses one.
pub fn default() -> Backend {
    Backend { is_default: true, ..SOLVERS[0].clone() }
}

/// The solver that looks for the best solution where nobody chooses one: it can be interrupted.
pub(crate) fn optimizer() -> Backend {
    Backend { is_default: true, ..by_name("batsat").expect("it is in the table").clone() }
}

/// The solver of the table with this name.
///
/// # Errors
///
/// When there is none.
pub fn choose(name: &str) -> Result<Backend, NoSuchSolver> {
    by_name(name).cloned().ok_or_else(|| NoSuchSolver(name.to_owned()))
}

/// A name that is in no row of the table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no solver called `{0}`: choose {names}, or `cmd:PROGRAM`", names = names())]
pub struct NoSuchSolver(pub String);

fn names() -> String {
    SOLVERS.iter().map(|backend| backend.name.as_ref()).collect::<Vec<_>>().join(", ")
}
