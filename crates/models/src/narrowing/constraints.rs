//! What each constraint says about the bounds of its variables, beyond its expressions.

use itertools::Itertools;

use super::{Bounds, Narrowing, less, plus, times, union, up};
use crate::Expr;
use crate::tree::{Comparison, Condition, Constraint, Element, Extreme, Occurs, Packing};
use cnfetti_core::csp::Value;

impl Narrowing {
    /// Narrows the bounds of the variables of a constraint.
    pub(super) fn constraint(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Intension(expr) => self.truth(expr),
            Constraint::Extension { scope, tuples, positive: true } => {
                for (at, cell) in scope.iter().enumerate() {
                    // A row that allows every value says nothing about the bounds.
                    let column: Option<Vec<Value>> = tuples.rows().map(|row| row[at]).collect();
                    self.narrow(cell, column.map_or((None, None), ends));
                }
            }
            Constraint::Regular { scope, automaton } => {
                let symbols = ends(automaton.transitions.iter().map(|&(_, symbol, _)| symbol));
                self.narrow_all(scope, symbols);
            }
            Constraint::AllEqual { list, except } if except.is_empty() => {
                for pair in list.windows(2).chain(list.windows(2).rev()) {
                    self.compare(&pair[0], 0, Comparison::Equal, &pair[1]);
                }
            }
            Constraint::Ordered { list, lengths, relation } => {
                for (at, pair) in list.windows(2).enumerate() {
                    match lengths.get(at) {
                        None => self.compare(&pair[0], 0, *relation, &pair[1]),
                        Some(&Expr::Number(length)) => {
                            self.compare(&pair[0], length.into(), *relation, &pair[1]);
                        }
                        Some(_) => {}
                    }
                }
            }
            Constraint::Sum { terms, weights, condition } => self.sum(terms, weights, condition),
            Constraint::Knapsack { list, weights, profits, conditions } => {
                self.sum(list, weights, &conditions[0]);
                self.sum(list, profits, &conditions[1]);
            }
            Constraint::Flow { list, cost: Some((weights, condition)), .. } => {
                self.sum(list, weights, condition);
            }
            Constraint::Count { list, condition, .. }
            | Constraint::DistinctCount { list, condition, .. } => {
                self.meets(condition, up_to(list.len()));
            }
            Constraint::Cardinality { list, values, occurs, closed } => {
                for occurs in occurs {
                    if let Occurs::Exactly(number) = occurs {
                        self.narrow(number, up_to(list.len()));
                    }
                }
                if *closed {
                    self.narrow_all(list, self.hull(values));
                }
            }
            Constraint::Extreme { extreme, list, condition } => {
                let (low, high) = self.allowed(condition);
                let ends = match extreme {
                    Extreme::Maximum => (None, high),
                    Extreme::Minimum => (low, None),
                };
                self.narrow_all(list, ends);
                self.meets(condition, self.extreme(*extreme, list));
            }
            Constraint::ExtremeArg { list, start, condition, .. } => {
                self.meets(condition, places(*start, list.len()));
            }
            Constraint::Element { element, condition } => self.element(element, condition),
            Constraint::Channel { first, first_start, second, second_start } => {
                self.narrow_all(first, places(*second_start, second.len()));
                if first.len() == second.len() {
                    self.narrow_all(second, places(*first_start, first.len()));
                }
            }
            Constraint::ChannelValue { list, start, value } => {
                self.narrow(value, places(*start, list.len()));
            }
            Constraint::BinPacking { list, sizes, start, packing } => {
                if let Packing::Limits(bins) | Packing::Loads(bins) = packing {
                    self.narrow_all(list, places(*start, bins.len()));
                }
                if let Packing::Loads(loads) = packing {
                    let parts = sizes.iter().map(|size| with_zero(self.of(size)));
                    let load = parts.fold((Some(0), Some(0)), plus);
                    self.narrow_all(loads, load);
                }
            }
            Constraint::Circuit { list, start, size } => {
                self.narrow_all(list, places(*start, list.len()));
                if let Some(size) = size {
                    self.meets(size, up_to(list.len()));
                }
            }
            // They say nothing about bounds, or it takes more than bounds to find out.
            Constraint::Extension { .. }
            | Constraint::AllDifferent { .. }
            | Constraint::AllDifferentMatrix { .. }
            | Constraint::DifferentLists { .. }
            | Constraint::AllEqual { .. }
            | Constraint::Lex { .. }
            | Constraint::Precedence { .. }
            | Constraint::NoOverlap { .. }
            | Constraint::Cumulative { .. }
            | Constraint::Flow { .. }
            | Constraint::Connected { .. }
            | Constraint::Parts { .. }
            | Constraint::Selection { .. } => {}
        }
    }

    fn narrow_all(&mut self, list: &[Expr], bounds: Bounds) {
        list.iter().for_each(|item| self.narrow(item, bounds));
    }

    /// Propagates that the relation holds between `one + length` and `other`.
    fn compare(&mut self, one: &Expr, length: i128, relation: Comparison, other: &Expr) {
        match relation {
            Comparison::Less => self.at_most(one, other, length + 1),
            Comparison::AtMost => self.at_most(one, other, length),
            Comparison::AtLeast => self.at_most(other, one, -length),
            Comparison::Greater => self.at_most(other, one, 1 - length),
            Comparison::Equal => {
                self.at_most(one, other, length);
                self.at_most(other, one, -length);
            }
            Comparison::Different => {}
        }
    }

    /// Propagates that a weighted sum satisfies a condition: narrows each term by what the others leave.
    fn sum(&mut self, terms: &[Expr], weights: &[Expr], condition: &Condition) {
        let allowed = self.allowed(condition);
        let sum_without = |narrowing: &Narrowing, left_out: Option<&Expr>| {
            let others = terms.iter().zip(weights).filter(|&(term, _)| Some(term) != left_out);
            others.fold((Some(0), Some(0)), |sum, (term, weight)| {
                plus(sum, times(narrowing.of(weight), narrowing.of(term)))
            })
        };
        for (at, term) in terms.iter().enumerate() {
            if !self.is_open(term) || terms[..at].contains(term) {
                continue;
            }
            let Some(weight) = weight_of(term, terms, weights) else { continue };
            let (low, high) = less(allowed, sum_without(self, Some(term)));
            let bounds = match weight {
                1.. => (low.map(|low| up(low, weight)), high.map(|high| high.div_euclid(weight))),
                0 => continue,
                ..0 => {
                    (high.map(|high| up(-high, -weight)), low.map(|low| (-low).div_euclid(-weight)))
                }
            };
            self.narrow(term, bounds);
        }
        if matches!(condition, Condition::Compare(_, bound) if self.is_open(bound)) {
            self.meets(condition, sum_without(self, None));
        }
    }

    fn element(&mut self, element: &Element, condition: &Condition) {
        match element {
            Element::Member(list) => self.meets(condition, self.hull(list)),
            Element::List { list, start, index, .. } => {
                self.narrow(index, places(*start, list.len()));
                self.meets(condition, self.hull(list));
            }
            Element::Matrix { rows, starts, index: [row, column] } => {
                self.narrow(row, places(starts[0], rows.len()));
                self.narrow(column, places(starts[1], rows.first().map_or(0, Vec::len)));
                self.meets(condition, self.hull(rows.iter().flatten()));
            }
        }
    }

    /// Propagates that a number between these bounds satisfies a condition.
    fn meets(&mut self, condition: &Condition, (low, high): Bounds) {
        let Condition::Compare(relation, other) = condition else { return };
        let other_bounds = match relation {
            Comparison::Less => (low.map(|low| low + 1), None),
            Comparison::AtMost => (low, None),
            Comparison::AtLeast => (None, high),
            Comparison::Greater => (None, high.map(|high| high - 1)),
            Comparison::Equal => (low, high),
            Comparison::Different => return,
        };
        self.narrow(other, other_bounds);
    }

    /// The bounds of the numbers that satisfy a condition.
    fn allowed(&self, condition: &Condition) -> Bounds {
        let (relation, other) = match condition {
            Condition::Compare(relation, other) => (relation, other),
            Condition::Within { intervals, inside: true } => {
                let low = intervals.iter().map(|&(low, _)| low.into()).min();
                return (low, intervals.iter().map(|&(_, high)| high.into()).max());
            }
            Condition::Within { inside: false, .. } => return (None, None),
        };
        let (low, high) = self.of(other);
        match relation {
            Comparison::Less => (None, high.map(|high| high - 1)),
            Comparison::AtMost => (None, high),
            Comparison::AtLeast => (low, None),
            Comparison::Greater => (low.map(|low| low + 1), None),
            Comparison::Equal => (low, high),
            Comparison::Different => (None, None),
        }
    }

    /// The bounds of the largest or the smallest of these expressions.
    pub(super) fn extreme(&self, extreme: Extreme, list: &[Expr]) -> Bounds {
        let (lows, highs): (Vec<_>, Vec<_>) = list.iter().map(|item| self.of(item)).unzip();
        // One of them bounds the extreme on one side, and only all of them on the other.
        match extreme {
            Extreme::Maximum => (lows.into_iter().flatten().max(), all_of(highs).max()),
            Extreme::Minimum => (all_of(lows).min(), highs.into_iter().flatten().min()),
        }
    }

    /// The bounds of the values of all these expressions; none if there are no expressions.
    pub(super) fn hull<'a>(&self, list: impl IntoIterator<Item = &'a Expr>) -> Bounds {
        let all = list.into_iter().map(|item| self.of(item));
        all.reduce(union).unwrap_or((None, None))
    }
}

/// The sum of the weights of a term, if all of them are numbers.
fn weight_of(term: &Expr, terms: &[Expr], weights: &[Expr]) -> Option<i128> {
    let own = terms.iter().zip(weights).filter(|(other, _)| *other == term);
    own.map(|(_, weight)| match weight {
        Expr::Number(weight) => Some(i128::from(*weight)),
        _ => None,
    })
    .sum()
}

/// All these ends; nothing if one of them is unknown.
fn all_of(ends: Vec<Option<i128>>) -> impl Iterator<Item = i128> {
    let all: Option<Vec<i128>> = ends.into_iter().collect();
    all.into_iter().flatten()
}

/// From 0 to a number.
fn up_to(number: usize) -> Bounds {
    (Some(0), Some(number as i128))
}

/// The indices of a list.
fn places(start: i64, number: usize) -> Bounds {
    let start = i128::from(start);
    (Some(start), Some(start + number as i128 - 1))
}

/// The bounds of a number that may also be left out of a sum.
fn with_zero((low, high): Bounds) -> Bounds {
    (low.map(|low| low.min(0)), high.map(|high| high.max(0)))
}

/// The least and the greatest of these values; none if there are none.
fn ends(values: impl IntoIterator<Item = Value>) -> Bounds {
    let ends = values.into_iter().minmax().into_option();
    ends.map_or((None, None), |(low, high)| (Some(low.into()), Some(high.into())))
}

#[cfg(test)]
mod tests;
