//! batsat, a Rust translation of MiniSat: the second opinion, and the solver that optimizes.
//!
//! It can be interrupted and asked again, so each question runs in slices of limited decisions, and its work
//! is counted after each slice.

use std::cell::Cell;

use batsat::{Callbacks, SolverInterface, Var, lbool};
use cnfetti_encodings::{Cnf, Lit};

use super::{Budget, Model, Outcome, Solver, Statistics};

/// batsat with a formula.
pub(super) struct Batsat {
    solver: batsat::Solver<Watch>,
    num_vars: u32,
    /// Whether there was time to load the whole formula. If not, nothing is asked, and later clauses may have
    /// undeclared variables.
    is_whole: bool,
    /// The decisions allowed for each question.
    decisions: u64,
    /// The steps allowed for each question.
    steps: u64,
    buffer: Vec<batsat::Lit>,
}

/// What the solver asks before each decision.
struct Watch {
    budget: Budget,
    /// The decisions left in this slice.
    left: Cell<u64>,
    /// The estimated steps for a decision, and the steps spent so far.
    rate: Cell<u64>,
    spent: Cell<u64>,
}

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.spent.set(self.spent.get() + self.rate.get());
        self.budget.spend(self.rate.get());
        self.left.get() == 0 || self.budget.is_spent()
    }
}

/// The steps for a propagated literal, a decision, a conflict, and a loaded literal.
const PROPAGATION: u64 = 60;
const DECISION: u64 = 100;
const CONFLICT: u64 = 3_000;
const LOADED: u64 = 20;

/// The decisions in the first slice of a question. Each further slice is twice as long, because in each the
/// solver starts again to forget learned clauses.
const FIRST_SLICE: u64 = 20_000;

/// A slice of one decision would end before that decision.
const FEWEST: u64 = 100;

/// The estimated steps for a decision before there was one.
const FIRST_RATE: u64 = 500;

impl Batsat {
    /// batsat with the formula, all its variables declared.
    pub(super) fn load(cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        Batsat::patient(cnf, u64::MAX, budget)
    }

    /// The same, with this many decisions for each question.
    pub(super) fn patient(cnf: &Cnf, decisions: u64, budget: &Budget) -> Box<dyn Solver> {
        let mut loaded = Batsat::new(decisions, budget);
        loaded.extend(cnf, 0);
        Box::new(loaded)
    }

    /// batsat without clauses.
    pub(super) fn new(decisions: u64, budget: &Budget) -> Batsat {
        let watch = Watch {
            budget: budget.clone(),
            left: Cell::new(decisions),
            rate: Cell::new(FIRST_RATE),
            spent: Cell::new(0),
        };
        Batsat {
            solver: batsat::Solver::new(Default::default(), watch),
            num_vars: 0,
            is_whole: true,
            decisions,
            steps: u64::MAX,
            buffer: Vec::new(),
        }
    }

    /// Adds the clauses of the formula from this one on, all its variables declared.
    pub(super) fn extend(&mut self, cnf: &Cnf, start: usize) {
        let budget = self.watch().budget.clone();
        let added = || cnf.clauses_in(start..cnf.num_clauses());
        budget.spend(LOADED * added().map(<[Lit]>::len).sum::<usize>() as u64);
        for _ in budget.meter(self.num_vars..cnf.num_vars()) {
            self.solver.new_var_default();
        }
        self.num_vars = cnf.num_vars();
        for clause in budget.meter(added()) {
            self.add_clause(clause);
        }
        // If loading was cut short, the budget is spent, and stays so.
        self.is_whole = !budget.is_spent();
    }

    /// Obeys this budget from now on.
    pub(super) fn obey(&mut self, budget: &Budget) {
        self.solver.cb_mut().budget = budget.clone();
    }

    fn watch(&self) -> &Watch {
        self.solver.cb()
    }

    /// Finds an answer, unless the decisions or steps of the question or the budget run out first.
    fn ask(&mut self, assumed: &[batsat::Lit]) -> lbool {
        let (mut slice, mut decisions) = (FIRST_SLICE, self.decisions);
        let end = self.work().saturating_add(self.steps);
        loop {
            let left = end.saturating_sub(self.work()) / self.watch().rate.get();
            let affordable = left.saturating_add(FEWEST);
            let now = slice.min(decisions).min(affordable);
            self.watch().left.set(now);
            let answer = self.solver.solve_limited(assumed);
            self.count();
            decisions -= now - self.watch().left.get();
            let is_over = decisions == 0 || self.work() >= end || self.watch().budget.is_spent();
            if answer != lbool::UNDEF || is_over {
                return answer;
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// The steps of all questions so far.
    fn work(&self) -> u64 {
        PROPAGATION * self.solver.num_propagations()
            + DECISION * self.solver.num_decisions()
            + CONFLICT * self.solver.num_conflicts()
    }

    /// Spends the steps not yet spent during decisions, and updates the steps for a decision.
    fn count(&mut self) {
        let work = self.work();
        let Watch { budget, spent, .. } = self.watch();
        budget.spend(work.saturating_sub(spent.get()));
        spent.set(work.max(spent.get()));
        self.watch().rate.set((work / self.solver.num_decisions().max(1)).max(1));
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
        if let Some(limit) = self.watch().budget.spent() {
            return Outcome::Unknown(limit);
        }
        let assumed: Vec<batsat::Lit> = assumptions.iter().map(|&lit| to_batsat(lit)).collect();
        let answer = self.ask(&assumed);
        if answer == lbool::TRUE {
            Outcome::Satisfiable(self.model())
        } else if answer == lbool::FALSE {
            // This is the derived clause, so it contains the negations of the assumptions.
            let core = self.solver.unsat_core().iter().map(|&lit| !from_batsat(lit));
            Outcome::Unsatisfiable(core.collect())
        } else {
            Outcome::Unknown(self.watch().budget.limit())
        }
    }

    fn limit(&mut self, steps: u64) -> bool {
        self.steps = steps;
        true
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
