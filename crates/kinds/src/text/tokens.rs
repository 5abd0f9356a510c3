//! Single clues, as people type them.

use cnfetti_input::{InputError, Span};
use itertools::Itertools;

use crate::board::{Direction, Place};
use crate::data::Entry;
use crate::kind::{Kind, Layer, Values};

/// Whether a word means that there is no clue.
pub(super) fn is_blank(word: &str) -> bool {
    matches!(word, "." | "_" | "·")
}

/// Parses `r1c2`.
pub(super) fn cell(word: &str) -> Option<Place> {
    let (row, column) = word.strip_prefix('r')?.split_once('c')?;
    let number = |digits: &str| digits.parse::<u16>().ok()?.checked_sub(1);
    Some(Place::Cell(number(row)?, number(column)?))
}

impl Kind {
    /// Parses a clue of a layer.
    pub(super) fn token(
        &self,
        layer: &Layer,
        word: &str,
        span: &Span,
    ) -> Result<Entry, InputError> {
        let is_open = matches!(word, "?" | "#") && layer.any.is_some();
        if is_open && !matches!(layer.values, Values::Numbers) {
            return Ok(Entry::Open);
        }
        let entry = match &layer.values {
            Values::Flag => {
                matches!(word, "#" | "x" | "X" | "1" | "o" | "O").then_some(Entry::Flag)
            }
            Values::Number(_) => number(word).map(Entry::Number),
            Values::Words(words) => self.read_word(words, word).map(Entry::Word),
            Values::Direction => {
                let direction = Direction::by_name(word).or_else(|| typed_arrow(word));
                direction.map(Entry::Direction)
            }
            Values::Numbers => {
                let one = |word: &str| match word {
                    "?" if layer.any.is_some() => Some(Entry::ANY),
                    word => number(word),
                };
                let numbers = word.split(',').map(one).collect::<Option<Vec<i64>>>();
                numbers.map(Entry::Numbers)
            }
            Values::Group => None,
        };
        entry.ok_or_else(|| {
            let expected = format!("{} or `.` for `{}`", self.tokens(layer), layer.name);
            InputError::expected(span.clone(), expected, format!("`{word}`"))
        })
    }

    /// The character of a clue in a drawing of its layer; `None` for clues that need more.
    pub fn mark(&self, layer: &Layer, entry: &Entry) -> Option<char> {
        let mark = self.written(entry).chars().next()?;
        let read = self.token(layer, &mark.to_string(), &(0..0));
        read.is_ok_and(|read| read == *entry).then_some(mark)
    }

    /// A clue as people type it.
    pub fn written(&self, entry: &Entry) -> String {
        match entry {
            Entry::Open => "?".to_owned(),
            Entry::Flag => "#".to_owned(),
            Entry::Number(number) => number.to_string(),
            Entry::Word(word) => self.words[*word as usize].clone(),
            Entry::Direction(direction) => direction.arrow().to_string(),
            Entry::Numbers(numbers) => {
                let one = |&number: &i64| match number {
                    Entry::ANY => "?".to_owned(),
                    number => number.to_string(),
                };
                numbers.iter().map(one).join(",")
            }
        }
    }

    /// Describes what can be typed as a clue of a layer.
    fn tokens(&self, layer: &Layer) -> String {
        let mut tokens = match &layer.values {
            Values::Flag => "`#`".to_owned(),
            Values::Number(_) => "a number".to_owned(),
            Values::Words(words) => {
                words.iter().map(|&word| format!("`{}`", self.words[word as usize])).join(", ")
            }
            Values::Direction => "a direction such as `north` or `↑`".to_owned(),
            Values::Numbers => "numbers such as `1,2`".to_owned(),
            Values::Group => "the letter of an area".to_owned(),
        };
        if layer.any.is_some() {
            tokens += ", `?`";
        }
        tokens
    }

    /// A word of a layer, typed in full or as an unambiguous beginning.
    fn read_word(&self, words: &[u32], typed: &str) -> Option<u32> {
        let known = |&&word: &&u32| self.words[word as usize] == typed;
        if let Some(&word) = words.iter().find(known) {
            return Some(word);
        }
        let begins = |&&word: &&u32| self.words[word as usize].starts_with(typed);
        words.iter().filter(begins).exactly_one().ok().copied()
    }
}

fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|_| is_number)
}

/// Arrows that keyboards have.
fn typed_arrow(word: &str) -> Option<Direction> {
    match word {
        "^" | "n" => Some(Direction::North),
        ">" | "e" => Some(Direction::East),
        "v" | "s" => Some(Direction::South),
        "<" | "w" => Some(Direction::West),
        _ => None,
    }
}
