//! Proofs in parts: each part lists some solutions, and proves that it has no others.
//!
//! A part is a cube: some literals of the puzzle's formula that are true in it. For each part, we list the
//! solutions and prove that the formula has no others there; one more proof shows that each model is in
//! one of the parts. The states of the exact counter would not do: each stands for many partial
//! assignments with the same remaining problem, and nothing in a formula says that they have it.
//!
//! | file | content |
//! |---|---|
//! | `README` | the commands that prove the parts and check the proofs |
//! | `plan` | the puzzle, the cubes, and the sums of all parts |
//! | `puzzle.cnf` | the puzzle's formula |
//! | `formula.py` | writes the formula that a proof is about |
//! | `cover.drat` | the proof that each model is in one of the cubes |
//! | `part-0001` … | the puzzle again, and a cube |
//! | `jobs`, `job.slurm` | as for counts |
//! | `counted-0001` … | the solutions in the cube with this number, once there is a proof that these are all |
//! | `proof-0001.drat` … | that proof |

mod cube;
mod merge;

use std::path::{Path, PathBuf};

use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

pub use cube::Cube;
pub use merge::{Proofs, merge_proofs};

use super::sealed::{Sort, id, part_name, read};
use super::write::{put, write_jobs};
use super::{PLAN, PartsError, Source};
use crate::certificate::sha256;
use cnfetti_core::csp::{Csp, VarId};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_exact::split::SplitError;
use cnfetti_puzzles::instance::Instance;
use cnfetti_sat::compile::{Choices, Compiled, NotCompiled, compile_within};
use cnfetti_sat::dimacs;
use cnfetti_sat::search::enumerate::WrongModel;
use cnfetti_sat::solver::NoProof;
use cnfetti_sat::solver::cubes::{Cubes, divide};

pub(super) const CUBE: Sort = Sort("cube");
const PLAN_OF_PROOFS: Sort = Sort("plan of proofs");

const FORMULA: &str = "puzzle.cnf";
const COVER: &str = "cover.drat";
const SCRIPT: &str = "formula.py";
const SCRIPT_TEXT: &str = include_str!("proofs/formula.py");

/// Why a proof could not be found.
#[derive(Debug, thiserror::Error)]
pub enum Unproved {
    /// The formula could not be compiled.
    #[error("there is no formula")]
    NotCompiled(#[from] NotCompiled),
    /// An encoding or the solver is wrong.
    #[error("a solution is none")]
    WrongModel(#[from] WrongModel),
    /// A limit was reached first.
    #[error("it was not finished")]
    Stopped(#[from] Stopped),
    /// The solver found no proof.
    #[error("there is no proof")]
    NoProof(#[from] NoProof),
    /// There are too many solutions to list.
    #[error(
        "this part has more than {0} solutions, and each would be listed: split without --proofs \
         to count them"
    )]
    TooMany(usize),
}

/// The subject of the proofs.
struct Problem {
    instance: Instance,
    csp: Csp,
    compiled: Compiled,
    /// Solutions that agree on these variables are the same.
    deciding: Vec<VarId>,
}

impl Problem {
    fn new(puzzle: &Source, budget: &Budget) -> Result<Problem, PartsError> {
        let instance = puzzle.instance()?;
        let csp = puzzle.csp(&instance);
        let path = || PathBuf::from(&puzzle.file);
        if csp.objective().is_some() {
            return Err(PartsError::Split { path: path(), error: SplitError::Objective });
        }
        let deciding = csp.projection_set();
        let compiled = compile_within(&csp, &Choices::default(), budget);
        let compiled =
            compiled.map_err(|error| PartsError::Unproved { path: path(), error: error.into() })?;
        Ok(Problem { instance, csp, compiled, deciding })
    }

    /// The literals from which cubes are made.
    fn candidates(&self) -> Vec<Lit> {
        self.deciding.iter().flat_map(|&id| self.compiled.map.literals(id)).unique().collect()
    }

    /// The formula with additional clauses.
    fn with(&self, clauses: impl IntoIterator<Item = Vec<Lit>>) -> Cnf {
        let mut cnf = self.compiled.cnf.to_unlimited();
        clauses.into_iter().for_each(|clause| cnf.add_clause(clause));
        cnf
    }

    /// Describes the literals, for people.
    fn in_words(&self, cube: &[Lit]) -> String {
        let word = |lit: &Lit| {
            let meaning = self.compiled.map.meaning(if lit.is_positive() { *lit } else { !*lit });
            let says = meaning.map_or_else(|| lit.to_string(), |says| says.describe(&self.csp));
            if lit.is_positive() { says } else { format!("not {says}") }
        };
        cube.iter().map(word).join(", ")
    }

    /// The text of the formula's file.
    fn formula_text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        let comment = ["cnfetti: the formula whose solutions the parts list".to_owned()];
        let written = dimacs::write_plain(&mut text, &comment, &self.compiled.cnf);
        written.expect("memory takes every byte");
        text
    }
}

/// The subject of the proofs, and the parts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    /// The identity of the plan, by which the parts refer to it.
    plan: String,
    puzzle: Source,
    /// The SHA-256 sum of each part.
    parts: Vec<String>,
    cubes: Vec<Vec<i32>>,
}

impl Plan {
    /// Reads the plan of a folder; `None` if its parts are not cubes.
    fn read(folder: &Path) -> Result<Option<Plan>, PartsError> {
        let path = &folder.join(PLAN);
        let text = read(path)?;
        if !PLAN_OF_PROOFS.begins(text.as_bytes()) {
            return Ok(None);
        }
        PLAN_OF_PROOFS.open(path, &text).map(|(plan, _)| Some(plan))
    }
}

/// Parses literals; `None` if one does not belong to the formula.
fn literals(numbers: &[i32], cnf: &Cnf) -> Option<Vec<Lit>> {
    let known = |lit: &Lit| lit.variable() <= cnf.num_vars();
    numbers.iter().map(|&number| Lit::from_dimacs(number).filter(known)).collect()
}

fn numbers(lits: &[Lit]) -> Vec<i32> {
    lits.iter().map(|lit| lit.dimacs()).collect()
}

/// Divides a puzzle into at most this many cubes, and writes all files of a folder, which exists and is
/// empty. Returns the number of cubes.
///
/// # Errors
///
/// The puzzle cannot be read or has an objective, a limit is reached, or a file cannot be written.
pub fn write_proofs(
    puzzle: Source,
    parts: usize,
    folder: &Path,
    budget: &Budget,
) -> Result<usize, PartsError> {
    let problem = Problem::new(&puzzle, budget)?;
    let divided = divide(&problem.compiled.cnf, &problem.candidates(), parts, budget);
    let Cubes { cubes, cover } = divided.map_err(|stopped| PartsError::Unproved {
        path: PathBuf::from(&puzzle.file),
        error: stopped.into(),
    })?;
    let of = cubes.len();
    let as_numbers = cubes.iter().map(|cube| numbers(cube)).collect_vec();
    let id = id(&(&puzzle, &as_numbers));
    let mut sums = Vec::with_capacity(of);
    for (number, cube) in (1..).zip(&cubes) {
        let text = cube::text((&id, &puzzle), (number, of), cube, problem.in_words(cube));
        sums.push(sha256(text.as_bytes()));
        put(folder, &part_name(number), text)?;
    }
    put(folder, FORMULA, problem.formula_text())?;
    put(folder, COVER, cover)?;
    put(folder, SCRIPT, SCRIPT_TEXT)?;
    write_jobs(folder, of, &format!("{of} parts of {}", puzzle.file), &how_to_check(of))?;
    let plan = Plan { plan: id, puzzle, parts: sums, cubes: as_numbers };
    put(folder, PLAN, PLAN_OF_PROOFS.seal(&plan, []))?;
    Ok(of)
}

/// The section of the README about checking the proofs.
fn how_to_check(parts: usize) -> String {
    format!(
        "
Each part adds the solutions that it has, and a proof that it has no others. `cnfetti merge` checks all
proofs. So does any checker of DRAT: that each model of {FORMULA} is in one of the parts,

    python3 {SCRIPT} cover > cover.cnf
    drat-trim cover.cnf {COVER}

and that a part has no other solutions than those that are listed, for each N from 1 to {parts}:

    python3 {SCRIPT} N > rest.cnf
    drat-trim rest.cnf proof-000N.drat

{SCRIPT} writes each of these formulas from {FORMULA}, the cubes in `plan`, and the lists.
"
    )
}
