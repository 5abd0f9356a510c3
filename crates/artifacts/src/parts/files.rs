//! Parts of a folder of puzzles: each contains some of the files, and is counted puzzle by puzzle.

use std::ops::Range;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::sealed::{Sort, counted, id, json, number_path, part_name, read, rest, write_counted};
use super::write::{put, write_jobs};
use super::{PLAN, PartsError, Source};
use crate::certificate::sha256;
use cnfetti_input::{MAX_FILE_BYTES, read_text};

pub(super) const FILES: Sort = Sort("files");
const COUNTED_FILES: Sort = Sort("counted files");
const PLAN_OF_FILES: Sort = Sort("plan of files");

/// Some of the files of a folder.
pub struct Files {
    /// The number of the part, from 1.
    pub number: usize,
    /// The number of parts.
    pub of: usize,
    /// The texts of the files. Errors in them show up when they are counted.
    pub sources: Vec<Source>,
    /// The SHA-256 sum of the part.
    pub sum: String,
    plan: String,
}

/// The first line of a part, and of its results.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    plan: String,
    number: usize,
    of: usize,
    /// In results, the SHA-256 sum of the part.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    plan: String,
    /// The names of the files, in the order of the parts.
    files: Vec<String>,
    /// The SHA-256 sum of each part.
    parts: Vec<String>,
}

/// The result of counting a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// How the count ended, in one word.
    pub ended: String,
    /// The line of JSON, with an `error` if there is no number.
    pub line: serde_json::Value,
}

/// Returns which files are in the part with this number.
fn files_of(number: usize, files: usize, parts: usize) -> Range<usize> {
    (number - 1) * files / parts..number * files / parts
}

/// Writes all files of a folder of parts, which exists and is empty. Returns the number of parts; each
/// has at least one file.
///
/// # Errors
///
/// A file cannot be read or written.
pub fn write_files(files: &[PathBuf], parts: usize, folder: &Path) -> Result<usize, PartsError> {
    let of = parts.min(files.len());
    let names: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
    let plan = id(&(&names, of));
    let mut sums = Vec::with_capacity(of);
    for number in 1..=of {
        let mut sources = Vec::new();
        for file in &files[files_of(number, files.len(), of)] {
            let unreadable = |source| PartsError::Unreadable { path: file.clone(), source };
            let text = read_text(file, |_| MAX_FILE_BYTES).map_err(unreadable)?;
            let file = file.display().to_string();
            sources.push(json(&Source { file, part: None, text, all_costs: false }));
        }
        let text = FILES.seal(&Head { plan: plan.clone(), number, of, part: None }, sources);
        sums.push(sha256(text.as_bytes()));
        put(folder, &part_name(number), &text)?;
    }
    let plan = Plan { plan, files: names, parts: sums };
    put(folder, PLAN, PLAN_OF_FILES.seal(&plan, []))?;
    let about = format!("{of} parts of {} files", files.len());
    write_jobs(folder, of, &about, "")?;
    Ok(of)
}

impl Files {
    /// Reads a part from its file's text.
    ///
    /// # Errors
    ///
    /// The file is damaged, or another version wrote it.
    pub fn read(path: &Path, text: &str) -> Result<Files, PartsError> {
        let (head, lines): (Head, _) = FILES.open(path, text)?;
        let sources = rest(path, lines)?;
        let Head { number, of, plan, .. } = head;
        Ok(Files { number, of, sources, sum: sha256(text.as_bytes()), plan })
    }

    /// Reads the results so far, if their file is beside the part.
    pub fn known(&self, path: &Path) -> Option<Vec<Outcome>> {
        let path = number_path(path, self.number);
        let (head, outcomes) = outcomes(&path).ok()?;
        (head.part.as_ref() == Some(&self.sum)).then_some(outcomes)
    }

    /// Writes the results beside the part, whole or not at all.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, path: &Path, outcomes: &[Outcome]) -> Result<(), PartsError> {
        let (plan, part) = (self.plan.clone(), Some(self.sum.clone()));
        let head = Head { plan, number: self.number, of: self.of, part };
        let text = COUNTED_FILES.seal(&head, outcomes.iter().map(json));
        write_counted(&number_path(path, self.number), &text)
    }
}

/// Fails unless each file has results, in order, and no puzzle has two.
fn require_each_once(files: &[String], outcomes: &[Outcome]) -> Result<(), String> {
    let named: Option<Vec<&str>> =
        outcomes.iter().map(|outcome| outcome.line["file"].as_str()).collect();
    let named = named.ok_or("a result names no file")?;
    if let Some(twice) = named.iter().duplicates().next() {
        return Err(format!("it has {twice} twice"));
    }
    let mut named = named.into_iter().peekable();
    for file in files {
        // A file with several puzzles has a result for each: `FILE#NAME`.
        let rest = |name: &&str| name.strip_prefix(&**file).map(|rest| rest.to_owned());
        let is_of_file =
            |name: &&str| rest(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'));
        if named.next_if(is_of_file).is_none() {
            return Err(format!("it lacks {file}"));
        }
        while named.next_if(is_of_file).is_some() {}
    }
    named.next().map_or(Ok(()), |other| Err(format!("its part does not have {other}")))
}

fn outcomes(path: &Path) -> Result<(Head, Vec<Outcome>), PartsError> {
    let text = read(path)?;
    let (head, lines) = COUNTED_FILES.open(path, &text)?;
    Ok((head, rest(path, lines)?))
}

/// The results in a folder of parts.
pub struct Gathered {
    /// The number of files.
    pub files: usize,
    /// The number of parts.
    pub parts: usize,
    /// The results of the puzzles of the counted parts, in order.
    pub outcomes: Vec<Outcome>,
    /// The numbers of the parts that are not counted yet.
    pub missing: Vec<usize>,
}

/// Gathers the results of a folder of files; `None` if its parts are those of a single count.
///
/// # Errors
///
/// A file is damaged, or belongs to other files or another version's plan.
pub fn gather(folder: &Path) -> Result<Option<Gathered>, PartsError> {
    let path = &folder.join(PLAN);
    let text = read(path)?;
    if !PLAN_OF_FILES.begins(text.as_bytes()) {
        return Ok(None);
    }
    let (plan, _): (Plan, _) = PLAN_OF_FILES.open(path, &text)?;
    let (files, parts) = (plan.files.len(), plan.parts.len());
    let mut all = Gathered { files, parts, outcomes: Vec::new(), missing: Vec::new() };
    for (number, sum) in (1..).zip(plan.parts) {
        let Some(path) = counted(folder, number, &sum)? else {
            all.missing.push(number);
            continue;
        };
        let (head, outcomes) = outcomes(&path)?;
        if (head.plan, head.number, head.part) != (plan.plan.clone(), number, Some(sum)) {
            return Err(PartsError::wrong(&path, "it belongs to another part"));
        }
        let of_part = plan.files.get(files_of(number, files, parts)).unwrap_or_default();
        require_each_once(of_part, &outcomes).map_err(|what| PartsError::wrong(&path, what))?;
        all.outcomes.extend(outcomes);
    }
    Ok(Some(all))
}
