//! What this machine has to give.

use cnfetti_core::limit::Limits;

/// No limit in time, half of the memory that is free, and a thread for each core. Where the system does
/// not tell how much is free it is as much as by default.
pub fn limits() -> Limits {
    let limits = Limits::default();
    let memory_bytes = free_memory_bytes().map_or(limits.memory_bytes, |free| free / 2);
    Limits { memory_bytes, ..limits }
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
