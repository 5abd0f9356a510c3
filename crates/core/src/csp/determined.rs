//! Which variables of a constraint follow from its others: the result of an operation, each variable of an
//! equation, those of a bounded sum whose weight is larger than the distance of its bounds, and each column of a table whose other columns identify the row.

use std::collections::HashSet;

use itertools::Itertools;

use super::{Constraint, Csp, Table, Terms, Value, VarId};

/// Larger tables are not examined.
const MAX_CELLS: usize = 100_000;

/// The variables of a constraint that have at most one value once all of its others have theirs.
pub fn determined(csp: &Csp, constraint: &Constraint) -> Vec<VarId> {
    let weighted = |terms: &Terms| {
        let terms = terms.as_slice().iter().filter(|term| term.weight != 0);
        terms.map(|term| term.variable).collect()
    };
    match constraint {
        Constraint::Operation(operation) => match operation.as_sum() {
            // A variable that is added and subtracted again has no weight.
            Some((terms, _)) => weighted(&terms),
            None if operation.inputs().contains(&operation.result) => Vec::new(),
            None => vec![operation.result],
        },
        Constraint::Linear(linear) => match *linear.within.intervals() {
            // Another value changes the sum by more than lies between its bounds.
            [(low, high)] => {
                let room = high.checked_sub(low).map(i64::unsigned_abs);
                let terms = linear.terms.as_slice().iter();
                let is_heavy = |weight: i64| room.is_some_and(|room| weight.unsigned_abs() > room);
                terms.filter(|term| is_heavy(term.weight)).map(|term| term.variable).collect()
            }
            _ => Vec::new(),
        },
        Constraint::Table(table) => determined_in(csp, table),
        _ => Vec::new(),
    }
}

fn determined_in(csp: &Csp, table: &Table) -> Vec<VarId> {
    if !table.is_positive || table.rows.len() * table.scope.len() > MAX_CELLS {
        return Vec::new();
    }
    let whole = table.rows.iter().map(|row| row.iter().copied().collect::<Option<Vec<Value>>>());
    let Some(rows) = whole.collect::<Option<Vec<_>>>() else { return Vec::new() };
    let is_possible = |row: &Vec<Value>| {
        let mut cells = table.scope.iter().zip(row);
        cells.all(|(&id, value)| csp.domain(id).binary_search(value).is_ok())
    };
    let rows = rows.into_iter().filter(is_possible).unique().collect_vec();
    let is_determined = |&(at, _): &(usize, &VarId)| {
        let mut others = HashSet::new();
        rows.iter().all(|row| {
            let mut others_of = row.clone();
            others_of.remove(at);
            others.insert(others_of)
        })
    };
    let columns = table.scope.iter().enumerate();
    columns.filter(is_determined).map(|(_, &id)| id).collect()
}
