//! batsat, a Rust translation of MiniSat: the second opinion.

use std::cell::Cell;
use std::rc::Rc;

use batsat::{BasicCallbacks, BasicSolver, SolverInterface, Var, lbool};
use cnfetti_encodings::{Cnf, Lit};

use super::{Budget, Model, Outcome, Solver, Statistics};

/// batsat with a formula.
pub(super) struct Batsat {
    solver: BasicSolver,
    num_vars: u32,
    /// Whether there was time for the whole formula; when not, nothing is asked, and what is added may
    /// have variables that there are not.
    is_whole: bool,
    budget: Budget,
    /// Steps for each question, and how many this one has left.
    steps: u64,
    left: Rc<Cell<u64>>,
    buffer: Vec<batsat::Lit>,
}

impl Batsat {
    /// batsat with the formula, all its variables declared.
    pub(super) fn load(cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        Batsat::patient(cnf, u64::MAX, budget)
    }

    /// The same with this many steps for each question.
    pub(super) fn patient(cnf: &Cnf, steps: u64, budget: &Budget) -> Box<dyn Solver> {
        let mut callbacks = BasicCallbacks::new();
        let left = Rc::new(Cell::new(steps));
        if budget.can_be_spent() || steps < u64::MAX {
            let (budget, left) = (budget.clone(), left.clone());
            // It is asked before each decision.
            callbacks.set_stop(move || {
                left.set(left.get().saturating_sub(1));
                left.get() == 0 || budget.is_spent()
            });
        }
        let mut loaded = Batsat {
            solver: BasicSolver::new(Default::default(), callbacks),
            num_vars: cnf.num_vars(),
            is_whole: true,
            budget: budget.clone(),
            steps,
            left,
            buffer: Vec::new(),
        };
        for _ in budget.meter(0..cnf.num_vars()) {
            loaded.solver.new_var_default();
        }
        for clause in budget.meter(cnf.clauses()) {
            loaded.add_clause(clause);
        }
        // Where it was cut short the budget is spent, and stays so.
        loaded.is_whole = !budget.is_spent();
        Box::new(loaded)
    }

    fn model(&self) -> Model {
        let number = |variable: u32| variable as i32 + 1;
        let literals = (0..self.num_vars).map(|variable| {
            let is_true = self.solver.value_var(Var::unsafe_from_idx(variable)) == lbool::TRUE;
            let number = if is_true { number(variable) } else { -number(variable) };
            Lit::from_dimacs(number).expect("no variable is 0")
        });
        Model::new(literals.collect())
    }
}

impl Solver for Batsat {
    fn add_clause(&mut self, clause: &[Lit]) {
        if !self.is_whole {
            return;
        }
        self.buffer.clear();
        self.buffer.extend(clause.iter().map(|&lit| to_batsat(lit)));
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        if let Some(limit) = self.budget.spent() {
            return Outcome::Unknown(limit);
        }
        let assumed: Vec<batsat::Lit> = assumptions.iter().map(|&lit| to_batsat(lit)).collect();
        self.left.set(self.steps);
        let answer = self.solver.solve_limited(&assumed);
        if answer == lbool::TRUE {
            Outcome::Satisfiable(self.model())
        } else if answer == lbool::FALSE {
            // It is the clause that was derived, so the assumptions are negated in it.
            let core = self.solver.unsat_core().iter().map(|&lit| !from_batsat(lit));
            Outcome::Unsatisfiable(core.collect())
        } else {
            Outcome::Unknown(self.budget.limit())
        }
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            untold: None,
        }
    }
}

fn to_batsat(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(Var::unsafe_from_idx(lit.variable() - 1), lit.is_positive())
}

fn from_batsat(lit: batsat::Lit) -> Lit {
    let number = lit.var().idx() as i32 + 1;
    Lit::from_dimacs(if lit.sign() { number } else { -number }).expect("no variable is 0")
}
