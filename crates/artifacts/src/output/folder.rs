//! Writes folders: whole or not at all, and only over those of the same command.

use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use cnfetti_process::remains::Temporary;

use super::{WriteError, folder_of, no_such_folder, temporary, without_path};

/// A sort of folder, and how to recognize one that cnfetti wrote.
#[derive(Clone, Copy, Debug)]
pub struct FolderSort {
    /// The name in a sentence, with its article.
    pub name: &'static str,
    /// Files, one of which is in each such folder, and how they begin. Hardly any other file begins so.
    pub marks: &'static [(&'static str, &'static str)],
    /// The names of all files that it can contain. `#` stands for digits, and `*` for letters and digits.
    pub files: &'static [&'static str],
}

/// The name of an unfinished file whose writer was killed.
const UNFINISHED: &str = ".cnfetti-*";

/// A folder that we may write: nothing exists there or, with `force`, a folder of the same sort, which
/// will be replaced.
#[derive(Debug)]
pub struct Folder {
    /// The path as the user gave it, for messages.
    path: PathBuf,
    /// The same path with all links and dots before its last name resolved. The given path may lead through
    /// the folder itself, as in `x/../x`, and that breaks while it is replaced.
    place: PathBuf,
    sort: FolderSort,
    /// Whether nothing existed, not even a link.
    is_new: bool,
}

impl Folder {
    /// Checks what exists, long before anything is written. Only a folder of this sort is ever replaced, and
    /// only if nobody else has put anything into it.
    ///
    /// # Errors
    ///
    /// Something exists that must not be replaced, or the parent folder does not exist.
    pub fn new(path: &Path, sort: FolderSort, force: bool) -> Result<Folder, WriteError> {
        // With a slash at the end, the system would follow a link.
        let path: PathBuf = path.components().collect();
        let is_new = !is_there(&path).map_err(|reason| failed(&path, reason))?;
        if is_new && (path.file_name().is_none() || !folder_of(&path).is_dir()) {
            return Err(failed(&path, no_such_folder()));
        }
        let place = resolved(&path).map_err(|reason| failed(&path, reason))?;
        let folder = Folder { path, place, sort, is_new };
        match is_new {
            true => Ok(folder),
            false if force => folder.require_replaceable().map(|()| folder),
            false => {
                let Folder { path, sort, .. } = folder;
                Err(WriteError::FolderExists { path, sort })
            }
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Calls `fill` on a hidden folder, which takes its place if that succeeds. If something has appeared
    /// in the meantime, it stays unchanged.
    ///
    /// # Errors
    ///
    /// The error of `fill`, or why the folder cannot take its place.
    pub fn fill<T, E: From<WriteError>>(
        &self,
        fill: impl FnOnce(&Path) -> Result<T, E>,
    ) -> Result<T, E> {
        let hidden = Temporary::new(self.hidden(0o777)?, |folder| folder.path());
        let filled = fill(hidden.path())?;
        debug_assert!(self.require_own_files(hidden.path()).is_ok(), "it could never be replaced");
        match self.is_new {
            true => move_to(hidden.path(), &self.place).map_err(|reason| self.failed(reason))?,
            false => self.replace(hidden.path())?,
        }
        // The temporary name is gone.
        let _ = hidden.into_inner().keep();
        Ok(filled)
    }

    /// Writes these files, by name.
    ///
    /// # Errors
    ///
    /// Why the folder cannot be written.
    pub fn write(&self, files: &[(&str, &[u8])]) -> Result<(), WriteError> {
        self.fill(|hidden| {
            let mut files = files.iter();
            let written =
                files.try_for_each(|(name, content)| fs::write(hidden.join(name), content));
            written.map_err(|reason| self.failed(reason))
        })
    }

    /// Replaces the old folder by a new one, then deletes the old files one by one.
    fn replace(&self, new: &Path) -> Result<(), WriteError> {
        self.require_replaceable()?;
        // It may contain somebody's files, so it is never deleted recursively like a temporary folder.
        let aside = self.hidden(0o700)?;
        let old = aside.path().join("old");
        move_to(&self.place, &old).map_err(|reason| self.failed(reason))?;
        // Somebody may have added a file in the meantime.
        let placed = self
            .require_own_files(&old)
            .and_then(|()| move_to(new, &self.place).map_err(|reason| self.failed(reason)));
        if let Err(why) = placed {
            return match move_to(&old, &self.place) {
                Ok(()) => Err(why),
                Err(reason) => Err(self.left(aside, reason)),
            };
        }
        self.delete(&old).map_err(|reason| self.left(aside, reason))
    }

    /// Deletes the files of an old folder, then the folder. Never deletes files of another kind.
    fn delete(&self, old: &Path) -> io::Result<()> {
        for entry in fs::read_dir(old)? {
            let entry = entry?;
            if self.is_own(&entry)? {
                fs::remove_file(entry.path())?;
            }
        }
        fs::remove_dir(old)
    }

    fn require_replaceable(&self) -> Result<(), WriteError> {
        self.require_folder(&self.place)?;
        let here = env::current_dir().and_then(fs::canonicalize);
        let real = fs::canonicalize(&self.place).map_err(|reason| self.failed(reason))?;
        if here.is_ok_and(|here| here.starts_with(&real)) {
            return Err(self.kept("it is the current folder or contains it"));
        }
        if self.path.file_name().is_none() {
            return Err(self.kept("it has no name of its own"));
        }
        self.require_own_files(&self.place)
    }

    fn require_folder(&self, path: &Path) -> Result<(), WriteError> {
        let there = fs::symlink_metadata(path).map_err(|reason| self.failed(reason))?;
        match there.is_symlink() {
            true => Err(self.kept("it is a link")),
            false if there.is_dir() => Ok(()),
            false => Err(self.kept("it is not a folder")),
        }
    }

    /// Checks that cnfetti wrote everything in the folder.
    fn require_own_files(&self, folder: &Path) -> Result<(), WriteError> {
        self.require_folder(folder)?;
        let mut is_empty = true;
        for entry in fs::read_dir(folder).map_err(|reason| self.failed(reason))? {
            let entry = entry.map_err(|reason| self.failed(reason))?;
            if !self.is_own(&entry).map_err(|reason| self.failed(reason))? {
                let (name, sort) = (entry.file_name(), self.sort.name);
                return Err(self.kept(format!("{name:?} in it is not part of {sort}")));
            }
            is_empty = false;
        }
        let is_marked = || {
            self.sort.marks.iter().any(|(name, begins)| {
                let mut start = Vec::new();
                let file = fs::File::open(folder.join(name));
                let read =
                    file.and_then(|file| file.take(begins.len() as u64).read_to_end(&mut start));
                read.is_ok() && start == begins.as_bytes()
            })
        };
        match is_empty || is_marked() {
            true => Ok(()),
            false => Err(self.kept(format!("it is not {} that cnfetti wrote", self.sort.name))),
        }
    }

    fn is_own(&self, entry: &fs::DirEntry) -> io::Result<bool> {
        let name = entry.file_name();
        let mut names = self.sort.files.iter().chain([&UNFINISHED]);
        let is_named = name.to_str().is_some_and(|name| names.any(|own| fits(name, own)));
        Ok(is_named && entry.file_type()?.is_file())
    }

    fn hidden(&self, mode: u32) -> Result<tempfile::TempDir, WriteError> {
        let made = temporary(mode).tempdir_in(folder_of(&self.place));
        made.map_err(|reason| self.failed(without_path(reason)))
    }

    fn kept(&self, why: impl Into<String>) -> WriteError {
        WriteError::Kept { path: self.path.clone(), why: why.into() }
    }

    fn failed(&self, reason: io::Error) -> WriteError {
        failed(&self.path, reason)
    }

    /// The error if the old content stays where it was put aside.
    fn left(&self, aside: tempfile::TempDir, reason: io::Error) -> WriteError {
        WriteError::Left { path: self.path.clone(), old: aside.keep().join("old"), reason }
    }
}

fn failed(path: &Path, reason: io::Error) -> WriteError {
    WriteError::Failed { path: path.to_owned(), reason }
}

/// Resolves links and dots before the path's last name. A path that ends in dots is a folder anyway.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    match path.file_name() {
        Some(name) => Ok(fs::canonicalize(folder_of(path))?.join(name)),
        None => fs::canonicalize(path),
    }
}

/// Whether anything exists, even a dangling link.
fn is_there(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether a name matches a pattern of [`FolderSort::files`].
fn fits(name: &str, form: &str) -> bool {
    let Some(sort) = form.chars().next() else { return name.is_empty() };
    let is_of_run = |c: char| match sort {
        '#' => c.is_ascii_digit(),
        '*' => c.is_ascii_alphanumeric(),
        _ => c == sort,
    };
    let rest = match sort {
        '#' | '*' => name.trim_start_matches(is_of_run),
        _ => name.strip_prefix(is_of_run).unwrap_or(name),
    };
    rest.len() < name.len() && fits(rest, &form[sort.len_utf8()..])
}

/// Moves a folder to an unused name.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // Some file systems cannot do this.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => move_to_claimed(from, to),
        moved => moved.map_err(appeared_or),
    }
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    move_to_claimed(from, to)
}

/// The same, by way of an empty folder: nothing else can be overwritten by moving a folder.
fn move_to_claimed(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to).map_err(appeared_or)?;
    if cfg!(not(unix)) {
        fs::remove_dir(to)?;
    }
    fs::rename(from, to).inspect_err(|_| drop(fs::remove_dir(to)))
}

fn appeared_or(error: impl Into<io::Error>) -> io::Error {
    let error = error.into();
    match error.kind() {
        kind @ io::ErrorKind::AlreadyExists => {
            io::Error::new(kind, "it appeared in the meantime, so it is left alone")
        }
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SORT: FolderSort =
        FolderSort { name: "a nest", marks: &[("mark", "made here")], files: &["mark", "egg-#"] };

    const NEST: [(&str, &[u8]); 2] = [("mark", b"made here today"), ("egg-1", b"1")];

    fn names(folder: &Path) -> Vec<std::ffi::OsString> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_put_into_a_folder_meanwhile_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        Folder::new(&path, SORT, true).unwrap().write(&NEST).unwrap();
        let folder = Folder::new(&path, SORT, true).unwrap();
        let refused = folder.fill(|_| -> Result<(), WriteError> {
            fs::write(path.join("thesis.tex"), "all of it").unwrap();
            Ok(())
        });
        assert!(matches!(refused, Err(WriteError::Kept { .. })), "{refused:?}");
        assert_eq!(names(&path), ["egg-1", "mark", "thesis.tex"]);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        // Whatever appears between two looks, only files of the sort are deleted.
        let left = folder.delete(&path).unwrap_err();
        assert_eq!(left.kind(), io::ErrorKind::DirectoryNotEmpty);
        assert_eq!(names(&path), ["thesis.tex"]);
        assert_eq!(fs::read(path.join("thesis.tex")).unwrap(), b"all of it");
    }

    #[test]
    fn a_folder_moves_without_help_of_the_file_system_too() {
        let directory = tempfile::tempdir().unwrap();
        let (from, to) = (directory.path().join("from"), directory.path().join("to"));
        for put in [move_to, move_to_claimed] {
            fs::create_dir(&from).unwrap();
            fs::write(from.join("egg-1"), "1").unwrap();
            fs::create_dir(&to).unwrap();
            assert_eq!(put(&from, &to).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(fs::read_dir(&to).unwrap().count(), 0);
            fs::remove_dir(&to).unwrap();
            put(&from, &to).unwrap();
            assert!(!from.exists());
            fs::remove_dir_all(&to).unwrap();
        }
        assert!(move_to_claimed(&from, &to).is_err() && !to.exists());
    }
}
