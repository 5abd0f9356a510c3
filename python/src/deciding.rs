//! A solver that keeps its clauses, and what it has learnt from them, between questions.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cnfetti::encodings::Cnf;
use cnfetti::problem::Deciding;
use pyo3::prelude::*;

use crate::formula::{Formula, clauses_of, decided, numbers_of};
use crate::options::Options;

/// The clauses of a solver, and the solver.
#[pyclass(frozen, module = "cnfetti._native")]
pub(crate) struct Solver(Mutex<Deciding>);

impl Solver {
    fn lock(&self) -> MutexGuard<'_, Deciding> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works with the clauses, perhaps after the answer to another question.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Deciding) -> T + Send) -> T {
        py.detach(|| work(&mut self.lock()))
    }
}

#[pymethods]
impl Solver {
    /// A solver with the clauses of a formula, or with none.
    #[new]
    fn new(formula: Option<&Formula>) -> Solver {
        let cnf = formula.map_or_else(Cnf::new, |formula| formula.cnf().to_unlimited());
        Solver(Mutex::new(Deciding::new(cnf)))
    }

    #[getter]
    fn num_variables(&self, py: Python<'_>) -> u32 {
        self.with(py, |kept| kept.formula().num_vars())
    }

    #[getter]
    fn num_clauses(&self, py: Python<'_>) -> usize {
        self.with(py, |kept| kept.formula().num_clauses())
    }

    /// Adds all of these clauses, and the variables up to this one, or nothing.
    fn add(&self, py: Python<'_>, clauses: Vec<Vec<i64>>, variables: u32) -> PyResult<()> {
        let (clauses, largest) = clauses_of(&clauses, variables)?;
        self.with(py, |kept| kept.add(clauses, largest));
        Ok(())
    }

    /// The clauses from this one on.
    fn clauses(&self, py: Python<'_>, start: usize) -> Vec<Vec<i32>> {
        self.with(py, |kept| kept.formula().clauses().skip(start).map(numbers_of).collect())
    }

    /// A model in which the assumptions hold, or assumptions that contradict each other.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        assumptions: Vec<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let means = options.means()?;
        let (assumed, largest) = clauses_of(&[assumptions], 0)?;
        self.with(py, |kept| kept.add([], largest));
        decided(py, |stop| self.lock().decide(&assumed[0], &means.until(stop)))
    }
}
