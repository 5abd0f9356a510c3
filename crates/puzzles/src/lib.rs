//! Kinds of puzzle: their constraints, their rules, their boards.

pub mod instance;
pub mod picture;
pub mod puzzle;
