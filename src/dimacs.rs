//! DIMACS files: written with everything needed to read them again, read with the place of
//! every mistake.

mod write;

pub use write::{Header, write};
