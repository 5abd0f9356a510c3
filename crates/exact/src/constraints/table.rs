//! The values are a row of a table, or none of its rows.

use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Table, Value};
use std::collections::HashMap;

/// Tables with more edges in their diagrams are followed row by row.
const LARGEST: usize = 1_000_000;

pub(super) fn residual(constraint: &Table, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(constraint.scope.clone(), frame);
    let machine = Alive::new(constraint, &reading);
    frame.reads(constraint.rows.len() * constraint.scope.len());
    reading.open_up_to(LARGEST, machine, frame)
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
