//! Another solver on the same formula with variables renumbered, and clauses and literals reordered.
//!
//! The time of a search depends on such accidents; several orders average them out.

use cnfetti_encodings::{Cnf, Lit};

use super::{Backend, Budget, Model, Outcome, Solver, Statistics};
use cnfetti_core::random::Random;

/// A solver that holds a shuffled formula.
pub(super) struct Shuffled {
    solver: Box<dyn Solver>,
    /// For each variable of the formula, the solver's variable.
    inside: Vec<Lit>,
    /// The inverse.
    outside: Vec<Lit>,
}

impl Shuffled {
    /// Loads the formula in the order given by the seed.
    pub(super) fn load(
        backend: &Backend,
        seed: u64,
        cnf: &Cnf,
        budget: &Budget,
    ) -> Box<dyn Solver> {
        let mut random = Random::new(seed);
        let mut shuffled = Cnf::new();
        let outside = shuffled.new_lits(cnf.num_vars() as usize);
        let mut inside = outside.clone();
        random.shuffle(&mut inside);
        let outside = inverse(&inside, outside);
        for index in random.order(cnf.num_clauses()) {
            let mut clause = renamed(&inside, cnf.clause(index));
            random.shuffle(&mut clause);
            shuffled.add_clause(clause);
        }
        Box::new(Shuffled { solver: backend.load(&shuffled, budget), inside, outside })
    }
}

/// The permutation that undoes this one, written over the identity.
fn inverse(permutation: &[Lit], identity: Vec<Lit>) -> Vec<Lit> {
    let mut inverse = identity.clone();
    for (from, to) in identity.iter().zip(permutation) {
        inverse[to.variable() as usize - 1] = *from;
    }
    inverse
}

fn renamed(names: &[Lit], lits: &[Lit]) -> Vec<Lit> {
    let rename = |&lit: &Lit| {
        let name = names[lit.variable() as usize - 1];
        if lit.is_positive() { name } else { !name }
    };
    lits.iter().map(rename).collect()
}

impl Solver for Shuffled {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(&renamed(&self.inside, clause));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        match self.solver.solve(&renamed(&self.inside, assumptions)) {
            Outcome::Satisfiable(model) => {
                let mut literals = renamed(&self.outside, model.literals());
                literals.sort_unstable_by_key(|lit| lit.variable());
                Outcome::Satisfiable(Model::new(literals))
            }
            Outcome::Unsatisfiable(core) => Outcome::Unsatisfiable(renamed(&self.outside, &core)),
            other @ (Outcome::Unknown(_) | Outcome::Failed(_)) => other,
        }
    }

    fn limit(&mut self, steps: u64) -> bool {
        self.solver.limit(steps)
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}
