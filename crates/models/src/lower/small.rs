//! Domains of single variables, small expressions as tables, and tables.

use std::collections::hash_map::Entry;

use itertools::Itertools;

use super::logic::is_linear;
use super::operators::comparison_of;
use super::{Done, Lowering};
use crate::Expr;
use cnfetti_core::csp::{Atom, Fixed, Linear, Ranges, Table, Terms, Value, VarId};

/// Expressions over more variables are not stated as a table.
const MAX_SCOPE: usize = 3;

/// Nor are expressions with more rows.
const MAX_SMALL: usize = 1024;

/// If the allowed values of a variable have more gaps, states what the expression computes
/// instead: the remainder of a million numbers, not which of them have it.
const MAX_GAPS: usize = 500;

/// The rows that make an expression true, or those that do not, and whether it is the former.
pub(super) type Rows = (Vec<Vec<Option<Value>>>, bool);

impl Lowering<'_> {
    /// The variables of an expression, each once.
    pub(super) fn scope_of(&self, expr: &Expr) -> Vec<usize> {
        let mut scope = Vec::new();
        expr.each_variable(&mut |variable| scope.push(variable));
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// Posts that an expression over one variable is true, by the values that the variable may
    /// have.
    pub(super) fn post_unary(&mut self, variable: usize, expr: &Expr) -> Done {
        let domain = &self.model.variables[variable].domain;
        let is_true =
            |value: &&Value| expr.value(&|_| i64::from(**value)).is_some_and(|truth| truth != 0);
        let values: Vec<Value> = domain.iter().filter(is_true).copied().collect();
        let gaps = values.windows(2).filter(|pair| pair[0] + 1 < pair[1]).count();
        match values.len() == domain.len() {
            true => Ok(()),
            false if gaps > MAX_GAPS => self.post_wide(expr),
            false => self.post_values(self.declared(variable), values),
        }
    }

    /// Whether an expression is better stated as a table: it has few rows, and needs added
    /// variables otherwise.
    pub(super) fn is_small(&self, scope: &[usize], expr: &Expr) -> bool {
        let sizes = scope.iter().map(|&variable| self.model.variables[variable].domain.len());
        let rows = sizes.fold(1, usize::saturating_mul);
        let is_plain = |expr: &Expr| match expr {
            Expr::Apply(operator, args) if comparison_of(*operator).is_some() => {
                args.iter().all(is_linear)
            }
            _ => false,
        };
        scope.len() <= MAX_SCOPE && rows <= MAX_SMALL && !is_plain(expr)
    }

    /// Posts that an expression is true, by the rows that make it true or by those that do not,
    /// whichever are fewer.
    pub(super) fn post_rows(&mut self, scope: &[usize], expr: &Expr) -> Done {
        let at = |variable| scope.iter().position(|&other| other == variable).unwrap_or(0);
        let domains = scope.iter().map(|&variable| &*self.model.variables[variable].domain);
        let domains: Vec<&[Value]> = domains.collect();
        let shape = expr.replaced(&|variable| Expr::Variable(at(variable)));
        let (rows, is_positive) = match self.tables.entry((domains, shape)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let (domains, shape) = free.key();
                let rows = domains.iter().map(|domain| domain.iter().copied());
                let is_true = |row: &Vec<Value>| {
                    let value = shape.value(&|variable| i64::from(row[variable]));
                    value.is_some_and(|value| value != 0)
                };
                let (yes, no): (Vec<_>, Vec<_>) = rows.multi_cartesian_product().partition(is_true);
                let is_positive = yes.len() <= no.len();
                let rows = if is_positive { yes } else { no };
                let rows = rows.into_iter().map(|row| row.into_iter().map(Some).collect());
                free.insert((rows.collect(), is_positive))
            }
        };
        let (rows, is_positive) = (rows.clone(), *is_positive);
        let scope: Vec<Expr> = scope.iter().copied().map(Expr::Variable).collect();
        self.post_table(&scope, rows, is_positive)
    }

    /// Posts that a variable has one of these values.
    pub(super) fn post_values(&mut self, variable: VarId, values: Vec<Value>) -> Done {
        match values[..] {
            [] => self.post_false(),
            [value] => self.post(Fixed { atom: Atom { variable, value } }),
            _ => {
                let within = Ranges::of(values.into_iter().map(i64::from));
                self.post(Linear { terms: Terms::new([(variable, 1)]), within })
            }
        }
    }

    /// Posts that the values of the items are one of the rows, or none of them.
    pub(super) fn post_table(
        &mut self,
        scope: &[Expr],
        rows: Vec<Vec<Option<Value>>>,
        is_positive: bool,
    ) -> Done {
        let scope = self.distinct(scope)?;
        self.post(Table { scope, rows, is_positive })
    }
}
