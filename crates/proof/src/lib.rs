//! Checkers for proofs: that a formula has no model (DRAT), how many models it has ([`count`]), that
//! values of its problem can be exchanged ([`renaming`]), that it means what a statement says
//! ([`translation`]), and that a problem has no solution ([`refutation`]), or that a
//! step about areas of equal numbers is right ([`refutation::areas`]).
//!
//! A DRAT proof is a list of clauses that may be added to the formula one after the other without
//! making it unsatisfiable, and of clauses to delete; it ends with the empty clause. [`check`] reads
//! it from the front. [`Lemmas`] are clauses that name the clauses from which they follow, so checking
//! them needs no propagation. Neither shares code with any solver, not even unit propagation: a bug there
//! would mislead the search and its check alike.

mod check;
mod clauses;
pub mod count;
mod hints;
pub mod refutation;
pub mod renaming;
mod steps;
pub mod translation;

pub use check::{Checked, check};
pub use hints::Lemmas;
pub use steps::{ProofError, Step, steps};
