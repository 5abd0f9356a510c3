//! What is wrong with an input, and where.

use std::ops::Range;

use cnfetti_core::limit::Stopped;

use super::similar;

/// What is said of an input, and of what it contains, is at most so long, in characters.
const MAX_CHARS: usize = 500;

/// A range of bytes of the input.
pub type Span = Range<usize>;

/// Something in an input that is not as it must be, or the limit that came before that was known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct InputError {
    /// One sentence without a full stop, in lower case.
    pub message: String,
    /// Where it is; `None` when it is no single place, such as a missing key.
    pub span: Option<Span>,
    /// Advice on what to do.
    pub help: Option<String>,
    /// The limit that ended the reading; nothing wrong was found until then.
    pub stopped: Option<Stopped>,
}

impl InputError {
    /// An error that has its own sentence.
    pub fn new(span: impl Into<Option<Span>>, message: impl Into<String>) -> InputError {
        let message = shortened(message.into());
        InputError { message, span: span.into(), help: None, stopped: None }
    }

    /// A limit ended the reading.
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

    /// The same error with a remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> InputError {
        self.help = Some(shortened(help.into()));
        self
    }

    /// The same error with the name that was meant, where one of these is like what was typed.
    #[must_use]
    pub fn meant<'n>(self, typed: &str, names: impl IntoIterator<Item = &'n str>) -> InputError {
        match similar(typed, names) {
            Some(meant) => self.help(format!("did you mean `{meant}`?")),
            None => self,
        }
    }

    /// Line and column, both from 1, of where it begins in `source`. Columns count characters.
    pub fn line_column(&self, source: &str) -> Option<(usize, usize)> {
        let start = floor(source, self.span.as_ref()?.start);
        let before = &source.as_bytes()[..start];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
        Some((line, column))
    }
}

/// A text without what is beyond the longest that is said.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARS) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The text with escapes for the characters that leave no mark, or move others.
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

/// The last place between two characters that is not after `at`.
pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The first place between two characters that is not before `at`.
pub(super) fn ceil(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
