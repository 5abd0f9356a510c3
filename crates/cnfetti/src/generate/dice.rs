//! Generates dice with letters: draws the letters, then finds a minimal set of words that
//! determines them.

use std::borrow::Cow;
use std::sync::LazyLock;

use itertools::Itertools;

use crate::csp::{Role, Value};

use super::{
    Attempt, Dimension, GenerateError, Generator, MAX_ATTEMPTS, MAX_STEPS, Tools, csp_of, exist,
    necessary,
};
use crate::random::Random;

/// The generator.
pub(super) const GENERATOR: Generator = Generator {
    kind: Cow::Borrowed("dice"),
    size: &[
        Dimension { name: "dice", range: 3..=5, default: Some(4) },
        Dimension { name: "faces", range: 2..=8, default: Some(6) },
    ],
    limit: |size| match size[0] * size[1] {
        ..=26 => Ok(()),
        letters => Err(format!("expected at most 26 letters on all dice, found {letters}")),
    },
    attempt: Attempt::Own(attempt),
    attempts: MAX_ATTEMPTS,
    levels: None,
};

/// English words of three to five different letters from `a` to `z`.
static WORDS: LazyLock<Vec<&str>> =
    LazyLock::new(|| include_str!("words.txt").split_whitespace().collect());

/// Dice with letters, and words that they can show.
struct Throw {
    /// The letters of each die, in order.
    dice: Vec<Vec<char>>,
    words: Vec<&'static str>,
}

fn attempt(
    size: &[usize],
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<String>, GenerateError> {
    let (dice, faces) = (size[0], size[1]);
    let mut throw = Throw::new(dice, faces, random);
    if throw.words.is_empty() {
        return Ok(None);
    }
    // Short words say less, so they go first.
    random.shuffle(&mut throw.words);
    throw.words.sort_by_key(|word| word.len());
    let csp = csp_of("dice", &throw.keys(&throw.words))?;
    let mut others = tools.other_solutions(&csp, &throw.solution(), MAX_STEPS)?;
    let is_clue = |index: &usize| csp.constraints()[*index].role == Role::Clue;
    let clues = (0..csp.constraints().len()).filter(is_clue).collect_vec();
    if exist(&mut others, &clues)? {
        return Ok(None);
    }
    let kept = necessary(&mut others, &clues, |_| {})?;
    let words = kept.iter().filter_map(|clue| clues.iter().position(|other| other == clue));
    let words = words.map(|word| throw.words[word]).sorted().collect_vec();
    Ok(Some(throw.keys(&words)))
}

impl Throw {
    /// Random dice, with all words that they can show.
    fn new(dice: usize, faces: usize, random: &mut Random) -> Throw {
        let letters = some_letters(dice * faces, random);
        let dice: Vec<Vec<char>> =
            letters.chunks(faces).map(|die| die.iter().copied().sorted().collect()).collect();
        let mut throw = Throw { dice, words: Vec::new() };
        throw.words = WORDS.iter().copied().filter(|word| throw.can_throw(word)).collect();
        throw
    }

    fn can_throw(&self, word: &str) -> bool {
        let dice: Option<Vec<usize>> = word.chars().map(|letter| self.die(letter)).collect();
        dice.is_some_and(|dice| dice.iter().all_unique())
    }

    fn die(&self, letter: char) -> Option<usize> {
        self.dice.iter().position(|die| die.contains(&letter))
    }

    fn letters(&self) -> Vec<char> {
        self.dice.iter().flatten().copied().sorted().collect()
    }

    /// For each letter the number of its die, from 1.
    fn solution(&self) -> Vec<Value> {
        let die = |letter| self.die(letter).map_or(0, |die| 1 + die as Value);
        self.letters().into_iter().map(die).collect()
    }

    fn keys(&self, words: &[&str]) -> String {
        let (dice, faces) = (self.dice.len(), self.dice[0].len());
        let letters: String = self.letters().into_iter().collect();
        let words =
            words.chunks(10).map(|row| row.iter().map(|word| format!("\"{word}\"")).join(", "));
        let words = { words }.join(",\n    ");
        format!(
            "dice = {dice}\nfaces = {faces}\nletters = \"{letters}\"\nwords = [\n    {words},\n]\n"
        )
    }
}

/// Draws different letters, each with a weight of the number of words that contain it.
fn some_letters(number: usize, random: &mut Random) -> Vec<char> {
    let mut left: Vec<char> = ('a'..='z').collect();
    let mut weights: Vec<usize> = left
        .iter()
        .map(|&letter| WORDS.iter().filter(|word| word.contains(letter)).count())
        .collect();
    let mut chosen = Vec::new();
    for _ in 0..number {
        let at = random.weighted(&weights);
        chosen.push(left.remove(at));
        weights.remove(at);
    }
    random.shuffle(&mut chosen);
    chosen
}
