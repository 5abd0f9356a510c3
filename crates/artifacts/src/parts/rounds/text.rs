//! Fronts as lines of text.

use std::fmt::Write as _;
use std::path::Path;
use std::str::Lines;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use crate::parts::PartsError;
use crate::parts::part::SetLine;
use crate::parts::sealed::{json, line};
use cnfetti_exact::split::{Front, Weighted};

/// The line before the states of one of the counted numbers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontLine {
    /// The index of the number.
    unit: usize,
    /// The number of decisions before these states.
    step: usize,
    /// A sum of the order of the decisions and of the layout of the states.
    layout: u64,
    states: usize,
    sets: usize,
}

/// The lines of a front: for each state its words in hexadecimal digits, a colon, its weight, and its weight up to
/// renaming.
pub(super) fn text(front: &Front) -> String {
    let head = FrontLine {
        unit: front.unit,
        step: front.step,
        layout: front.layout,
        states: front.states.len(),
        sets: front.sets.len(),
    };
    let mut text = json(&head);
    for state in &front.states {
        text += "\n\"";
        for (number, &word) in state.words.iter().enumerate() {
            if number > 0 {
                text.push(' ');
            }
            push_hexadecimal(&mut text, word);
        }
        let written = write!(text, ":{} {}\"", state.solutions, state.classes);
        written.expect("a string takes every text");
    }
    for set in &front.sets {
        text.push('\n');
        text += &json(&SetLine::new(set));
    }
    text
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

/// Reads the fronts in the remaining lines of a file.
pub(super) fn fronts(path: &Path, mut lines: Lines<'_>) -> Result<Vec<Front>, PartsError> {
    let mut fronts = Vec::new();
    while let Some(next) = lines.next() {
        let head: FrontLine = line(path, Some(next))?;
        let FrontLine { unit, step, layout, states: many, .. } = head;
        let states = (0..many).map(|_| {
            let text = lines.next().and_then(state);
            text.ok_or_else(|| PartsError::wrong(path, "a state cannot be read"))
        });
        let states = states.collect::<Result<_, _>>()?;
        let sets = (0..head.sets).map(|_| {
            let set: SetLine = line(path, lines.next())?;
            let set = set.read().filter(|set| set.states.iter().all(|&at| (at as usize) < many));
            set.ok_or_else(|| PartsError::wrong(path, "a set cannot be read"))
        });
        let sets = sets.collect::<Result<_, _>>()?;
        fronts.push(Front { unit, step, layout, states, sets });
    }
    Ok(fronts)
}

fn state(line: &str) -> Option<Weighted> {
    let (words, weights) = line.strip_prefix('"')?.strip_suffix('"')?.split_once(':')?;
    let (solutions, classes) = weights.split_once(' ')?;
    let word = |digits: &str| u64::from_str_radix(digits, 16).ok();
    let number = |digits: &str| match digits.parse::<u64>() {
        Ok(small) => Some(small.into()),
        Err(_) => digits.parse::<BigUint>().ok(),
    };
    // A state of no words has no digits.
    let words = words.split(' ').filter(|digits| !digits.is_empty());
    Some(Weighted {
        words: words.map(word).collect::<Option<_>>()?,
        solutions: number(solutions)?,
        classes: number(classes)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::random::Random;
    use cnfetti_exact::split::Set;

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
                let (solutions, classes) = (BigUint::from(number()).pow(5), number().into());
                states.push(Weighted { words, solutions, classes });
            }
            let set = |states| Set { projection: 1, readings: 7_u32.into(), states };
            let sets = if many > 0 { vec![set(vec![0, many as u32 - 1])] } else { Vec::new() };
            let front = Front { unit: 2, step: 3, layout: number(), states, sets };
            let both = format!("{}\n{}\n", text(&front), text(&front));
            let path = Path::new("a file");
            assert_eq!(fronts(path, both.lines()).unwrap(), [front.clone(), front.clone()]);
            if many > 0 {
                let cut = both.trim_end().rsplit_once('\n').unwrap().0;
                assert!(fronts(path, cut.lines()).is_err());
                let mut wrong = front;
                wrong.sets = vec![set(vec![many as u32])];
                assert!(fronts(path, text(&wrong).lines()).is_err());
            }
        }
    }
}
