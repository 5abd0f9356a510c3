//! A formula under decisions, which are undone in reverse order.
//!
//! The first two literals of each clause are watched. If clauses begin with the early decisions, few of them
//! watch the late ones, where nearly all the work is.

use cnfetti_encodings::{Cnf, Lit};

use crate::propagation::{NO_CLAUSE, Propagation, code, dimacs};

/// The clauses of a formula, and what follows from the decisions.
pub(crate) struct Decisions {
    propagation: Propagation,
    /// The number of true literals before each decision.
    levels: Vec<usize>,
    contradiction: bool,
}

impl Decisions {
    /// The formula, and what follows from it.
    pub(crate) fn new(cnf: &Cnf) -> Decisions {
        let propagation = Propagation::new(cnf.num_vars() as usize);
        let mut decisions = Decisions { propagation, levels: Vec::new(), contradiction: false };
        for clause in cnf.clauses() {
            decisions.add(clause);
        }
        decisions.contradiction |= decisions.propagation.propagate().is_some();
        decisions
    }

    /// Whether the formula contradicts itself without any decision.
    pub(crate) fn contradiction(&self) -> bool {
        self.contradiction
    }

    /// Whether the literal is true.
    pub(crate) fn holds(&self, lit: Lit) -> bool {
        self.propagation.holds(code(lit))
    }

    /// Whether the literal is neither true nor false.
    pub(crate) fn is_open(&self, lit: Lit) -> bool {
        !self.holds(lit) && !self.holds(!lit)
    }

    /// The number of true literals.
    pub(super) fn num_true(&self) -> usize {
        self.propagation.trail().len()
    }

    /// The true literals, in the order in which they became true.
    pub(super) fn true_literals(&self) -> impl Iterator<Item = Lit> {
        self.propagation.trail().iter().filter_map(|&code| Lit::from_dimacs(dimacs(code)))
    }

    /// Decides that a literal holds. Returns whether there is no conflict.
    pub(crate) fn decide(&mut self, lit: Lit) -> bool {
        self.levels.push(self.num_true());
        self.imply(lit)
    }

    /// Adds a literal that follows from the decisions. Returns whether there is no conflict.
    pub(super) fn imply(&mut self, lit: Lit) -> bool {
        !self.holds(!lit) && {
            self.propagation.assign(code(lit), NO_CLAUSE);
            self.propagation.propagate().is_none()
        }
    }

    /// Undoes all decisions except the first ones, this many.
    pub(crate) fn back_to(&mut self, level: usize) {
        if let Some(&length) = self.levels.get(level) {
            self.propagation.back_to(length, |_| {});
            self.levels.truncate(level);
        }
    }

    /// Removes the clause of the formula with this number. It must follow from others by unit propagation,
    /// because what it implied stays.
    pub(super) fn remove(&mut self, clause: usize) {
        self.propagation.release(clause as u32);
    }

    fn add(&mut self, clause: &[Lit]) {
        let can_hold = self.propagation.add(clause.iter().map(|&lit| code(lit)));
        self.contradiction |= !can_hold;
    }
}
