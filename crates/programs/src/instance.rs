//! Loads instance files, including MiniZinc models, which `minizinc` compiles first.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cnfetti_core::limit::Budget;
use cnfetti_puzzles::instance::{
    Folder, Instance, LoadError, address_of, from_text, read, split_address, the_only_one,
    with_kind,
};

use crate::minizinc::{self, is_minizinc_text};

/// Reads an instance; `-` is standard input. `FILE#NAME` is the puzzle with that name in a file that
/// contains several, unless there is a file with exactly that name.
pub fn load(path: &Path) -> Result<Instance, LoadError> {
    load_within(path, &Budget::default())
}

/// Reads an instance like [`load`], within a budget.
pub fn load_within(path: &Path, budget: &Budget) -> Result<Instance, LoadError> {
    load_with_text(path, budget).map(|(instance, _)| instance)
}

/// Reads an instance like [`load`], and also returns the text of its file, because standard input
/// and pipes can be read only once.
pub fn load_with_text(path: &Path, budget: &Budget) -> Result<(Instance, String), LoadError> {
    let (all, text) = load_all_with_text(path, budget)?;
    Ok((the_only_one(path, all)?, text))
}

/// Reads every instance of a file (at least one), or the one that `FILE#NAME` names.
pub fn load_all(path: &Path) -> Result<Vec<Instance>, LoadError> {
    load_all_within(path, &Budget::default())
}

/// Reads instances like [`load_all`], within a budget.
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

/// Makes a text self-contained; also returns its name for messages. Compiles a MiniZinc model to
/// FlatZinc, and joins a puzzle with its kind if that is a separate file.
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
                _ => {
                    let only_in = env::var_os(KINDS_BESIDE).map(PathBuf::from);
                    with_kind(&path, &text, folder, only_in.as_deref(), budget)?
                }
            };
            Ok((path, whole.unwrap_or(text)))
        }
    }
}

/// Reads input that is not a plain file: for a path of a MiniZinc model, the FlatZinc; for an
/// address, the puzzle. Also returns its name for messages. `None` for other paths.
pub fn compiled(path: &Path, budget: &Budget) -> Result<Option<(PathBuf, String)>, LoadError> {
    match address_of(path) {
        Some(address) => flattened(path.to_owned(), address.to_owned(), budget).map(Some),
        None => minizinc::compiled(path, budget).transpose(),
    }
}

/// The environment variable with the folder of kinds.
pub const KINDS_FOLDER: &str = "CNFETTI_KINDS";

/// The environment variable with the only folder whose files a puzzle can name as its kind, beside those of
/// [`KINDS_FOLDER`]; empty for no folder. It is set where puzzles come from somebody else.
pub const KINDS_BESIDE: &str = "CNFETTI_KINDS_BESIDE";

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Sets the folder that is searched for kinds that do not come with the program. Only the first call
/// counts.
pub fn look_for_kinds_in(folder: PathBuf) {
    FOLDER.get_or_init(|| folder);
}

/// The folder that is searched for kinds that do not come with the program: the one that was set, or
/// that of the environment.
pub fn kinds_folder() -> Option<PathBuf> {
    let of_environment =
        || env::var_os(KINDS_FOLDER).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    FOLDER.get().cloned().or_else(of_environment)
}
