//! Element: the entry of a list at a given position.

use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools;

use super::add;
use crate::compile::Map;
use cnfetti_core::csp::{Atom, Comparison, Condition, Element, Operand, Value};

/// For each place: if it is chosen, each value of the entry needs a value that it may be compared with,
/// and the other way round; no auxiliaries. A value of the result needs a place where it can be.
/// (Gent, Arc Consistency in SAT, ECAI 2002, for the supports.)
pub(super) fn encode(cnf: &mut Cnf, map: &Map, element: &Element) {
    for index in &element.indices {
        for (value, lit) in map.values(index.variable) {
            if index.place(value).is_none() {
                cnf.add_clause([!lit]);
            }
        }
    }
    let places: Vec<Option<Vec<Lit>>> =
        (0..element.list.len()).map(|at| guard(map, element, at)).collect();
    for (&entry, chosen) in element.list.iter().zip(&places) {
        if let Some(chosen) = chosen {
            let unless: Vec<Lit> = chosen.iter().map(|&lit| !lit).collect();
            compare(cnf, map, &unless, entry, &element.condition);
        }
    }
    if let Condition::Compare(Comparison::Equal, result) = element.condition {
        for (value, lit) in map.values(result) {
            let entries = element.list.iter().zip(&places);
            let able = entries.filter(|(entry, _)| can_be(map, **entry, value));
            let able: Vec<&Vec<Lit>> = able.filter_map(|(_, chosen)| chosen.as_ref()).collect();
            for dimension in 0..element.indices.len() {
                let lits = able.iter().map(|chosen| chosen[dimension]).unique();
                add(cnf, [!lit].into_iter().chain(lits));
            }
        }
    }
}

/// The literals that together choose a place: one for each dimension.
fn guard(map: &Map, element: &Element, at: usize) -> Option<Vec<Lit>> {
    let mut rest = at;
    let mut lits = Vec::new();
    for index in element.indices.iter().rev() {
        let value = i64::from(index.first) + (rest % index.size) as i64;
        let value = Value::try_from(value).ok()?;
        lits.push(map.literal(Atom { variable: index.variable, value })?);
        rest /= index.size;
    }
    lits.reverse();
    Some(lits)
}

fn can_be(map: &Map, entry: Operand, value: Value) -> bool {
    match entry {
        Operand::Constant(constant) => constant == value,
        Operand::Variable(variable) => map.literal(Atom { variable, value }).is_some(),
    }
}

/// The operand is as the condition demands, unless one of these literals is true.
pub(super) fn compare(
    cnf: &mut Cnf,
    map: &Map,
    unless: &[Lit],
    operand: Operand,
    condition: &Condition,
) {
    let numbers: Vec<(Value, Option<Lit>)> = match operand {
        Operand::Constant(value) => vec![(value, None)],
        Operand::Variable(variable) => {
            map.values(variable).map(|(value, lit)| (value, Some(lit))).collect()
        }
    };
    let unless = || unless.iter().copied();
    let Some(other) = condition.variable() else {
        for (number, lit) in numbers {
            if !condition.allows(number.into(), 0) {
                add(cnf, unless().chain(lit.map(|lit| !lit)));
            }
        }
        return;
    };
    for &(number, lit) in &numbers {
        let allowed =
            map.values(other).filter(|&(value, _)| condition.allows(number.into(), value));
        add(cnf, unless().chain(lit.map(|lit| !lit)).chain(allowed.map(|(_, lit)| lit)));
    }
    if numbers.iter().all(|(_, lit)| lit.is_some()) {
        for (value, other) in map.values(other) {
            let allowed =
                numbers.iter().filter(|(number, _)| condition.allows((*number).into(), value));
            add(cnf, unless().chain([!other]).chain(allowed.filter_map(|&(_, lit)| lit)));
        }
    }
}
