//! Splits an OPB file into tokens.

use crate::Comparison;
use cnfetti_input::{InputError, Span};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'s> {
    /// An integer, with or without a sign.
    Int(&'s str),
    /// A variable, or its negation. Numbers that are too large are `usize::MAX`.
    Literal { number: usize, is_negated: bool, typed: &'s str },
    /// The relation of a constraint.
    Comparison(Comparison),
    /// `min:` or `max:`; true for `max:`.
    Objective(bool),
    /// `soft:` or the bracket of a soft constraint.
    Soft,
    /// The end of a statement.
    Semicolon,
    /// Anything else.
    Other(&'s str),
    /// The end of the file.
    End,
}

/// The signs; a sign comes before its prefixes.
const SIGNS: [(&str, Token<'static>); 8] = [
    (">=", Token::Comparison(Comparison::AtLeast)),
    ("<=", Token::Comparison(Comparison::AtMost)),
    ("=", Token::Comparison(Comparison::Equal)),
    (";", Token::Semicolon),
    ("min:", Token::Objective(false)),
    ("max:", Token::Objective(true)),
    ("soft:", Token::Soft),
    ("[", Token::Soft),
];

/// Reads one token after another.
pub(super) struct Lexer<'s> {
    source: &'s str,
    at: usize,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(source: &'s str) -> Lexer<'s> {
        Lexer { source, at: 0 }
    }

    /// Returns the next token and its place.
    pub(super) fn next(&mut self) -> Result<(Token<'s>, Span), InputError> {
        self.skip_blanks();
        let start = self.at;
        let rest = &self.source[start..];
        if rest.is_empty() {
            return Ok((Token::End, start..start));
        }
        if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            self.at += sign.len();
            return Ok((*token, start..self.at));
        }
        let ends = |c: char| c.is_whitespace() || ";=<>".contains(c);
        // A character that ends words is a token by itself.
        let length = rest.find(ends).unwrap_or(rest.len()).max(1);
        self.at += length;
        let (word, span) = (&rest[..length], start..self.at);
        let token = match word.as_bytes() {
            [b'+' | b'-' | b'0'..=b'9', ..] => number(word),
            [b'x', ..] => literal(word, false),
            [b'~', b'x', ..] => literal(word, true),
            _ => None,
        };
        Ok((token.unwrap_or(Token::Other(word)), span))
    }

    /// Skips whitespace, and lines that begin with an asterisk.
    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.source[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let is_line = self.at == 0 || self.source[..self.at].ends_with(['\n', '\r']);
            let rest = &self.source[self.at..];
            if !is_line || !rest.starts_with('*') {
                return;
            }
            self.at += rest.find('\n').map_or(rest.len(), |at| at + 1);
        }
    }
}

/// `None` if the word is not a number.
fn number(word: &str) -> Option<Token<'_>> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(Token::Int(word))
}

/// `None` if the word does not have the number of a variable.
fn literal(typed: &str, is_negated: bool) -> Option<Token<'_>> {
    let digits = &typed[1 + usize::from(is_negated)..];
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().unwrap_or(usize::MAX);
    is_number.then_some(Token::Literal { number, is_negated, typed })
}

impl Token<'_> {
    /// The token as error messages name it.
    pub(super) fn found(&self) -> String {
        match *self {
            Token::Int(number) => number.to_owned(),
            Token::Literal { typed, .. } => typed.to_owned(),
            Token::Comparison(Comparison::AtLeast) => "`>=`".to_owned(),
            Token::Comparison(Comparison::AtMost) => "`<=`".to_owned(),
            Token::Comparison(_) => "`=`".to_owned(),
            Token::Objective(is_maximum) => if is_maximum { "`max:`" } else { "`min:`" }.to_owned(),
            Token::Soft => "a soft constraint".to_owned(),
            Token::Semicolon => "`;`".to_owned(),
            Token::Other(word) => format!("`{word}`"),
            Token::End => "the end of the file: is it cut off?".to_owned(),
        }
    }
}
