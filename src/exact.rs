//! Exact counting without CNF and without a SAT solver.

mod build;
mod decisions;
mod diagram;
mod frontier;
mod limits;
mod order;
mod plan;
mod renaming;
mod weigh;

use num_bigint::BigUint;

use crate::csp::Csp;

pub use diagram::Diagram;
pub use limits::Limits;

/// All solutions of the problem, or some when a limit is reached.
pub fn solutions(csp: &Csp, limits: &Limits) -> Diagram {
    let plan = plan::Plan::new(csp, &[], decisions::one_by_one(csp), true);
    build::build(&plan, limits)
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
