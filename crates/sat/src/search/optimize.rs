//! The best solution: a solver finds one, then a better one, until there is none; or a program finds it
//! that optimizes.

use cnfetti_encodings::Cnf;

use super::count::CountError;
use super::enumerate::{End, WrongModel};
use crate::compile::{Choices, Compiled, Cost, Weights, compile_within};
use crate::dimacs::Language;
use crate::solver::{Backend, Model, Outcome};
use cnfetti_core::csp::{Csp, Objective, Sense, Value};
use cnfetti_core::limit::{Budget, Limit};

/// A solution, and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The value of the objective.
    pub value: i64,
    /// A value for each variable.
    pub solution: Vec<Value>,
    /// The model of the problem's formula that it was read from.
    pub model: Model,
}

/// How the search for the best solution ended.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The best solution that was found; no solution is better when all were looked for.
    pub best: Option<Best>,
    /// [`End::Exhausted`] when there is no better one: then with the formula that says there is.
    pub end: End,
}

/// Looks for the best solution of a problem with an objective; of one without for any solution.
/// `improved` is told each solution that is better than those before. Every model is decoded and
/// checked against the constraints.
///
/// # Errors
///
/// When the formula would be too large, the solver fails, or a model is no solution.
pub fn optimize(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    budget: &Budget,
    mut improved: impl FnMut(&Best),
) -> Result<Optimum, CountError> {
    let any = Objective { terms: Default::default(), sense: Sense::Minimize };
    let objective = csp.objective().unwrap_or(&any);
    let compiled = match compile_within(csp, choices, budget) {
        Ok(compiled) => compiled,
        Err(error) => return Ok(Optimum { best: None, end: End::Stopped(error.limit()?) }),
    };
    let mut rest = compiled.cnf.to_unlimited();
    let cost = Cost::new(&mut rest, &compiled.map, objective, choices);
    let asked = Asked { csp, compiled: &compiled, objective, backend };
    if backend.optimizes().is_some() && csp.objective().is_some() {
        return asked.program(rest, &cost, budget, improved);
    }
    let mut solver = backend.load(&rest, budget);
    let mut best: Option<Best> = None;
    loop {
        let model = match solver.solve(&[]) {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(_) => return Ok(Optimum { best, end: End::Exhausted(rest) }),
            Outcome::Unknown(limit) => return Ok(Optimum { best, end: End::Stopped(limit) }),
            Outcome::Failed(fault) => return Err(WrongModel::from(fault).into()),
        };
        let found = asked.read(&model)?;
        let value = found.value;
        let is_better = |best: &Best| objective.is_better(value, best.value);
        if !best.as_ref().is_none_or(is_better) {
            return Err(asked.wrong().into());
        }
        improved(&found);
        best = Some(found);
        for clause in cost.better_than(value) {
            solver.add_clause(&clause);
            rest.add_clause(clause);
        }
    }
}

/// What a solver was asked for.
struct Asked<'a> {
    csp: &'a Csp,
    compiled: &'a Compiled,
    objective: &'a Objective,
    backend: &'a Backend,
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
        let model = Model::new(own.copied().collect());
        Ok(Best { value: self.objective.value(&solution), solution, model })
    }

    fn wrong(&self) -> WrongModel {
        WrongModel::BreaksConstraint { solver: self.backend.name.to_string() }
    }

    /// Leaves the search for the best to a program that optimizes.
    fn program(
        &self,
        mut rest: Cnf,
        cost: &Cost,
        budget: &Budget,
        mut improved: impl FnMut(&Best),
    ) -> Result<Optimum, CountError> {
        let weights = Weights::new(&self.compiled.map, self.objective);
        let weights = match self.backend.optimizes() {
            Some(Language::Wcnf) => weights.positive(),
            _ => weights,
        };
        let answer = self.backend.least(&self.compiled.cnf, &weights.weights, budget);
        let answer = answer.map_err(WrongModel::from)?;
        let model = match answer.outcome {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(_) => {
                return Ok(Optimum { best: None, end: End::Exhausted(rest) });
            }
            Outcome::Unknown(limit) => return Ok(Optimum { best: None, end: End::Stopped(limit) }),
            Outcome::Failed(fault) => return Err(WrongModel::from(fault).into()),
        };
        let best = self.read(&model)?;
        improved(&best);
        cost.better_than(best.value).into_iter().for_each(|clause| rest.add_clause(clause));
        let end = match answer.is_optimal {
            true => End::Exhausted(rest),
            false => End::Stopped(Limit::Steps),
        };
        Ok(Optimum { best: Some(best), end })
    }
}
