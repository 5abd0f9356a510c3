//! Looks as characters.

use itertools::Itertools;

use super::super::looks::{Tone, What};
use crate::puzzle::Alphabet;
use cnfetti_kinds::{Direction, Look, arrow_text};

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

/// The character that fills a cell with this look; a white cell is not filled.
pub(super) fn filling(look: Look, tone: Option<Tone>, alphabet: Alphabet) -> Option<char> {
    let (unicode, ascii) = match (look, tone) {
        (Look::Filled, None) | (Look::Filled | Look::Shade, Some(Tone::Black)) => ('█', '#'),
        (Look::Shade, None) | (Look::Filled | Look::Shade, Some(Tone::Grey)) => ('░', ':'),
        _ => return None,
    };
    Some(if alphabet == Alphabet::Unicode { unicode } else { ascii })
}

/// The arrows of directions; in ASCII, names for diagonal directions.
fn arrows(directions: &[Direction], alphabet: Alphabet) -> String {
    let ascii = |direction: &Direction| match direction {
        Direction::North => "^",
        Direction::East => ">",
        Direction::South => "v",
        Direction::West => "<",
        Direction::NorthEast => "ne",
        Direction::SouthEast => "se",
        Direction::SouthWest => "sw",
        Direction::NorthWest => "nw",
    };
    match alphabet {
        Alphabet::Unicode => arrow_text(directions),
        Alphabet::Ascii => directions.iter().map(ascii).join("+"),
    }
}

/// The half of a cell at one of its corners, filled.
pub(super) fn half(corner: Direction, alphabet: Alphabet) -> Option<String> {
    let glyph = match corner {
        Direction::NorthWest => "◤",
        Direction::NorthEast => "◥",
        Direction::SouthEast => "◢",
        Direction::SouthWest => "◣",
        _ => return None,
    };
    Some(match alphabet {
        Alphabet::Unicode => glyph.to_owned(),
        Alphabet::Ascii => arrows(&[corner], alphabet),
    })
}

/// The text in this alphabet; numbers of a list are separated by commas.
pub(super) fn written(what: &What, alphabet: Alphabet) -> Option<String> {
    let text = match what {
        What::Direction(direction) => return Some(arrows(&[*direction], alphabet)),
        What::Directions(directions) => return Some(arrows(directions, alphabet)),
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
