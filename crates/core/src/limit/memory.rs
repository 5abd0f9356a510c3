//! How much memory and how many threads to use.

use std::num::NonZeroUsize;

use super::Budget;

/// How much time and memory, and how many threads, counting may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When to stop.
    pub budget: Budget,
    /// How many bytes the plan, the states and the diagram may take.
    pub memory_bytes: usize,
    /// How many threads may work at a time. The results are the same for any number.
    pub threads: NonZeroUsize,
}

/// The limit if nobody asks how much memory the machine has. In a browser, a module has at most 2
/// GiB, so the limit there is half of that.
const MEMORY_BYTES: usize = if cfg!(target_family = "wasm") { 1 << 30 } else { 2 << 30 };

impl Default for Limits {
    /// No time limit, 2 GiB of memory (1 GiB in WebAssembly), and a thread for each core.
    fn default() -> Limits {
        Limits {
            budget: Budget::default(),
            memory_bytes: MEMORY_BYTES,
            threads: std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
        }
    }
}

impl Limits {
    /// How many threads may work; only the calling one if none may be started.
    pub fn threads(&self) -> NonZeroUsize {
        if self.budget.may_start_threads() { self.threads } else { NonZeroUsize::MIN }
    }
}
