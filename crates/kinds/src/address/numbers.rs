//! Numbers in sequence, with letters for blanks between them.

use cnfetti_input::{InputError, Span};

use super::decoders::Found;
use super::filling::Code;
use super::reader::{Read, Reader, digit, value};
use crate::board::Direction;

/// The arrows of addresses, numbered from 1.
const ARROWS: [Direction; 4] =
    [Direction::North, Direction::South, Direction::West, Direction::East];

/// Prefixes of longer base-16 numbers: the number of digits, and the offset.
const PREFIXES: &[(char, usize, i64)] =
    &[('-', 2, 0), ('+', 3, 0), ('=', 3, 4096), ('@', 3, 8192), ('%', 3, 8192), ('*', 4, 12_240)];

/// Reads clues until all places are filled; `one` reads a clue, or a number of blanks, or both.
fn read(
    reader: &mut Reader<'_>,
    length: usize,
    expected: &str,
    one: impl Fn(&mut Reader<'_>, (char, &Span)) -> Read<(Option<Code>, usize)>,
) -> Read<Vec<Found>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < length {
        let (c, mut span) = reader.next(expected)?;
        let (code, blanks) = one(reader, (c, &span))?;
        span.end = reader.here().start;
        let is_clue = code.is_some();
        if let Some(code) = code {
            found.push((at, code, span.clone()));
            at += 1;
        }
        at += blanks;
        // Only the last clue may be followed by more blanks than there are places.
        if at > length && !is_clue {
            let message = format!("blanks for {} places more than there are", at - length);
            return Err(InputError::new(span, message));
        }
    }
    Ok(found)
}

fn unknown(c: char, span: &Span, expected: &str) -> InputError {
    InputError::expected(span.clone(), expected, format!("`{c}`"))
}

/// The number of blanks that a letter means, if `first` means one.
fn blanks(c: char, first: char) -> Option<usize> {
    (first..='z').contains(&c).then(|| c as usize - first as usize + 1)
}

/// Writes clues, and letters for the blanks between them.
fn write(
    codes: &[Option<Code>],
    first: char,
    one: impl Fn(&Code) -> Option<String>,
) -> Option<String> {
    let most = 'z' as usize - first as usize + 1;
    let mut text = String::new();
    let mut gap = 0;
    let close = |text: &mut String, gap: &mut usize| {
        if *gap > 0 {
            text.push(char::from(first as u8 + *gap as u8 - 1));
            *gap = 0;
        }
    };
    for code in codes {
        match code {
            Some(code) => {
                close(&mut text, &mut gap);
                text.push_str(&one(code)?);
            }
            None => {
                gap += 1;
                if gap == most {
                    close(&mut text, &mut gap);
                }
            }
        }
    }
    close(&mut text, &mut gap);
    Some(text)
}

const FOUR: &str = "a number from 0 to 4, `.` or blanks";

/// Reads digits that combine a number from 0 to 4 with up to two blanks after it.
pub(super) fn read_four(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    read(reader, length, FOUR, |_, (c, span)| match value(c, 15) {
        Some(number) => Ok((Some(Code::Number(i64::from(number % 5))), number as usize / 5)),
        None if c == '.' => Ok((Some(Code::Open), 0)),
        None => Ok((None, blanks(c, 'g').ok_or_else(|| unknown(c, span, FOUR))?)),
    })
}

pub(super) fn write_four(codes: &[Option<Code>]) -> Option<String> {
    let mut text = String::new();
    let mut at = 0;
    while at < codes.len() {
        let gap = |from: usize| codes[from..].iter().take_while(|code| code.is_none()).count();
        match &codes[at] {
            Some(Code::Number(number @ 0..=4)) => {
                // After the last clue, two blanks are written even if there are fewer.
                let rest = gap(at + 1);
                let blanks = if at + 1 + rest == codes.len() { 2 } else { rest.min(2) };
                text.push(digit(*number as usize + 5 * blanks));
                at += 1 + blanks;
            }
            Some(Code::Open) => {
                text.push('.');
                at += 1;
            }
            Some(_) => return None,
            None => {
                let blanks = gap(at).min(20);
                text.push(char::from(b'g' + blanks as u8 - 1));
                at += blanks;
            }
        }
    }
    Some(text)
}

pub(super) fn read_ten(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const TEN: &str = "a digit, `.` or blanks";
    read(reader, length, TEN, |_, (c, span)| match value(c, 10) {
        Some(number) => Ok((Some(Code::Number(i64::from(number))), 0)),
        None if c == '.' => Ok((Some(Code::Open), 0)),
        None => Ok((None, blanks(c, 'a').ok_or_else(|| unknown(c, span, TEN))?)),
    })
}

pub(super) fn write_ten(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 'a', |code| match code {
        Code::Number(number @ 0..=9) => Some(number.to_string()),
        Code::Open => Some(".".to_owned()),
        _ => None,
    })
}

pub(super) fn read_hex(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const HEX: &str = "a number of base 16, `.` or blanks";
    read(reader, length, HEX, |reader, (c, span)| {
        if let Some(number) = value(c, 16) {
            return Ok((Some(Code::Number(i64::from(number))), 0));
        }
        if let Some((_, digits, more)) = PREFIXES.iter().find(|(sign, ..)| *sign == c) {
            return Ok((Some(Code::Number(reader.digits(*digits, 16)? + more)), 0));
        }
        match c {
            '.' => Ok((Some(Code::Open), 0)),
            _ => Ok((None, blanks(c, 'g').ok_or_else(|| unknown(c, span, HEX))?)),
        }
    })
}

pub(super) fn write_hex(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 'g', |code| match *code {
        Code::Open => Some(".".to_owned()),
        Code::Number(number @ 0..16) => Some(format!("{number:x}")),
        Code::Number(number @ 16..256) => Some(format!("-{number:02x}")),
        Code::Number(number @ 256..4096) => Some(format!("+{number:03x}")),
        Code::Number(number @ 4096..8192) => Some(format!("={:03x}", number - 4096)),
        Code::Number(number @ 8192..12_240) => Some(format!("@{:03x}", number - 8192)),
        Code::Number(number @ 12_240..77_776) => Some(format!("*{:04x}", number - 12_240)),
        _ => None,
    })
}

/// Reads a digit of base 36 for each place.
pub(super) fn read_base36(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const DIGIT: &str = "a digit of base 36, `%` or `.`";
    read(reader, length, DIGIT, |reader, (c, span)| match (c, value(c, 36)) {
        ('-', _) => Ok((Some(Code::Number(reader.digits(2, 36)?)), 0)),
        ('%' | '@', _) => Ok((Some(Code::Open), 0)),
        ('.', _) => Ok((None, 1)),
        (_, Some(number)) => Ok((Some(Code::Number(i64::from(number))), 0)),
        _ => Err(unknown(c, span, DIGIT)),
    })
}

pub(super) fn write_base36(codes: &[Option<Code>]) -> Option<String> {
    let one = |code: &Option<Code>| match *code {
        None => Some(".".to_owned()),
        Some(Code::Open) => Some("%".to_owned()),
        Some(Code::Number(number @ 0..36)) => Some(digit(number as usize).to_string()),
        Some(Code::Number(number @ 36..1296)) => {
            let (tens, ones) = (digit(number as usize / 36), digit(number as usize % 36));
            Some(format!("-{tens}{ones}"))
        }
        _ => None,
    };
    codes.iter().map(one).collect()
}

/// Reads numbers, where 0 means the first word.
pub(super) fn read_ships(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    let from_one = |(at, code, span): Found| match code {
        Code::Number(number) => (at, Code::Number(number + 1), span),
        code => (at, code, span),
    };
    Ok(read_hex(reader, length)?.into_iter().map(from_one).collect())
}

pub(super) fn write_ships(codes: &[Option<Code>]) -> Option<String> {
    let from_zero = |code: &Option<Code>| match code {
        Some(Code::Number(number)) => Some(Code::Number(number - 1)),
        code => code.clone(),
    };
    write_hex(&codes.iter().map(from_zero).collect::<Vec<_>>())
}

/// Reads twice a number, and 1 more for the second word; 0 and 1 are words without a number.
pub(super) fn read_shades(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    let halved = |(at, code, span): Found| match code {
        Code::Number(number) => {
            let half = (number > 1).then_some(number / 2);
            (at, Code::Shade(number % 2 + 1, half), span)
        }
        code => (at, code, span),
    };
    Ok(read_hex(reader, length)?.into_iter().map(halved).collect())
}

pub(super) fn write_shades(codes: &[Option<Code>]) -> Option<String> {
    let doubled = |code: &Option<Code>| match code {
        Some(Code::Shade(word @ 1..=2, number)) => {
            Some(Some(Code::Number(2 * number.unwrap_or(0) + word - 1)))
        }
        None => Some(None),
        Some(_) => None,
    };
    write_hex(&codes.iter().map(doubled).collect::<Option<Vec<_>>>()?)
}

/// Reads a digit for the direction, then a number in base 16.
pub(super) fn read_arrows(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const ARROW: &str = "an arrow and its number, or blanks";
    let direction = |number: i64| usize::try_from(number - 1).ok().and_then(|at| ARROWS.get(at));
    read(reader, length, ARROW, |reader, (c, span)| {
        let (arrow, number) = match c {
            '0'..='4' if reader.peek() == Some('.') => {
                reader.next(ARROW)?;
                (i64::from(c as u8 - b'0'), None)
            }
            '0'..='4' => (i64::from(c as u8 - b'0'), Some(reader.digits(1, 16)?)),
            '5'..='9' => (i64::from(c as u8 - b'5'), Some(reader.digits(2, 16)?)),
            '-' => (reader.digits(1, 5)?, Some(reader.digits(3, 16)?)),
            _ => return Ok((None, blanks(c, 'a').ok_or_else(|| unknown(c, span, ARROW))?)),
        };
        Ok((Some(Code::Arrow(direction(arrow).copied(), number)), 0))
    })
}

pub(super) fn write_arrows(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 'a', |code| {
        let Code::Arrow(direction, number) = code else { return None };
        let arrow = match direction {
            None => 0,
            Some(direction) => ARROWS.iter().position(|arrow| arrow == direction)? + 1,
        };
        match *number {
            None => Some(format!("{arrow}.")),
            Some(number @ 0..16) => Some(format!("{arrow}{number:x}")),
            Some(number @ 16..256) => Some(format!("{}{number:02x}", arrow + 5)),
            Some(number @ 256..4096) => Some(format!("-{arrow}{number:03x}")),
            _ => None,
        }
    })
}
