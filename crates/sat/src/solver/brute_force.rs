//! Brute force, to test the other solvers against.
//!
//! The variables get their values in order, false before true. A clause is checked once, when its last
//! variable gets its value. Nothing else can go wrong.

use cnfetti_encodings::{Cnf, Lit};

use super::{Budget, Limit, Model, Outcome, Solver};

/// How many values to try in one call.
const MAX_STEPS: u64 = 20_000_000;

/// All clauses, each at its last variable.
pub(super) struct BruteForce {
    /// For each variable, the clauses in which it is the last one.
    clauses: Vec<Vec<Vec<Lit>>>,
    /// Whether there is an empty clause.
    has_empty_clause: bool,
    budget: Budget,
}

impl BruteForce {
    /// Loads the formula.
    pub(super) fn load(cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        let mut loaded = BruteForce {
            clauses: vec![Vec::new(); cnf.num_vars() as usize],
            has_empty_clause: false,
            budget: budget.clone(),
        };
        for clause in cnf.clauses() {
            loaded.add_clause(clause);
        }
        Box::new(loaded)
    }

    /// The first model under the assumptions, in order; an error is the limit that ended the search.
    fn search(&self, assumptions: &[Lit]) -> Result<Option<Vec<Lit>>, Limit> {
        if self.has_empty_clause {
            return Ok(None);
        }
        let mut values: Vec<Lit> = Vec::with_capacity(self.clauses.len());
        let mut next = self.literal(0, false);
        for step in 0u64.. {
            if step % 1024 == 0
                && let Some(limit) = self.budget.spent()
            {
                return Err(limit);
            }
            if step == MAX_STEPS {
                return Err(Limit::Steps);
            }
            let Some(lit) = next else { return Ok(Some(values)) };
            values.push(lit);
            next = if self.allows(&values, assumptions) {
                self.literal(values.len(), false)
            } else {
                match back(&mut values) {
                    Some(lit) => Some(lit),
                    None => return Ok(None),
                }
            };
        }
        unreachable!("the number of steps is limited")
    }

    /// The literal of the variable at this position; `None` after the last.
    fn literal(&self, index: usize, positive: bool) -> Option<Lit> {
        let number = (index < self.clauses.len()).then_some(index as i32 + 1)?;
        Lit::from_dimacs(if positive { number } else { -number })
    }

    /// Whether the last value satisfies the assumptions and the clauses that end with it.
    fn allows(&self, values: &[Lit], assumptions: &[Lit]) -> bool {
        let last = values[values.len() - 1];
        let is_true = |lit: &Lit| values[lit.variable() as usize - 1] == *lit;
        !assumptions.contains(&!last)
            && self.clauses[values.len() - 1].iter().all(|clause| clause.iter().any(is_true))
    }

    /// The assumptions without the unnecessary ones.
    fn core(&self, assumptions: &[Lit]) -> Result<Vec<Lit>, Limit> {
        let mut core = assumptions.to_vec();
        for &lit in assumptions {
            let rest: Vec<Lit> = core.iter().copied().filter(|&other| other != lit).collect();
            if self.search(&rest)?.is_none() {
                core = rest;
            }
        }
        Ok(core)
    }
}

impl Solver for BruteForce {
    fn add_clause(&mut self, clause: &[Lit]) {
        match clause.iter().map(|lit| lit.variable()).max() {
            Some(last) => self.clauses[last as usize - 1].push(clause.to_vec()),
            None => self.has_empty_clause = true,
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        match self.search(assumptions) {
            Ok(Some(values)) => Outcome::Satisfiable(Model::new(values)),
            Ok(None) => match self.core(assumptions) {
                Ok(core) => Outcome::Unsatisfiable(core),
                Err(limit) => Outcome::Unknown(limit),
            },
            Err(limit) => Outcome::Unknown(limit),
        }
    }
}

/// Removes values up to the last false one, and makes its variable true.
fn back(values: &mut Vec<Lit>) -> Option<Lit> {
    while let Some(lit) = values.pop() {
        if !lit.is_positive() {
            return Some(!lit);
        }
    }
    None
}
