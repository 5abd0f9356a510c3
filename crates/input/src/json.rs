//! JSON values with their places.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;

use super::error::floor;
use super::{InputError, Span};

/// Objects with more keys are refused.
const MAX_KEYS: usize = 10_000;

/// A value of a JSON document.
#[derive(Clone, Copy)]
pub struct Json<'i> {
    source: &'i str,
    /// The text of the value, a part of the source.
    raw: &'i str,
}

impl<'i> Json<'i> {
    /// Parses a document.
    pub fn parse(source: &'i str) -> Result<Json<'i>, InputError> {
        match serde_json::from_str::<&RawValue>(source) {
            Ok(raw) => Ok(Json { source, raw: raw.get() }),
            Err(error) => {
                let place = character(source, error.line(), error.column());
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default();
                Err(InputError::new(place, format!("not valid JSON: {message}")))
            }
        }
    }

    /// The place of the value.
    pub fn span(&self) -> Span {
        let start = self.raw.as_ptr() as usize - self.source.as_ptr() as usize;
        start..start + self.raw.len()
    }

    /// The place of its first character.
    pub fn start(&self) -> Span {
        let start = self.span().start;
        start..start + 1
    }

    /// The error that the value is not what `expected` describes.
    pub fn expected(&self, expected: impl AsRef<str>) -> InputError {
        let short =
            self.raw.len() <= 160 && self.raw.chars().count() <= 40 && !self.raw.contains('\n');
        let found = match self.raw.as_bytes().first() {
            _ if short => self.raw,
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            _ => "a long value",
        };
        InputError::expected(self.span(), expected, found)
    }

    /// Whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.raw == "null"
    }

    /// Whether the value is an object.
    pub fn is_object(&self) -> bool {
        self.raw.starts_with('{')
    }

    /// The entries of an object in order, at most `MAX_KEYS`; a repeated key is an error.
    pub fn entries(&self, expected: &str) -> Result<Vec<(String, Json<'i>)>, InputError> {
        let Some(Entries { entries, more }) = serde_json::from_str(self.raw).ok() else {
            return Err(self.expected(expected));
        };
        if more > 0 {
            return Err(self.too_many("keys", MAX_KEYS, MAX_KEYS + more));
        }
        let mut known = HashSet::with_capacity(entries.len());
        for (key, value) in &entries {
            if !known.insert(key.as_str()) {
                let place = self.child(value).span();
                return Err(InputError::new(place, format!("duplicate key `{key}`")));
            }
        }
        Ok(entries.into_iter().map(|(key, raw)| (key, self.child(raw))).collect())
    }

    /// The items of an array, at most this many. `what` names them in the plural.
    pub fn items(
        &self,
        expected: &str,
        what: &str,
        most: usize,
    ) -> Result<Vec<Json<'i>>, InputError> {
        let mut deserializer = serde_json::Deserializer::from_str(self.raw);
        let Ok(Items { items, more }) = Most(most).deserialize(&mut deserializer) else {
            return Err(self.expected(expected));
        };
        if more > 0 {
            return Err(self.too_many(what, most, most + more));
        }
        Ok(items.into_iter().map(|raw| self.child(raw)).collect())
    }

    /// The items of an array of exactly two items.
    pub fn two_items(&self, expected: &str) -> Result<[Json<'i>; 2], InputError> {
        let mut deserializer = serde_json::Deserializer::from_str(self.raw);
        let items = Most(2).deserialize(&mut deserializer).ok().filter(|items| items.more == 0);
        match items.map(|items| items.items).as_deref() {
            Some(&[one, other]) => Ok([self.child(one), self.child(other)]),
            _ => Err(self.expected(expected)),
        }
    }

    fn too_many(&self, what: &str, most: usize, found: usize) -> InputError {
        InputError::expected(self.start(), format!("at most {most} {what}"), found.to_string())
    }

    /// An integer in the range.
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

    /// A string of at most this many characters.
    pub fn text_of_at_most(&self, chars: usize) -> Result<String, InputError> {
        let text = self.text()?;
        super::require_chars(&text, chars, self.span())?;
        Ok(text)
    }

    fn child(&self, raw: &'i RawValue) -> Json<'i> {
        Json { source: self.source, raw: raw.get() }
    }
}

/// The character at a line and column. serde_json counts both from 1, columns in bytes.
fn character(source: &str, line: usize, column: usize) -> Span {
    let start: usize = source.split_inclusive('\n').take(line.max(1) - 1).map(str::len).sum();
    let at = floor(source, start + column.max(1) - 1);
    at..at + source[at..].chars().next().map_or(0, char::len_utf8)
}

/// The entries of an object as written, including repeated keys, and how many there are beyond
/// `MAX_KEYS`.
struct Entries<'i> {
    entries: Vec<(String, &'i RawValue)>,
    more: usize,
}

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
                while entries.len() < MAX_KEYS {
                    match map.next_entry()? {
                        Some(entry) => entries.push(entry),
                        None => return Ok(Entries { entries, more: 0 }),
                    }
                }
                let mut more = 0;
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                    more += 1;
                }
                Ok(Entries { entries, more })
            }
        }
        deserializer.deserialize_map(Read)
    }
}

/// Reads an array and keeps this many items.
struct Most(usize);

/// The first items of an array, and how many more there are.
struct Items<'i> {
    items: Vec<&'i RawValue>,
    more: usize,
}

impl<'de> DeserializeSeed<'de> for Most {
    type Value = Items<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Items<'de>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Most {
    type Value = Items<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Items<'de>, A::Error> {
        let mut items = Vec::new();
        while items.len() < self.0 {
            match seq.next_element()? {
                Some(item) => items.push(item),
                None => return Ok(Items { items, more: 0 }),
            }
        }
        let mut more = 0;
        while seq.next_element::<IgnoredAny>()?.is_some() {
            more += 1;
        }
        Ok(Items { items, more })
    }
}
