//! SAT solvers.
//!
//! A solver is a file with a [`Solver`] and a row of [`SOLVERS`]. It sees a [`Cnf`] and nothing
//! else.

pub mod answer;
mod batsat;
mod brute_force;
mod varisat;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cnfetti_encodings::{Cnf, Lit};

use crate::proof::Format;

/// A satisfying assignment of a CNF: one literal for each variable, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model(Vec<Lit>);

impl Model {
    /// From one literal for each variable, in order.
    pub fn new(literals: Vec<Lit>) -> Model {
        debug_assert!(literals.iter().zip(1..).all(|(lit, number)| lit.variable() == number));
        Model(literals)
    }

    /// Its literals, in the order of their variables.
    pub fn literals(&self) -> &[Lit] {
        &self.0
    }

    /// Whether the literal is true in it.
    pub fn contains(&self, lit: Lit) -> bool {
        self.0[lit.variable() as usize - 1] == lit
    }

    /// Whether it satisfies every clause.
    pub fn satisfies(&self, cnf: &Cnf) -> bool {
        cnf.clauses().all(|clause| clause.iter().any(|&lit| self.contains(lit)))
    }
}

/// What a solver answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is this model.
    Satisfiable(Model),
    /// There is none: these assumptions, not all of which need to be necessary, contradict the
    /// clauses. Empty when the clauses alone do.
    Unsatisfiable(Vec<Lit>),
    /// No answer, and why.
    Unknown(String),
}

/// When a solver has to stop without an answer.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// No later than this.
    pub deadline: Option<Instant>,
    /// As soon as this is true.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Whether it has a limit at all.
    pub fn can_be_spent(&self) -> bool {
        self.stop.is_some() || self.deadline.is_some()
    }

    /// Whether it is used up.
    pub fn is_spent(&self) -> bool {
        self.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Why it is used up.
    pub fn reason(&self) -> String {
        if self.is_stopped() { "interrupted" } else { "the time limit was reached" }.to_owned()
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// What a solver did so far; `None` where it does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
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
    /// [`Outcome::Unknown`] is final: the solver cannot be used afterwards.
    fn solve(&mut self, assumptions: &[Lit]) -> Outcome;

    /// What it did so far.
    fn statistics(&self) -> Statistics {
        Statistics::default()
    }
}

/// A solver that can be chosen.
pub struct Backend {
    /// The name for `--solver`.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// A solver that holds the formula and obeys the budget.
    pub load: fn(&Cnf, &Budget) -> Box<dyn Solver>,
}

/// Every solver, the default first.
pub const SOLVERS: &[Backend] = &[
    Backend {
        name: "varisat",
        summary: "conflict-driven clause learning, with proofs (default)",
        load: varisat::Varisat::load,
    },
    Backend {
        name: "batsat",
        summary: "conflict-driven clause learning, a MiniSat in Rust",
        load: batsat::Batsat::load,
    },
    Backend {
        name: "brute_force",
        summary: "all assignments in order: for tests and tiny formulas",
        load: brute_force::BruteForce::load,
    },
];

/// Why a proof that a formula has no model was not written.
#[derive(Debug, thiserror::Error)]
pub enum NoProof {
    /// It has one.
    #[error("the formula is satisfiable")]
    Satisfiable,
    /// The budget was spent first.
    #[error("{0}")]
    Unknown(String),
    /// The output failed.
    #[error(transparent)]
    Output(std::io::Error),
}

/// Writes a DRAT proof that the formula has no model. It is found afresh, whichever solver said
/// so before: nothing of an earlier search can be wrong in it.
pub fn prove(
    cnf: &Cnf,
    format: Format,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<(), NoProof> {
    varisat::prove(cnf, format, budget, out)
}

/// The solver with this name.
pub fn by_name(name: &str) -> Option<&'static Backend> {
    SOLVERS.iter().find(|backend| backend.name == name)
}
