//! The values are a row of a table, or are not.

use super::rows::Rows;
use super::{Csp, Malformed, Rule, Value, VarId, malformed::same_length};
use crate::domains::{Domains, Empty, Step};
use crate::program::Sum;

/// The values of the variables are one of the rows; or, for a table of conflicts, none of them.
/// (Also known as extension. Short tables have cells that allow any value: Jefferson and
/// Nightingale, Extending Simple Tabular Reduction with Short Supports, IJCAI 2013.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// Each row is as long as the scope. Rows can come in any order and more than once. `None`
    /// allows any value. A row may have values that its variable does not have.
    pub rows: Vec<Vec<Option<Value>>>,
    /// Whether the values must be one of the rows; otherwise they must be none of them.
    pub is_positive: bool,
}

impl Table {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        let expected = self.scope.len();
        let mut rows = self.rows.iter();
        rows.try_for_each(|row| same_length("the cells of a row", row.len(), expected))
    }
}

impl Rule for Table {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let fits = |row: &Vec<Option<Value>>| {
            let mut cells = row.iter().zip(&self.scope);
            cells.all(|(cell, variable)| {
                cell.is_none_or(|value| value == solution[variable.index()])
            })
        };
        self.rows.iter().any(fits) == self.is_positive
    }

    fn describe(&self, csp: &Csp) -> String {
        let rows = match self.rows.len() {
            1 => "1 row".to_owned(),
            rows => format!("{rows} rows"),
        };
        let word = if self.is_positive { "in" } else { "not in" };
        format!("Table({}) {word} {rows}", csp.names(&self.scope))
    }
}

/// The variables are in no row of a table: the last cell that could differ does.
pub(super) fn propagate(domains: &mut Domains, table: &Table) -> Step {
    for row in &table.rows {
        let mut open = None;
        let mut is_excluded = false;
        for (cell, &variable) in row.iter().zip(&table.scope) {
            domains.work += 1;
            let Some(value) = *cell else { continue };
            let can_be = domains.has(variable, value.into());
            if !can_be || !domains.is_fixed(variable) && open.replace((variable, value)).is_some() {
                is_excluded = true;
                break;
            }
        }
        match open {
            _ if is_excluded => {}
            Some((variable, value)) => domains.remove(variable, value.into())?,
            None => return Err(Empty),
        }
    }
    Ok(())
}

/// The rows of a table that fit, kept in front of those that do not: simple tabular reduction (Ullmann, Partition
/// Search for Non-binary Constraint Satisfaction, 2007).
pub(crate) struct Fitting {
    scope: Vec<VarId>,
    /// The numbers of the values, row after row, or `ANY`.
    cells: Vec<u32>,
    /// A permutation of the rows. The first of them fit, as many as the cell says.
    order: Vec<u32>,
    cell: usize,
    /// For each column, the values of rows that fit, as bits, and how many values no row has yet.
    seen: Vec<(Vec<u64>, usize)>,
}

/// Any value.
const ANY: u32 = u32::MAX;

impl Fitting {
    pub(crate) fn new(
        domains: &mut Domains,
        scope: &[VarId],
        rows: &[Vec<Option<Value>>],
    ) -> Fitting {
        let mut cells = Vec::new();
        for row in rows {
            let numbers = scope.iter().zip(row).map(|(&variable, cell)| match *cell {
                Some(value) => domains.number(variable, value.into()),
                None => Some(ANY),
            });
            cells.extend(numbers.collect::<Option<Vec<u32>>>().unwrap_or_default());
        }
        let number = if scope.is_empty() { rows.len() } else { cells.len() / scope.len() };
        let words = |&variable: &VarId| (vec![0; domains.first_size(variable).div_ceil(64)], 0);
        let seen = scope.iter().map(words).collect();
        let (order, cell) = ((0..number as u32).collect(), domains.new_cell(number));
        Fitting { scope: scope.to_vec(), cells, order, cell, seen }
    }

    pub(crate) fn propagate(&mut self, domains: &mut Domains) -> Step {
        let width = self.scope.len();
        for (&variable, (seen, missing)) in self.scope.iter().zip(&mut self.seen) {
            seen.fill(0);
            *missing = domains.size(variable);
        }
        let mut length = domains.cell(self.cell);
        domains.work += (length * (1 + width)) as u64 / 2;
        let mut at = 0;
        while at < length {
            let first = self.order[at] as usize * width;
            let row = &self.cells[first..first + width];
            let fits = |(&number, variable): (&u32, &VarId)| {
                number == ANY || domains.is_left(variable.index(), number)
            };
            if !row.iter().zip(&self.scope).all(fits) {
                length -= 1;
                self.order.swap(at, length);
                continue;
            }
            for (&number, (seen, missing)) in row.iter().zip(&mut self.seen) {
                if number == ANY {
                    *missing = 0;
                } else if *missing > 0 {
                    let word = &mut seen[number as usize / 64];
                    *missing -= usize::from(*word >> (number % 64) & 1 == 0);
                    *word |= 1 << (number % 64);
                }
            }
            at += 1;
        }
        if length == 0 {
            return Err(Empty);
        }
        domains.set_cell(self.cell, length);
        for (&variable, (seen, missing)) in self.scope.iter().zip(&self.seen) {
            if *missing > 0 {
                domains.keep_numbers(variable, seen)?;
            }
        }
        Ok(())
    }
}

impl Rows<'_> {
    /// A conflict between Boolean variables is a clause.
    pub(super) fn table(&mut self, table: &Table) {
        let has_two_values = |&variable: &VarId| self.csp.domain(variable).len() <= 2;
        let is_small = table.scope.len() <= MAX_SCOPE && table.scope.iter().all(has_two_values);
        if table.is_positive || !is_small {
            return;
        }
        for row in &table.rows {
            let (mut sum, mut most) = (Sum::default(), -1);
            for (&variable, value) in table.scope.iter().zip(row) {
                let Some(value) = *value else { continue };
                let Some(part) = self.is(variable, value) else { return };
                sum.add(part, 1);
                most += 1;
            }
            self.program.state(sum, i64::MIN, most);
        }
    }
}

/// Conflicts between more variables have no rows.
const MAX_SCOPE: usize = 12;
