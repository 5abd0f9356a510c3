//! Reads what a file contains: puzzles in any format, or a DIMACS formula. Its text tells which.

use std::ffi::OsString;
use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cnfetti::dimacs::{self, File};
use cnfetti::input::{InputError, MAX_FILE_BYTES, read_text, warning, without_packing};
use cnfetti::instance::{self, Instance, LoadError};
use cnfetti::limit::Budget;
use cnfetti::parts::{self, Part};

/// The kind of formulas in results.
pub(crate) const FORMULA: &str = "cnf";

/// The kind of parts in results.
pub(crate) const PART: &str = "part";

/// The content of a file.
pub(crate) enum Subject {
    /// A puzzle.
    Puzzle(Arc<Instance>),
    /// A formula, from any tool.
    Formula(Box<Formula>),
    /// A part of a count.
    Part(Box<Part>),
}

/// A formula, and a warning about its header.
pub(crate) struct Formula {
    pub(crate) file: File,
    /// The warning in a sentence.
    pub(crate) warning: Option<String>,
    /// The warning with its place in the file.
    pub(crate) shown: Option<String>,
}

impl Subject {
    /// A warning to show with every command.
    pub(crate) fn warning(&self) -> Option<&str> {
        match self {
            Subject::Formula(formula) => formula.shown.as_deref(),
            _ => None,
        }
    }

    /// The name of the kind. All parts have the same.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Subject::Puzzle(instance) => instance.kind,
            Subject::Formula(_) => FORMULA,
            Subject::Part(_) => PART,
        }
    }

    /// The puzzle; an error for anything else.
    pub(crate) fn puzzle(&self) -> anyhow::Result<&Arc<Instance>> {
        match self {
            Subject::Puzzle(instance) => Ok(instance),
            Subject::Formula(_) => anyhow::bail!("expected a puzzle, found a DIMACS formula"),
            Subject::Part(part) => {
                anyhow::bail!("expected a puzzle, found a part of {}", part.is_of())
            }
        }
    }
}

/// The words of the command line. Joins each MiniZinc model with its data, and replaces MiniZinc's
/// `-n-o` and `-a-o`, which our parser would read as single letters.
pub(crate) fn typed_words(typed: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words = instance::with_data(typed);
    if words.get(1).is_some_and(|command| command == "minizinc") {
        for word in &mut words {
            if word == "-n-o" {
                *word = "--number-optimal".into();
            } else if word == "-a-o" {
                *word = "--all-optimal".into();
            }
        }
    }
    words
}

/// Reads everything in a file; `-` is standard input. A formula may be larger than a puzzle.
pub(crate) fn subjects(path: &Path, budget: &Budget) -> anyhow::Result<Vec<Subject>> {
    if let Some((name, text)) = instance::compiled(path, budget)? {
        let models = instance::from_text(name, None, &text, budget)?;
        return Ok(models.into_iter().map(|puzzle| Subject::Puzzle(puzzle.into())).collect());
    }
    let (file, part) = instance::split_address(path);
    let (mut is_formula, mut is_part) = (false, false);
    let text = read_text(&file, |beginning| {
        is_formula = part.is_none() && (ends_in_cnf(&file) || dimacs::is_likely(beginning));
        is_part = Part::is_likely(beginning);
        budget.file_bytes.unwrap_or(match is_part {
            _ if is_formula => dimacs::MAX_BYTES,
            true => parts::MAX_BYTES,
            false => MAX_FILE_BYTES,
        })
    });
    let text = text.map_err(|error| {
        let source = match error.kind() {
            ErrorKind::FileTooLarge => Error::other(format!("{error}; --file-limit allows more")),
            _ => instance::not_text(&file, error),
        };
        LoadError::Unreadable { path: file.clone(), source }
    })?;
    if is_formula {
        return Ok(vec![Subject::Formula(Box::new(formula(file, text, budget)?))]);
    }
    if is_part {
        return Ok(vec![Subject::Part(Box::new(Part::read(&file, &text)?))]);
    }
    let (file, text) = instance::flattened(file, text, budget)?;
    let puzzles = instance::from_text(file, part, &text, budget)?;
    Ok(puzzles.into_iter().map(|puzzle| Subject::Puzzle(puzzle.into())).collect())
}

/// Whether a file's name is that of a formula, packed or not.
pub(crate) fn ends_in_cnf(path: &Path) -> bool {
    let extension = without_packing(path).extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("cnf"))
}

fn formula(path: PathBuf, text: String, budget: &Budget) -> anyhow::Result<Formula> {
    let (file, missing) = match dimacs::read_forgiving(&text, budget) {
        Ok(read) => read,
        Err(InputError { stopped: Some(source), .. }) => {
            return Err(LoadError::Stopped { path, source }.into());
        }
        Err(error) => return Err(LoadError::Invalid { path, text: text.into(), error }.into()),
    };
    let shown = file.show.iter().flatten().zip(&file.show_places);
    let unknown = |(variable, _): &(&u32, _)| **variable > file.cnf.num_vars();
    if let Some((variable, place)) = shown.into_iter().find(unknown) {
        let expected = format!("variables up to {}", file.cnf.num_vars());
        let error = InputError::expected(place.clone(), expected, format!("`{variable}`"));
        return Err(LoadError::Invalid { path, text: text.into(), error }.into());
    }
    let shown =
        missing.as_ref().map(|missing| warning(&path.display().to_string(), &text, missing));
    Ok(Formula { file, warning: missing.map(|missing| missing.message), shown })
}
