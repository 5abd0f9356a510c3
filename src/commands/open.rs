//! Reading what is no instance: answers, solutions, formulas.

use std::path::Path;

use anyhow::Context as _;
use cnfetti::input;
use cnfetti::puzzle::Puzzle;

use super::{Context, wrong_usage};

/// What a file is called in a message.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

/// Says on stderr what rules out any solution, when the numbers of things alone do.
pub(crate) fn tell_flaw(context: &Context, file: &Path, puzzle: &dyn Puzzle) {
    if let Some(flaw) = puzzle.flaw() {
        context.note(format!("{}: there can be no solution: {flaw}", name(file)));
    }
}

/// Ends the process when both are `-`: what one has read is gone for the other.
pub(crate) fn require_one_stdin(one: &Path, other: &Path) {
    if [one, other] == [Path::new("-"); 2] {
        wrong_usage("only one file can be `-` (stdin)");
    }
}

/// A file, unpacked, or stdin when the path is `-`, of at most this many bytes.
pub(crate) fn read_bytes(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    input::read_bytes(path, |_| limit).with_context(|| name(path))
}

/// A file of text, as [`read_bytes`].
pub(crate) fn read_text(path: &Path, limit: u64) -> anyhow::Result<String> {
    String::from_utf8(read_bytes(path, limit)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{}: expected UTF-8 text, found the byte at offset {at}", name(path))
    })
}
