//! Completes models from the literals that decide them.

use cnfetti_encodings::{Cnf, Lit};

use super::decisions::Decisions;
use super::{Budget, Model, Outcome, SOLVERS};

/// Completes assignments of some variables to models of a formula.
///
/// If the other variables are determined, unit propagation finds most of them; a solver gets what it leaves
/// open. The same calls give the same models.
pub struct Completion<'a> {
    cnf: &'a Cnf,
    budget: &'a Budget,
    formula: Decisions,
    /// The current decisions.
    decided: Vec<Lit>,
}

impl<'a> Completion<'a> {
    /// Prepares to complete models of this formula.
    pub fn new(cnf: &'a Cnf, budget: &'a Budget) -> Completion<'a> {
        Completion { cnf, budget, formula: Decisions::new(cnf), decided: Vec::new() }
    }

    /// A model in which the literals hold. The call is faster the more of the first literals it shares with
    /// the call before.
    pub fn model(&mut self, literals: &[Lit]) -> Outcome {
        let same = self.decided.iter().zip(literals).take_while(|(old, new)| old == new).count();
        self.formula.back_to(same);
        self.decided.truncate(same);
        let mut consistent = !self.formula.contradiction();
        for &lit in &literals[same..] {
            consistent = consistent && self.formula.decide(lit);
            if !consistent {
                self.formula.back_to(self.decided.len());
                return Outcome::Unsatisfiable(literals.to_vec());
            }
            self.decided.push(lit);
        }
        let number_of_true = self.formula.num_true();
        if number_of_true < self.cnf.num_vars() as usize {
            return SOLVERS[0].load(self.cnf, self.budget).solve(literals);
        }
        let variables = (1..=self.cnf.num_vars() as i32).filter_map(Lit::from_dimacs);
        let holds = |lit: Lit| if self.formula.holds(lit) { lit } else { !lit };
        Outcome::Satisfiable(Model::new(variables.map(holds).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn models_are_completed_and_contradictions_are_noticed() {
        // Variable 3 says that 1 or 2 holds; 4 is free unless 3 holds.
        let mut cnf = Cnf::new();
        cnf.declare(4);
        for clause in [&[-1, 3][..], &[-2, 3], &[1, 2, -3], &[-3, 4]] {
            cnf.add_clause(clause.iter().map(|&number| lit(number)));
        }
        let budget = Budget::default();
        let mut completion = Completion::new(&cnf, &budget);
        let mut complete = |numbers: &[i32]| {
            let literals: Vec<Lit> = numbers.iter().map(|&number| lit(number)).collect();
            match completion.model(&literals) {
                Outcome::Satisfiable(model) => {
                    assert!(model.satisfies(&cnf));
                    assert!(literals.iter().all(|&lit| model.contains(lit)));
                    true
                }
                _ => false,
            }
        };
        assert!(complete(&[1, 2]));
        assert!(complete(&[1, -2]));
        assert!(!complete(&[1, -3, 2]));
        assert!(complete(&[-1, -2]));
        assert!(!complete(&[-1, -2, -4, 3]));
        assert!(complete(&[2, -1]));
    }
}
