//! How much memory and how many threads to use.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Budget;

/// How much memory the whole program may hold, and the function that measures how much it does.
///
/// As with the clock, the engine only calls the function. All copies of a limit share whether it was
/// reached, and once it was, it stays so: work that ends frees memory, and must still say why it ended.
///
/// ```
/// use cnfetti_core::limit::{Budget, Memory};
///
/// let memory = Some(Memory::at_most(1 << 30, || 2 << 30));
/// assert!(Budget { memory, ..Budget::default() }.is_spent());
/// ```
#[derive(Clone, Debug)]
pub struct Memory {
    held: fn() -> usize,
    most: usize,
    is_reached: Arc<AtomicBool>,
}

impl Memory {
    /// A limit of this many bytes, of which `held` returns how many the program holds now.
    pub fn at_most(most: usize, held: fn() -> usize) -> Memory {
        Memory { held, most, is_reached: Arc::default() }
    }

    /// The same limit for other work: it was not reached yet.
    pub fn anew(&self) -> Memory {
        Memory::at_most(self.most, self.held)
    }

    /// By how many bytes the program exceeds the limit now.
    pub fn excess(&self) -> usize {
        (self.held)().saturating_sub(self.most)
    }

    /// Whether the limit was reached.
    pub fn is_spent(&self) -> bool {
        let is_spent = self.is_reached.load(Ordering::Relaxed) || self.excess() > 0;
        if is_spent {
            self.is_reached.store(true, Ordering::Relaxed);
        }
        is_spent
    }
}

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
