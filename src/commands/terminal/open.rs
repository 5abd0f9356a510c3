//! Reads files that are not instances: answers, solutions, formulas.

use std::path::Path;

use anyhow::Context as _;
use cnfetti::input;
use cnfetti::puzzle::Puzzle;

use crate::commands::{Context, wrong_usage};

/// The name of a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

/// Notes on stderr that there is no solution, if the numbers of things alone rule it out.
pub(crate) fn note_flaw(context: &Context, file: &Path, puzzle: &dyn Puzzle) {
    if let Some(flaw) = puzzle.flaw() {
        context.note(format!("{}: there can be no solution: {flaw}", name(file)));
    }
}

/// Ends the process if both paths are `-`: standard input can be read only once.
pub(crate) fn require_one_stdin(one: &Path, other: &Path) {
    if [one, other] == [Path::new("-"); 2] {
        wrong_usage("only one file can be `-` (stdin)");
    }
}

/// Reads a file and unpacks it, or reads stdin if the path is `-`; at most this many bytes.
pub(crate) fn read_bytes(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    input::read_bytes(path, |_| limit).with_context(|| name(path))
}

/// Reads a text file, like [`read_bytes`].
pub(crate) fn read_text(path: &Path, limit: u64) -> anyhow::Result<String> {
    String::from_utf8(input::with_line_feeds(read_bytes(path, limit)?))
        .map_err(|error| anyhow::anyhow!("{}: {}", name(path), input::not_utf8(error.as_bytes())))
}
