//! Compares encodings and solvers.

use std::time::Duration;

use cnfetti_core::limit::{Budget, Limit, Stopped};
use cnfetti_sat::compare::{
    Facts, Repeat, Row, Scope, Settings, Task, UnknownName, agree, measure, plan, prepare,
};
use cnfetti_sat::search::sample::Others;
use cnfetti_sat::solver::{Backend, Fault};

use super::{Error, Means, Problem};

/// The time for a first run, which only fills the caches.
const WARM_UP: Duration = Duration::from_millis(100);

/// Options of a comparison: what to compare, and how.
#[derive(Clone, Debug)]
pub struct CompareOptions {
    /// The limits; the time is for each row. Their encodings are ignored.
    pub means: Means,
    /// Compares only the encodings with these names; all, if there are none.
    pub encodings: Vec<String>,
    /// Which combinations of encodings to compare.
    pub scope: Scope,
    /// The solvers, instead of the one in the means; that one, if there are none.
    pub solvers: Vec<Backend>,
    /// The task, the number of runs, and how to shuffle the formula.
    pub settings: Settings,
}

/// A row for each combination of encodings with each solver.
#[derive(Clone, Debug)]
pub struct Compared {
    rows: Vec<Row>,
    agreed: bool,
    limit: Option<Limit>,
}

/// The progress of a comparison.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Comparing<'a> {
    /// It looks for what all encodings have in common: solutions, and literals that are true in all of them.
    Begun,
    /// A row begins.
    Row {
        /// The number of the combination of encodings, from 1 on.
        number: usize,
        /// The number of all combinations.
        of: usize,
        /// The encodings.
        label: &'a str,
        /// The solver.
        solver: &'a str,
    },
    /// The rows so far.
    Rows(&'a [Row]),
}

impl Default for CompareOptions {
    /// Each encoding of each family by itself, counting, one run each.
    fn default() -> CompareOptions {
        CompareOptions {
            means: Means::default(),
            encodings: Vec::new(),
            scope: Scope::default(),
            solvers: Vec::new(),
            settings: Settings { task: Task::default(), repeat: Repeat::Times(1), shuffle: None },
        }
    }
}

impl Compared {
    /// The rows, in the order of the tables.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether the rows agree. If not, a solver or an encoding is wrong.
    pub fn agreed(&self) -> bool {
        self.agreed
    }

    /// The limit because of which the last rows are missing.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }
}

impl Problem {
    /// Compares encodings and solvers; with an objective, on the optimal solutions.
    ///
    /// # Errors
    ///
    /// A name is unknown, a row is wrong, or the problem's file states another number.
    pub fn compare(&self, options: &CompareOptions) -> Result<Compared, Error> {
        self.compare_watched(options, |_| {})
    }

    /// Compares like [`compare`](Problem::compare), and reports the progress.
    ///
    /// # Errors
    ///
    /// Those of [`compare`](Problem::compare).
    pub fn compare_watched(
        &self,
        options: &CompareOptions,
        mut watch: impl FnMut(Comparing<'_>),
    ) -> Result<Compared, Error> {
        let CompareOptions { means, encodings, scope, settings, .. } = options;
        let mut solvers = options.solvers.clone();
        if solvers.is_empty() {
            solvers.push(means.backend());
        }
        let csp = self.asked(means, &solvers[0], &means.budget())?.csp;
        let candidates = plan(&csp, *scope, encodings)?;
        watch(Comparing::Begun);
        let facts = Facts::find(&csp, &solvers[0], &means.budget())?;
        match facts.others {
            Others::Some if settings.task == Task::Unsat => return Err(Error::TooManySolutions),
            Others::Unknown(limit) if settings.task == Task::Unsat => {
                return Err(Stopped(limit).into());
            }
            _ => {}
        }
        let (mut rows, mut limit) = (Vec::new(), None);
        'all: for (index, candidate) in candidates.iter().enumerate() {
            let prepared = prepare(&csp, candidate, &facts, settings.repeat, &means.budget());
            for solver in &solvers {
                limit = means.budget().spent();
                if limit.is_some() {
                    break 'all;
                }
                let (number, of) = (index + 1, candidates.len());
                let (label, name) = (&*candidate.label, &*solver.name);
                watch(Comparing::Row { number, of, label, solver: name });
                let run = |settings, budget: &Budget| {
                    let row = measure(&csp, &prepared, &facts, solver, settings, budget);
                    row.map_err(|error| Error::Row {
                        row: format!("{label}, {name}"),
                        error: Box::new(error.into()),
                    })
                };
                if index == 0 {
                    // Warm up the caches, so that the first row does not pay for it. Whoever limits the time of a row
                    // does not wait twice for the first one.
                    let once = Settings { repeat: Repeat::Times(1), ..*settings };
                    run(once, &means.budget().at_most(WARM_UP))?;
                }
                rows.push(run(*settings, &means.budget())?);
                watch(Comparing::Rows(&rows));
            }
        }
        let agreed = agree(&rows);
        if agreed {
            self.require_right(&rows, &facts, settings.task)?;
        }
        Ok(Compared { rows, agreed, limit })
    }

    /// Fails if a row is wrong. Rows that disagree are returned instead, to show which.
    fn require_right(&self, rows: &[Row], facts: &Facts, task: Task) -> Result<(), Error> {
        for row in rows {
            if !facts.fit(row, task) {
                let label = &row.formula.candidate.label;
                let what = format!("{label}, {}: more solutions were known before", row.solver);
                return Err(Fault(what).into());
            }
            if let Some(Err(refuted)) = &row.evidence {
                return Err(Fault(refuted.to_string()).into());
            }
            if let Some((number, exact)) = &row.count {
                self.expect.check("solutions", number, *exact)?;
            }
        }
        Ok(())
    }
}

impl From<UnknownName> for Error {
    fn from(unknown: UnknownName) -> Error {
        Error::UnknownEncoding(unknown)
    }
}
