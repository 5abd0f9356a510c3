//! Knowledge compilation: all models of a formula, projected on some of its variables, as a graph that can be
//! small even if there are many models.
//!
//! This is a third way to count, beside the exact counter, which knows no clauses, and blocking clauses,
//! which list. It knows only clauses, and counts the models of any DIMACS file.
//!
//! There are two ways (`strategy`). One (`search`) decides groups of literals in a fixed order. In every model, exactly one
//! literal of a group is chosen, so the branches exclude each other. Unit propagation follows each decision. What is left is
//! a state: the clauses that are not satisfied yet, and the true literals whose negations occur in them. As in a frontier
//! search, equal states are merged, so the work grows with the number of states and not of models. If most states turn out
//! to have no model, a CDCL solver (`cdcl`) rules such states out first.
//!
//! The other (`components`) splits what is left into components that share no variable, and decides in each
//! the most promising variable. Both give the same sort of graph. If only the number is wanted, it is that of a
//! smaller formula (`simplify`).

mod components;
mod formula;
mod graph;
mod lemmas;
mod order;
mod pog;
mod scpog;
mod search;
mod simplify;
mod strategy;

use std::io::{self, Write};

use cnfetti_encodings::Cnf;
use num_bigint::BigUint;

use cnfetti_core::limit::{Budget, Limit, Limits, Stopped};

use formula::Formula;
use graph::Graph;
pub use strategy::Strategy;

/// Formulas with more variables are not compiled, because their tables alone would take gigabytes.
const MOST_VARIABLES: u32 = 4_000_000;

/// How many assignments to the shown variables extend to a model; all variables are shown if `show` is
/// `None`. It takes less memory than [`Knowledge`], which keeps everything.
///
/// # Errors
///
/// The same as for [`Knowledge::of`].
///
/// # Panics
///
/// The same as for [`Knowledge::of`].
pub fn count_models(
    strategy: Strategy,
    cnf: &Cnf,
    show: Option<&[u32]>,
    limits: &Limits,
) -> Result<BigUint, Stopped> {
    let formula = formula(cnf, show, limits)?;
    strategy::count(strategy, &formula, limits)
}

/// The same, given an order of the variables that another engine found narrow; those of a set are decided together.
///
/// # Errors
///
/// The same as for [`Knowledge::of`].
///
/// # Panics
///
/// The same as for [`Knowledge::of`], and if the formula lacks a variable of the order.
pub fn count_models_in_order(
    (cnf, order): (&Cnf, &[Vec<u32>]),
    show: Option<&[u32]>,
    limits: &Limits,
) -> Result<BigUint, Stopped> {
    let formula = formula(cnf, show, limits)?.in_order(order);
    strategy::count(Strategy::Auto, &formula, limits)
}

fn formula(cnf: &Cnf, show: Option<&[u32]>, limits: &Limits) -> Result<Formula, Stopped> {
    if cnf.num_vars() > MOST_VARIABLES {
        return Err(Stopped(Limit::Memory));
    }
    limits.budget.check()?;
    Formula::new(cnf, show, &limits.budget)
}

/// All models of a formula, compiled.
pub struct Knowledge {
    formula: Formula,
    graph: Graph,
}

impl Knowledge {
    /// Compiles a formula. `show` are the variables that models are projected on; all if it is `None`.
    ///
    /// # Errors
    ///
    /// A limit is reached first; for more than 4,000,000 variables, the limit on memory.
    ///
    /// # Panics
    ///
    /// `show` contains a variable that the formula does not have.
    pub fn of(cnf: &Cnf, show: Option<&[u32]>, limits: &Limits) -> Result<Knowledge, Stopped> {
        Knowledge::by(Strategy::default(), cnf, show, limits)
    }

    /// The same, given an order of the variables that another engine found narrow; those of a set are decided together.
    ///
    /// # Errors
    ///
    /// The same as for [`Knowledge::of`].
    ///
    /// # Panics
    ///
    /// The same as for [`Knowledge::of`], and if the formula lacks a variable of the order.
    pub fn in_order(
        (cnf, order): (&Cnf, &[Vec<u32>]),
        show: Option<&[u32]>,
        limits: &Limits,
    ) -> Result<Knowledge, Stopped> {
        let formula = formula(cnf, show, limits)?.in_order(order);
        let graph = strategy::compile(Strategy::Auto, &formula, limits)?;
        Ok(Knowledge { formula, graph })
    }

    /// The same, with this strategy.
    ///
    /// # Errors
    ///
    /// The same as for [`Knowledge::of`].
    ///
    /// # Panics
    ///
    /// The same as for [`Knowledge::of`].
    pub fn by(
        strategy: Strategy,
        cnf: &Cnf,
        show: Option<&[u32]>,
        limits: &Limits,
    ) -> Result<Knowledge, Stopped> {
        let formula = formula(cnf, show, limits)?;
        let graph = strategy::compile(strategy, &formula, limits)?;
        Ok(Knowledge { formula, graph })
    }

    /// How many assignments to the shown variables extend to a model, however long the arithmetic takes.
    pub fn count(&self) -> BigUint {
        self.count_within(&Budget::default()).expect("this budget does not end")
    }

    /// How many assignments to the shown variables extend to a model.
    ///
    /// # Errors
    ///
    /// The budget ends before the arithmetic does.
    pub fn count_within(&self, budget: &Budget) -> Result<BigUint, Stopped> {
        graph::count(&self.formula, &self.graph, budget)
    }

    /// Writes the certificate of the count in the format SCPOG: a graph of the models, and the
    /// proof that these are the models of the formula.
    ///
    /// # Errors
    ///
    /// The output fails, or would have more clauses than other checkers can number.
    pub fn certify(&self, out: &mut impl Write) -> io::Result<()> {
        scpog::write(&self.formula, &self.graph, out)
    }

    /// The number of states and edges.
    pub fn size(&self) -> (usize, usize) {
        (self.graph.states.len(), self.graph.edges.len())
    }
}
