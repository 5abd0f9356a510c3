//! Letters on dice: each letter is on one die, the letters of a word are on different dice, and, if
//! the file gives a number of faces, each die has as many letters.

use std::collections::BTreeMap;

use serde_json::json;

use super::{About, Answer, Drawn, Pen, Puzzle, Rules, Search, Truth, toml};

/// Features of dice.
pub(super) const FEATURES: &[&str] = &[
    "one die",
    "more dice than letters",
    "over 64 dice",
    "over 64 letters",
    "no faces",
    "faces that fit the letters",
    "faces that do not fit",
    "letters listed",
    "letters not listed",
    "letters in another order",
    "a letter that is in no word",
    "no words",
    "a word twice",
    "two words of the same letters",
    "a word of one letter",
    "a word with a letter twice",
    "a word longer than dice",
    "capitals",
    "a letter beyond ASCII",
    "a digit as a letter",
    "words that share no letter",
];

#[derive(Clone)]
struct Dice {
    dice: usize,
    faces: Option<usize>,
    letters: Vec<char>,
    words: Vec<Vec<char>>,
}

impl Rules for Dice {
    fn search(&self, search: &mut Search) {
        let has_twice = |word: &Vec<char>| (1..word.len()).any(|at| word[..at].contains(&word[at]));
        if self.words.iter().any(has_twice) {
            // A letter is on one die only, so no word can show it twice.
            return;
        }
        let share = |one: char, other: char| {
            self.words.iter().any(|word| word.contains(&one) && word.contains(&other))
        };
        let mut apart = Vec::new();
        for (at, &letter) in self.letters.iter().enumerate() {
            apart.push((0..at).filter(|&before| share(self.letters[before], letter)).collect());
        }
        self.place(&apart, &mut Vec::new(), search);
    }

    fn names(&self) -> Vec<String> {
        self.letters.iter().map(char::to_string).collect()
    }

    /// The sets of letters that share a die.
    fn unnamed(&self, answer: &Answer) -> Vec<Vec<i32>> {
        let mut dice: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        for (letter, &die) in answer.iter().enumerate() {
            dice.entry(die).or_default().push(letter as i32);
        }
        let mut dice: Vec<Vec<i32>> = dice.into_values().collect();
        dice.sort();
        dice
    }

    fn json(&self, answer: &Answer) -> serde_json::Value {
        let mut dice = vec![String::new(); self.dice];
        for (&letter, &die) in self.letters.iter().zip(answer) {
            dice[die as usize - 1].push(letter);
        }
        json!({ "dice": dice })
    }

    fn read(&self, json: &serde_json::Value) -> Answer {
        let dice = json["dice"].as_array().unwrap();
        assert_eq!(dice.len(), self.dice);
        let total: usize = dice.iter().map(|die| die.as_str().unwrap().chars().count()).sum();
        assert_eq!(total, self.letters.len());
        let die_of = |letter: &char| {
            let has = |die: &serde_json::Value| die.as_str().unwrap().contains(*letter);
            1 + dice.iter().position(has).unwrap() as i32
        };
        self.letters.iter().map(die_of).collect()
    }

    /// Removes a word, or the number of faces.
    fn relaxed(&self, pen: &mut Pen) -> Option<Box<dyn Rules>> {
        let mut relaxed = self.clone();
        let rules = self.words.len() + usize::from(self.faces.is_some());
        match (rules > 0).then(|| pen.below(rules))? {
            word if word < self.words.len() => drop(relaxed.words.remove(word)),
            _ => relaxed.faces = None,
        }
        Some(Box::new(relaxed))
    }
}

impl Dice {
    /// Puts one letter after the other on a die. `apart` contains, for each letter, the earlier
    /// ones that must be on other dice.
    fn place(&self, apart: &[Vec<usize>], dice: &mut Vec<i32>, search: &mut Search) {
        if !search.goes_on() {
            return;
        }
        let letters_on =
            |die: i32, dice: &[i32]| dice.iter().filter(|&&other| other == die).count();
        let letter = dice.len();
        if letter == self.letters.len() {
            let mut all = 1..=self.dice as i32;
            if self.faces.is_none_or(|faces| all.all(|die| letters_on(die, dice) == faces)) {
                search.find(dice.clone());
            }
            return;
        }
        for die in 1..=self.dice as i32 {
            let is_full = self.faces.is_some_and(|faces| letters_on(die, dice) == faces);
            if !is_full && apart[letter].iter().all(|&other| dice[other] != die) {
                dice.push(die);
                self.place(apart, dice, search);
                dice.pop();
            }
        }
    }
}

/// Draws a file of dice.
pub(super) fn draw(pen: &mut Pen) -> Option<Drawn> {
    let (dice, is_listed) = if pen.one_in(40) { draw_large(pen) } else { draw_dice(pen) };
    note(pen, &dice, is_listed);
    let truth = Truth::of(&dice)?;
    let about = toml::about(pen, &truth);
    let text = write(pen, &dice, is_listed, &about);
    let puzzle = Puzzle { part: None, about, rules: Box::new(dice), truth };
    Some(Drawn { text, extension: "toml", puzzles: vec![puzzle], features: Vec::new() })
}

/// Draws dice, and whether the file lists the letters.
fn draw_dice(pen: &mut Pen) -> (Dice, bool) {
    const POOL: [char; 16] =
        ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'm', 'o', 'y', 'z', 'é', 'ß', 'ж', 'ñ', '7'];
    let dice = pen.pick(&[1, 2, 2, 2, 3, 3, 3, 4, 4, 5]);
    let most = [8, 8, 8, 7, 6, 5][dice];
    let mut faces = pen.one_in(2).then(|| pen.between(1, 4));
    let mut number = pen.between(1, most);
    if let Some(faces) = faces.as_mut().filter(|_| !pen.one_in(4)) {
        *faces = pen.between(1, most / dice);
        number = dice * *faces;
    }
    let letters = pen.some(&POOL, number);
    let mut words: Vec<Vec<char>> = Vec::new();
    for _ in 0..pen.pick(&[0, 1, 1, 2, 2, 3, 3, 4, 5]) {
        let longest = if pen.one_in(12) { dice + 1 } else { dice };
        let length = pen.between(1, longest);
        let mut word = pen.some(&letters, length);
        if pen.one_in(25) {
            pen.note("a word with a letter twice");
            word.push(word[0]);
        }
        words.push(word);
    }
    if !words.is_empty() && pen.one_in(6) {
        let mut again = words[pen.below(words.len())].clone();
        if pen.one_in(2) {
            pen.note("a word twice");
        } else {
            again.reverse();
            pen.note_if(again.len() > 1, "two words of the same letters");
        }
        words.push(again);
    }
    let is_listed = words.is_empty() || pen.one_in(2);
    let mut dice = Dice { dice, faces, letters, words };
    if !is_listed {
        dice.letters.retain(|letter| dice.words.iter().flatten().any(|other| other == letter));
        dice.letters.sort_unstable();
    }
    (dice, is_listed)
}

/// Draws more letters, or more dice, than a machine word has bits.
fn draw_large(pen: &mut Pen) -> (Dice, bool) {
    let mut letters: Vec<char> = ('a'..='z').chain('α'..='ρ').chain('а'..='я').collect();
    pen.shuffle(&mut letters);
    if pen.one_in(2) {
        letters.truncate(1);
        return (
            Dice { dice: pen.between(65, 100), faces: None, letters, words: Vec::new() },
            true,
        );
    }
    // Words that overlap in all but one letter: the dice of one word decide the rest.
    letters.truncate(66);
    let dice = pen.between(2, 3);
    let mut words: Vec<Vec<char>> = letters.windows(dice).map(<[char]>::to_vec).collect();
    for _ in 0..pen.below(4) {
        words.remove(pen.below(words.len()));
    }
    pen.shuffle(&mut words);
    (Dice { dice, faces: pen.one_in(2).then_some(66 / dice), letters, words }, true)
}

fn note(pen: &mut Pen, puzzle: &Dice, is_listed: bool) {
    let Dice { dice, faces, letters, words } = puzzle;
    let in_words = |letter: &char| words.iter().any(|word| word.contains(letter));
    let apart =
        |one: &Vec<char>, other: &Vec<char>| !one.iter().any(|letter| other.contains(letter));
    let fits = faces.map(|faces| faces * dice == letters.len());
    pen.note_if(*dice == 1, "one die");
    pen.note_if(letters.len() < *dice, "more dice than letters");
    pen.note_if(*dice > 64, "over 64 dice");
    pen.note_if(letters.len() > 64, "over 64 letters");
    pen.note(
        ["no faces", "faces that do not fit", "faces that fit the letters"]
            [fits.map_or(0, |fits| 1 + usize::from(fits))],
    );
    pen.note(if is_listed { "letters listed" } else { "letters not listed" });
    pen.note_if(is_listed && !letters.is_sorted(), "letters in another order");
    pen.note_if(!letters.iter().all(in_words), "a letter that is in no word");
    pen.note_if(words.is_empty(), "no words");
    pen.note_if(words.iter().any(|word| word.len() == 1), "a word of one letter");
    pen.note_if(words.iter().any(|word| word.len() > *dice), "a word longer than dice");
    pen.note_if(!letters.iter().all(char::is_ascii), "a letter beyond ASCII");
    pen.note_if(letters.contains(&'7'), "a digit as a letter");
    let share_none = (1..words.len()).any(|at| words[..at].iter().any(|w| apart(w, &words[at])));
    pen.note_if(share_none, "words that share no letter");
}

fn write(pen: &mut Pen, dice: &Dice, is_listed: bool, about: &About) -> String {
    let mut entries = vec![("dice".to_owned(), toml::integer(pen, dice.dice))];
    if let Some(faces) = dice.faces {
        entries.push(("faces".to_owned(), toml::integer(pen, faces)));
    }
    if is_listed {
        let letters = spelled(pen, &dice.letters);
        entries.push(("letters".to_owned(), toml::string(pen, &letters)));
    }
    let words = dice.words.iter().map(|word| {
        let word = spelled(pen, word);
        toml::string(pen, &word)
    });
    let words: Vec<String> = words.collect();
    entries.push(("words".to_owned(), toml::array(pen, &words)));
    let text = toml::document(pen, "dice", about, entries, Vec::new());
    toml::with_line_ends(pen, text)
}

/// The letters, some as capitals.
fn spelled(pen: &mut Pen, letters: &[char]) -> String {
    let style = pen.below(4);
    let mut text = String::new();
    for letter in letters {
        let capital = letter.to_uppercase().to_string();
        let is_capital = style == 0 || (style == 1 && pen.one_in(2));
        if is_capital && capital.chars().count() == 1 && capital != letter.to_string() {
            pen.note("capitals");
            text.push_str(&capital);
        } else {
            text.push(*letter);
        }
    }
    text
}
