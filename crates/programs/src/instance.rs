//! Instance files, models in MiniZinc among them, which `minizinc` compiles first.

use std::path::{Path, PathBuf};

use cnfetti_core::limit::Budget;
use cnfetti_puzzles::instance::{
    Instance, LoadError, address_of, from_text, read, split_address, the_only_one, with_kind,
};

use crate::minizinc::{self, is_minizinc_text};

/// Reads an instance; `-` is standard input. `FILE#NAME` is the puzzle of that name in a file
/// that holds several, unless there is a file of that very name.
pub fn load(path: &Path) -> Result<Instance, LoadError> {
    load_within(path, &Budget::default())
}

/// Reads an instance as [`load`] does, unless the budget ends before.
pub fn load_within(path: &Path, budget: &Budget) -> Result<Instance, LoadError> {
    load_with_text(path, budget).map(|(instance, _)| instance)
}

/// Reads an instance as [`load`] does, and hands on the text of its file, which is read once:
/// standard input and pipes cannot be read again.
pub fn load_with_text(path: &Path, budget: &Budget) -> Result<(Instance, String), LoadError> {
    let (all, text) = load_all_with_text(path, budget)?;
    Ok((the_only_one(path, all)?, text))
}

/// Reads every instance of a file, at least one, or the one that `FILE#NAME` names.
pub fn load_all(path: &Path) -> Result<Vec<Instance>, LoadError> {
    load_all_within(path, &Budget::default())
}

/// Reads instances as [`load_all`] does, unless the budget ends before.
pub fn load_all_within(path: &Path, budget: &Budget) -> Result<Vec<Instance>, LoadError> {
    load_all_with_text(path, budget).map(|(all, _)| all)
}

fn load_all_with_text(path: &Path, budget: &Budget) -> Result<(Vec<Instance>, String), LoadError> {
    if let Some((name, text)) = compiled(path, budget)? {
        return Ok((from_text(name, None, &text, budget)?, text));
    }
    let (path, part) = split_address(path);
    let text = read(&path, budget)?;
    let (path, text) = flattened(path, text, budget)?;
    let all = from_text(path, part, &text, budget)?;
    Ok((all, text))
}

/// A text and where it comes from, to be read: of a model in MiniZinc the FlatZinc, of a puzzle whose
/// kind is a file beside it both in one.
pub fn flattened(
    path: PathBuf,
    text: String,
    budget: &Budget,
) -> Result<(PathBuf, String), LoadError> {
    match is_minizinc_text(&text) {
        true => minizinc::compiled_text(path, text, budget),
        false => {
            let folder = path.parent().map(Path::to_owned).unwrap_or_default();
            let whole = with_kind(&text, |name| {
                let path = folder.join(name);
                let text = read(&path, budget)?;
                Ok((path, text))
            })?;
            Ok((path, whole.unwrap_or(text)))
        }
    }
}

/// What needs no file to be read: of a path that names a model in MiniZinc the FlatZinc, of an
/// address the address; and what it is called in messages.
pub fn compiled(path: &Path, budget: &Budget) -> Result<Option<(PathBuf, String)>, LoadError> {
    match address_of(path) {
        Some(address) => Ok(Some((path.to_owned(), address.to_owned()))),
        None => minizinc::compiled(path, budget).transpose(),
    }
}
