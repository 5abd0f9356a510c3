//! How much memory may be taken, and how many threads.

use std::num::NonZeroUsize;

use super::Budget;

/// How much time, memory and how many threads counting may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When to stop.
    pub budget: Budget,
    /// How many bytes the plan, the states and the diagram may occupy.
    pub memory_bytes: usize,
    /// How many threads may work at a time. The numbers are the same for any number.
    pub threads: NonZeroUsize,
}

/// What is allowed where nobody asks how much memory the machine has; of the 2 GiB that a module in a
/// browser may have the half.
const MEMORY_BYTES: usize = if cfg!(target_family = "wasm") { 1 << 30 } else { 2 << 30 };

impl Default for Limits {
    /// No limit in time, 2 GiB of memory (in WebAssembly 1 GiB), and a thread for each core.
    fn default() -> Limits {
        Limits {
            budget: Budget::default(),
            memory_bytes: MEMORY_BYTES,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        }
    }
}

impl Limits {
    /// How many threads may work: the one that asks, where none may be started.
    pub fn threads(&self) -> NonZeroUsize {
        if self.budget.may_start_threads() { self.threads } else { NonZeroUsize::MIN }
    }
}
