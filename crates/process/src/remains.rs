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
    /// The process group of the program with this id, and everything with this mark.
    Program(u32, String),
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

/// Starts a program in a process group of its own, which on Unix includes everything that it starts, apart from what
/// leaves the group. On Linux, that can be recognized by an environment variable that only this program has.
pub fn start(command: &mut Command) -> io::Result<(Child, Noted)> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // The lock prevents starting a program while `remove` ends the others.
    let mut remains = lock();
    if remains.is_over {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let mark = mark(remains.next + 1);
    // If this process was itself started so, its own marks come first.
    let marks = [std::env::var(MARK).unwrap_or_default(), mark.clone()].join(" ");
    let child = command.env(MARK, marks).spawn()?;
    let noted = remains.note(Thing::Program(child.id(), mark));
    Ok((child, noted))
}

/// The environment variable by which everything that a program started is recognized: the marks of the program, and of
/// those that started it.
const MARK: &str = "CNFETTI_STARTED";

/// The mark of a program, which no other has.
fn mark(number: u64) -> String {
    format!("{}-{number}", std::process::id())
}

/// Ends all programs and deletes all temporary files. From then on, no program starts.
pub fn remove() {
    let mut remains = lock();
    remains.is_over = true;
    for (_, thing) in &remains.things {
        match thing {
            Thing::Program(id, mark) => {
                end_group(*id);
                end_marked(mark);
            }
            Thing::Path(path) => delete(path),
        }
    }
}

impl Noted {
    /// Ends everything that the program started and that has left its group, for example with `setsid`. On Linux only:
    /// other systems do not show the environment of processes.
    pub fn end_strays(&self) {
        end_marked(&mark(self.0));
    }
}

/// Ends all processes with this mark. What they start in the meantime is found the next time.
#[cfg(target_os = "linux")]
fn end_marked(mark: &str) {
    use rustix::process::{Pid, Signal, kill_process};
    const ROUNDS: usize = 10;
    let has_mark = |process: &Path| {
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        let mut variables = environment.split(|&byte| byte == 0).map(String::from_utf8_lossy);
        let marks = variables
            .find_map(|variable| Some(variable.strip_prefix(MARK)?.strip_prefix('=')?.to_owned()));
        marks.is_some_and(|marks| marks.split(' ').any(|other| other == mark))
    };
    for _ in 0..ROUNDS {
        let Ok(processes) = fs::read_dir("/proc") else { return };
        let mut is_any = false;
        for process in processes.flatten() {
            let id = process.file_name().to_str().and_then(|name| name.parse().ok());
            let Some(id) = id.and_then(Pid::from_raw) else { continue };
            if has_mark(&process.path()) {
                // An error means that it has ended.
                is_any |= kill_process(id, Signal::KILL).is_ok();
            }
        }
        if !is_any {
            return;
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn end_marked(_: &str) {}

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
