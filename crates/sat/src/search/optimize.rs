//! The best solution: by branch and bound, depth-first search and a solver that looks for ever better ones, in turns, or by an
//! external program that optimizes.

mod depth_first;
mod descent;
mod known;
mod narrow;
mod portfolio;

use cnfetti_encodings::Cnf;

use super::blocking::CountError;
use super::ended::{Ended, NoOther};
use super::enumerate::WrongModel;
use crate::compile::{Choices, Compiled, Cost, Weights, compile_within};
use crate::dimacs::Language;
use crate::solver::{Backend, Fault, Model, Outcome, optimizer};
use cnfetti_core::csp::{Bound, Csp, Objective, Sense, Value};
use cnfetti_core::limit::{Budget, Limit};

use descent::Descent;
use known::Known;
pub use portfolio::optimize_by_portfolio;

/// A solution, and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The value of the objective.
    pub value: i64,
    /// A value for each variable.
    pub solution: Vec<Value>,
    /// The model of the problem's formula that it was read from; engines without a formula have none.
    pub model: Option<Model>,
}

/// How the search for the best solution ended.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The best solution that was found.
    pub best: Option<Best>,
    /// A bound: no solution has a better value of the objective. `None` if none is known.
    pub bound: Option<i64>,
    /// How the search ended.
    pub end: Ended,
}

/// Reports from a search while it runs.
pub enum News<'a> {
    /// The formula is made.
    Compiled(&'a Compiled),
    /// A solution is found that is better than those before.
    Improved(&'a Best),
}

/// Looks for the best solution, or for any solution if there is no objective, with a solver alone. Unless the user chose the
/// solver, it is one that can be interrupted. Every model is decoded and checked against the constraints.
///
/// # Errors
///
/// When the formula would be too large, the solver fails, or a model is no solution.
pub fn optimize(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    mut on_news: impl FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    optimize_alone(csp, choices, backend, budget, &mut on_news)
}

/// Not generic, so that it is compiled once, here.
fn optimize_alone(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    let backend = match csp.objective() {
        Some(_) if !backend.is_chosen() => &optimizer(),
        _ => backend,
    };
    let any = any();
    let objective = csp.objective().unwrap_or(&any);
    let known = Known::new(csp, objective, backend, budget);
    let compiled = match compile_within(csp, choices, budget) {
        Ok(compiled) => compiled,
        Err(error) => return Ok(known.stopped(error.limit()?)),
    };
    on_news(News::Compiled(&compiled));
    let mut rest = compiled.cnf.to_unlimited();
    let cost = Cost::new(&mut rest, &compiled.map, objective, choices);
    let (compiled, cost) = (&compiled, &cost);
    let asked = Asked { csp, compiled, is_narrow: false, objective, cost, backend, budget };
    if backend.optimizes().is_some() && csp.objective().is_some() {
        return asked.program(rest, on_news);
    }
    Ok(Descent::new(&asked, rest, known).run(on_news)?)
}

/// The objective if any solution will do.
fn any() -> Objective {
    Objective { terms: Default::default(), sense: Sense::Minimize }
}

/// Finds the best solution by branch and bound and depth-first search, then with a solver.
fn optimize_by_sums(
    csp: &Csp,
    choices: &Choices,
    budget: &Budget,
    on_news: &mut dyn FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    let Some(objective) = csp.objective() else {
        return optimize(csp, choices, &crate::solver::default(), budget, on_news);
    };
    let backend = optimizer();
    let mut known = Known::new(csp, objective, &backend, budget);
    if depth_first::is_only_searched(csp) {
        known.begin_depth_first(budget, on_news)?;
        if let Some(limit) = known.search_alone(budget, on_news)? {
            return Ok(known.stopped(limit));
        }
    } else {
        known.with_branches(budget, on_news)?;
    }
    if known.is_over() {
        return closed(known, budget);
    }
    narrow::descend(known, choices, budget, on_news)
}

/// The result if no formula was needed.
fn closed(mut known: Known<'_>, budget: &Budget) -> Result<Optimum, CountError> {
    let no_better = known.no_better(None, budget);
    Ok(Optimum::exhausted(known.best, no_better, budget)?)
}

/// The problem of the solutions that are better than this one.
fn better(csp: &Csp, best: Option<&Best>) -> Csp {
    match csp.objective().cloned().zip(best) {
        Some((objective, best)) => csp.better_than(&Bound { objective, value: best.value }),
        None => csp.clone().without_objective(),
    }
}

impl Optimum {
    /// No solution is better than this one. If a program says so, this finds the evidence.
    fn exhausted(
        best: Option<Best>,
        no_better: NoOther,
        budget: &Budget,
    ) -> Result<Optimum, WrongModel> {
        let end = Ended::of(no_better, budget)?;
        let is_proved = matches!(end, Ended::Exhausted(_));
        let bound = best.as_ref().map(|best| best.value).filter(|_| is_proved);
        Ok(Optimum { best, bound, end })
    }

    /// Nothing is known.
    fn stopped(limit: Limit) -> Optimum {
        Optimum { best: None, bound: None, end: Ended::Stopped(limit) }
    }
}

/// A solver's task.
struct Asked<'a> {
    csp: &'a Csp,
    compiled: &'a Compiled,
    /// Whether the formula leaves out values, so its models are not those of the problem's formula.
    is_narrow: bool,
    objective: &'a Objective,
    cost: &'a Cost,
    backend: &'a Backend,
    budget: &'a Budget,
}

impl Asked<'_> {
    /// The solution of a model, which is checked.
    fn read(&self, model: &Model) -> Result<Best, WrongModel> {
        let solution = self.compiled.map.decode(model)?;
        if !self.csp.is_solution(&solution) {
            return Err(self.wrong());
        }
        let num_vars = self.compiled.cnf.num_vars();
        let own = model.literals().iter().filter(|lit| lit.variable() <= num_vars);
        let model = (!self.is_narrow).then(|| Model::new(own.copied().collect()));
        Ok(Best { value: self.objective.value(&solution), solution, model })
    }

    fn wrong(&self) -> WrongModel {
        WrongModel::BreaksConstraint { solver: self.backend.name.to_string() }
    }

    /// Leaves the search for the best to a program that optimizes.
    fn program(
        &self,
        mut rest: Cnf,
        on_news: &mut dyn FnMut(News<'_>),
    ) -> Result<Optimum, CountError> {
        let weights = Weights::new(&self.compiled.map, self.objective);
        let weights = match self.backend.optimizes() {
            Some(Language::Wcnf) => weights.positive(),
            _ => weights,
        };
        let answer = self.backend.least(&self.compiled.cnf, &weights.weights, self.budget);
        let answer = answer.map_err(WrongModel::from)?;
        let model = match answer.outcome {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(_) => {
                let none = NoOther::by_solver(self.backend, rest);
                return Ok(Optimum::exhausted(None, none, self.budget)?);
            }
            Outcome::Unknown(limit) => return Ok(Optimum::stopped(limit)),
            Outcome::Failed(fault) => return Err(WrongModel::from(fault).into()),
        };
        let best = self.read(&model)?;
        on_news(News::Improved(&best));
        self.cost.better_than(best.value).into_iter().for_each(|clause| rest.add_clause(clause));
        match answer.is_optimal {
            true => {
                let no_better = NoOther::by_solver(self.backend, rest);
                Ok(Optimum::exhausted(Some(best), no_better, self.budget)?)
            }
            false => Ok(Optimum { best: Some(best), ..Optimum::stopped(Limit::Steps) }),
        }
    }
}

/// A bound that does not fit a solution.
fn contradiction(by: &str, bound: i64, value: i64) -> WrongModel {
    let wrong = format!(
        "{by} is wrong: no solution is better than {bound}, it says, but {value} is possible"
    );
    Fault(wrong).into()
}
