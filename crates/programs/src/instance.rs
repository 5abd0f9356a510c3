//! Instance files, models in MiniZinc among them, which `minizinc` compiles first.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cnfetti_core::limit::Budget;
use cnfetti_puzzles::instance::{
    Folder, Instance, LoadError, address_of, from_text, read, split_address, the_only_one,
    with_kind,
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
/// kind is a file of somebody's own both in one.
pub fn flattened(
    path: PathBuf,
    text: String,
    budget: &Budget,
) -> Result<(PathBuf, String), LoadError> {
    match is_minizinc_text(&text) {
        true => minizinc::compiled_text(path, text, budget),
        false => {
            let folder = kinds_folder();
            let folder = folder.as_deref().map(Folder);
            let whole = match (address_of(Path::new(text.trim())), folder) {
                (Some(address), Some(folder)) => folder.of_address(address, budget)?,
                _ => with_kind(&path, &text, folder, budget)?,
            };
            Ok((path, whole.unwrap_or(text)))
        }
    }
}

/// Reads input that is not the file itself: for a path that names a MiniZinc model, the FlatZinc;
/// for an address, the puzzle. Also returns its name in messages.
pub fn compiled(path: &Path, budget: &Budget) -> Result<Option<(PathBuf, String)>, LoadError> {
    match address_of(path) {
        Some(address) => flattened(path.to_owned(), address.to_owned(), budget).map(Some),
        None => minizinc::compiled(path, budget).transpose(),
    }
}

/// The variable of the environment that names the folder of kinds.
pub const KINDS_FOLDER: &str = "CNFETTI_KINDS";

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Takes note of the folder in which kinds are looked for that do not come with the program, once.
pub fn look_for_kinds_in(folder: PathBuf) {
    FOLDER.get_or_init(|| folder);
}

/// The folder in which kinds are looked for that do not come with the program: the one that was
/// noted, or that of the environment.
pub fn kinds_folder() -> Option<PathBuf> {
    let of_environment =
        || env::var_os(KINDS_FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    FOLDER.get().cloned().or_else(of_environment)
}
