//! A text format in which a number of lines precedes each part: rows, rules, dominoes.
//!
//! ```text
//! 2
//! A#
//! #.
//! 1
//! A SUM 3
//! …
//! ```
//!
//! A rule is `SUM n`, `LT n`, `GT n` (both strict), `LE n`, `GE n`, `EQ` or `NEQ`; the last two
//! may have a number, which is ignored. Rows may be short, and `…` stands for three holes.

use crate::puzzle::written::is_sudoku;
use crate::puzzle::{Format, Part};
use cnfetti_core::plural::counted;
use cnfetti_input::{InputError, MAX_CELLS, MAX_SQUARES, Span, lines, words};

use super::board_text;
use super::draft::{Draft, MAX_DOMINOES, NamedRule};
use super::pieces::Domino;
use super::region::{Comparison, Rule, parse_total};
use super::{MAX_PIPS, Pips};

/// The format's row.
pub(in crate::puzzle) const COUNTED: Format = Format {
    name: "text",
    summary: "counted text: rows, rules and dominoes, each after their number",
    example: "instances/pips/pips1.txt",
    kind: "pips",
    recognises,
    read: |text, _| {
        let puzzle = Reader { lines: lines(text), last: 0..0, end: text.len() }.read()?;
        Ok(vec![Part { puzzle: Some(Box::new(puzzle)), ..Part::default() }])
    },
};

fn recognises(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty());
    first.is_some_and(|line| line.bytes().all(|byte| byte.is_ascii_digit()))
        && !(super::MAP.recognises)(text)
        && !is_sudoku(text)
}

struct Reader<L> {
    lines: L,
    /// The place of the last line read.
    last: Span,
    /// The length of the file.
    end: usize,
}

impl<'i, L: Iterator<Item = (usize, &'i str)>> Reader<L> {
    fn read(mut self) -> Result<Pips, InputError> {
        let rows = self.count("the number of rows", MAX_SQUARES)?;
        let mut board = Vec::new();
        for row in 1..=rows {
            board.push(self.line(|| format!("row {row} of {rows}"), true)?);
        }
        let squares = board_text::parse(board.into_iter(), |range| range)?;
        let mut draft = Draft { squares, ..Draft::default() };
        let rules = self.count("the number of rules", MAX_CELLS)?;
        for number in 1..=rules {
            let expected = || format!("rule {number} of {rules}, such as `A SUM 3`");
            draft.add_rule(rule(self.line(expected, false)?)?)?;
        }
        let dominoes = self.count("the number of dominoes", MAX_DOMINOES)?;
        draft.dominoes_span = Some(self.last.clone());
        for number in 1..=dominoes {
            let expected = || format!("domino {number} of {dominoes}, such as `5 1`");
            draft.dominoes.push(domino(self.line(expected, false)?)?);
        }
        match self.line(String::new, false) {
            Err(_) => draft.finish(),
            Ok(line) => Err(InputError::expected(
                span(line),
                format!("the end of the file after {}", counted(dominoes, "domino")),
                format!("`{}`", line.1.trim()),
            )),
        }
    }

    /// The next line; skips blank ones unless they count.
    fn line(
        &mut self,
        expected: impl Fn() -> String,
        blank: bool,
    ) -> Result<(usize, &'i str), InputError> {
        let line = self.lines.by_ref().find(|line| blank || !line.1.trim().is_empty());
        let end = self.end..self.end;
        let line =
            line.ok_or_else(|| InputError::expected(end, expected(), "the end of the file"))?;
        self.last = span(line);
        Ok(line)
    }

    fn count(&mut self, expected: &str, most: usize) -> Result<usize, InputError> {
        let line = self.line(|| expected.to_owned(), false)?;
        let found = || format!("`{}`", line.1.trim());
        match parse_total(line.1.trim()).map(|number| number as usize) {
            None => Err(InputError::expected(span(line), expected, found())),
            Some(number) if number > most => {
                let expected = format!("{expected}, at most {most}");
                Err(InputError::expected(span(line), expected, found()))
            }
            Some(number) => Ok(number),
        }
    }
}

fn rule(line: (usize, &str)) -> Result<NamedRule, InputError> {
    let words: Vec<(usize, &str)> = words(line.1).take(4).collect();
    let place = |at: usize| match words.get(at) {
        Some((offset, word)) => line.0 + offset..line.0 + offset + word.len(),
        None => span(line),
    };
    let found = |at: usize| match words.get(at) {
        Some((_, word)) => format!("`{word}`"),
        None => "the end of the line".to_owned(),
    };
    if words.len() > 3 {
        return Err(InputError::expected(place(3), "the end of the rule", found(3)));
    }
    let total = |comparison| {
        let number = words.get(2).and_then(|(_, word)| parse_total(word));
        let number = number.ok_or_else(|| InputError::expected(place(2), "a number", found(2)))?;
        Ok(Rule::Total(comparison, number))
    };
    let rule = match words.get(1).map_or("", |(_, word)| word) {
        "SUM" => total(Comparison::Equal)?,
        "LT" => total(Comparison::Less)?,
        "GT" => total(Comparison::Greater)?,
        "LE" => total(Comparison::AtMost)?,
        "GE" => total(Comparison::AtLeast)?,
        "EQ" => Rule::Equal,
        "NEQ" => Rule::Unequal,
        _ => {
            let expected = "one of SUM, LT, GT, LE, GE, EQ, NEQ";
            return Err(InputError::expected(place(1), expected, found(1)));
        }
    };
    Ok(NamedRule { name: words[0].1.to_owned(), rule, span: place(0) })
}

fn domino(line: (usize, &str)) -> Result<Domino, InputError> {
    let numbers: Option<Vec<_>> =
        line.1.split_whitespace().map(super::board_text::parse_pips).collect();
    let pair = numbers.and_then(|numbers| <[_; 2]>::try_from(numbers).ok());
    pair.map(Domino).ok_or_else(|| {
        let expected = format!("a domino of two numbers up to {MAX_PIPS}, such as `5 1`");
        InputError::expected(span(line), expected, format!("`{}`", line.1.trim()))
    })
}

/// The place of a line without the spaces around it.
fn span((start, line): (usize, &str)) -> Span {
    let indent = line.len() - line.trim_start().len();
    start + indent..start + indent + line.trim().len()
}
