//! Exact counting without CNF and without a SAT solver.
//!
//! The variables are decided one after the other in an order that keeps few constraints open.
//! What a partial assignment leaves to be solved is written down in a form that is equal for
//! equal problems ([`crate::csp::residual`]), also when they differ only by renaming
//! interchangeable values, and is solved once. The result is a [`Diagram`] of all solutions, from
//! which follow their number, the candidates for each variable, all solutions in a row, and
//! random ones.

mod build;
mod candidates;
mod conjoin;
mod count;
mod decisions;
mod diagram;
mod fixed;
mod frontier;
mod implied;
mod limits;
mod order;
mod plan;
mod project;
mod reduce;
mod renaming;
mod walk;
mod weigh;

use crate::csp::{Constraint, Csp};

use plan::{Part, Plan};

pub use count::{Arithmetic, count};
pub use diagram::Diagram;
pub use limits::Limits;
pub use walk::{Sampler, Walk};

/// All solutions of the problem, or some when a limit is reached.
pub fn solutions(csp: &Csp, limits: &Limits) -> Diagram {
    make(csp, limits, true)
}

/// The same, with all values by their names also where they are interchangeable.
fn solutions_by_name(csp: &Csp, limits: &Limits) -> Diagram {
    make(csp, limits, false)
}

fn make(csp: &Csp, limits: &Limits, rename: bool) -> Diagram {
    let decisions = decisions::one_by_one(csp);
    let implied = implied::implied(csp);
    let constraints = csp.constraints.iter().map(|posted| &posted.constraint).chain(&implied);
    let constraints: Vec<&Constraint> = constraints.collect();
    let board = Plan::new(csp, &constraints, &decisions, Part::Board, rename);
    let diagram = build::build(&board, &decisions, limits).reduced();
    if !decisions.is_piece.contains(&true) {
        return diagram;
    }
    let pieces = Plan::new(csp, &constraints, &decisions, Part::Pieces, false);
    conjoin::conjoin(&diagram, &pieces, limits).reduced()
}
