//! A folder of kinds that do not come with the program: each is a file with its name.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Text, similar};
use cnfetti_kinds::Kind;
use cnfetti_kinds::address::Parts;
use cnfetti_kinds::library;

use super::{LoadError, read};
use crate::puzzle::{About, KINDS, Puzzle, Written, names_of_kinds};

/// A kind in a file of its own, which does not come with the program.
pub struct OwnKind {
    /// Its file.
    pub path: PathBuf,
    /// The text of the file.
    pub text: String,
    /// The kind.
    pub kind: Arc<Kind>,
}

impl OwnKind {
    /// Reads the file of a kind.
    ///
    /// # Errors
    ///
    /// Returns the first mistake, with its place.
    pub fn read(path: PathBuf, budget: &Budget) -> Result<OwnKind, LoadError> {
        let text = read(&path, budget)?;
        OwnKind::of(path, text)
    }

    fn of(path: PathBuf, text: String) -> Result<OwnKind, LoadError> {
        match Kind::read(&text) {
            Ok(kind) => Ok(OwnKind { path, text, kind: Arc::new(kind) }),
            Err(error) => Err(LoadError::Invalid { path, text: text.into(), error }),
        }
    }

    /// Returns an error if a kind of the program has this name, or the file has another name.
    fn require_own_name(self) -> Result<OwnKind, LoadError> {
        let name = &self.kind.name;
        let stem = self.path.file_stem().unwrap_or_default();
        let message = match comes_with_the_program(name) {
            true => format!("a kind `{name}` comes with the program: give yours another name"),
            false if stem != name.as_str() => {
                format!("the kind `{name}` has to be in a file `{name}{KIND_ENDING}`")
            }
            false => return Ok(self),
        };
        let place = self.text.find(&format!("\"{name}\""));
        let place = place.map(|start| start..start + name.len() + 2);
        let error = InputError::new(place, message);
        Err(LoadError::Invalid { path: self.path, text: self.text.into(), error })
    }
}

/// The extension of files of kinds.
pub(super) const KIND_ENDING: &str = ".toml";

/// Whether a kind with this name comes with the program.
pub(super) fn comes_with_the_program(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.name == name) || library::shipped(name).is_some()
}

/// A folder of kinds.
#[derive(Clone, Copy)]
pub struct Folder<'a>(pub &'a Path);

impl Folder<'_> {
    /// The path of the kind with this name.
    fn file(self, name: &str) -> PathBuf {
        self.0.join(format!("{name}{KIND_ENDING}"))
    }

    /// The kind with this name, if the folder has it.
    ///
    /// # Errors
    ///
    /// Returns an error if the kind has a mistake, or the name of another kind.
    pub fn named(self, name: &str, budget: &Budget) -> Result<Option<OwnKind>, LoadError> {
        self.require()?;
        // Names with other characters could point outside the folder.
        let fits = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        let path = self.file(name);
        if !name.chars().all(fits) || !path.is_file() {
            return Ok(None);
        }
        OwnKind::read(path, budget)?.require_own_name().map(Some)
    }

    /// All kinds of the folder, by name. The folder can also contain other files.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the kinds has a mistake.
    pub fn all(self, budget: &Budget) -> Result<Vec<OwnKind>, LoadError> {
        let mut kinds = Vec::new();
        for path in self.require()? {
            let text = read(&path, budget)?;
            if Kind::is_likely(&text) {
                kinds.push(OwnKind::of(path, text)?.require_own_name()?);
            }
        }
        kinds.sort_by(|one, other| one.kind.name.cmp(&other.kind.name));
        Ok(kinds)
    }

    /// The files of the folder that can be kinds.
    fn require(self) -> Result<Vec<PathBuf>, LoadError> {
        let unreadable = |source| LoadError::Unreadable { path: self.0.to_owned(), source };
        let entries = fs::read_dir(self.0).map_err(unreadable)?;
        let paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>();
        let mut paths = paths.map_err(unreadable)?;
        let ending = KIND_ENDING.trim_start_matches('.');
        paths.retain(|path| path.extension().is_some_and(|end| end == ending) && path.is_file());
        Ok(paths)
    }

    /// The puzzle of an address as a text with its kind, if a kind of the folder reads the genre
    /// and none of the program does.
    ///
    /// # Errors
    ///
    /// Returns an error if a part of the address is unknown, or a kind has a mistake.
    pub fn of_address(self, address: &str, budget: &Budget) -> Result<Option<String>, LoadError> {
        let Ok(parts) = Parts::of(address) else { return Ok(None) };
        if library::reads_genre(parts.genre) {
            return Ok(None);
        }
        let own = self.all(budget)?.into_iter().find(|own| own.kind.reads(parts.genre).is_some());
        let Some(own) = own else { return Ok(None) };
        let invalid = |error| {
            let path = PathBuf::from(address);
            LoadError::Invalid { path, text: address.into(), error }
        };
        let data = own.kind.read_address(&parts).map_err(invalid)?;
        let puzzle = Written::new(own.kind, data, budget).map_err(invalid)?;
        let keys = puzzle.export("toml", &About::default());
        let keys = keys.map_err(|error| invalid(InputError::new(None, error.to_string())))?;
        let kind = toml::Value::from(own.text);
        Ok(Some(format!("kind = {kind}\n{keys}")))
    }

    /// The error that there is no kind with this name, with the places that were searched.
    pub(super) fn unknown(self, name: &Text<'_>, budget: &Budget) -> InputError {
        let own = self.all(budget).unwrap_or_default();
        let own: Vec<&str> = own.iter().map(|own| own.kind.name.as_str()).collect();
        let mut error = unknown(name, own);
        let meant = error.help.take().filter(|help| help.starts_with("did you"));
        let help = meant.map_or_else(String::new, |meant| format!(": {meant}"));
        let file = self.file(&name.value);
        let file = file.display();
        error.help(format!("it is neither among the kinds of the program nor at {file}{help}"))
    }
}

/// The error that there is no kind with this name, neither in the program nor among these.
pub(super) fn unknown<'a>(name: &Text<'_>, own: impl IntoIterator<Item = &'a str>) -> InputError {
    let error = InputError::expected(
        name.span.clone(),
        "the name of a kind for `kind`",
        format!("\"{}\"", name.value),
    );
    match similar(&name.value, names_of_kinds().chain(own)) {
        Some(meant) => error.help(format!("did you mean \"{meant}\"?")),
        None => error.help("`cnfetti list kinds` has all names; --kinds FOLDER adds your own"),
    }
}
