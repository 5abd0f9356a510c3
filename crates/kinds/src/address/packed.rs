//! Clues that share a character, and lists of numbers.

use cnfetti_input::{InputError, Span};

use super::decoders::Found;
use super::filling::Code;
use super::reader::{Read, Reader, digit, value};
use crate::data::Entry;

/// Reads digits of a small base that are packed into one digit of a larger base.
fn read_together(
    reader: &mut Reader<'_>,
    length: usize,
    (base, together): (u32, u32),
) -> Read<Vec<(usize, u32, Span)>> {
    let radix = base.pow(together);
    let mut found = Vec::new();
    for start in (0..length).step_by(together as usize) {
        let expected = format!("a digit of base {radix}");
        let (c, span) = reader.next(&expected)?;
        let number = value(c, radix);
        let number = number
            .ok_or_else(|| InputError::expected(span.clone(), &expected, format!("`{c}`")))?;
        for at in 0..together {
            let value = number / base.pow(together - 1 - at) % base;
            let place = start + at as usize;
            if value > 0 && place >= length {
                let message = "a clue for a place beyond the board";
                return Err(InputError::new(span, message));
            }
            if value > 0 {
                found.push((place, value, span.clone()));
            }
        }
    }
    Ok(found)
}

fn write_together(digits: &[usize], (base, together): (usize, usize)) -> String {
    let chunks = digits.chunks(together);
    let number = |chunk: &[usize]| {
        (0..together).fold(0, |sum, at| sum * base + chunk.get(at).copied().unwrap_or(0))
    };
    chunks.map(|chunk| digit(number(chunk))).collect()
}

fn numbers(found: Vec<(usize, u32, Span)>) -> Vec<Found> {
    let code = |(at, value, span)| (at, Code::Number(i64::from(value)), span);
    found.into_iter().map(code).collect()
}

/// Reads nothing, one or two for each place; three places share a character.
pub(super) fn read_circles(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    read_together(reader, length, (3, 3)).map(numbers)
}

pub(super) fn write_circles(codes: &[Option<Code>]) -> Option<String> {
    let value = |code: &Option<Code>| match code {
        None => Some(0),
        Some(Code::Number(number @ 1..=2)) => Some(*number as usize),
        _ => None,
    };
    Some(write_together(&codes.iter().map(value).collect::<Option<Vec<_>>>()?, (3, 3)))
}

/// Reads presence or absence for each place; five places share a character.
pub(super) fn read_bits(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    read_together(reader, length, (2, 5)).map(numbers)
}

pub(super) fn write_bits(codes: &[Option<Code>]) -> Option<String> {
    let bits: Vec<usize> = codes.iter().map(|code| usize::from(code.is_some())).collect();
    Some(write_bit_string(&bits))
}

/// Like [`read_bits`], for bits that are not a layer.
pub(super) fn read_bit_string(reader: &mut Reader<'_>, length: usize) -> Read<Vec<bool>> {
    let mut bits = vec![false; length];
    for (at, ..) in read_together(reader, length, (2, 5))? {
        bits[at] = true;
    }
    Ok(bits)
}

pub(super) fn write_bit_string(bits: &[usize]) -> String {
    write_together(bits, (2, 5))
}

/// Reads for each clue how many blanks come before it, at most 35; `.` stands for 36 blanks. Nothing follows the
/// last clue.
pub(super) fn read_gaps(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    let mut found = Vec::new();
    let mut at = 0;
    while !reader.is_done() {
        let expected = "a digit of base 36 or `.`";
        let (c, span) = reader.next(expected)?;
        let gap = if c == '.' { Some(36) } else { value(c, 36) };
        let gap =
            gap.ok_or_else(|| InputError::expected(span.clone(), expected, format!("`{c}`")))?;
        at += gap as usize;
        if c != '.' {
            if at >= length {
                return Err(InputError::new(span, "a clue for a place beyond the board"));
            }
            found.push((at, Code::Number(1), span));
            at += 1;
        }
    }
    Ok(found)
}

pub(super) fn write_gaps(codes: &[Option<Code>]) -> Option<String> {
    let mut text = String::new();
    let mut gap = 0;
    for code in codes {
        match code {
            Some(_) => {
                text.push(digit(gap));
                gap = 0;
            }
            None => gap += 1,
        }
        if gap == 36 {
            text.push('.');
            gap = 0;
        }
    }
    Some(text.trim_end_matches('.').to_owned())
}

/// Reads digits up to `h`: a clue, followed by that many blanks. From `i` on (one blank),
/// letters are blanks only.
pub(super) fn read_sparse(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < length {
        let expected = "a digit of base 36";
        let (c, span) = reader.next(expected)?;
        let value = value(c, 36);
        let value =
            value.ok_or_else(|| InputError::expected(span.clone(), expected, format!("`{c}`")))?;
        if value < 18 {
            found.push((at, Code::Number(1), span.clone()));
            at += 1 + value as usize;
        } else {
            at += value as usize - 17;
        }
        if at > length {
            let message = format!("blanks for {} places more than there are", at - length);
            return Err(InputError::new(span, message));
        }
    }
    Ok(found)
}

pub(super) fn write_sparse(codes: &[Option<Code>]) -> Option<String> {
    let mut text = String::new();
    let mut at = 0;
    while at < codes.len() {
        let gap = |from: usize| codes[from..].iter().take_while(|code| code.is_none()).count();
        if codes[at].is_some() {
            let blanks = gap(at + 1).min(17);
            text.push(digit(blanks));
            at += 1 + blanks;
        } else {
            let blanks = gap(at).min(18);
            text.push(digit(17 + blanks));
            at += blanks;
        }
    }
    Some(text)
}

/// Lists of two, three and four numbers: their least code, and the base of each number.
const LISTS: [(i64, &[i64]); 3] = [(360, &[6, 6]), (396, &[4, 4, 4]), (460, &[2, 2, 2, 2])];

/// Reads lists of numbers: a digit is a single number; two digits of base 36 are a list, in which
/// 0 is an open number.
pub(super) fn read_tapa(reader: &mut Reader<'_>, length: usize) -> Read<Vec<Found>> {
    let expected = "a list of numbers, `.` or blanks";
    let mut found = Vec::new();
    let mut at = 0;
    while at < length {
        let (c, span) = reader.next(expected)?;
        let numbers = match c {
            '0'..='8' => vec![i64::from(c as u8 - b'0')],
            '9' => vec![1; 4],
            '.' => vec![Entry::ANY],
            'a'..='f' => {
                let low = reader.digits(1, 36)?;
                let code = i64::from(value(c, 36).unwrap_or(0)) * 36 + low;
                list(code).ok_or_else(|| {
                    InputError::expected(span.start..span.end + 1, expected, format!("{code}"))
                })?
            }
            'g'..='z' => {
                at += c as usize - 'g' as usize + 1;
                if at > length {
                    let message = format!("blanks for {} places too many", at - length);
                    return Err(InputError::new(span, message));
                }
                continue;
            }
            _ => return Err(InputError::expected(span, expected, format!("`{c}`"))),
        };
        found.push((at, Code::Numbers(numbers), span));
        at += 1;
    }
    Ok(found)
}

fn list(code: i64) -> Option<Vec<i64>> {
    let (least, bases) = LISTS.iter().rev().find(|(least, _)| code >= *least)?;
    let mut rest = code - least;
    let mut numbers = Vec::new();
    for base in bases.iter().rev() {
        let number = rest % base;
        numbers.push(if number == 0 { Entry::ANY } else { number });
        rest /= base;
    }
    numbers.reverse();
    (rest == 0).then_some(numbers)
}

pub(super) fn write_tapa(codes: &[Option<Code>]) -> Option<String> {
    let mut text = String::new();
    let mut gap = 0_u8;
    for code in codes.iter().map(Some).chain([None]) {
        let is_blank = matches!(code, Some(None));
        if gap > 0 && (!is_blank || gap == 20) {
            text.push(char::from(b'g' + gap - 1));
            gap = 0;
        }
        match code {
            Some(None) => gap += 1,
            Some(Some(Code::Numbers(numbers))) => text.push_str(&tapa_text(numbers)?),
            Some(Some(_)) => return None,
            None => {}
        }
    }
    Some(text)
}

fn tapa_text(numbers: &[i64]) -> Option<String> {
    match numbers {
        [Entry::ANY] => return Some(".".to_owned()),
        [number @ 0..=8] => return Some(number.to_string()),
        [1, 1, 1, 1] => return Some("9".to_owned()),
        _ => {}
    }
    let (least, bases) = LISTS.iter().find(|(_, bases)| bases.len() == numbers.len())?;
    let mut code = 0;
    for (&number, base) in numbers.iter().zip(*bases) {
        let digit = if number == Entry::ANY { 0 } else { number };
        let fits = number == Entry::ANY || (1..*base).contains(&digit);
        code = code * base + Some(digit).filter(|_| fits)?;
    }
    let code = (least + code) as usize;
    Some([digit(code / 36), digit(code % 36)].iter().collect())
}
