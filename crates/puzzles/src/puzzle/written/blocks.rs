//! Blocks that divide the board without being clues: a rule is about each of them, as for the boxes
//! of a Sudoku. Boards have thick lines between them.

use std::collections::BTreeSet;

use cnfetti_kinds::{Data, Kind, Place, Unfolded};

/// The blocks of the first rule that covers all cells with blocks.
pub(super) fn blocks(kind: &Kind, data: &Data, unfolded: &Unfolded) -> Vec<Vec<Place>> {
    let rules = kind.rules.iter().enumerate().filter(|(_, rule)| !rule.is_clue);
    let mut found = rules.filter_map(|(rule, _)| blocks_of(rule, data, unfolded));
    found.next().unwrap_or_default()
}

/// The scopes of a rule's constraints, if they contain each cell once and are several blocks, not
/// lines.
fn blocks_of(rule: usize, data: &Data, unfolded: &Unfolded) -> Option<Vec<Vec<Place>>> {
    let constraints = unfolded.model.constraints.iter().zip(&unfolded.rules);
    let constraints = constraints.filter(|(_, of)| **of == rule);
    let mut free: BTreeSet<Place> = data.board.cells().into_iter().collect();
    let mut blocks = Vec::new();
    for (posted, _) in constraints {
        let scope = posted.constraint.scope().into_iter();
        let block: Vec<Place> = scope.map(|at| cell(unfolded, at)).collect::<Option<_>>()?;
        let is_free = block.iter().all(|place| free.remove(place));
        if !is_free || is_line(&block) {
            return None;
        }
        blocks.push(block);
    }
    (free.is_empty() && blocks.len() > 1).then_some(blocks)
}

/// The cell of a variable.
fn cell(unfolded: &Unfolded, variable: usize) -> Option<Place> {
    let of = unfolded.unknowns.iter().find(|places| places.variables.contains(&variable))?;
    let place = of.places[variable - of.variables.start];
    matches!(place, Place::Cell(..)).then_some(place)
}

/// Whether all cells are in one row or column.
fn is_line(cells: &[Place]) -> bool {
    let at = |place: &Place| match *place {
        Place::Cell(row, column) => (row, column),
        _ => (0, 0),
    };
    let first = cells.first().map(at).unwrap_or_default();
    cells.iter().all(|cell| at(cell).0 == first.0) || cells.iter().all(|cell| at(cell).1 == first.1)
}
