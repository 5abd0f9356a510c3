//! Lines between places that are joined in pairs, such as the halves of dominoes.

use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

use super::Finders;
use crate::Draft;
use crate::techniques::ONLY_NEIGHBOUR;
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
