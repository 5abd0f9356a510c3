//! The values are a row of a table, or are not.

use super::{Csp, Rule, Value, VarId};

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
