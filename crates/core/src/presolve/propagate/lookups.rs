//! Propagation for tables and elements of lists.

use super::Domains;
use crate::csp::{Comparison, Condition, Element, Operand, Ranges, Table, Value, VarId};

impl Domains<'_> {
    /// Each value needs a row in which all values are left.
    pub(super) fn table(&mut self, constraint: &Table) {
        if !constraint.is_positive {
            return;
        }
        let mut supported: Vec<Vec<Value>> = vec![Vec::new(); constraint.scope.len()];
        let mut is_free = vec![false; constraint.scope.len()];
        for row in &constraint.rows {
            let mut cells = row.iter().zip(&constraint.scope);
            if cells.all(|(cell, &variable)| cell.is_none_or(|value| self.has(variable, value))) {
                for ((cell, supported), free) in row.iter().zip(&mut supported).zip(&mut is_free) {
                    match cell {
                        Some(value) => supported.push(*value),
                        None => *free = true,
                    }
                }
            }
        }
        self.work(constraint.rows.len() * constraint.scope.len());
        for (column, &variable) in constraint.scope.iter().enumerate() {
            if !is_free[column] {
                self.keep_of(variable, &mut supported[column]);
            }
        }
    }

    /// An index needs an entry that can satisfy the condition. If the entry must equal a variable,
    /// each of the variable's values needs an entry that can have it.
    pub(super) fn element(&mut self, constraint: &Element) {
        let [index] = constraint.indices[..] else { return };
        self.work(constraint.list.len());
        let wanted = match &constraint.condition {
            Condition::Within(ranges) => Wanted::Within(ranges),
            Condition::Compare(Comparison::Equal, variable) => Wanted::Equal(*variable),
            Condition::Compare(..) => return,
        };
        let (mut places, mut entries): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
        for &value in &self.values[index.variable.index()] {
            let entry = index.place(value).and_then(|place| constraint.list.get(place));
            let Some(&entry) = entry else { continue };
            let before = entries.len();
            if self.can_be(entry, &wanted, &mut entries) {
                places.push(value);
            }
            self.work += 1 + entries.len() - before;
        }
        self.keep_of(index.variable, &mut places);
        if let Wanted::Equal(variable) = wanted
            && !self.empty
        {
            self.keep_of(variable, &mut entries);
        }
    }

    /// Whether the entry can satisfy the condition. For equality, adds the common values to
    /// `equal`.
    fn can_be(&self, entry: Operand, wanted: &Wanted<'_>, equal: &mut Vec<Value>) -> bool {
        let values = match &entry {
            Operand::Constant(value) => std::slice::from_ref(value),
            Operand::Variable(variable) => &self.values[variable.index()],
        };
        match *wanted {
            Wanted::Within(ranges) => values.iter().any(|&value| ranges.contains(value.into())),
            Wanted::Equal(variable) => {
                let before = equal.len();
                equal.extend(values.iter().filter(|&&value| self.has(variable, value)));
                equal.len() > before
            }
        }
    }

    /// Keeps only these values of the variable.
    pub(super) fn keep_of(&mut self, variable: VarId, values: &mut Vec<Value>) {
        values.sort_unstable();
        values.dedup();
        if values.len() < self.values[variable.index()].len() {
            self.retain(variable, |value| values.binary_search(&value).is_ok());
        }
    }
}

/// The condition on an entry.
enum Wanted<'a> {
    Within(&'a Ranges),
    Equal(VarId),
}
