//! A solver for many questions about a formula, of which one model is known and the others are likely to be near it.
//!
//! It decides only the variables that it is told, and first as in the known model. If all others are functions of these,
//! as auxiliary variables are, propagation says what they are. If it does not, a solver that decides all of them is asked.

use cnfetti_encodings::{Cnf, Lit};

use super::batsat::Batsat;
use super::checked::{Checked, broken};
use super::{Budget, Outcome, Solver, Statistics};

/// The solver with its formula.
pub(super) struct Near {
    near: Batsat,
    /// A solver that decides all variables; made for the first question that needs it.
    all: Option<Box<dyn Solver>>,
    cnf: Cnf,
    budget: Budget,
}

impl Near {
    /// Loads the formula. The solver decides only the variables of these literals, and begins with the literals.
    pub(super) fn load(cnf: &Cnf, decided: &[Lit], budget: &Budget) -> Box<dyn Solver> {
        let near = Batsat::near(cnf, decided, budget);
        Box::new(Near { near, all: None, cnf: cnf.to_unlimited(), budget: budget.clone() })
    }
}

impl Solver for Near {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.cnf.add_clause(clause.iter().copied());
        self.near.add_clause(clause);
        if let Some(all) = &mut self.all {
            all.add_clause(clause);
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        let Near { near, all, cnf, budget } = self;
        match near.solve(assumptions) {
            Outcome::Satisfiable(model) if broken(&model, cnf, assumptions).is_some() => {
                let load = || Checked::over("batsat", Batsat::load(cnf, budget), cnf);
                all.get_or_insert_with(load).solve(assumptions)
            }
            outcome => outcome,
        }
    }

    fn statistics(&self) -> Statistics {
        self.near.statistics()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::by_name;
    use cnfetti_core::random::Random;

    /// Random formulas get the answers of brute force, whichever variables are decided, and however.
    #[test]
    fn what_is_not_decided_does_not_change_an_answer() {
        let mut random = Random::new(7);
        let (mut models, mut completed) = (0, 0);
        for _ in 0..400 {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(8);
            let literal = |random: &mut Random| {
                let lit = *random.pick(&lits);
                if random.one_in(2) { lit } else { !lit }
            };
            for _ in 0..10 + random.below(20) {
                cnf.add_clause([(); 3].map(|()| literal(&mut random)));
            }
            let decided: Vec<Lit> = lits.iter().copied().filter(|_| random.one_in(2)).collect();
            let signed = |lit: Lit, random: &mut Random| if random.one_in(2) { lit } else { !lit };
            let decided: Vec<Lit> =
                decided.into_iter().map(|lit| signed(lit, &mut random)).collect();
            let mut near = Near {
                near: Batsat::near(&cnf, &decided, &Budget::default()),
                all: None,
                cnf: cnf.clone(),
                budget: Budget::default(),
            };
            for _ in 0..6 {
                let assumed = [(); 2].map(|()| literal(&mut random));
                let brute_force = by_name("brute_force").unwrap();
                let expected = brute_force.load(&near.cnf, &Budget::default()).solve(&assumed);
                match near.solve(&assumed) {
                    Outcome::Satisfiable(model) => {
                        assert!(matches!(expected, Outcome::Satisfiable(_)));
                        assert_eq!(broken(&model, &near.cnf, &assumed), None);
                        models += 1;
                    }
                    Outcome::Unsatisfiable(core) => {
                        assert!(matches!(expected, Outcome::Unsatisfiable(_)));
                        assert!(core.iter().all(|lit| assumed.contains(lit)));
                    }
                    other => panic!("{other:?}"),
                }
                near.add_clause(&[(); 3].map(|()| literal(&mut random)));
            }
            completed += usize::from(near.all.is_some());
        }
        assert!(models > 500 && completed > 100, "{models} {completed}");
    }

    /// The first model is the known one, and the next one differs only where it has to.
    #[test]
    fn models_are_near_the_known_one() {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(6);
        cnf.add_clause([lits[0], lits[1]]);
        let known = [lits[0], !lits[1], lits[2], !lits[3], lits[4], !lits[5]];
        let mut near = Near::load(&cnf, &known, &Budget::default());
        let literals = |outcome| match outcome {
            Outcome::Satisfiable(model) => model.literals().to_vec(),
            other => panic!("{other:?}"),
        };
        assert_eq!(literals(near.solve(&[])), known);
        let mut other = known;
        (other[0], other[1]) = (!lits[0], lits[1]);
        assert_eq!(literals(near.solve(&[!lits[0]])), other);
    }
}
