//! Checks a certificate of a list, and trusts none of its claims.

use std::cmp::Ordering;
use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use cnfetti_encodings::{Cnf, Lit};
use serde::Deserialize;

use super::issue::{self, readme, variables};
use super::manifest::{Manifest, Scope, all_reach, verdict};
use super::{
    CertificateError, FORMULA, MANIFEST, PROOF, README, REST, Result, SOLUTIONS, VARIABLES,
    check_sums, choices, read, read_claim, read_dimacs, read_puzzle, require, require_expected,
};
use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_core::plural::counted;
use cnfetti_proof::{Checked, ProofError, check};
use cnfetti_puzzles::instance::Instance;
use cnfetti_sat::compile::{Compiled, compile_within};
use cnfetti_sat::search::enumerate::blocking_clause;
use cnfetti_sat::search::symmetry::break_renaming;
use cnfetti_sat::solver::Model;

/// Checks the certificate of a list in this folder. Returns its claim, and a line for each check.
///
/// # Errors
///
/// The first thing that is wrong, or a limit.
pub fn verify(folder: &Path, budget: &Budget) -> Result<(Manifest, Vec<String>)> {
    let mut right = vec![check_sums(folder)?];
    let manifest: Manifest = read_claim(folder, MANIFEST)?;
    let Manifest { made_by, puzzle, part, kind, costs, encodings, .. } = &manifest;
    let (instance, csp) = read_puzzle(folder, MANIFEST, (puzzle, part, kind), *costs)?;
    let posted = match manifest.scope {
        Scope::Solutions => csp.clone(),
        Scope::UpToRenaming => break_renaming(&csp),
    };
    let choices = choices(MANIFEST, encodings)?;
    let compiled = compile_within(&posted, &choices, budget)?;
    let expected = issue::formula(&posted, &compiled, &manifest, &choices);
    let text = require(folder, made_by, FORMULA, &expected)?;
    let formula = read_dimacs(FORMULA, &text)?.cnf;
    if !formula.says_the_same(&compiled.cnf) {
        return Err(CertificateError::wrong(FORMULA, format!("is not the formula of {puzzle}")));
    }
    right.push(format!("{FORMULA}: the formula of {puzzle}"));
    // The solutions and the proof take longest, and are independent.
    let (solutions, proved) = thread::scope(|scope| {
        let proved = scope.spawn(|| check_proof(folder, budget));
        let solutions = check_solutions(folder, &instance, &posted, &compiled, &formula, budget);
        (solutions, proved.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    let solutions = solutions?;
    let listed = counted(solutions.len(), "solution");
    right.push(format!("{SOLUTIONS}: {listed}, all correct and distinct"));
    if let Some(bound) = &csp.bound() {
        if !all_reach(bound, &solutions) {
            let message = format!(
                "not all solutions have the value {} of the objective",
                csp.amount(bound.value)
            );
            return Err(CertificateError::wrong(SOLUTIONS, message));
        }
        right.push(format!("{SOLUTIONS}: the objective is {} for each", csp.amount(bound.value)));
    }
    let (rest, checked) = proved?;
    right.push(check_rest(&rest, &formula, &posted, &compiled, &solutions)?);
    let steps = match checked {
        Ok(checked) => checked.steps,
        Err(ProofError::Stopped(stopped)) => return Err(stopped.into()),
        Err(error) => return Err(CertificateError::wrong(PROOF, error.to_string())),
    };
    let steps = counted(steps, "step");
    right.push(format!("{PROOF}: a proof of {steps} that {REST} has no model"));
    right.push(check_verdict(&manifest, &csp, &solutions)?);
    require_expected(&instance, &csp, puzzle, &manifest.solutions)?;
    require(folder, made_by, VARIABLES, &variables(&csp, &compiled))?;
    require(folder, made_by, README, readme(&manifest, &rest).as_bytes())?;
    right.push(format!("{VARIABLES}, {README}: as cnfetti writes them"));
    Ok((manifest, right))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    solution: serde_json::Value,
    model: Vec<i32>,
}

/// The number of models that are checked together.
const MODELS: usize = 64;

/// Checks the listed solutions: each obeys the puzzle's rules, fits its model, and is larger than
/// the one before, so that none is listed twice.
fn check_solutions(
    folder: &Path,
    instance: &Instance,
    posted: &Csp,
    compiled: &Compiled,
    formula: &Cnf,
    budget: &Budget,
) -> Result<Vec<Vec<Value>>> {
    let at = |number: usize, message: &str| {
        CertificateError::wrong(SOLUTIONS, format!("line {number}: {message}"))
    };
    let deciding = posted.projection_set();
    let decided =
        |values: &[Value]| -> Vec<Value> { deciding.iter().map(|id| values[id.index()]).collect() };
    let mut solutions: Vec<Vec<Value>> = Vec::new();
    let mut models = Vec::with_capacity(MODELS);
    let text = read(folder, SOLUTIONS)?;
    let mut lines = text.lines().zip(1..).peekable();
    while let Some((line, number)) = lines.next() {
        let line: Line =
            serde_json::from_str(line).map_err(|error| at(number, &error.to_string()))?;
        let (values, model) =
            read_solution(&line.solution, &line.model, instance, posted, compiled)
                .map_err(|message| at(number, &message))?;
        match solutions.last().map(|before| decided(before).cmp(&decided(&values))) {
            None | Some(Ordering::Less) => {}
            Some(Ordering::Equal) => return Err(at(number, "the same solution again")),
            Some(Ordering::Greater) => {
                let message = "expected a larger solution than that of the line before";
                return Err(at(number, message));
            }
        }
        solutions.push(values);
        models.push(model);
        if models.len() == MODELS || lines.peek().is_none() {
            budget.check()?;
            if let Some(index) = Model::first_wrong(&models, formula) {
                let message = format!("the model does not satisfy {FORMULA}");
                return Err(at(number + 1 - models.len() + index, &message));
            }
            models.clear();
        }
    }
    Ok(solutions)
}

/// Reads a solution and its model, and checks it against all rules and constraints.
fn read_solution(
    solution: &serde_json::Value,
    model: &[i32],
    instance: &Instance,
    posted: &Csp,
    compiled: &Compiled,
) -> Result<(Vec<Value>, Model), String> {
    let values = instance.puzzle.read_json(solution).map_err(|broken| broken.to_string())?;
    instance.puzzle.check(&values).map_err(|broken| broken.to_string())?;
    if !posted.is_solution(&values) {
        return Err("the solution breaks a posted constraint".to_owned());
    }
    let model = read_model(model, compiled.cnf.num_vars())?;
    match compiled.map.decode(&model) {
        Ok(decoded) if decoded == values => Ok((values, model)),
        _ => Err("the model is not that of the solution".to_owned()),
    }
}

/// The model in which these variables are true, and all others false.
fn read_model(numbers: &[i32], num_vars: u32) -> Result<Model, String> {
    let mut literals: Vec<Lit> =
        (1..=num_vars as i32).filter_map(|number| Lit::from_dimacs(-number)).collect();
    let mut before = 0;
    for &number in numbers {
        if number <= before || number > num_vars as i32 {
            return Err(format!(
                "expected the true variables in increasing order, from 1 to {num_vars}, found \
                 {number} after {before}"
            ));
        }
        let literal = &mut literals[number as usize - 1];
        *literal = !*literal;
        before = number;
    }
    Ok(Model::new(literals))
}

/// Checks the proof. Returns the formula that it is about, and the result.
fn check_proof(folder: &Path, budget: &Budget) -> Result<(Cnf, Result<Checked, ProofError>)> {
    let rest = read_dimacs(REST, &read(folder, REST)?)?.cnf;
    let checked = check(&rest, read(folder, PROOF)?.as_bytes(), budget);
    Ok((rest, checked))
}

/// Checks that the formula's clauses are followed by one for each solution, which blocks just that
/// one.
fn check_rest(
    rest: &Cnf,
    formula: &Cnf,
    posted: &Csp,
    compiled: &Compiled,
    solutions: &[Vec<Value>],
) -> Result<String> {
    let deciding: Vec<VarId> = posted.projection_set();
    let expected = formula.num_clauses() + solutions.len();
    if rest.num_vars() != formula.num_vars() || rest.num_clauses() != expected {
        let message = format!("expected {expected} clauses, found {}", rest.num_clauses());
        return Err(CertificateError::wrong(REST, message));
    }
    if !rest.clauses_in(0..formula.num_clauses()).eq(formula.clauses()) {
        return Err(CertificateError::wrong(
            REST,
            format!("does not begin with the clauses of {FORMULA}"),
        ));
    }
    let blocking = rest.clauses_in(formula.num_clauses()..expected);
    for ((clause, solution), number) in blocking.zip(solutions).zip(1..) {
        let mut found: Vec<Lit> = clause.to_vec();
        let mut wanted = blocking_clause(compiled, &deciding, solution);
        found.sort_unstable();
        wanted.sort_unstable();
        if found != wanted {
            let message = format!(
                "the clause {} does not forbid just the solution of line {number} of {SOLUTIONS}",
                formula.num_clauses() + number
            );
            return Err(CertificateError::wrong(REST, message));
        }
    }
    Ok(format!("{REST}: {FORMULA} and a clause that forbids each solution"))
}

fn check_verdict(manifest: &Manifest, csp: &Csp, solutions: &[Vec<Value>]) -> Result<String> {
    let (number, verdict) = verdict(csp, manifest.costs, manifest.scope, solutions);
    let claimed = (manifest.verdict.as_str(), manifest.solutions.as_str(), manifest.listed);
    if claimed == (verdict.as_str(), number.to_string().as_str(), solutions.len() as u64) {
        Ok(format!("{MANIFEST}: {verdict}"))
    } else {
        let message =
            format!("claims \"{}\", but what is shown is \"{verdict}\"", manifest.verdict);
        Err(CertificateError::wrong(MANIFEST, message))
    }
}
