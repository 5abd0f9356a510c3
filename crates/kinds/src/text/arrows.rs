//! Directions as people type them: arrows, or the points of a compass.

use itertools::Itertools;

use crate::board::Direction;

/// Clockwise from the north, each with its short name.
const COMPASS: [(&str, Direction); 8] = [
    ("n", Direction::North),
    ("ne", Direction::NorthEast),
    ("e", Direction::East),
    ("se", Direction::SouthEast),
    ("s", Direction::South),
    ("sw", Direction::SouthWest),
    ("w", Direction::West),
    ("nw", Direction::NorthWest),
];

/// Arrows with two heads, and the directions of the heads, clockwise.
const TWO_HEADED: [(char, [Direction; 2]); 4] = [
    ('↔', [Direction::East, Direction::West]),
    ('↕', [Direction::North, Direction::South]),
    ('⤡', [Direction::SouthEast, Direction::NorthWest]),
    ('⤢', [Direction::NorthEast, Direction::SouthWest]),
];

/// The arrows of emoji keyboards, and those that every keyboard has.
const OTHERS: [(char, Direction); 8] = [
    ('⬆', Direction::North),
    ('➡', Direction::East),
    ('⬇', Direction::South),
    ('⬅', Direction::West),
    ('^', Direction::North),
    ('>', Direction::East),
    ('v', Direction::South),
    ('<', Direction::West),
];

/// They follow an arrow and select its appearance.
const VARIATION_SELECTORS: [char; 2] = ['\u{FE0E}', '\u{FE0F}'];

/// Reads arrows such as `→`, `↕`, `↑→` and `>`, or names such as `s`, `south` and `n+se`. Returns each direction once,
/// clockwise from the north; `None` for anything else, or if a direction occurs twice.
pub(super) fn directions(text: &str) -> Option<Vec<Direction>> {
    let mut found = Vec::new();
    for part in text.split('+') {
        let short = COMPASS.iter().find(|row| row.0 == part).map(|row| row.1);
        match short.or_else(|| Direction::by_name(part)) {
            Some(direction) => found.push(direction),
            None => found.extend(arrows(part)?),
        }
    }
    let sorted = clockwise(&found).collect_vec();
    (sorted.len() == found.len()).then_some(sorted)
}

/// The directions of at least one arrow.
fn arrows(text: &str) -> Option<Vec<Direction>> {
    let mut found = Vec::new();
    for arrow in text.chars().filter(|c| !VARIATION_SELECTORS.contains(c)) {
        let plain = COMPASS.iter().map(|row| row.1).find(|way| way.arrow() == arrow);
        let other = || OTHERS.iter().find(|row| row.0 == arrow).map(|row| row.1);
        match (plain.or_else(other), TWO_HEADED.iter().find(|row| row.0 == arrow)) {
            (Some(direction), _) => found.push(direction),
            (None, Some((_, both))) => found.extend(both),
            (None, None) => return None,
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The directions in their shortest form: a single arrow if there is one.
pub fn arrow_text(directions: &[Direction]) -> String {
    match TWO_HEADED.iter().find(|(_, both)| both == directions) {
        Some((arrow, _)) => arrow.to_string(),
        None => directions.iter().map(|direction| direction.arrow()).collect(),
    }
}

/// These directions, each once, clockwise from the north.
fn clockwise(directions: &[Direction]) -> impl Iterator<Item = Direction> {
    COMPASS.iter().map(|row| row.1).filter(|direction| directions.contains(direction))
}

/// The signs with one head or two opposite ones.
pub fn signs() -> impl Iterator<Item = Vec<Direction>> {
    let one = COMPASS.iter().map(|row| vec![row.1]);
    one.chain(TWO_HEADED.iter().map(|(_, both)| both.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        let shown = |text: &str| directions(text).map(|directions| arrow_text(&directions));
        for (text, expected) in [
            ("→", "→"),
            ("⤡", "⤡"),
            ("nw+se", "⤡"),
            ("ne+sw", "⤢"),
            ("↔\u{FE0F}", "↔"),
            ("↗\u{FE0E}", "↗"),
            ("⬆\u{FE0F}", "↑"),
            ("n+s", "↕"),
            ("north+south", "↕"),
            ("↑↓", "↕"),
            ("↑+e", "↑→"),
            ("w+s+e", "→↓←"),
            (">", "→"),
            ("<>", "↔"),
            ("^v", "↕"),
            ("v", "↓"),
            ("^>", "↑→"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
        for text in
            ["", "x", "n+", "n+n", "↕↓", "↔+e", "up", "\u{FE0F}", "N", "V", ">>", "→>", "vs"]
        {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
