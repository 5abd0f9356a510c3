//! The walls and sums of Kakuro. In addresses, the sums of the first row and column are outside
//! the board; here, the board has an extra row and column of walls for them.

use cnfetti_input::{InputError, Span};

use super::decoders::Found;
use super::filling::{Code, Filling};
use super::numbers;
use super::reader::{Read, Reader, digit};
use crate::board::Place;
use crate::data::Entry;

const EXPECTED: &str = "a sum, `.` or blanks";

/// Parses a sum: digits and small letters are up to 19, capital letters up to 45.
fn sum(c: char, span: &Span) -> Read<Option<i64>> {
    match c {
        '-' | '0' => Ok(None),
        '1'..='9' | 'a'..='j' => Ok(c.to_digit(36).map(i64::from)),
        'A'..='Z' => Ok(c.to_digit(36).map(|digit| i64::from(digit) + 10)),
        _ => Err(InputError::expected(span.clone(), EXPECTED, format!("`{c}`"))),
    }
}

fn sum_text(sum: Option<&Entry>) -> Option<char> {
    match sum {
        None => Some('0'),
        Some(Entry::Number(sum @ 1..=19)) => char::from_digit(*sum as u32, 36),
        Some(Entry::Number(sum @ 20..=45)) => {
            char::from_digit(*sum as u32 - 10, 36).map(|c| c.to_ascii_uppercase())
        }
        Some(_) => None,
    }
}

/// Each place with a sum outside the address's board: the place, the index of its layer, and the
/// cell next to it.
fn rim(filling: &Filling<'_>) -> Vec<(Place, usize, Place)> {
    let board = &filling.data.board;
    let columns = (1..board.columns).map(|at| (Place::Cell(0, at), 2, Place::Cell(1, at)));
    columns.chain((1..board.rows).map(|at| (Place::Cell(at, 0), 1, Place::Cell(at, 1)))).collect()
}

fn inner(filling: &Filling<'_>) -> Vec<Place> {
    let is_inner = |place: &Place| matches!(place, Place::Cell(row, column) if row * column > 0);
    filling.data.board.cells().into_iter().filter(is_inner).collect()
}

/// Reads a layer of walls, the sums across and the sums down.
pub(super) fn read(
    filling: &mut Filling<'_>,
    names: &[Box<str>],
    reader: &mut Reader<'_>,
) -> Read<()> {
    let layers: Vec<usize> = names.iter().map(|name| filling.layer(name)).collect();
    let cells = inner(filling);
    for place in filling.data.board.cells() {
        if !cells.contains(&place) {
            filling.put_entry(layers[0], place, Entry::Flag, reader.here());
        }
    }
    let mut at = 0;
    while at < cells.len() {
        let (c, span) = reader.next(EXPECTED)?;
        if let 'k'..='z' = c {
            at += c as usize - 'k' as usize + 1;
            if at > cells.len() {
                let message = format!("blanks for {} places too many", at - cells.len());
                return Err(InputError::new(span, message));
            }
            continue;
        }
        filling.put_entry(layers[0], cells[at], Entry::Flag, span.clone());
        if c != '.' {
            let (second, end) = reader.next(EXPECTED)?;
            for (layer, sum) in [(layers[2], sum(c, &span)?), (layers[1], sum(second, &end)?)] {
                if let Some(sum) = sum {
                    filling.put_entry(layer, cells[at], Entry::Number(sum), span.start..end.end);
                }
            }
        }
        at += 1;
    }
    for (place, layer, beside) in rim(filling) {
        if filling.data.layers[layers[0]].at.contains_key(&beside) {
            continue;
        }
        let (c, span) = reader.next(EXPECTED)?;
        if let Some(sum) = sum(c, &span)? {
            filling.put_entry(layers[layer], place, Entry::Number(sum), span);
        }
    }
    Ok(())
}

pub(super) fn written(filling: &Filling<'_>, names: &[Box<str>]) -> Option<String> {
    let layers: Vec<usize> = names.iter().map(|name| filling.layer(name)).collect();
    let at = |layer: usize, place: &Place| filling.data.layers[layers[layer]].at.get(place);
    let mut text = String::new();
    let mut gap = 0_u8;
    for place in &inner(filling) {
        let is_wall = at(0, place).is_some();
        gap += u8::from(!is_wall);
        if gap > 0 && (is_wall || gap == 16) {
            text.push(char::from(b'k' + gap - 1));
            gap = 0;
        }
        if is_wall {
            let (across, down) = (sum_text(at(1, place))?, sum_text(at(2, place))?);
            match (across, down) {
                ('0', '0') => text.push('.'),
                _ => text.extend([down, across]),
            }
        }
    }
    if gap > 0 {
        text.push(char::from(b'k' + gap - 1));
    }
    for (place, layer, beside) in rim(filling) {
        if at(0, &beside).is_none() {
            text.push(sum_text(at(layer, &place))?);
        }
    }
    Some(text)
}

/// Reads sums, and a `+` for a hole.
pub(super) fn read_with_holes(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const CELL: &str = "a sum, `+`, `_`, `.` or blanks";
    numbers::read(reader, length, CELL, |_, (c, span)| {
        let code = match c {
            '+' => (1, Code::Number(1)),
            '_' => (0, Code::Open),
            '.' => return Ok((None, 1)),
            'k'..='z' => return Ok((None, numbers::blanks(c, 19).unwrap_or(0))),
            _ => match sum(c, span).ok().flatten() {
                Some(sum) => (0, Code::Number(sum)),
                None => return Err(numbers::unknown(c, span, CELL)),
            },
        };
        Ok((Some(Code::Several(vec![code])), 0))
    })
}

pub(super) fn write_with_holes(codes: &[Option<Code>]) -> Option<String> {
    let blank = |gap| if gap == 1 { '.' } else { digit(18 + gap) };
    numbers::write_with(codes, (17, blank), |code| {
        let Code::Several(codes) = code else { return None };
        match codes[..] {
            [(0, Code::Open)] => Some("_".to_owned()),
            [(0, Code::Number(sum))] => Some(sum_text(Some(&Entry::Number(sum)))?.to_string()),
            [(1, _)] => Some("+".to_owned()),
            _ => None,
        }
    })
}
