//! An explanation together with the solutions that its steps leave open, and the shortest reason for the value of one place.

use cnfetti_core::csp::{Atom, Csp, Mark, Role, Value, VarId};
use cnfetti_core::limit::Stopped;
use cnfetti_puzzles::puzzle::{Puzzle, Viewpoint};
use cnfetti_sat::search::blocking::CountError;
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::sample::{Others, Sample, sample};

use crate::{ExplainError, Explanation, Extent, Reason, Task, direct_reason, explain};

/// If the steps leave more solutions open than this, the others are not listed.
const MOST_SOLUTIONS: usize = 1000;

/// An explanation, and what commands show with it.
#[derive(Clone, Debug)]
pub struct Overview {
    /// The steps.
    pub explanation: Explanation,
    /// For the one place that was asked for: the fewest rules that show its value in a single step, or the limit that
    /// ended the search for them.
    pub direct: Option<Result<Reason, Stopped>>,
    /// The solutions that the steps leave open.
    pub left: Sample,
}

/// Why there is no overview.
#[derive(Debug, thiserror::Error)]
pub enum NoOverview {
    /// The search for steps failed.
    #[error(transparent)]
    Steps(#[from] ExplainError),
    /// The search for the solutions that they leave open failed.
    #[error(transparent)]
    Left(#[from] CountError),
}

impl Overview {
    /// The evidence for all of it, given the evidence for what was assumed.
    pub fn evidence(&self, assumed: Evidence) -> Evidence {
        let mut evidence = self.explanation.evidence.and(assumed);
        if let Some(Ok(reason)) = &self.direct {
            evidence = evidence.and(reason.evidence);
        }
        match self.left.others {
            Others::None(others) => evidence.and(others),
            Others::Some | Others::Unknown(_) => evidence,
        }
    }

    /// Whether a limit ended part of the search.
    pub fn is_stopped(&self) -> bool {
        self.explanation.stopped.is_some()
            || matches!(self.left.others, Others::Unknown(_))
            || matches!(self.direct, Some(Err(_)))
    }
}

/// A puzzle as a person looks at it. It gets the bound on the objective of the problem `asked`, if that is known, and the
/// entries and marks on the board.
pub fn viewpoint(
    puzzle: &dyn Puzzle,
    asked: &Csp,
    entries: &[(Atom, String)],
    marks: &[Mark],
) -> Viewpoint {
    let mut viewpoint = puzzle.viewpoint();
    viewpoint.csp = match asked.bound() {
        Some(bound) => viewpoint.csp.at_best(&bound.objective, bound.value),
        None => viewpoint.csp.without_objective(),
    };
    viewpoint.csp.enter(entries.iter().cloned());
    viewpoint.csp.enter_marks(marks.iter().cloned());
    viewpoint
}

/// Explains a problem from a viewpoint; `None` if there is no solution, which [`contradiction`](crate::contradiction)
/// shows. Calls `progress` with what is known after each step.
///
/// # Errors
///
/// A limit ends the search before the first step, or a solver is wrong.
pub fn overview(
    csp: &Csp,
    viewpoint: &Csp,
    task: &Task,
    progress: impl FnMut(&Candidates),
) -> Result<Option<Overview>, NoOverview> {
    let Some(explanation) = explain(viewpoint, task, progress)? else { return Ok(None) };
    let end = &explanation.end;
    let own = Candidates::new(end.rows()[..csp.variables().len()].to_vec());
    // If the viewpoint has other variables, or clues that a reader must deduce, the reason is about the problem itself.
    let is_restated = viewpoint.variables().len() == csp.variables().len()
        && !viewpoint.constraints().iter().any(|posted| posted.role == Role::AssumesUnique);
    let shown = if is_restated { viewpoint } else { csp };
    let direct = |variable: VarId| match direct_reason(shown, task, variable, &own) {
        Err(ExplainError::Stopped(why)) => Ok(Err(why)),
        reason => reason.map(Ok),
    };
    let direct = match task.only[..] {
        [variable] => Some(direct(variable)?),
        _ => None,
    };
    let left = left(csp, task, &explanation)?;
    Ok(Some(Overview { explanation, direct, left }))
}

/// The solutions that the steps leave open; none for a hint.
fn left(csp: &Csp, task: &Task, explanation: &Explanation) -> Result<Sample, CountError> {
    let end = &explanation.end;
    if task.extent == Extent::First {
        return Ok(Sample { solutions: Vec::new(), others: Others::Some });
    }
    let values: Option<Vec<Value>> = csp.ids().map(|variable| end.decided(variable)).collect();
    match values.filter(|_| explanation.stopped.is_none() && task.only.is_empty()) {
        Some(solution) if csp.is_solution(&solution) => {
            Ok(Sample { solutions: vec![solution], others: Others::None(explanation.evidence) })
        }
        _ => sample(csp, &task.root, MOST_SOLUTIONS, &task.backend, &task.budget),
    }
}
