//! Writes a puzzle as the JSON of a link.

use serde_json::{Map, Value, json};

use super::place::written;
use super::{About, LinkName};
use crate::board::Place;
use crate::data::{Data, Entry};
use crate::kind::{Kind, On};

/// The JSON of a puzzle; `None` if the names cannot express it.
pub(super) fn json(kind: &Kind, data: &Data, about: &About) -> Option<Value> {
    let board = &data.board;
    let mut json = Map::new();
    json.insert("size".into(), board.rows.into());
    for (name, text) in [("title", &about.title), ("author", &about.author)] {
        if let Some(text) = text {
            json.insert(name.into(), text.as_str().into());
        }
    }
    json.insert("grid".into(), grid(kind, data)?);
    for named in &kind.link_names {
        if named.name.starts_with("grid.") {
            continue;
        }
        if let Some(at) = kind.parameter(&named.layer) {
            if data.parameters[at] == 0 {
                continue;
            }
            match named.name.strip_prefix("negative.") {
                None => drop(json.insert(named.name.to_string(), true.into())),
                Some(name) => {
                    let list = json.entry("negative").or_insert_with(|| json!([]));
                    list.as_array_mut()?.push(name.into());
                }
            }
            continue;
        }
        let rows = rows(kind, data, named)?;
        if !rows.is_empty() {
            json.insert(named.name.to_string(), rows.into());
        }
    }
    Some(json.into())
}

/// The rows of a layer.
fn rows(kind: &Kind, data: &Data, named: &LinkName) -> Option<Vec<Value>> {
    let layer = kind.clue(&named.layer)?;
    let cells = |cells: &[Place]| -> Vec<String> {
        cells.iter().map(|cell| written(*cell, &data.board)).collect()
    };
    let entries = &data.layers[layer];
    let groups = entries.groups.iter().enumerate().map(|(at, group)| {
        let cells = cells(group);
        let Some(total) = named.total.as_deref() else {
            return match &*named.name {
                "extraregion" => json!({ "cells": cells }),
                "arrow" => json!({ "lines": [cells], "cells": cells[..1] }),
                _ => json!({ "lines": [cells] }),
            };
        };
        let totals = kind.clue(total).map(|total| &data.layers[total].at);
        let place = Place::Group(layer as u16, at as u16);
        match totals.and_then(|totals| totals.get(&place)) {
            Some(Entry::Number(number)) => json!({ "cells": cells, "value": number.to_string() }),
            _ => json!({ "cells": cells }),
        }
    });
    let groups: Vec<Value> = groups.collect();
    let single = entries.at.iter().map(|(&place, entry)| {
        let value = match entry {
            Entry::Number(number) => number.to_string().into(),
            Entry::Word(word) => kind.words[*word as usize].to_uppercase().into(),
            Entry::Numbers(numbers) => json!(numbers),
            _ => Value::Null,
        };
        Some(match kind.clues[layer].on {
            On::Cells => json!({ "cell": written(place, &data.board) }),
            On::Outside => json!({ "cell": written(place, &data.board), "value": value }),
            On::Corners => json!({ "cells": cells(&data.board.beside(place)), "values": value }),
            On::Links => json!({ "cells": cells(&data.board.beside(place)), "value": value }),
            _ => return None,
        })
    });
    let single: Option<Vec<Value>> = single.collect();
    Some(groups.into_iter().chain(single?).collect())
}

/// Given numbers, candidates and regions.
fn grid(kind: &Kind, data: &Data) -> Option<Value> {
    let square = |cell: &Place| {
        let mut square = Map::new();
        for named in &kind.link_names {
            let Some(key) = named.name.strip_prefix("grid.") else { continue };
            let entries = &data.layers[kind.clue(&named.layer)?];
            match entries.at.get(cell) {
                Some(Entry::Number(number)) => {
                    square.insert(key.into(), (*number).into());
                    square.insert("given".into(), true.into());
                }
                Some(Entry::Numbers(numbers)) => drop(square.insert(key.into(), json!(numbers))),
                _ => {}
            }
            if !entries.groups.is_empty() {
                let region = entries.groups.iter().position(|group| group.contains(cell));
                square.insert(key.into(), json!(region));
            }
        }
        Some(Value::Object(square))
    };
    let row = |row: Vec<Place>| row.iter().map(square).collect::<Option<Vec<Value>>>();
    Some(data.board.rows().into_iter().map(row).collect::<Option<Vec<_>>>()?.into())
}
