//! What must be paid in any case: a solver is asked for a solution that pays nothing, and says what cannot all
//! be spared. (Fu and Malik, On Solving the Partial MAX-SAT Problem, SAT 2006; strata: Ansótegui, Bonet and
//! Levy, SAT-based MaxSAT Algorithms, 2013.)

use std::collections::BTreeMap;

use cnfetti_encodings::Lit;

use super::descent::Descent;
use super::{Best, News};
use crate::compile::Weights;
use crate::search::enumerate::WrongModel;
use crate::solver::Outcome;
use cnfetti_core::limit::Limit;

/// Objectives of more literals are not looked at so.
const MOST_LITERALS: usize = 20_000;

/// So many questions are put.
const MOST_QUESTIONS: usize = 2_000;

/// What the literals still cost that were not paid for.
struct Costs {
    left: BTreeMap<Lit, i64>,
    /// What is paid in any case.
    paid: i64,
    /// Only what costs as much as this is to be spared.
    stratum: i64,
}

impl Costs {
    /// Everything that is to be spared.
    fn spared(&self) -> Vec<Lit> {
        let dear = self.left.iter().filter(|&(_, &cost)| cost >= self.stratum);
        dear.map(|(&lit, _)| !lit).collect()
    }

    /// One of these literals is paid for: the cheapest, and the others cost that much less from now on.
    fn pay(&mut self, core: &[Lit]) {
        let costs = core.iter().filter_map(|&lit| self.left.get(&!lit).copied());
        let least = costs.min().unwrap_or(0);
        self.paid += least;
        for &lit in core {
            if let Some(cost) = self.left.get_mut(&!lit) {
                *cost -= least;
            }
        }
        self.left.retain(|_, cost| *cost > 0);
    }

    /// Goes on to what is cheaper; whether there is something.
    fn descend(&mut self) -> bool {
        let cheaper = self.left.values().copied().filter(|&cost| cost < self.stratum).max();
        self.stratum = cheaper.unwrap_or(0);
        cheaper.is_some()
    }
}

impl Descent<'_, '_> {
    /// Finds what must be paid, and solutions that pay little, as long as answers come soon. The limit, if one
    /// ends all.
    pub(super) fn spare(
        &mut self,
        on_news: &mut impl FnMut(News<'_>),
    ) -> Result<Option<Limit>, WrongModel> {
        let weights = Weights::new(&self.asked.compiled.map, self.asked.objective).positive();
        let is_sum = self.asked.objective.terms.as_slice().len() > 1;
        if !self.can_wait || !is_sum || weights.weights.len() > MOST_LITERALS {
            return Ok(None);
        }
        let stratum = weights.weights.values().copied().max().unwrap_or(0);
        let mut costs = Costs { left: weights.weights, paid: weights.constant, stratum };
        self.solver.limit(self.patience);
        for _ in 0..MOST_QUESTIONS {
            match self.solver.solve(&costs.spared()) {
                Outcome::Satisfiable(model) => {
                    let found = self.asked.read(&model)?;
                    let is_better =
                        |best: &Best| self.asked.objective.is_better(found.value, best.value);
                    if self.known.best.as_ref().is_none_or(is_better) {
                        self.improve(found, on_news)?;
                    }
                    if !costs.descend() {
                        return Ok(None);
                    }
                }
                // Whatever is paid, no solution is better.
                Outcome::Unsatisfiable(core) if core.is_empty() => costs.paid = i64::MAX,
                Outcome::Unsatisfiable(core) => costs.pay(&core),
                Outcome::Unknown(limit) if self.asked.budget.is_spent() => return Ok(Some(limit)),
                Outcome::Unknown(_) => return Ok(None),
                Outcome::Failed(fault) => return Err(fault.into()),
            }
            // The solver speaks of solutions that are better than the best one.
            self.known.raise(costs.paid, None);
            if self.known.is_closed() {
                return Ok(None);
            }
        }
        Ok(None)
    }
}
