//! A part that is a cube: its solutions, and the proof that there are no others.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cnfetti_encodings::Lit;
use serde::{Deserialize, Serialize};

use super::{CUBE, Problem, Unproved, literals, numbers};
use crate::certificate::{prove_rest, sha256};
use crate::output::{PROOF, Target, WriteError};
use crate::parts::sealed::{PartHead, Sort, json, line, number_path, read, rest, write_counted};
use crate::parts::{PartsError, Source};
use cnfetti_core::csp::Value;
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_puzzles::instance::Instance;
use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::enumerate::{blocking_clause, each_solution};
use cnfetti_sat::solver::{Model, NoProof, ProofFormat, SOLVERS, prove};

const PROVED: Sort = Sort("proved");

/// The largest number of solutions that a part may list.
const MAX_LISTED: usize = 10_000;

/// A cube that was read from a file.
pub struct Cube {
    /// The number of the part, from 1.
    pub number: usize,
    /// The number of parts.
    pub of: usize,
    /// The kind of puzzle.
    pub kind: &'static str,
    /// The SHA-256 sum of the file.
    sum: String,
    plan: String,
    puzzle: Source,
    cube: Vec<i32>,
}

/// The second line: the literals, and their meaning.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CubeLine {
    cube: Vec<i32>,
    says: String,
}

/// The first line of the list of solutions.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListHead {
    plan: String,
    number: usize,
    /// The SHA-256 sum of the part.
    part: String,
    solutions: usize,
}

/// A solution in the puzzle's terms, the true variables of its model, and its blocking clause.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Listed {
    pub(super) solution: serde_json::Value,
    pub(super) model: Vec<i32>,
    pub(super) forbids: Vec<i32>,
}

/// Writes the part with this number.
pub(super) fn text(
    (plan, puzzle): (&str, &Source),
    (number, of): (usize, usize),
    cube: &[Lit],
    says: String,
) -> String {
    let head = PartHead { plan: plan.to_owned(), number, of, puzzle: puzzle.clone() };
    CUBE.seal(&head, [json(&CubeLine { cube: numbers(cube), says })])
}

/// The path of the proof of the part with this number.
pub(super) fn proof_path(counted: &Path, number: usize) -> PathBuf {
    counted.with_file_name(format!("proof-{number:04}.drat"))
}

impl Cube {
    /// Reads a part from its file's text.
    ///
    /// # Errors
    ///
    /// The file is damaged, or another version wrote it.
    pub fn read(path: &Path, text: &str) -> Result<Cube, PartsError> {
        let (head, mut lines) = CUBE.open(path, text)?;
        let CubeLine { cube, .. } = line(path, lines.next())?;
        let PartHead { number, of, plan, puzzle } = head;
        let kind = puzzle.instance()?.kind;
        Ok(Cube { number, of, kind, sum: sha256(text.as_bytes()), plan, puzzle, cube })
    }

    /// The number of solutions listed before, if the list and the proof are beside the part.
    pub fn known(&self, path: &Path) -> Option<usize> {
        let counted = number_path(path, self.number);
        let (head, _) = read_list(&counted).ok()?;
        let has_proof = proof_path(&counted, self.number).exists();
        (head.0 == self.sum && has_proof).then_some(head.1)
    }

    /// Lists the solutions of the part, proves that there are no others, and writes both beside the
    /// part. Returns the number of solutions.
    ///
    /// # Errors
    ///
    /// A limit is reached, there are too many solutions, or a file cannot be written.
    pub fn prove(&self, path: &Path, budget: &Budget) -> Result<usize, PartsError> {
        let problem = Problem::new(&self.puzzle, budget)?;
        let cube = literals(&self.cube, &problem.compiled.cnf).ok_or_else(|| {
            PartsError::wrong(path, "the cube does not belong to the puzzle's formula")
        })?;
        let (solutions, proof) = find(problem, &cube, budget)
            .map_err(|error| PartsError::Unproved { path: path.to_owned(), error })?;
        let counted = number_path(path, self.number);
        let unwritable =
            |source: WriteError| PartsError::NotWritten { path: counted.clone(), source };
        // The list comes last: if it exists, so does the proof.
        Target::new(&proof_path(&counted, self.number), PROOF, true)
            .and_then(|target| target.write(|out| out.write_all(&proof)))
            .map_err(unwritable)?;
        let head = ListHead {
            plan: self.plan.clone(),
            number: self.number,
            part: self.sum.clone(),
            solutions: solutions.len(),
        };
        let text = PROVED.seal(&head, solutions.iter().map(json));
        write_counted(&counted, &text)?;
        Ok(solutions.len())
    }
}

/// Finds the solutions of a cube, and the proof that there are no others.
fn find(
    mut problem: Problem,
    cube: &[Lit],
    budget: &Budget,
) -> Result<(Vec<Listed>, Vec<u8>), Unproved> {
    problem.compiled.cnf = problem.with(cube.iter().map(|&lit| vec![lit]));
    let mut proof = Vec::new();
    // Most cubes have none.
    match prove(&problem.compiled.cnf, ProofFormat::Text, budget, &mut proof) {
        Ok(()) => return Ok((Vec::new(), proof)),
        Err(NoProof::Satisfiable) => {}
        Err(error) => return Err(error.into()),
    }
    let Problem { instance, csp, compiled, deciding, .. } = &problem;
    let mut found: Vec<(Vec<Value>, Model)> = Vec::new();
    let end = each_solution(csp, compiled, &SOLVERS[0], budget, |solution, model| {
        found.push((solution.to_vec(), model.clone()));
        match found.len() > MAX_LISTED {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })?;
    match end {
        Ended::Exhausted(_) => {}
        Ended::Enough => return Err(Unproved::TooMany(MAX_LISTED)),
        Ended::Stopped(limit) => return Err(Stopped(limit).into()),
    }
    found.sort_by_cached_key(|(solution, _)| {
        deciding.iter().map(|id| solution[id.index()]).collect::<Vec<Value>>()
    });
    let against =
        |(solution, _): &(Vec<Value>, Model)| blocking_clause(compiled, deciding, solution);
    let clauses: Vec<Vec<Lit>> = found.iter().map(against).collect();
    let rest = problem.with(clauses.iter().cloned());
    let proof = prove_rest(&rest, compiled, deciding, clauses.len(), budget)?;
    let listed = found.iter().zip(&clauses).map(|((solution, model), clause)| Listed {
        solution: words(instance, solution),
        model: model
            .literals()
            .iter()
            .filter(|lit| lit.is_positive())
            .map(|lit| lit.dimacs())
            .collect(),
        forbids: numbers(clause),
    });
    Ok((listed.collect(), proof))
}

fn words(instance: &Instance, solution: &[Value]) -> serde_json::Value {
    let mut text = String::new();
    instance.puzzle.write_json(solution, &mut text);
    serde_json::from_str(&text).expect("a puzzle writes JSON")
}

/// The sum of a part with the number of its solutions, and the solutions.
type List = ((String, usize), Vec<Listed>);

fn read_list(path: &Path) -> Result<List, PartsError> {
    let text = read(path)?;
    let (head, lines): (ListHead, _) = PROVED.open(path, &text)?;
    Ok(((head.part, head.solutions), rest(path, lines)?))
}

/// Reads the list of solutions of the part with this sum.
pub(super) fn listed(path: &Path, part: &str) -> Result<Vec<Listed>, PartsError> {
    let ((of, number), listed) = read_list(path)?;
    if of != part {
        return Err(PartsError::wrong(path, "it is of another part"));
    }
    if listed.len() != number {
        return Err(PartsError::wrong(path, "it does not have as many solutions as it says"));
    }
    Ok(listed)
}
