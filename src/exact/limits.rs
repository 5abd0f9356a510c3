//! When counting has to stop.

use std::time::{Duration, Instant};

use crate::limit::{Budget, Limit};

/// How much time and memory counting may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When to stop.
    pub budget: Budget,
    /// How many bytes the plan, the states and the diagram may occupy.
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

/// The least that the system says about how much this process may still take, in bytes: what is
/// available without swapping, what its control group leaves, and its address space.
fn free_memory_bytes() -> Option<usize> {
    [available_bytes(), control_group_bytes(), address_space_bytes()].into_iter().flatten().min()
}

fn available_bytes() -> Option<usize> {
    kibibytes("/proc/meminfo", "MemAvailable:")
}

/// What version 2 or version 1 of control groups leaves.
fn control_group_bytes() -> Option<usize> {
    let number =
        |path: &str| -> Option<usize> { std::fs::read_to_string(path).ok()?.trim().parse().ok() };
    let left = |limit: &str, used: &str| Some(number(limit)?.saturating_sub(number(used)?));
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let places = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, group) = (parts.next()?, parts.next()?.trim_end_matches('/'));
        match controllers {
            "" => left(
                &format!("/sys/fs/cgroup{group}/memory.max"),
                &format!("/sys/fs/cgroup{group}/memory.current"),
            ),
            "memory" => left(
                &format!("/sys/fs/cgroup/memory{group}/memory.limit_in_bytes"),
                &format!("/sys/fs/cgroup/memory{group}/memory.usage_in_bytes"),
            ),
            _ => None,
        }
    });
    // Inside a container the group's own files are at the top.
    let top = || left("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current");
    places.min().or_else(top)
}

/// What `ulimit -v` leaves.
#[cfg(unix)]
fn address_space_bytes() -> Option<usize> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::As).current?;
    let used = kibibytes("/proc/self/status", "VmSize:").unwrap_or(0);
    Some(usize::try_from(limit).unwrap_or(usize::MAX).saturating_sub(used))
}

#[cfg(not(unix))]
fn address_space_bytes() -> Option<usize> {
    None
}

/// The number of kB that a file of the system tells under this name, as bytes.
fn kibibytes(path: &str, name: &str) -> Option<usize> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The clock is read after this much work, counted in words that are looked at: a fraction of a
/// millisecond.
const BETWEEN_LOOKS: usize = 1 << 18;

/// After a limit there is this much time to bring what is begun to an end.
const OVERTIME: Duration = Duration::from_millis(100);

/// Looks at the limits while work is done, however large its pieces are.
#[derive(Clone, Debug)]
pub(super) struct Meter<'a> {
    limits: &'a Limits,
    start: Instant,
    work: usize,
    /// The limit that was reached first.
    reached: Option<Limit>,
    /// When overtime ends, once the time is over.
    end: Option<Instant>,
    is_over: bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &'a Limits) -> Meter<'a> {
        Meter {
            limits,
            start: Instant::now(),
            // The first look is taken at once.
            work: BETWEEN_LOOKS,
            reached: None,
            end: None,
            is_over: false,
        }
    }

    /// For another diagram, which may take all the memory again, within the same time.
    pub(super) fn anew(&mut self) -> Meter<'a> {
        self.look();
        Meter { reached: self.reached.filter(|_| self.end.is_some()), ..self.clone() }
    }

    /// Notes that this many words were looked at. True once a limit is reached.
    pub(super) fn work(&mut self, words: usize) -> bool {
        self.work = self.work.saturating_add(words);
        if self.work >= BETWEEN_LOOKS {
            self.work = 0;
            self.look();
        }
        self.is_reached()
    }

    /// Notes how many bytes are occupied. True once a limit is reached.
    pub(super) fn memory(&mut self, bytes: usize) -> bool {
        if bytes > self.limits.memory_bytes {
            self.reached.get_or_insert(Limit::Memory);
        }
        self.is_reached()
    }

    fn look(&mut self) {
        if self.end.is_none()
            && let Some(limit) = self.limits.budget.spent()
        {
            self.reached.get_or_insert(limit);
            self.end = Some(Instant::now() + OVERTIME);
        }
        self.is_over |= self.end.is_some_and(|end| Instant::now() >= end);
    }

    /// Whether a limit is reached.
    pub(super) fn is_reached(&self) -> bool {
        self.reached.is_some()
    }

    /// The limit that was reached first.
    pub(super) fn reached(&self) -> Option<Limit> {
        self.reached
    }

    /// Whether overtime is over as well: nothing more may be done.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// An error when a limit is reached.
    pub(super) fn check(&self) -> Result<(), Limit> {
        self.reached.map_or(Ok(()), Err)
    }

    /// The limit that was reached, where one was.
    pub(super) fn limit(&self) -> Limit {
        self.reached.unwrap_or(Limit::Time)
    }

    /// How long it has run.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// How much overtime is left; `None` while the time is not over.
    pub(super) fn overtime(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }
}
