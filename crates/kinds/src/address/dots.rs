//! Dots in cells, on sides between cells and on corners, in a single stream in reading order: a
//! row of cells and sides, then a row of sides and corners.

use cnfetti_input::InputError;

use super::filling::{Code, Filling};
use super::numbers::{read_hex, write_hex};
use super::reader::{Read, Reader, value};
use crate::board::Place;

const EXPECTED: &str = "a dot or blanks";

/// All places where a dot can be, each with the index of its layer in the step.
fn places(filling: &Filling<'_>) -> Vec<(usize, Place)> {
    let board = &filling.data.board;
    let rows = 0..2 * board.rows - 1;
    let row = |row: u16| {
        let columns = 0..2 * board.columns - 1;
        columns.map(move |column| match (row % 2, column % 2) {
            (0, 0) => (0, Place::Cell(row / 2, column / 2)),
            (0, _) => (1, Place::Left(row / 2, column / 2 + 1)),
            (_, 0) => (1, Place::Above(row / 2 + 1, column / 2)),
            _ => (2, Place::Corner(row / 2 + 1, column / 2 + 1)),
        })
    };
    rows.flat_map(row).collect()
}

/// Reads a digit of base 16 for a dot (its word is the lowest bit, the rest is the number of
/// blanks after it), or a later letter for blanks.
pub(super) fn read(
    filling: &mut Filling<'_>,
    names: &[Box<str>],
    reader: &mut Reader<'_>,
) -> Read<()> {
    let places = places(filling);
    let mut at = 0;
    while at < places.len() {
        let (c, span) = reader.next(EXPECTED)?;
        if let Some(dot) = value(c, 16) {
            let (layer, place) = places[at];
            let word = Code::Number(i64::from(dot % 2) + 1);
            filling.put(&names[layer..=layer], place, word, span)?;
            at += dot as usize / 2 + 1;
            continue;
        }
        let blanks = value(c, 36)
            .ok_or_else(|| InputError::expected(span.clone(), EXPECTED, format!("`{c}`")))?;
        at += blanks as usize - 15;
        if at > places.len() {
            let message = format!("blanks for {} places too many", at - places.len());
            return Err(InputError::new(span, message));
        }
    }
    Ok(())
}

pub(super) fn written(filling: &Filling<'_>, names: &[Box<str>]) -> Option<String> {
    let code = |(layer, place): (usize, Place)| filling.code(&names[layer..=layer], place);
    let codes: Vec<Option<Code>> = places(filling).into_iter().map(code).collect::<Option<_>>()?;
    let blanks = |from: usize| codes[from..].iter().take_while(|code| code.is_none()).count();
    let mut text = String::new();
    let mut at = 0;
    while at < codes.len() {
        let digit = match codes[at] {
            Some(Code::Number(word @ 1..=2)) => {
                // After the last dot, blanks beyond the board may be written.
                let rest = blanks(at + 1);
                let is_last = at + 1 + rest == codes.len();
                let after = if is_last { 7 } else { rest.min(7) };
                at += 1 + after;
                2 * after + word as usize - 1
            }
            Some(_) => return None,
            None => {
                let gap = blanks(at).min(20);
                at += gap;
                15 + gap
            }
        };
        text.push(super::reader::digit(digit));
    }
    Some(text)
}

/// Reads a number of base 16 for two places: 1 is black, 2 grey and 3 white, four times as much in the first one.
pub(super) fn read_pairs(
    filling: &mut Filling<'_>,
    names: &[Box<str>],
    reader: &mut Reader<'_>,
) -> Read<()> {
    let places = places(filling);
    for (at, code, span) in read_hex(reader, places.len().div_ceil(2))? {
        let Code::Number(dots @ 0..16) = code else {
            return Err(InputError::new(span, "a dot is never open"));
        };
        for (dot, at) in [(dots / 4, 2 * at), (dots % 4, 2 * at + 1)] {
            let word = match (dot, places.get(at)) {
                (0, _) => continue,
                (_, None) | (2, Some((0, _))) => None,
                (3, Some((0, _))) => Some(2),
                (dot, Some(_)) => Some(dot),
            };
            let Some((word, (layer, place))) = word.zip(places.get(at)) else {
                let message = "expected two dots on the board, in cells black or white";
                return Err(InputError::new(span, message));
            };
            filling.put(&names[*layer..=*layer], *place, Code::Number(word), span.clone())?;
        }
    }
    Ok(())
}

pub(super) fn written_pairs(filling: &Filling<'_>, names: &[Box<str>]) -> Option<String> {
    let dot = |&(layer, place): &(usize, Place)| match filling.code(&names[layer..=layer], place)? {
        None => Some(0),
        Some(Code::Number(2)) if layer == 0 => Some(3),
        Some(Code::Number(dot)) => Some(dot),
        Some(_) => None,
    };
    let dots = places(filling).iter().map(dot).collect::<Option<Vec<i64>>>()?;
    let pair = |pair: &[i64]| 4 * pair[0] + pair.get(1).unwrap_or(&0);
    let codes =
        dots.chunks(2).map(|dots| Some(pair(dots)).filter(|&dots| dots > 0).map(Code::Number));
    write_hex(&codes.collect::<Vec<_>>())
}
