//! Checks the proofs of the parts, and combines their results.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools;

use super::cube::{listed, proof_path};
use super::{COVER, FORMULA, Plan, Problem, SCRIPT, SCRIPT_TEXT, literals};
use crate::certificate::read_solution;
use crate::parts::PartsError;
use crate::parts::sealed::{counted, read};
use cnfetti_core::count::Count;
use cnfetti_core::csp::{Csp, Symmetry, Value, permute};
use cnfetti_core::limit::Budget;
use cnfetti_proof::{ProofError, check};
use cnfetti_puzzles::instance::Instance;
use cnfetti_sat::search::enumerate::blocking_clause;
use cnfetti_sat::search::symmetry::rename;
use cnfetti_sat::solver::Model;
use cnfetti_sat::solver::cubes::against;

/// The result of the proofs of a folder.
pub struct Proofs {
    /// The puzzle.
    pub instance: Instance,
    /// Its constraints.
    pub csp: Csp,
    /// The numbers; lower bounds if parts are missing.
    pub count: Count,
    /// The number of parts.
    pub parts: usize,
    /// The numbers of the parts that are not proved yet.
    pub missing: Vec<usize>,
    /// The number of steps of all proofs, including the proof of the cover.
    pub steps: usize,
}

/// The solutions of a part, and the number of steps of its proof.
type Part = (Vec<Vec<Value>>, usize);

/// Checks all proofs of a folder; `None` if its parts are not cubes.
///
/// # Errors
///
/// A file is damaged or belongs to something else, a listed solution is wrong, or a proof does not show
/// what it must.
pub fn merge_proofs(
    folder: &Path,
    threads: NonZeroUsize,
    budget: &Budget,
) -> Result<Option<Proofs>, PartsError> {
    let Some(plan) = Plan::read(folder)? else { return Ok(None) };
    let problem = Problem::new(&plan.puzzle, budget)?;
    require_text(folder, FORMULA, &problem.formula_text())?;
    require_text(folder, SCRIPT, SCRIPT_TEXT.as_bytes())?;
    let cubes = plan.cubes.iter().map(|cube| literals(cube, &problem.compiled.cnf));
    let cubes = cubes.collect::<Option<Vec<_>>>().filter(|cubes| cubes.len() == plan.parts.len());
    let cubes =
        cubes.ok_or_else(|| PartsError::wrong(folder, "its plan does not belong to the puzzle"))?;
    let cover = problem.with(cubes.iter().map(|cube| against(cube)));
    let mut steps = proved(&cover, &folder.join(COVER), budget)?;
    let checked = in_parallel(cubes.len(), threads, |at| {
        let number = at + 1;
        match counted(folder, number, &plan.parts[at])? {
            Some(path) => {
                check_part(&problem, &path, (number, &plan.parts[at]), &cubes[at], budget).map(Some)
            }
            None => Ok(None),
        }
    });
    let (mut solutions, mut missing) = (Vec::new(), Vec::new());
    for (number, part) in (1..).zip(checked) {
        match part? {
            Some((own, of_proof)) => {
                solutions.extend(own);
                steps += of_proof;
            }
            None => missing.push(number),
        }
    }
    let count = count(&problem, &solutions, missing.is_empty())
        .ok_or_else(|| PartsError::wrong(folder, "a solution is listed twice"))?;
    let Problem { instance, csp, .. } = problem;
    Ok(Some(Proofs { instance, csp, count, parts: cubes.len(), missing, steps }))
}

/// Checks that a file for other checkers has the text that this program writes.
fn require_text(folder: &Path, name: &str, text: &[u8]) -> Result<(), PartsError> {
    let path = folder.join(name);
    if path.exists() && read(&path)?.as_bytes() != text {
        return Err(PartsError::wrong(&path, "it is not the file that was written"));
    }
    Ok(())
}

/// Checks the proof that the formula has no model. Returns the number of its steps.
fn proved(cnf: &Cnf, path: &Path, budget: &Budget) -> Result<usize, PartsError> {
    match check(cnf, read(path)?.as_bytes(), budget) {
        Ok(checked) => Ok(checked.steps),
        Err(ProofError::Stopped(stopped)) => {
            Err(PartsError::Unproved { path: path.to_owned(), error: stopped.into() })
        }
        Err(error) => Err(PartsError::wrong(path, error.to_string())),
    }
}

/// Computes the results for all numbers, in order.
fn in_parallel<T: Send>(
    all: usize,
    threads: NonZeroUsize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let mut done: Vec<(usize, T)> = thread::scope(|scope| {
        let worker = || {
            let mut own = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= all {
                    return own;
                }
                own.push((at, work(at)));
            }
        };
        let workers = (0..threads.get().min(all)).map(|_| scope.spawn(worker)).collect_vec();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).collect()
    });
    done.sort_by_key(|&(at, _)| at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Checks that the listed solutions of a part are solutions, and that the proof rules out others.
fn check_part(
    problem: &Problem,
    path: &Path,
    (number, sum): (usize, &str),
    cube: &[Lit],
    budget: &Budget,
) -> Result<Part, PartsError> {
    let Problem { instance, csp, compiled, deciding, .. } = problem;
    let in_cube = problem.with(cube.iter().map(|&lit| vec![lit]));
    let (mut solutions, mut models) = (Vec::new(), Vec::new());
    let mut rest = in_cube.to_unlimited();
    for (found, at) in listed(path, sum)?.iter().zip(1..) {
        let wrong = |what: &str| PartsError::wrong(path, format!("solution {at}: {what}"));
        let (solution, model) =
            read_solution(&found.solution, &found.model, instance, csp, compiled)
                .map_err(|what| wrong(&what))?;
        let clause = blocking_clause(compiled, deciding, &solution);
        if !clause.iter().map(|lit| lit.dimacs()).eq(found.forbids.iter().copied()) {
            return Err(wrong("the clause does not forbid just this solution"));
        }
        rest.add_clause(clause);
        solutions.push(solution);
        models.push(model);
    }
    if let Some(at) = Model::first_wrong(&models, &in_cube) {
        let what = format!("solution {} does not belong to this part", at + 1);
        return Err(PartsError::wrong(path, what));
    }
    let steps = proved(&rest, &proof_path(path, number), budget)?;
    Ok((solutions, steps))
}

/// Counts the solutions; `None` if some are equal.
fn count(problem: &Problem, solutions: &[Vec<Value>], exact: bool) -> Option<Count> {
    let Problem { csp, deciding, .. } = problem;
    let decided =
        |solution: &Vec<Value>| deciding.iter().map(|id| solution[id.index()]).collect_vec();
    if !solutions.iter().map(decided).all_unique() {
        return None;
    }
    let symmetry = csp.symmetry();
    let renamed: HashSet<Vec<Value>> =
        solutions.iter().map(|solution| renamed(symmetry, solution)).collect();
    let classes = renamed.iter().map(|solution| smallest(symmetry, solution)).unique().count();
    let different = |about: &cnfetti_core::csp::Projection| {
        let read = |s: &Vec<Value>| about.scope.iter().map(|id| s[id.index()]).collect_vec();
        solutions.iter().map(read).unique().count().into()
    };
    Some(Count {
        exact,
        solutions: solutions.len().into(),
        up_to_renaming: renamed.len().into(),
        classes: classes.into(),
        projected: csp.projections().iter().map(different).collect(),
        ..Count::default()
    })
}

fn renamed(symmetry: &Symmetry, solution: &[Value]) -> Vec<Value> {
    let mut renamed = solution.to_vec();
    rename(symmetry, &mut renamed);
    renamed
}

/// The smallest renamed image of a solution under the permutations.
fn smallest(symmetry: &Symmetry, solution: &[Value]) -> Vec<Value> {
    let moved = symmetry.permutations.iter().map(|permutation| {
        let mut moved = vec![0; solution.len()];
        permute(permutation, solution, &mut moved);
        renamed(symmetry, &moved)
    });
    moved.chain([solution.to_vec()]).min().unwrap_or_default()
}
