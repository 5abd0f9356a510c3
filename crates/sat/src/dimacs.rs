//! DIMACS files: written with everything needed to read them again, and read with the place of every mistake.

mod language;
mod likely;
mod lint;
mod read;
mod write;

pub use language::{Costs, Language};
pub use likely::is_likely;
pub use lint::lint;
pub use read::{File, MAX_BYTES, Problem, read, read_forgiving, read_lenient, read_lenient_within};
pub use write::write_plain;
pub(crate) use write::{one_line, push_clause};
