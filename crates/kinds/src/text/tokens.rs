//! Single clues, as people type them.

use cnfetti_core::csp::Value;
use cnfetti_input::{InputError, Span};
use itertools::Itertools;

use super::arrows;
use crate::board::Place;
use crate::data::Entry;
use crate::kind::{Choices, Kind, Layer, Unknown, Values, word_value};

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
            Values::Direction => match arrows::directions(word).as_deref() {
                Some(&[direction]) => Some(Entry::Direction(direction)),
                _ => None,
            },
            Values::Directions => arrows::directions(word).map(Entry::Directions),
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

    /// The value of an unknown that is a word or a direction, as people type it.
    pub fn value_typed(&self, unknown: &Unknown, word: &str) -> Option<Value> {
        match unknown.values.as_ref()? {
            Choices::Numbers(_) => None,
            Choices::Named(entries) => {
                let words = entries.iter().filter_map(|entry| match entry {
                    Entry::Word(word) => Some(*word),
                    _ => None,
                });
                let words: Vec<u32> = words.collect();
                match (self.read_word(&words, word), arrows::directions(word).as_deref()) {
                    (Some(word), _) => Some(word_value(word)),
                    (None, Some(&[direction])) => Some(direction as Value),
                    _ => None,
                }
            }
        }
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
            Entry::Direction(direction) => arrows::arrow_text(&[*direction]),
            Entry::Directions(directions) => arrows::arrow_text(directions),
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
    pub(super) fn tokens(&self, layer: &Layer) -> String {
        let mut tokens = match &layer.values {
            Values::Flag => "`#`".to_owned(),
            Values::Number(_) => "a number".to_owned(),
            Values::Words(words) => {
                words.iter().map(|&word| format!("`{}`", self.words[word as usize])).join(", ")
            }
            Values::Direction => "a direction such as `north` or `↑`".to_owned(),
            Values::Directions => "directions such as `→`, `↕` or `n+se`".to_owned(),
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
