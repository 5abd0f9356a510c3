//! Propagation and strengthening before a search or a count: removes values that no solution has,
//! and adds constraints that several others imply together. Works on constraints only, so it
//! serves every kind of puzzle.

pub mod bound;
pub mod propagate;
pub mod strengthen;
