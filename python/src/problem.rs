//! A problem and its questions.

use std::path::PathBuf;
use std::sync::Arc;

use cnfetti::csp::VarId;
use cnfetti::explain::{Effort, Extent};
use cnfetti::picture::Theme;
use cnfetti::problem::{
    CertifyOptions, ClueOptions, CompareOptions, CountOptions, Counter, EncodeOptions,
    ExplainOptions, Means, SampleOptions, Solution, SolveOptions,
};
use pyo3::prelude::*;

use crate::asking::{Asked, ask, ask_telling};
use crate::formula::Formula;
use crate::listing::Listing;
use crate::options::Options;
use crate::{answers, comparing, errors};

type Asks<T> = Result<T, cnfetti::problem::Error>;

/// A part of a solution, the variables to count over, and whether the objective goes.
type Change = (Option<String>, Option<Vec<String>>, bool);

/// An immutable problem, and how it was changed since it was read.
#[pyclass(frozen, module = "cnfetti._native")]
pub(crate) struct Problem(Arc<cnfetti::Problem>, Vec<Change>);

impl Problem {
    pub(crate) fn of(problem: Arc<cnfetti::Problem>) -> Problem {
        Problem(problem, Vec::new())
    }

    /// Asks a question and waits for the answer. Errors become exceptions.
    fn asks<'py, T: Send>(
        &self,
        py: Python<'py>,
        options: &Options,
        question: impl FnOnce(&cnfetti::Problem, Means) -> Asks<T> + Send,
        tell: impl FnOnce(T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut means, listener) = (options.means()?, options.listener(py));
        if let Some(listener) = &listener {
            means = listener.means(means);
        }
        let asked =
            ask_telling(py, listener.as_ref(), |stop| question(&self.0, means.until(stop)))?;
        asked.into_python(py, |answer| tell(answer.map_err(|error| errors::of(&error))?))
    }

    /// What can be counted in parts elsewhere: the file's name, its text, the problem's name in it, and whether the
    /// objective is ignored.
    pub(crate) fn stated(&self) -> PyResult<(String, String, Option<String>, bool)> {
        let is_plain = |(board, over, _): &Change| board.is_none() && over.is_none();
        let source = self.0.source().filter(|_| self.1.iter().all(is_plain));
        let changed = "only a problem as its file states it is counted in parts: state what was entered, and what to \
                       count over, in the model";
        let (name, text, part) = source.ok_or_else(|| errors::invalid(changed))?;
        Ok((name.display().to_string(), text, part, !self.1.is_empty()))
    }

    /// Whether a variable with this name follows from those of the constraints.
    fn has_following(&self, name: &str) -> bool {
        self.0.puzzle().is_some_and(|puzzle| puzzle.following().iter().any(|one| one.name == name))
    }

    fn name(&self, variable: VarId) -> String {
        self.0.csp().name(variable).to_owned()
    }

    /// Restores a solution that Python has kept.
    fn kept(&self, values: Vec<i32>) -> PyResult<Solution> {
        self.0.solution(values).map_err(|broken| errors::invalid(&broken.to_string()))
    }
}

/// Reads a problem, unless a signal stops that.
fn read<'py>(
    py: Python<'py>,
    options: &Options,
    read: impl FnOnce(&Means) -> Asks<cnfetti::Problem> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let means = options.means()?;
    let asked: Asked<Asks<cnfetti::Problem>> = ask(py, |stop| read(&means.until(stop)))?;
    asked.into_python(py, |problem| {
        let problem = problem.map_err(|error| errors::of(&error))?;
        Ok(Bound::new(py, Problem::of(Arc::new(problem)))?.into_any())
    })
}

/// The problem after a change.
fn changed(
    problem: &cnfetti::Problem,
    (board, over, ignores_objective): Change,
) -> Result<cnfetti::Problem, String> {
    let mut made = problem.clone();
    if ignores_objective {
        made = made.ignoring_objective();
    }
    if let Some(board) = board {
        let json = serde_json::from_str(&board).map_err(|error| error.to_string())?;
        made = made.with_board(&json).map_err(|error| error.to_string())?;
    }
    match over {
        Some(over) => made.counted_over_named(&over).map_err(|error| match error {
            cnfetti::problem::Error::NotAVariable => unknown(problem, &over),
            other => other.to_string(),
        }),
        None => Ok(made),
    }
}

/// Says which of these names is none.
fn unknown(problem: &cnfetti::Problem, names: &[String]) -> String {
    let name = names.iter().find(|name| problem.variable(name).is_none());
    format!("there is no variable `{}`", name.map_or("", String::as_str))
}

#[pymethods]
impl Problem {
    #[staticmethod]
    fn load<'py>(py: Python<'py>, path: PathBuf, options: Options) -> PyResult<Bound<'py, PyAny>> {
        read(py, &options, |means| cnfetti::Problem::from_file_within(path, means))
    }

    #[staticmethod]
    fn loads<'py>(
        py: Python<'py>,
        text: String,
        name: String,
        options: Options,
    ) -> PyResult<Bound<'py, PyAny>> {
        read(py, &options, |means| cnfetti::Problem::from_text_within(name, text, means))
    }

    #[getter]
    fn kind(&self) -> Option<&str> {
        self.0.kind()
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.title()
    }

    #[getter]
    fn has_objective(&self) -> bool {
        self.0.csp().objective().is_some()
    }

    fn variables(&self) -> Vec<(String, Vec<i32>)> {
        let csp = self.0.csp();
        csp.ids().map(|id| (csp.name(id).to_owned(), csp.domain(id).to_vec())).collect()
    }

    fn constraints(&self) -> Vec<(String, String)> {
        let csp = self.0.csp();
        let posted = csp.constraints().iter();
        posted
            .map(|posted| (posted.constraint.rule().describe(csp), posted.reason.clone()))
            .collect()
    }

    fn draw(&self, values: Option<Vec<i32>>) -> PyResult<String> {
        let solution = values.map(|values| self.kept(values)).transpose()?;
        Ok(solution.map_or_else(|| self.0.draw_open(), |solution| self.0.draw(&solution)))
    }

    fn svg(&self, values: Option<Vec<i32>>, theme: &str) -> PyResult<String> {
        let solution = values.map(|values| self.kept(values)).transpose()?;
        let found = Theme::by_name(theme);
        if found.is_none() && theme != "auto" {
            let wrong = format!("theme: expected light, dark, print or auto, found {theme:?}");
            return Err(errors::invalid(&wrong));
        }
        Ok(self.0.svg(solution.as_ref(), found))
    }

    fn json(&self, values: Vec<i32>) -> PyResult<String> {
        Ok(self.0.to_json(&self.kept(values)?))
    }

    fn text(&self, format: &str) -> PyResult<String> {
        self.0.to_text(format).map_err(|error| errors::invalid(&error.to_string()))
    }

    /// The values of a solution and its objective, or the rule that it breaks.
    fn check<'py>(&self, py: Python<'py>, json: String) -> PyResult<Bound<'py, PyAny>> {
        let read = |_| -> Result<(Vec<i32>, Option<i64>), String> {
            let json = serde_json::from_str(&json).map_err(|error| error.to_string())?;
            let solution = self.0.read_solution(&json).map_err(|broken| broken.to_string())?;
            Ok((solution.values().to_vec(), self.0.objective_of(&solution)))
        };
        ask(py, read)?.into_python(py, |read| {
            let told = match read {
                Ok((values, objective)) => {
                    (Some(values), answers::amount(py, Some(self.0.csp()), objective)?, None)
                }
                Err(broken) => (None, None, Some(broken)),
            };
            Ok(told.into_pyobject(py)?.into_any())
        })
    }

    /// A changed copy of the problem.
    fn changed(
        &self,
        py: Python<'_>,
        board: Option<String>,
        over: Option<Vec<String>>,
        ignores_objective: bool,
    ) -> PyResult<Problem> {
        let change = (board, over, ignores_objective);
        let kept = change.clone();
        let made = ask(py, |_| changed(&self.0, change))?.whole(py)?;
        let made = made.map_err(|said| errors::invalid(&said))?;
        Ok(Problem(Arc::new(made), [self.1.as_slice(), &[kept]].concat()))
    }

    /// How to make it again in another process.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let Some((name, text, part)) = self.0.source() else {
            return Err(errors::invalid(
                "a problem without the text of its file cannot be pickled",
            ));
        };
        let made = py.get_type::<Problem>().getattr("again")?;
        let name = name.display().to_string();
        Ok((made, (name, text, part, self.1.clone()).into_pyobject(py)?.into_any()))
    }

    #[staticmethod]
    fn again<'py>(
        py: Python<'py>,
        name: String,
        text: String,
        part: Option<String>,
        changes: Vec<Change>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let repeated = |stop| -> PyResult<(cnfetti::Problem, Vec<Change>)> {
            let means = Means::default().until(stop);
            let read = cnfetti::Problem::from_source((name.into(), text, part), &means);
            let mut problem = read.map_err(|error| errors::of(&error))?;
            for change in &changes {
                let made = changed(&problem, change.clone());
                problem = made.map_err(|said| errors::invalid(&said))?;
            }
            Ok((problem, changes))
        };
        ask(py, repeated)?.into_python(py, |again| {
            let (problem, changes) = again?;
            Ok(Bound::new(py, Problem(Arc::new(problem), changes))?.into_any())
        })
    }

    fn count<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        engine: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let counter = match engine {
            "both" => Counter::Both,
            "exact" => Counter::Exact,
            "blocking" => Counter::Blocking,
            "clauses" => Counter::Clauses,
            other => {
                let expected = "engine: expected both, exact, blocking or clauses";
                return Err(errors::invalid(&format!("{expected}, found {other:?}")));
            }
        };
        let projections = self.0.csp().projections().iter();
        let names: Vec<String> =
            projections.map(|projection| projection.name.to_string()).collect();
        let count =
            |problem: &cnfetti::Problem, means| problem.count(&CountOptions { means, counter });
        self.asks(py, &options, count, |found| {
            answers::number(py, &found, Some(self.0.csp()), &names)
        })
    }

    fn solve<'py>(&self, py: Python<'py>, options: Options) -> PyResult<Bound<'py, PyAny>> {
        let solve = |problem: &cnfetti::Problem, means| {
            problem.solve(&SolveOptions { means, ..SolveOptions::default() })
        };
        self.asks(py, &options, solve, |found| answers::solved(py, &found, self.0.csp()))
    }

    fn solutions(
        &self,
        py: Python<'_>,
        options: Options,
        most: Option<usize>,
    ) -> PyResult<Listing> {
        Listing::new(py, Arc::clone(&self.0), &options, most)
    }

    fn sample<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        number: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let draw = |problem: &cnfetti::Problem, means| {
            problem.sample(&SampleOptions { means, number, seed })
        };
        self.asks(py, &options, draw, |found| answers::sampled(py, &found))
    }

    fn unique<'py>(&self, py: Python<'py>, options: Options) -> PyResult<Bound<'py, PyAny>> {
        let decide = |problem: &cnfetti::Problem, means| problem.unique(&means);
        self.asks(py, &options, decide, |found| answers::unique(py, &found))
    }

    fn candidates<'py>(&self, py: Python<'py>, options: Options) -> PyResult<Bound<'py, PyAny>> {
        let find =
            |problem: &cnfetti::Problem, means: Means| problem.candidates_with_following(&means);
        let variables = self.0.csp().ids().map(|id| (self.name(id), id));
        self.asks(py, &options, find, |found| answers::candidates(py, &found, variables))
    }

    fn explain<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        only: Option<&str>,
        extent: &str,
        effort: Option<u64>,
        unique_is_given: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let variable = only.and_then(|name| self.0.variable(name));
        // Without a variable of the constraints, it follows from others.
        let following = only.filter(|_| variable.is_none());
        if let Some(name) = following.filter(|name| !self.has_following(name)) {
            return Err(errors::invalid(&format!("there is no variable `{name}`")));
        }
        let extent = match extent {
            "needed" => Extent::Needed,
            "all" => Extent::All,
            "first" => Extent::First,
            other => {
                let expected = "steps: expected needed, all or first";
                return Err(errors::invalid(&format!("{expected}, found {other:?}")));
            }
        };
        let explain = |problem: &cnfetti::Problem, means| {
            let mut options = ExplainOptions {
                means,
                only: variable.into_iter().collect(),
                extent,
                unique_is_given,
                ..ExplainOptions::default()
            };
            if let Some(work) = effort {
                options.effort = Effort::Work(work);
            }
            match following {
                Some(name) => problem.explain_following(name, options),
                None => problem.explain(&options),
            }
        };
        self.asks(py, &options, explain, |found| answers::explained(py, &found))
    }

    fn clues<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        sets: usize,
        solutions: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let find = |problem: &cnfetti::Problem, means| {
            problem.clues(&ClueOptions { means, sets, solutions })
        };
        self.asks(py, &options, find, |found| answers::clues(py, &found, |id| self.name(id)))
    }

    fn certify<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        folder: PathBuf,
        listed: usize,
        replace: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let certify = |problem: &cnfetti::Problem, means| {
            let options =
                CertifyOptions { means, listed, replaces: replace, ..CertifyOptions::default() };
            problem.certify(folder, &options)
        };
        self.asks(py, &options, certify, |found| answers::certified(py, &found))
    }

    fn encode<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        language: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let language = crate::formula::language(language)?;
        let problem = Arc::clone(&self.0);
        let encode = |problem: &cnfetti::Problem, means| {
            problem.encode(&EncodeOptions { means, language: Some(language) })
        };
        self.asks(py, &options, encode, |encoded| {
            Ok(Bound::new(py, Formula::encoded(encoded, problem))?.into_any())
        })
    }

    fn compare<'py>(
        &self,
        py: Python<'py>,
        options: Options,
        what: comparing::What,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = comparing::options(what)?;
        let compare =
            |problem: &cnfetti::Problem, means| problem.compare(&CompareOptions { means, ..asked });
        self.asks(py, &options, compare, |found| comparing::table(py, &found))
    }
}
