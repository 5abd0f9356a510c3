//! All that there is to say of a puzzle that has a solution: the steps, what they leave open, and the
//! direct reason of one place.

use cnfetti_core::csp::{Atom, Csp, Mark, Role, Value, VarId};
use cnfetti_core::limit::Stopped;
use cnfetti_puzzles::puzzle::{Puzzle, Viewpoint};
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::count::CountError;
use cnfetti_sat::search::sample::{Others, Sample, sample};

use crate::{ExplainError, Explanation, Extent, Reason, Task, direct_reason, explain};

/// The steps stand between this many solutions, or more.
const MOST_SOLUTIONS: usize = 1000;

/// What there is to say of a puzzle.
#[derive(Clone, Debug)]
pub struct Account {
    /// The steps.
    pub explanation: Explanation,
    /// Of the place that was asked for the fewest rules that tell all of it at once, or the limit
    /// that came before these were found.
    pub direct: Option<Result<Reason, Stopped>>,
    /// The solutions between which the end leaves the choice.
    pub left: Sample,
}

/// Why there is none.
#[derive(Debug, thiserror::Error)]
pub enum NoAccount {
    /// There are no steps.
    #[error(transparent)]
    Steps(#[from] ExplainError),
    /// What they leave open is not known.
    #[error(transparent)]
    Left(#[from] CountError),
}

impl Account {
    /// What all of it rests on, and on what was assumed.
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

    /// Whether a limit kept something from being known.
    pub fn is_stopped(&self) -> bool {
        self.explanation.stopped.is_some()
            || matches!(self.left.others, Others::Unknown(_))
            || matches!(self.direct, Some(Err(_)))
    }
}

/// A puzzle as a person looks at it, of what is asked: with the bound on its objective where that is
/// known, and with what was entered.
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

/// Explains a problem from a viewpoint of it; `None` when there is no solution, which
/// [`contradiction`](crate::contradiction) shows. Calls `progress` with what is known after each step.
///
/// # Errors
///
/// When a limit comes before there are steps, or a solver is wrong.
pub fn account(
    csp: &Csp,
    viewpoint: &Csp,
    task: &Task,
    progress: impl FnMut(&Candidates),
) -> Result<Option<Account>, NoAccount> {
    let Some(explanation) = explain(viewpoint, task, progress)? else { return Ok(None) };
    let end = &explanation.end;
    let own = Candidates::new(end.rows()[..csp.variables().len()].to_vec());
    // A clue that a reader has to work out is no given.
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
    Ok(Some(Account { explanation, direct, left }))
}

/// Between which solutions the end leaves the choice. A hint asks for none.
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
