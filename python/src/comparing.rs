//! Compares encodings and solvers.

use cnfetti::compare::{Repeat, Row, Scope, Settings, Task};
use cnfetti::problem::{CompareOptions, Compared};
use cnfetti::solver;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::{answers, errors};

/// What to compare, and how.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct What {
    encodings: Vec<String>,
    combinations: bool,
    solvers: Vec<String>,
    task: String,
    repeat: usize,
    shuffle: Option<u64>,
}

pub(crate) fn options(what: What) -> PyResult<CompareOptions> {
    let What { encodings, combinations, solvers, task, repeat, shuffle } = what;
    let task = match task.as_str() {
        "solve" => Task::Solve,
        "count" => Task::Count,
        "unsat" => Task::Unsat,
        other => {
            let expected = "task: expected solve, count or unsat";
            return Err(errors::invalid(&format!("{expected}, found {other:?}")));
        }
    };
    let choose = |name: &String| solver::choose(name);
    let solvers: Result<Vec<_>, _> = solvers.iter().map(choose).collect();
    let solvers = solvers.map_err(|error| errors::invalid(&error.to_string()))?;
    let scope = if combinations { Scope::All } else { Scope::EachFamily };
    let settings = Settings { task, repeat: Repeat::Times(repeat), shuffle };
    Ok(CompareOptions { encodings, scope, solvers, settings, ..CompareOptions::default() })
}

pub(crate) fn table<'py>(py: Python<'py>, found: &Compared) -> PyResult<Bound<'py, PyAny>> {
    let rows = PyList::empty(py);
    for row in found.rows() {
        rows.append(row_of(py, row)?)?;
    }
    let answer = PyDict::new(py);
    answer.set_item("rows", rows)?;
    answer.set_item("agreed", found.agreed())?;
    answer.set_item("limit", found.limit().map(errors::name_of))?;
    Ok(answer.into_any())
}

fn row_of<'py>(py: Python<'py>, row: &Row) -> PyResult<Bound<'py, PyDict>> {
    let answer = PyDict::new(py);
    let formula = &row.formula;
    answer.set_item("encodings", &formula.candidate.label)?;
    for encoding in formula.candidate.choices.encodings() {
        answer.set_item(encoding.family().name(), encoding.name())?;
    }
    answer.set_item("solver", &row.solver)?;
    answer.set_item("problem_variables", formula.size.map(|size| size.problem_variables))?;
    answer.set_item("auxiliary_variables", formula.size.map(|size| size.auxiliary_variables))?;
    answer.set_item("clauses", formula.size.map(|size| size.clauses))?;
    answer.set_item("literals", formula.size.map(|size| size.literals))?;
    answer.set_item("encode_seconds", formula.encode_time.as_secs_f64())?;
    answer.set_item("seconds", row.time.map(|time| time.as_secs_f64()))?;
    answer.set_item("conflicts", row.statistics.conflicts)?;
    answer.set_item("decisions", row.statistics.decisions)?;
    answer.set_item("propagations", row.statistics.propagations)?;
    answer.set_item("backbone_percent", formula.strength)?;
    answer.set_item("satisfiable", row.satisfiable)?;
    let count = row.count.as_ref().map(|(number, _)| answers::int(py, number)).transpose()?;
    answer.set_item("solutions", count)?;
    answer.set_item("exact", row.count.as_ref().map(|(_, exact)| *exact))?;
    let checked_by = row.evidence.as_ref().and_then(|found| found.as_ref().ok()?.checked_by());
    answer.set_item("checked_by", checked_by)?;
    Ok(answer)
}
