//! Checks whether an assignment is a solution of the model as written.
//!
//! The tests compare the CSP with this definition. It follows the specification of the format
//! literally, and need not be fast.

mod definitions;

use std::collections::HashSet;

use itertools::Itertools;

use definitions::{
    accepts, columns, different, do_not_overlap, extreme_of, inverse, labels, on_circuit, place,
    precede,
};

use super::tree::{Comparison, Condition, Constraint, Element, Link, Model, Occurs, Packing, Rank};
use super::{Expr, Posted};
use cnfetti_core::csp::Value;

/// A constraint that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Its position in [`Model::constraints`].
    pub constraint: usize,
}

impl Model {
    /// Checks whether these values of all variables are a solution. Ignores variables that no
    /// constraint mentions.
    pub fn check<V: Copy + Into<i64>>(&self, values: &[V]) -> Result<(), Violation> {
        let values: Vec<i64> = values.iter().map(|&value| value.into()).collect();
        let broken = |posted: &Posted| !holds(&posted.constraint, &values);
        match self.constraints.iter().position(broken) {
            None => Ok(()),
            Some(constraint) => Err(Violation { constraint }),
        }
    }
}

/// Whether a constraint holds for these values of all variables.
pub(super) fn holds(constraint: &Constraint, values: &[i64]) -> bool {
    Values(values).satisfy(constraint).unwrap_or(false)
}

/// A value for each variable of the model.
struct Values<'a>(&'a [i64]);

impl Values<'_> {
    fn of(&self, expr: &Expr) -> Option<i64> {
        expr.value(&|variable| self.0[variable])
    }

    fn all(&self, list: &[Expr]) -> Option<Vec<i64>> {
        list.iter().map(|expr| self.of(expr)).collect()
    }

    fn rows(&self, rows: &[Vec<Expr>]) -> Option<Vec<Vec<i64>>> {
        rows.iter().map(|row| self.all(row)).collect()
    }

    /// Whether a constraint holds; `None` if an expression in it is undefined, which means no.
    fn satisfy(&self, constraint: &Constraint) -> Option<bool> {
        Some(match constraint {
            Constraint::Intension(expr) => self.of(expr)? != 0,
            Constraint::Extension { scope, tuples, positive } => {
                let values = self.all(scope)?;
                let fits = |row: &[Option<Value>]| {
                    row.iter()
                        .zip(&values)
                        .all(|(cell, &value)| cell.is_none_or(|cell| i64::from(cell) == value))
                };
                tuples.rows().any(fits) == *positive
            }
            Constraint::Regular { scope, automaton } => accepts(automaton, &self.all(scope)?),
            Constraint::AllDifferent { list, except } => different(&self.all(list)?, except),
            Constraint::AllDifferentMatrix { rows, except } => {
                let rows = self.rows(rows)?;
                rows.iter().chain(&columns(&rows)).all(|row| different(row, except))
            }
            Constraint::DifferentLists { lists, except } => {
                let mut lists = self.rows(lists)?;
                lists.retain(|list| !except.contains(list));
                let all = lists.len();
                lists.into_iter().collect::<HashSet<_>>().len() == all
            }
            Constraint::AllEqual { list, except } => {
                let mut values = self.all(list)?;
                values.retain(|value| !except.contains(value));
                values.windows(2).all(|pair| pair[0] == pair[1])
            }
            Constraint::Ordered { list, lengths, relation } => {
                let (values, lengths) = (self.all(list)?, self.all(lengths)?);
                let length = |at: usize| i128::from(lengths.get(at).copied().unwrap_or(0));
                (1..values.len()).all(|at| {
                    let before = i128::from(values[at - 1]) + length(at - 1);
                    let order = before.cmp(&i128::from(values[at])) as i64;
                    relation.holds(order, 0)
                })
            }
            Constraint::Lex { lists, columns: with_columns, relation } => {
                let lists = self.rows(lists)?;
                let ordered = |lists: &[Vec<i64>]| {
                    let order = |pair: &[Vec<i64>]| pair[0].cmp(&pair[1]) as i64;
                    lists.windows(2).all(|pair| relation.holds(order(pair), 0))
                };
                ordered(&lists) && (!with_columns || ordered(&columns(&lists)))
            }
            Constraint::Precedence { list, values, covered } => {
                precede(&self.all(list)?, values, *covered)
            }
            Constraint::Sum { terms, weights, condition } => {
                self.fits(self.weighted(weights, terms)?, condition)?
            }
            Constraint::Count { list, values, condition } => {
                let (list, values) = (self.all(list)?, self.all(values)?);
                let count = list.iter().filter(|value| values.contains(value)).count();
                self.fits(count as i128, condition)?
            }
            Constraint::DistinctCount { list, except, condition } => {
                let mut values: HashSet<i64> = self.all(list)?.into_iter().collect();
                values.retain(|value| !except.contains(value));
                self.fits(values.len() as i128, condition)?
            }
            Constraint::Cardinality { list, values, occurs, closed } => {
                let (list, values) = (self.all(list)?, self.all(values)?);
                let closed = !closed || list.iter().all(|value| values.contains(value));
                closed && self.occur(&list, &values, occurs)?
            }
            Constraint::Extreme { extreme, list, condition } => {
                self.fits(i128::from(extreme_of(*extreme, &self.all(list)?)?), condition)?
            }
            Constraint::ExtremeArg { extreme, list, start, rank, condition } => {
                let values = self.all(list)?;
                let best = extreme_of(*extreme, &values)?;
                self.somewhere(&values, *rank, |value| value == best, *start, condition)?
            }
            Constraint::Element { element, condition } => self.element(element, condition)?,
            Constraint::Channel { first, first_start, second, second_start } => {
                let (one, other) = (self.all(first)?, self.all(second)?);
                inverse(&one, *first_start, &other, *second_start)
                    && (first.len() != second.len()
                        || inverse(&other, *second_start, &one, *first_start))
            }
            Constraint::ChannelValue { list, start, value } => {
                let (list, value) = (self.all(list)?, self.of(value)?);
                let truth = |at: usize| i64::from(*start + at as i64 == value);
                list.contains(&1) && (0..list.len()).all(|at| list[at] == truth(at))
            }
            Constraint::NoOverlap { origins, lengths, zero_ignored } => {
                let (origins, lengths) = (self.rows(origins)?, self.rows(lengths)?);
                do_not_overlap(&origins, &lengths, *zero_ignored)
            }
            Constraint::Cumulative { origins, lengths, ends, heights, condition } => {
                self.cumulative([origins, lengths, ends, heights], condition)?
            }
            Constraint::BinPacking { list, sizes, start, packing } => {
                self.packed(&self.all(list)?, &self.all(sizes)?, *start, packing)?
            }
            Constraint::Knapsack { list, weights, profits, conditions } => {
                self.fits(self.weighted(weights, list)?, &conditions[0])?
                    && self.fits(self.weighted(profits, list)?, &conditions[1])?
            }
            Constraint::Flow { list, arcs, balance, cost, .. } => {
                let (flows, balance) = (self.all(list)?, self.all(balance)?);
                let mut surplus: Vec<i128> =
                    balance.into_iter().map(|node| -i128::from(node)).collect();
                for (&[from, to], flow) in arcs.iter().zip(flows) {
                    surplus[from] += i128::from(flow);
                    surplus[to] -= i128::from(flow);
                }
                let is_cheap = match cost {
                    None => true,
                    Some((weights, limit)) => self.fits(self.weighted(weights, list)?, limit)?,
                };
                is_cheap && surplus.iter().all(|&surplus| surplus == 0)
            }
            Constraint::Circuit { list, start, size } => {
                match on_circuit(&self.all(list)?, *start) {
                    None => false,
                    Some(number) => match size {
                        None => true,
                        Some(size) => self.fits(number as i128, size)?,
                    },
                }
            }
            Constraint::Connected { places, links, may_be_empty } => {
                match self.labels(places, links)?.into_iter().flatten().unique().count() {
                    0 => *may_be_empty,
                    number => number == 1,
                }
            }
            Constraint::Parts { places, links, sizes, marks } => {
                let labels = self.labels(places, links)?;
                let size = |label| labels.iter().filter(|other| **other == label).count() as i64;
                let mut fits = true;
                for (&label, said) in labels.iter().zip(sizes) {
                    let said = said.as_ref().map(|size| self.of(size));
                    let Some(said) = said else { continue };
                    fits &= said? == size(label) || label.is_none();
                }
                let is_marked = |label: Option<usize>| {
                    let of_part = |mark: &usize| labels[*mark] == label;
                    let marks = marks.iter().flatten().unique();
                    label.is_none() || marks.filter(|mark| of_part(mark)).count() == 1
                };
                fits && (marks.is_none() || labels.iter().all(|&label| is_marked(label)))
            }
            Constraint::Selection { choices, result } => {
                let mut brought = Vec::new();
                for choice in choices {
                    if self.of(&choice.variable)? == i64::from(choice.value) {
                        brought.push(i64::from(choice.brings));
                    }
                }
                brought == [self.of(result)?]
            }
        })
    }

    /// A label for each place that holds, equal for places of one connected component.
    fn labels(&self, places: &[Expr], links: &[Link]) -> Option<Vec<Option<usize>>> {
        let places = self.all(places)?.into_iter().map(|value| value != 0);
        let mut ways = Vec::new();
        for link in links {
            if link.condition.as_ref().map_or(Some(1), |truth| self.of(truth))? != 0 {
                ways.push(link.ends);
            }
        }
        Some(labels(places.collect(), &ways))
    }

    fn fits(&self, number: i128, condition: &Condition) -> Option<bool> {
        Some(match condition {
            Condition::Compare(relation, expr) => {
                relation.holds(number.cmp(&i128::from(self.of(expr)?)) as i64, 0)
            }
            Condition::Within { intervals, inside } => {
                let within = |&(low, high): &(i64, i64)| {
                    (i128::from(low)..=i128::from(high)).contains(&number)
                };
                intervals.iter().any(within) == *inside
            }
        })
    }

    fn weighted(&self, weights: &[Expr], terms: &[Expr]) -> Option<i128> {
        let products = weights
            .iter()
            .zip(terms)
            .map(|(weight, term)| Some(i128::from(self.of(weight)?) * i128::from(self.of(term)?)));
        products.sum()
    }

    fn occur(&self, list: &[i64], values: &[i64], occurs: &[Occurs]) -> Option<bool> {
        for (value, occurs) in values.iter().zip(occurs) {
            let number = list.iter().filter(|other| *other == value).count() as i64;
            let fits = match occurs {
                Occurs::Exactly(expr) => number == self.of(expr)?,
                Occurs::Between(low, high) => (*low..=*high).contains(&number),
            };
            if !fits {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the index of an item that is `wanted` satisfies the condition: any such index, the
    /// first, or the last.
    fn somewhere(
        &self,
        values: &[i64],
        rank: Rank,
        wanted: impl Fn(i64) -> bool,
        start: i64,
        condition: &Condition,
    ) -> Option<bool> {
        let places = (0..values.len()).filter(|&at| wanted(values[at]));
        let places: Vec<usize> = match rank {
            Rank::Any => places.collect(),
            Rank::First => places.take(1).collect(),
            Rank::Last => places.last().into_iter().collect(),
        };
        let mut found = false;
        for at in places {
            found |= self.fits(i128::from(start) + at as i128, condition)?;
        }
        Some(found)
    }

    fn element(&self, element: &Element, condition: &Condition) -> Option<bool> {
        match element {
            Element::Member(list) => {
                let mut found = false;
                for value in self.all(list)? {
                    found |= self.fits(i128::from(value), condition)?;
                }
                Some(found)
            }
            Element::List { list, start, index, rank } => {
                let (values, index) = (self.all(list)?, self.of(index)?);
                let fits: Option<Vec<bool>> =
                    values.iter().map(|&value| self.fits(i128::from(value), condition)).collect();
                let fits = fits?;
                let Some(at) = place(index, *start, values.len()) else { return Some(false) };
                Some(
                    fits[at]
                        && match rank {
                            Rank::Any => true,
                            Rank::First => !fits[..at].contains(&true),
                            Rank::Last => !fits[at + 1..].contains(&true),
                        },
                )
            }
            Element::Matrix { rows, starts, index: [row, column] } => {
                let values = self.rows(rows)?;
                let row = place(self.of(row)?, starts[0], values.len());
                let column = place(self.of(column)?, starts[1], values[0].len());
                let (Some(row), Some(column)) = (row, column) else { return Some(false) };
                self.fits(i128::from(values[row][column]), condition)
            }
        }
    }

    fn cumulative(&self, parts: [&[Expr]; 4], condition: &Condition) -> Option<bool> {
        let [origins, lengths, ends, heights] = parts;
        let (origins, lengths) = (self.all(origins)?, self.all(lengths)?);
        let (ends, heights) = (self.all(ends)?, self.all(heights)?);
        let end = |at: usize| i128::from(origins[at]) + i128::from(lengths[at]);
        if (0..ends.len()).any(|at| i128::from(ends[at]) != end(at)) {
            return Some(false);
        }
        // The running tasks change only where a task starts or ends.
        let times =
            origins.iter().map(|&origin| i128::from(origin)).chain((0..origins.len()).map(end));
        let times: HashSet<i128> = times.collect();
        for time in times {
            let running =
                (0..origins.len()).filter(|&at| i128::from(origins[at]) <= time && time < end(at));
            let mut height = None;
            for at in running {
                height = Some(height.unwrap_or(0) + i128::from(heights[at]));
            }
            // A time at which no task runs has no condition.
            if let Some(height) = height
                && !self.fits(height, condition)?
            {
                return Some(false);
            }
        }
        Some(true)
    }

    fn packed(&self, bins: &[i64], sizes: &[i64], start: i64, packing: &Packing) -> Option<bool> {
        let load = |bin: i64| -> i128 {
            let items = bins.iter().zip(sizes).filter(|(at, _)| **at == bin);
            items.map(|(_, &size)| i128::from(size)).sum()
        };
        let of_each = |list: &[Expr], relation: Comparison| {
            for (at, limit) in list.iter().enumerate() {
                let order = load(start + at as i64).cmp(&i128::from(self.of(limit)?));
                if !relation.holds(order as i64, 0) {
                    return Some(false);
                }
            }
            Some(bins.iter().all(|&bin| place(bin, start, list.len()).is_some()))
        };
        match packing {
            Packing::Each(condition) => {
                for &bin in bins {
                    if !self.fits(load(bin), condition)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Packing::Limits(limits) => of_each(limits, Comparison::AtMost),
            Packing::Loads(loads) => of_each(loads, Comparison::Equal),
        }
    }
}
