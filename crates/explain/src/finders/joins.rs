//! Lines between places that are joined in pairs, such as the halves of dominoes.

use std::collections::HashMap;

use cnfetti_core::csp::VarId;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use fixedbitset::FixedBitSet;

use super::Finders;
use crate::Draft;
use crate::techniques::{ONLY_NEIGHBOUR, PARITY};
use crate::tiling::Tiling;

/// A place has to be joined with one of its neighbours, and only one is left.
///
/// It looks for places of which all lines except one are known not to be inside a piece.
pub(super) fn only_neighbour(_: &Finders, tiling: &Tiling, known: &Candidates) -> Vec<Draft> {
    let of_row = |(constraint, row): (usize, &[_])| {
        let mut open = row.iter().filter(|&&line| known.decided(line) != Some(0));
        let (Some(&only), None) = (open.next(), open.next()) else { return None };
        if known.decided(only) == Some(1) {
            return None;
        }
        let outside = row.iter().filter(|&&line| line != only);
        let facts = outside.map(|&variable| Fact { variable, said: Said::Is(0) }).collect();
        let conclusions = vec![Fact { variable: only, said: Said::Is(1) }];
        Some(Draft::proposed(&ONLY_NEIGHBOUR, vec![constraint], facts, conclusions))
    };
    tiling.rows().filter_map(of_row).collect()
}

/// Places that are joined in pairs, and of which one line alone leads to others: an odd number of them needs that
/// line, an even number cannot use it.
///
/// It decides each such line, and explains it by the side with fewer places.
pub(super) fn parity(_: &Finders, tiling: &Tiling, known: &Candidates) -> Vec<Draft> {
    let rows: Vec<(usize, &[VarId])> = tiling.rows().collect();
    let mut ends: HashMap<VarId, Vec<usize>> = HashMap::new();
    for (place, (_, row)) in rows.iter().enumerate() {
        row.iter().for_each(|&line| ends.entry(line).or_default().push(place));
    }
    let mut open: Vec<VarId> = ends.keys().copied().collect();
    open.retain(|&line| known.decided(line).is_none() && ends[&line].len() == 2);
    open.sort_unstable();
    let of_line = |line: VarId| {
        let around = |end: usize| reached(end, line, &rows, &ends, known);
        let (one, other) = (around(ends[&line][0]), around(ends[&line][1]));
        if one.contains(ends[&line][1]) {
            return None;
        }
        let is_smaller = one.count_ones(..) <= other.count_ones(..);
        let side = if is_smaller { one } else { other };
        let constraints = side.ones().map(|place| rows[place].0).collect();
        let is_wall =
            |wall: &VarId| ends[wall].iter().filter(|&&end| side.contains(end)).count() == 1;
        let mut walls: Vec<VarId> = side.ones().flat_map(|place| rows[place].1).copied().collect();
        walls.retain(|wall| *wall != line && is_wall(wall));
        let facts =
            walls.into_iter().map(|variable| Fact { variable, said: Said::Is(0) }).collect();
        let inside = (side.count_ones(..) % 2) as i32;
        let conclusions = vec![Fact { variable: line, said: Said::Is(inside) }];
        Some(Draft::proposed(&PARITY, constraints, facts, conclusions))
    };
    open.into_iter().filter_map(of_line).collect()
}

/// The places that can be reached from one without this line.
fn reached(
    from: usize,
    but: VarId,
    rows: &[(usize, &[VarId])],
    ends: &HashMap<VarId, Vec<usize>>,
    known: &Candidates,
) -> FixedBitSet {
    let mut reached = FixedBitSet::with_capacity(rows.len());
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        if reached.put(place) {
            continue;
        }
        let lines =
            rows[place].1.iter().filter(|&&line| line != but && known.decided(line) != Some(0));
        open.extend(lines.flat_map(|line| &ends[line]));
    }
    reached
}
