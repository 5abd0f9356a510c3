//! Auxiliary variables that a tool, such as a compiler, added to a model.

use std::collections::{HashMap, VecDeque};

use super::evaluate::holds;
use super::tree::{Comparison, Condition, Constraint, Element, Model, Rank};
use super::{Expr, Operator};
use cnfetti_core::csp::Value;

/// How an auxiliary variable follows from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// The variable.
    pub variable: usize,
    /// The position of a constraint that determines it: all its other variables are known by then.
    pub constraint: usize,
}

impl Model {
    /// How each auxiliary variable follows from the author's variables, in order of derivation. If
    /// all do, they do not change the number of solutions. `None` if that is not obvious, which is
    /// always a safe answer.
    pub(super) fn derivations(&self) -> Option<Vec<Derivation>> {
        let mentioned = self.mentioned();
        let auxiliary = self.arrays.iter().filter(|array| array.introduced);
        let mut open = vec![false; self.variables.len()];
        auxiliary.flat_map(|array| array.cells.iter().flatten()).for_each(|&variable| {
            open[variable] = mentioned[variable];
            let formula = self.variables[variable].formula.as_ref();
            formula.into_iter().flat_map(|formula| &formula.digits).for_each(|&digit| {
                open[digit] = true;
            });
        });
        let mut left = open.iter().filter(|open| **open).count();
        // For each constraint, how often it mentions open variables; for each of these, where it
        // is mentioned.
        let mut unknown = vec![0_usize; self.constraints.len()];
        let mut mentions: HashMap<usize, Vec<usize>> = HashMap::new();
        for (constraint, posted) in self.constraints.iter().enumerate() {
            posted.constraint.each_expr(&mut |expr| {
                expr.each_variable(&mut |variable| {
                    if open[variable] {
                        unknown[constraint] += 1;
                        mentions.entry(variable).or_default().push(constraint);
                    }
                });
            });
        }
        let mut ready: VecDeque<usize> =
            (0..unknown.len()).filter(|&at| unknown[at] == 1).collect();
        let mut derivations = Vec::with_capacity(left);
        while let Some(constraint) = ready.pop_front() {
            let results = results(self, &self.constraints[constraint].constraint);
            // The only open variable occurs once, so it must be the result.
            let found = results.into_iter().find(|&variable| open[variable]);
            let Some(variable) = found.filter(|_| unknown[constraint] == 1) else { continue };
            open[variable] = false;
            left -= 1;
            derivations.push(Derivation { variable, constraint });
            for &mention in mentions.get(&variable).into_iter().flatten() {
                unknown[mention] -= 1;
                if unknown[mention] == 1 {
                    ready.push_back(mention);
                }
            }
        }
        (left == 0).then_some(derivations)
    }

    /// Computes the missing values from the known ones, as far as possible.
    pub(super) fn derive(&self, derivations: &[Derivation], values: &mut [Option<Value>]) {
        let mut tried: Vec<i64> = values.iter().map(|value| value.unwrap_or(0).into()).collect();
        for &Derivation { variable, constraint } in derivations {
            if values[variable].is_some() {
                continue;
            }
            let constraint = &self.constraints[constraint].constraint;
            let mut are_known = true;
            constraint.each_expr(&mut |expr| {
                expr.each_variable(&mut |other| {
                    are_known &= other == variable || values[other].is_some();
                });
            });
            let domain = self.variables[variable].domain.iter().filter(|_| are_known);
            for &value in domain {
                tried[variable] = value.into();
                if holds(constraint, &tried) {
                    values[variable] = Some(value);
                    break;
                }
            }
        }
    }
}

/// The variables whose value a constraint determines once all its other variables are known.
fn results(model: &Model, constraint: &Constraint) -> Vec<usize> {
    let is_truth = |at: &usize| model.variables[*at].domain.iter().all(|v| (0..2).contains(v));
    let mut results = Vec::new();
    let condition = match constraint {
        Constraint::Intension(Expr::Apply(operator, args)) if args.len() == 2 => {
            match operator {
                Operator::Eq => args.iter().for_each(|arg| terms(arg, &mut results)),
                // Each of two truth values determines the other.
                Operator::Iff | Operator::Ne | Operator::Xor => {
                    results.extend(args.iter().filter_map(variable));
                    if *operator == Operator::Iff {
                        results.retain(is_truth);
                    } else if results.len() < 2 || !results.iter().all(is_truth) {
                        results.clear();
                    }
                }
                _ => {}
            }
            return results;
        }
        Constraint::Sum { terms: list, weights, condition } => {
            if matches!(condition, Condition::Compare(Comparison::Equal, _)) {
                let weighted = list.iter().zip(weights);
                let fixed = weighted.filter(|(_, weight)| is_weight(weight));
                results.extend(fixed.filter_map(|(term, _)| variable(term)));
            }
            condition
        }
        Constraint::Count { condition, .. }
        | Constraint::DistinctCount { condition, .. }
        | Constraint::Extreme { condition, .. } => condition,
        Constraint::Element { element: Element::Matrix { .. }, condition }
        | Constraint::Element { element: Element::List { rank: Rank::Any, .. }, condition } => {
            condition
        }
        _ => return results,
    };
    if let Condition::Compare(Comparison::Equal, expr) = condition {
        results.extend(variable(expr));
    }
    results
}

fn variable(expr: &Expr) -> Option<usize> {
    match expr {
        Expr::Variable(variable) => Some(*variable),
        _ => None,
    }
}

fn is_weight(expr: &Expr) -> bool {
    matches!(expr, Expr::Number(number) if *number != 0)
}

/// The variables that are terms of a sum with a weight other than 0.
fn terms(expr: &Expr, found: &mut Vec<usize>) {
    match expr {
        Expr::Variable(variable) => found.push(*variable),
        Expr::Apply(Operator::Add | Operator::Sub | Operator::Neg, args) => {
            args.iter().for_each(|arg| terms(arg, found));
        }
        Expr::Apply(Operator::Mul, args) => {
            let mut others = args.iter().filter(|arg| !is_weight(arg));
            if let (Some(other), None) = (others.next(), others.next()) {
                terms(other, found);
            }
        }
        _ => {}
    }
}
