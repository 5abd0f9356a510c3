//! What is done with compiled puzzles and solvers. Knows no kind of puzzle and prints nothing.

pub mod bound;
pub mod candidates;
pub mod clauses;
mod compact;
pub mod confirm;
pub mod count;
pub mod cycles;
pub mod definability;
pub mod ended;
pub mod engine;
pub mod enumerate;
pub mod formula;
mod learner;
pub mod listing;
pub mod models;
pub mod optimize;
mod race;
pub mod ruled_out;
pub mod sample;
pub mod second;
pub mod symmetry;
pub mod unique;
pub mod witnessed;
