//! Splits an expression into tokens.

use cnfetti_input::{InputError, Span, Text};

/// A token of an expression: a name, a number or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Number(i64),
    Name(Box<str>),
    /// A sign or a keyword.
    Sign(&'static str),
    End,
}

/// The signs; a sign comes before its prefixes.
const SIGNS: &[&str] =
    &["==", "!=", "<=", ">=", "//", "..", "<", ">", "+", "-", "*", "%", "(", ")", "[", "]", ","];

/// Signs of other languages, and what to write instead; the longer ones are never two signs.
const FOREIGN: &[(&str, &str)] = &[
    ("=>", "write `a implies b`"),
    ("->", "write `a implies b`"),
    ("<>", "write `!=`"),
    ("&", "write `and`"),
    ("|", "write `or`"),
    ("!", "write `not`"),
    ("=", "write `==` to compare"),
    ("\"", "write words without quotes"),
    ("'", "write words without quotes"),
    ("{", "a list has square brackets: `[1, 2]`"),
    (".", "numbers are whole, and `1..9` is a list of them"),
];

/// Keywords, which cannot be names.
const WORDS: &[&str] = &["and", "or", "not", "in", "with", "of", "if", "else", "for", "implies"];

impl Token {
    /// The token as error messages name it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Number(number) => number.to_string(),
            Token::Name(name) => format!("`{name}`"),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end".to_owned(),
        }
    }
}

/// Whether a word can be a name: a letter, followed by letters, digits and `_`.
pub(crate) fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|first| first.is_alphabetic())
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && !WORDS.contains(&word)
}

/// The tokens of a text, with their places in the file; the last one is [`Token::End`].
pub(crate) fn tokens(text: &Text<'_>) -> Result<Vec<(Token, Span)>, InputError> {
    let source = text.value.as_ref();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let (token, length) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() {
            number(rest, text, at)?
        } else if first.is_alphabetic() {
            word(rest)
        } else {
            let foreign = FOREIGN.iter().find(|row| rest.starts_with(row.0));
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            match sign.filter(|_| foreign.is_none_or(|(sign, _)| sign.len() == 1)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => {
                    let length = foreign.map_or(first.len_utf8(), |(sign, _)| sign.len());
                    let span = text.place(at..at + length);
                    let found = format!("`{}`", &rest[..length]);
                    let error = InputError::expected(span, "a name, a number or a sign", found);
                    return Err(match foreign {
                        Some((_, instead)) => error.help(*instead),
                        None => error,
                    });
                }
            }
        };
        tokens.push((token, text.place(at..at + length)));
        at += length;
    }
    tokens.push((Token::End, text.place(source.len()..source.len())));
    Ok(tokens)
}

fn number(rest: &str, text: &Text<'_>, at: usize) -> Result<(Token, usize), InputError> {
    let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let digits = &rest[..length];
    let number = digits.parse().ok().filter(|number| *number <= MAX_NUMBER).ok_or_else(|| {
        let expected = format!("a number up to {MAX_NUMBER}");
        InputError::expected(text.place(at..at + length), expected, digits)
    })?;
    Ok((Token::Number(number), length))
}

/// The largest number that can be written.
const MAX_NUMBER: i64 = 1_000_000_000;

fn word(rest: &str) -> (Token, usize) {
    let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let word = &rest[..length];
    let token = match WORDS.iter().find(|known| **known == word) {
        Some(known) => Token::Sign(known),
        None => Token::Name(word.into()),
    };
    (token, length)
}
