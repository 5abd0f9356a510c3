//! Writes files and folders: whole or not at all, and never over somebody else's.

mod folder;

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

pub use folder::{Folder, FolderSort};

use cnfetti_process::remains::Temporary;

/// A sort of file, and how cnfetti's own files of this sort begin.
#[derive(Clone, Copy, Debug)]
pub struct Sort {
    /// The name in a sentence, with its article.
    pub name: &'static str,
    /// Each file that cnfetti writes begins with one of these, and hardly any other file does. Empty if
    /// the format has no room for that: then no file counts as cnfetti's.
    pub beginnings: &'static [&'static str],
}

/// A formula in DIMACS, whose first comment names the program.
pub const FORMULA: Sort = Sort { name: "a formula", beginnings: &["c cnfetti "] };

/// A formula in OPB. The format's first line has no room for the program's name.
pub const OPB: Sort = Sort { name: "a formula", beginnings: &[] };

/// A picture of a puzzle or of a comparison, as SVG.
pub const PICTURE: Sort = Sort {
    name: "a picture",
    beginnings: &["<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cnfetti\""],
};

/// A picture as PNG or PDF. Neither says who wrote it, so no file counts as cnfetti's.
pub const PRINTED: Sort = Sort { name: "a picture", beginnings: &[] };

/// A page for a browser.
pub const PAGE: Sort = Sort { name: "a page", beginnings: &[PAGE_BEGINNING] };

/// The beginning of a page for a browser; the version of the program follows.
pub const PAGE_BEGINNING: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n\
     <meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"cnfetti ";

/// A puzzle in any format. People edit puzzles, so none counts as cnfetti's.
pub const PUZZLE: Sort = Sort { name: "a puzzle", beginnings: &[] };

/// A DRAT proof. The format has no room for the program's name.
pub const PROOF: Sort = Sort { name: "a proof", beginnings: &[] };

/// The result of a part of a count.
pub(crate) const COUNTED: Sort = Sort {
    name: "the number of a part",
    beginnings: &[
        "{\"cnfetti\":\"counted\",",
        "{\"cnfetti\":\"counted files\",",
        "{\"cnfetti\":\"proved\",",
    ],
};

/// A part of a round of a count, or the list of them.
pub(crate) const ROUND: Sort = Sort {
    name: "a file of a round",
    beginnings: &["{\"cnfetti\":\"part\",", "{\"cnfetti\":\"round\","],
};

/// Why a file was not written. The old file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// There is a file that cnfetti did not write.
    #[error("{} exists{}; --force overwrites it", path.display(), whose(sort))]
    Exists {
        /// The file.
        path: PathBuf,
        /// The sort of file to write.
        sort: Sort,
    },
    /// There is something at the place of the new folder.
    #[error("{} exists; --force replaces {} that cnfetti wrote", path.display(), sort.name)]
    FolderExists {
        /// The folder.
        path: PathBuf,
        /// The sort of folder to write.
        sort: FolderSort,
    },
    /// There is something that a folder must not replace.
    #[error("{} is not replaced: {why}", path.display())]
    Kept {
        /// The folder.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The old folder could neither be restored nor be deleted.
    #[error("{}: {reason}; the previous content is now in {}", path.display(), old.display())]
    Left {
        /// The folder.
        path: PathBuf,
        /// Where the old one is.
        old: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
    /// The system refused.
    #[error("{}: {reason}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

fn whose(sort: &Sort) -> String {
    match sort.beginnings {
        [] => String::new(),
        _ => format!(" and is not {} that cnfetti wrote", sort.name),
    }
}

/// A file that we may write: it does not exist, is empty, was written by cnfetti, or may be
/// overwritten in any case.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    sort: Sort,
    state: State,
}

/// What existed when we looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Nothing, not even a link.
    New,
    /// A file that cnfetti wrote, or an empty one.
    Ours,
    /// Something that we may overwrite in any case.
    Any,
}

impl Target {
    /// Checks what exists, long before anything is written. With `force`, any file may be
    /// overwritten; a pipe or a device can always be written to.
    pub fn new(path: &Path, sort: Sort, force: bool) -> Result<Target, WriteError> {
        let is_any = force || (path.exists() && !path.is_file());
        let state = match fs::symlink_metadata(path) {
            Err(_) => State::New,
            Ok(_) if is_any => State::Any,
            Ok(_) => State::Ours,
        };
        let target = Target { path: path.to_owned(), sort, state };
        if state == State::New && !folder_of(path).is_dir() {
            return Err(WriteError::Failed { path: target.path, reason: no_such_folder() });
        }
        if state != State::Ours {
            return Ok(target);
        }
        match is_ours(path, sort) {
            Ok(true) => Ok(target),
            // A dangling link is not ours either.
            Err(reason) if reason.kind() != io::ErrorKind::NotFound => {
                Err(WriteError::Failed { path: target.path, reason })
            }
            _ => Err(target.exists()),
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes to a temporary file in the same folder, which replaces the target once it is complete.
    /// Follows links, and writes directly to pipes and devices, which nothing can replace. If a file
    /// has appeared since [`Target::new`] that could not have been overwritten then, it is not
    /// overwritten now.
    pub fn write(
        &self,
        write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let written = if target.exists() && !target.is_file() {
            write_through(fs::File::options().write(true).open(&target), write)
        } else {
            self.replace(&target, write)
        };
        written.map_err(|reason| match reason.kind() {
            io::ErrorKind::AlreadyExists => self.exists(),
            _ => WriteError::Failed { path: self.path.clone(), reason },
        })
    }

    fn replace(
        &self,
        target: &Path,
        write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
    ) -> io::Result<()> {
        let hidden = temporary(0o666).tempfile_in(folder_of(target)).map_err(without_path)?;
        let hidden = Temporary::new(hidden, |file| file.path());
        let is_new = self.state == State::New;
        match fs::metadata(target) {
            Ok(_) if is_new => return Err(io::ErrorKind::AlreadyExists.into()),
            Ok(old) => hidden.as_file().set_permissions(old.permissions())?,
            Err(_) => {}
        }
        write_through(hidden.as_file().try_clone(), write)?;
        if is_new {
            return persist_new(hidden.into_inner(), target);
        }
        if self.state == State::Ours && matches!(is_ours(target, self.sort), Ok(false)) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        hidden.into_inner().persist(target).map(drop).map_err(|failed| failed.error)
    }

    fn exists(&self) -> WriteError {
        WriteError::Exists { path: self.path.clone(), sort: self.sort }
    }
}

/// Whether a file is empty, or begins like the files that cnfetti writes.
fn is_ours(path: &Path, sort: Sort) -> io::Result<bool> {
    let longest = sort.beginnings.iter().map(|beginning| beginning.len()).max().unwrap_or(1);
    let mut start = Vec::new();
    fs::File::open(path)?.take(longest as u64).read_to_end(&mut start)?;
    let begins = |beginning: &&str| start.starts_with(beginning.as_bytes());
    Ok(start.is_empty() || sort.beginnings.iter().any(begins))
}

/// Gives a temporary file an unused name.
fn persist_new(hidden: tempfile::NamedTempFile, target: &Path) -> io::Result<()> {
    match hidden.persist_noclobber(target) {
        Ok(_) => Ok(()),
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Err(failed.error),
        // Some file systems cannot rename without overwriting; there, an empty file claims the name.
        Err(failed) => {
            fs::File::create_new(target)?;
            let persisted = failed.file.persist(target);
            persisted.map(drop).map_err(|failed| {
                if fs::metadata(target).is_ok_and(|claimed| claimed.len() == 0) {
                    let _ = fs::remove_file(target);
                }
                failed.error
            })
        }
    }
}

fn write_through(
    file: io::Result<fs::File>,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffer = BufWriter::new(file?);
    write(&mut buffer)?;
    buffer.flush()
}

/// A builder of temporary files or folders with these permissions, minus those that the system's mask
/// removes from anything new.
#[cfg_attr(not(unix), expect(unused_variables))]
fn temporary(mode: u32) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cnfetti-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        builder.permissions(fs::Permissions::from_mode(mode));
    }
    builder
}

/// The error without the name of the temporary file, which means nothing to the user.
fn without_path(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::NotFound => no_such_folder(),
        kind @ io::ErrorKind::PermissionDenied => {
            io::Error::new(kind, "nothing may be written to this folder")
        }
        kind @ io::ErrorKind::ReadOnlyFilesystem => kind.into(),
        _ => error,
    }
}

fn no_such_folder() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "there is no such folder")
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) -> Result<(), WriteError> {
        Target::new(path, FORMULA, false)?.write(|out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.cnf");
        write(&path, "c cnfetti old").unwrap();
        let failed = Target::new(&path, FORMULA, false).unwrap().write(|out| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"c cnfetti old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        write(&path, "c cnfetti new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"c cnfetti new");
    }

    #[test]
    fn what_others_wrote_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let comments = format!("{}p cnf 1 0\n", "c a comment\n".repeat(1000));
        for sort in [FORMULA, PICTURE, PAGE, PUZZLE, PROOF] {
            for text in [
                "x",
                "p cnf 0 0\n",
                "1 2 0\n",
                "c cnfett",
                "<svg></svg>",
                "<?xml?><svg/>",
                "<!doctype html>\n<html>",
                "kind = 'dice'",
                &comments,
            ] {
                fs::write(&path, text).unwrap();
                let refused = Target::new(&path, sort, false).unwrap_err();
                assert!(matches!(refused, WriteError::Exists { .. }), "{text:?}: {refused}");
                assert!(refused.to_string().ends_with("; --force overwrites it"), "{refused}");
                Target::new(&path, sort, true).unwrap();
            }
            for beginning in sort.beginnings {
                fs::write(&path, beginning).unwrap();
                Target::new(&path, sort, false).unwrap();
            }
            fs::write(&path, "").unwrap();
            Target::new(&path, sort, false).unwrap();
        }
    }

    #[test]
    fn what_appears_meanwhile_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let target = Target::new(&path, FORMULA, true).unwrap();
        let refused = target.write(|out| {
            fs::write(&path, "by somebody else")?;
            out.write_all(b"new")
        });
        assert!(matches!(refused, Err(WriteError::Exists { .. })), "{refused:?}");
        let refused = target.write(|out| out.write_all(b"new"));
        assert!(matches!(refused, Err(WriteError::Exists { .. })), "{refused:?}");
        assert_eq!(fs::read(&path).unwrap(), b"by somebody else");
        // Nor does it replace what took the place of a file that cnfetti wrote.
        fs::write(&path, "c cnfetti old").unwrap();
        let refused = Target::new(&path, FORMULA, false).unwrap().write(|out| {
            fs::write(&path, "by somebody else")?;
            out.write_all(b"new")
        });
        assert!(matches!(refused, Err(WriteError::Exists { .. })), "{refused:?}");
        assert_eq!(fs::read(&path).unwrap(), b"by somebody else");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("x"), directory.path().join("link"));
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(matches!(write(&link, "new"), Err(WriteError::Exists { .. })), "leads nowhere");
        fs::write(&path, "c cnfetti old").unwrap();
        write(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(matches!(write(&link, "newer"), Err(WriteError::Exists { .. })));
        write(Path::new("/dev/null"), "gone").unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }
}
