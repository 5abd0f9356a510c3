//! Derives what a solved board of pzprjs does not contain, but our solutions do: the path of a cell, and
//! its galaxy.

use std::collections::BTreeMap;

use cnfetti_core::csp::Value;
use cnfetti_kinds::{Data, Entry, On, Place};

type Solution = BTreeMap<Place, Value>;

/// The connected components of cells, joined by sides for which `joins` is true, by their first cells.
fn pieces(data: &Data, joins: impl Fn(&Place) -> bool) -> Vec<Vec<Place>> {
    let mut open: Vec<Place> = data.board.cells();
    let mut pieces = Vec::new();
    while !open.is_empty() {
        let mut piece = vec![open.remove(0)];
        let mut at = 0;
        while at < piece.len() {
            for side in data.places(On::Links) {
                let ends = data.board.beside(side);
                let is_joined = ends.contains(&piece[at]) && joins(&side);
                for cell in ends {
                    if is_joined && open.contains(&cell) {
                        open.retain(|other| *other != cell);
                        piece.push(cell);
                    }
                }
            }
            at += 1;
        }
        pieces.push(piece);
    }
    pieces
}

/// Lines, and for each cell the first number along its line; 0 if there is none.
pub(crate) fn paths(data: &Data, mut lines: Solution) -> Solution {
    for piece in pieces(data, |side| lines.get(side) == Some(&1)) {
        let number = piece.iter().find_map(|cell| match data.layers[0].at.get(cell)? {
            Entry::Number(number) => Some(*number as Value),
            _ => None,
        });
        let value = number.unwrap_or(0);
        lines.extend(piece.into_iter().map(|cell| (cell, value)));
    }
    lines
}

/// For each cell, the number of the first star in its component between borders; 1 if there is none.
pub(crate) fn galaxies(data: &Data, borders: &Solution) -> Solution {
    let mut solution = Solution::new();
    // The holes come after the stars.
    let layers = data.layers[..3].iter().flat_map(|layer| layer.at.keys());
    let stars: Vec<Vec<Place>> = layers
        .map(|star| match star {
            Place::Cell(..) => vec![*star],
            side_or_corner => data.board.beside(*side_or_corner),
        })
        .collect();
    for piece in pieces(data, |side| borders.get(side) == Some(&0)) {
        let star = stars.iter().position(|cells| cells.iter().any(|cell| piece.contains(cell)));
        let number = star.map_or(1, |star| star as Value + 1);
        solution.extend(piece.into_iter().map(|cell| (cell, number)));
    }
    solution
}
