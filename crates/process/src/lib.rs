//! Running programs within limits, and remembering what must not outlive this process.
//!
//! Everything the system has to be asked for is here: how much memory and how many cores there are ([`machine`]), and
//! which files and processes must be gone when this one ends, however it ends ([`remains`]).

pub mod machine;
pub mod remains;
mod run;

pub use run::{Finished, MAX_OUTPUT_BYTES, NotFinished, is_too_much, read_output, run};
