//! Models in MiniZinc, with their data: compiled by `minizinc` itself, for our library.
//!
//! A model and its data are named by one path, `model.mzn data.dzn`, as they are typed. A model without
//! data can also be a text, from standard input.

mod include;
mod items;
mod scan;
mod text;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::LoadError;
use crate::input::{MAX_FILE_BYTES, read_text};
use crate::model::flatzinc::library::{self, LIBRARY};
use items::with_items;
pub(super) use text::compiled_text;
pub use text::is_minizinc_text;

/// How models and data end.
const ENDINGS: [&str; 2] = [".mzn", ".dzn"];

/// The words of a command line, in which each model is one word with the data files that follow it.
pub fn with_data(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(model) if ends(&word, ".dzn") && is_minizinc(Path::new(model)) => {
                model.push(" ");
                model.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// Whether a path names a model in MiniZinc, with or without data.
pub fn is_minizinc(path: &Path) -> bool {
    files_of(path).is_some_and(|files| ends(files[0].as_os_str(), ".mzn"))
}

/// The FlatZinc of the model that a path names, and what to call it in messages; `None` for a path
/// that names none.
///
/// # Errors
///
/// When there is no `minizinc`, or it does not compile the model.
pub(super) fn compiled(path: &Path) -> Option<Result<(PathBuf, String), LoadError>> {
    let files = files_of(path)?;
    let wrong = |said: String| LoadError::NotCompiled { path: path.to_owned(), said };
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        return Some(Err(wrong(format!("there is no file {}", missing.display()))));
    }
    if ends(files[0].as_os_str(), ".dzn") {
        let said = "expected a model before its data, such as `model.mzn data.dzn`";
        return Some(Err(wrong(said.to_owned())));
    }
    let named = |minizinc: &mut Command, _: &Path| {
        minizinc.args(&files);
        Ok(())
    };
    let flat = compile(named).map_err(wrong);
    let name = PathBuf::from(format!("{}, compiled", path.display()));
    Some(flat.map(|text| (name, text)))
}

fn ends(word: &std::ffi::OsStr, ending: &str) -> bool {
    word.to_str().is_some_and(|word| word.ends_with(ending))
}

/// The model and its data: at least one file.
fn files_of(path: &Path) -> Option<Vec<PathBuf>> {
    let mut rest = path.to_str()?;
    if !ENDINGS.iter().any(|ending| rest.ends_with(ending)) {
        return None;
    }
    let mut files = Vec::new();
    // A file can have blanks in its name.
    while !Path::new(rest).exists() {
        let ends = ENDINGS.iter().filter_map(|ending| rest.find(&format!("{ending} ")));
        let Some(end) = ends.min() else { break };
        files.push(PathBuf::from(&rest[..end + ENDINGS[0].len()]));
        rest = &rest[end + ENDINGS[0].len() + 1..];
    }
    files.push(PathBuf::from(rest));
    Some(files)
}

/// What `minizinc` makes of what it is told to compile, in a temporary folder, or why there is nothing.
fn compile(told: impl FnOnce(&mut Command, &Path) -> io::Result<()>) -> Result<String, String> {
    let folder = tempfile::Builder::new().prefix("cnfetti-").tempdir();
    let folder = folder.map_err(|error| format!("no temporary folder: {error}"))?;
    let no_file = |error| format!("no temporary file: {error}");
    let solver = prepare(folder.path()).map_err(no_file)?;
    let (flat, items) = (folder.path().join("model.fzn"), folder.path().join("model.ozn"));
    let mut minizinc = Command::new("minizinc");
    minizinc.args(["-c", "--solver"]).arg(solver);
    minizinc.arg("--fzn").arg(&flat).arg("--ozn").arg(&items);
    told(&mut minizinc, folder.path()).map_err(no_file)?;
    let output = match minizinc.stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err("there is no `minizinc` to compile it: install it, on Debian with \
                        `apt-get install minizinc`, elsewhere from https://www.minizinc.org"
                .to_owned());
        }
        Err(error) => return Err(format!("`minizinc` cannot be started: {error}")),
    };
    if !output.status.success() || !flat.exists() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("minizinc does not compile it ({}):\n{}", output.status, said.trim()));
    }
    let text = |path: &Path| {
        let text = read_text(path, |_| MAX_FILE_BYTES);
        text.map_err(|error| format!("the compiled model: {error}"))
    };
    Ok(with_items(&text(&flat)?, &text(&items)?))
}

/// Writes our library and a solver that has it; the solver's file.
fn prepare(folder: &Path) -> io::Result<PathBuf> {
    let library = folder.join("cnfetti");
    fs::create_dir(&library)?;
    for (name, text) in LIBRARY {
        fs::write(library.join(name), text)?;
    }
    let solver = folder.join("cnfetti.msc");
    fs::write(&solver, library::configuration("cnfetti"))?;
    Ok(solver)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_belongs_to_the_model_before_it() {
        let words = ["count", "a.mzn", "b.dzn", "my c.dzn", "-v", "d.dzn", "e.mzn", "f.xml"];
        let joined = with_data(words.map(OsString::from));
        assert_eq!(joined, ["count", "a.mzn b.dzn my c.dzn", "-v", "d.dzn", "e.mzn", "f.xml"]);
        let files = |path: &str| files_of(Path::new(path));
        let paths = |names: &[&str]| Some(names.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(files("a.mzn b.dzn my c.dzn"), paths(&["a.mzn", "b.dzn", "my c.dzn"]));
        assert_eq!(files("a b.mzn"), paths(&["a b.mzn"]));
        assert_eq!(files("a.mzn b.toml"), None);
        assert!(is_minizinc(Path::new("a.mzn b.dzn")) && !is_minizinc(Path::new("d.dzn")));
    }
}
