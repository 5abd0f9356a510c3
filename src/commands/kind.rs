//! Kinds of puzzle that are files: which one is meant, what it says, and what is suspicious in it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use cnfetti::input::{MAX_FILE_BYTES, without_packing};
use cnfetti::instance::{self, Folder, LoadError, OwnKind};
use cnfetti::kinds::{Kind, library};
use cnfetti::limit::Budget;
use cnfetti::trial;
use serde_json::json;

use super::{Context, Format, open};

/// The kind of this name, where no file has it, or the one of this file; `None` of other files.
pub(super) fn named(path: &Path) -> anyhow::Result<Option<Arc<Kind>>> {
    let name = path.to_str().filter(|_| !path.exists());
    if let Some(shipped) = name.and_then(library::shipped) {
        return Ok(Some(shipped.read()?));
    }
    if let Some(own) = name.map(own).transpose()?.flatten() {
        return Ok(Some(own.kind));
    }
    let extension = without_packing(path).extension();
    let is_file = extension.is_some_and(|extension| extension == "toml") && path.is_file();
    if !is_file {
        return Ok(None);
    }
    let text = open::read_text(path, MAX_FILE_BYTES)?;
    match Kind::is_likely(&text) {
        true => read(path, &text).map(Some),
        false => Ok(None),
    }
}

/// The kind of this name in the folder of kinds, if there is such a folder and it has one.
pub(super) fn own(name: &str) -> Result<Option<OwnKind>, LoadError> {
    match instance::kinds_folder() {
        Some(folder) => Folder(&folder).named(name, &Budget::default()),
        None => Ok(None),
    }
}

/// All kinds in the folder of kinds.
pub(super) fn all_own() -> Result<Vec<OwnKind>, LoadError> {
    match instance::kinds_folder() {
        Some(folder) => Folder(&folder).all(&Budget::default()),
        None => Ok(Vec::new()),
    }
}

/// Where names of kinds are looked for, in a sentence.
pub(super) fn searched() -> String {
    match instance::kinds_folder() {
        Some(folder) => format!(
            "neither `cnfetti list kinds` has this name nor is there a file of it in {}",
            folder.display()
        ),
        None => "`cnfetti list kinds` has all names; --kinds FOLDER adds your own".to_owned(),
    }
}

/// The kind with this text.
pub(super) fn read(path: &Path, text: &str) -> anyhow::Result<Arc<Kind>> {
    let kind = Kind::read(text).map_err(|error| {
        let (path, text) = (path.to_owned(), text.into());
        LoadError::Invalid { path, text, error }
    });
    Ok(Arc::new(kind?))
}

/// Prints the rules of a kind.
pub(super) fn describe(out: &mut impl Write, format: Format, kind: &Kind) -> io::Result<()> {
    if format != Format::Json {
        return write!(out, "{}", kind.described());
    }
    let rules = kind
        .rules
        .iter()
        .map(|rule| json!({ "name": rule.name, "rule": rule.sentence(), "clue": rule.is_clue }));
    let layers = kind.clues.iter().map(|layer| layer.name.to_string());
    let unknowns = kind.unknowns.iter().map(|unknown| unknown.name.to_string());
    let line = json!({
        "kind": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "rules": rules.collect::<Vec<_>>(),
        "clues": layers.collect::<Vec<_>>(),
        "unknown": unknowns.collect::<Vec<_>>(),
    });
    writeln!(out, "{line}")
}

/// Prints what is suspicious in a kind, and says whether anything is.
pub(super) fn lint(
    context: &mut Context,
    name: &str,
    kind: &Arc<Kind>,
    budget: &Budget,
) -> anyhow::Result<bool> {
    let findings = trial::findings(kind, budget).with_context(|| name.to_owned())?;
    if context.format == Format::Json {
        writeln!(
            context.out,
            "{}",
            json!({ "file": name, "kind": kind.name, "findings": findings })
        )?;
        return Ok(!findings.is_empty());
    }
    for finding in &findings {
        writeln!(context.out, "{name}: {finding}")?;
    }
    if findings.is_empty() {
        writeln!(
            context.out,
            "{name}: no problems found; rules and constraints agree on small boards"
        )?;
    }
    Ok(!findings.is_empty())
}
