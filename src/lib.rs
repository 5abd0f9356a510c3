//! Compiles puzzles to CNF, solves and counts them, and compares encodings.
//!
//! Text becomes a [`puzzle::Puzzle`], the puzzle a [`csp::Csp`], the CSP a CNF, a model of the
//! CNF a solution again. Each arrow is one function; each noun is plain data.

pub mod assignment;
pub mod certificate;
pub mod compare;
pub mod compile;
pub mod count;
pub mod csp;
pub mod dimacs;
pub mod emit;
pub mod exact;
pub mod explain;
pub mod generate;
pub mod input;
pub mod instance;
pub mod knowledge;
pub mod limit;
pub mod model;
pub mod output;
pub mod parts;
pub mod picture;
pub mod plural;
pub mod presolve;
mod process;
pub mod proof;
pub mod puzzle;
mod random;
pub mod remains;
pub mod report;
pub mod search;
pub mod sentences;
pub mod solver;
#[cfg(feature = "studio")]
pub mod studio;

pub use cnfetti_encodings as encodings;
