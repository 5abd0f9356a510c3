//! What must not outlive this process: the programs that it started, and its temporary files.
//!
//! Each is registered while it exists, and its owner removes it when dropped. If you end the
//! process without dropping the owners, call [`remove`] first.

use std::fs;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Everything that exists now.
static REMAINS: Mutex<Remains> =
    Mutex::new(Remains { next: 0, things: Vec::new(), is_over: false });

struct Remains {
    next: u64,
    things: Vec<(u64, Thing)>,
    /// Whether the process is about to end.
    is_over: bool,
}

enum Thing {
    /// The process group of the program with this id.
    Group(u32),
    /// A temporary file or folder.
    Path(PathBuf),
}

/// A registration, which ends when this is dropped.
#[derive(Debug)]
pub struct Noted(u64);

/// A registered temporary file or folder.
#[derive(Debug)]
pub struct Temporary<T> {
    // Declared first, so that it is deleted before its registration ends.
    owner: T,
    _noted: Noted,
}

impl<T> Temporary<T> {
    /// Registers the path of an owner that deletes it when dropped.
    pub fn new(owner: T, path: impl FnOnce(&T) -> &Path) -> Temporary<T> {
        let path = path(&owner).to_owned();
        let mut remains = lock();
        if remains.is_over {
            delete(&path);
        }
        let noted = remains.note(Thing::Path(path));
        Temporary { owner, _noted: noted }
    }

    /// Ends the registration and returns the owner.
    pub fn into_inner(self) -> T {
        self.owner
    }
}

impl<T> Deref for Temporary<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.owner
    }
}

impl<T> DerefMut for Temporary<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.owner
    }
}

/// Starts a program in a process group of its own, which on Unix includes everything that it
/// starts.
pub fn start(command: &mut Command) -> io::Result<(Child, Noted)> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // The lock prevents starting a program while `remove` ends the others.
    let mut remains = lock();
    if remains.is_over {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let child = command.spawn()?;
    let noted = remains.note(Thing::Group(child.id()));
    Ok((child, noted))
}

/// Ends all programs and deletes all temporary files. From then on, no program starts.
pub fn remove() {
    let mut remains = lock();
    remains.is_over = true;
    for (_, thing) in &remains.things {
        match thing {
            Thing::Group(id) => end_group(*id),
            Thing::Path(path) => delete(path),
        }
    }
}

impl Remains {
    fn note(&mut self, thing: Thing) -> Noted {
        self.next += 1;
        self.things.push((self.next, thing));
        Noted(self.next)
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        lock().things.retain(|(number, _)| *number != self.0);
    }
}

fn lock() -> MutexGuard<'static, Remains> {
    REMAINS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn delete(path: &Path) {
    // Somebody may still be adding files to a folder, so try again.
    const TRIES: usize = 3;
    for _ in 0..TRIES {
        let deleted = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        if deleted.is_ok() || !path.exists() {
            return;
        }
    }
}

/// Ends the program, if it still runs, and everything that it started. While any process of the
/// group runs, no other process gets its id, and neither does one right after the last has ended.
#[cfg(unix)]
pub fn end_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(id.cast_signed()) {
        // An error means that nothing is left to end.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Here, only the owner can end the program, and only the program itself.
#[cfg(not(unix))]
pub fn end_group(_id: u32) {}
