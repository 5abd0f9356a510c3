//! The kind that a puzzle names: a program, a file that comes with it, or the puzzle's own.

use std::path::PathBuf;
use std::sync::Arc;

use super::LoadError;
use crate::puzzle::{KINDS, Kind};
use cnfetti_input::{InputError, Table, Text, similar};
use cnfetti_kinds::library::{self, SHIPPED, Shipped};

/// Of a puzzle that names a file as its kind, `kind = "./mine.toml"`, the text with the kind in the
/// place of that name, which is then a puzzle by itself; `None` of others. Lines stay where they are.
/// What is read of the name, beside the puzzle, is up to the caller.
pub fn with_kind(
    text: &str,
    read: impl FnOnce(&str) -> Result<(PathBuf, String), LoadError>,
) -> Result<Option<String>, LoadError> {
    // A puzzle with an error is told so when it is read.
    let name = text.contains(KIND_ENDING).then(|| Table::parse(text).ok());
    let name = name.flatten().and_then(|mut table| table.take("kind")?.text().ok());
    let Some(name) = name.filter(|name| name.value.ends_with(KIND_ENDING)) else { return Ok(None) };
    let (path, kind) = read(&name.value)?;
    if let Err(error) = cnfetti_kinds::Kind::read(&kind) {
        return Err(LoadError::Invalid { path, text: kind.into(), error });
    }
    // A string of JSON is one of TOML, on one line.
    let kind = serde_json::Value::from(kind).to_string();
    Ok(Some([&text[..name.span.start], &kind, &text[name.span.end..]].concat()))
}

/// How the names of kinds end that are files of their own.
const KIND_ENDING: &str = ".toml";

/// What a kind is written in.
pub(super) enum KindSource {
    Program(&'static Kind),
    File(&'static Shipped),
    Own(Arc<cnfetti_kinds::Kind>),
}

/// The kind of this name.
pub(super) fn kind_of(name: &Text<'_>) -> Result<KindSource, InputError> {
    if name.value.contains('\n') {
        let placed = |error: InputError| InputError {
            span: Some(error.span.map_or_else(|| name.span.clone(), |span| name.place(span))),
            message: format!("in the kind: {}", error.message),
            ..error
        };
        let kind = cnfetti_kinds::Kind::read(&name.value).map_err(placed)?;
        return Ok(KindSource::Own(Arc::new(kind)));
    }
    if name.value.ends_with(KIND_ENDING) {
        let message = "a kind that is a file of its own is for puzzles that are files, too";
        return Err(InputError::new(name.span.clone(), message));
    }
    if let Some(row) = KINDS.iter().find(|row| row.name == name.value) {
        return Ok(KindSource::Program(row));
    }
    if let Some(row) = library::shipped(&name.value) {
        return Ok(KindSource::File(row));
    }
    let names = || KINDS.iter().map(|kind| kind.name).chain(SHIPPED.iter().map(|kind| kind.name));
    let error = InputError::expected(
        name.span.clone(),
        "the name of a kind for `kind`",
        format!("\"{}\"", name.value),
    );
    Err(match similar(&name.value, names()) {
        Some(meant) => error.help(format!("did you mean \"{meant}\"?")),
        None => error.help("`cnfetti list kinds` has all names"),
    })
}
