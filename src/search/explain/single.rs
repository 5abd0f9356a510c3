//! Steps that need one constraint only.

use super::{Draft, Problem};
use crate::csp::Value;
use crate::search::candidates::{Candidates, Said};
use crate::search::switched::{Stopped, Switched};

/// What each constraint says on its own.
pub(super) struct Singles<'a> {
    problem: &'a Problem<'a>,
    /// In the order of the rules.
    rules: Vec<Single<'a>>,
}

struct Single<'a> {
    part: Switched<'a>,
    /// The candidates of its variables when it was last asked.
    asked: Vec<Vec<Value>>,
    said: Option<Draft>,
}

impl<'a> Singles<'a> {
    pub(super) fn new(problem: &'a Problem<'a>) -> Singles<'a> {
        let rules = problem.rules.iter().map(|&constraint| Single {
            part: problem.part(&[constraint]),
            asked: Vec::new(),
            said: None,
        });
        Singles { problem, rules: rules.collect() }
    }

    /// A step of one constraint: one that decides a variable if there is such a step, and of
    /// these one with the fewest facts, and of these one with the most conclusions.
    pub(super) fn best(&mut self, known: &Candidates) -> Result<Option<Draft>, Stopped> {
        for (rule, &constraint) in self.rules.iter_mut().zip(&self.problem.rules) {
            let variables = rule.part.variables();
            let now: Vec<Vec<Value>> =
                variables.iter().map(|&variable| known.of(variable).to_vec()).collect();
            if now != rule.asked {
                rule.said = self.problem.draft(&mut rule.part, &[constraint], known)?;
                rule.asked = now;
            }
        }
        let productive = self.rules.iter_mut().filter(|rule| rule.said.is_some());
        let best = productive.min_by_key(|rule| rule.said.as_ref().map(rank));
        Ok(best.and_then(|rule| rule.said.take()))
    }
}

fn rank(draft: &Draft) -> (bool, usize, usize) {
    let decides = draft.conclusions.iter().any(|fact| matches!(fact.said, Said::Is(_)));
    (!decides, draft.facts.len(), usize::MAX - draft.conclusions.len())
}
