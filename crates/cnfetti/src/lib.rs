//! Compiles puzzles to CNF, solves and counts them, and compares encodings.
//!
//! Text becomes a [`puzzle::Puzzle`], the puzzle a [`csp::Csp`], the CSP a CNF, a model of the
//! CNF a solution again. Each arrow is one function; each noun is plain data.

pub mod generate;
pub mod report;

pub use cnfetti_artifacts::{certificate, output, parts};
pub use cnfetti_core::{assignment, count, csp, limit, plural, presolve};
pub use cnfetti_encodings as encodings;
pub use cnfetti_exact as exact;
pub use cnfetti_explain as explain;
pub use cnfetti_explain::sentences;
pub use cnfetti_input as input;
pub use cnfetti_models as model;
pub use cnfetti_process::{machine, remains};
pub use cnfetti_proof as proof;
pub use cnfetti_puzzles::{instance, picture, puzzle};
pub use cnfetti_sat::{compare, compile, dimacs, emit, knowledge, search, solver};

use cnfetti_core::random;
