//! Layers between cells as a list of places, for clues that need more than the one character that a
//! drawing has for them.

use std::collections::BTreeMap;

use cnfetti_input::{Entry as Value, InputError};
use itertools::Itertools;

use super::Spans;
use crate::board::{Board, Place};
use crate::data::{Entries, Entry};
use crate::kind::{Kind, Layer, Values};

impl Board {
    /// The names of places between cells in lists: the cells next to a place, if no other place has
    /// the same ones; otherwise the name that sentences use.
    pub fn names(&self, places: &[Place]) -> BTreeMap<Place, String> {
        let beside = |place: &Place| self.beside(*place).iter().join(" ");
        let counts = places.iter().map(beside).counts();
        let name = |place: &Place| match counts[&beside(place)] {
            1 => (*place, beside(place)),
            _ => (*place, self.name(*place)),
        };
        places.iter().map(name).collect()
    }
}

impl Kind {
    /// Reads `quadruple = ["r1c1 r1c2 r2c1 r2c2: 3,4"]`.
    pub(super) fn read_listed(
        &self,
        layer: &Layer,
        at: usize,
        list: Value<'_>,
        (board, places): (&Board, &[Place]),
        spans: &mut Spans,
    ) -> Result<Entries, InputError> {
        let names = board.names(places);
        let by_name: BTreeMap<&str, Place> =
            names.iter().map(|(place, name)| (name.as_str(), *place)).collect();
        let mut entries = Entries::default();
        for item in list.items()? {
            let text = item.text()?;
            let (name, clue) = text.value.split_once(':').unwrap_or((&text.value, ""));
            let name = name.split_whitespace().join(" ");
            let Some(&place) = by_name.get(name.as_str()) else {
                let example = names.values().next().map_or("", String::as_str);
                let expected =
                    format!("a place for `{}` and its clue, such as `{example}: 1`", layer.name);
                return Err(InputError::expected(
                    text.span.clone(),
                    expected,
                    format!("`{}`", text.value),
                ));
            };
            let entry = match (&layer.values, clue.trim()) {
                (Values::Flag, "") => Entry::Flag,
                (_, clue) => self.token(layer, clue, &text.span)?,
            };
            if entries.at.insert(place, entry).is_some() {
                let message = format!("`{}` has a second clue at {place}", layer.name);
                return Err(InputError::new(text.span.clone(), message));
            }
            spans.insert((at, place), text.span.clone());
        }
        Ok(entries)
    }
}
