//! MiniZinc models with their data, which `minizinc` compiles for our library.
//!
//! A model and its data are named by one path, `model.mzn data.dzn`, as they are typed. A model
//! without data can also be a text, as from standard input.

mod items;
mod text;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_input::{MAX_FILE_BYTES, read_text};
use cnfetti_models::flatzinc::library::{self, LIBRARY};
use cnfetti_process::remains::Temporary;
use cnfetti_process::{self, NotFinished};
use cnfetti_puzzles::instance::LoadError;
use items::with_items;
pub(crate) use text::compiled_text;
pub use text::is_minizinc_text;

/// The extensions of models and data.
const ENDINGS: [&str; 2] = [".mzn", ".dzn"];

/// Joins each model on a command line with the data files after it to one word.
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

/// Whether a path names a MiniZinc model, with or without data.
pub fn is_minizinc(path: &Path) -> bool {
    files_of(path).is_some_and(|files| ends(files[0].as_os_str(), ".mzn"))
}

/// The FlatZinc of the model that a path names, and its name for messages; `None` for other paths.
///
/// # Errors
///
/// Returns an error if there is no `minizinc`, it does not compile the model, or a limit comes
/// first.
pub(crate) fn compiled(
    path: &Path,
    budget: &Budget,
) -> Option<Result<(PathBuf, String), LoadError>> {
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
    let flat = compile(named, budget).map_err(|error| error.of(path));
    let name = PathBuf::from(format!("{}, compiled", path.display()));
    Some(flat.map(|text| (name, text)))
}

fn ends(word: &std::ffi::OsStr, ending: &str) -> bool {
    word.to_str().is_some_and(|word| word.ends_with(ending))
}

/// The files of a model and its data, at least one.
fn files_of(path: &Path) -> Option<Vec<PathBuf>> {
    let mut rest = path.to_str()?;
    if !ENDINGS.iter().any(|ending| rest.ends_with(ending)) {
        return None;
    }
    let mut files = Vec::new();
    // A file name can contain spaces.
    while !Path::new(rest).exists() {
        let ends = ENDINGS.iter().filter_map(|ending| rest.find(&format!("{ending} ")));
        let Some(end) = ends.min() else { break };
        files.push(PathBuf::from(&rest[..end + ENDINGS[0].len()]));
        rest = &rest[end + ENDINGS[0].len() + 1..];
    }
    files.push(PathBuf::from(rest));
    Some(files)
}

/// Why `minizinc` did not compile a model.
enum NotCompiled {
    /// Its message, or why it could not be started.
    Failed(String),
    /// A limit came first.
    Stopped(Stopped),
}

impl NotCompiled {
    /// The error for this model.
    fn of(self, path: &Path) -> LoadError {
        let path = path.to_owned();
        match self {
            NotCompiled::Failed(said) => LoadError::NotCompiled { path, said },
            NotCompiled::Stopped(source) => LoadError::Stopped { path, source },
        }
    }
}

/// Runs `minizinc` in a temporary folder, and returns the FlatZinc.
fn compile(
    add_input: impl FnOnce(&mut Command, &Path) -> io::Result<()>,
    budget: &Budget,
) -> Result<String, NotCompiled> {
    if cfg!(target_family = "wasm") {
        let text = "a page cannot start `minizinc`: compile the model with \
                    `cnfetti convert MODEL -o model.toml`, or open it in `cnfetti studio`";
        return Err(failed(text.to_owned()));
    }
    let folder = tempfile::Builder::new().prefix("cnfetti-").tempdir();
    let folder = folder.map_err(|error| failed(format!("no temporary folder: {error}")))?;
    let folder = Temporary::new(folder, |folder| folder.path());
    let no_file = |error| failed(format!("no temporary file: {error}"));
    let solver = prepare(folder.path()).map_err(no_file)?;
    let (flat, items) = (folder.path().join("model.fzn"), folder.path().join("model.ozn"));
    let mut minizinc = Command::new("minizinc");
    // Half reifications are wrong below a product or an index, whose context MiniZinc takes for positive.
    minizinc.args(["-c", "--no-half-reifications", "--solver"]).arg(solver);
    minizinc.arg("--fzn").arg(&flat).arg("--ozn").arg(&items);
    add_input(&mut minizinc, folder.path()).map_err(no_file)?;
    let finished = cnfetti_process::run(minizinc.stdin(Stdio::null()), budget);
    let finished = finished.map_err(|error| match error {
        NotFinished::Stopped(limit) => NotCompiled::Stopped(limit),
        NotFinished::Missing(_) => failed(
            "there is no `minizinc` to compile it: install it, on Debian with \
             `apt-get install minizinc`, elsewhere from https://www.minizinc.org"
                .to_owned(),
        ),
        NotFinished::Io(_, error) => failed(format!("`minizinc` cannot be started: {error}")),
        too_much @ NotFinished::TooMuch(_) => failed(too_much.to_string()),
    })?;
    if !finished.status.success() || !flat.exists() {
        let (status, why) = (finished.status, String::from_utf8_lossy(&finished.stderr));
        return Err(failed(format!("minizinc failed to compile it ({status}):\n{}", why.trim())));
    }
    let text = |path: &Path| {
        let text = read_text(path, |_| MAX_FILE_BYTES);
        text.map_err(|error| failed(format!("the compiled model: {error}")))
    };
    Ok(with_items(&text(&flat)?, &text(&items)?))
}

fn failed(text: String) -> NotCompiled {
    NotCompiled::Failed(text)
}

/// Writes our library and the configuration of a solver that uses it; returns the configuration's
/// path.
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
