//! Runs programs within limits, and keeps track of what must not outlive this process.
//!
//! Everything that the system has to tell is here: how much memory and how many cores there are
//! ([`machine`]), and which files and processes must be gone when this process ends, however it ends
//! ([`remains`]).

pub mod machine;
pub mod remains;
mod run;

pub use run::{Finished, MAX_OUTPUT_BYTES, NotFinished, is_too_much, read_output, run};
