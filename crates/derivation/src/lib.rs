//! Proves that a formula says what its problem says, with as many solutions. Anyone can check the proof.
//!
//! [`state`] writes a problem as inequalities over literals with the names of the puzzle: a page that a
//! person can compare with the rules. [`derive()`] leads from these to the formula and back, in the format of
//! VeriPB 3.0. Each auxiliary variable is defined by what it counts, so it is determined; each clause follows
//! from the statement and the definitions; and everything else follows from the clauses. So both have the
//! same number of solutions.
//!
//! Encodings have no code here. An encoding says what its variables mean ([`cnfetti_encodings::Definition`]),
//! and one prover finds the steps for all of them.

mod combination;
mod derivation;
mod engine;
mod equations;
mod forms;
mod inequality;
mod names;
mod prover;
mod statement;
mod text;

/// A Python program that checks what VeriPB leaves open: that the counts are the same, and that the formula
/// is the one in a DIMACS file.
pub const LINT: &str = include_str!("lint.py");

pub use derivation::{Derivation, NotDerived, derive, statement};
pub use inequality::{Inequality, TooLarge};
pub use names::Names;
pub use statement::{Line, NotStated, Stated, Statement, state};
