//! The SHA-256 sums of the files of a folder.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::Result;
use super::{CertificateError, SUMS, listed, read_text};
use cnfetti_core::plural::counted;

/// The sums of all files of a folder.
pub(super) fn sums(folder: &Path) -> Result<String> {
    let failed = CertificateError::of(SUMS);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(&failed)? {
        names.push(entry.map_err(&failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    let line =
        |name: String| Ok(format!("{}  {name}\n", sum_of(&folder.join(&name)).map_err(&failed)?));
    names.into_iter().map(line).collect()
}

/// Checks that every listed file is unchanged, and that no file is missing from the list. Ignores hidden
/// files, which a desktop may have added.
pub(super) fn check_sums(folder: &Path) -> Result<String> {
    let text = read_text(&folder.join(SUMS)).map_err(CertificateError::of(SUMS))?;
    let expected = "expected lines of a SHA-256 sum, two blanks and a name";
    let sums = listed(&text).ok_or_else(|| CertificateError::wrong(SUMS, expected))?;
    for &(name, sum) in &sums {
        let found = sum_of(&folder.join(name)).map_err(CertificateError::of(name))?;
        if !found.eq_ignore_ascii_case(sum) {
            return Err(CertificateError::wrong(
                name,
                format!("is not the file that {SUMS} lists"),
            ));
        }
    }
    let failed = CertificateError::of(SUMS);
    for entry in fs::read_dir(folder).map_err(&failed)? {
        let name = entry.map_err(&failed)?.file_name().to_string_lossy().into_owned();
        let is_listed = name == SUMS || sums.iter().any(|&(listed, _)| listed == name);
        if !is_listed && !name.starts_with('.') {
            return Err(CertificateError::wrong(SUMS, format!("does not list {name}")));
        }
    }
    Ok(format!("{SUMS}: {} as they were written", counted(sums.len() as u64, "file")))
}

/// The SHA-256 sum of a file, in hexadecimal digits.
fn sum_of(path: &Path) -> io::Result<String> {
    let mut reader = BufReader::new(File::open(path)?);
    let (mut digest, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            length => digest.update(&buffer[..length]),
        }
    }
}
