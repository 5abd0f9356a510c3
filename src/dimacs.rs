//! DIMACS files: written with everything needed to read them again, read with the place of
//! every mistake.

mod likely;
mod lint;
mod read;
mod write;

pub use likely::is_likely;
pub use lint::lint;
pub use read::{File, MAX_BYTES, MAX_CLAUSES, MAX_VARIABLES, Problem, read, read_lenient};
pub use write::{Header, write, write_plain};
