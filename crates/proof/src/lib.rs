//! Proofs that a formula has no model, in the DRAT format, of how many it has ([`count`]), that
//! values can be exchanged in it ([`renaming`]), and that it says what a statement says ([`translation`]).
//!
//! A proof is a list of clauses that may be added to the formula one after the other without
//! making it unsatisfiable, and of clauses to forget; the last one added is the empty clause.
//! [`check`] goes through it from the front. It shares no code with any solver, not even unit
//! propagation: a mistake there would deceive the search and its check alike.

mod check;
mod clauses;
pub mod count;
pub mod renaming;
mod steps;
pub mod translation;

pub use check::{Checked, check};
pub use steps::{ProofError, Step, steps};
