//! Errors in an input, with their places.

use std::ops::Range;

use cnfetti_core::limit::Stopped;

use super::similar;

/// The most characters of an error's message, including quotes from the input.
const MAX_CHARS: usize = 500;

/// A range of bytes of the input.
pub type Span = Range<usize>;

/// An error in an input, or the limit that stopped reading it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct InputError {
    /// One sentence in lower case, without a full stop.
    pub message: String,
    /// The place of the error; `None` if there is no single place, as for a missing key.
    pub span: Option<Span>,
    /// Advice on what to do.
    pub help: Option<String>,
    /// The limit that stopped the reading; no error was found until then.
    pub stopped: Option<Stopped>,
}

impl InputError {
    /// Creates an error with this message.
    pub fn new(span: impl Into<Option<Span>>, message: impl Into<String>) -> InputError {
        let message = shortened(message.into());
        InputError { message, span: span.into(), help: None, stopped: None }
    }

    /// The error that a limit stopped the reading.
    pub fn limit(stopped: Stopped) -> InputError {
        InputError { stopped: Some(stopped), ..InputError::new(None, stopped.to_string()) }
    }

    /// The usual error: `expected a whole number from 1 to 9, found "x"`.
    pub fn expected(
        span: impl Into<Option<Span>>,
        expected: impl AsRef<str>,
        found: impl AsRef<str>,
    ) -> InputError {
        let found = visible(found.as_ref());
        InputError::new(span, format!("expected {}, found {found}", expected.as_ref()))
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> InputError {
        self.help = Some(shortened(help.into()));
        self
    }

    /// Adds the name that was probably meant, if one of these is similar to what was typed.
    #[must_use]
    pub fn meant<'n>(self, typed: &str, names: impl IntoIterator<Item = &'n str>) -> InputError {
        match similar(typed, names) {
            Some(meant) => self.help(format!("did you mean `{meant}`?")),
            None => self,
        }
    }

    /// The line and the column at which the error begins in `source`, both from 1. Columns count
    /// characters.
    pub fn line_column(&self, source: &str) -> Option<(usize, usize)> {
        let start = floor(source, self.span.as_ref()?.start);
        let before = &source.as_bytes()[..start];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
        Some((line, column))
    }
}

/// Cuts a text to the maximum length.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARS) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Escapes characters that are invisible or move others.
fn visible(text: &str) -> String {
    let is_invisible = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match is_invisible(c) {
            true => shown.extend(c.escape_unicode()),
            false => shown.push(c),
        }
    }
    shown
}

/// The last boundary between characters that is not after `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The first boundary between characters that is not before `at`.
pub(super) fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
