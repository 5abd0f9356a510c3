//! A half-filled board to continue from.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::input::MAX_FILE_BYTES;
use cnfetti::puzzle::{Puzzle, typed};
use serde_json::Value;

use crate::commands::shared::reasoning::puzzle;
use crate::commands::terminal::files;

/// The board to continue from.
#[derive(Args, Default)]
pub(crate) struct FromOption {
    /// Continue from this half-filled board: JSON, or a file with JSON or a typed or drawn board
    #[arg(long, value_name = "BOARD")]
    from: Option<PathBuf>,
}

impl FromOption {
    /// Whether there is a board.
    pub(crate) fn is_given(&self) -> bool {
        self.from.is_some()
    }

    /// The problem with the values of the board; unchanged without a board.
    pub(crate) fn entered(&self, file: &Path, problem: Problem) -> anyhow::Result<Problem> {
        let Some(path) = &self.from else { return Ok(problem) };
        files::require_one_stdin(file, path);
        let board = solution(path, puzzle(&problem))?;
        problem.with_board(&board).with_context(|| name(path))
    }
}

/// Reads a solution, or a part of one, from a file, or from JSON in place of its name.
pub(crate) fn solution(path: &Path, puzzle: &dyn Puzzle) -> anyhow::Result<Value> {
    let name = name(path);
    let text = match json(path) {
        Some(json) => json.to_owned(),
        None => files::read_text(path, MAX_FILE_BYTES)?,
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
    if json(path).is_some() { "the board".to_owned() } else { files::name(path) }
}
