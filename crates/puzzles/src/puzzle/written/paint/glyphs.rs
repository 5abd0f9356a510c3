//! Looks as characters.

use super::super::looks::{Tone, What};
use crate::puzzle::Alphabet;
use cnfetti_kinds::{Direction, Look};

/// The character of a shape.
pub(super) fn glyph(look: Look, tone: Option<Tone>, alphabet: Alphabet) -> &'static str {
    let (unicode, ascii) = match (look, tone) {
        (_, Some(Tone::White)) => ("○", "o"),
        (_, Some(Tone::Grey)) => ("◐", "%"),
        (_, Some(Tone::Black)) => ("●", "@"),
        (Look::Circle, None) => ("○", "o"),
        (Look::Star, None) => ("★", "*"),
        (Look::Lamp, None) => ("☼", "L"),
        (Look::Cross, None) => ("×", "x"),
        (Look::Triangle, None) => ("▲", "A"),
        (Look::Arrow, None) => ("→", ">"),
        (Look::Line, None) => ("╲", "\\"),
        (Look::Outline | Look::Dashed, None) => ("□", "u"),
        (Look::Stroke, None) => ("◯", "0"),
        (Look::Hidden, None) => ("", ""),
        (Look::Filled | Look::Shade, None) => ("■", "#"),
        (Look::Number | Look::Corner | Look::Dot | Look::Sign, None) => ("•", "*"),
    };
    pick(unicode, ascii, alphabet)
}

/// The character for "known not to hold".
pub(super) fn not(look: Look, alphabet: Alphabet) -> &'static str {
    match look {
        Look::Line => pick("╱", "/", alphabet),
        _ => pick("·", ".", alphabet),
    }
}

/// The character that fills a cell with this look.
pub(super) fn filling(look: Look, alphabet: Alphabet) -> Option<char> {
    let (unicode, ascii) = match look {
        Look::Filled => ('█', '#'),
        Look::Shade => ('░', ':'),
        _ => return None,
    };
    Some(if alphabet == Alphabet::Unicode { unicode } else { ascii })
}

/// The arrow of a direction; in ASCII, names for diagonal directions.
pub(super) fn arrow(direction: Direction, alphabet: Alphabet) -> &'static str {
    let (unicode, ascii) = match direction {
        Direction::North => ("↑", "^"),
        Direction::East => ("→", ">"),
        Direction::South => ("↓", "v"),
        Direction::West => ("←", "<"),
        Direction::NorthEast => ("↗", "ne"),
        Direction::SouthEast => ("↘", "se"),
        Direction::SouthWest => ("↙", "sw"),
        Direction::NorthWest => ("↖", "nw"),
    };
    pick(unicode, ascii, alphabet)
}

/// The text in this alphabet; numbers of a list are separated by commas.
pub(super) fn written(what: &What, alphabet: Alphabet) -> Option<String> {
    let text = match what {
        What::Direction(direction) => return Some(arrow(*direction, alphabet).to_owned()),
        What::Numbers(numbers) => numbers.join(","),
        other => other.text()?,
    };
    let signs = [("≠", "!="), ("−", "-"), ("×", "x"), ("÷", ":")];
    let ascii = signs.iter().find(|(sign, _)| alphabet == Alphabet::Ascii && *sign == text);
    Some(ascii.map_or(text.clone(), |(_, ascii)| (*ascii).to_owned()))
}

pub(super) fn pick(unicode: &'static str, ascii: &'static str, alphabet: Alphabet) -> &'static str {
    match alphabet {
        Alphabet::Unicode => unicode,
        Alphabet::Ascii => ascii,
    }
}
