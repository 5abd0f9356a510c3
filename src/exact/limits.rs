//! When counting has to stop.

use crate::solver::Budget;

/// How much time and memory counting may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When to stop.
    pub budget: Budget,
    /// How many bytes the states and the diagram may occupy.
    pub memory_bytes: usize,
}

/// Assumed where the system does not tell how much memory is free.
const UNKNOWN_FREE_BYTES: usize = 4 << 30;

impl Default for Limits {
    /// No limit in time, and half of the memory that is free.
    fn default() -> Limits {
        Limits {
            budget: Budget::default(),
            memory_bytes: free_memory_bytes().unwrap_or(UNKNOWN_FREE_BYTES) / 2,
        }
    }
}

impl Limits {
    /// Whether a limit is reached by now with so many bytes.
    pub(super) fn are_reached(&self, bytes: usize) -> bool {
        bytes > self.memory_bytes || self.budget.is_spent()
    }
}

/// What the system says is available without swapping, in bytes.
fn free_memory_bytes() -> Option<usize> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
