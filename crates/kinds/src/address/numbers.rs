//! Numbers in sequence, with letters for blanks between them.

use cnfetti_input::{InputError, Span};

use super::decoders::Found;
use super::filling::Code;
use super::reader::{Read, Reader, digit, value};
use crate::board::Direction;

/// The arrows of addresses, numbered from 1.
pub(super) const ARROWS: [Direction; 4] =
    [Direction::North, Direction::South, Direction::West, Direction::East];

/// Prefixes of longer base-16 numbers: the number of digits, and the offset.
const PREFIXES: &[(char, usize, i64)] =
    &[('-', 2, 0), ('+', 3, 0), ('=', 3, 4096), ('@', 3, 8192), ('%', 3, 8192), ('*', 4, 12_240)];

/// Reads clues until all places are filled; `one` reads a clue, or a number of blanks, or both.
pub(super) fn read(
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

pub(super) fn unknown(c: char, span: &Span, expected: &str) -> InputError {
    InputError::expected(span.clone(), expected, format!("`{c}`"))
}

/// The number of blanks that a digit of base 36 means, if `first` means one.
pub(super) fn blanks(c: char, first: usize) -> Option<usize> {
    (value(c, 36)? as usize + 1).checked_sub(first).filter(|&blanks| blanks > 0)
}

/// Writes clues, and digits of base 36 for the blanks between them, from `first` on.
fn write(
    codes: &[Option<Code>],
    first: usize,
    one: impl Fn(&Code) -> Option<String>,
) -> Option<String> {
    write_with(codes, (36 - first, |gap| digit(first + gap - 1)), one)
}

/// Writes clues, and a character for up to so many blanks between them.
pub(super) fn write_with(
    codes: &[Option<Code>],
    (most, blank): (usize, impl Fn(usize) -> char),
    one: impl Fn(&Code) -> Option<String>,
) -> Option<String> {
    let mut text = String::new();
    let mut gap = 0;
    let close = |text: &mut String, gap: &mut usize| {
        if *gap > 0 {
            text.push(blank(*gap));
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
        None => Ok((None, blanks(c, 16).ok_or_else(|| unknown(c, span, FOUR))?)),
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
        None => Ok((None, blanks(c, 10).ok_or_else(|| unknown(c, span, TEN))?)),
    })
}

pub(super) fn write_ten(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 10, |code| match code {
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
            _ => Ok((None, blanks(c, 16).ok_or_else(|| unknown(c, span, HEX))?)),
        }
    })
}

pub(super) fn write_hex(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 16, |code| match *code {
        Code::Open => Some(".".to_owned()),
        Code::Number(number @ ..256) => short_hex_text(number),
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

/// Reads directions, numbered from 1.
pub(super) fn read_pointers(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const POINTER: &str = "an arrow from 1 to 4, or blanks";
    read(reader, length, POINTER, |_, (c, span)| match value(c, 5) {
        Some(number @ 1..) => Ok((Some(Code::Number(i64::from(number))), 0)),
        _ => Ok((None, blanks(c, 5).ok_or_else(|| unknown(c, span, POINTER))?)),
    })
}

pub(super) fn write_pointers(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 5, |code| match code {
        Code::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// Reads letters, the first of which means 1.
pub(super) fn read_letters(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const LETTER: &str = "a letter from a to g, `.` or blanks";
    read(reader, length, LETTER, |_, (c, span)| match c {
        'a'..='g' => Ok((Some(Code::Number(i64::from(c as u8 - b'a') + 1)), 0)),
        '.' => Ok((Some(Code::Open), 0)),
        _ => Ok((None, blanks(c, 17).ok_or_else(|| unknown(c, span, LETTER))?)),
    })
}

pub(super) fn write_letters(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 17, |code| match code {
        Code::Number(number @ 1..=7) => Some(char::from(b'a' + *number as u8 - 1).to_string()),
        Code::Open => Some(".".to_owned()),
        _ => None,
    })
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
            let half = (number > 1).then_some((1, Code::Number(number / 2)));
            let word = (0, Code::Number(number % 2 + 1));
            (at, Code::Several([word].into_iter().chain(half).collect()), span)
        }
        code => (at, code, span),
    };
    Ok(read_hex(reader, length)?.into_iter().map(halved).collect())
}

pub(super) fn write_shades(codes: &[Option<Code>]) -> Option<String> {
    let doubled = |code: &Option<Code>| match code.as_ref().map(parts) {
        Some(&[(0, Code::Number(word @ 1..=2))]) => Some(Some(Code::Number(word - 1))),
        Some(&[(0, Code::Number(word @ 1..=2)), (1, Code::Number(number))]) => {
            Some(Some(Code::Number(2 * number + word - 1)))
        }
        None => Some(None),
        Some(_) => None,
    };
    write_hex(&codes.iter().map(doubled).collect::<Option<Vec<_>>>()?)
}

/// The clues of several layers.
fn parts(code: &Code) -> &[(usize, Code)] {
    match code {
        Code::Several(codes) => codes,
        _ => &[],
    }
}

/// A number of a layer of the step.
fn one(layer: usize, number: i64) -> Code {
    Code::Several(vec![(layer, Code::Number(number))])
}

/// The number of base 16 that begins with `c`: one digit, or two after a `-`.
fn short_hex(reader: &mut Reader<'_>, c: char) -> Read<Option<i64>> {
    match c {
        '-' => Ok(Some(reader.digits(2, 16)?)),
        _ => Ok(value(c, 16).map(i64::from)),
    }
}

fn short_hex_text(number: i64) -> Option<String> {
    match number {
        0..16 => Some(format!("{number:x}")),
        16..256 => Some(format!("-{number:02x}")),
        _ => None,
    }
}

/// Reads directions, numbered from 1, and 5 for what is there.
pub(super) fn read_roads(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const ROAD: &str = "an arrow from 1 to 4, a 5 or blanks";
    read(reader, length, ROAD, |_, (c, span)| match value(c, 6) {
        Some(5) => Ok((Some(one(1, 1)), 0)),
        Some(number @ 1..) => Ok((Some(one(0, i64::from(number))), 0)),
        _ => Ok((None, blanks(c, 10).ok_or_else(|| unknown(c, span, ROAD))?)),
    })
}

pub(super) fn write_roads(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 10, |code| match parts(code) {
        [(0, Code::Number(number))] => Some(number.to_string()),
        [(1, _)] => Some("5".to_owned()),
        _ => None,
    })
}

/// Reads numbers of up to two digits of base 16, and a `+` for a wall.
pub(super) fn read_walled(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const WALLED: &str = "a number of base 16, `+`, `.` or blanks";
    read(reader, length, WALLED, |reader, (c, span)| {
        let code = match (c, short_hex(reader, c)?) {
            (_, Some(number)) => one(0, number),
            ('+', _) => one(1, 1),
            ('.', _) => Code::Several(vec![(0, Code::Open)]),
            _ => return Ok((None, blanks(c, 16).ok_or_else(|| unknown(c, span, WALLED))?)),
        };
        Ok((Some(code), 0))
    })
}

pub(super) fn write_walled(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 16, |code| match *parts(code) {
        [(0, Code::Number(number))] => short_hex_text(number),
        [(0, Code::Open)] => Some(".".to_owned()),
        [(1, _)] => Some("+".to_owned()),
        _ => None,
    })
}

/// Reads numbers, each one less than it is, and letters from `b` on for directions; an `a` is a wall without one.
pub(super) fn read_makaro(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const MAKARO: &str = "a number, an arrow from a to e, or blanks";
    read(reader, length, MAKARO, |reader, (c, span)| {
        let code = match c {
            '0'..='9' => one(0, i64::from(c as u8 - b'0') + 1),
            '-' => one(0, reader.digits(2, 10)? + 1),
            'a' => Code::Several(vec![(1, Code::Open)]),
            'b'..='e' => one(1, i64::from(c as u8 - b'a')),
            _ => return Ok((None, blanks(c, 16).ok_or_else(|| unknown(c, span, MAKARO))?)),
        };
        Ok((Some(code), 0))
    })
}

pub(super) fn write_makaro(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 16, |code| match *parts(code) {
        [(0, Code::Number(number @ 1..=10))] => Some((number - 1).to_string()),
        [(0, Code::Number(number @ 11..=99))] => Some(format!("-{}", number - 1)),
        [(1, Code::Open)] => Some("a".to_owned()),
        [(1, Code::Number(at @ 1..=4))] => Some(char::from(b'a' + at as u8).to_string()),
        _ => None,
    })
}

/// Reads differences, and signs: `g` where the smaller number is on the left or above, `h` where it is on the right
/// or below. Half of the links are between horizontal neighbours.
pub(super) fn read_minarism(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const MINARISM: &str = "a number of base 16, `g`, `h` or blanks";
    let found = read(reader, length, MINARISM, |reader, (c, span)| {
        let code = match (c, short_hex(reader, c)?) {
            (_, Some(number)) => one(0, number),
            ('g' | 'h', _) => one(1, i64::from(c as u8 - b'g') + 1),
            _ => return Ok((None, blanks(c, 18).ok_or_else(|| unknown(c, span, MINARISM))?)),
        };
        Ok((Some(code), 0))
    })?;
    let turned = |(at, code, span): Found| match parts(&code) {
        [(1, Code::Number(sign))] if at < length / 2 => (at, one(1, sign + 2), span),
        _ => (at, code, span),
    };
    Ok(found.into_iter().map(turned).collect())
}

pub(super) fn write_minarism(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 18, |code| match *parts(code) {
        [(0, Code::Number(number))] => short_hex_text(number),
        [(1, Code::Number(1 | 3))] => Some("g".to_owned()),
        [(1, Code::Number(2 | 4))] => Some("h".to_owned()),
        _ => None,
    })
}

/// Reads a number of base 16 or a point for each place.
pub(super) fn read_digits(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const DIGIT: &str = "a number of base 16 or `.`";
    read(reader, length, DIGIT, |reader, (c, span)| match (c, short_hex(reader, c)?) {
        ('.', _) => Ok((None, 1)),
        (_, Some(number)) => Ok((Some(Code::Number(number)), 0)),
        _ => Err(unknown(c, span, DIGIT)),
    })
}

pub(super) fn write_digits(codes: &[Option<Code>]) -> Option<String> {
    let one = |code: &Option<Code>| match *code {
        None => Some(".".to_owned()),
        Some(Code::Number(number)) => short_hex_text(number),
        Some(_) => None,
    };
    codes.iter().map(one).collect()
}

/// Reads a digit for the first word, the second or the third, then an arrow and its number as [`read_arrows`] does.
pub(super) fn read_castle(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    const CASTLE: &str = "a digit from 0 to 2, or blanks";
    read(reader, length, CASTLE, |reader, (c, span)| {
        let Some(word @ ..3) = value(c, 10) else {
            return Ok((None, blanks(c, 10).ok_or_else(|| unknown(c, span, CASTLE))?));
        };
        let (c, span) = reader.next(ARROW)?;
        let (arrow, number) = arrow(reader, c)?.ok_or_else(|| unknown(c, &span, ARROW))?;
        let arrow = (arrow > 0).then_some((1, Code::Number(arrow)));
        let number = number.map(|number| (2, Code::Number(number)));
        let codes = [Some((0, Code::Number(i64::from(word) + 1))), arrow, number];
        Ok((Some(Code::Several(codes.into_iter().flatten().collect())), 0))
    })
}

pub(super) fn write_castle(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 10, |code| {
        let (&(0, Code::Number(word)), rest) = parts(code).split_first()? else { return None };
        let arrow = match *rest {
            [] => arrow_text(0, None),
            [(1, Code::Number(arrow))] => arrow_text(arrow, None),
            [(1, Code::Number(arrow)), (2, Code::Number(number))] => {
                arrow_text(arrow, Some(number))
            }
            _ => None,
        };
        Some(format!("{}{}", word - 1, arrow?))
    })
}

const ARROW: &str = "an arrow and its number, or blanks";

/// Reads an arrow, a digit, and then its number in base 16, or a point. The digit and `c`, with which it begins, say how
/// long the number is.
fn arrow(reader: &mut Reader<'_>, c: char) -> Read<Option<(i64, Option<i64>)>> {
    Ok(Some(match c {
        '0'..='4' if reader.peek() == Some('.') => {
            reader.next(ARROW)?;
            (i64::from(c as u8 - b'0'), None)
        }
        '0'..='4' => (i64::from(c as u8 - b'0'), Some(reader.digits(1, 16)?)),
        '5'..='9' => (i64::from(c as u8 - b'5'), Some(reader.digits(2, 16)?)),
        '-' => (reader.digits(1, 5)?, Some(reader.digits(3, 16)?)),
        _ => return Ok(None),
    }))
}

fn arrow_text(arrow: i64, number: Option<i64>) -> Option<String> {
    match number {
        None => Some(format!("{arrow}.")),
        Some(number @ 0..16) => Some(format!("{arrow}{number:x}")),
        Some(number @ 16..256) => Some(format!("{}{number:02x}", arrow + 5)),
        Some(number @ 256..4096) => Some(format!("-{arrow}{number:03x}")),
        Some(_) => None,
    }
}

/// Reads a digit for the direction, then a number in base 16.
pub(super) fn read_arrows(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    let direction = |number: i64| usize::try_from(number - 1).ok().and_then(|at| ARROWS.get(at));
    read(reader, length, ARROW, |reader, (c, span)| match arrow(reader, c)? {
        Some((arrow, number)) => Ok((Some(Code::Arrow(direction(arrow).copied(), number)), 0)),
        None => Ok((None, blanks(c, 10).ok_or_else(|| unknown(c, span, ARROW))?)),
    })
}

pub(super) fn write_arrows(codes: &[Option<Code>]) -> Option<String> {
    write(codes, 10, |code| {
        let Code::Arrow(direction, number) = code else { return None };
        let arrow = match direction {
            None => 0,
            Some(direction) => ARROWS.iter().position(|arrow| arrow == direction)? + 1,
        };
        arrow_text(arrow as i64, *number)
    })
}
