//! Fronts and states as lines of text.

use std::cmp::Ordering;
use std::fmt::Write as _;
use std::path::Path;
use std::str::Lines;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::PartsError;
use super::sealed::{json, line};
use cnfetti_exact::split::{Front, Set, Weighted, order};

/// The line before the states of one of the counted numbers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrontLine {
    /// The index of the number.
    unit: usize,
    /// The number of decisions before these states.
    step: usize,
    /// The number of decisions.
    steps: usize,
    /// A sum of the order of the decisions and of the layout of the states.
    layout: u64,
    states: usize,
    sets: usize,
}

/// This many readings of a projection's scope lead to exactly these states.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetLine {
    reads: usize,
    weight: String,
    states: Vec<u32>,
}

impl SetLine {
    fn new(set: &Set) -> SetLine {
        let (weight, states) = (set.readings.to_string(), set.states.clone());
        SetLine { reads: set.projection, weight, states }
    }

    fn read(self) -> Option<Set> {
        let readings: BigUint = self.weight.parse().ok()?;
        Some(Set { projection: self.reads, readings, states: self.states })
    }
}

/// The lines of a front.
pub(super) fn text(front: &Front) -> String {
    let head = FrontLine {
        unit: front.unit,
        step: front.step,
        steps: front.steps,
        layout: front.layout,
        states: front.states.len(),
        sets: front.sets.len(),
    };
    let mut text = json(&head) + "\n";
    front.states.iter().for_each(|state| push_state(&mut text, state));
    text += &sets_text(&front.sets);
    text.truncate(text.len() - 1);
    text
}

/// Appends the line of a state: its words in hexadecimal digits, a colon, its weight, and its weight up to renaming.
pub(super) fn push_state(text: &mut String, state: &Weighted) {
    text.push('"');
    push_words(text, &state.words);
    let written = writeln!(text, ":{} {}\"", state.solutions, state.classes);
    written.expect("a string takes every text");
}

/// The lines of sets of states.
pub(super) fn sets_text(sets: &[Set]) -> String {
    sets.iter().map(|set| json(&SetLine::new(set)) + "\n").collect()
}

fn push_words(text: &mut String, words: &[u64]) {
    for (number, &word) in words.iter().enumerate() {
        if number > 0 {
            text.push(' ');
        }
        push_hexadecimal(text, word);
    }
}

/// Appends the digits of a number. Most of the time to write a round goes here, and `{:x}` takes several times as
/// long.
fn push_hexadecimal(text: &mut String, number: u64) {
    let digits = (u64::BITS - number.leading_zeros()).div_ceil(4).max(1);
    text.extend((0..digits).rev().map(|digit| {
        let digit = (number >> (4 * digit) & 15) as u8;
        char::from(if digit < 10 { b'0' + digit } else { b'a' - 10 + digit })
    }));
}

impl FrontLine {
    /// Reads the front whose first line this is from the next lines.
    pub(super) fn front(self, path: &Path, lines: &mut Lines<'_>) -> Result<Front, PartsError> {
        let FrontLine { unit, step, steps, layout, states: many, .. } = self;
        let states = (0..many).map(|_| state(path, lines.next().unwrap_or_default()));
        let states = states.collect::<Result<_, _>>()?;
        let sets = (0..self.sets).map(|_| set(path, lines.next(), many));
        let sets = sets.collect::<Result<_, _>>()?;
        Ok(Front { unit, step, steps, layout, states, sets })
    }
}

/// Reads the line of a set of some of this many states.
pub(super) fn set(path: &Path, text: Option<&str>, many: usize) -> Result<Set, PartsError> {
    let set: SetLine = line(path, text)?;
    let set = set.read().filter(|set| set.states.iter().all(|&at| (at as usize) < many));
    set.ok_or_else(|| PartsError::wrong(path, "a set cannot be read"))
}

/// Reads the line of a state.
pub(super) fn state(path: &Path, line: &str) -> Result<Weighted, PartsError> {
    let read = || {
        let (words, weights) = halves(line)?;
        weighted(words_of(words)?, weights)
    };
    read().ok_or_else(|| no_state(path))
}

/// Reads the line of a state if its key is in a range: from one on, and before another.
pub(super) fn state_in(
    path: &Path,
    line: &str,
    (from, before): (Option<&Key>, Option<&Key>),
) -> Result<Option<Weighted>, PartsError> {
    let (words, weights) = halves(line).ok_or_else(|| no_state(path))?;
    let key = Key(words_of(words).ok_or_else(|| no_state(path))?);
    if from.is_some_and(|from| key < *from) || before.is_some_and(|before| key >= *before) {
        return Ok(None);
    }
    weighted(key.0, weights).map(Some).ok_or_else(|| no_state(path))
}

fn no_state(path: &Path) -> PartsError {
    PartsError::wrong(path, "a state cannot be read")
}

fn weighted(words: Box<[u64]>, weights: &str) -> Option<Weighted> {
    let number = |digits: &str| match digits.parse::<u64>() {
        Ok(small) => Some(small.into()),
        Err(_) => digits.parse::<BigUint>().ok(),
    };
    let (solutions, classes) = weights.split_once(' ')?;
    Some(Weighted { words, solutions: number(solutions)?, classes: number(classes)? })
}

/// The words of a state, and its weights.
fn halves(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('"')?.strip_suffix('"')?.split_once(':')
}

fn words_of(text: &str) -> Option<Box<[u64]>> {
    // A state of no words has no digits.
    let words = text.split(' ').filter(|digits| !digits.is_empty());
    words.map(|digits| u64::from_str_radix(digits, 16).ok()).collect()
}

/// The words of a state, by which the states of a result are sorted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(super) struct Key(pub(super) Box<[u64]>);

impl Ord for Key {
    fn cmp(&self, other: &Key) -> Ordering {
        order(&self.0, &other.0)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Key> for String {
    fn from(Key(words): Key) -> String {
        let mut text = String::new();
        push_words(&mut text, &words);
        text
    }
}

impl TryFrom<String> for Key {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Key, &'static str> {
        words_of(&text).map(Key).ok_or("a key cannot be read")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::random::Random;

    /// Reads both of two fronts.
    fn fronts(path: &Path, text: &str) -> Result<[Front; 2], PartsError> {
        let mut lines = text.lines();
        let mut next = || line::<FrontLine>(path, lines.next())?.front(path, &mut lines);
        Ok([next()?, next()?])
    }

    #[test]
    fn what_is_written_is_read() {
        let random = &mut Random::new(4);
        for _ in 0..300 {
            let mut number =
                || (random.below(1 << 31) as u64) << random.below(34) >> random.below(34);
            let width = number() as usize % 4;
            let many = number() as usize % 5;
            let mut states = Vec::new();
            for _ in 0..many {
                let words: Box<[u64]> = (0..width).map(|_| number()).collect();
                let texts: Vec<String> = words.iter().map(|word| format!("{word:x}")).collect();
                let mut digits = String::new();
                words.iter().for_each(|&word| push_hexadecimal(&mut digits, word));
                assert_eq!(digits, texts.concat());
                let key = Key(words.clone());
                assert_eq!(Key::try_from(String::from(key.clone())), Ok(key));
                let (solutions, classes) = (BigUint::from(number()).pow(5), number().into());
                states.push(Weighted { words, solutions, classes });
            }
            let set = |states| Set { projection: 1, readings: 7_u32.into(), states };
            let sets = if many > 0 { vec![set(vec![0, many as u32 - 1])] } else { Vec::new() };
            let front = Front { unit: 2, step: 3, steps: 9, layout: number(), states, sets };
            let both = format!("{}\n{}\n", text(&front), text(&front));
            let path = Path::new("a file");
            assert_eq!(fronts(path, &both).unwrap(), [front.clone(), front.clone()]);
            if many > 0 {
                let cut = both.trim_end().rsplit_once('\n').unwrap().0;
                assert!(fronts(path, cut).is_err());
                let mut wrong = front;
                wrong.sets = vec![set(vec![many as u32])];
                assert!(fronts(path, &(text(&wrong) + "\n" + &text(&wrong))).is_err());
            }
        }
    }
}
