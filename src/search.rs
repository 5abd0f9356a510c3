//! What is done with compiled puzzles and solvers. Knows no kind of puzzle and prints nothing.

pub mod backbone;
pub mod candidates;
pub mod clauses;
pub mod clues;
mod compact;
pub mod compare;
pub mod confirm;
pub mod cost;
pub mod count;
pub mod definability;
pub mod engine;
pub mod enumerate;
pub mod explain;
pub mod formula;
pub mod givens;
mod hitting_set;
pub mod listing;
pub mod models;
pub mod optimize;
mod patience;
pub mod rivals;
pub mod root;
pub mod ruled_out;
pub mod sample;
pub mod second;
mod smallest;
pub mod strengthen;
mod switched;
pub mod symmetry;
pub mod trim;
pub mod unique;

pub use patience::{Effort, QUESTION};
