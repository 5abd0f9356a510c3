//! The linear program of a problem. Rows express some constraints completely, some in part, and others not at all.

use std::collections::{BTreeMap, BTreeSet};

use super::{Comparison, Condition, Constraint, Csp, Objective, Operand, Ranges, Value, VarId};
use crate::limit::Budget;
use crate::program::{Box, Part, Program, Sum};
use crate::refutation::Column;

/// The most values of a variable with a column for each value, and the most such columns.
const MAX_VALUES: usize = 400;
const MAX_OF_VALUES: usize = 6_000;

/// A linear program, and the meaning of its columns.
pub(crate) struct Rows<'a> {
    pub(super) csp: &'a Csp,
    pub(crate) program: Program,
    pub(crate) within: Box,
    /// The column with the value of a variable.
    columns: BTreeMap<VarId, usize>,
    /// Columns that are 1 if a variable has a value, and 0 otherwise.
    values: BTreeMap<VarId, BTreeMap<Value, usize>>,
    num_of_values: usize,
}

impl<'a> Rows<'a> {
    /// Builds the program of a problem without empty domains; `None` if its rows would have more weights than this.
    pub(crate) fn new(
        csp: &'a Csp,
        objective: &Objective,
        most: usize,
        budget: &Budget,
    ) -> Option<Rows<'a>> {
        let within = Box { lows: Vec::new(), highs: Vec::new() };
        let mut rows = Rows {
            csp,
            program: Program::default(),
            within,
            columns: BTreeMap::new(),
            values: BTreeMap::new(),
            num_of_values: 0,
        };
        let mut costs = Sum::default();
        for term in objective.terms.as_slice() {
            let part = rows.variable(term.variable);
            costs.add(part, term.weight * objective.sense.sign());
        }
        let mut size = 0;
        for (number, posted) in csp.constraints().iter().enumerate() {
            let before = rows.program.rows.len();
            rows.program.from = Some(number);
            rows.constraint(&posted.constraint);
            size += rows.program.rows[before..].iter().map(|row| row.terms.len()).sum::<usize>();
            if size > most || budget.is_spent() {
                return None;
            }
        }
        rows.program.costs = vec![0; rows.within.lows.len()];
        let (terms, constant) = costs.finish()?;
        rows.program.constant = constant;
        for (column, weight) in terms {
            rows.program.costs[column] = weight;
        }
        Some(rows)
    }

    /// The variables that have a column, with that column.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (VarId, usize)> {
        self.columns.iter().map(|(&variable, &column)| (variable, column))
    }

    /// Whether most columns stand for a single value.
    pub(crate) fn are_mostly_of_values(&self) -> bool {
        self.num_of_values > self.columns.len()
    }

    /// The meaning of each column.
    pub(crate) fn meanings(&self) -> Vec<Column> {
        let of_values = self.values.iter().flat_map(|(&variable, columns)| {
            columns.iter().map(move |(&value, &column)| (column, Column::Is(variable, value)))
        });
        let own = self.variables().map(|(variable, column)| (column, Column::Value(variable)));
        own.chain(of_values).collect::<BTreeMap<usize, Column>>().into_values().collect()
    }

    /// The number of each column for a solution.
    pub(crate) fn point(&self, solution: &[Value]) -> Vec<i64> {
        let mut point = vec![0; self.within.lows.len()];
        for (variable, column) in self.variables() {
            point[column] = solution[variable.index()].into();
        }
        for (variable, columns) in &self.values {
            for (&value, &column) in columns {
                point[column] = i64::from(solution[variable.index()] == value);
            }
        }
        point
    }

    fn column(&mut self, low: i64, high: i64) -> usize {
        self.within.lows.push(low);
        self.within.highs.push(high);
        self.within.lows.len() - 1
    }

    pub(super) fn ends(&self, variable: VarId) -> (i64, i64) {
        let domain = self.csp.domain(variable);
        (domain[0].into(), domain[domain.len() - 1].into())
    }

    pub(super) fn variable(&mut self, variable: VarId) -> Part {
        let (low, high) = self.ends(variable);
        if low == high {
            return Part::constant(low);
        }
        let column = match self.columns.get(&variable) {
            Some(&column) => column,
            None => {
                let column = self.column(low, high);
                self.columns.insert(variable, column);
                column
            }
        };
        Part::column(column)
    }

    pub(super) fn operand(&mut self, operand: Operand) -> Part {
        match operand {
            Operand::Constant(value) => Part::constant(value.into()),
            Operand::Variable(variable) => self.variable(variable),
        }
    }

    /// A summand that is 1 if the variable has the value, and 0 otherwise; `None` if it has too many values.
    pub(crate) fn is(&mut self, variable: VarId, value: Value) -> Option<Part> {
        let domain = self.csp.domain(variable);
        if domain.binary_search(&value).is_err() {
            return Some(Part::constant(0));
        }
        match *domain {
            [_] => return Some(Part::constant(1)),
            [low, high] if i64::from(high) - i64::from(low) == 1 => {
                let (column, _) = self.variable(variable).column?;
                return Some(match value == high {
                    true => Part { column: Some((column, 1)), constant: -i64::from(low) },
                    false => Part { column: Some((column, -1)), constant: high.into() },
                });
            }
            _ => {}
        }
        if !self.values.contains_key(&variable) {
            self.num_of_values += domain.len();
            if domain.len() > MAX_VALUES || self.num_of_values > MAX_OF_VALUES {
                self.num_of_values -= domain.len();
                return None;
            }
            let columns: BTreeMap<Value, usize> =
                domain.iter().map(|&value| (value, self.column(0, 1))).collect();
            let own = self.variable(variable);
            let (mut one, mut sum) = (Sum::default(), Sum::default());
            sum.add(own, -1);
            for (&value, &column) in &columns {
                one.add(Part::column(column), 1);
                sum.add(Part::column(column), value.into());
            }
            let from = self.program.from.take();
            self.program.state(one, 1, 1);
            self.program.state(sum, 0, 0);
            self.program.from = from;
            self.values.insert(variable, columns);
        }
        self.values[&variable].get(&value).map(|&column| Part::column(column))
    }

    /// Bounds the sum by the smallest and the largest of the numbers.
    pub(super) fn within(&mut self, sum: Sum, ranges: &Ranges) {
        let ends = ranges.intervals().first().zip(ranges.intervals().last());
        if let Some((&(low, _), &(_, high))) = ends {
            self.program.state(sum, low, high);
        }
    }

    /// Each variable exceeds the one before it by as much as this.
    pub(super) fn differences(&mut self, scope: &[VarId], low: i64, high: i64) {
        for pair in scope.windows(2) {
            let [before, after] = [pair[0], pair[1]].map(|variable| self.variable(variable));
            let mut sum = Sum::default();
            sum.add(after, 1);
            sum.add(before, -1);
            self.program.state(sum, low, high);
        }
    }

    /// Bounds the sum from above. If one of two values of a column satisfies the bound anyway, a smaller weight of this column
    /// makes the row stronger (Savelsbergh, Preprocessing and Probing Techniques for Mixed Integer Programming Problems,
    /// ORSA Journal on Computing, 1994).
    pub(super) fn bounded_above(&mut self, mut sum: Sum, high: i64) {
        if high == i64::MAX {
            return;
        }
        let high = sum.tightened(high, &self.within);
        self.program.state(sum, i64::MIN, high);
    }

    /// The sum satisfies the condition.
    pub(super) fn condition(&mut self, mut sum: Sum, condition: &Condition) {
        match condition {
            Condition::Within(ranges) => self.within(sum, ranges),
            &Condition::Compare(comparison, variable) => {
                let other = self.variable(variable);
                sum.add(other, -1);
                match comparison {
                    Comparison::Different => {}
                    _ => self.within(sum, &comparison.with(0)),
                }
            }
        }
    }

    /// The number of variables with the value; `None` if a variable has too many values.
    pub(super) fn occurrences(&mut self, scope: &[VarId], value: Value) -> Option<Sum> {
        let mut sum = Sum::default();
        for &variable in scope {
            sum.add(self.is(variable, value)?, 1);
        }
        Some(sum)
    }

    pub(super) fn values_of(&self, scope: &[VarId]) -> BTreeSet<Value> {
        scope.iter().flat_map(|&variable| self.csp.domain(variable).iter().copied()).collect()
    }

    /// States what of a constraint rows can say.
    fn constraint(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::AllDifferent(constraint) => self.all_different(constraint),
            Constraint::AllEqual(constraint) => self.differences(&constraint.scope, 0, 0),
            Constraint::BinPacking(packing) => self.bin_packing(packing),
            Constraint::Cardinality(cardinality) => self.cardinality(cardinality),
            Constraint::Circuit(circuit) => self.circuit(circuit),
            Constraint::Count(count) => self.count(count),
            Constraint::Element(element) => self.element(element),
            Constraint::Extremum(extremum) => self.extremum(extremum),
            Constraint::Increasing(constraint) => self.differences(&constraint.scope, 1, i64::MAX),
            Constraint::Linear(linear) => self.linear(linear),
            Constraint::Operation(operation) => self.operation(operation),
            Constraint::Table(table) => self.table(table),
            // Propagation has fixed the variable.
            Constraint::Fixed(_) => {}
            // Their rows would be weak or many.
            Constraint::ArgExtremum(_)
            | Constraint::Automaton(_)
            | Constraint::Channel(_)
            | Constraint::Connected(_)
            | Constraint::Cumulative(_)
            | Constraint::DistinctCount(_)
            | Constraint::Lex(_)
            | Constraint::NoOverlap(_)
            | Constraint::Parts(_)
            | Constraint::Selection(_)
            | Constraint::ValuePrecedence(_) => {}
        }
    }
}
