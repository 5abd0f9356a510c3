//! Exact counting without CNF and without a SAT solver.
//!
//! The variables are decided one after the other in an order that keeps few constraints open.
//! What a partial assignment leaves to be solved is written down in a form that is equal for
//! equal problems (`crate::residual`), also when they differ only by renaming
//! interchangeable values, and is solved once. The result is a [`Diagram`] of all solutions, from
//! which follow their number, the candidates for each variable, all solutions in a row, and
//! random ones.

mod assignments;
mod build;
mod candidates;
mod consistency;
mod constraints;
mod count;
mod decisions;
mod definitions;
mod diagram;
mod expand;
mod fixed;
mod follow;
mod frontier;
mod implied;
pub mod layers;
mod linked;
mod lists;
mod meter;
mod optimal;
mod order;
mod plan;
mod project;
mod reduce;
mod renaming;
mod replay;
mod residual;
pub mod split;
#[cfg(test)]
mod strength;
mod threads;
mod walk;
mod weigh;
mod witness;

use cnfetti_core::csp::{Constraint, Csp};
use cnfetti_core::limit::Limit;
use cnfetti_core::presolve::trim::trim;

use decisions::Decisions;
use meter::Meter;
use plan::Plan;

pub use assignments::Assignments;
pub use candidates::Occurrences;
pub use cnfetti_core::limit::Limits;
pub use consistency::Inconsistent;
pub use count::{Arithmetic, count};
pub use diagram::Diagram;
pub use walk::{Sampler, Walk};

/// All solutions of the problem, or some when a limit is reached; also those that are not optimal, and
/// all that are counted as one ([`Diagram::assignments`]).
pub fn solutions(csp: &Csp, limits: &Limits) -> Diagram {
    let projected = csp.with_projection();
    make(projected.as_ref().unwrap_or(csp), true, &mut Meter::new(limits))
}

/// The diagram of all solutions; without `rename` with all values by their names also where they
/// are interchangeable.
fn make(csp: &Csp, rename: bool, meter: &mut Meter<'_>) -> Diagram {
    let made = try_make(csp, rename, meter);
    made.unwrap_or_else(|limit| Diagram::unknown(csp.variables().len(), limit))
}

/// An error is the limit that is reached before anything is found.
fn try_make(csp: &Csp, rename: bool, outer: &mut Meter<'_>) -> Result<Diagram, Limit> {
    let meter = &mut outer.anew();
    let (plan, decisions) = plan(csp, rename, meter)?;
    let diagram = build::build(&plan, &decisions, meter).reduced(meter);
    *outer = meter.clone();
    Ok(diagram)
}

/// The decisions in a good order, and the constraints made ready for them. An error is the limit
/// that is reached.
fn plan(csp: &Csp, rename: bool, meter: &mut Meter<'_>) -> Result<(Plan, Decisions), Limit> {
    let atoms =
        |csp: &Csp| csp.variables().iter().map(|variable| variable.domain().len()).sum::<usize>();
    meter.memory(atoms(csp) * VALUE_BYTES);
    meter.check()?;
    // What no constraint allows by itself would only make states differ.
    let csp = &trim(csp, meter.budget());
    meter.look();
    meter.memory(atoms(csp) * ATOM_BYTES);
    meter.check()?;
    let decisions = decisions::one_by_one(csp, meter);
    let implied = implied::implied(csp);
    let constraints = csp.constraints().iter().map(|posted| &posted.constraint).chain(&implied);
    let constraints: Vec<&Constraint> = constraints.collect();
    let plan = Plan::new(csp, &constraints, &decisions, rename, meter)?;
    Ok((plan, decisions))
}

/// How much memory a value takes while domains are trimmed, about.
const VALUE_BYTES: usize = 12;

/// How much memory an atom of a decision takes, about, in the plan and in the diagram.
const ATOM_BYTES: usize = 40;
