//! Exact counting without CNF and without a SAT solver.
//!
//! The variables are decided one by one, in an order that keeps few constraints open. Each partial assignment
//! leaves a residual problem in a canonical form (`crate::residual`), also up to renaming of interchangeable
//! values. Equal residual problems are solved once. The result is a [`Diagram`] of all solutions, which gives
//! their number, the candidates for each variable, a list of all solutions, and random ones.
//!
//! ```
//! use cnfetti_core::csp::{AllDifferent, Csp};
//! use cnfetti_exact::{Limits, count, solutions};
//!
//! let mut csp = Csp::new();
//! let scope = (1..=12).map(|number| csp.variable(format!("x{number}"), 1..=12)).collect();
//! csp.post(AllDifferent { scope, except: Vec::new() }.into(), "all are different");
//!
//! let (number, _) = count(&csp, &Limits::default())?;
//! assert_eq!(number.solutions.to_string(), "479001600"); // 12!
//! assert!(solutions(&csp, &Limits::default()).is_complete());
//! # Ok::<(), cnfetti_exact::Inconsistent>(())
//! ```
//!
//! # Why a fixed order
//!
//! The counter keeps one representative of all partial assignments that leave the same problem. It is a frontier
//! search that builds a decision diagram layer by layer, as Knuth's Simpath does (Iwashita and Minato, *Efficient
//! Top-Down ZDD Construction Techniques Using Recursive Specifications*, 2013). Model counters with component caching
//! choose the next variable anew each time, so they must keep every state they have met. With a fixed order the
//! states of two layers suffice, and independent parts separate by themselves: a finished part leaves nothing in the
//! state.
//!
//! `order` takes the best of several greedy orders, by an estimate of the number of states. A variable that
//! others define (`definitions`) is decided as soon as they determine it.
//!
//! # What is left of a constraint
//!
//! Each file in `constraints/` says what its constraint leaves (its function `residual`). Mostly these are the
//! domains of the undecided variables; otherwise a few numbers, clipped to what can still matter. Most
//! constraints of general models only need a `Machine` that reads the values in the order of the decisions
//! and remembers a few numbers. Unfolded over the domains and reduced from the end it is a multivalued
//! decision diagram ([`layers`]), which merges as many states of this constraint as possible, and rules out
//! values. If that would be too large, the machine's own numbers are the state.
//!
//! Rows of interchangeable values are sorted, so states are equal up to renaming. A bit in each row says whether its
//! value was ever used, which keeps the classes exact when some values stay unused.
//! [`count`] does the same with values that nobody declared, if all constraints treat them alike
//! ([`Csp::with_interchangeable_values`]): Latin squares of order 6 take 0.6 seconds, and more than 10 without this.
//!
//! Pieces, such as dominoes, are not variables to branch on: a placement is decided just before the first cell it
//! fills, and one residual (`constraints/selection/together.rs`) knows which pieces are used and which cells are
//! covered. On 123 published puzzles this took a sixth of the time of telling the pieces apart afterwards. It is
//! slower where nearly every number is given, and there blocking clauses answer first.
//!
//! An objective is not part of the state: equal problems have equal completions, so the diagram of all
//! solutions is built first and then keeps only its best paths (`optimal`). Classes under rotations are
//! averages of what each permutation fixes, counted with the permutation's cycles as decisions.
//!
//! # Limits and threads
//!
//! When it hits a limit, the counter follows a few hundred heavy states to the end. The result is a part of
//! the diagram, and its numbers are lower bounds. Threads expand chunks of a large frontier; the results are
//! combined in the order of the states, so the diagram is the same for any number of threads.
//!
//! # Parts
//!
//! A part of a count ([`split`]) has some of the states before a step, in the counter's own words, each with the
//! number of partial assignments that lead to it. The words mean something only together with the order of the
//! decisions, so states also have a sum of that order, and no other counter takes them.

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
mod residual;
pub mod split;
#[cfg(test)]
mod strength;
mod threads;
mod walk;
mod weigh;
mod witness;

use cnfetti_core::csp::{Atom, Constraint, Csp};
use cnfetti_core::limit::Limit;
use cnfetti_core::presolve::propagate::propagate;

use decisions::{Decisions, Order};
use meter::Meter;
use plan::Plan;
use renaming::Renaming;
use residual::Frame;

pub use assignments::Assignments;
pub use candidates::Occurrences;
pub use cnfetti_core::limit::Limits;
pub use consistency::Inconsistent;
pub use count::{Arithmetic, count};
pub use diagram::Diagram;
pub use optimal::best;
pub use walk::{Sampler, Walk};

/// All solutions of the problem, or some if a limit is reached; including those that are not optimal, and all
/// those that count as one ([`Diagram::assignments`]).
pub fn solutions(csp: &Csp, limits: &Limits) -> Diagram {
    let projected = csp.with_projection();
    make(projected.as_ref().unwrap_or(csp), true, &mut Meter::new(limits))
}

/// The diagram of all solutions. Without `rename`, even interchangeable values keep their names.
fn make(csp: &Csp, rename: bool, meter: &mut Meter<'_>) -> Diagram {
    let made = try_make(csp, rename, meter);
    made.unwrap_or_else(|limit| Diagram::unknown(csp.variables().len(), limit))
}

/// Returns the limit as an error if one is reached before anything is found.
fn try_make(csp: &Csp, rename: bool, outer: &mut Meter<'_>) -> Result<Diagram, Limit> {
    let meter = &mut outer.anew();
    let (plan, decisions) = plan(csp, rename, meter)?;
    let limits = meter.turn(A_WHILE);
    let as_stated = || {
        let meter = &mut Meter::new(&limits);
        let (plan, decisions) = plan_in(order::as_stated, csp, rename, meter).ok()?;
        let diagram = build::build(&plan, &decisions, meter);
        diagram.is_complete().then_some(diagram)
    };
    let diagram = build::build_or(&plan, &decisions, as_stated, meter).reduced(meter);
    *outer = meter.clone();
    Ok(diagram)
}

/// The atoms of each decision, in the order of the decisions, which leaves few constraints open at any time. Others who
/// decide in a fixed order may follow it.
pub fn order_of_atoms(csp: &Csp, limits: &Limits) -> Vec<Vec<Atom>> {
    let decisions = decisions::one_by_one(csp, order::order, &mut Meter::new(limits));
    decisions.list.iter().map(|decision| decision.choices.items().to_vec()).collect()
}

/// The decisions in a good order, and the constraints prepared for them. Returns the limit as an error if one
/// is reached.
fn plan(csp: &Csp, rename: bool, meter: &mut Meter<'_>) -> Result<(Plan, Decisions), Limit> {
    plan_in(order::order, csp, rename, meter)
}

/// The same, in this order.
fn plan_in(
    order: Order,
    csp: &Csp,
    rename: bool,
    meter: &mut Meter<'_>,
) -> Result<(Plan, Decisions), Limit> {
    meter.memory(csp.num_values() * VALUE_BYTES);
    meter.check()?;
    // Values that a constraint excludes by itself would only make states differ.
    let csp = &propagate(csp, meter.budget());
    meter.look();
    meter.memory(csp.num_values() * ATOM_BYTES);
    meter.check()?;
    let decisions = decisions::one_by_one(csp, order, meter);
    let implied = implied::implied(csp);
    let constraints = csp.constraints().iter().map(|posted| &posted.constraint).chain(&implied);
    let constraints: Vec<&Constraint> = constraints.collect();
    let renaming = |frame: &mut Frame| match rename {
        true => Renaming::new(csp, &constraints, frame),
        false => Renaming::none(),
    };
    let plan = Plan::new(csp, &constraints, &decisions, renaming, meter)?;
    Ok((plan, decisions))
}

/// The steps for which the order of the problem is tried, a few milliseconds.
const A_WHILE: u64 = 150_000;

/// Roughly how much memory a value takes while domains are propagated.
const VALUE_BYTES: usize = 12;

/// Roughly how much memory an atom of a decision takes in the plan and in the diagram.
const ATOM_BYTES: usize = 40;
