//! Checking a certificate of a count: nothing it says is taken on trust.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use super::issue::{formula, shown};
use super::{CLAIM, Claim, CountError, GRAPH, Puzzle, RECOUNT, RECOUNT_TEXT, readme, sum_of};
use crate::certificate::issue::{made_by, variables};
use crate::certificate::{FORMULA, README, SUMS, VARIABLES, listed};
use crate::compile::compile;
use crate::dimacs;
use crate::instance;
use crate::limit::Budget;
use crate::plural::counted;
use crate::proof::count::check_count;

/// Checks the certificate of a count in this folder: its claim, and what was checked, a line each.
///
/// # Errors
///
/// When something is wrong with it, or a limit is reached.
pub fn verify(folder: &Path, budget: &Budget) -> Result<(Claim, Vec<String>), CountError> {
    let mut right = vec![check_sums(folder)?];
    let claim: Claim = serde_json::from_str(&read(folder, CLAIM)?)
        .map_err(|error| CountError::wrong(CLAIM, error.to_string()))?;
    let text = read(folder, FORMULA)?;
    let file = dimacs::read(&text).map_err(|error| {
        let (line, column) = error.line_column(&text).unwrap_or((1, 1));
        CountError::wrong(FORMULA, format!("line {line}, column {column}: {error}"))
    })?;
    let show = file.show.as_deref();
    if let Some(puzzle) = &claim.puzzle {
        check_puzzle(folder, &claim, puzzle, &text)?;
        right.push(format!("{FORMULA}: the formula of {}", puzzle.file));
    } else {
        require_text(&claim, FORMULA, &text, &String::from_utf8_lossy(&formula(&file.cnf, show)))?;
    }
    let graph = File::open(folder.join(GRAPH)).map_err(CountError::of(GRAPH))?;
    let checked = check_count(&file.cnf, show, BufReader::new(graph), budget)
        .map_err(CountError::of_graph)?;
    let (nodes, derived) = (counted(checked.nodes as u64, "node"), checked.derived as u64);
    let clauses = counted(derived, "derived clause");
    right.push(format!(
        "{GRAPH}: a graph of {nodes} that has the models of {FORMULA} and no others, by {clauses}"
    ));
    if checked.models.to_string() != claim.models {
        let message = format!("claims {}, but the graph has {}", claim.models, checked.models);
        return Err(CountError::wrong(CLAIM, message));
    }
    right.push(format!("{CLAIM}: {}", claim.verdict()));
    require_text(&claim, RECOUNT, &read(folder, RECOUNT)?, RECOUNT_TEXT)?;
    require_text(&claim, README, &read(folder, README)?, &readme(&claim))?;
    right.push(format!("{RECOUNT}, {README}: what belongs to all this"));
    Ok((claim, right))
}

fn read(folder: &Path, name: &str) -> Result<String, CountError> {
    let path = folder.join(name);
    let size = fs::metadata(&path).map_err(CountError::of(name))?.len();
    if size > dimacs::MAX_BYTES {
        return Err(CountError::wrong(
            name,
            format!("it is larger than {} bytes", dimacs::MAX_BYTES),
        ));
    }
    fs::read_to_string(path).map_err(CountError::of(name))
}

/// Every listed file is as it was, and none is missing from the list. Hidden files, which a desktop
/// may have added, are left out.
fn check_sums(folder: &Path) -> Result<String, CountError> {
    let text = read(folder, SUMS)?;
    let expected = "expected lines of a SHA-256 sum, two blanks and a name";
    let sums = listed(&text).ok_or_else(|| CountError::wrong(SUMS, expected))?;
    for &(name, sum) in &sums {
        let found = sum_of(&folder.join(name)).map_err(CountError::of(name))?;
        if !found.eq_ignore_ascii_case(sum) {
            return Err(CountError::wrong(name, format!("is not the file that {SUMS} lists")));
        }
    }
    let failed = CountError::of(SUMS);
    for entry in fs::read_dir(folder).map_err(&failed)? {
        let name = entry.map_err(&failed)?.file_name().to_string_lossy().into_owned();
        let is_listed = name == SUMS || sums.iter().any(|&(listed, _)| listed == name);
        if !is_listed && !name.starts_with('.') {
            return Err(CountError::wrong(SUMS, format!("does not list {name}")));
        }
    }
    Ok(format!("{SUMS}: {} as they were written", counted(sums.len() as u64, "file")))
}

/// The formula is the one that the puzzle compiles to, and shows the puzzle's variables.
fn check_puzzle(
    folder: &Path,
    claim: &Claim,
    puzzle: &Puzzle,
    text: &str,
) -> Result<(), CountError> {
    let name = &puzzle.file;
    let is_plain = listed(&format!("{}  {name}", "0".repeat(64))).is_some();
    if !is_plain {
        return Err(CountError::wrong(CLAIM, "the name of the puzzle leads out of the folder"));
    }
    let all = instance::parse_all(&read(folder, name)?)
        .map_err(|error| CountError::wrong(name, error.to_string()))?;
    let instance = all.into_iter().find(|instance| instance.part == puzzle.part);
    let instance = instance.ok_or_else(|| CountError::wrong(name, "does not hold the puzzle"))?;
    if instance.kind != puzzle.kind {
        let message = format!("expected a {} puzzle, found a {}", puzzle.kind, instance.kind);
        return Err(CountError::wrong(name, message));
    }
    let choices = puzzle.encodings.choices();
    let choices = choices.map_err(|error| CountError::wrong(CLAIM, error.to_string()))?;
    let csp = instance.puzzle.csp();
    let compiled = compile(&csp, &choices)?;
    let expected = formula(&compiled.cnf, Some(&shown(&compiled)));
    require_text(claim, FORMULA, text, &String::from_utf8_lossy(&expected))?;
    let expected = variables(&csp, &compiled);
    require_text(claim, VARIABLES, &read(folder, VARIABLES)?, &String::from_utf8_lossy(&expected))
}

/// A file is what this program would have written.
fn require_text(claim: &Claim, name: &str, found: &str, expected: &str) -> Result<(), CountError> {
    if found == expected {
        return Ok(());
    }
    let message = if claim.made_by == made_by() {
        "is not what belongs to this certificate".to_owned()
    } else {
        format!(
            "is not what {} writes; {} made it: check it with that version",
            made_by(),
            claim.made_by
        )
    };
    Err(CountError::wrong(name, message))
}
