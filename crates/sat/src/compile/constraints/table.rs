//! Table: the values are a row of it, or none.

use cnfetti_encodings::{Cnf, Form, Lit};
use itertools::Itertools;

use super::any_of;
use crate::compile::Map;
use cnfetti_core::csp::{Atom, Table, Value};

/// A row as the literals that say it: `None` where it says nothing.
type Row = Vec<Option<Lit>>;

/// One clause for each row that is forbidden. Of rows that are allowed there is a literal each, which
/// is true exactly when the values are that row, and each value needs one of the rows that it is in.
/// (Bacchus, GAC via Unit Propagation, CP 2007.) For two variables the values support each other
/// without any auxiliary.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, table: &Table, form: Form) {
    let rows = rows(map, table);
    if !table.is_positive {
        rows.iter().for_each(|row| cnf.add_clause(row.iter().flatten().map(|&lit| !lit)));
        return;
    }
    if rows.iter().any(|row| row.iter().all(Option::is_none)) {
        return;
    }
    if rows.is_empty() {
        return cnf.add_clause([]);
    }
    if rows.iter().flatten().all(Option::is_some) && table.scope.len() <= 2 {
        return supports(cnf, map, table, &rows);
    }
    let is_short = rows.iter().flatten().any(Option::is_none);
    let lits: Vec<Lit> = rows.iter().map(|row| row_literal(cnf, row, is_short, form)).collect();
    if is_short {
        cnf.add_clause(lits.iter().copied());
    }
    for (column, &variable) in table.scope.iter().enumerate() {
        let (bound, any): (Vec<usize>, Vec<usize>) =
            (0..rows.len()).partition(|&row| rows[row][column].is_some());
        let by_value = bound.into_iter().into_group_map_by(|&row| rows[row][column]);
        if by_value.is_empty() {
            continue;
        }
        // The rows that say nothing of the variable support all of its values.
        let other = (!any.is_empty()).then(|| {
            let any: Vec<Lit> = any.iter().map(|&row| lits[row]).collect();
            any_of(cnf, &any)
        });
        for (_, lit) in map.values(variable) {
            let rows = by_value.get(&Some(lit)).into_iter().flatten().map(|&row| lits[row]);
            // A row that is one literal is that literal.
            let clause: Vec<Lit> = rows.chain(other).collect();
            if !clause.contains(&lit) {
                cnf.add_clause([!lit].into_iter().chain(clause));
            }
        }
    }
}

/// The rows whose values all are in the domains, each once.
fn rows(map: &Map, table: &Table) -> Vec<Row> {
    let literal = |(column, cell): (usize, &Option<Value>)| match *cell {
        None => Some(None),
        Some(value) => map.literal(Atom { variable: table.scope[column], value }).map(Some),
    };
    let rows = table.rows.iter().filter_map(|row| row.iter().enumerate().map(literal).collect());
    rows.unique().collect()
}

/// A literal that is true exactly when the values are those of the row. Without cells that stand for
/// any value only one row can be true, and that one is found by the supports of the values: one
/// direction is enough.
fn row_literal(cnf: &mut Cnf, row: &Row, is_short: bool, form: Form) -> Lit {
    let lits: Vec<Lit> = row.iter().flatten().copied().collect();
    if let [lit] = lits[..] {
        return lit;
    }
    let holds = cnf.new_lit();
    let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
    cnf.define_any(!holds, &negated);
    lits.iter().for_each(|&lit| cnf.add_clause([!holds, lit]));
    if is_short && form == Form::TwoSided {
        cnf.add_clause(lits.iter().map(|&lit| !lit).chain([holds]));
    }
    holds
}

/// Each value needs one that it is in a row with.
fn supports(cnf: &mut Cnf, map: &Map, table: &Table, rows: &[Row]) {
    for (column, &variable) in table.scope.iter().enumerate() {
        for (_, lit) in map.values(variable) {
            let mut with = rows.iter().filter(|row| row[column] == Some(lit)).peekable();
            if table.scope.len() == 1 && with.peek().is_some() {
                continue;
            }
            let others = with.filter_map(|row| row.get(1 - column).copied().flatten());
            cnf.add_clause([!lit].into_iter().chain(others.collect_vec()));
        }
    }
}
