//! The board as people look at it: the line between two cells is a wall or inside a domino, and
//! the number of halves with each number is known.

use std::collections::BTreeMap;
use std::fmt::Display;

use itertools::Itertools;

use crate::puzzle::Viewpoint;
use cnfetti_core::csp::{
    Atom, Cardinality, Choice, Constraint, Csp, Occurrence, Selection, Value, VarId,
};
use cnfetti_encodings::Relation;

use super::Pips;

/// The value of a line between two cells that one domino covers.
pub(super) const INSIDE: Value = 1;

/// Extends the constraints: for each pair of adjacent cells, a variable for "a domino joins them"
/// and one for the opposite; and the number of halves with each number.
pub(super) fn viewpoint(pips: &Pips, mut csp: Csp) -> Viewpoint {
    let mut noted: Vec<VarId> = csp.ids().take(pips.dominoes.len()).collect();
    let cells: Vec<VarId> = csp.ids().skip(pips.dominoes.len()).collect();
    let mut touching: Vec<Vec<VarId>> = vec![Vec::new(); cells.len()];
    let mut lines = Vec::new();
    for (pair, &[first, second]) in pips.pairs.iter().enumerate() {
        let line = csp.variable(format!("line[{}]", pips.pair_in_words(pair)), [0, INSIDE]);
        touching[first].push(line);
        touching[second].push(line);
        lines.push(line);
    }
    for (pair, &result) in lines.iter().enumerate() {
        let wall = csp.variable(format!("wall[{}]", pips.pair_in_words(pair)), [0, 1]);
        noted.push(wall);
        let placements = [2 * pair as Value, 2 * pair as Value + 1];
        let lying = csp.ids().take(pips.dominoes.len()).cartesian_product(placements);
        let atoms = lying.map(|(variable, value)| Atom { variable, value });
        let is_there = |atom: &Atom| csp.domain(atom.variable).binary_search(&atom.value).is_ok();
        let mut choices: Vec<Choice> =
            atoms.filter(is_there).map(|atom| Choice { atom, value: INSIDE }).collect();
        choices.push(Choice { atom: Atom { variable: wall, value: 1 }, value: 0 });
        let reason = format!("no two dominoes lie on {}", pips.pair_in_words(pair));
        csp.post(Selection { choices, result }.into(), reason);
    }
    for (scope, cell) in touching.into_iter().zip(&pips.cells) {
        share_one(&mut csp, cell, scope);
    }
    let mut halves: BTreeMap<Value, usize> = BTreeMap::new();
    let numbers = pips.dominoes.iter().flat_map(|domino| domino.0);
    numbers.for_each(|number| *halves.entry(number).or_default() += 1);
    for (number, count) in halves {
        let reason = match count {
            1 => format!("the dominoes have one {number}"),
            _ => format!("the dominoes have {count} halves with {number}"),
        };
        csp.post(exactly(cells.clone(), number, count), reason);
    }
    Viewpoint { csp, noted }
}

/// States that one of the lines around a cell is inside a domino.
pub(in crate::puzzle) fn share_one(csp: &mut Csp, cell: &impl Display, lines: Vec<VarId>) {
    let reason = format!("{cell} shares a domino with exactly one neighbour");
    csp.post(exactly(lines, INSIDE, 1), reason);
}

fn exactly(scope: Vec<VarId>, value: Value, count: usize) -> Constraint {
    let occurrences = vec![Occurrence { value, relation: Relation::Exactly, count }];
    Cardinality { scope, occurrences }.into()
}
