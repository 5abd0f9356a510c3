//! Letters on dice: which die has which letter, given words that were thrown with them.

mod export;
mod picture;

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use serde_json::json;

use super::walls::{self, Square};
use super::{About, Alphabet, Broken, Kind, Puzzle, Squares, Unwritable, Words};
use crate::picture::{Picture, View};
use cnfetti_core::csp::{
    AllDifferent, Atom, Cardinality, Csp, Interchangeable, Occurrence, Symmetry, Value, VarId,
};
use cnfetti_core::limit::Budget;
use cnfetti_core::plural::counted;
use cnfetti_encodings::Relation;
use cnfetti_input::{Entry, InputError, Table, Text};
use cnfetti_kinds::library::Family;

const MAX_DICE: usize = 100;
const MAX_FACES: usize = 1_000;
const MAX_LETTERS: usize = 1_000;
const MAX_WORDS: usize = 1_000;
const MAX_WORD_LETTERS: usize = 100;

/// Dice, letters and words: each letter is on one die, and each word can be thrown, so its letters
/// are on different dice.
struct Dice {
    dice: usize,
    /// The number of letters on each die; `None` if that is open.
    faces: Option<usize>,
    /// Each letter once: in the order of the file if it lists them, else in alphabetical order.
    letters: Vec<char>,
    /// Each word once.
    words: Vec<String>,
}

pub(super) const KIND: Kind = Kind {
    name: "dice",
    families: &[Family::Objects],
    summary: "find which letters are on which die, from words that were thrown",
    load,
};

/// Reads `dice`, `faces`, `letters` and `words`.
fn load(table: &mut Table<'_>, _: &Budget) -> Result<Box<dyn Puzzle>, InputError> {
    let dice = table.require("dice", "the number of dice, such as 4")?.count(1..=MAX_DICE)?;
    let faces = table.take("faces").map(|entry| entry.count(1..=MAX_FACES)).transpose()?;
    let listed = table.take("letters").map(read_letters).transpose()?;
    let words = read_words(
        table.require("words", "the words that were thrown, such as [\"buoy\", \"cave\"]")?,
        listed.as_deref(),
    )?;
    let letters = listed
        .unwrap_or_else(|| words.iter().flat_map(|word| word.chars()).sorted().dedup().collect());
    Ok(Box::new(Dice { dice, faces, letters, words }))
}

fn read_letters(entry: Entry<'_>) -> Result<Vec<char>, InputError> {
    let text = entry.text()?;
    let letters = letters_of(&text, MAX_LETTERS, &format!("at most {MAX_LETTERS} letters"))?;
    if letters.is_empty() {
        return Err(InputError::expected(text.span, "letters for `letters`", "\"\""));
    }
    let mut seen = BTreeSet::new();
    for (letter, place) in &letters {
        if !seen.insert(*letter) {
            let message = format!("the letter \"{letter}\" is listed twice in `letters`");
            return Err(InputError::new(text.place(place.clone()), message));
        }
    }
    Ok(letters.into_iter().map(|(letter, _)| letter).collect())
}

fn read_words(entry: Entry<'_>, listed: Option<&[char]>) -> Result<Vec<String>, InputError> {
    let least = usize::from(listed.is_none());
    let items = entry.items_within(least..=MAX_WORDS, "words")?;
    let words = items.into_iter().map(|item| read_word(item.text()?, listed));
    Ok(words.collect::<Result<Vec<String>, InputError>>()?.into_iter().unique().collect())
}

fn read_word(text: Text<'_>, listed: Option<&[char]>) -> Result<String, InputError> {
    let expected = format!("a word of 1 to {MAX_WORD_LETTERS} letters");
    let letters = letters_of(&text, MAX_WORD_LETTERS, &expected)?;
    if letters.is_empty() {
        return Err(InputError::expected(text.span, expected, "\"\""));
    }
    let unlisted = |letter: &char| listed.is_some_and(|listed| !listed.contains(letter));
    if let Some((letter, place)) = letters.iter().find(|(letter, _)| unlisted(letter)) {
        return Err(InputError::new(
            text.place(place.clone()),
            format!("the letter \"{letter}\" of \"{}\" is not in `letters`", text.value),
        )
        .help("add it to `letters`, or remove `letters` to use the letters of the words"));
    }
    Ok(letters.into_iter().map(|(letter, _)| letter).collect())
}

/// The letters of a text in lower case, each with its bytes in the text's value. More than `most`
/// are an error.
fn letters_of(
    text: &Text<'_>,
    most: usize,
    expected: &str,
) -> Result<Vec<(char, std::ops::Range<usize>)>, InputError> {
    if text.value.chars().nth(most).is_some() {
        let found = text.value.chars().count().to_string();
        return Err(InputError::expected(text.span.clone(), expected, found));
    }
    text.value
        .char_indices()
        .map(|(at, letter)| {
            let place = at..at + letter.len_utf8();
            if letter.is_alphanumeric() {
                Ok((letter.to_lowercase().exactly_one().unwrap_or(letter), place))
            } else {
                let place = text.place(place);
                Err(InputError::expected(place, "a letter", format!("{letter:?}")))
            }
        })
        .collect()
}

impl Puzzle for Dice {
    fn csp(&self) -> Csp {
        let mut csp = Csp::new();
        let dice = 1..=self.dice as Value;
        for letter in &self.letters {
            csp.variable(letter.to_string(), dice.clone());
        }
        if let Some(faces) = self.faces {
            let occurrences = dice.clone().map(|die| at_die(die, Relation::Exactly, faces));
            csp.post(
                Cardinality { scope: csp.ids().collect(), occurrences: occurrences.collect() }
                    .into(),
                format!("each die has {faces} letters"),
            );
        }
        for word in &self.words {
            self.post_word(&mut csp, word);
        }
        let mut symmetry = Symmetry { values_called: "dice".into(), ..Symmetry::default() };
        if self.dice > 1 {
            let scope = csp.ids().collect();
            let values = dice.collect();
            symmetry.interchangeable.push(Interchangeable { scope, values });
        }
        csp.declare_symmetry(symmetry).expect("dice are alike for every letter");
        csp
    }

    fn check(&self, solution: &[Value]) -> Result<(), Broken> {
        if solution.len() != self.letters.len() {
            let (expected, found) = (self.letters.len(), solution.len());
            return Err(Broken(format!("there are {expected} letters, not {found}")));
        }
        let die_of: BTreeMap<char, Value> =
            self.letters.iter().copied().zip(solution.iter().copied()).collect();
        for (letter, &die) in &die_of {
            if die < 1 || die as usize > self.dice {
                return Err(Broken(format!("{letter} is on die {die}, which does not exist")));
            }
        }
        for word in &self.words {
            for [one, other] in word.chars().array_combinations() {
                if die_of[&one] == die_of[&other] {
                    let (word, die) = (upper(word), die_of[&one]);
                    return Err(Broken(format!(
                        "{word} cannot be thrown: {one} and {other} are both on die {die}"
                    )));
                }
            }
        }
        for (die, letters) in self.sides(solution).iter().enumerate() {
            if self.faces.is_some_and(|faces| faces != letters.len()) {
                let (die, count) = (die + 1, letters.len());
                return Err(Broken(format!("die {die} has {count} letters")));
            }
        }
        Ok(())
    }

    fn paint(&self, solution: Option<&[Value]>, _: Alphabet) -> String {
        match solution {
            Some(solution) => draw_dice(&self.sides(solution)),
            None => self.describe(),
        }
    }

    fn export(&self, format: &str, _: &About<'_>) -> Result<String, Unwritable> {
        match format {
            "toml" => Ok(export::toml(self)),
            _ => Err(Unwritable::only_pips(format)),
        }
    }

    fn flaw(&self) -> Option<String> {
        let (dice, faces, letters) = (self.dice, self.faces?, self.letters.len());
        let wanted = dice * faces;
        (wanted != letters).then(|| {
            format!(
                "{} with {} each have {wanted} all together, but there are {}",
                counted(dice, "die"),
                counted(faces, "face"),
                counted(letters, "letter")
            )
        })
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        picture::picture(self, view)
    }

    fn words(&self, csp: &Csp, variable: VarId) -> Words {
        let subject = upper(csp.name(variable));
        Words { subject, before_value: "on die " }
    }

    fn has_legend(&self) -> bool {
        true
    }

    /// A line for each letter: `*` on its die, or `.` on each possible die.
    fn paint_candidates(&self, _: &Csp, candidates: &[Vec<Value>], _: Alphabet) -> String {
        let width = self.dice.to_string().len();
        let header = (1..=self.dice).map(|die| format!(" {die:>width$}")).join("");
        let mut table = format!("die{header}\n");
        for (&letter, dice) in self.letters.iter().zip(candidates) {
            let mark = if dice.len() == 1 { "*" } else { "." };
            let marks = (1..=self.dice as Value).map(|die| {
                let mark = if dice.contains(&die) { mark } else { "" };
                format!(" {mark:>width$}")
            });
            let line = format!("{}: {}", upper_letter(letter), marks.format(""));
            table.push_str(line.trim_end());
            table.push('\n');
        }
        table
    }

    fn write_json(&self, solution: &[Value], out: &mut String) {
        let dice: Vec<String> =
            self.sides(solution).into_iter().map(|letters| letters.into_iter().collect()).collect();
        out.push_str(&json!({ "dice": dice }).to_string());
    }

    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken> {
        let mut solution = vec![0; self.letters.len()];
        for entry in self.read_entries(json)? {
            solution[entry.variable.index()] = entry.value;
        }
        match solution.iter().position(|&die| die == 0) {
            Some(index) => Err(Broken(format!("{} is on no die", self.letters[index]))),
            None => Ok(solution),
        }
    }

    fn read_entries(&self, json: &serde_json::Value) -> Result<Vec<Atom>, Broken> {
        let dice = json.get("dice").and_then(|dice| dice.as_array()).ok_or_else(|| {
            Broken("expected {\"dice\": […]} with the letters of each die as a string".into())
        })?;
        if dice.len() != self.dice {
            return Err(Broken(format!("there are {} dice, not {}", self.dice, dice.len())));
        }
        let mut entries = Vec::new();
        let mut solution = vec![0; self.letters.len()];
        for (letters, die) in dice.iter().zip(1..) {
            let letters = letters.as_str().ok_or_else(|| {
                Broken(format!("expected the letters of die {die} as a string, found {letters}"))
            })?;
            for letter in letters.chars() {
                let letter = letter.to_lowercase().exactly_one().unwrap_or(letter);
                let index = self.letters.iter().position(|&known| known == letter);
                let place = index.map(|index| &mut solution[index]).ok_or_else(|| {
                    Broken(format!("{letter:?} on die {die} is not a letter of the puzzle"))
                })?;
                if *place != 0 {
                    return Err(Broken(format!("{letter} is on die {place} and on die {die}")));
                }
                *place = die;
                entries.push(Atom { variable: self.variable(letter), value: die });
            }
        }
        Ok(entries)
    }

    fn squares(&self) -> Option<Squares> {
        Some(Squares::Letters)
    }
}

impl Dice {
    fn post_word(&self, csp: &mut Csp, word: &str) {
        let name = upper(word);
        let scope = word.chars().unique().map(|letter| self.variable(letter)).collect_vec();
        if scope.len() > 1 {
            let reason = format!("the letters of {name} are on different dice");
            csp.post_clue(AllDifferent { scope, except: Vec::new() }.into(), reason);
        }
        for letter in word.chars().duplicates() {
            // A letter on two dice is impossible: state that no die has it.
            let nowhere = (1..=self.dice as Value).map(|die| at_die(die, Relation::AtMost, 0));
            let occurrences = nowhere.collect();
            csp.post_clue(
                Cardinality { scope: vec![self.variable(letter)], occurrences }.into(),
                format!("{name} has {letter} twice, and every letter is on one die only"),
            );
        }
    }

    /// The variable of a letter of the puzzle.
    fn variable(&self, letter: char) -> VarId {
        let index = self.letters.iter().position(|&known| known == letter);
        VarId::at(index.expect("the letters of the words were checked"))
    }

    /// The letters of each die.
    fn sides(&self, solution: &[Value]) -> Vec<Vec<char>> {
        let on = |die: usize| {
            let letters = self.letters.iter().zip(solution);
            letters.filter(|&(_, &at)| at == die as Value).map(|(&letter, _)| letter).collect()
        };
        (1..=self.dice).map(on).collect()
    }

    /// The puzzle as text.
    fn describe(&self) -> String {
        let faces = match self.faces {
            None => "any number of letters on each".to_owned(),
            Some(faces) => format!("{} on each", counted(faces, "letter")),
        };
        let letters = self.letters.iter().map(|&letter| upper_letter(letter)).join(" ");
        let words = self.words.iter().map(|word| upper(word)).join(" ");
        let dice = counted(self.dice, "die");
        format!("{dice}, {faces}\nletters: {letters}\nwords:   {words}\n")
    }
}

fn at_die(die: Value, relation: Relation, count: usize) -> Occurrence {
    Occurrence { value: die, relation, count }
}

/// Draws a row of boxes for each die.
fn draw_dice(dice: &[Vec<char>]) -> String {
    let mut boxes = Vec::new();
    for (row, letters) in dice.iter().enumerate() {
        for (column, &letter) in letters.iter().enumerate() {
            let text = upper_letter(letter).to_string();
            boxes.push(Square { row, column, group: boxes.len(), shade: Some(row), text });
        }
    }
    let drawing = walls::draw(&boxes);
    let lines: Vec<&str> = drawing.lines().collect();
    let width = dice.len().to_string().len();
    let mut labelled = String::new();
    for index in 0..=2 * dice.len() {
        let line = lines.get(index).copied().unwrap_or_default();
        let label = if index % 2 == 1 {
            format!("die {:>width$}", index / 2 + 1)
        } else {
            " ".repeat(width + 4)
        };
        labelled.push_str(format!("{label}  {line}").trim_end());
        labelled.push('\n');
    }
    labelled
}

fn upper(word: &str) -> String {
    word.chars().map(upper_letter).collect()
}

/// The capital letter, if it is a single character.
fn upper_letter(letter: char) -> char {
    letter.to_uppercase().exactly_one().unwrap_or(letter)
}
