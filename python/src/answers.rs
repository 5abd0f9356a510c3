//! Converts answers to dictionaries, from which Python makes its classes.

use cnfetti::csp::Csp;
use cnfetti::encodings::Lit;
use cnfetti::problem::{
    Basis, Candidates, Certified, Clues, Decided, Explained, FollowingValues, Listed, Number,
    Sampled, Solution, Solved, Uniqueness, Verdict,
};
use num_bigint::BigUint;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt};

use crate::errors::name_of;

/// Converts a number of any size.
pub(crate) fn int<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = u64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// A dictionary that is being built.
struct Answer<'py>(Bound<'py, PyDict>);

impl<'py> Answer<'py> {
    fn new(py: Python<'py>, basis: &Basis) -> PyResult<Answer<'py>> {
        let answer = Answer(PyDict::new(py));
        answer.add("by", basis.by())?;
        answer.add("checked_by", basis.checked_by())?;
        answer.add("limit", basis.limit().map(name_of))?;
        Ok(answer)
    }

    fn add(&self, key: &str, value: impl IntoPyObject<'py>) -> PyResult<()> {
        self.0.set_item(key, value)
    }

    fn done(self) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.0.into_any())
    }
}

fn values(solutions: &[Solution]) -> Vec<&[i32]> {
    solutions.iter().map(Solution::values).collect()
}

pub(crate) fn number<'py>(
    py: Python<'py>,
    found: &Number,
    csp: Option<&Csp>,
    projections: &[String],
) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    answer.add("exact", found.is_exact())?;
    answer.add("solutions", int(py, found.solutions())?)?;
    answer.add("up_to_renaming", int(py, found.up_to_renaming())?)?;
    answer.add("classes", int(py, found.classes())?)?;
    let projected = PyDict::new(py);
    for (name, number) in projections.iter().zip(found.projected()) {
        projected.set_item(name, int(py, number)?)?;
    }
    answer.add("projected", projected)?;
    answer.add("optimum", amount(py, csp, found.optimum())?)?;
    answer.done()
}

/// Converts a value of the objective: a float if the objective is one.
pub(crate) fn amount<'py>(
    py: Python<'py>,
    csp: Option<&Csp>,
    value: Option<i64>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(value) = value else { return Ok(None) };
    let shown = csp.map(|csp| csp.amount(value)).filter(|amount| amount.unit.is_some());
    Ok(Some(match shown {
        None => value.into_pyobject(py)?.into_any(),
        Some(amount) => {
            let float: f64 = amount.to_string().parse().unwrap_or_default();
            float.into_pyobject(py)?.into_any()
        }
    }))
}

pub(crate) fn solved<'py>(
    py: Python<'py>,
    found: &Solved,
    csp: &Csp,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    answer.add("values", found.solution().map(Solution::values))?;
    answer.add("objective", amount(py, Some(csp), found.objective())?)?;
    answer.done()
}

pub(crate) fn listed<'py>(py: Python<'py>, found: &Listed) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    answer.add("complete", found.are_all())?;
    answer.done()
}

pub(crate) fn sampled<'py>(py: Python<'py>, found: &Sampled) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    answer.add("solutions", values(found.solutions()))?;
    answer.done()
}

pub(crate) fn unique<'py>(py: Python<'py>, found: &Uniqueness) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    let (verdict, known) = match found.verdict() {
        Verdict::None => ("none", Vec::new()),
        Verdict::Unique(only) => ("unique", vec![only]),
        Verdict::Several(first, second) => ("several", vec![first, second]),
        Verdict::Unknown(known) => ("unknown", known.iter().collect()),
        _ => ("unknown", Vec::new()),
    };
    answer.add("verdict", verdict)?;
    answer.add("solutions", known.into_iter().map(Solution::values).collect::<Vec<_>>())?;
    answer.done()
}

pub(crate) fn candidates<'py>(
    py: Python<'py>,
    (found, following): &(Candidates, Vec<(String, FollowingValues)>),
    variables: impl Iterator<Item = (String, cnfetti::csp::VarId)>,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    answer.add("exact", found.is_exact())?;
    answer.add("solutions", int(py, found.solutions())?)?;
    let named = PyDict::new(py);
    for (name, variable) in variables {
        let counted = PyDict::new(py);
        for (value, number) in found.of(variable) {
            counted.set_item(value, int(py, number)?)?;
        }
        named.set_item(name, counted)?;
    }
    let unlisted = PyDict::new(py);
    for (name, values) in following {
        match values {
            FollowingValues::Listed(values) => {
                let counted = PyDict::new(py);
                for (value, number) in values {
                    counted.set_item(value, int(py, number)?)?;
                }
                named.set_item(name, counted)?;
            }
            FollowingValues::Unknown(limit) => unlisted.set_item(name, name_of(*limit))?,
            _ => unlisted.set_item(name, py.None())?,
        }
    }
    answer.add("values", named)?;
    answer.add("unlisted", unlisted)?;
    answer.done()
}

pub(crate) fn explained<'py>(py: Python<'py>, found: &Explained) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    answer.add("has_solution", found.has_solution())?;
    answer.add("sentences", found.sentences())?;
    let steps = found.explanation().map(|explanation| &explanation.steps[..]).unwrap_or_default();
    let steps: Vec<(&str, usize)> =
        steps.iter().map(|step| (step.technique.name, step.at_once)).collect();
    answer.add("steps", steps)?;
    answer.done()
}

pub(crate) fn clues<'py>(
    py: Python<'py>,
    found: &Clues,
    name: impl Fn(cnfetti::csp::VarId) -> String,
) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    answer.add("redundant", found.redundant())?;
    answer.add("minimal_sets", found.minimal_sets())?;
    answer.add("all_sets", found.are_all_sets())?;
    answer.add("number_of_solutions", found.solutions().len())?;
    answer.add("all_solutions", found.are_all_solutions())?;
    let named = |pairs: Vec<(cnfetti::csp::VarId, i32)>| -> Vec<(String, i32)> {
        pairs.into_iter().map(|(variable, value)| (name(variable), value)).collect()
    };
    answer.add("deciding", named(found.deciding()))?;
    answer.add("fewest", found.fewest().map(named))?;
    answer.done()
}

pub(crate) fn decided<'py>(py: Python<'py>, found: &Decided) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer::new(py, found.basis())?;
    let numbers = |lits: &[Lit]| -> Vec<i32> { lits.iter().map(|lit| lit.dimacs()).collect() };
    answer.add("model", found.model().map(|model| numbers(model.literals())))?;
    answer.add("core", numbers(found.core()))?;
    answer.done()
}

pub(crate) fn certified<'py>(py: Python<'py>, found: &Certified) -> PyResult<Bound<'py, PyAny>> {
    let answer = Answer(PyDict::new(py));
    answer.add("verdict", found.verdict())?;
    answer.add("solutions", int(py, found.solutions())?)?;
    answer.add("listed", found.is_list())?;
    answer.done()
}
