//! Lists of numbers above the columns and left of the rows.

use std::collections::BTreeMap;

use cnfetti_input::{InputError, Span};

use super::decoders::Found;
use super::filling::Code;
use super::numbers::{read_hex, write_hex};
use super::reader::{Read, Reader};
use crate::board::{Board, Direction, Place};
use crate::data::Entry;

/// The greatest length of a list above a column and left of a row.
fn depths(board: &Board) -> [(Direction, usize); 2] {
    [
        (Direction::North, usize::from(board.rows).div_ceil(2)),
        (Direction::West, usize::from(board.columns).div_ceil(2)),
    ]
}

/// The number of slots for numbers.
pub(super) fn length(board: &Board) -> usize {
    depths(board).iter().map(|&(side, depth)| board.edges_at(side).len() * depth).sum()
}

pub(super) fn read_numbers(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    read_hex(reader, length)
}

/// The list for each place outside; in addresses, the numbers next to the board come first. An
/// empty list means 0: the puzzle leaves no list out.
pub(super) fn lists(board: &Board, found: Vec<Found>) -> Read<Vec<(Place, Vec<i64>, Span)>> {
    let mut numbers: BTreeMap<usize, (Code, Span)> =
        found.into_iter().map(|(at, code, span)| (at, (code, span))).collect();
    let mut lists = Vec::new();
    let mut start = 0;
    for (side, depth) in depths(board) {
        for place in board.edges_at(side) {
            let mut list = Vec::new();
            let mut whole: Option<Span> = None;
            for at in 0..depth {
                let Some((code, span)) = numbers.remove(&(start + at)) else { continue };
                let Code::Number(number) = code else {
                    let message = "a number of a list that is open";
                    return Err(InputError::new(span, message));
                };
                if list.len() < at {
                    return Err(InputError::new(span, "a gap in a list of numbers"));
                }
                list.push(number);
                whole = Some(whole.map_or(span.clone(), |whole| whole.start..span.end));
            }
            list.reverse();
            match whole {
                Some(span) => lists.push((place, list, span)),
                None => lists.push((place, vec![0], 0..0)),
            }
            start += depth;
        }
    }
    Ok(lists)
}

/// The numbers of all lists in the order of the address.
pub(super) fn codes(board: &Board, at: &BTreeMap<Place, Entry>) -> Option<Vec<Option<Code>>> {
    let mut codes = Vec::new();
    for (side, depth) in depths(board) {
        for place in board.edges_at(side) {
            let list = match at.get(&place)? {
                Entry::Numbers(list) if list[..] == [0] => &[][..],
                Entry::Numbers(list) if list.len() <= depth => list,
                _ => return None,
            };
            let numbers = list.iter().rev().map(|&number| Some(Code::Number(number)));
            codes.extend(numbers.chain((list.len()..depth).map(|_| None)));
        }
    }
    Some(codes)
}

pub(super) fn write_numbers(codes: &[Option<Code>]) -> Option<String> {
    write_hex(codes)
}
