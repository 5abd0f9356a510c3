//! Running programs within limits, and remembering what must not outlive this process.

pub mod machine;
pub mod remains;
mod run;

pub use run::{Finished, MAX_OUTPUT_BYTES, NotFinished, is_too_much, read_output, run};
