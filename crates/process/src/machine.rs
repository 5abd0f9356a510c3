//! The resources of this machine.

use cnfetti_core::limit::Limits;

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

/// What is left of the control group's memory, for version 2 or 1.
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
    // Inside a container, the files of the group are at the top.
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
