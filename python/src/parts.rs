//! Counts in parts, on any machines: the files of a count in rounds, with the parts and their results as texts.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cnfetti::exact::split::SplitError;
use cnfetti::limit::Limits;
use cnfetti::parts::{self, Part, PartsError, Sizes, Source, number_path, part_name};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::asking::ask;
use crate::options::Options;
use crate::problem::Problem;
use crate::{answers, errors};

/// The exception for an error in parts.
fn failed(error: &PartsError) -> PyErr {
    match error {
        PartsError::Split { error: SplitError::Stopped(stopped), .. } => errors::unknown(stopped.0),
        PartsError::Split { error, .. } => {
            let said = error.to_string();
            errors::invalid(&said.replace("--all-costs counts", "ignoring_objective() counts"))
        }
        PartsError::Unreadable { path, source } | PartsError::Unwritable { path, source } => {
            errors::system(path, source)
        }
        PartsError::NotWritten { source, .. } => errors::not_written(source),
        other => errors::invalid(&other.to_string()),
    }
}

/// Does a part of the work without the interpreter's lock, within the options' limits.
fn within<T: Send>(
    py: Python<'_>,
    options: &Options,
    work: impl FnOnce(&Limits) -> Result<T, PartsError> + Send,
) -> PyResult<T> {
    let limits = options.limits()?;
    let limited = |stop: Arc<AtomicBool>| {
        let mut limits = limits;
        limits.budget.stop = Some(stop);
        work(&limits)
    };
    ask(py, limited)?.whole(py)?.map_err(|error| failed(&error))
}

/// Begins a count in a folder, which is empty: writes the first parts, at most so many in each round.
#[pyfunction]
pub(crate) fn begin_parts(
    py: Python<'_>,
    problem: &Problem,
    folder: PathBuf,
    parts: usize,
    options: Options,
) -> PyResult<()> {
    let (file, text, part, all_costs) = problem.stated()?;
    let source = Source { file, part, text, all_costs };
    let sizes = Sizes { whole: true, ..Sizes::in_rounds(parts) };
    within(py, &options, |limits| {
        parts::write(parts::begin(source, sizes, limits)?, &folder).map(|_| ())
    })
}

/// Merges the results in a folder, and writes the next parts. Returns the numbers so far and those of the missing parts.
#[pyfunction]
pub(crate) fn merge_parts<'py>(
    py: Python<'py>,
    folder: PathBuf,
    options: Options,
) -> PyResult<Bound<'py, PyDict>> {
    let merged = within(py, &options, |limits| parts::merge(&folder, limits))?;
    let answer = PyDict::new(py);
    let count = &merged.count;
    answer.set_item("by", "exact")?;
    answer.set_item("checked_by", py.None())?;
    answer.set_item("limit", py.None())?;
    answer.set_item("optimum", py.None())?;
    answer.set_item("exact", count.exact)?;
    answer.set_item("solutions", answers::int(py, &count.solutions)?)?;
    answer.set_item("up_to_renaming", answers::int(py, &count.up_to_renaming)?)?;
    answer.set_item("classes", answers::int(py, &count.classes)?)?;
    let projected = PyDict::new(py);
    for (projection, number) in merged.csp.projections().iter().zip(&count.projected) {
        projected.set_item(projection.name.to_string(), answers::int(py, number)?)?;
    }
    answer.set_item("projected", projected)?;
    answer.set_item("missing", merged.missing)?;
    answer.set_item("parts", merged.first + merged.parts - 1)?;
    Ok(answer)
}

/// The names of a part's file and its result's.
#[pyfunction]
pub(crate) fn part_names(number: usize) -> (String, String) {
    let result = number_path(Path::new(&part_name(number)), number);
    (part_name(number), result.display().to_string())
}

/// Counts a part in this folder: writes its result beside it.
#[pyfunction]
pub(crate) fn count_part(py: Python<'_>, part: PathBuf, options: Options) -> PyResult<()> {
    within(py, &options, |limits| {
        let unreadable = |source| PartsError::Unreadable { path: part.clone(), source };
        let text = fs::read_to_string(&part).map_err(unreadable)?;
        Part::read(&part, &text)?.count(&part, limits).map(|_| ())
    })
}
