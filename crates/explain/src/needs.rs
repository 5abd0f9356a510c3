//! What a puzzle needs to have one solution: which of its clues, or which further values.

use std::collections::BTreeMap;
use std::time::Duration;

use itertools::Itertools;

use crate::clues::{Clues, clues, necessary_clues};
use crate::givens::{self, Closest};
use crate::{ExplainError, root::Root};
use cnfetti_core::csp::{Atom, Constraint, Csp, Posted, Role, Value, VarId};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::count::CountError;
use cnfetti_sat::search::sample::{Others, Sample, sample};
use cnfetti_sat::search::symmetry::break_renaming;
use cnfetti_sat::solver::Backend;

/// How long to look for the fewest further values.
const FEWEST_TIME: Duration = Duration::from_secs(5);

/// A puzzle, and what to find out about its clues.
pub struct Question<'a> {
    /// The puzzle, without an objective.
    pub csp: &'a Csp,
    /// What names its interchangeable values.
    pub root: Option<&'a Root>,
    /// What it rests on that this may be asked: that the solutions are the optimal ones.
    pub assumed: Evidence,
    /// Look at no more solutions.
    pub solutions: usize,
    /// Find no more minimal sets of clues.
    pub sets: usize,
    /// The solver to ask.
    pub backend: &'a Backend,
    /// When to give up.
    pub budget: &'a Budget,
}

/// What a puzzle needs.
#[derive(Clone, Debug)]
pub struct Needs {
    /// Solutions up to renaming.
    pub solutions: Sample,
    /// `None` when there are too many solutions to tell, or no clues.
    pub clues: Option<Clues>,
    /// The limit that came before it was known.
    pub stopped: Option<Stopped>,
    /// The solutions that further values would have to tell apart: with the root fixed, and
    /// without the givens where the clues are nothing else. Only when these are all.
    pub apart: Option<Apart>,
}

/// Solutions, and what distinguishes them.
#[derive(Clone, Debug)]
pub struct Apart {
    /// Whether they are those without the givens.
    pub without_givens: bool,
    /// What it rests on that there are no others.
    pub evidence: Evidence,
    /// The solutions.
    pub solutions: Vec<Vec<Value>>,
    /// Each of these alone leaves one.
    pub deciding: Vec<Atom>,
    /// The fewest values that leave one together; `None` where they were not found.
    pub fewest: Option<Vec<Atom>>,
    /// The two that differ least.
    pub closest: Option<Closest>,
    /// In how many solutions each value occurs; where that could be a clue.
    pub somewhere: BTreeMap<Value, usize>,
}

impl Needs {
    /// Nothing but the solutions is known, because of this limit.
    pub fn unknown(solutions: Sample, stopped: Stopped) -> Needs {
        Needs { solutions, clues: None, stopped: Some(stopped), apart: None }
    }

    /// What all of it rests on; `None` when nothing is said that would need it.
    pub fn evidence(&self) -> Option<Evidence> {
        let Others::None(solutions) = self.solutions.others else { return None };
        let others = [
            self.clues.as_ref().map(|clues| clues.evidence),
            self.apart.as_ref().map(|apart| apart.evidence),
        ];
        Some(others.into_iter().flatten().fold(solutions, Evidence::and))
    }
}

/// Why it is not known what a puzzle needs.
#[derive(Debug, thiserror::Error)]
pub enum NoNeeds {
    /// Its solutions are not known.
    #[error(transparent)]
    Solutions(#[from] CountError),
    /// Its clues are not.
    #[error(transparent)]
    Clues(#[from] ExplainError),
}

impl Question<'_> {
    /// The solutions, with which an answer begins.
    ///
    /// # Errors
    ///
    /// When the solver or an encoding is wrong.
    pub fn solutions(&self) -> Result<Sample, CountError> {
        self.sample(&break_renaming(self.csp), &[])
    }

    /// What else the puzzle needs to have one of these solutions. Calls `progress` with the number of minimal
    /// sets after each.
    ///
    /// # Errors
    ///
    /// When the solver or an encoding is wrong, or a formula would be too large.
    pub fn answer(&self, solutions: Sample, progress: impl FnMut(usize)) -> Result<Needs, NoNeeds> {
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
        Ok(Needs { solutions, clues: needed, stopped, apart })
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

/// The cells that can be given; where two solutions agree on these, all that a reader sees.
fn cells(csp: &Csp, solutions: &[Vec<Value>]) -> Vec<VarId> {
    let cells = givens::cells(csp);
    let shown = solutions.iter().map(|s| cells.iter().map(|v| s[v.index()]).collect_vec());
    if shown.unique().count() == solutions.len() { cells } else { givens::seen(csp) }
}
