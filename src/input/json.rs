//! JSON values with their places.

use std::fmt;
use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{InputError, Span};

/// A value of a JSON document.
#[derive(Clone, Copy)]
pub struct Json<'i> {
    source: &'i str,
    /// The value's own text, a part of the source.
    raw: &'i str,
}

impl<'i> Json<'i> {
    /// Parses a document.
    pub fn parse(source: &'i str) -> Result<Json<'i>, InputError> {
        match serde_json::from_str::<&RawValue>(source) {
            Ok(raw) => Ok(Json { source, raw: raw.get() }),
            Err(error) => {
                let at = offset(source, error.line(), error.column());
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default();
                Err(InputError::new(at..at + 1, format!("not valid JSON: {message}")))
            }
        }
    }

    /// Where the value stands.
    pub fn span(&self) -> Span {
        let start = self.raw.as_ptr() as usize - self.source.as_ptr() as usize;
        start..start + self.raw.len()
    }

    /// The error that the value is not what `expected` says.
    pub fn expected(&self, expected: impl AsRef<str>) -> InputError {
        let short = self.raw.chars().count() <= 40 && !self.raw.contains('\n');
        let found = match self.raw.as_bytes().first() {
            _ if short => self.raw,
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            _ => "a long value",
        };
        InputError::expected(self.span(), expected, found)
    }

    /// Whether it is `null`.
    pub fn is_null(&self) -> bool {
        self.raw == "null"
    }

    /// Whether it is an object.
    pub fn is_object(&self) -> bool {
        self.raw.starts_with('{')
    }

    /// The entries of an object in order; a repeated key is an error.
    pub fn entries(&self, expected: &str) -> Result<Vec<(String, Json<'i>)>, InputError> {
        let Entries(entries) =
            serde_json::from_str(self.raw).map_err(|_| self.expected(expected))?;
        for (at, (key, value)) in entries.iter().enumerate() {
            if entries[..at].iter().any(|(other, _)| other == key) {
                let place = self.child(value).span();
                return Err(InputError::new(place, format!("duplicate key `{key}`")));
            }
        }
        Ok(entries.into_iter().map(|(key, raw)| (key, self.child(raw))).collect())
    }

    /// The items of an array.
    pub fn items(&self, expected: &str) -> Result<Vec<Json<'i>>, InputError> {
        let items: Vec<&'i RawValue> =
            serde_json::from_str(self.raw).map_err(|_| self.expected(expected))?;
        Ok(items.into_iter().map(|raw| self.child(raw)).collect())
    }

    /// A whole number in the range.
    pub fn integer(&self, range: RangeInclusive<i64>) -> Result<i64, InputError> {
        let number = serde_json::from_str(self.raw).ok();
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            self.expected(format!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// A string.
    pub fn text(&self) -> Result<String, InputError> {
        serde_json::from_str(self.raw).map_err(|_| self.expected("a string"))
    }

    fn child(&self, raw: &'i RawValue) -> Json<'i> {
        Json { source: self.source, raw: raw.get() }
    }
}

/// The byte at a line and column, both from 1, that serde_json counts in bytes.
fn offset(source: &str, line: usize, column: usize) -> usize {
    let start: usize = source.split_inclusive('\n').take(line.max(1) - 1).map(str::len).sum();
    let mut at = (start + column.max(1) - 1).min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The entries of an object as they stand, repeated keys included.
struct Entries<'i>(Vec<(String, &'i RawValue)>);

impl<'de: 'i, 'i> Deserialize<'de> for Entries<'i> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Entries<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Read)
    }
}
