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
mod consistency;
mod count;
mod decisions;
mod diagram;
mod fixed;
mod follow;
mod frontier;
mod implied;
mod limits;
mod lists;
mod optimal;
mod order;
mod plan;
mod project;
mod reduce;
mod renaming;
mod walk;
mod weigh;
mod witness;

use crate::csp::{Constraint, Csp};
use crate::limit::Limit;

use limits::Meter;
use plan::{Part, Plan};

pub use candidates::Occurrences;
pub use consistency::Inconsistent;
pub use count::{Arithmetic, count};
pub use diagram::Diagram;
pub use limits::Limits;
pub use walk::{Sampler, Walk};

/// All solutions of the problem, or some when a limit is reached; also those that are not optimal.
pub fn solutions(csp: &Csp, limits: &Limits) -> Diagram {
    make(csp, true, &mut Meter::new(limits))
}

/// The diagram of all solutions; without `rename` with all values by their names also where they
/// are interchangeable.
fn make(csp: &Csp, rename: bool, meter: &mut Meter<'_>) -> Diagram {
    let made = try_make(csp, rename, meter);
    made.unwrap_or_else(|limit| Diagram::unknown(csp.variables.len(), limit))
}

/// An error is the limit that is reached before anything is found.
fn try_make(csp: &Csp, rename: bool, outer: &mut Meter<'_>) -> Result<Diagram, Limit> {
    let meter = &mut outer.anew();
    let atoms: usize = csp.variables.iter().map(|variable| variable.domain.len()).sum();
    meter.memory(atoms * ATOM_BYTES);
    meter.check()?;
    let decisions = decisions::one_by_one(csp, meter);
    let implied = implied::implied(csp);
    let constraints = csp.constraints.iter().map(|posted| &posted.constraint).chain(&implied);
    let constraints: Vec<&Constraint> = constraints.collect();
    let board = Plan::new(csp, &constraints, &decisions, Part::Board, rename, meter)?;
    let built = build::build(&board, &decisions, meter);
    // What was found so far is only a bound on the board without its pieces.
    let diagram = built.reduced(meter);
    if !decisions.is_piece.contains(&true) {
        *outer = meter.clone();
        return Ok(diagram);
    }
    let pieces = Plan::new(csp, &constraints, &decisions, Part::Pieces, false, meter)?;
    let meter = &mut meter.anew();
    let joined = conjoin::conjoin(&diagram, &pieces, meter).reduced(meter);
    *outer = meter.clone();
    Ok(joined)
}

/// How much memory an atom of a decision takes, about, in the plan and in the diagram.
const ATOM_BYTES: usize = 40;
