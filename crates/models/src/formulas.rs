//! Variables with too many values to list, whose value follows from others: in `cost = 500·a + 7·b`, the cost needs
//! no variable of the CSP.
//!
//! Such a variable gets a [`Formula`], over digits that are added if no constraint defines it. The constraints are stated
//! without it: [`Model::stated`] replaces it by its formula, and the constraint that defines it by the condition that the
//! formula lies within its bounds. [`Model::check`] knows nothing of this. It evaluates the constraints as written, also
//! the defining one.

mod digits;
mod inverse;
mod linear;

use std::collections::{BTreeSet, HashMap, VecDeque};

pub(crate) use digits::weights;
pub(crate) use linear::Linear;

use crate::bounds::Bounds;
use crate::tree::{Comparison, Condition, Constraint, Extreme, Goal, Model, Posted};
use crate::{Expr, Operator};
use cnfetti_input::Span;

/// The formulas of a model have at most this length in total, each counted as often as it is used: formulas that contain
/// others, or are used often, could be much longer than the file.
const MAX_LENGTH: usize = 10_000_000;

/// The digits of all variables are at most so many.
const MAX_DIGITS: usize = 1_000_000;

/// How the value of a variable follows from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The value, as an expression over variables without a formula.
    pub value: Expr,
    /// The least and the greatest value that the variable may have.
    pub bounds: (i64, i64),
    /// The position in [`Model::constraints`] of the constraint that defines the variable.
    pub constraint: usize,
    /// The variables of its digits, if no constraint of the file defines it. The least significant one comes first.
    pub digits: Vec<usize>,
}

/// A variable without a listed domain, and the bounds that are known.
#[derive(Clone, Debug)]
pub(crate) struct Large {
    /// Its position in [`Model::variables`].
    pub(crate) variable: usize,
    /// The least and the greatest value, if known.
    pub(crate) bounds: (Option<i128>, Option<i128>),
    /// Its place in the file.
    pub(crate) span: Span,
}

/// Gives a formula to each of these variables that constraints define over others. They are none that [`others_need`].
pub(crate) fn define(model: &mut Model, large: &[Large]) {
    Search::new(model, large).follow(model);
}

/// Gives a formula to each of these variables, as far as possible: if nothing defines any of them, to the one with the
/// fewest values over its digits.
pub(crate) fn define_all(model: &mut Model, large: &[Large]) {
    let mut search = Search::new(model, large);
    search.follow(model);
    let before = model.variables.len();
    let mut sorted: Vec<&Large> = large.iter().collect();
    sorted.sort_by_key(|one| width(one.bounds));
    let mut left = MAX_DIGITS;
    for one in sorted {
        if model.variables[one.variable].formula.is_some() {
            continue;
        }
        let Some(formula) = digits::formula(model, one) else { continue };
        let Some(fewer) = left.checked_sub(formula.digits.len()) else { continue };
        if search.give(model, one.variable, formula) {
            left = fewer;
            digits::add(model, one);
            search.follow(model);
        }
    }
    digits::sort(model, before);
}

/// The distance between bounds, if both are known.
pub(crate) fn width((low, high): (Option<i128>, Option<i128>)) -> Option<i128> {
    Some(high?.saturating_sub(low?))
}

/// The variables that something else than sums, expressions and extrema mentions, which need a variable of the CSP.
pub(crate) fn others_need(model: &Model) -> BTreeSet<usize> {
    let mut needed = BTreeSet::new();
    let mut need = |expr: &Expr| {
        expr.each_variable(&mut |variable| {
            needed.insert(variable);
        });
    };
    for posted in model.constraints.iter().filter(|posted| !is_replaced(&posted.constraint)) {
        posted.constraint.each_expr(&mut need);
    }
    for objective in &model.objectives {
        if let Goal::DistinctCount(list) = &objective.goal {
            list.iter().for_each(&mut need);
        }
    }
    needed
}

/// Whether [`replaced`] knows the constraint.
fn is_replaced(constraint: &Constraint) -> bool {
    matches!(
        constraint,
        Constraint::Intension(_) | Constraint::Sum { .. } | Constraint::Extreme { .. }
    )
}

/// Whether a constraint is about a weighted sum of variables, and not about its truth.
pub(crate) fn is_weighted_sum(constraint: &Constraint) -> bool {
    let is_variable = |expr: &Expr| matches!(expr, Expr::Variable(_));
    let is_sum = |expr: &Expr| {
        Linear::of(expr).is_some_and(|sum| sum.terms().all(|(term, _)| is_variable(term)))
    };
    match constraint {
        Constraint::Sum { terms, weights, condition } => {
            let is_number = |expr: &Expr| matches!(expr, Expr::Number(_));
            let bound = match condition {
                Condition::Compare(_, bound) => is_sum(bound),
                Condition::Within { .. } => true,
            };
            bound && weights.iter().all(is_number) && terms.iter().all(is_sum)
        }
        Constraint::Intension(Expr::Apply(operator, args)) => {
            use Operator::{Eq, Ge, Gt, Le, Lt, Ne};
            matches!(operator, Eq | Ge | Gt | Le | Lt | Ne) && args.iter().all(is_sum)
        }
        _ => false,
    }
}

/// Constraints with a single unknown variable. Sums come first: their formulas need no further variables.
struct Search {
    /// The unknown variables of each constraint.
    unknown: Vec<Vec<usize>>,
    /// The constraints of each unknown variable.
    mentions: HashMap<usize, Vec<usize>>,
    /// How often each unknown variable occurs.
    occurrences: HashMap<usize, usize>,
    /// What is left of [`MAX_LENGTH`].
    left: usize,
    is_sum: Vec<bool>,
    sums: VecDeque<usize>,
    others: VecDeque<usize>,
    /// What is known about each variable without a formula.
    open: HashMap<usize, Large>,
}

impl Search {
    fn new(model: &Model, large: &[Large]) -> Search {
        let open: HashMap<usize, Large> =
            large.iter().map(|one| (one.variable, one.clone())).collect();
        let mut search = Search {
            unknown: Vec::with_capacity(model.constraints.len()),
            mentions: HashMap::new(),
            occurrences: open.keys().map(|&variable| (variable, 0)).collect(),
            left: MAX_LENGTH,
            is_sum: Vec::with_capacity(model.constraints.len()),
            sums: VecDeque::new(),
            others: VecDeque::new(),
            open: HashMap::new(),
        };
        for (at, posted) in model.constraints.iter().enumerate() {
            let mut unknown = posted.constraint.scope();
            unknown.retain(|variable| open.contains_key(variable));
            posted.constraint.each_expr(&mut |expr| {
                expr.each_variable(&mut |variable| {
                    if let Some(number) = search.occurrences.get_mut(&variable) {
                        *number += 1;
                    }
                });
            });
            for &variable in &unknown {
                search.mentions.entry(variable).or_default().push(at);
            }
            let is_one = unknown.len() == 1;
            search.unknown.push(unknown);
            search.is_sum.push(
                Linear::of_equation(&posted.constraint).is_some_and(|sum| {
                    sum.terms().all(|(expr, _)| matches!(expr, Expr::Variable(_)))
                }),
            );
            if is_one {
                search.push(at);
            }
        }
        Search { open, ..search }
    }

    /// Gives formulas to variables that constraints define over others, until there are no more.
    fn follow(&mut self, model: &mut Model) {
        while let Some(constraint) = self.next() {
            let [variable] = self.unknown[constraint][..] else { continue };
            let Some(Large { bounds, .. }) = self.open.get(&variable) else { continue };
            let posted = &model.constraints[constraint].constraint;
            let Some(value) = definition(model, posted, variable) else { continue };
            let Some(formula) = formula(model, value, *bounds, constraint) else { continue };
            self.give(model, variable, formula);
        }
    }

    /// Gives a variable its formula, unless the formulas get too long.
    fn give(&mut self, model: &mut Model, variable: usize, formula: Formula) -> bool {
        let length = length(&formula.value).saturating_mul(self.occurrences[&variable]);
        let Some(left) = self.left.checked_sub(length) else { return false };
        self.left = left;
        model.variables[variable].formula = Some(formula);
        self.open.remove(&variable);
        self.resolve(variable);
        true
    }

    fn push(&mut self, constraint: usize) {
        let list = if self.is_sum[constraint] { &mut self.sums } else { &mut self.others };
        list.push_back(constraint);
    }

    fn next(&mut self) -> Option<usize> {
        self.sums.pop_front().or_else(|| self.others.pop_front())
    }

    fn resolve(&mut self, variable: usize) {
        for constraint in self.mentions.remove(&variable).unwrap_or_default() {
            self.unknown[constraint].retain(|&other| other != variable);
            if self.unknown[constraint].len() == 1 {
                self.push(constraint);
            }
        }
    }
}

/// What the variable equals if the constraint holds, as an expression with a value for all values of its variables. If
/// the variable has this value, the constraint holds.
fn definition(model: &Model, constraint: &Constraint, variable: usize) -> Option<Expr> {
    let value = match constraint {
        Constraint::Extreme { extreme, list, condition }
            if *condition == Condition::Compare(Comparison::Equal, Expr::Variable(variable)) =>
        {
            let operator = match extreme {
                Extreme::Maximum => Operator::Max,
                Extreme::Minimum => Operator::Min,
            };
            Expr::Apply(operator, list.clone())
        }
        _ => Linear::of_equation(constraint)?.solved_for(variable)?,
    };
    let mut occurs = false;
    value.each_variable(&mut |other| occurs |= other == variable);
    (!occurs && is_total(model, &value)).then_some(value)
}

/// Whether the expression has a value for all values of its variables.
fn is_total(model: &Model, expr: &Expr) -> bool {
    let Expr::Apply(operator, args) = expr else { return true };
    let is_defined = match (operator, &args[..]) {
        (Operator::Div | Operator::Mod, [_, divisor]) => {
            model.bounds(divisor).is_some_and(|(low, high)| low > 0 || high < 0)
        }
        (Operator::Pow, _) => false,
        _ => true,
    };
    is_defined && args.iter().all(|arg| is_total(model, arg))
}

/// The formula of a variable; `None` if it gets too long or its numbers too large.
fn formula(
    model: &Model,
    value: Expr,
    known: (Option<i128>, Option<i128>),
    constraint: usize,
) -> Option<Formula> {
    let value = without_formulas(model, &value)?;
    let (low, high) = model.bounds(&value)?;
    let bounds = (known.0.unwrap_or(low), known.1.unwrap_or(high));
    let bounds = (i64::try_from(bounds.0).ok()?, i64::try_from(bounds.1).ok()?);
    Some(Formula { value, bounds, constraint, digits: Vec::new() })
}

/// The expression with the formulas of its variables in their place; `None` if a number gets too large.
fn without_formulas(model: &Model, expr: &Expr) -> Option<Expr> {
    let replaced = replaced(model, expr);
    match &replaced {
        // Equal terms are joined, or a chain of sums would double in each step.
        Expr::Apply(Operator::Add | Operator::Sub | Operator::Neg | Operator::Mul, _) => {
            Some(Linear::of(&replaced)?.expr())
        }
        _ => Some(replaced),
    }
}

fn length(expr: &Expr) -> usize {
    match expr {
        Expr::Apply(_, args) => 1 + args.iter().map(length).sum::<usize>(),
        _ => 1,
    }
}

fn replaced(model: &Model, expr: &Expr) -> Expr {
    expr.replaced(&|variable| {
        let formula = model.variables[variable].formula.as_ref();
        formula.map_or(Expr::Variable(variable), |formula| formula.value.clone())
    })
}

impl Model {
    /// The same model without the variables that follow by a formula: its constraints, in the same order, mention only
    /// the others. `None` if no variable has a formula.
    pub(crate) fn stated(&self) -> Option<Model> {
        if self.variables.iter().all(|variable| variable.formula.is_none()) {
            return None;
        }
        let replace = |expr: &Expr| replaced(self, expr);
        let mut constraints: Vec<Posted> = Vec::with_capacity(self.constraints.len());
        for posted in &self.constraints {
            let condition = |condition: &Condition| match condition {
                Condition::Compare(relation, expr) => Condition::Compare(*relation, replace(expr)),
                Condition::Within { .. } => condition.clone(),
            };
            let constraint = match &posted.constraint {
                Constraint::Intension(expr) => Constraint::Intension(replace(expr)),
                Constraint::Sum { terms, weights, condition: limit } => Constraint::Sum {
                    terms: terms.iter().map(replace).collect(),
                    weights: weights.iter().map(replace).collect(),
                    condition: condition(limit),
                },
                Constraint::Extreme { extreme, list, condition: limit } => Constraint::Extreme {
                    extreme: *extreme,
                    list: list.iter().map(replace).collect(),
                    condition: condition(limit),
                },
                other => other.clone(),
            };
            constraints.push(Posted { constraint, ..posted.clone() });
        }
        for formula in self.variables.iter().filter_map(|variable| variable.formula.as_ref()) {
            constraints[formula.constraint].constraint =
                formula.within(self.bounds(&formula.value));
        }
        let mut objectives = self.objectives.clone();
        for objective in &mut objectives {
            if let Goal::Value(expr) = &mut objective.goal {
                *expr = replace(expr);
            }
        }
        Some(Model { constraints, objectives, ..self.clone() })
    }
}

impl Formula {
    /// The constraint that the value lies within the bounds of the variable.
    fn within(&self, possible: Option<Bounds>) -> Constraint {
        let (low, high) = self.bounds;
        match possible {
            Some((least, most)) if i128::from(low) <= least && most <= i128::from(high) => {
                Constraint::Intension(Expr::Number(1))
            }
            _ => Constraint::Sum {
                terms: vec![self.value.clone()],
                weights: vec![Expr::Number(1)],
                condition: Condition::Within { intervals: vec![self.bounds], inside: true },
            },
        }
    }
}
