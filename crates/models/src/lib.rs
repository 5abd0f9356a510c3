//! General models: XCSP3 (as PyCSP3 writes it), FlatZinc (as MiniZinc writes it), OPB and WCNF.
//!
//! A file becomes a `Model`, a tree that mirrors the format and keeps the place of everything. From there,
//! two paths share nothing but the tree: `Model::check` evaluates the constraints as written, and `Lowered`
//! states them as a CSP. (Boussemart, Lecoutre, Audemard and Piette, XCSP3-core: A Format for Representing
//! Constraint Satisfaction/Optimization Problems, 2020.)
//!
//! A declared variable stays a variable. An expression that needs a variable gets one, defined over declared
//! variables, so solutions correspond one to one; an expression that occurs twice gets one variable.
//! [`Lowered::completed`] computes the added variables, so a solution from outside needs only the declared
//! ones.
//!
//! ```
//! use cnfetti_core::limit::Budget;
//!
//! let text = "* x1 + x2 >= 1\n+1 x1 +1 x2 >= 1 ;\n";
//! let model = cnfetti_models::read_opb(text, &Budget::default())?;
//! assert_eq!(model.check(&[0, 1]), Ok(()));
//! # Ok::<(), cnfetti_input::InputError>(())
//! ```

mod auxiliary;
mod bounds;
mod builder;
mod declared;
mod evaluate;
mod expression;
pub mod flatzinc;
mod forms;
mod formulas;
mod lower;
mod narrowing;
mod opb;
mod ratio;
mod read;
mod said;
mod symbols;
mod tree;
mod visit;
mod wcnf;
mod zero_one;

use cnfetti_input::InputError;

pub use auxiliary::Derivation;
pub use builder::ModelBuilder;
pub use declared::{Array, Declared};
pub use expression::{Expr, Operator};
pub use flatzinc::{is_flatzinc, read as read_flatzinc};
pub use forms::Exchange;
pub use formulas::Formula;
pub use lower::{Lowered, Refusal};
pub use opb::{is_opb, read as read_opb};
pub use read::read;
pub use tree::{
    Automaton, COMPARISONS, Choice, Comparison, Condition, Constraint, Element, Extreme, Goal,
    Link, Model, Objective, Occurs, Packing, Posted, Rank, Sense, Tuples,
};
pub use wcnf::{is_wcnf, read as read_wcnf};

/// The error that a file ends too early: what it has or lacks so far.
fn incomplete(source: &str, format: &str, has: &str) -> InputError {
    let message = format!("this seems to be {format}, but has {has}: is the file cut off?");
    InputError::new(source.len()..source.len(), message)
}

/// Whether a text is an XCSP3 file: it begins with an element, or with what may come before the first one.
pub fn is_xcsp3(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("<?xml") || text.starts_with("<!") || text.starts_with("<instance")
}
