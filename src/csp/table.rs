//! The values are a row of a table, or none of its rows.

use std::collections::HashMap;

use super::layers::Machine;
use super::reading::Reading;
use super::residual::{Frame, Residual};
use super::{Constraint, Csp, Rule, Value, VarId};

/// Tables with more edges in their diagrams are followed row by row.
const LARGEST: usize = 1_000_000;

/// The values of the variables are among the rows; or, where the table is one of conflicts, they are
/// not. (Also known as extension; short tables have cells that stand for any value: Jefferson and
/// Nightingale, Extending Simple Tabular Reduction with Short Supports, IJCAI 2013.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// Each as long as the scope, in any order, also repeated. `None` stands for any value. Values
    /// that a variable does not have are allowed.
    pub rows: Vec<Vec<Option<Value>>>,
    /// Whether the values are one of the rows; otherwise they are none of them.
    pub is_positive: bool,
}

impl From<Table> for Constraint {
    fn from(constraint: Table) -> Constraint {
        Constraint::Table(constraint)
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

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let reading = Reading::new(self.scope.clone(), frame);
        let machine = Alive::new(self, &reading);
        reading.open_up_to(LARGEST, machine, frame)
    }
}

/// Which rows agree with all that was read. A state is the set of those that do not.
struct Alive {
    is_positive: bool,
    /// For each place, and each value that some row has there, the rows that have another one.
    others: Vec<HashMap<Value, Vec<u64>>>,
    /// For each place the rows that have a value there at all.
    bound: Vec<Vec<u64>>,
    rows: usize,
}

impl Alive {
    fn new(table: &Table, reading: &Reading) -> Alive {
        let rows = table.rows.len();
        let nothing = vec![0_u64; rows.div_ceil(64)];
        let mut bound = vec![nothing; reading.scope.len()];
        let mut others = vec![HashMap::new(); reading.scope.len()];
        for (column, &variable) in table.scope.iter().enumerate() {
            let Some(place) = reading.place(variable) else { continue };
            let cells = table.rows.iter().map(|row| row[column]).enumerate();
            let cells = cells.filter_map(|(row, cell)| Some((row, cell?)));
            for (row, _) in cells.clone() {
                bound[place][row / 64] |= 1 << (row % 64);
            }
            for (row, value) in cells {
                let others: &mut Vec<u64> =
                    others[place].entry(value).or_insert_with(|| bound[place].clone());
                others[row / 64] &= !(1 << (row % 64));
            }
        }
        Alive { is_positive: table.is_positive, others, bound, rows }
    }

    fn any_alive(&self, state: &[u64]) -> bool {
        let dead: usize = state.iter().map(|word| word.count_ones() as usize).sum();
        dead < self.rows
    }
}

impl Machine for Alive {
    fn limits(&self) -> Vec<u64> {
        vec![u64::MAX; self.rows.div_ceil(64)]
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let others = self.others[place].get(&value).unwrap_or(&self.bound[place]);
        state.iter_mut().zip(others).for_each(|(dead, others)| *dead |= others);
        !self.is_positive || self.any_alive(state)
    }

    fn accepts(&self, state: &[u64]) -> bool {
        self.any_alive(state) == self.is_positive
    }
}
