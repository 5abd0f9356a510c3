//! CaDiCaL in this process, with the feature `cadical`, which needs a C++ compiler.

use cadical::Callbacks;
use cnfetti_encodings::{Cnf, Lit};

use super::{Budget, Model, Outcome, Solver};

/// CaDiCaL with a formula.
pub(super) struct Cadical {
    solver: cadical::Solver<Watch>,
    num_vars: u32,
    budget: Budget,
}

impl Cadical {
    /// CaDiCaL with the formula, all its variables declared.
    pub(super) fn load(cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        let mut solver = cadical::Solver::new();
        if budget.can_be_spent() {
            solver.set_callbacks(Some(Watch(budget.clone())));
        }
        solver.reserve(cnf.num_vars() as i32);
        let mut loaded = Cadical { solver, num_vars: cnf.num_vars(), budget: budget.clone() };
        for clause in cnf.clauses() {
            loaded.add_clause(clause);
        }
        Box::new(loaded)
    }

    fn model(&self) -> Model {
        let literals = (1..=self.num_vars as i32).map(|variable| {
            let is_true = self.solver.value(variable) == Some(true);
            Lit::from_dimacs(if is_true { variable } else { -variable }).expect("it is not 0")
        });
        Model::new(literals.collect())
    }
}

impl Solver for Cadical {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause.iter().map(|lit| lit.dimacs()));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        if let Some(limit) = self.budget.spent() {
            return Outcome::Unknown(limit);
        }
        match self.solver.solve_with(assumptions.iter().map(|lit| lit.dimacs())) {
            Some(true) => Outcome::Satisfiable(self.model()),
            Some(false) => {
                let failed = |lit: &&Lit| self.solver.failed(lit.dimacs());
                Outcome::Unsatisfiable(assumptions.iter().filter(failed).copied().collect())
            }
            None => Outcome::Unknown(self.budget.limit()),
        }
    }
}

/// Ends the search once the budget is spent.
struct Watch(Budget);

impl Callbacks for Watch {
    fn terminate(&mut self) -> bool {
        self.0.is_spent()
    }

    /// Requests no learned clauses.
    fn max_length(&self) -> i32 {
        0
    }
}
