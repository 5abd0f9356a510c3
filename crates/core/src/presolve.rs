//! What is done to a problem before it is searched or counted: values that no solution has are
//! taken out, and what follows from several constraints together is stated. Reads constraints
//! only, so it serves every kind of puzzle.

pub mod bound;
pub mod propagate;
pub mod strengthen;
