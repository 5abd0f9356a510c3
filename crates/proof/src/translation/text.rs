//! Reads words with their columns, names of variables, and inequalities.

use std::collections::HashMap;

use super::inequality::{Inequality, Lit};

/// An error message, and its column, from 1.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) column: usize,
    pub(super) message: String,
}

/// A word, and its column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

impl Word<'_> {
    pub(super) fn expected(&self, what: &str) -> Problem {
        let found = if self.text.is_empty() { "nothing" } else { self.text };
        Problem { column: self.column, message: format!("expected {what}, found {found}") }
    }

    pub(super) fn wrong(&self, message: impl Into<String>) -> Problem {
        Problem { column: self.column, message: message.into() }
    }

    pub(super) fn number<T: std::str::FromStr>(&self, what: &str) -> Result<T, Problem> {
        self.text.parse().map_err(|_| self.expected(what))
    }
}

/// The words of a line, with an empty word after the last. A semicolon is a word.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    words: Vec<Word<'a>>,
    at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn of(line: &'a str) -> Words<'a> {
        let mut words = Vec::new();
        let mut rest = line;
        loop {
            rest = rest.trim_start();
            let column = line.len() - rest.len() + 1;
            let is_end = |c: char| c == ';' || c.is_whitespace();
            let end = match rest.find(is_end).unwrap_or(rest.len()) {
                0 if !rest.is_empty() => 1,
                end => end,
            };
            let (text, after) = rest.split_at(end);
            words.push(Word { text, column });
            if text.is_empty() {
                return Words { words, at: 0 };
            }
            rest = after;
        }
    }

    pub(super) fn peek(&self) -> Word<'a> {
        self.words[self.at]
    }

    /// The word after the next one.
    pub(super) fn second(&self) -> &'a str {
        self.words.get(self.at + 1).map_or("", |word| word.text)
    }

    pub(super) fn next(&mut self) -> Word<'a> {
        let word = self.peek();
        if self.at + 1 < self.words.len() {
            self.at += 1;
        }
        word
    }

    /// Expects exactly these words.
    pub(super) fn expect(&mut self, all: &str) -> Result<(), Problem> {
        for expected in all.split(' ') {
            let word = self.next();
            if word.text != expected {
                return Err(word.expected(&format!("`{expected}`")));
            }
        }
        Ok(())
    }

    /// Expects the end of the line.
    pub(super) fn end(&mut self) -> Result<(), Problem> {
        match self.peek().text {
            "" => Ok(()),
            _ => Err(self.peek().expected("the end of the line")),
        }
    }

    /// Expects a semicolon and the end of the line.
    pub(super) fn finish(&mut self) -> Result<(), Problem> {
        self.expect(";")?;
        self.end()
    }
}

/// How a sum compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtLeast,
    AtMost,
    Equal,
}

/// The variables, by name.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: HashMap<String, u32>,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.numbers.iter().map(|(name, &number)| (&**name, number))
    }

    pub(super) fn get(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Returns the variable with this name, and whether it is new.
    pub(super) fn add(&mut self, word: Word<'_>) -> Result<(u32, bool), Problem> {
        if let Some(number) = self.get(word.text) {
            return Ok((number, false));
        }
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "[]{}^-_".contains(c);
        let begins = word.text.starts_with(|c: char| c.is_ascii_alphabetic());
        if !begins || !word.text.chars().all(is_allowed) {
            return Err(word.expected("a name"));
        }
        let number = u32::try_from(self.numbers.len()).ok().filter(|&number| number < 1 << 30);
        let number = number.ok_or_else(|| word.wrong("there are too many names"))?;
        self.numbers.insert(word.text.to_owned(), number);
        Ok((number, true))
    }

    /// Parses a literal. A new name is an error unless `may_be_new` is set.
    fn literal(&mut self, word: Word<'_>, may_be_new: bool) -> Result<Lit, Problem> {
        let name = word.text.strip_prefix('~').unwrap_or(word.text);
        let of_name = Word { text: name, column: word.column };
        if !may_be_new && self.get(name).is_none() {
            return Err(word.expected("a literal of a variable that is known"));
        }
        let (number, _) = self.add(of_name)?;
        Ok(2 * number + u32::from(name.len() < word.text.len()))
    }

    fn terms(
        &mut self,
        words: &mut Words<'_>,
        may_be_new: bool,
    ) -> Result<(Vec<(i128, Lit)>, Relation), Problem> {
        let mut terms = Vec::new();
        loop {
            let word = words.next();
            let relation = match word.text {
                ">=" => Relation::AtLeast,
                "<=" => Relation::AtMost,
                "=" => Relation::Equal,
                _ => {
                    let weight: i64 = word.number("a weight, `>=`, `<=` or `=`")?;
                    terms.push((weight.into(), self.literal(words.next(), may_be_new)?));
                    continue;
                }
            };
            return Ok((terms, relation));
        }
    }

    /// Parses an inequality of a proof: a sum that is at least a number.
    pub(super) fn inequality(&mut self, words: &mut Words<'_>) -> Result<Inequality, Problem> {
        let first = words.peek();
        let (terms, relation) = self.terms(words, false)?;
        let word = words.next();
        let degree: i64 = word.number("a number")?;
        if relation != Relation::AtLeast {
            return Err(word.wrong("expected `>=` before the number"));
        }
        Inequality::new(terms, degree.into()).map_err(|error| first.wrong(error))
    }

    /// Parses a line of a statement into one inequality, or two for an equation.
    pub(super) fn stated(&mut self, line: &str) -> Result<Vec<Inequality>, Problem> {
        let mut words = Words::of(line);
        let first = words.peek();
        let (terms, relation) = self.terms(&mut words, true)?;
        let number: i64 = words.next().number("a number")?;
        words.finish()?;
        let number = i128::from(number);
        let opposite = || terms.iter().map(|&(weight, lit)| (-weight, lit)).collect::<Vec<_>>();
        let sides = match relation {
            Relation::AtLeast => vec![(terms, number)],
            Relation::AtMost => vec![(opposite(), -number)],
            Relation::Equal => vec![(terms.clone(), number), (opposite(), -number)],
        };
        let sides = sides.into_iter().map(|(terms, degree)| Inequality::new(terms, degree));
        sides.collect::<Result<_, _>>().map_err(|error| first.wrong(error))
    }

    /// Parses a line of a formula: a clause, its literals in the order of the line.
    pub(super) fn clause(&mut self, line: &str) -> Result<Vec<(Lit, usize)>, Problem> {
        let mut words = Words::of(line);
        let mut lits = Vec::new();
        loop {
            let word = words.next();
            match word.text {
                ">=" => break,
                "1" => {
                    let word = words.next();
                    lits.push((self.literal(word, false)?, word.column));
                }
                _ => return Err(word.expected("the weight 1, or `>=`")),
            }
        }
        words.expect("1")?;
        words.finish()?;
        Ok(lits)
    }
}

/// The lines that are neither empty nor comments, with their numbers from 1.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('*'))
}
