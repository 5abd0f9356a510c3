//! A solver within this process whose models are checked before use.
//!
//! What an unsatisfiable formula needs, a proof, is another matter: [`crate::search::confirm`].

use cnfetti_encodings::{Cnf, Lit};

use super::{Fault, Model, Outcome, Solver, Statistics};

/// A solver with the clauses that it was given.
pub(super) struct Checked {
    name: String,
    solver: Box<dyn Solver>,
    cnf: Cnf,
}

impl Checked {
    /// The solver of this name, which was loaded with this formula.
    pub(super) fn over(name: &str, solver: Box<dyn Solver>, cnf: &Cnf) -> Box<dyn Solver> {
        Box::new(Checked { name: name.to_owned(), solver, cnf: cnf.to_unlimited() })
    }
}

impl Solver for Checked {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.cnf.add_clause(clause.iter().copied());
        self.solver.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        let outcome = self.solver.solve(assumptions);
        match &outcome {
            Outcome::Satisfiable(model) => match broken(model, &self.cnf, assumptions) {
                None => outcome,
                Some(what) => Outcome::Failed(Fault(format!(
                    "the model that {} found does not satisfy the {what}",
                    self.name
                ))),
            },
            _ => outcome,
        }
    }

    fn limit(&mut self, steps: u64) -> bool {
        self.solver.limit(steps)
    }

    fn statistics(&self) -> Statistics {
        self.solver.statistics()
    }
}

/// Returns what the model violates: the formula, or the assumptions.
pub fn broken(model: &Model, cnf: &Cnf, assumptions: &[Lit]) -> Option<&'static str> {
    if !model.satisfies(cnf) {
        return Some("formula");
    }
    (!assumptions.iter().all(|&lit| model.contains(lit))).then_some("assumptions")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says of every formula that all its variables are false.
    struct Liar(u32);

    impl Solver for Liar {
        fn add_clause(&mut self, _: &[Lit]) {}

        fn solve(&mut self, _: &[Lit]) -> Outcome {
            let literals = (1..=self.0 as i32).filter_map(|number| Lit::from_dimacs(-number));
            Outcome::Satisfiable(Model::new(literals.collect()))
        }
    }

    #[test]
    fn a_wrong_model_is_a_fault() {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(2);
        cnf.add_clause([!lits[0], !lits[1]]);
        let mut solver = Checked::over("liar", Box::new(Liar(2)), &cnf);
        assert!(matches!(solver.solve(&[]), Outcome::Satisfiable(_)));
        let failed = |what| {
            let message = format!("the model that liar found does not satisfy the {what}");
            Outcome::Failed(Fault(message))
        };
        assert_eq!(solver.solve(&[lits[0]]), failed("assumptions"));
        solver.add_clause(&lits);
        assert_eq!(solver.solve(&[]), failed("formula"));
    }
}
