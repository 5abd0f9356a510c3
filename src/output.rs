//! Writing files: whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::proof::steps;

/// Why a file was not written. The old one is as it was.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// There is a file of another sort.
    #[error("{} exists and does not look like {expected}; --force overwrites it", path.display())]
    LooksForeign {
        /// The file.
        path: PathBuf,
        /// What a file of the right sort is called.
        expected: &'static str,
    },
    /// The system refused.
    #[error("{}: {reason}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// What it said.
        reason: io::Error,
    },
}

/// Writes a file by way of a temporary one in the same folder, which takes its place only when
/// all has been written. A link is followed; a pipe or a device, whose place nothing can take,
/// is written directly.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> Result<(), WriteError> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let written = if target.exists() && !target.is_file() {
        write_through(fs::File::options().write(true).open(&target), write)
    } else {
        replace(&target, write)
    };
    written.map_err(|reason| WriteError::Failed { path: path.to_owned(), reason })
}

/// Writes files into a new folder, which appears once all of them are complete.
pub fn write_folder(path: &Path, files: &[(&str, &[u8])]) -> Result<(), WriteError> {
    let written = || {
        if path.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let hidden = temporary(0o777).tempdir_in(folder_of(path)).map_err(without_path)?;
        for (name, content) in files {
            fs::write(hidden.path().join(name), content)?;
        }
        fs::rename(hidden.path(), path)
    };
    written().map_err(|reason| WriteError::Failed { path: path.to_owned(), reason })
}

fn replace(
    target: &Path,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    let hidden = temporary(0o666).tempfile_in(folder_of(target)).map_err(without_path)?;
    if let Ok(old) = fs::metadata(target) {
        hidden.as_file().set_permissions(old.permissions())?;
    }
    write_through(hidden.as_file().try_clone(), write)?;
    hidden.persist(target).map_err(|failed| failed.error)?;
    Ok(())
}

fn write_through(
    file: io::Result<fs::File>,
    write: impl FnOnce(&mut BufWriter<fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffer = BufWriter::new(file?);
    write(&mut buffer)?;
    buffer.flush()
}

/// A builder of temporary files or folders with these permissions, less what the system's mask
/// takes away from anything new.
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

/// Why there is no temporary file, without its name: nobody has asked for it.
fn without_path(error: io::Error) -> io::Error {
    match error.kind() {
        kind @ io::ErrorKind::NotFound => io::Error::new(kind, "there is no such folder"),
        kind @ io::ErrorKind::PermissionDenied => {
            io::Error::new(kind, "nothing may be written to this folder")
        }
        _ => error,
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Refuses when the file exists, has contents, and does not look like DIMACS.
pub fn refuse_foreign_dimacs(path: &Path) -> Result<(), WriteError> {
    refuse_foreign(path, "a DIMACS file", looks_like_dimacs)
}

/// Refuses when the file exists, has contents, and does not look like a proof.
pub fn refuse_foreign_proof(path: &Path) -> Result<(), WriteError> {
    refuse_foreign(path, "a DRAT proof", |start| matches!(steps(start).next(), Some(Ok(_))))
}

/// Refuses when the file exists, has contents, and does not begin as one of these texts does.
pub fn refuse_unless_begins(
    path: &Path,
    expected: &'static str,
    beginnings: &[&str],
) -> Result<(), WriteError> {
    refuse_foreign(path, expected, |start| {
        let start = String::from_utf8_lossy(start).trim_start().to_ascii_lowercase();
        beginnings.iter().any(|beginning| start.starts_with(beginning))
    })
}

fn refuse_foreign(
    path: &Path,
    expected: &'static str,
    looks_right: impl Fn(&[u8]) -> bool,
) -> Result<(), WriteError> {
    if path.exists() && !path.is_file() {
        return Ok(());
    }
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(4096).read_to_end(&mut start));
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(_) if start.is_empty() || looks_right(&start) => Ok(()),
        Ok(_) => Err(WriteError::LooksForeign { path: path.to_owned(), expected }),
        Err(reason) => Err(WriteError::Failed { path: path.to_owned(), reason }),
    }
}

/// Whether the first line that is no comment is a DIMACS header, as far as `start` goes.
fn looks_like_dimacs(start: &[u8]) -> bool {
    let mut lines = start.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines
        .find(|line| !line.starts_with(b"c ") && *line != b"c" && *line != b"c\r")
        .is_none_or(|line| line.starts_with(b"p cnf ") || start.len() == 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.cnf");
        write_atomically(&path, |out| out.write_all(b"old")).unwrap();
        let failed = write_atomically(&path, |out| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        write_atomically(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("x"), directory.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_atomically(&link, |out| out.write_all(b"new")).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        write_atomically(Path::new("/dev/null"), |out| out.write_all(b"gone")).unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn a_folder_appears_complete_or_not_at_all() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("certificate");
        let good = [("a", &b"1"[..]), ("b", b"2")];
        write_folder(&path, &good).unwrap();
        assert_eq!(fs::read(path.join("b")).unwrap(), b"2");
        assert!(write_folder(&path, &good).is_err());
        let other = directory.path().join("other");
        assert!(write_folder(&other, &[("no/folder", b"")]).is_err());
        assert!(!other.exists());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
