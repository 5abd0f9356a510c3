//! Boxes that do not overlap.

use cnfetti_encodings::{Bit, Cnf, Form, Lit};
use itertools::Itertools;

use super::conditions::Thresholds;
use super::{add, add_bits};
use crate::compile::Map;
use cnfetti_core::csp::{Atom, Extent, NoOverlap, Operand};

/// For each two boxes and each dimension whether one ends before the other begins; one of these holds.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &NoOverlap, form: Form) {
    let extents = constraint.boxes.iter().flatten();
    for extent in extents {
        let lengths = lengths(map, extent);
        lengths.iter().filter(|(length, _)| *length < 0).for_each(|(_, lit)| {
            cnf.add_clause(lit.map(|lit| !lit));
        });
    }
    let begins: Vec<Vec<Thresholds>> = constraint
        .boxes
        .iter()
        .map(|extents| {
            extents.iter().map(|extent| Thresholds::new(cnf, map, extent.origin)).collect()
        })
        .collect();
    for [one, other] in (0..constraint.boxes.len()).array_combinations() {
        let boxes = [one, other].map(|number| &constraint.boxes[number]);
        let empty = boxes.iter().flat_map(|extents| extents.iter()).map(|e| is_empty(map, e));
        let empty: Vec<Bit> = empty.filter(|_| constraint.ignores_empty).collect();
        if empty.contains(&Bit::True) {
            continue;
        }
        let mut apart: Vec<Lit> = empty.iter().filter_map(|bit| bit.lit()).collect();
        for (first, second) in [(one, other), (other, one)] {
            let pairs = constraint.boxes[first].iter().zip(&constraint.boxes[second]);
            for ((extent, other), begins) in pairs.zip(&begins[second]) {
                let before = ends_before(cnf, map, extent, begins, form);
                if let Some(before) = before {
                    means_before(cnf, map, before, extent, other);
                }
                apart.extend(before);
            }
        }
        add(cnf, apart);
    }
}

/// Whether the box has no length here.
fn is_empty(map: &Map, extent: &Extent) -> Bit {
    match extent.length {
        Operand::Constant(length) => (length == 0).into(),
        Operand::Variable(variable) => {
            map.literal(Atom { variable, value: 0 }).map_or(Bit::False, Bit::Lit)
        }
    }
}

/// The lengths with the literals that say them; a number has none.
fn lengths(map: &Map, extent: &Extent) -> Vec<(i64, Option<Lit>)> {
    match extent.length {
        Operand::Constant(length) => vec![(length.into(), None)],
        Operand::Variable(variable) => {
            map.values(variable).map(|(value, lit)| (value.into(), Some(lit))).collect()
        }
    }
}

/// The literal says that the other's origin is at least where this extent ends.
fn means_before(cnf: &mut Cnf, map: &Map, before: Lit, extent: &Extent, other: &Extent) {
    let values = |variable| map.values(variable).map(|(value, lit)| (i64::from(value), lit));
    let length = lengths(map, extent).into_iter();
    let length = length.filter_map(|(length, lit)| Some((-length, lit?)));
    let origins = values(extent.origin).map(|(value, lit)| (-value, lit));
    let terms = values(other.origin).chain(origins).chain(length).collect_vec();
    cnf.define_at_least(before, &terms, extent.length.constant().unwrap_or(0).into());
}

/// A literal that is true exactly when the extent ends before the other one begins, unless that never
/// happens.
fn ends_before(
    cnf: &mut Cnf,
    map: &Map,
    extent: &Extent,
    begin: &Thresholds,
    form: Form,
) -> Option<Lit> {
    let lengths = lengths(map, extent);
    let ends = map.values(extent.origin).cartesian_product(&lengths);
    let ends: Vec<(Lit, Option<Lit>, Bit)> = ends
        .map(|((origin, lit), (length, of_length))| {
            (lit, *of_length, begin.at_least(i64::from(origin) + length))
        })
        .collect();
    if ends.iter().all(|&(_, _, ended)| ended == Bit::False) {
        return None;
    }
    let before = cnf.new_lit();
    for (origin, length, ended) in ends {
        let length = length.map_or(Bit::False, |lit| Bit::Lit(!lit));
        let unless = [Bit::Lit(!origin), length];
        add_bits(cnf, &[unless[0], unless[1], Bit::Lit(!before), ended]);
        if form == Form::TwoSided {
            add_bits(cnf, &[unless[0], unless[1], Bit::Lit(before), !ended]);
        }
    }
    Some(before)
}
