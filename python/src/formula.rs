//! Formulas: from a problem, from a file, or from clauses.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cnfetti::assignment::Model;
use cnfetti::dimacs;
use cnfetti::emit::Language;
use cnfetti::encodings::{Cnf, Lit};
use cnfetti::input::{read_bytes, read_text, without_packing};
use cnfetti::limit::Budget;
use cnfetti::output::{FORMULA, OPB, Target};
use cnfetti::problem::{Decided, Encoded, Error, Means, count_models, decide_formula};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::asking::{ask, ask_telling};
use crate::options::Options;
use crate::problem::Problem;
use crate::{answers, clauses, errors};

/// An immutable formula.
#[pyclass(frozen, module = "cnfetti._native")]
pub(crate) struct Formula {
    source: Source,
}

enum Source {
    Problem { encoded: Box<Encoded>, problem: Arc<cnfetti::Problem>, shown: Vec<u32> },
    Clauses { cnf: Cnf, shown: Option<Vec<u32>> },
}

/// Looks up a language by name.
pub(crate) fn language(name: &str) -> PyResult<Language> {
    match name {
        "dimacs" => Ok(Language::Dimacs),
        "wcnf" => Ok(Language::Wcnf),
        "opb" => Ok(Language::Opb),
        other => {
            let expected = "language: expected dimacs, wcnf or opb";
            Err(errors::invalid(&format!("{expected}, found {other:?}")))
        }
    }
}

/// Whether a file is a formula, packed or not. If it cannot be read, that error comes up later.
#[pyfunction]
pub(crate) fn is_formula_file(path: PathBuf) -> bool {
    let extension = without_packing(&path).extension();
    let is_named = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("cnf"));
    let mut is_formula = false;
    // Only the beginning of the file is needed.
    let _ = read_bytes(&path, |beginning| {
        is_formula = is_named || dimacs::is_likely(beginning);
        0
    });
    is_formula
}

/// Whether a text with this beginning is in DIMACS.
#[pyfunction]
pub(crate) fn is_formula(beginning: &[u8]) -> bool {
    dimacs::is_likely(beginning)
}

/// Converts a literal, and checks its size.
pub(crate) fn literal(number: i64) -> PyResult<Lit> {
    let lit = i32::try_from(number).ok().and_then(Lit::from_dimacs);
    let expected = "expected literals, whole numbers from -2147483647 to 2147483647 but 0";
    lit.ok_or_else(|| errors::invalid(&format!("{expected}, found {number}")))
}

/// Converts a variable of a formula with this many.
fn variable(number: i64, most: u32) -> PyResult<u32> {
    let found = u32::try_from(number).ok().filter(|&found| found > 0 && found <= most);
    let wrong = || format!("expected variables from 1 to {most}, found {number}");
    found.ok_or_else(|| errors::invalid(&wrong()))
}

impl Formula {
    pub(crate) fn encoded(encoded: Encoded, problem: Arc<cnfetti::Problem>) -> Formula {
        let shown = encoded.compiled().map.shown().to_vec();
        Formula { source: Source::Problem { encoded: Box::new(encoded), problem, shown } }
    }

    pub(crate) fn cnf(&self) -> &Cnf {
        match &self.source {
            Source::Problem { encoded, .. } => &encoded.compiled().cnf,
            Source::Clauses { cnf, .. } => cnf,
        }
    }

    fn shown_variables(&self) -> Option<&[u32]> {
        match &self.source {
            Source::Problem { shown, .. } => Some(shown),
            Source::Clauses { shown, .. } => shown.as_deref(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to memory cannot fail.
        let written = match &self.source {
            Source::Problem { encoded, .. } => encoded.write(&mut bytes),
            Source::Clauses { cnf, shown } => {
                let mut comments = vec![format!("cnfetti {}", env!("CARGO_PKG_VERSION"))];
                if let Some(shown) = shown {
                    let numbers: String = shown.iter().map(|number| format!("{number} ")).collect();
                    comments.push(format!("p show {numbers}0"));
                }
                dimacs::write_plain(&mut bytes, &comments, cnf)
            }
        };
        if written.is_err() { Vec::new() } else { bytes }
    }
}

/// Converts clauses. Returns also the largest of their variables, and at least this one.
pub(crate) fn clauses_of(clauses: &[Vec<i64>], variables: u32) -> PyResult<(Vec<Vec<Lit>>, u32)> {
    if variables > Lit::MAX_VARIABLE {
        return Err(errors::invalid("variables: a formula has at most 2147483647"));
    }
    let clause = |clause: &Vec<i64>| clause.iter().map(|&number| literal(number)).collect();
    let lits: Vec<Vec<Lit>> = clauses.iter().map(clause).collect::<PyResult<_>>()?;
    let largest = lits.iter().flatten().map(|lit| lit.variable()).fold(variables, u32::max);
    Ok((lits, largest))
}

/// A clause as numbers.
pub(crate) fn numbers_of(clause: &[Lit]) -> Vec<i32> {
    clause.iter().map(|lit| lit.dimacs()).collect()
}

/// Asks for a model under assumptions, or for assumptions that contradict each other.
pub(crate) fn decided<'py>(
    py: Python<'py>,
    decide: impl FnOnce(Arc<AtomicBool>) -> Result<Decided, Error> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    ask(py, decide)?
        .into_python(py, |found| answers::decided(py, &found.map_err(|error| errors::of(&error))?))
}

#[pymethods]
impl Formula {
    #[staticmethod]
    fn of(
        clauses: Vec<Vec<i64>>,
        variables: Option<u32>,
        shown: Option<Vec<i64>>,
    ) -> PyResult<Formula> {
        let (clauses, largest) = clauses_of(&clauses, variables.unwrap_or(0))?;
        let mut cnf = Cnf::new();
        cnf.declare(largest);
        clauses.into_iter().for_each(|clause| cnf.add_clause(clause));
        let shown = shown.map(|shown| {
            shown.into_iter().map(|number| variable(number, cnf.num_vars())).collect()
        });
        Ok(Formula { source: Source::Clauses { shown: shown.transpose()?, cnf } })
    }

    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Formula> {
        let text = read_text(&path, |_| dimacs::MAX_BYTES);
        let text = text.map_err(|error| errors::system(&path, &error))?;
        Formula::parse(py, text, &path)
    }

    #[staticmethod]
    fn reads(py: Python<'_>, text: String, name: PathBuf) -> PyResult<Formula> {
        Formula::parse(py, text, &name)
    }

    #[getter]
    fn num_variables(&self) -> u32 {
        self.cnf().num_vars()
    }

    #[getter]
    fn num_clauses(&self) -> usize {
        self.cnf().num_clauses()
    }

    /// The variables that models are projected to; `None` for all.
    #[getter]
    fn shown(&self) -> Option<Vec<u32>> {
        self.shown_variables().map(<[u32]>::to_vec)
    }

    /// The meanings of the first variables.
    fn names(&self) -> Vec<String> {
        match &self.source {
            Source::Problem { encoded, .. } => encoded.names().collect(),
            Source::Clauses { .. } => Vec::new(),
        }
    }

    /// The problem whose solutions are the models.
    fn problem<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = |_| clauses::problem(self.cnf(), self.shown_variables());
        ask(py, state)?.into_python(py, |problem| {
            let problem = problem.map_err(|said| errors::invalid(&said))?;
            Ok(Bound::new(py, Problem::of(problem))?.into_any())
        })
    }

    fn clauses(&self) -> Vec<Vec<i32>> {
        self.cnf().clauses().map(numbers_of).collect()
    }

    /// The literals of all clauses, one after the other, four bytes each.
    fn literals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let cnf = self.cnf();
        let number: usize = cnf.clauses().map(<[Lit]>::len).sum();
        PyBytes::new_with(py, 4 * number, |bytes| {
            for (four, lit) in bytes.chunks_exact_mut(4).zip(cnf.clauses().flatten()) {
                four.copy_from_slice(&lit.dimacs().to_ne_bytes());
            }
            Ok(())
        })
    }

    /// The index at which each clause begins among the literals, and that of the end, eight bytes each.
    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let cnf = self.cnf();
        PyBytes::new_with(py, 8 * (cnf.num_clauses() + 1), |bytes| {
            let mut start = 0_i64;
            for (eight, clause) in bytes[8..].chunks_exact_mut(8).zip(cnf.clauses()) {
                start += clause.len() as i64;
                eight.copy_from_slice(&start.to_ne_bytes());
            }
            Ok(())
        })
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }

    fn write(&self, path: PathBuf, overwrite: bool) -> PyResult<()> {
        let is_opb = path.extension().is_some_and(|ending| ending == "opb");
        let sort = if is_opb { OPB } else { FORMULA };
        let target = Target::new(&path, sort, overwrite);
        let target = target.map_err(|error| errors::not_written(&error))?;
        let written = target.write(|out| out.write_all(&self.bytes()));
        written.map_err(|error| errors::not_written(&error))
    }

    fn count<'py>(&self, py: Python<'py>, options: Options) -> PyResult<Bound<'py, PyAny>> {
        let (mut means, listener) = (options.means()?, options.listener(py));
        if let Some(listener) = &listener {
            means = listener.means(means);
        }
        let count = |stop| {
            let means: Means = means.until(stop);
            count_models(self.cnf(), self.shown_variables(), &means)
        };
        ask_telling(py, listener.as_ref(), count)?.into_python(py, |found| {
            let found = found.map_err(|error| errors::of(&error))?;
            answers::number(py, &found, None, &[])
        })
    }

    /// A model in which the assumptions hold, or assumptions that contradict each other.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        assumptions: Vec<i64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (means, most) = (options.means()?, self.cnf().num_vars());
        let assumed: PyResult<Vec<Lit>> = assumptions.into_iter().map(literal).collect();
        let assumed = assumed?;
        if let Some(lit) = assumed.iter().find(|lit| lit.variable() > most) {
            let what = format!("expected assumptions about variables up to {most}, found {lit}");
            return Err(errors::invalid(&what));
        }
        decided(py, |stop| decide_formula(self.cnf(), &assumed, &means.until(stop)))
    }

    /// The values of the solution that a model stands for.
    fn decode(&self, py: Python<'_>, literals: Vec<i64>) -> PyResult<Vec<i32>> {
        let Source::Problem { encoded, problem, .. } = &self.source else {
            return Err(errors::invalid(
                "the formula belongs to no problem: there is nothing to decode",
            ));
        };
        let most = encoded.num_variables() as usize;
        let mut model: Vec<Option<Lit>> = vec![None; most];
        for number in literals {
            let lit = literal(number)?;
            if let Some(place) = model.get_mut(lit.variable() as usize - 1) {
                match place {
                    Some(other) if *other != lit => {
                        let both = format!("the model has both {} and {}", -number, number);
                        return Err(errors::invalid(&both));
                    }
                    _ => *place = Some(lit),
                }
            }
        }
        if let Some(missing) = model.iter().position(Option::is_none) {
            let what = format!("the model has no literal of the variable {}", missing + 1);
            return Err(errors::invalid(&what));
        }
        let model = Model::new(model.into_iter().flatten().collect());
        let asked = ask(py, |_| problem.decode(encoded, &model))?;
        asked.whole(py)?.map(|found| found.values().to_vec()).map_err(|error| errors::of(&error))
    }
}

impl Formula {
    fn parse(py: Python<'_>, text: String, name: &Path) -> PyResult<Formula> {
        let read = |stop| {
            let budget = Budget { stop: Some(stop), ..Budget::default() };
            // A file that may be cut off is an error.
            match dimacs::read_forgiving(&text, &budget)? {
                (file, None) => Ok(file),
                (_, Some(error)) => Err(error),
            }
        };
        let read = ask(py, read)?.whole(py)?;
        let file = read.map_err(|error| errors::in_text(name, &text, &error))?;
        let most = file.cnf.num_vars();
        let unknown = |&&number: &&u32| number == 0 || number > most;
        if let Some(number) = file.show.iter().flatten().find(unknown) {
            let what = format!("it shows the variable {number}, which it does not have");
            return Err(errors::invalid(&format!("{}: {what}", name.display())));
        }
        Ok(Formula { source: Source::Clauses { cnf: file.cnf, shown: file.show } })
    }
}
