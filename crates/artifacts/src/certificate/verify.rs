//! Checks a certificate of a list, and trusts none of its claims.

use std::cmp::Ordering;
use std::panic::resume_unwind;
use std::thread;

use cnfetti_encodings::{Cnf, Lit};
use serde::Deserialize;

use super::issue::{self, made_by, readme, variables};
use super::manifest::{Costs, WHICH, all_reach};
use super::manifest::{Manifest, Scope, verdict};
use super::{
    FORMULA, Files, MANIFEST, PROOF, README, REST, SOLUTIONS, SUMS, VARIABLES, listed, sha256,
};
use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_core::plural::counted;
use cnfetti_proof::{Checked, ProofError, check};
use cnfetti_puzzles::instance::{self, Instance};
use cnfetti_sat::compile::{Compiled, NotCompiled, compile_within};
use cnfetti_sat::dimacs;
use cnfetti_sat::search::enumerate::blocking_clause;
use cnfetti_sat::search::symmetry::break_renaming;
use cnfetti_sat::solver::Model;

/// A fault of a certificate, and the file it is in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {message}")]
pub struct Wrong {
    /// The file.
    pub file: String,
    /// The fault, in a sentence.
    pub message: String,
}

/// Why a certificate was not confirmed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// It is wrong.
    #[error(transparent)]
    Wrong(#[from] Wrong),
    /// A limit was reached first; nothing wrong was found up to then.
    #[error("the check did not finish")]
    Stopped(#[from] Stopped),
}

/// A correct certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The claim.
    pub manifest: Manifest,
    /// A line for each check that succeeded.
    pub right: Vec<String>,
}

/// Checks a certificate.
pub fn verify(files: &Files, budget: &Budget) -> Result<Verified, VerifyError> {
    let mut right = vec![check_sums(files)?];
    let manifest: Manifest = serde_json::from_str(text(files, MANIFEST)?)
        .map_err(|error| wrong(MANIFEST, error.to_string()))?;
    let instance = read_instance(files, &manifest)?;
    let csp = Costs::problem(manifest.costs, &instance.puzzle.csp());
    let csp = csp.ok_or_else(|| wrong(MANIFEST, WHICH))?;
    let posted = match manifest.scope {
        Scope::Solutions => csp.clone(),
        Scope::UpToRenaming => break_renaming(&csp),
    };
    let compiled = compile_again(&posted, &manifest, budget)?;
    let formula = read_formula(files, FORMULA)?;
    right.push(check_formula(&formula, &compiled, &manifest)?);
    let choices =
        manifest.encodings.choices().map_err(|error| wrong(MANIFEST, error.to_string()))?;
    let text = issue::formula(&posted, &compiled, &manifest, &choices);
    check_text(files, FORMULA, &text, &manifest)?;
    // The solutions and the proof take longest, and are independent.
    let (solutions, proved) = thread::scope(|scope| {
        let proved = scope.spawn(|| check_proof(files, budget));
        let solutions = check_solutions(files, &instance, &posted, &compiled, &formula, budget);
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
            return Err(wrong(SOLUTIONS, message).into());
        }
        right.push(format!("{SOLUTIONS}: the objective is {} for each", csp.amount(bound.value)));
    }
    let (rest, checked) = proved?;
    right.push(check_rest(&rest, &formula, &posted, &compiled, &solutions)?);
    let steps = match checked {
        Ok(checked) => checked.steps,
        Err(ProofError::Stopped(stopped)) => return Err(stopped.into()),
        Err(error) => return Err(wrong(PROOF, error.to_string()).into()),
    };
    let steps = counted(steps, "step");
    right.push(format!("{PROOF}: a proof of {steps} that {REST} has no model"));
    right.push(check_verdict(&manifest, &csp, &solutions)?);
    require_expected(&instance, &csp, &manifest.puzzle, &manifest.solutions)?;
    check_text(files, VARIABLES, &variables(&csp, &compiled), &manifest)?;
    check_text(files, README, readme(&manifest, &rest).as_bytes(), &manifest)?;
    right.push(format!("{VARIABLES}, {README}: as cnfetti writes them"));
    Ok(Verified { manifest, right })
}

fn wrong(file: &str, message: impl Into<String>) -> Wrong {
    Wrong { file: file.to_owned(), message: message.into() }
}

fn file<'f>(files: &'f Files, name: &str) -> Result<&'f [u8], Wrong> {
    files.get(name).map(Vec::as_slice).ok_or_else(|| wrong(name, "expected this file, found none"))
}

fn text<'f>(files: &'f Files, name: &str) -> Result<&'f str, Wrong> {
    let bytes = file(files, name)?;
    std::str::from_utf8(bytes).map_err(|_| wrong(name, cnfetti_input::not_utf8(bytes)))
}

/// Checks that every listed file is unchanged, and that no file is missing from the list.
fn check_sums(files: &Files) -> Result<String, Wrong> {
    let sums = listed(text(files, SUMS)?)
        .ok_or_else(|| wrong(SUMS, "expected lines of a SHA-256 sum, two blanks and a name"))?;
    for &(name, sum) in &sums {
        if !sha256(file(files, name)?).eq_ignore_ascii_case(sum) {
            return Err(wrong(name, format!("is not the file that {SUMS} lists")));
        }
    }
    let unlisted = files.keys().find(|name| {
        name.as_str() != SUMS && !sums.iter().any(|(listed, _)| listed == &name.as_str())
    });
    match unlisted {
        Some(name) => Err(wrong(SUMS, format!("does not list {name}"))),
        None => Ok(format!("{SUMS}: {} as they were written", counted(sums.len(), "file"))),
    }
}

fn read_instance(files: &Files, manifest: &Manifest) -> Result<Instance, Wrong> {
    let name = &manifest.puzzle;
    let all = instance::parse_all(text(files, name)?);
    let all = all.map_err(|error| wrong(name, error.to_string()))?;
    let instance = all.into_iter().find(|instance| instance.part == manifest.part);
    let instance = instance.ok_or_else(|| wrong(name, "does not hold the puzzle"))?;
    if instance.kind != manifest.kind {
        let message = format!("expected a {} puzzle, found a {}", manifest.kind, instance.kind);
        return Err(wrong(name, message));
    }
    Ok(instance)
}

fn compile_again(
    posted: &Csp,
    manifest: &Manifest,
    budget: &Budget,
) -> Result<Compiled, VerifyError> {
    let choices = manifest.encodings.choices();
    let choices = choices.map_err(|error| wrong(MANIFEST, error.to_string()))?;
    compile_within(posted, &choices, budget).map_err(|error| match error {
        NotCompiled::Stopped(stopped) => stopped.into(),
        NotCompiled::TooLarge(error) => wrong(FORMULA, error.to_string()).into(),
    })
}

fn read_formula(files: &Files, name: &str) -> Result<Cnf, Wrong> {
    let text = text(files, name)?;
    match dimacs::read(text) {
        Ok(file) => Ok(file.cnf),
        Err(error) => {
            let (line, column) = error.line_column(text).unwrap_or((1, 1));
            Err(wrong(name, format!("line {line}, column {column}: {error}")))
        }
    }
}

/// Checks that the formula is the one that the puzzle compiles to.
fn check_formula(cnf: &Cnf, compiled: &Compiled, manifest: &Manifest) -> Result<String, Wrong> {
    if cnf.says_the_same(&compiled.cnf) {
        return Ok(format!("{FORMULA}: the formula of {}", manifest.puzzle));
    }
    Err(differs(FORMULA, manifest))
}

/// Checks that a text for people is what this program would write.
fn check_text(
    files: &Files,
    name: &str,
    expected: &[u8],
    manifest: &Manifest,
) -> Result<(), Wrong> {
    if file(files, name)? == expected { Ok(()) } else { Err(differs(name, manifest)) }
}

/// The error for a file that differs from what it should be, unless another version wrote it.
fn differs(name: &str, manifest: &Manifest) -> Wrong {
    let message = if manifest.made_by == made_by() {
        let what = if name == FORMULA { "the formula" } else { "what belongs to a certificate" };
        format!("is not {what} of {}", manifest.puzzle)
    } else {
        format!(
            "is not what {} makes of {}; {} made it: check it with that version",
            made_by(),
            manifest.puzzle,
            manifest.made_by
        )
    };
    wrong(name, message)
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
    files: &Files,
    instance: &Instance,
    posted: &Csp,
    compiled: &Compiled,
    formula: &Cnf,
    budget: &Budget,
) -> Result<Vec<Vec<Value>>, VerifyError> {
    let at = |number: usize, message: &str| wrong(SOLUTIONS, format!("line {number}: {message}"));
    let deciding = posted.projection_set();
    let decided =
        |values: &[Value]| -> Vec<Value> { deciding.iter().map(|id| values[id.index()]).collect() };
    let mut solutions: Vec<Vec<Value>> = Vec::new();
    let mut models = Vec::with_capacity(MODELS);
    let mut lines = text(files, SOLUTIONS)?.lines().zip(1..).peekable();
    while let Some((line, number)) = lines.next() {
        let line: Line =
            serde_json::from_str(line).map_err(|error| at(number, &error.to_string()))?;
        let (values, model) =
            read_solution(&line.solution, &line.model, instance, posted, compiled)
                .map_err(|message| at(number, &message))?;
        match solutions.last().map(|before| decided(before).cmp(&decided(&values))) {
            None | Some(Ordering::Less) => {}
            Some(Ordering::Equal) => return Err(at(number, "the same solution again").into()),
            Some(Ordering::Greater) => {
                let message = "expected a larger solution than that of the line before";
                return Err(at(number, message).into());
            }
        }
        solutions.push(values);
        models.push(model);
        if models.len() == MODELS || lines.peek().is_none() {
            budget.check()?;
            if let Some(index) = Model::first_wrong(&models, formula) {
                let message = format!("the model does not satisfy {FORMULA}");
                return Err(at(number + 1 - models.len() + index, &message).into());
            }
            models.clear();
        }
    }
    Ok(solutions)
}

/// Reads a solution and its model, and checks it against all rules and constraints.
pub(crate) fn read_solution(
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
fn check_proof(
    files: &Files,
    budget: &Budget,
) -> Result<(Cnf, Result<Checked, ProofError>), Wrong> {
    let rest = read_formula(files, REST)?;
    let checked = check(&rest, file(files, PROOF)?, budget);
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
) -> Result<String, Wrong> {
    let deciding: Vec<VarId> = posted.projection_set();
    let expected = formula.num_clauses() + solutions.len();
    if rest.num_vars() != formula.num_vars() || rest.num_clauses() != expected {
        let message = format!("expected {expected} clauses, found {}", rest.num_clauses());
        return Err(wrong(REST, message));
    }
    if !rest.clauses_in(0..formula.num_clauses()).eq(formula.clauses()) {
        return Err(wrong(REST, format!("does not begin with the clauses of {FORMULA}")));
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
            return Err(wrong(REST, message));
        }
    }
    Ok(format!("{REST}: {FORMULA} and a clause that forbids each solution"))
}

/// Checks that the number is the one that the puzzle's file expects, if it is about the same solutions.
pub(super) fn require_expected(
    instance: &Instance,
    certified: &Csp,
    file: &str,
    solutions: &str,
) -> Result<(), Wrong> {
    let is_of_all = instance.puzzle.csp().objective().is_some() && certified.bound().is_none();
    let number = solutions.parse().ok().filter(|_| !is_of_all);
    let checked = number.map_or(Ok(()), |number| instance.expect.check("solutions", &number, true));
    checked.map_err(|unexpected| wrong(file, unexpected.to_string()))
}

fn check_verdict(
    manifest: &Manifest,
    csp: &Csp,
    solutions: &[Vec<Value>],
) -> Result<String, Wrong> {
    let (number, verdict) = verdict(csp, manifest.costs, manifest.scope, solutions);
    let claimed = (manifest.verdict.as_str(), manifest.solutions.as_str(), manifest.listed);
    if claimed == (verdict.as_str(), number.to_string().as_str(), solutions.len() as u64) {
        Ok(format!("{MANIFEST}: {verdict}"))
    } else {
        let message =
            format!("claims \"{}\", but what is shown is \"{verdict}\"", manifest.verdict);
        Err(wrong(MANIFEST, message))
    }
}
