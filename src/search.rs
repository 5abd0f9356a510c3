//! What is done with compiled puzzles and solvers. Knows no kind of puzzle and prints nothing.

pub mod compare;
pub mod confirm;
pub mod cost;
pub mod count;
pub mod definability;
pub mod engine;
pub mod enumerate;
pub mod rivals;
pub mod strengthen;
pub mod symmetry;
pub mod trim;
pub mod unique;
