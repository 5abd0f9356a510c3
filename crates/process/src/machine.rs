//! The resources of this machine, and what this process takes of them.

use std::path::{Path, PathBuf};

use cnfetti_core::limit::{Limits, Memory};

/// What the program takes besides what a limit is about: its own data, and what the allocator keeps.
const OWN_BYTES: usize = 16 << 20;

/// The limit of the memory of the whole program: this many bytes more than it holds now, by default three
/// quarters of what the machine has. `None` where the system does not say what the program holds.
pub fn memory(bytes: Option<usize>) -> Option<Memory> {
    let most = bytes.or_else(usual_bytes)?.saturating_add(OWN_BYTES).saturating_add(held::bytes()?);
    Some(Memory::at_most(most, || held::bytes().unwrap_or(0)))
}

/// Three quarters of the memory of the machine or of the control group, and at most half of the address space
/// that is left: a list that grows takes addresses for twice as much as it holds.
fn usual_bytes() -> Option<usize> {
    let groups = control_groups().filter_map(|group| group.most()).min();
    let whole = [kibibytes("/proc/meminfo", "MemTotal:"), groups].into_iter().flatten().min();
    let most = [whole.map(|whole| whole / 4 * 3), address_space_bytes().map(|left| left / 2)];
    most.into_iter().flatten().min()
}

/// Returns limits without a deadline, with half of the free memory and a thread for each core. If the
/// system does not say how much memory is free, uses the default.
pub fn limits() -> Limits {
    let limits = Limits::default();
    let memory_bytes = free_memory_bytes().map_or(limits.memory_bytes, |free| free / 2);
    Limits { memory_bytes, ..limits }
}

/// The least of the system's bounds on what this process may still take, in bytes: memory available
/// without swapping, the rest of its control group, and the rest of its address space.
fn free_memory_bytes() -> Option<usize> {
    [available_bytes(), control_group_bytes(), address_space_bytes()].into_iter().flatten().min()
}

fn available_bytes() -> Option<usize> {
    kibibytes("/proc/meminfo", "MemAvailable:")
}

/// What is left of the memory of the control groups.
fn control_group_bytes() -> Option<usize> {
    let used = |group: &Group| number(&group.join(group.used));
    control_groups().filter_map(|group| Some(group.most()?.saturating_sub(used(&group)?))).min()
}

/// A control group, for version 2 or 1.
struct Group {
    folder: PathBuf,
    most: &'static str,
    used: &'static str,
}

impl Group {
    fn join(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// The memory that the group may take; `None` if it is not limited.
    fn most(&self) -> Option<usize> {
        number(&self.join(self.most))
    }
}

/// The control groups of this process, with those above them. Inside a container, the files of its group are
/// those of the top.
fn control_groups() -> impl Iterator<Item = Group> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let places = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (controllers, group) = (parts.next()?, parts.next()?);
        let group = Path::new(group.trim_start_matches('/')).to_owned();
        let (root, most, used) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max", "memory.current"),
            "memory" => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"),
            _ => return None,
        };
        Some((root, group, most, used))
    });
    let places: Vec<_> = places.collect();
    places.into_iter().flat_map(|(root, group, most, used)| {
        let above: Vec<PathBuf> =
            group.ancestors().map(|group| Path::new(root).join(group)).collect();
        above.into_iter().map(move |folder| Group { folder, most, used })
    })
}

/// The number that is all that is in a file of the system.
fn number(path: &Path) -> Option<usize> {
    std::fs::read_to_string(path).ok()?.trim().parse().ok()
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

/// The value in kB under this name in a file of the system, in bytes.
fn kibibytes(path: &str, name: &str) -> Option<usize> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// From now on, a file that exceeds the limit on its size (`ulimit -f`) is an error of whoever writes it, and no longer
/// ends this process.
#[cfg(unix)]
pub fn survive_file_limit() {
    // A signal with a handler does not end the process. Programs that this process starts do not inherit the handler.
    let unread = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let _ = signal_hook::flag::register(rustix::process::Signal::XFSZ.as_raw(), unread);
}

/// Elsewhere, there is no such signal.
#[cfg(not(unix))]
pub fn survive_file_limit() {}

#[cfg(target_os = "linux")]
mod held {
    //! What this process holds.

    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
    use std::time::Instant;

    use super::kibibytes;

    /// How many microseconds a measurement is good for. It takes about twenty.
    const FRESH: u64 = 4_000;

    /// The resident memory without what belongs to files, in bytes.
    pub(super) fn bytes() -> Option<usize> {
        static BEGAN: OnceLock<Instant> = OnceLock::new();
        /// The time of the last measurement, and 0 before the first.
        static MEASURED: AtomicU64 = AtomicU64::new(0);
        static HELD: AtomicUsize = AtomicUsize::new(0);
        let since = BEGAN.get_or_init(Instant::now).elapsed().as_micros();
        let (now, last) = (1 + since as u64, MEASURED.load(Ordering::Relaxed));
        if last == 0 || now >= last + FRESH {
            HELD.store(kibibytes("/proc/self/status", "RssAnon:")?, Ordering::Relaxed);
            MEASURED.store(now, Ordering::Relaxed);
        }
        Some(HELD.load(Ordering::Relaxed))
    }
}

#[cfg(not(target_os = "linux"))]
mod held {
    //! What this process holds, which is not known here.

    pub(super) fn bytes() -> Option<usize> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_measured() {
        let memory = memory(Some(10 << 20)).unwrap();
        assert!(!memory.anew().is_spent());
        let held = vec![1_u8; 100 << 20];
        std::thread::sleep(std::time::Duration::from_millis(10));
        assert!(memory.is_spent() && memory.excess() > 60 << 20, "{}", held.len());
        drop(held);
        std::thread::sleep(std::time::Duration::from_millis(10));
        assert!(memory.is_spent() && !memory.anew().is_spent());
        assert!(!super::memory(None).unwrap().is_spent());
    }
}
