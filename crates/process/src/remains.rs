//! What must not outlive this process: the programs that it has started, and its temporary files.
//!
//! Each is noted as long as it is there, and gone when its owner drops it. Whoever ends the process
//! without waiting for the owners calls [`remove`] first.

use std::fs;
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All that is there now.
static REMAINS: Mutex<Remains> =
    Mutex::new(Remains { next: 0, things: Vec::new(), is_over: false });

struct Remains {
    next: u64,
    things: Vec<(u64, Thing)>,
    /// Whether the process is about to end.
    is_over: bool,
}

enum Thing {
    /// The group of the program with this id.
    Group(u32),
    /// A temporary file or folder.
    Path(PathBuf),
}

/// Forgotten when this is dropped.
#[derive(Debug)]
pub struct Noted(u64);

/// A temporary file or folder that is noted.
#[derive(Debug)]
pub struct Temporary<T> {
    // Deleted before it is forgotten.
    owner: T,
    _noted: Noted,
}

impl<T> Temporary<T> {
    /// Notes something that deletes itself when dropped, and its path.
    pub fn new(owner: T, path: impl FnOnce(&T) -> &Path) -> Temporary<T> {
        let path = path(&owner).to_owned();
        let mut remains = lock();
        if remains.is_over {
            delete(&path);
        }
        let noted = remains.note(Thing::Path(path));
        Temporary { owner, _noted: noted }
    }

    /// Returns what deletes itself, and no longer notes it.
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

/// Starts a program in a group of its own: on Unix that has all that it starts itself.
pub fn start(command: &mut Command) -> io::Result<(Child, Noted)> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // None is started while the others are ended.
    let mut remains = lock();
    if remains.is_over {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let child = command.spawn()?;
    let noted = remains.note(Thing::Group(child.id()));
    Ok((child, noted))
}

/// Ends all programs and deletes all temporary files. No program is started after that.
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
    // Somebody may be filling it: what appears meanwhile is deleted as well.
    const TRIES: usize = 3;
    for _ in 0..TRIES {
        let deleted = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        if deleted.is_ok() || !path.exists() {
            return;
        }
    }
}

/// Ends what a program has started and, if it still runs, the program. As long as anything in the
/// group runs no other process gets its id, and right after the end of all of it none has it yet.
#[cfg(unix)]
pub fn end_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(id.cast_signed()) {
        // This fails when there is nothing left to end, which is what is wanted.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Only the program itself can be ended here, by its owner.
#[cfg(not(unix))]
pub fn end_group(_id: u32) {}
