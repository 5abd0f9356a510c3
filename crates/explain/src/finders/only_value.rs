//! A place differs from others that have all values but one. Sudoku's naked single.

use cnfetti_core::csp::VarId;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

use super::Finders;
use crate::Draft;
use crate::techniques::ONLY_VALUE;
use crate::tiling::Tiling;

pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    finders.places().filter_map(|place| of_place(finders, place, known)).collect()
}

fn of_place(finders: &Finders, place: VarId, known: &Candidates) -> Option<Draft> {
    let domain = known.of(place);
    if domain.len() < 2 {
        return None;
    }
    let (mut constraints, mut facts, mut left) = (Vec::new(), Vec::new(), domain.to_vec());
    for at in finders.rows_of(place) {
        let row = &finders.different[at];
        for &peer in row.scope.iter().filter(|&&peer| peer != place) {
            let Some(value) = known.decided(peer).filter(|value| left.contains(value)) else {
                continue;
            };
            left.retain(|other| *other != value);
            constraints.push(row.constraint);
            facts.push(Fact { variable: peer, said: Said::Is(value) });
        }
    }
    let &[only] = &left[..] else { return None };
    constraints.dedup();
    // One rule says so by itself.
    if constraints.len() < 2 {
        return None;
    }
    let gone = finders.gone(place, known);
    if !gone.is_empty() {
        facts.push(Fact { variable: place, said: Said::IsNone(gone) });
    }
    let conclusions = vec![Fact { variable: place, said: Said::Is(only) }];
    Some(Draft::proposed(&ONLY_VALUE, constraints, facts, conclusions))
}
