//! Knowledge compilation: all models of a formula, projected on some of its variables, as a graph
//! that is small where the models are many.
//!
//! This is a third way to count, beside the exact counter, which knows no clauses, and blocking
//! clauses, which list. It knows clauses and nothing else: of any DIMACS file it says how many
//! models there are.
//!
//! Groups of literals are decided one after the other: one of them holds in every model, and the
//! branches exclude each other. After each decision unit propagation says what follows. What is
//! left is a state (`search`): the clauses that are not satisfied yet, and the true literals whose
//! negations occur in them. Partial assignments that leave the same are continued once, as in a
//! frontier search, so the work grows with the states and not with the models. Where most states
//! turn out to have no model a solver that learns clauses (`refute`) rules them out
//! first.

mod cdcl;
mod count;
mod formula;
mod frontier;
mod graph;
mod lemmas;
mod order;
mod pog;
mod scpog;
mod search;

use std::io::{self, Write};

use cnfetti_encodings::Cnf;
use num_bigint::BigUint;

use cnfetti_core::limit::{Budget, Limit, Limits, Stopped};

use formula::Formula;
use graph::Graph;

/// Formulas with more variables are not compiled: their tables alone would take gigabytes.
const MOST_VARIABLES: u32 = 4_000_000;

/// All models of a formula, compiled.
pub struct Knowledge {
    formula: Formula,
    graph: Graph,
}

impl Knowledge {
    /// Compiles a formula. `show` are the variables that models are projected on; all when it is
    /// `None`.
    ///
    /// # Errors
    ///
    /// When a limit is reached first; of more than 4,000,000 variables it is that of memory.
    ///
    /// # Panics
    ///
    /// When `show` has a variable that the formula does not have.
    pub fn of(cnf: &Cnf, show: Option<&[u32]>, limits: &Limits) -> Result<Knowledge, Stopped> {
        if cnf.num_vars() > MOST_VARIABLES {
            return Err(Stopped(Limit::Memory));
        }
        limits.budget.check()?;
        let formula = Formula::new(cnf, show, &limits.budget)?;
        let graph = order::compile(&formula, limits)?;
        Ok(Knowledge { formula, graph })
    }

    /// How many assignments to the shown variables extend to a model, however long the arithmetic
    /// takes.
    pub fn count(&self) -> BigUint {
        self.count_within(&Budget::default()).expect("this budget does not end")
    }

    /// How many assignments to the shown variables extend to a model.
    ///
    /// # Errors
    ///
    /// When the budget ends before the arithmetic.
    pub fn count_within(&self, budget: &Budget) -> Result<BigUint, Stopped> {
        count::count(&self.formula, &self.graph, budget)
    }

    /// Writes the certificate of the count in the format SCPOG: a graph of the models, and the
    /// proof that these are the models of the formula.
    ///
    /// # Errors
    ///
    /// When the output fails, or would have more clauses than the checkers of others can number.
    pub fn certify(&self, out: &mut impl Write) -> io::Result<()> {
        scpog::write(&self.formula, &self.graph, out)
    }

    /// How many states and edges were made.
    pub fn size(&self) -> (usize, usize) {
        (self.graph.states.len(), self.graph.edges.len())
    }
}
