//! Writing files: whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

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
    #[error("{}: {source}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
}

/// Writes a file by way of a temporary one in the same folder, which takes its place only when
/// all has been written.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut fs::File>) -> io::Result<()>,
) -> Result<(), WriteError> {
    let failed = |source| WriteError::Failed { path: path.to_owned(), source };
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut file = temporary_for(path).tempfile_in(folder).map_err(failed)?;
    let mut buffer = BufWriter::new(file.as_file_mut());
    write(&mut buffer).and_then(|()| buffer.flush()).map_err(failed)?;
    drop(buffer);
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// A builder of temporary files that have the permissions of the file they replace, or those of
/// any new file.
#[cfg_attr(not(unix), expect(unused_variables))]
fn temporary_for(path: &Path) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cnfetti-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;

        // For a new file the system's mask takes away what it must.
        let mode =
            fs::metadata(path).map_or(0o666, |metadata| metadata.permissions().mode() & 0o777);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    builder
}

/// Refuses when the file exists, has contents, and does not look like DIMACS.
pub fn refuse_foreign_dimacs(path: &Path) -> Result<(), WriteError> {
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(4096).read_to_end(&mut start));
    match read {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(_) if start.is_empty() || looks_like_dimacs(&start) => Ok(()),
        Ok(_) => Err(WriteError::LooksForeign { path: path.to_owned(), expected: "a DIMACS file" }),
        Err(source) => Err(WriteError::Failed { path: path.to_owned(), source }),
    }
}

/// Whether the first line that is no comment is a DIMACS header, as far as `start` goes.
fn looks_like_dimacs(start: &[u8]) -> bool {
    let mut lines = start.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines
        .find(|line| !line.starts_with(b"c ") && *line != b"c" && *line != b"c\r")
        .is_none_or(|line| line.starts_with(b"p cnf ") || start.len() == 4096)
}
