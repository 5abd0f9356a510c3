//! The best solution: a solver finds one, then a better one, until there is none.

use super::count::CountError;
use super::enumerate::{End, WrongModel};
use crate::compile::{Choices, Cost, compile_within};
use crate::csp::{Csp, Linear, Objective, Ranges, Sense, Value};
use crate::limit::Budget;
use crate::solver::{Backend, Fault, Model, Outcome};

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
    let objective = csp.objective.as_ref().unwrap_or(&any);
    let compiled = match compile_within(csp, choices, budget) {
        Ok(compiled) => compiled,
        Err(error) => return Ok(Optimum { best: None, end: End::Stopped(error.limit()?) }),
    };
    let mut rest = compiled.cnf.to_unlimited();
    let cost = Cost::new(&mut rest, &compiled.map, objective, choices);
    let mut solver = backend.load(&rest, budget);
    let mut best: Option<Best> = None;
    loop {
        let model = match solver.solve(&[]) {
            Outcome::Satisfiable(model) => model,
            Outcome::Unsatisfiable(_) => return Ok(Optimum { best, end: End::Exhausted(rest) }),
            Outcome::Unknown(limit) => return Ok(Optimum { best, end: End::Stopped(limit) }),
            Outcome::Failed(fault) => return Err(WrongModel::from(fault).into()),
        };
        let solution = compiled.map.decode(&model).map_err(WrongModel::from)?;
        let value = objective.value(&solution);
        let is_better = |best: &Best| (value - best.value) * objective.sense.sign() < 0;
        if !csp.is_solution(&solution) || !best.as_ref().is_none_or(is_better) {
            let solver = backend.name.to_string();
            return Err(WrongModel::BreaksConstraint { solver }.into());
        }
        let own = model.literals().iter().filter(|lit| lit.variable() <= compiled.cnf.num_vars());
        let found = Best { value, solution, model: Model::new(own.copied().collect()) };
        improved(&found);
        best = Some(found);
        for clause in cost.better_than(value) {
            solver.add_clause(&clause);
            rest.add_clause(clause);
        }
    }
}

/// An error when a solution is better than the best one, as a solver says.
pub(super) fn require_optimal(
    objective: &Objective,
    best: i64,
    solution: &[Value],
    solver: &str,
) -> Result<(), Fault> {
    let value = objective.value(solution);
    if (value - best) * objective.sense.sign() >= 0 {
        return Ok(());
    }
    let wrong =
        format!("{solver} is wrong: no solution is better than {best}, it says, but {value} is");
    Err(Fault(wrong))
}

/// The same problem with only those solutions that are at least as good as this value, and without
/// the objective: when the value is optimal, only the optimal ones.
pub fn at_best(csp: &Csp, objective: &Objective, value: i64) -> Csp {
    let within = match objective.sense {
        Sense::Minimize => Ranges::at_most(value),
        Sense::Maximize => Ranges::at_least(value),
    };
    let mut bounded = Csp { objective: None, ..csp.clone() };
    let bound = Linear { terms: objective.terms.clone(), within };
    bounded.post(bound.into(), "no solution is better");
    bounded
}
