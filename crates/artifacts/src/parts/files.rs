//! Parts of a folder of puzzles: each has some of the files, and is counted puzzle by puzzle.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::number::{counted, number_path, write_counted};
use super::plan::PLAN;
use super::write::{part_name, write_jobs};
use super::{PartsError, Source, json, line, read, require_version, sealed, unsealed};
use crate::certificate::sha256;
use crate::output::WriteError;
use cnfetti_input::{MAX_FILE_BYTES, read_text};

/// How a part begins that has files.
pub const FILES_BEGINNING: &str = "{\"cnfetti\":\"files\",";

const PLAN_OF_FILES: &str = "plan of files";

/// Some of the files of a folder.
pub struct Files {
    /// The number of the part, from 1 on.
    pub number: usize,
    /// How many parts there are.
    pub of: usize,
    /// The files, unread: what is wrong with one is told when it is counted.
    pub sources: Vec<Source>,
    /// The SHA-256 sum of the part.
    pub sum: String,
    plan: String,
}

/// The first line of a part, and of what was counted of it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    cnfetti: String,
    version: String,
    plan: String,
    number: usize,
    of: usize,
    /// What was counted has the SHA-256 sum of its part.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    cnfetti: String,
    version: String,
    plan: String,
    files: usize,
    /// The SHA-256 sum of each part.
    parts: Vec<String>,
}

/// What counting a puzzle came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// In a word: how the count ended.
    pub ended: String,
    /// The line of JSON; with an `error` where there is no number.
    pub line: serde_json::Value,
}

/// Which of the files are in the part with this number.
fn files_of(number: usize, files: usize, parts: usize) -> Range<usize> {
    (number - 1) * files / parts..number * files / parts
}

/// Writes all files of a folder of parts, which is there and empty; how many parts. None has less than
/// one file.
///
/// # Errors
///
/// When a file cannot be read or written.
pub fn write_files(files: &[PathBuf], parts: usize, folder: &Path) -> Result<usize, PartsError> {
    let of = parts.min(files.len());
    let names: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
    let plan = sha256(json(&(super::VERSION, &names, of)).as_bytes());
    let mut sums = Vec::with_capacity(of);
    for number in 1..=of {
        let own = &files[files_of(number, files.len(), of)];
        let mut text = json(&Head::new("files", &plan, (number, of), None)) + "\n";
        for file in own {
            let unreadable = |source| PartsError::Unreadable { path: file.clone(), source };
            let puzzles = read_text(file, |_| MAX_FILE_BYTES).map_err(unreadable)?;
            let file = file.display().to_string();
            text += &(json(&Source { file, part: None, text: puzzles, all_costs: false }) + "\n");
        }
        let text = sealed(text);
        sums.push(sha256(text.as_bytes()));
        put(&folder.join(part_name(number)), &text)?;
    }
    let (cnfetti, version) = (PLAN_OF_FILES.to_owned(), super::VERSION.to_owned());
    let plan = Plan { cnfetti, version, plan, files: files.len(), parts: sums };
    put(&folder.join(PLAN), &sealed(json(&plan) + "\n"))?;
    let about = format!("{of} parts of {} files", files.len());
    let unwritable = |source| PartsError::Unwritable { path: folder.to_owned(), source };
    write_jobs(folder, of, &about).map_err(unwritable)?;
    Ok(of)
}

fn put(path: &Path, text: &str) -> Result<(), PartsError> {
    let path = path.to_owned();
    fs::write(&path, text).map_err(|source| PartsError::Unwritable { path, source })
}

impl Head {
    fn new(what: &str, plan: &str, (number, of): (usize, usize), part: Option<String>) -> Head {
        let (cnfetti, version) = (what.to_owned(), super::VERSION.to_owned());
        Head { cnfetti, version, plan: plan.to_owned(), number, of, part }
    }
}

impl Files {
    /// Reads a part from its file's text.
    ///
    /// # Errors
    ///
    /// When it is damaged, or another version wrote it.
    pub fn read(path: &Path, text: &str) -> Result<Files, PartsError> {
        let mut lines = unsealed(path, text)?.lines();
        let head: Head = line(path, lines.next())?;
        require_version(path, &head.version)?;
        let sources = lines.map(|source| line(path, Some(source))).collect::<Result<_, _>>()?;
        let Head { number, of, plan, .. } = head;
        Ok(Files { number, of, sources, sum: sha256(text.as_bytes()), plan })
    }

    /// What was counted of it already, if that is beside it.
    pub fn known(&self, path: &Path) -> Option<Vec<Outcome>> {
        let path = number_path(path, self.number);
        let (head, outcomes) = outcomes(&path).ok()?;
        (head.part.as_ref() == Some(&self.sum)).then_some(outcomes)
    }

    /// Writes what was counted beside the part, whole or not at all.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, path: &Path, outcomes: &[Outcome]) -> Result<(), WriteError> {
        let place = (self.number, self.of);
        let head = Head::new("counted files", &self.plan, place, Some(self.sum.clone()));
        let lines = outcomes.iter().map(|outcome| json(outcome) + "\n");
        let text = sealed([json(&head) + "\n"].into_iter().chain(lines).collect());
        write_counted(&number_path(path, self.number), &text)
    }
}

fn outcomes(path: &Path) -> Result<(Head, Vec<Outcome>), PartsError> {
    let text = read(path)?;
    let mut lines = unsealed(path, &text)?.lines();
    let head: Head = line(path, lines.next())?;
    require_version(path, &head.version)?;
    let outcomes = lines.map(|outcome| line(path, Some(outcome))).collect::<Result<_, _>>()?;
    Ok((head, outcomes))
}

/// What there is of a folder of parts.
pub struct Gathered {
    /// How many files were divided.
    pub files: usize,
    /// How many parts there are.
    pub parts: usize,
    /// What the puzzles of the counted parts came to, in order.
    pub outcomes: Vec<Outcome>,
    /// The numbers of the parts that are not counted yet.
    pub missing: Vec<usize>,
}

/// Gathers what was counted of a folder of files; `None` when its parts are those of one count.
///
/// # Errors
///
/// When a file is damaged, of other files, or of another version's plan.
pub fn gather(folder: &Path) -> Result<Option<Gathered>, PartsError> {
    let path = &folder.join(PLAN);
    let text = read(path)?;
    if !text.starts_with(&format!("{{\"cnfetti\":\"{PLAN_OF_FILES}\",")) {
        return Ok(None);
    }
    let plan: Plan = line(path, unsealed(path, &text)?.lines().next())?;
    require_version(path, &plan.version)?;
    let (files, parts) = (plan.files, plan.parts.len());
    let mut all = Gathered { files, parts, outcomes: Vec::new(), missing: Vec::new() };
    for (number, sum) in (1..).zip(plan.parts) {
        let Some(path) = counted(folder, number, &sum)? else {
            all.missing.push(number);
            continue;
        };
        let (head, outcomes) = outcomes(&path)?;
        if (head.plan, head.number, head.part) != (plan.plan.clone(), number, Some(sum)) {
            return Err(PartsError::wrong(&path, "it is the number of another part"));
        }
        // Of each file there is a number or an error, and several where it has several puzzles.
        if outcomes.len() < files_of(number, files, parts).len() {
            return Err(PartsError::wrong(&path, "it has fewer puzzles than its part"));
        }
        all.outcomes.extend(outcomes);
    }
    Ok(Some(all))
}
