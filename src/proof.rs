//! Proofs that a formula has no model, in the DRAT format.
//!
//! A proof is a list of clauses that may be added to the formula one after the other without
//! making it unsatisfiable, and of clauses to forget; the last one added is the empty clause.
//! [`check`] goes through it from the front and shares no code with any solver.

mod check;
mod clauses;
mod steps;

pub use check::{Checked, check};
pub use clauses::units;
pub use steps::{ProofError, Step, steps};

use std::fmt;

/// How the steps of a proof are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// One step a line.
    #[default]
    Text,
    /// Numbers of as many bytes as they need: about a third of the size.
    Binary,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Text => "text",
            Format::Binary => "binary",
        })
    }
}
