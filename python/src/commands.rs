//! The command line, and new puzzles.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use cnfetti::generate::{self as generators, GenerateError, Mix, Tools};
use cnfetti::limit::Budget;
use cnfetti::solver::SOLVERS;
use pyo3::prelude::*;

use crate::asking::ask;
use crate::errors;

/// Runs a command line, which begins with the program's name. Returns the exit code.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, words: Vec<OsString>, program: Option<PathBuf>) -> u8 {
    let code = py.detach(|| cnfetti_cli::run(words, program));
    // An `ExitCode` does not reveal its number.
    (0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1)
}

/// Generates a puzzle with one solution. Returns its text, and the difficulty of its hardest step
/// and its explanation.
#[pyfunction]
pub(crate) fn generate<'py>(
    py: Python<'py>,
    kind: &str,
    size: Option<&str>,
    seed: u64,
    difficulty: Option<&str>,
    time_limit: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let generator = generators::by_kind(kind).ok_or_else(|| {
        let kinds = generators::generators().map(|generator| generator.kind.as_ref());
        let kinds: Vec<&str> = kinds.collect();
        errors::invalid(&format!("kind: expected one of {}, found {kind:?}", kinds.join(", ")))
    })?;
    let size = match size {
        Some(size) => generator.parse_size(size).map_err(|error| errors::invalid(&error))?,
        None => generator.default_size(),
    };
    let difficulty = difficulty.map(str::parse).transpose();
    let difficulty = difficulty.map_err(|error: String| errors::invalid(&error))?;
    let time = time_limit.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| errors::invalid("time_limit: expected a number of seconds"))?;
    let make = |stop| {
        let budget = Budget { stop: Some(stop), ..Budget::default() };
        let budget = time.map_or(budget.clone(), |time| budget.at_most(time));
        let tools = Tools {
            backend: &SOLVERS[0],
            budget,
            symmetry: None,
            set: &[],
            shape: None,
            mix: Mix::default(),
            without: &[],
            progress: &|_, _| {},
        };
        generator.generate(&size, seed, difficulty, &tools)
    };
    ask(py, make)?.into_python(py, |made| match made {
        Ok(made) => Ok((made.text, made.hardest, made.score).into_pyobject(py)?.into_any()),
        Err(GenerateError::Stopped(stopped)) => Err(errors::unknown(stopped.0)),
        Err(error) => Err(errors::invalid(&error.to_string())),
    })
}
