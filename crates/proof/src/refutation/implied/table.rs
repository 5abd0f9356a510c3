//! A single row of the table.

use super::{Most, add};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Table, Value, VarId};

pub(super) fn most(table: &Table, mut gains: Gains<'_>) -> Most {
    if !table.is_positive {
        return gains.rest();
    }
    gains.budget.spend(8 * (table.rows.len() * table.scope.len()) as u64);
    let row = |row: &Vec<Option<Value>>| -> Most {
        let cells = row.iter().zip(&table.scope);
        let gain = |(cell, &variable): (&Option<Value>, &VarId)| {
            let domain = gains.domain(variable);
            match cell {
                Some(value) => domain.binary_search(value).ok().map(|_| gains.at(variable, *value)),
                None => domain.iter().map(|&value| gains.at(variable, value)).max(),
            }
        };
        cells.map(gain).sum()
    };
    let most = table.rows.iter().map(row).max().flatten();
    table.scope.iter().for_each(|&variable| gains.forget(variable.into()));
    add(most, gains.rest())
}
