//! None of the rows holds; or one does, with a word for each row. With two variables, each value needs a
//! partner instead.

use super::Line;
use super::words::Words;
use cnfetti_core::csp::{Table, Value};
use cnfetti_encodings::Lit;
use itertools::Itertools;

pub(super) fn state(words: &Words<'_>, rule: &Table) -> Option<Vec<Line>> {
    let literal = |(column, cell): (usize, &Option<Value>)| match *cell {
        None => Some(None),
        Some(value) => words.literal(rule.scope[column], value).map(Some),
    };
    let rows = rule.rows.iter().filter_map(|row| row.iter().enumerate().map(literal).collect());
    let rows: Vec<Vec<Option<Lit>>> = rows.unique().collect();
    let lits = rows.iter().map(|row| row.iter().flatten().copied().collect_vec());
    let is_short = rows.iter().flatten().any(Option::is_none);
    if !words.have_values(&rule.scope) {
        return None;
    }
    if !rule.is_positive {
        return Some(lits.map(|lits| Line::some(lits.into_iter().map(|lit| !lit))).collect());
    }
    if let ([variable, _], false) = (&rule.scope[..], is_short) {
        let values = words.map.values(*variable).map(|(_, lit)| {
            let with = rows.iter().filter(|row| row[0] == Some(lit)).filter_map(|row| row[1]);
            Line::some(with.chain([!lit]))
        });
        return Some(values.collect());
    }
    let mut lines = Vec::new();
    let mut each = Vec::new();
    for lits in lits {
        let negated = lits.iter().map(|&lit| !lit).collect_vec();
        if negated.is_empty() {
            return Some(Vec::new());
        }
        each.push(!words.any(&negated, &mut lines)?);
    }
    lines.push(Line::some(each));
    Some(lines)
}
