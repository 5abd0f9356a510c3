//! Areas, given by the borders between them.

use super::filling::Filling;
use super::packed::{read_bit_string, write_bit_string};
use super::reader::{Read, Reader};
use crate::board::{Board, Place, letter};

/// The sides between horizontal neighbours, row by row, then those between vertical neighbours.
fn borders(board: &Board) -> [Vec<Place>; 2] {
    board.flat().links().into_iter().partition(|link| matches!(link, Place::Left(..))).into()
}

/// Reads which sides are borders. Areas are numbered by their first cells.
pub(super) fn read(filling: &mut Filling<'_>, layer: &str, reader: &mut Reader<'_>) -> Read<()> {
    let board = &filling.data.board.clone();
    let mut open = Vec::new();
    for sides in borders(board) {
        let bits = read_bit_string(reader, sides.len())?;
        let parted = sides.into_iter().zip(bits);
        open.extend(parted.filter(|(_, is_border)| !is_border).map(|(side, _)| side));
    }
    let at = filling.layer(layer);
    let entries = &mut filling.data.layers[at];
    entries.groups = parts(board, &open);
    entries.names = (0..entries.groups.len()).map(letter).collect();
    Ok(())
}

/// The connected components of the cells, joined by open sides.
fn parts(board: &Board, open: &[Place]) -> Vec<Vec<Place>> {
    let cells = board.cells();
    let position = |cell: &Place| cells.binary_search(cell).unwrap_or(0);
    let mut beside = vec![Vec::new(); cells.len()];
    for &side in open {
        if let [one, other] = board.beside(side)[..] {
            beside[position(&one)].push(position(&other));
            beside[position(&other)].push(position(&one));
        }
    }
    let mut part = vec![usize::MAX; cells.len()];
    let mut parts: Vec<Vec<Place>> = Vec::new();
    for start in 0..cells.len() {
        if part[start] != usize::MAX {
            continue;
        }
        let mut reached = vec![start];
        part[start] = parts.len();
        while let Some(cell) = reached.pop() {
            for &next in &beside[cell] {
                if part[next] == usize::MAX {
                    part[next] = parts.len();
                    reached.push(next);
                }
            }
        }
        parts.push(Vec::new());
    }
    for (cell, part) in cells.into_iter().zip(part) {
        parts[part].push(cell);
    }
    parts
}

pub(super) fn written(filling: &Filling<'_>, layer: &str) -> String {
    let board = &filling.data.board;
    let groups = &filling.data.layers[filling.layer(layer)].groups;
    let group = |cell: &Place| groups.iter().position(|group| group.contains(cell));
    let is_border = |side: &Place| match board.beside(*side)[..] {
        [one, other] => usize::from(group(&one) != group(&other)),
        _ => 0,
    };
    let sides = borders(board).into_iter();
    let bits = sides.map(|sides| sides.iter().map(is_border).collect::<Vec<usize>>());
    bits.map(|bits| write_bit_string(&bits)).collect()
}
