//! The arrows of a sign, and their notation.

use itertools::Itertools;

/// A direction of the compass.
pub(super) struct Direction {
    /// The name in instance files, such as `ne`.
    pub(super) name: &'static str,
    /// The name in sentences.
    pub(super) word: &'static str,
    arrow: char,
    /// Rows and columns to the next crossing.
    pub(super) step: (isize, isize),
}

const fn direction(
    name: &'static str,
    word: &'static str,
    arrow: char,
    step: (isize, isize),
) -> Direction {
    Direction { name, word, arrow, step }
}

const COMPASS: [Direction; 8] = [
    direction("n", "north", '↑', (-1, 0)),
    direction("ne", "north-east", '↗', (-1, 1)),
    direction("e", "east", '→', (0, 1)),
    direction("se", "south-east", '↘', (1, 1)),
    direction("s", "south", '↓', (1, 0)),
    direction("sw", "south-west", '↙', (1, -1)),
    direction("w", "west", '←', (0, -1)),
    direction("nw", "north-west", '↖', (-1, -1)),
];

/// Arrows with two heads, and the directions of the heads.
const TWO_HEADED: [(char, &str, &str); 4] =
    [('↔', "e", "w"), ('↕', "n", "s"), ('⤡', "se", "nw"), ('⤢', "ne", "sw")];

/// The arrows of emoji keyboards, and those that every keyboard has.
const OTHERS: [(char, &str); 8] = [
    ('⬆', "n"),
    ('➡', "e"),
    ('⬇', "s"),
    ('⬅', "w"),
    ('^', "n"),
    ('>', "e"),
    ('v', "s"),
    ('<', "w"),
];

/// They follow an arrow and select its appearance.
const VARIATION_SELECTORS: [char; 2] = ['\u{FE0E}', '\u{FE0F}'];

/// One or more directions, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrows(u8);

impl Arrows {
    /// Parses arrows such as `→`, `↕`, `↑→` and `>`, or names such as `s` and `n+se`; returns
    /// `None` for anything else, or if a direction occurs twice.
    pub(super) fn parse(text: &str) -> Option<Arrows> {
        let mut arrows = Arrows(0);
        for part in text.split('+') {
            match bit(part) {
                Some(bit) => arrows.add(bit)?,
                None => arrows.add_characters(part)?,
            }
        }
        Some(arrows)
    }

    fn add_characters(&mut self, part: &str) -> Option<()> {
        let before = self.0;
        for character in part.chars().filter(|c| !VARIATION_SELECTORS.contains(c)) {
            if let Some(index) = COMPASS.iter().position(|way| way.arrow == character) {
                self.add(1 << index)?;
            } else if let Some((_, name)) = OTHERS.iter().find(|(other, _)| *other == character) {
                self.add(bit(name)?)?;
            } else {
                let (_, one, other) = TWO_HEADED.iter().find(|(arrow, ..)| *arrow == character)?;
                self.add(bit(one)? | bit(other)?)?;
            }
        }
        (self.0 != before).then_some(())
    }

    fn add(&mut self, bits: u8) -> Option<()> {
        let is_new = self.0 & bits == 0;
        self.0 |= bits;
        is_new.then_some(())
    }

    /// The directions, clockwise from the north.
    pub(super) fn directions(self) -> impl Iterator<Item = &'static Direction> {
        COMPASS
            .iter()
            .enumerate()
            .filter(move |(index, _)| self.0 & (1 << index) != 0)
            .map(|(_, direction)| direction)
    }

    /// The names of the directions, such as `ne+s`.
    pub(super) fn names(self) -> String {
        self.directions().map(|direction| direction.name).join("+")
    }

    /// The directions in words, such as `north and south-east`.
    pub(super) fn words(self) -> String {
        let words = self.directions().map(|direction| direction.word).collect_vec();
        match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => words.concat(),
        }
    }
}

/// Writes the shortest form: a single arrow if there is one.
impl std::fmt::Display for Arrows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let both = |one: &str, other: &str| bit(one).zip(bit(other)).map(|(a, b)| a | b);
        let whole = |&&(_, one, other): &&(char, &str, &str)| both(one, other) == Some(self.0);
        match TWO_HEADED.iter().find(whole) {
            Some((arrow, ..)) => write!(f, "{arrow}"),
            None => write!(f, "{}", self.directions().map(|way| way.arrow).join("")),
        }
    }
}

fn bit(name: &str) -> Option<u8> {
    COMPASS.iter().position(|direction| direction.name == name).map(|index| 1 << index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_is_read() {
        let shown = |text: &str| Arrows::parse(text).map(|arrows| arrows.to_string());
        for (text, expected) in [
            ("→", "→"),
            ("⤡", "⤡"),
            ("nw+se", "⤡"),
            ("ne+sw", "⤢"),
            ("↔\u{FE0F}", "↔"),
            ("↗\u{FE0E}", "↗"),
            ("⬆\u{FE0F}", "↑"),
            ("n+s", "↕"),
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
            ["", "x", "n+", "n+n", "↕↓", "↔+e", "north", "\u{FE0F}", "N", "V", ">>", "→>", "vs"]
        {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn words_for_people() {
        let words = |text: &str| Arrows::parse(text).unwrap().words();
        assert_eq!(words("e"), "east");
        assert_eq!(words("⤡"), "south-east and north-west");
        assert_eq!(words("n+e+s"), "north, east and south");
    }
}
