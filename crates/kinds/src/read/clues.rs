//! Reads layers of clues and unknowns.

use cnfetti_input::{Entry, InputError, Text};

use super::{look, on, pieces};
use crate::board::Direction;
use crate::data::Entry as Value;
use crate::kind::{Bounds, Choices, Kind, Layer, On, Unknown, Values};
use crate::parser;
use crate::pieces::Shows;

impl Kind {
    /// Reads `number = { on = "cells", values = "0..4" }`.
    pub(super) fn read_clue(&mut self, key: &Text<'_>, entry: Entry<'_>) -> Result<(), InputError> {
        self.require_new(&key.value, key)?;
        let mut table = entry.table()?;
        let mut on = on(self, &mut table)?;
        let cover = table.take("cover");
        if let Some(cover) = cover {
            let span = cover.span();
            let cover = cover.truth()?;
            match &mut on {
                On::Areas { cover: covers } => *covers = cover,
                _ => return Err(InputError::new(span, "only areas can cover the board")),
            }
        }
        let values = match (table.take("values"), on) {
            (Some(entry), On::Areas { .. } | On::Paths) => {
                let message = "areas and paths have no values: a layer on them has";
                return Err(InputError::new(entry.span(), message));
            }
            (None, On::Areas { .. } | On::Paths) => Values::Group,
            (None, _) => Values::Flag,
            (Some(entry), _) => self.read_values(entry)?,
        };
        let any = table.take("any").map(Entry::text).transpose()?;
        if let Some(any) = &any {
            self.require_new(&any.value, any)?;
            if matches!(values, Values::Flag | Values::Group) {
                let message = "`any` is for layers with values, which a `?` can stand for";
                return Err(InputError::new(any.span.clone(), message));
            }
        }
        let any = any.map(|any| any.value.as_ref().into());
        let required = table.take("required").map(Entry::truth).transpose()?.unwrap_or(false);
        let typed = table.take("typed").map(Entry::text).transpose()?;
        if let Some(typed) = typed.as_ref().filter(|_| on != On::Cells) {
            return Err(InputError::new(
                typed.span.clone(),
                "only layers on cells are typed together",
            ));
        }
        let typed = typed.map(|typed| typed.value.as_ref().into());
        let look = look(&mut table)?;
        table.finish()?;
        let name = key.value.as_ref().into();
        self.clues.push(Layer { name, on, values, any, required, typed, look });
        Ok(())
    }

    /// Reads a word that clues or unknowns can be.
    fn declare_word(&mut self, word: &Text<'_>) -> Result<u32, InputError> {
        if let Some(number) = self.word(&word.value) {
            return Ok(number);
        }
        self.require_new(&word.value, word)?;
        self.words.push(word.value.to_string());
        Ok(self.words.len() as u32 - 1)
    }

    /// Reads the values of an unknown: `"1..9"`, `"direction"` or `["blank", "north", "east"]`.
    fn read_choices(&mut self, entry: Entry<'_>) -> Result<Choices, InputError> {
        if entry.is_array() {
            if self.pieces.is_some() {
                let message =
                    "where there are pieces, words are their names: no other unknown has words";
                return Err(InputError::new(entry.span(), message));
            }
            let mut entries = Vec::new();
            for entry in entry.items_within(2..=26, "values")? {
                let word = entry.text()?;
                let value = match Direction::by_name(&word.value) {
                    Some(direction) => Value::Direction(direction),
                    None => Value::Word(self.declare_word(&word)?),
                };
                if entries.contains(&value) {
                    let message = format!("`{}` is there twice", word.value);
                    return Err(InputError::new(word.span.clone(), message));
                }
                entries.push(value);
            }
            return Ok(Choices::Named(entries));
        }
        let text = entry.text()?;
        match text.value.as_ref() {
            "direction" => Ok(Choices::Named(Vec::new())),
            _ => Ok(Choices::Numbers(parser::expression(&text)?)),
        }
    }

    /// Reads `"0..4"`, `"1.."`, `"direction"`, `"directions"`, `"numbers"` or `["white", "black"]`.
    fn read_values(&mut self, entry: Entry<'_>) -> Result<Values, InputError> {
        if entry.is_array() {
            let entries = entry.items_within(1..=26, "words")?.into_iter();
            let words = entries.map(|entry| self.declare_word(&entry.text()?));
            return Ok(Values::Words(words.collect::<Result<_, _>>()?));
        }
        let text = entry.text()?;
        match text.value.as_ref() {
            "direction" => return Ok(Values::Direction),
            "directions" => return Ok(Values::Directions),
            "numbers" => return Ok(Values::Numbers),
            _ => {}
        }
        let Some(dots) = text.value.find("..") else {
            let expected = "a range such as \"0..4\" or \"1..\", \"direction\", \"directions\", \
                            \"numbers\", or a list of words";
            return Err(InputError::expected(
                text.span.clone(),
                expected,
                format!("\"{}\"", text.value),
            ));
        };
        let low = parser::expression(&text.part(0..dots))?;
        let rest = text.part(dots + 2..text.value.len());
        let high = match rest.value.trim().is_empty() {
            true => None,
            false => Some(parser::expression(&rest)?),
        };
        Ok(Values::Number(Bounds(Box::new((low, high)))))
    }

    /// Reads `black = { on = "cells", words = ["black", "white"] }`.
    pub(super) fn read_unknown(
        &mut self,
        key: &Text<'_>,
        entry: Entry<'_>,
    ) -> Result<(), InputError> {
        self.require_new(&key.value, key)?;
        let mut table = entry.table()?;
        let place = table.span();
        let on = on(self, &mut table)?;
        if matches!(on, On::Areas { .. } | On::Paths) {
            let message = "what is looked for is on cells, links, sides, corners, outside, or on \
                           the areas of a layer";
            return Err(InputError::new(place, message));
        }
        let expression = |entry: Entry<'_>| parser::expression(&entry.text()?);
        let shows = pieces::shows(&mut table, on)?;
        let condition = table.take("where").map(expression).transpose()?;
        let values = table.take("values").map(|entry| self.read_choices(entry)).transpose()?;
        let words = match table.take("words") {
            None => None,
            Some(entry) if values.is_some() || shows.is_some_and(Shows::is_number) => {
                let message = "`words` are for truths: what has `values` has no words";
                return Err(InputError::new(entry.span(), message));
            }
            Some(entry) => {
                let entries = entry.items_within(2..=2, "words")?.into_iter();
                let words = entries.map(|entry| Ok(entry.text()?.value.into_owned()));
                <[String; 2]>::try_from(words.collect::<Result<Vec<_>, InputError>>()?).ok()
            }
        };
        if shows.is_some() && (condition.is_some() || values.is_some()) {
            let message = "what shows the pieces is everywhere, and they say what it can be";
            return Err(InputError::new(place, message));
        }
        let counted = table.take("counted").map(Entry::truth).transpose()?.unwrap_or(true);
        let look = look(&mut table)?;
        table.finish()?;
        let name = key.value.as_ref().into();
        self.unknowns.push(Unknown { name, on, condition, values, shows, counted, words, look });
        Ok(())
    }
}
