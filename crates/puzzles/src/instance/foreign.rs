//! Files that are no puzzles, named for what they are.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use cnfetti_input::InputError;

/// The first bytes of files, and what such files are.
const BEGINNINGS: [(&[u8], &str); 7] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive, or a document of an office program"),
    (b"<svg", "an SVG picture"),
    (b"<!DOCTYPE html", "a web page"),
];

/// The endings of files that only their names tell apart from puzzles.
const ENDINGS: [(&str, &str); 7] = [
    ("csv", "a table (CSV)"),
    ("tsv", "a table (TSV)"),
    ("md", "a Markdown text"),
    ("html", "a web page"),
    ("svg", "an SVG picture"),
    ("py", "a Python program"),
    ("yaml", "a YAML file"),
];

/// What a file is that could not be read as a puzzle, if that is known.
fn what(path: &Path, beginning: &[u8]) -> Option<&'static str> {
    let by_beginning = BEGINNINGS.iter().find(|(bytes, _)| beginning.starts_with(bytes));
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let by_ending = || ENDINGS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
    by_beginning.map(|row| row.1).or_else(|| by_ending().map(|row| row.1))
}

/// The error of a file that is not text, with what it is.
pub fn not_text(path: &Path, error: io::Error) -> io::Error {
    if !matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::Other) {
        return error;
    }
    let mut beginning = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read(&mut beginning));
    match what(path, &beginning[..read.unwrap_or(0)]) {
        Some(what) => io::Error::other(format!("expected a puzzle, found {what}")),
        None => error,
    }
}

/// The error of a text that is no puzzle, with what it is.
pub(super) fn no_puzzle(path: &Path, text: &str, error: InputError) -> InputError {
    match what(path, text.trim_start().as_bytes()) {
        Some(what) => InputError::expected(None, "a puzzle", what),
        None => error,
    }
}
