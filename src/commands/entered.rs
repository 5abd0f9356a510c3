//! A half-filled board to continue from.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::csp::{Atom, Csp};
use cnfetti::input::MAX_FILE_BYTES;
use cnfetti::puzzle::{Puzzle, typed};
use itertools::Itertools;
use serde_json::Value;

use super::open;

/// The board to continue from.
#[derive(Args, Default)]
pub(crate) struct FromOption {
    /// Continue from this half-filled board: a file (or `-`) with JSON, as `solve --json` prints
    /// it, or with a typed or drawn board. Open cells are `null` or missing in JSON, and `.`, blank
    /// or several values on a board. You can also pass the JSON itself
    #[arg(long, value_name = "BOARD")]
    from: Option<PathBuf>,
}

impl FromOption {
    /// Whether there is a board.
    pub(crate) fn is_given(&self) -> bool {
        self.from.is_some()
    }

    /// Reads the values on the board; none without a board.
    pub(crate) fn read(
        &self,
        file: &Path,
        puzzle: &dyn Puzzle,
        csp: &Csp,
    ) -> anyhow::Result<Vec<Atom>> {
        let Some(path) = &self.from else { return Ok(Vec::new()) };
        open::require_one_stdin(file, path);
        entries(path, puzzle, csp)
    }

    /// The problem with the values of the board; unchanged without a board.
    pub(crate) fn entered(&self, file: &Path, problem: Problem) -> anyhow::Result<Problem> {
        let puzzle = problem.puzzle().expect("a file has a puzzle");
        let entries = self.read(file, puzzle, problem.csp())?;
        if !self.is_given() {
            return Ok(problem);
        }
        let values = entries.iter().map(|entry| (entry.variable, entry.value));
        Ok(problem.with_entries(values)?)
    }
}

/// Reads a solution, or a part of one, from a file, or from JSON in place of its name.
pub(crate) fn solution(path: &Path, puzzle: &dyn Puzzle) -> anyhow::Result<Value> {
    let name = name(path);
    let text = match json(path) {
        Some(json) => json.to_owned(),
        None => open::read_text(path, MAX_FILE_BYTES)?,
    };
    if text.trim_start().starts_with('{') {
        let json: Value =
            serde_json::from_str(&text).map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
        return Ok(json.get("solution").cloned().unwrap_or(json));
    }
    typed(&text, puzzle.squares()).with_context(|| name)
}

/// The argument, if it is JSON instead of a file's name.
fn json(path: &Path) -> Option<&str> {
    path.to_str().filter(|text| text.starts_with('{'))
}

/// The name of a board in messages.
pub(crate) fn name(path: &Path) -> String {
    if json(path).is_some() { "the board".to_owned() } else { open::name(path) }
}

/// Reads the values of a partial solution, and checks that the variables can have them.
fn entries(path: &Path, puzzle: &dyn Puzzle, csp: &Csp) -> anyhow::Result<Vec<Atom>> {
    let solution = solution(path, puzzle)?;
    let entries = puzzle.read_entries(&solution).with_context(|| name(path))?;
    require_in_domains(&entries, &name(path), puzzle, csp)?;
    Ok(entries)
}

/// Fails if a variable cannot have its value.
pub(crate) fn require_in_domains(
    entries: &[Atom],
    name: &str,
    puzzle: &dyn Puzzle,
    csp: &Csp,
) -> anyhow::Result<()> {
    for &Atom { variable, value } in entries {
        let domain = csp.domain(variable);
        if domain.binary_search(&value).is_err() {
            let most = domain.iter().take(12).map(|&v| puzzle.value_words(variable, v)).join(", ");
            let more = if domain.len() > 12 { ", …" } else { "" };
            anyhow::bail!(
                "{name}: {} cannot be {}: expected one of {most}{more}",
                puzzle.words(csp, variable).subject,
                puzzle.value_words(variable, value)
            );
        }
    }
    Ok(())
}
