//! Exact counting without CNF and without a SAT solver.

mod build;
mod conjoin;
mod decisions;
mod diagram;
mod frontier;
mod implied;
mod limits;
mod order;
mod plan;
mod reduce;
mod renaming;
mod weigh;

use num_bigint::BigUint;

use crate::csp::{Constraint, Csp};

use plan::{Part, Plan};

pub use diagram::Diagram;
pub use limits::Limits;

/// All solutions of the problem, or some when a limit is reached.
pub fn solutions(csp: &Csp, limits: &Limits) -> Diagram {
    let decisions = decisions::one_by_one(csp);
    let implied = implied::implied(csp);
    let constraints = csp.constraints.iter().map(|posted| &posted.constraint).chain(&implied);
    let constraints: Vec<&Constraint> = constraints.collect();
    let board = Plan::new(csp, &constraints, &decisions, Part::Board, true);
    let diagram = build::build(&board, &decisions, limits).reduced();
    if !decisions.is_piece.contains(&true) {
        return diagram;
    }
    let pieces = Plan::new(csp, &constraints, &decisions, Part::Pieces, false);
    conjoin::conjoin(&diagram, &pieces, limits).reduced()
}

impl Diagram {
    /// How many solutions it has.
    pub fn count(&self) -> BigUint {
        weigh::Weights::new(self, weigh::Unit::Solution).total()
    }

    /// How many solutions it has up to renaming of interchangeable values.
    pub fn count_classes(&self) -> BigUint {
        weigh::Weights::new(self, weigh::Unit::Class).total()
    }
}
