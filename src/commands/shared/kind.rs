//! Kinds of puzzle that are files: finds, describes and checks them.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use cnfetti::input::{MAX_FILE_BYTES, similar, without_packing};
use cnfetti::instance::{self, Folder, Instance, LoadError, OwnKind};
use cnfetti::kinds::{Kind, library};
use cnfetti::limit::Budget;
use cnfetti::puzzle::{declared, names_of_kinds};
use cnfetti::trial::{self, BOARDS, Trial};
use serde_json::json;

use crate::commands::{Context, Format, terminal::files, wrong_usage};

/// The kind with this name, unless a file has that name, or the kind in this file; `None` for other files.
pub(crate) fn named(path: &Path) -> anyhow::Result<Option<Arc<Kind>>> {
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
    let text = files::read_text(path, MAX_FILE_BYTES)?;
    match Kind::is_likely(&text) {
        true => read(path, &text).map(Some),
        false => Ok(None),
    }
}

/// The kind with this name in the folder of kinds, if it exists.
pub(crate) fn own(name: &str) -> Result<Option<OwnKind>, LoadError> {
    match instance::kinds_folder() {
        Some(folder) => Folder(&folder).named(name, &Budget::default()),
        None => Ok(None),
    }
}

/// All kinds in the folder of kinds.
pub(crate) fn all_own() -> Result<Vec<OwnKind>, LoadError> {
    match instance::kinds_folder() {
        Some(folder) => Folder(&folder).all(&Budget::default()),
        None => Ok(Vec::new()),
    }
}

/// Describes where names of kinds are looked up, in a sentence.
pub(crate) fn searched() -> String {
    match instance::kinds_folder() {
        Some(folder) => format!(
            "`cnfetti list kinds` does not have this name, and there is no file for it in {}",
            folder.display()
        ),
        None => "`cnfetti list kinds` has all names; --kinds FOLDER adds your own".to_owned(),
    }
}

/// Ends the process if a word is neither a file nor a kind, but is like the name of a kind.
pub(crate) fn refuse_misspelt(path: &Path) {
    let word = path.to_str().filter(|word| !word.contains(['.', '/', '#', '\\']));
    let Some(word) = word.filter(|_| !path.exists()) else { return };
    if let Some(meant) = similar(word, names_of_kinds()) {
        wrong_usage(format!(
            "there is no file and no kind of puzzle `{word}`: did you mean `{meant}`?"
        ));
    }
}

/// Parses the kind with this text.
pub(crate) fn read(path: &Path, text: &str) -> anyhow::Result<Arc<Kind>> {
    let kind = Kind::read(text).map_err(|error| {
        let (path, text) = (path.to_owned(), text.into());
        LoadError::Invalid { path, text, error }
    });
    Ok(Arc::new(kind?))
}

/// Prints the rules of a kind.
pub(crate) fn describe(out: &mut impl Write, format: Format, kind: &Kind) -> io::Result<()> {
    if format != Format::Json {
        return write!(out, "{}", kind.described());
    }
    let line = serde_json::Value::Object(declared(kind));
    writeln!(out, "{line}")
}

/// Prints what the kind of a puzzle can give. In JSON also what the puzzle gives, and the text of the kind.
pub(crate) fn given(
    out: &mut impl Write,
    format: Format,
    path: &Path,
    instance: &Instance,
) -> anyhow::Result<()> {
    let text = instance
        .own_kind
        .as_deref()
        .or_else(|| library::shipped(instance.kind).map(|kind| kind.text));
    let (Some(text), Some(mut given)) = (text, instance.puzzle.given()) else {
        let (name, kind) = (path.display(), instance.kind);
        anyhow::bail!("{name}: --given is for kinds of puzzle that are files, not for {kind}")
    };
    if format != Format::Json {
        return Ok(write!(out, "{}", Kind::read(text)?.described())?);
    }
    given["kind_title"] = given["title"].take();
    given["title"] = json!(instance.title);
    given["source"] = json!(instance.source);
    given["own"] = json!(instance.own_kind.is_some());
    given["text"] = json!(text);
    Ok(writeln!(out, "{given}")?)
}

/// Prints what is suspicious in a kind, and returns whether anything is.
pub(crate) fn lint(
    context: &mut Context,
    name: &str,
    kind: &Arc<Kind>,
    budget: &Budget,
) -> anyhow::Result<bool> {
    let trial = context.busy("checking", || trial::trial(kind, budget));
    let Trial { findings, alike, is_cut } = trial.with_context(|| name.to_owned())?;
    if context.format == Format::Json {
        let line =
            json!({ "file": name, "kind": kind.name, "findings": findings, "boards": alike });
        writeln!(context.out, "{line}")?;
        return Ok(!findings.is_empty());
    }
    for finding in &findings {
        writeln!(context.out, "{name}: {finding}")?;
    }
    if findings.is_empty() {
        let why = if is_cut { ": all others would take too many steps" } else { "" };
        writeln!(
            context.out,
            "{name}: no problems found; rules and constraints agree on {alike} of {BOARDS} small \
             boards{why}"
        )?;
    }
    Ok(!findings.is_empty())
}
