//! What the files of all sorts of parts have in common: their names, and lines of JSON. The first says what the file is and which version wrote it,
//! and the last has the SHA-256 sum of the lines before it.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{MAX_BYTES, PartsError};
use crate::certificate::sha256;
use crate::output::{self, COUNTED, Target, WriteError};

/// The version that wrote a file, with a number that changes when the same puzzle is divided differently. Parts of
/// two divisions do not add up to the right number, so each refuses the other's.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", division 6");

/// The sort of a file, which its first line names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sort(pub(super) &'static str);

/// The last line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    sha256: String,
}

impl Sort {
    /// Whether a text begins like a file of this sort.
    pub(super) fn begins(self, text: &[u8]) -> bool {
        let text = text.strip_prefix(b"{\"cnfetti\":\"");
        let rest = text.and_then(|text| text.strip_prefix(self.0.as_bytes()));
        rest.is_some_and(|rest| rest.starts_with(b"\","))
    }

    /// Writes a file: its head, further lines, and the seal.
    pub(super) fn seal(
        self,
        head: &impl Serialize,
        lines: impl IntoIterator<Item = String>,
    ) -> String {
        let Sort(name) = self;
        let about = json(head);
        let mut text =
            format!("{{\"cnfetti\":\"{name}\",\"version\":\"{VERSION}\",{}\n", &about[1..]);
        for line in lines {
            text += &line;
            text.push('\n');
        }
        let seal = json(&Seal { sha256: sha256(text.as_bytes()) });
        text + &seal + "\n"
    }

    /// Checks the seal, and returns the head and the further lines of a file.
    ///
    /// # Errors
    ///
    /// The file is damaged, of another sort, or from another version, which may divide differently.
    pub(super) fn open<'t, H: DeserializeOwned>(
        self,
        path: &Path,
        text: &'t str,
    ) -> Result<(H, std::str::Lines<'t>), PartsError> {
        let mut lines = unsealed(path, text)?.lines();
        let mut head: Map<String, Value> = line(path, lines.next())?;
        let mut word = |key| match head.shift_remove(key) {
            Some(Value::String(word)) => word,
            _ => "no version".to_owned(),
        };
        let (sort, version) = (word("cnfetti"), word("version"));
        if version != VERSION {
            let what =
                format!("cnfetti {version} wrote it, but this is {VERSION}: run `split` again");
            return Err(PartsError::wrong(path, what));
        }
        if sort != self.0 {
            let what = format!("expected \"{}\", found \"{sort}\"", self.0);
            return Err(PartsError::wrong(path, what));
        }
        let head = serde_json::from_value(Value::Object(head));
        Ok((head.map_err(|error| PartsError::wrong(path, error.to_string()))?, lines))
    }
}

/// The identity of a division, which differs for each division of the same puzzle.
pub(super) fn id(about: &impl Serialize) -> String {
    sha256(json(&(VERSION, about)).as_bytes())
}

/// The sealed lines.
fn unsealed<'a>(path: &Path, text: &'a str) -> Result<&'a str, PartsError> {
    let cut_off = || PartsError::wrong(path, "it is damaged: its last line is missing");
    let whole = text.strip_suffix('\n').ok_or_else(cut_off)?;
    let (before, last) = text.split_at(whole.rfind('\n').map_or(0, |end| end + 1));
    let seal: Seal = serde_json::from_str(last.trim_end()).map_err(|_| cut_off())?;
    match seal.sha256 == sha256(before.as_bytes()) {
        true => Ok(before),
        false => Err(PartsError::wrong(path, "it is damaged: its SHA-256 sum does not match")),
    }
}

/// Parses a line.
pub(super) fn line<T: DeserializeOwned>(path: &Path, line: Option<&str>) -> Result<T, PartsError> {
    let line = line.ok_or_else(|| PartsError::wrong(path, "it ends too early"))?;
    serde_json::from_str(line).map_err(|error| PartsError::wrong(path, error.to_string()))
}

/// The value as a line of JSON.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is written has text keys only")
}

/// Reads a file of a folder of parts.
///
/// # Errors
///
/// The file cannot be read.
pub fn read(path: &Path) -> Result<String, PartsError> {
    let text = cnfetti_input::read_text(path, |_| MAX_BYTES);
    text.map_err(|source| PartsError::Unreadable { path: path.to_owned(), source })
}

/// Writes a file whole, or replaces one of this sort. Several processes may write the same file at once.
pub(super) fn replace(path: &Path, sort: output::Sort, text: &str) -> Result<(), PartsError> {
    let write = || Target::new(path, sort, false)?.write(|out| out.write_all(text.as_bytes()));
    let not_written = |source: WriteError| PartsError::NotWritten { path: path.to_owned(), source };
    // If another process was faster, it wrote the same.
    write().or_else(|_| write()).map_err(not_written)
}

/// Writes the result of a part, whole or not at all.
pub(super) fn write_counted(path: &Path, text: &str) -> Result<(), PartsError> {
    replace(path, COUNTED, text)
}

/// The name of the part with this number, from 1.
pub fn part_name(number: usize) -> String {
    format!("part-{number:04}")
}

/// Returns the path of the result of the part with this number and SHA-256 sum; `None` if it is not
/// counted yet. An error if the part itself exists and has another sum; merging needs only the results,
/// so the part may be absent.
pub(super) fn counted(
    folder: &Path,
    number: usize,
    sum: &str,
) -> Result<Option<PathBuf>, PartsError> {
    let part = folder.join(part_name(number));
    if part.exists() && sha256(read(&part)?.as_bytes()) != sum {
        return Err(PartsError::wrong(&part, "it is not the part that was written"));
    }
    let path = number_path(&part, number);
    Ok(path.exists().then_some(path))
}

/// The path of a part's result, beside the part.
pub fn number_path(part: &Path, number: usize) -> PathBuf {
    part.with_file_name(format!("counted-{number:04}"))
}
