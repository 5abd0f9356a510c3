//! Reads OPB files, the input of pseudo-Boolean solvers, into the same tree as XCSP3.
//!
//! Variables are 0 or 1; a constraint bounds a weighted sum of literals, or of products of
//! literals. If the file gives the number of variables, all of them belong to a solution, as in
//! DIMACS. (Roussel and Manquinho, Input/Output Format and Solver Requirements for the Competitions
//! of Pseudo-Boolean Solvers, 2016.)

mod lexer;
mod sum;

use num_bigint::BigInt;

use super::incomplete;
use super::tree::{Goal, Model, Objective, Sense};
use super::zero_one::ZeroOne;
use cnfetti_core::limit::{Budget, Poll};
use cnfetti_input::{InputError, Span, lines, words};
use lexer::{Lexer, Token};
use sum::Sum;

/// The budget is checked once in this many constraints.
const POLL_INTERVAL: u32 = 64;

/// The word of the first line before the number of variables.
const VARIABLES: &str = "#variable=";

/// Whether a text is an OPB file: its first line gives the number of variables, it begins with an
/// objective, soft constraints, or a weight and a literal, or it has only comments.
pub fn is_opb(text: &str) -> bool {
    if behind(text, VARIABLES).is_some() {
        return true;
    }
    let is_text = |line: &&str| !line.trim().is_empty() && !line.starts_with('*');
    let Some(first) = text.lines().find(is_text) else { return !text.trim().is_empty() };
    let first = first.trim_start();
    if ["min:", "max:", "soft:"].iter().any(|word| first.starts_with(word)) {
        return true;
    }
    let mut words = first.split_whitespace();
    let (weight, literal) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let variable = literal.strip_prefix('~').unwrap_or(literal).strip_prefix('x');
    digits(weight.trim_start_matches(['+', '-'])) && variable.is_some_and(digits)
}

/// Reads a model.
///
/// # Errors
///
/// Returns the first mistake, with its place.
pub fn read(source: &str, budget: &Budget) -> Result<Model, InputError> {
    let variables = promised(source, VARIABLES)?;
    let is_promised = variables.is_some();
    let constraints = promised(source, "#constraint=")?;
    let mut reader = Reader {
        lexer: Lexer::new(source),
        next: (Token::End, 0..0),
        zero_one: ZeroOne::new(variables)?,
        poll: budget.poll(POLL_INTERVAL),
    };
    reader.advance()?;
    reader.statements()?;
    reader.shown(source)?;
    let model = &reader.zero_one.model;
    let found = model.constraints.len();
    if let Some((expected, place)) = constraints.filter(|&(expected, _)| found < expected) {
        let found = format!("{found}: is the file cut off?");
        return Err(InputError::expected(place, format!("{expected} constraints"), found));
    }
    if !is_promised && model.constraints.is_empty() && model.objectives.is_empty() {
        return Err(incomplete(source, "OPB", "only comments"));
    }
    reader.zero_one.finish()
}

/// The number after this word in the first line, and the place of the line.
fn promised(text: &str, word: &str) -> Result<Option<(usize, Span)>, InputError> {
    let Some((at, typed)) = behind(text, word) else { return Ok(None) };
    let end = typed.find(|c: char| !c.is_ascii_digit()).unwrap_or(typed.len());
    match typed[..end].parse() {
        Ok(number) => {
            let end = lines(text).next().map_or(0, |(_, line)| line.len());
            Ok(Some((number, 0..end)))
        }
        Err(_) => {
            let expected =
                format!("a {}number behind `{word}`", if end > 0 { "smaller " } else { "" });
            let found = if typed.is_empty() { "nothing".to_owned() } else { format!("`{typed}`") };
            Err(InputError::expected(at..at + typed.len(), expected, found))
        }
    }
}

/// What follows this word in the first line, which is a comment, up to a blank. Also returns its place.
fn behind<'t>(text: &'t str, word: &str) -> Option<(usize, &'t str)> {
    let (_, first) = lines(text).next().filter(|(_, line)| line.starts_with('*'))?;
    let at = first.find(word)? + word.len();
    Some(words(&first[at..]).next().map_or((at, ""), |(offset, typed)| (at + offset, typed)))
}

struct Reader<'s> {
    lexer: Lexer<'s>,
    /// The next token.
    next: (Token<'s>, Span),
    zero_one: ZeroOne,
    poll: Poll,
}

impl<'s> Reader<'s> {
    fn statements(&mut self) -> Result<(), InputError> {
        if let Token::Objective(is_maximum) = self.next.0 {
            let span = self.advance()?.1;
            let sum = self.sum()?;
            let end = self.next.1.start;
            self.end_of_statement()?;
            let sense = if is_maximum { Sense::Maximize } else { Sense::Minimize };
            let goal = Goal::Value(sum.expr().ok_or_else(|| too_large(span.start..end))?);
            self.zero_one.model.objectives.push(Objective { sense, goal, span });
        }
        loop {
            match self.next.0 {
                Token::End => return Ok(()),
                Token::Objective(_) => {
                    let message = "the objective must come before all constraints, and only once";
                    return Err(InputError::new(self.next.1.clone(), message));
                }
                Token::Soft => {
                    let error = InputError::expected(
                        self.next.1.clone(),
                        "constraints that must hold",
                        "a soft one",
                    );
                    return Err(error.help("weighted Boolean optimisation is not supported"));
                }
                _ => self.constraint()?,
            }
        }
    }

    fn constraint(&mut self) -> Result<(), InputError> {
        self.poll.step().map_err(InputError::limit)?;
        let start = self.next.1.start;
        let sum = self.sum()?;
        let (token, place) = self.advance()?;
        let Token::Comparison(relation) = token else {
            let expected = "a weight, >=, = or <=";
            return Err(InputError::expected(place, expected, token.found()));
        };
        let (token, place) = self.advance()?;
        let Token::Int(bound) = token else {
            return Err(InputError::expected(place, "a whole number", token.found()));
        };
        let span = start..place.end;
        self.end_of_statement()?;
        let constraint = sum.compared(relation, number(bound));
        self.zero_one.post(constraint.ok_or_else(|| too_large(span.clone()))?, span);
        Ok(())
    }

    /// Parses a weighted sum of products of literals.
    fn sum(&mut self) -> Result<Sum, InputError> {
        let mut sum = Sum::default();
        while let Token::Int(weight) = self.next.0 {
            self.advance()?;
            let mut literals = Vec::new();
            while let Token::Literal { number, is_negated, typed } = self.next.0 {
                let typed = typed.trim_start_matches('~');
                let variable = self.zero_one.variable(number, ("x", typed), &self.next.1)?;
                self.advance()?;
                literals.push((variable, is_negated));
            }
            if literals.is_empty() {
                let found = self.next.0.found();
                let expected = "a literal such as x1 or ~x1 behind the weight";
                return Err(InputError::expected(self.next.1.clone(), expected, found));
            }
            sum.add(number(weight), literals);
        }
        Ok(sum)
    }

    fn end_of_statement(&mut self) -> Result<(), InputError> {
        match self.advance()? {
            (Token::Semicolon, _) => Ok(()),
            (token, place) => Err(InputError::expected(place, "`;`", token.found())),
        }
    }

    /// Counts over the variables that our own comments list, `* show x1 x2`.
    fn shown(&mut self, source: &str) -> Result<(), InputError> {
        let mut shown: Option<Vec<(usize, Span)>> = None;
        for (start, line) in lines(source) {
            let names = line.strip_prefix("* show");
            let Some(names) = names.filter(|names| names.is_empty() || names.starts_with(' '))
            else {
                continue;
            };
            shown.get_or_insert_default();
            let at = start + line.len() - names.len();
            for (offset, name) in words(names) {
                let place = at + offset..at + offset + name.len();
                let number = name.strip_prefix('x').and_then(|digits| digits.parse().ok());
                let number = number.ok_or_else(|| {
                    InputError::expected(place.clone(), "a variable such as x1", name)
                })?;
                shown.get_or_insert_default().push((number, place));
            }
        }
        shown.map_or(Ok(()), |shown| self.zero_one.show(&shown, "x"))
    }

    fn advance(&mut self) -> Result<(Token<'s>, Span), InputError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }
}

fn number(digits: &str) -> BigInt {
    digits.parse().unwrap_or_default()
}

fn too_large(span: Span) -> InputError {
    InputError::expected(span, "sums of at most 62 bits", "larger ones")
}
