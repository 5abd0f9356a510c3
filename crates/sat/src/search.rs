//! What is done with compiled puzzles and solvers. Knows no kind of puzzle and prints nothing.

pub mod blocking;
pub mod bound;
pub mod candidates;
pub mod clauses;
mod compact;
pub mod confirm;
pub mod cycles;
pub mod definability;
pub mod ended;
pub mod engine;
pub mod enumerate;
mod learner;
pub mod listing;
pub mod models;
pub mod optimize;
mod race;
pub mod sample;
pub mod second_opinion;
pub mod symmetry;
pub mod unique;
pub mod witnessed;
