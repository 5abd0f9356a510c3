//! Whether there are two solutions, where a small solver finds that out soon.

use super::{Decided, Verdict};
use crate::compile::Compiled;
use crate::search::bound::require_optimal;
use crate::search::ended::{Ended, NoOther};
use crate::search::enumerate::{WrongModel, blocking_clause};
use crate::search::learner::{LEARNER, Learned, Learner};
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Budget;

/// Looks for two solutions of the problem in the formula of a stronger one; `None` if the budget ends first.
///
/// # Errors
///
/// When what was found is no solution.
pub(super) fn soon(
    csp: &Csp,
    strong: &Csp,
    compiled: &Compiled,
    budget: &Budget,
) -> Result<Option<Decided>, WrongModel> {
    let mut learner = Learner::new(&compiled.cnf, budget);
    let mut found: Vec<Vec<Value>> = Vec::new();
    let deciding = strong.projection_set();
    let mut blocking = None;
    loop {
        let model = match learner.solve(u64::MAX) {
            Learned::Unknown(_) => return Ok(None),
            Learned::Refuted(lemmas) => {
                let mut rest = compiled.cnf.to_unlimited();
                blocking.into_iter().for_each(|clause: Vec<_>| rest.add_clause(clause));
                let verdict = found.pop().map_or(Verdict::None, Verdict::Unique);
                let end = Ended::Exhausted(NoOther::by_learner(rest, lemmas));
                return Ok(Some(Decided { verdict, end }));
            }
            Learned::Model(model) => model,
        };
        let solution = compiled.map.decode(&model)?;
        let own = &solution[..csp.variables().len()];
        if !strong.is_solution(&solution) || !csp.is_solution(own) {
            return Err(WrongModel::BreaksConstraint { solver: LEARNER.to_owned() });
        }
        strong.bound().map_or(Ok(()), |bound| require_optimal(bound, &solution))?;
        if let Some(first) = found.pop() {
            let verdict = Verdict::Several(first, own.to_vec());
            return Ok(Some(Decided { verdict, end: Ended::Enough }));
        }
        found.push(own.to_vec());
        let clause = blocking_clause(compiled, &deciding, &solution);
        learner.add_clause(&clause);
        blocking = Some(clause);
    }
}
