//! Pieces at the end of an address: a letter for a set, or each with its size and its cells, five in a character.

use cnfetti_input::InputError;
use itertools::Itertools;

use super::filling::Filling;
use super::reader::{Read, Reader, digit, value};
use crate::pieces::{self, Piece};

/// The sets that have a letter.
const SETS: &[(&str, &[&str])] = &[
    ("//p", &["pentominoes"]),
    ("//t", &["tetrominoes"]),
    ("//d", &["tetrominoes", "tetrominoes"]),
];

/// The set with this letter.
fn set(items: &[&str], filling: &Filling<'_>) -> Vec<Piece> {
    pieces::read(items, &filling.data.board).unwrap_or_default()
}

pub(super) fn read(filling: &mut Filling<'_>, reader: &mut Reader<'_>) -> Read<()> {
    let (span, rest) = (reader.here(), reader.rest());
    let named = SETS.iter().find(|(letter, _)| *letter == rest);
    let read = match named {
        Some((_, items)) => Some(set(items, filling)),
        None => listed(rest),
    };
    let sets = SETS.iter().map(|(letter, _)| format!("`{letter}`")).join(", ");
    let expected = format!("{sets}, or a list of pieces");
    filling.data.pieces =
        read.ok_or_else(|| InputError::expected(span, expected, format!("`{rest}`")))?;
    rest.chars().try_for_each(|_| reader.next("a piece").map(|_| ()))
}

/// Reads `/2/22u/14u`.
fn listed(rest: &str) -> Option<Vec<Piece>> {
    let mut parts = rest.strip_prefix('/')?.split('/');
    let number: usize = parts.next()?.parse().ok()?;
    let pieces: Vec<Piece> =
        parts.enumerate().map(|(at, part)| piece(at, part)).collect::<Option<_>>()?;
    (number > 0 && pieces.len() == number).then_some(pieces)
}

fn piece(at: usize, part: &str) -> Option<Piece> {
    let mut chars = part.chars();
    let mut side = || Some(value(chars.next()?, 36)? as usize);
    let (width, height) = (side()?, side()?);
    let bits = |c: char| {
        let five = value(c, 32)?;
        Some((0..5).rev().map(move |bit| five >> bit & 1 == 1))
    };
    let bits: Vec<bool> =
        chars.map(bits).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
    let cells = width * height;
    let is_whole = bits.len() == cells.div_ceil(5) * 5 && !bits[cells..].contains(&true);
    if is_whole { Piece::of_bits(at, width, &bits) } else { None }
}

pub(super) fn written(filling: &Filling<'_>) -> Option<String> {
    let pieces = &filling.data.pieces;
    if let Some((letter, _)) = SETS.iter().find(|(_, items)| set(items, filling) == *pieces) {
        return Some((*letter).to_owned());
    }
    let piece = |piece: &Piece| {
        let (height, width) = piece.size();
        let five = |bits: &[bool]| {
            let bits = bits.iter().chain(std::iter::repeat(&false)).take(5);
            digit(bits.fold(0, |number, &bit| 2 * number + usize::from(bit)))
        };
        let cells: String = piece.bits().chunks(5).map(five).collect();
        let has_numbers = piece.values().any(|value| value > 0);
        (!has_numbers).then(|| format!("/{}{}{cells}", digit(width.into()), digit(height.into())))
    };
    let listed: String = pieces.iter().map(piece).collect::<Option<_>>()?;
    Some(format!("/{}{listed}", pieces.len()))
}
