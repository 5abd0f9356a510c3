//! Which clues a puzzle needs for its single solution, and which further values would leave a single one.

use std::collections::BTreeMap;
use std::time::Duration;

use itertools::Itertools;

use crate::clues::{Clues, clues, necessary_clues};
use crate::givens::{self, Closest};
use crate::{ExplainError, symmetry_breaking::Root};
use cnfetti_core::csp::{Atom, Constraint, Csp, Posted, Role, Value, VarId};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_sat::search::blocking::CountError;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::sample::{Others, Sample, sample};
use cnfetti_sat::search::symmetry::break_renaming;
use cnfetti_sat::solver::Backend;

/// The time for finding the fewest further values.
const FEWEST_TIME: Duration = Duration::from_secs(5);

/// A puzzle, and how much to find out about its clues.
pub struct Question<'a> {
    /// The puzzle, without an objective.
    pub csp: &'a Csp,
    /// The variables that name its interchangeable values.
    pub root: Option<&'a Root>,
    /// The evidence for what is assumed: that no solution has a better objective.
    pub assumed: Evidence,
    /// The most solutions to look at.
    pub solutions: usize,
    /// The most minimal sets of clues to find.
    pub sets: usize,
    /// The solver to ask.
    pub backend: &'a Backend,
    /// When to give up.
    pub budget: &'a Budget,
}

/// What is known about the clues of a puzzle.
#[derive(Clone, Debug)]
pub struct ClueReport {
    /// The solutions up to renaming.
    pub solutions: Sample,
    /// Which clues are needed; `None` if there are no clues, or too many solutions to tell.
    pub clues: Option<Clues>,
    /// The limit that ended the search for that.
    pub stopped: Option<Stopped>,
    /// What tells the solutions apart, if all are known. The root is fixed. If the puzzle has a single solution and all its
    /// clues are givens, these are the solutions without the givens.
    pub apart: Option<Apart>,
}

/// Solutions, and the values that tell them apart.
#[derive(Clone, Debug)]
pub struct Apart {
    /// Whether these are the solutions without the givens.
    pub without_givens: bool,
    /// The evidence that there are no others.
    pub evidence: Evidence,
    /// The solutions.
    pub solutions: Vec<Vec<Value>>,
    /// Values each of which alone leaves a single solution.
    pub deciding: Vec<Atom>,
    /// The fewest values that together leave a single solution; `None` if the search did not end.
    pub fewest: Option<Vec<Atom>>,
    /// The two solutions that differ least.
    pub closest: Option<Closest>,
    /// In how many solutions each value occurs, if that could be a clue.
    pub somewhere: BTreeMap<Value, usize>,
}

impl ClueReport {
    /// A report that has the solutions alone, because of this limit.
    pub fn unknown(solutions: Sample, stopped: Stopped) -> ClueReport {
        ClueReport { solutions, clues: None, stopped: Some(stopped), apart: None }
    }

    /// The evidence for all of it; `None` if nothing in it needs evidence.
    pub fn evidence(&self) -> Option<Evidence> {
        let Others::None(solutions) = self.solutions.others else { return None };
        let others = [
            self.clues.as_ref().map(|clues| clues.evidence),
            self.apart.as_ref().map(|apart| apart.evidence),
        ];
        Some(others.into_iter().flatten().fold(solutions, Evidence::and))
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum NoClueReport {
    /// The search for solutions failed.
    #[error(transparent)]
    Solutions(#[from] CountError),
    /// The search for needed clues failed.
    #[error(transparent)]
    Clues(#[from] ExplainError),
}

impl Question<'_> {
    /// The solutions, with which a report begins.
    ///
    /// # Errors
    ///
    /// The solver or an encoding is wrong.
    pub fn solutions(&self) -> Result<Sample, CountError> {
        self.sample(&break_renaming(self.csp), &[])
    }

    /// The report of a puzzle with these solutions. Calls `progress` with the number of minimal sets of clues after each of
    /// them.
    ///
    /// # Errors
    ///
    /// The solver or an encoding is wrong, or a formula would be too large.
    pub fn answer(
        &self,
        solutions: Sample,
        progress: impl FnMut(usize),
    ) -> Result<ClueReport, NoClueReport> {
        let &Question { csp, sets, backend, budget, .. } = self;
        let are_known = solutions.is_complete() && !solutions.solutions.is_empty();
        let (mut needed, mut stopped) = (None, None);
        if are_known && !clues(csp).is_empty() {
            match necessary_clues(csp, &solutions, sets, backend, budget, progress) {
                Err(ExplainError::Stopped(why)) => stopped = Some(why),
                found => needed = Some(found?),
            }
        }
        let apart = self.apart(&solutions)?;
        Ok(ClueReport { solutions, clues: needed, stopped, apart })
    }

    fn sample(&self, csp: &Csp, root: &[Atom]) -> Result<Sample, CountError> {
        sample(csp, root, self.solutions, self.backend, self.budget)
    }

    fn apart(&self, solutions: &Sample) -> Result<Option<Apart>, CountError> {
        let csp = self.csp;
        let clues = || csp.constraints().iter().filter(|posted| posted.role == Role::Clue);
        let is_given = |posted: &Posted| matches!(posted.constraint, Constraint::Fixed(_));
        let only_givens = clues().all(is_given);
        let is_unique = solutions.is_complete() && solutions.solutions.len() <= 1;
        let without_givens = is_unique && only_givens && clues().next().is_some();
        if is_unique && !without_givens {
            return Ok(None);
        }
        let mut open = csp.clone();
        if without_givens {
            open.retain(|posted| posted.role != Role::Clue);
        }
        let found = self.sample(&open, self.root.map_or(&[], |root| &root.atoms))?;
        let Others::None(evidence) = found.others else { return Ok(None) };
        let solutions = found.solutions;
        let cells = cells(csp, &solutions);
        let same_domain = cells.iter().map(|&cell| csp.domain(cell)).all_equal();
        let tells = only_givens && same_domain && csp.symmetry().interchangeable.is_empty();
        let unlimited = self.budget.without_end();
        let named = self.root.map_or(Evidence::Nothing, |root| root.evidence);
        Ok(Some(Apart {
            without_givens,
            evidence: evidence.and(named.and(self.assumed)),
            deciding: givens::deciding_givens(&cells, &solutions),
            fewest: givens::fewest_givens(&cells, &solutions, &unlimited.at_most(FEWEST_TIME)),
            closest: givens::closest(&cells, &solutions),
            somewhere: match tells {
                true => givens::occurrences(&cells, &solutions),
                false => BTreeMap::new(),
            },
            solutions,
        }))
    }
}

/// The cells that can be given. If two solutions agree on these, all cells that a reader sees.
fn cells(csp: &Csp, solutions: &[Vec<Value>]) -> Vec<VarId> {
    let cells = givens::cells(csp);
    let shown = solutions.iter().map(|s| cells.iter().map(|v| s[v.index()]).collect_vec());
    if shown.unique().count() == solutions.len() { cells } else { givens::seen(csp) }
}
