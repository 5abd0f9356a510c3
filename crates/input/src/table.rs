//! The entries of a TOML table, with their places.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::rc::Rc;

use itertools::Itertools;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{InputError, Span, similar};

/// Files with more tokens (words, signs, whitespace, line ends) are refused before they are parsed,
/// because the tree would take hundreds of times their size.
const MAX_TOKENS: usize = 1_000_000;

/// A TOML table that is being read: callers take entries out of it, and [`Table::finish`] returns an
/// error for what is left.
pub struct Table<'i> {
    source: &'i str,
    span: Span,
    entries: DeTable<'i>,
    /// The keys that were requested, for suggestions at unknown keys.
    known: Vec<&'static str>,
}

/// A value of a table, and its place.
pub struct Entry<'i> {
    source: &'i str,
    key: Rc<str>,
    value: DeValue<'i>,
    span: Span,
}

/// A string of the file that knows the places of its lines.
#[derive(Clone, Debug)]
pub struct Text<'i> {
    /// The value, with TOML's escapes resolved.
    pub value: Cow<'i, str>,
    /// The place of the whole string, including quotes.
    pub span: Span,
    /// Where the value begins in the file, if it is written without escapes.
    start: Option<usize>,
}

impl<'i> Table<'i> {
    /// Parses a file.
    pub fn parse(source: &'i str) -> Result<Table<'i>, InputError> {
        if let Some(token) = toml_parser::Source::new(source).lex().nth(MAX_TOKENS) {
            let expected = format!("a file of at most {MAX_TOKENS} words, signs and blanks");
            return Err(InputError::expected(
                token.span().start()..token.span().end(),
                expected,
                "more",
            ));
        }
        let table = DeTable::parse(source).map_err(|error| {
            InputError::new(error.span(), format!("not valid TOML: {}", error.message().trim()))
        })?;
        let span = 0..source.len();
        Ok(Table { source, span, entries: table.into_inner(), known: Vec::new() })
    }

    /// The place of the table.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// Takes the entry with this key, if there is one.
    pub fn take(&mut self, key: &'static str) -> Option<Entry<'i>> {
        self.known.push(key);
        let value = self.entries.remove(key)?;
        Some(Entry::new(self.source, key.into(), value))
    }

    /// Like [`Table::take`], but returns an error if the key is missing and there is a similar one:
    /// before the missing entry causes another error.
    pub fn take_or_slip(&mut self, key: &'static str) -> Result<Option<Entry<'i>>, InputError> {
        let entry = self.take(key);
        match self.like(key).filter(|_| entry.is_none()) {
            Some(typed) => Err(slip(typed, format!("did you mean `{key}`?"))),
            None => Ok(entry),
        }
    }

    /// Takes the entry with this key, which must exist; `expected` describes it, as in `the words,
    /// such as ["buoy", "cave"]`.
    pub fn require(&mut self, key: &'static str, expected: &str) -> Result<Entry<'i>, InputError> {
        self.take(key).ok_or_else(|| {
            if let Some(typed) = self.like(key) {
                return slip(typed, format!("did you mean `{key}`? It is needed: {expected}"));
            }
            let start = self.span.start;
            let message = format!("the key `{key}` is missing: expected {expected}");
            let error = InputError::new(start..start, message);
            let found = self.entries.keys().map(|key| format!("`{}`", key.get_ref())).join(", ");
            if found.is_empty() { error } else { error.help(format!("not read so far: {found}")) }
        })
    }

    /// The remaining key that is most similar to this one, if any is similar enough.
    fn like(&self, key: &str) -> Option<&Spanned<Cow<'i, str>>> {
        let meant = similar(key, self.entries.keys().map(|key| key.get_ref().as_ref()))?;
        self.entries.keys().find(|typed| typed.get_ref() == meant)
    }

    /// The number of remaining entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no entry is left.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes all remaining entries, in the order of the file, with the places of their keys.
    pub fn drain(&mut self) -> Vec<(Text<'i>, Entry<'i>)> {
        let entries = std::mem::take(&mut self.entries);
        let mut drained: Vec<(Text<'i>, Entry<'i>)> = entries
            .into_iter()
            .map(|(key, value)| {
                let (span, value_text) = (key.span(), key.into_inner());
                let entry = Entry::new(self.source, value_text.as_ref().into(), value);
                (Text::new(self.source, value_text, span), entry)
            })
            .collect();
        drained.sort_by_key(|(key, _)| key.span.start);
        drained
    }

    /// Returns an error if an entry remains.
    pub fn finish(mut self) -> Result<(), InputError> {
        let known = self.known.iter().map(|key| format!("`{key}`")).join(", ");
        let Some((key, _)) = self.drain().into_iter().next() else { return Ok(()) };
        let message = format!("unknown key `{}`: expected one of {known}", key.value);
        Err(InputError::new(key.span.clone(), message).meant(&key.value, self.known))
    }
}

/// The error at an unknown key that is similar to a requested one.
fn slip(typed: &Spanned<Cow<'_, str>>, meant: String) -> InputError {
    InputError::new(typed.span(), format!("unknown key `{}`", typed.get_ref())).help(meant)
}

impl<'i> Entry<'i> {
    fn new(source: &'i str, key: Rc<str>, value: Spanned<DeValue<'i>>) -> Entry<'i> {
        Entry { source, key, span: value.span(), value: value.into_inner() }
    }

    /// The place of the value.
    pub fn span(&self) -> Span {
        self.span.clone()
    }

    /// The name of its key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The error that the value is not what `expected` describes.
    pub fn expected(&self, expected: impl AsRef<str>) -> InputError {
        let raw = self.source.get(self.span.clone()).unwrap_or_default();
        let short = raw.len() <= 160 && raw.chars().count() <= 40 && !raw.contains('\n');
        let found = if short { raw.to_owned() } else { article(self.value.type_str()) };
        let expected = format!("{} for `{}`", expected.as_ref(), self.key);
        InputError::expected(self.span(), expected, found)
    }

    /// Whether the value is a string.
    pub fn is_string(&self) -> bool {
        self.value.is_str()
    }

    /// A Boolean.
    pub fn truth(self) -> Result<bool, InputError> {
        self.value.as_bool().ok_or_else(|| self.expected("`true` or `false`"))
    }

    /// Whether the value is a Boolean.
    pub fn is_truth(&self) -> bool {
        self.value.is_bool()
    }

    /// Whether the value is a table.
    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    /// Whether the value is an array.
    pub fn is_array(&self) -> bool {
        self.value.is_array()
    }

    /// A string.
    pub fn text(self) -> Result<Text<'i>, InputError> {
        match self.value {
            DeValue::String(value) => Ok(Text::new(self.source, value, self.span)),
            _ => Err(self.expected("a string")),
        }
    }

    /// An integer in the range.
    pub fn integer(self, range: RangeInclusive<i64>) -> Result<i64, InputError> {
        let parsed = self.value.as_integer().and_then(|number| {
            let digits = number.as_str().replace('_', "");
            i64::from_str_radix(&digits, number.radix()).ok()
        });
        parsed.filter(|number| range.contains(number)).ok_or_else(|| {
            self.expected(format!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// A number of things: an integer in the range.
    pub fn count(self, range: RangeInclusive<usize>) -> Result<usize, InputError> {
        let number = self.integer(*range.start() as i64..=*range.end() as i64)?;
        Ok(number as usize)
    }

    /// A natural number of any size, as an integer or as a string of digits.
    pub fn natural(self) -> Result<String, InputError> {
        let digits = match &self.value {
            DeValue::String(digits) => Some(digits.to_string()),
            DeValue::Integer(number) if number.radix() == 10 => {
                Some(number.as_str().replace('_', ""))
            }
            _ => None,
        };
        digits
            .filter(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
            .ok_or_else(|| self.expected("a natural number"))
    }

    /// The items of an array.
    pub fn items(self) -> Result<Vec<Entry<'i>>, InputError> {
        match self.value {
            DeValue::Array(items) => Ok(items
                .into_iter()
                .map(|item| Entry::new(self.source, Rc::clone(&self.key), item))
                .collect()),
            _ => Err(self.expected("an array")),
        }
    }

    /// The items of an array whose length must be in the range. `what` names them in the plural.
    pub fn items_within(
        self,
        range: RangeInclusive<usize>,
        what: &str,
    ) -> Result<Vec<Entry<'i>>, InputError> {
        let span = self.span();
        let items = self.items()?;
        if range.contains(&items.len()) {
            return Ok(items);
        }
        let (least, most) = range.into_inner();
        let expected = match least {
            0 => format!("at most {most} {what}"),
            _ => format!("from {least} to {most} {what}"),
        };
        Err(InputError::expected(span.start..span.start + 1, expected, items.len().to_string()))
    }

    /// A table.
    pub fn table(self) -> Result<Table<'i>, InputError> {
        let (source, span) = (self.source, self.span.clone());
        match self.value {
            DeValue::Table(entries) => Ok(Table { source, span, entries, known: Vec::new() }),
            _ => Err(self.expected("a table")),
        }
    }
}

impl<'i> Text<'i> {
    fn new(source: &'i str, value: Cow<'i, str>, span: Span) -> Text<'i> {
        let raw = source.get(span.clone()).unwrap_or_default();
        let start = if value.is_empty() { None } else { raw.find(value.as_ref()) };
        Text { value, start: start.map(|at| span.start + at), span }
    }

    /// The place of a range of bytes of the value.
    pub fn place(&self, range: Span) -> Span {
        match self.start {
            Some(start) => start + range.start..start + range.end,
            None => self.span.clone(),
        }
    }

    /// A part of the value, as a text of its own.
    #[must_use]
    pub fn part(&self, range: Span) -> Text<'_> {
        let start = self.start.map(|start| start + range.start);
        let span = self.place(range.clone());
        Text { value: Cow::Borrowed(&self.value[range]), span, start }
    }

    /// The lines of the value, each with the byte at which it begins in the value. Blank first and
    /// last lines count like any other; a line end at the very end does not start another line.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> + Clone {
        super::lines(&self.value)
    }

    /// The value, which must have at most this many characters.
    pub fn of_at_most(self, chars: usize) -> Result<String, InputError> {
        super::require_chars(&self.value, chars, self.span.clone())?;
        Ok(self.value.into_owned())
    }
}

fn article(type_name: &str) -> String {
    let article = if type_name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {type_name}")
}
