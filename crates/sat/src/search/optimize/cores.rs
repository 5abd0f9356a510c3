//! Lower bounds from cores: the solver is asked for a solution that avoids all costs, and answers which of them cannot
//! all be avoided. One of these is paid, and what the others would cost in addition becomes new costs. Expensive ones
//! come first. (Fu and Malik, On Solving the Partial MAX-SAT Problem, SAT 2006; strata: Ansótegui, Bonet and Levy,
//! SAT-based MaxSAT Algorithms, 2013; new costs: Narodytska and Bacchus, Maximum Satisfiability Using Core-Guided MaxSAT
//! Resolution, AAAI 2014.)

use std::collections::BTreeMap;

use cnfetti_encodings::{Cnf, Lit};

use super::descent::Descent;
use super::{Asked, Best, News};
use crate::compile::Weights;
use crate::search::enumerate::WrongModel;
use crate::solver::Outcome;
use cnfetti_core::limit::Limit;

/// The largest number of literals of an objective for which to look for cores.
const MOST_LITERALS: usize = 20_000;

/// The spare literals for each literal that costs something.
const FOR_EACH_COST: usize = 4;

/// A search for cores, which can be interrupted.
pub(super) struct Cores {
    costs: Costs,
    /// Literals that the solver knows and no clause has, for new costs.
    spare: Vec<Lit>,
}

/// What the literals still cost that were not paid for.
struct Costs {
    left: BTreeMap<Lit, i64>,
    /// What is paid in any case.
    paid: i64,
    /// Only what costs as much as this is to be spared.
    stratum: i64,
}

impl Cores {
    /// Begins with the costs of the objective, and adds spare variables to the formula. `None` if the objective has a
    /// single variable, or too many literals.
    pub(super) fn new(asked: &Asked<'_>, cnf: &mut Cnf) -> Option<Cores> {
        let weights = Weights::new(&asked.compiled.map, asked.objective).positive();
        let number = weights.weights.len();
        if asked.objective.terms.as_slice().len() < 2 || number > MOST_LITERALS {
            return None;
        }
        let stratum = weights.weights.values().copied().max().unwrap_or(0);
        let costs = Costs { left: weights.weights, paid: weights.constant, stratum };
        Some(Cores { costs, spare: cnf.new_lits(FOR_EACH_COST * number) })
    }
}

impl Costs {
    /// Everything that is to be spared.
    fn spared(&self) -> Vec<Lit> {
        let dear = self.left.iter().filter(|&(_, &cost)| cost >= self.stratum);
        dear.map(|(&lit, _)| !lit).collect()
    }

    /// One of the literals of a core is paid for: the cheapest, and the others cost that much less from now on. For each
    /// but the last, a new literal costs as much: that it holds, and one after it too. Returns the clauses that say so.
    /// Without enough spare variables, the others cost nothing, which gives a weaker bound.
    fn pay(&mut self, core: &[Lit], spare: &mut Vec<Lit>) -> Vec<Vec<Lit>> {
        let core: Vec<Lit> = core.iter().map(|&lit| !lit).collect();
        let costs = core.iter().filter_map(|lit| self.left.get(lit).copied());
        let least = costs.min().unwrap_or(0);
        self.paid += least;
        for lit in &core {
            if let Some(cost) = self.left.get_mut(lit) {
                *cost -= least;
            }
        }
        self.left.retain(|_, cost| *cost > 0);
        let mut clauses = Vec::new();
        let Some((&last, others)) = core.split_last() else { return clauses };
        if spare.len() < 2 * core.len() {
            return clauses;
        }
        // Whether one of the literals after this one holds.
        let mut later = last;
        for &lit in others.iter().rev() {
            let (Some(both), Some(any)) = (spare.pop(), spare.pop()) else { break };
            clauses.push(vec![!lit, !later, both]);
            clauses.extend([vec![!lit, any], vec![!later, any]]);
            self.left.insert(both, least);
            later = any;
        }
        clauses
    }

    /// Goes on to cheaper costs. Returns whether there are any.
    fn descend(&mut self) -> bool {
        let cheaper = self.left.values().copied().filter(|&cost| cost < self.stratum).max();
        self.stratum = cheaper.unwrap_or(0);
        cheaper.is_some()
    }
}

impl Descent<'_, '_> {
    /// Finds what must be paid, and solutions that pay little, for so many steps. Returns the limit if one ends
    /// everything.
    pub(super) fn find_cores(
        &mut self,
        steps: u64,
        on_news: &mut impl FnMut(News<'_>),
    ) -> Result<Option<Limit>, WrongModel> {
        let Some(mut cores) = self.cores.take() else { return Ok(None) };
        let end = self.made().saturating_add(steps);
        while self.made() < end {
            self.solver.limit(end - self.made());
            match self.solver.solve(&cores.costs.spared()) {
                Outcome::Satisfiable(model) => {
                    let found = self.asked.read(&model)?;
                    let is_better =
                        |best: &Best| self.asked.objective.is_better(found.value, best.value);
                    if self.known.best.as_ref().is_none_or(is_better) {
                        self.improve(found, on_news)?;
                    }
                    if !cores.costs.descend() {
                        return Ok(None);
                    }
                }
                // Whatever is paid, no solution is better.
                Outcome::Unsatisfiable(core) if core.is_empty() => cores.costs.paid = i64::MAX,
                Outcome::Unsatisfiable(core) => {
                    let clauses = cores.costs.pay(&core, &mut cores.spare);
                    clauses.iter().for_each(|clause| self.solver.add_clause(clause));
                }
                Outcome::Unknown(limit) if self.asked.budget.is_spent() => return Ok(Some(limit)),
                Outcome::Unknown(_) => break,
                Outcome::Failed(fault) => return Err(fault.into()),
            }
            // The solver speaks of solutions that are better than the best one.
            self.known.raise(cores.costs.paid, None);
            if self.known.is_closed() {
                return Ok(None);
            }
        }
        self.cores = Some(cores);
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::random::Random;

    /// However the core's literals are set, one of them at least holding, what is paid and what the new literals must
    /// cost is what the literals cost.
    #[test]
    fn what_is_paid_later_is_what_it_costs() {
        let mut kinds = [0; 6];
        for seed in 0..500 {
            let random = &mut Random::new(seed);
            let mut cnf = Cnf::new();
            let number = 1 + random.below(5);
            let lits = cnf.new_lits(number);
            let mut spare = cnf.new_lits(2 * number);
            let weights: BTreeMap<Lit, i64> =
                lits.iter().map(|&lit| (lit, 1 + random.below(3) as i64)).collect();
            let mut costs = Costs { left: weights.clone(), paid: 0, stratum: 0 };
            let core: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            let clauses = costs.pay(&core, &mut spare);
            for code in 1..1_u32 << number {
                let holds = |lit: Lit| {
                    let at = lits.iter().position(|&other| other == lit);
                    at.map(|at| code >> at & 1 == 1)
                };
                // The new literals hold only if a clause demands it.
                let mut new: BTreeMap<Lit, bool> = BTreeMap::new();
                for clause in &clauses {
                    let (&head, body) = clause.split_last().expect("no clause is empty");
                    let is_true = |lit: Lit| holds(lit).or(new.get(&lit).copied()).unwrap_or(false);
                    if body.iter().all(|&lit| is_true(!lit)) {
                        new.insert(head, true);
                    }
                }
                let is_true = |lit: &Lit| holds(*lit).or(new.get(lit).copied()).unwrap_or(false);
                let total = |costs: &BTreeMap<Lit, i64>| -> i64 {
                    costs.iter().filter(|(lit, _)| is_true(lit)).map(|(_, cost)| cost).sum()
                };
                assert_eq!(costs.paid + total(&costs.left), total(&weights), "seed {seed}");
            }
            kinds[number] += 1;
        }
        assert!(kinds[1..].iter().all(|&number| number > 50), "{kinds:?}");
    }
}
