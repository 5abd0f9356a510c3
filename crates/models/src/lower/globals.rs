//! Lowers each constraint of the format.

use std::collections::BTreeSet;

use itertools::Itertools;

use super::{Done, Lowering};
use crate::tree::{Constraint, Tuples};
use crate::{Expr, Operator};
use cnfetti_core::csp::Value;

impl Lowering<'_> {
    pub(super) fn post_constraint(&mut self, constraint: &Constraint) -> Done {
        match constraint {
            Constraint::Intension(expr) => self.post_true(expr),
            Constraint::Extension { scope, tuples, positive } => {
                self.table(scope, tuples, *positive)
            }
            Constraint::Regular { scope, automaton } => self.automaton(scope, automaton),
            Constraint::AllDifferent { list, except } => self.all_different(list, except),
            Constraint::AllDifferentMatrix { rows, except } => {
                let columns = columns(rows);
                rows.iter().chain(&columns).try_for_each(|row| self.all_different(row, except))
            }
            Constraint::DifferentLists { lists, except } => self.different_lists(lists, except),
            Constraint::AllEqual { list, except } => self.all_equal(list, except),
            Constraint::Ordered { list, lengths, relation } => {
                self.ordered(list, lengths, *relation)
            }
            Constraint::Lex { lists, columns: with_columns, relation } => {
                self.lex(lists, *relation)?;
                if *with_columns { self.lex(&columns(lists), *relation) } else { Ok(()) }
            }
            Constraint::Precedence { list, values, covered } => {
                self.precedence(list, values, *covered)
            }
            Constraint::Sum { terms, weights, condition } => {
                self.post_condition(&weighted(weights, terms), condition)
            }
            Constraint::Count { list, values, condition } => self.count(list, values, condition),
            Constraint::DistinctCount { list, except, condition } => {
                self.distinct_count(list, except, condition)
            }
            Constraint::Cardinality { list, values, occurs, closed } => {
                self.cardinality(list, values, occurs, *closed)
            }
            Constraint::Extreme { extreme, list, condition } => {
                self.extreme(*extreme, list, condition)
            }
            Constraint::ExtremeArg { extreme, list, start, rank, condition } => {
                self.extreme_arg(*extreme, list, *start, *rank, condition)
            }
            Constraint::Element { element, condition } => self.element(element, condition),
            Constraint::Channel { first, first_start, second, second_start } => {
                self.channel(first, *first_start, second, *second_start)
            }
            Constraint::ChannelValue { list, start, value } => {
                self.channel_value(list, *start, value)
            }
            Constraint::NoOverlap { origins, lengths, zero_ignored } => {
                self.no_overlap(origins, lengths, *zero_ignored)
            }
            Constraint::Cumulative { origins, lengths, ends, heights, condition } => {
                self.cumulative([origins, lengths, ends, heights], condition)
            }
            Constraint::BinPacking { list, sizes, start, packing } => {
                self.bin_packing(list, sizes, *start, packing)
            }
            Constraint::Knapsack { list, weights, profits, conditions: [weight, profit] } => {
                self.post_condition(&weighted(weights, list), weight)?;
                self.post_condition(&weighted(profits, list), profit)
            }
            Constraint::Flow { list, arcs, balance, cost, .. } => {
                self.flow(list, arcs, balance)?;
                match cost {
                    Some((weights, limit)) => self.post_condition(&weighted(weights, list), limit),
                    None => Ok(()),
                }
            }
            Constraint::Circuit { list, start, size } => self.circuit(list, *start, size.as_ref()),
            Constraint::Connected { places, links, may_be_empty } => {
                self.connected(places, links, *may_be_empty)
            }
            Constraint::Parts { places, links, sizes, marks } => {
                self.parts(places, links, sizes, marks.as_deref())
            }
            Constraint::Selection { choices, result } => self.selection(choices, result),
        }
    }

    fn table(&mut self, scope: &[Expr], tuples: &Tuples, is_positive: bool) -> Done {
        if let [Expr::Variable(variable)] = scope {
            let listed: BTreeSet<Option<Value>> = tuples.rows().map(|row| row[0]).collect();
            let listed = |value: &Value| listed.contains(&Some(*value)) || listed.contains(&None);
            let domain = self.model.variables[*variable].domain.iter().copied();
            let values = domain.filter(|value| listed(value) == is_positive).collect();
            return self.post_values(self.declared(*variable), values);
        }
        let possible = |row: &&[Option<Value>]| {
            let mut cells = row.iter().zip(scope);
            cells.all(|(cell, expr)| match (cell, expr) {
                (Some(value), Expr::Variable(variable)) => {
                    self.model.variables[*variable].domain.binary_search(value).is_ok()
                }
                _ => true,
            })
        };
        let rows = tuples.rows().filter(possible).map(<[Option<Value>]>::to_vec);
        let rows: Vec<Vec<Option<Value>>> = rows.unique().collect();
        self.post_table(scope, rows, is_positive)
    }
}

/// The sum of all terms, each times its weight.
fn weighted(weights: &[Expr], terms: &[Expr]) -> Expr {
    let product = |(weight, term): (&Expr, &Expr)| match weight {
        Expr::Number(1) => term.clone(),
        _ => Expr::two(Operator::Mul, weight.clone(), term.clone()),
    };
    Expr::Apply(Operator::Add, weights.iter().zip(terms).map(product).collect())
}

/// The columns of a matrix.
fn columns(rows: &[Vec<Expr>]) -> Vec<Vec<Expr>> {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect()
}
