//! The kind that a puzzle names: Rust code, a file that comes with the program, or a file of its
//! own.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::LoadError;
use super::folder::{Folder, KIND_ENDING, OwnKind, comes_with_the_program, unknown};
use crate::puzzle::{KINDS, Kind};
use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Table, Text};
use cnfetti_kinds::library::{self, Shipped};

/// The text of a puzzle whose kind is a file, with the kind's text in place of its name, so the
/// puzzle needs no other file; `None` for other puzzles. Line numbers stay the same. The kind's
/// file is next to the puzzle (`kind = "./mine.toml"`) or in the folder of kinds (`kind =
/// "mine"`). If the puzzle comes from somebody else, `only_in` is the only folder with files that it may name,
/// empty if there is none.
///
/// # Errors
///
/// Returns an error if there is no such kind, or it has a mistake.
pub fn with_kind(
    path: &Path,
    text: &str,
    kinds: Option<Folder<'_>>,
    only_in: Option<&Path>,
    budget: &Budget,
) -> Result<Option<String>, LoadError> {
    if kinds.is_none() && !text.contains(KIND_ENDING) {
        return Ok(None);
    }
    // Errors of the puzzle itself are reported when it is read.
    let name = Table::parse(text).ok().and_then(|mut table| table.take("kind")?.text().ok());
    let Some(name) = name.filter(|name| !name.value.contains('\n')) else { return Ok(None) };
    let own = match (name.value.ends_with(KIND_ENDING), kinds) {
        (true, _) => {
            let file = match only_in {
                None => beside(path, &name.value),
                Some(folder) => within(folder, &name).map_err(|error| LoadError::Invalid {
                    path: path.to_owned(),
                    text: text.into(),
                    error,
                })?,
            };
            OwnKind::read(file, budget)?
        }
        (false, None) => return Ok(None),
        (false, Some(folder)) => match folder.named(&name.value, budget)? {
            Some(own) => own,
            None if comes_with_the_program(&name.value) => return Ok(None),
            None => {
                let error = folder.unknown(&name, budget);
                return Err(LoadError::Invalid { path: path.to_owned(), text: text.into(), error });
            }
        },
    };
    // A JSON string is a TOML string on one line.
    let kind = serde_json::Value::from(own.text).to_string();
    Ok(Some([&text[..name.span.start], &kind, &text[name.span.end..]].concat()))
}

fn beside(path: &Path, name: &str) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default().join(name)
}

/// The file of a kind in this folder. It says nothing of any other file, not even whether it exists.
fn within(folder: &Path, name: &Text<'_>) -> Result<PathBuf, InputError> {
    let is_plain = |name: &str| !name.contains(['/', '\\', ':']);
    let plain = Some(name.value.strip_prefix("./").unwrap_or(&name.value));
    let file = plain.filter(|plain| is_plain(plain) && !folder.as_os_str().is_empty());
    // A pipe might never end.
    let file = file.map(|plain| folder.join(plain)).filter(|file| file.is_file());
    file.ok_or_else(|| {
        let error = InputError::expected(
            name.span.clone(),
            "a kind for `kind`",
            format!("\"{}\"", name.value),
        );
        error.help(
            "here, only kinds beside the opened file, in --kinds, or of the program can be named",
        )
    })
}

/// How a kind is implemented.
pub(super) enum KindSource {
    Program(&'static Kind),
    File(&'static Shipped),
    Own(Arc<cnfetti_kinds::Kind>, String),
}

impl KindSource {
    /// The kind for a puzzle that adds rules under `[[rule]]`: its text has these at its end, so a puzzle that is
    /// written again has them too. It is read by no other program, since these know nothing of the rules.
    pub(super) fn with_rules_of(
        self,
        text: &str,
        puzzle: &mut Table<'_>,
    ) -> Result<KindSource, InputError> {
        let (kind, base) = match &self {
            KindSource::Program(_) => return Ok(self),
            KindSource::File(shipped) => (shipped.read()?, shipped.text),
            KindSource::Own(kind, text) => (Arc::clone(kind), text.as_str()),
        };
        if !kind.read_added_rules(puzzle)? {
            return Ok(self);
        }
        let plain = |error: toml::de::Error| InputError::new(None, error.message());
        let mut rules: toml::Table = toml::from_str(text).map_err(plain)?;
        rules.retain(|key, _| key == "rule");
        let mut is_kept = true;
        let kept = base.split_inclusive('\n').filter(|line| {
            if line.starts_with('[') {
                is_kept = !line.starts_with("[read");
            }
            is_kept
        });
        let mut variant: String = kept.collect();
        let texts = [
            ("title", format!("{} with more rules", kind.title)),
            ("kind", format!("{}-variant", kind.name)),
        ];
        for (key, text) in texts {
            let place = Table::parse(&variant)?.take(key).map(|entry| entry.span());
            place.into_iter().for_each(|place| {
                variant.replace_range(place, &toml::Value::from(text.as_str()).to_string())
            });
        }
        variant = format!("{variant}\n{rules}");
        Ok(KindSource::Own(Arc::new(cnfetti_kinds::Kind::read(&variant)?), variant))
    }
}

/// The kind with this name.
pub(super) fn kind_of(name: &Text<'_>) -> Result<KindSource, InputError> {
    if name.value.contains('\n') {
        let placed = |error: InputError| InputError {
            span: Some(error.span.map_or_else(|| name.span.clone(), |span| name.place(span))),
            message: format!("in the kind: {}", error.message),
            ..error
        };
        let kind = cnfetti_kinds::Kind::read(&name.value).map_err(placed)?;
        return Ok(KindSource::Own(Arc::new(kind), name.value.to_string()));
    }
    if name.value.ends_with(KIND_ENDING) {
        let message = "only a puzzle in a file can name a kind in a file";
        return Err(InputError::new(name.span.clone(), message));
    }
    if let Some(row) = KINDS.iter().find(|row| row.name == name.value) {
        return Ok(KindSource::Program(row));
    }
    if let Some(row) = library::shipped(&name.value) {
        return Ok(KindSource::File(row));
    }
    Err(unknown(name, []))
}
