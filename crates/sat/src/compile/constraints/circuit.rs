//! Circuit: one cycle through the places.

use cnfetti_encodings::{Bit, Cnf, Lit, at_most_one};

use super::conditions::number_of;
use super::{add_bits, all_of};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Circuit, VarId};

/// No two places have the same successor, and each place has a position in binary, counted from the
/// first one on the circuit: that of its successor is one more. A circle that the first place is not
/// on would have to come back to its own position. Where a place is not on the circuit its position
/// is 0, so all are determined. (Zhou, In Pursuit of an Efficient SAT Encoding for the Hamiltonian
/// Cycle Problem, CP 2020, for the binary positions.)
pub(super) fn encode(cnf: &mut Cnf, map: &Map, circuit: &Circuit, choices: &Choices) {
    let arcs = arcs(cnf, map, circuit);
    // Somebody leads everywhere, or there is no circuit.
    let leads = |target: usize| arcs.iter().any(|row| row[target].is_some());
    if arcs.is_empty() || !(0..arcs.len()).all(leads) {
        return cnf.add_clause([]);
    }
    for target in 0..arcs.len() {
        let leading: Vec<Lit> = arcs.iter().filter_map(|row| row[target]).collect();
        cnf.add_clause(leading.iter().copied());
        at_most_one::encode(cnf, &leading, choices.at_most_one, choices.form);
    }
    let loops: Vec<Option<Lit>> = (0..arcs.len()).map(|place| arcs[place][place]).collect();
    let mut begins = vec![Bit::False; arcs.len()];
    if let Some(size) = &circuit.size {
        begins = first_on_circuit(cnf, &loops);
        let on: Vec<Lit> = loops.iter().flatten().map(|&lit| !lit).collect();
        let always = loops.len() - on.len();
        number_of(cnf, map, &on, always, size, choices);
    } else {
        begins[0] = Bit::True;
    }
    let positions = positions(cnf, &loops, &begins, circuit.size.is_some());
    let afters: Vec<Vec<Bit>> = positions
        .iter()
        .enumerate()
        .map(|(place, position)| plus_one(cnf, place, position))
        .collect();
    for (from, row) in arcs.iter().enumerate() {
        for (to, arc) in row.iter().enumerate().filter(|&(to, _)| to != from) {
            let Some(arc) = *arc else { continue };
            // No position is beyond the last digit.
            let digits = positions[to].iter().copied().chain([Bit::False]);
            for (&after, digit) in afters[from].iter().zip(digits) {
                let unless = [Bit::Lit(!arc), begins[to]];
                equal_unless(cnf, unless, after, digit);
            }
        }
    }
}

/// For each place and each possible successor the literal that says it.
fn arcs(cnf: &mut Cnf, map: &Map, circuit: &Circuit) -> Vec<Vec<Option<Lit>>> {
    let size = circuit.scope.len();
    let may_stay = circuit.size.is_some() || size == 1;
    let mut row = |(own, &variable): (usize, &VarId)| {
        let mut row = vec![None; size];
        for (value, lit) in map.values(variable) {
            match circuit.place(value).filter(|&place| place != own || may_stay) {
                Some(place) => row[place] = Some(lit),
                None => cnf.add_clause([!lit]),
            }
        }
        row
    };
    circuit.scope.iter().enumerate().map(&mut row).collect()
}

/// For each place whether it is the first one that is not followed by itself; there is one.
fn first_on_circuit(cnf: &mut Cnf, loops: &[Option<Lit>]) -> Vec<Bit> {
    let mut begins = vec![Bit::False; loops.len()];
    // Whether all places before are followed by themselves.
    let mut alone = Bit::True;
    for (begin, own) in begins.iter_mut().zip(loops) {
        let own = own.map_or(Bit::False, Bit::Lit);
        *begin = all_of(cnf, alone, !own);
        alone = all_of(cnf, alone, own);
    }
    add_bits(cnf, &[!alone]);
    begins
}

/// The digits of each place's position, the lowest first.
fn positions(
    cnf: &mut Cnf,
    loops: &[Option<Lit>],
    begins: &[Bit],
    may_be_outside: bool,
) -> Vec<Vec<Bit>> {
    let digits = usize::BITS - (loops.len() - 1).leading_zeros();
    let mut positions = vec![vec![Bit::False; digits as usize]; loops.len()];
    // The first place is the first one on the circuit or not on it.
    for (place, position) in positions.iter_mut().enumerate().skip(1) {
        for (power, digit) in position.iter_mut().enumerate() {
            let lit = cnf.new_lit();
            cnf.determine(lit, [place, power]);
            *digit = Bit::Lit(lit);
            add_bits(cnf, &[!begins[place], Bit::Lit(!lit)]);
            if let Some(own) = loops[place].filter(|_| may_be_outside) {
                cnf.add_clause([!own, !lit]);
            }
        }
    }
    positions
}

/// The digits of the next position, one more than a position has.
fn plus_one(cnf: &mut Cnf, place: usize, position: &[Bit]) -> Vec<Bit> {
    let mut carry = Bit::True;
    let mut after = Vec::new();
    for (power, &digit) in position.iter().enumerate() {
        after.push(differ(cnf, digit, carry, [place, position.len() + power]));
        carry = all_of(cnf, digit, carry);
    }
    after.push(carry);
    after
}

/// Whether exactly one of them is true; which digit that is.
fn differ(cnf: &mut Cnf, one: Bit, other: Bit, at: [usize; 2]) -> Bit {
    match (one, other) {
        (Bit::False, bit) | (bit, Bit::False) => bit,
        (Bit::True, bit) | (bit, Bit::True) => !bit,
        (Bit::Lit(one), Bit::Lit(other)) => {
            let differ = cnf.new_lit();
            cnf.determine(differ, at);
            for (one, other) in [(one, other), (!one, !other)] {
                cnf.add_clause([one, other, !differ]);
                cnf.add_clause([one, !other, differ]);
            }
            Bit::Lit(differ)
        }
    }
}

/// Both are the same, or one of `unless` is true.
fn equal_unless(cnf: &mut Cnf, unless: [Bit; 2], one: Bit, other: Bit) {
    for (one, other) in [(one, other), (!one, !other)] {
        add_bits(cnf, &[unless[0], unless[1], !one, other]);
    }
}
