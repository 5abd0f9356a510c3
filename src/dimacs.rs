//! DIMACS files: written with everything needed to read them again, read with the place of
//! every mistake.

mod read;
mod write;

pub use read::{File, MAX_BYTES, MAX_VARIABLES, Problem, read, read_lenient};
pub use write::{Header, write, write_plain};
