//! The content of cells.

use std::collections::BTreeMap;

use super::super::Written;
use super::super::looks::{Half, Mark, What};
use super::glyphs::{filling, glyph, half, not, written};
use crate::puzzle::Alphabet;
use cnfetti_kinds::{Look, Place};

/// The content of a place: its text, and what fills the rest.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Content {
    pub(super) text: String,
    pub(super) fill: Option<char>,
    pub(super) is_given: bool,
}

impl Content {
    /// The content, centred in the width of a cell.
    pub(super) fn across(&self, width: usize) -> String {
        let length = self.text.chars().count();
        let pad = self.fill.unwrap_or(' ').to_string();
        let before = width.saturating_sub(length) / 2;
        let after = width.saturating_sub(length + before);
        pad.repeat(before) + &self.text + &pad.repeat(after)
    }
}

/// The marks in each place.
pub(super) type At<'m> = BTreeMap<Place, Vec<&'m Mark>>;

/// The marks of each place.
pub(super) fn by_place(marks: &[Mark]) -> At<'_> {
    let mut at = At::new();
    for mark in marks {
        at.entry(mark.place).or_default().push(mark);
    }
    at
}

/// The content of a place, given its marks and its open values.
pub(super) fn content(
    puzzle: &Written,
    place: Place,
    marks: &[&Mark],
    open: Option<&str>,
    alphabet: Alphabet,
) -> Content {
    let (mut given, mut found) = (String::new(), String::new());
    let mut fill = group_filling(puzzle, place, alphabet);
    given += &group_glyphs(puzzle, place, alphabet);
    let mut is_not = None;
    // Beside an arrow, there is room for a number.
    let is_arrow = |mark: &&&Mark| matches!(mark.what, What::Direction(_) | What::Directions(_));
    let arrows = marks.iter().filter(is_arrow).count();
    let is_given = |found: &Mark| {
        let is_same = |mark: &&Mark| mark.look == found.look && mark.what == found.what;
        marks.iter().any(|mark| mark.unknown.is_none() && is_same(mark))
    };
    let mut is_denied = false;
    for mark in marks {
        let part = if mark.unknown.is_some() { &mut found } else { &mut given };
        if mark.look == Look::Corner && puzzle.halves().is_none() && mark.unknown.is_none() {
            continue;
        }
        if arrows > 0 && mark.unknown.is_some() && is_given(mark) {
            continue;
        }
        if mark.what == What::False {
            is_not = Some(not(mark.look, alphabet));
            // A given arrow alone means that it is there.
            let is_named = |at: usize| puzzle.kind.unknowns[at].is_named();
            is_denied |= arrows > 0 && mark.unknown.is_some_and(is_named);
            continue;
        }
        let tone = mark.what.tone();
        let filled = filling(mark.look, tone, alphabet);
        fill = filled.or(fill);
        let text = match (mark.look, &mark.what) {
            (Look::Triangle, What::Direction(corner)) => half(*corner, alphabet),
            _ => None,
        };
        let text = text.or_else(|| written(&mark.what, alphabet));
        match text {
            Some(text) => {
                match mark.half {
                    // As on a falling diagonal, the lower left half comes first.
                    Some(Half::Upper) => *part = format!("{part}\\{text}"),
                    Some(Half::Lower) if part.starts_with('\\') => *part = format!("{text}{part}"),
                    Some(Half::Lower) => *part = format!("{text}\\"),
                    None => {
                        part.push_str(between(part, &text));
                        part.push_str(&text);
                    }
                }
            }
            None if filled.is_some() => {}
            None => part.push_str(glyph(mark.look, tone, alphabet)),
        }
    }
    if found == given {
        found.clear();
    }
    let is_given = found.is_empty() && !given.is_empty();
    let has_room = given.is_empty() || (arrows > 0 && arrows == marks.len());
    if (has_room || is_denied) && found.is_empty() && fill.is_none() {
        found = is_not.or(open).unwrap_or_default().to_owned();
    }
    let space = if given.is_empty() || found.is_empty() { "" } else { between(&given, &found) };
    Content { text: given + space + &found, fill, is_given }
}

/// The space between two numbers.
fn between(before: &str, after: &str) -> &'static str {
    let ends = before.ends_with(|c: char| c.is_ascii_digit());
    if ends && after.starts_with(|c: char| c.is_ascii_digit()) { " " } else { "" }
}

fn group_filling(puzzle: &Written, place: Place, alphabet: Alphabet) -> Option<char> {
    let looks = looks_of_groups(puzzle, place);
    looks.into_iter().find_map(|look| filling(look, None, alphabet))
}

/// The shapes that an area has in each of its cells.
fn group_glyphs(puzzle: &Written, place: Place, alphabet: Alphabet) -> String {
    let has_none = |look: &Look| {
        matches!(
            look,
            Look::Outline
                | Look::Dashed
                | Look::Stroke
                | Look::Arrow
                | Look::Line
                | Look::Number
                | Look::Corner
                | Look::Sign
        ) || filling(*look, None, alphabet).is_some()
    };
    let looks = looks_of_groups(puzzle, place).into_iter().filter(|look| !has_none(look));
    looks.map(|look| glyph(look, None, alphabet)).collect()
}

/// The looks of the areas to which a cell belongs.
fn looks_of_groups(puzzle: &Written, place: Place) -> Vec<Look> {
    let groups =
        puzzle.groups().filter(|(_, _, groups)| groups.iter().flatten().any(|&cell| cell == place));
    groups.map(|(_, look, _)| look).collect()
}
