//! Making a certificate of a count.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;

use cnfetti_encodings::Cnf;

use super::{CLAIM, Claim, CountError, GRAPH, Puzzle, RECOUNT, RECOUNT_TEXT, readme, sum_of};
use crate::certificate::issue::{Source, made_by, variables};
use crate::certificate::manifest::Encodings;
use crate::certificate::{FORMULA, README, SUMS, VARIABLES};
use crate::compile::{Choices, Compiled, compile_within};
use crate::dimacs;
use crate::instance::Instance;
use crate::knowledge::Knowledge;
use crate::limit::Limits;
use crate::proof::count::check_count;

/// What is counted.
pub enum Subject<'a> {
    /// The solutions of a puzzle.
    Puzzle {
        /// Its file.
        source: Source<'a>,
        /// The puzzle.
        instance: &'a Instance,
        /// The encodings of its formula.
        choices: &'a Choices,
    },
    /// The models of a formula on these variables; on all when there is no list.
    Formula(&'a Cnf, Option<&'a [u32]>),
}

/// Counts, writes a certificate into an empty folder, and checks it as a reader would.
///
/// # Errors
///
/// When the formula is too large, a limit is reached, or the certificate fails its check.
pub fn issue(subject: &Subject<'_>, limits: &Limits, folder: &Path) -> Result<Claim, CountError> {
    match subject {
        Subject::Formula(cnf, show) => write(folder, cnf, *show, limits, |models| Claim {
            made_by: made_by(),
            models,
            puzzle: None,
        }),
        Subject::Puzzle { source, instance, choices } => {
            let csp = instance.puzzle.csp();
            let compiled = compile_within(&csp, choices, &limits.budget)?;
            let name = format!("puzzle.{}", source.extension());
            put(folder, &name, source.text.as_bytes())?;
            put(folder, VARIABLES, &variables(&csp, &compiled))?;
            write(folder, &compiled.cnf, Some(&shown(&compiled)), limits, |models| Claim {
                made_by: made_by(),
                models,
                puzzle: Some(Puzzle {
                    file: name,
                    part: instance.part.clone(),
                    kind: instance.kind.to_owned(),
                    encodings: Encodings::of(choices),
                }),
            })
        }
    }
}

/// The variables of the puzzle that are counted.
pub(super) fn shown(compiled: &Compiled) -> Vec<u32> {
    compiled.map.shown()
}

fn write(
    folder: &Path,
    cnf: &Cnf,
    show: Option<&[u32]>,
    limits: &Limits,
    claim: impl FnOnce(String) -> Claim,
) -> Result<Claim, CountError> {
    let knowledge = Knowledge::of(cnf, show, limits)?;
    put(folder, FORMULA, &formula(cnf, show))?;
    let failed = CountError::of(GRAPH);
    let path = folder.join(GRAPH);
    let mut out = BufWriter::new(File::create(&path).map_err(&failed)?);
    knowledge.certify(&mut out).and_then(|()| out.flush()).map_err(&failed)?;
    let models = knowledge.count();
    drop(knowledge);
    let graph = BufReader::new(File::open(&path).map_err(&failed)?);
    let checked = check_count(cnf, show, graph, &limits.budget).map_err(CountError::of_graph)?;
    if checked.models != models {
        let message = format!("internal error: {models} were counted, it has {}", checked.models);
        return Err(CountError::wrong(GRAPH, message));
    }
    let claim = claim(models.to_string());
    put(folder, CLAIM, &text(&claim))?;
    put(folder, RECOUNT, RECOUNT_TEXT.as_bytes())?;
    put(folder, README, readme(&claim).as_bytes())?;
    put(folder, SUMS, sums(folder)?.as_bytes())?;
    Ok(claim)
}

fn put(folder: &Path, name: &str, content: &[u8]) -> Result<(), CountError> {
    fs::write(folder.join(name), content).map_err(CountError::of(name))
}

/// The formula as the checkers of others read it: they project only where `c t pmc` stands before.
pub(super) fn formula(cnf: &Cnf, show: Option<&[u32]>) -> Vec<u8> {
    let mut comments = Vec::new();
    if let Some(show) = show {
        let list: Vec<String> = show.iter().map(u32::to_string).collect();
        comments.push("t pmc".to_owned());
        comments.push(format!("p show {} 0", list.join(" ")));
    }
    let mut bytes = Vec::new();
    dimacs::write_plain(&mut bytes, &comments, cnf).expect("memory takes every byte");
    bytes
}

fn text(claim: &Claim) -> Vec<u8> {
    let mut text = serde_json::to_string_pretty(claim).expect("the claim is strings");
    text.push('\n');
    text.into_bytes()
}

fn sums(folder: &Path) -> Result<String, CountError> {
    let failed = CountError::of(SUMS);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(&failed)? {
        names.push(entry.map_err(&failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    let line =
        |name: String| Ok(format!("{}  {name}\n", sum_of(&folder.join(&name)).map_err(&failed)?));
    names.into_iter().map(line).collect()
}
