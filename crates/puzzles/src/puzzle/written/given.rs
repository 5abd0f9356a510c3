//! What a kind that is a file can have, and what one of its puzzles has, as JSON for puzzle editors.

use serde_json::{Map, Value as Json, json};

use cnfetti_kinds::{
    Board, Data, Direction, Entries, Entry, Kind, Layer, Look, On, Place, Values, signs,
};

use super::looks::clue_look;
use super::{Written, write};

/// Everything that puzzles of a kind can have, and the rules.
pub fn declared(kind: &Kind) -> Map<String, Json> {
    let rules = kind
        .rules
        .iter()
        .map(|rule| json!({ "name": rule.name, "rule": rule.sentence(), "clue": rule.is_clue }));
    let parameters = kind.parameters.iter().map(|parameter| {
        json!({
            "name": parameter.name,
            "from": parameter.range.0,
            "to": parameter.range.1,
            "default": parameter.default,
            "truth": parameter.is_truth,
        })
    });
    let unknowns = kind.unknowns.iter().map(|unknown| {
        json!({ "name": unknown.name, "on": on_name(kind, unknown.on), "words": unknown.words })
    });
    let object = json!({
        "kind": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "rules": rules.collect::<Vec<_>>(),
        "parameters": parameters.collect::<Vec<_>>(),
        "clues": kind.clues.iter().map(|layer| declared_layer(kind, layer)).collect::<Vec<_>>(),
        "unknown": unknowns.collect::<Vec<_>>(),
    });
    match object {
        Json::Object(object) => object,
        _ => Map::new(),
    }
}

/// The possible entries of a layer; the bounds of its numbers depend on the puzzle.
fn declared_layer(kind: &Kind, layer: &Layer) -> Json {
    let (sort, words) = match &layer.values {
        Values::Flag => ("flag", Vec::new()),
        Values::Number(_) => ("number", Vec::new()),
        Values::Words(words) => {
            let words = words.iter().map(|&word| kind.words[word as usize].clone());
            ("words", words.collect())
        }
        Values::Direction => {
            let arrows = Direction::ALL.iter().map(|row| row.4.to_string());
            ("direction", arrows.collect())
        }
        Values::Directions => {
            ("direction", signs().map(|sign| kind.written(&Entry::Directions(sign))).collect())
        }
        Values::Numbers => ("numbers", Vec::new()),
        Values::Group => ("group", Vec::new()),
    };
    let look = clue_look(layer);
    let look = Look::ALL.iter().find(|row| row.0 == look).map(|row| row.1);
    json!({
        "name": layer.name,
        "on": on_name(kind, layer.on),
        "cover": layer.on == On::Areas { cover: true },
        "required": layer.required,
        "typed": layer.typed,
        "values": sort,
        "words": words,
        "any": layer.any.is_some(),
        "look": look,
        "about": kind.clue_said(layer),
    })
}

/// The location of a layer's entries; for a layer on areas or paths, the name of their layer.
fn on_name(kind: &Kind, on: On) -> &str {
    match on {
        On::Cells => "cells",
        On::Links => "links",
        On::Sides => "sides",
        On::Corners => "corners",
        On::Outside => "outside",
        On::Areas { .. } => "areas",
        On::Paths => "paths",
        On::Groups(of) => &kind.clues[of].name,
    }
}

impl Written {
    /// What the kind declares, with the value of each parameter, and for each layer the bounds of its
    /// numbers and its entries. Places are lines and columns of a drawing of the board in which cells are at
    /// odd numbers.
    pub(super) fn given_json(&self) -> Json {
        let (kind, data) = (&*self.kind, &self.data);
        let mut object = declared(kind);
        object.insert("rows".into(), data.board.rows.into());
        object.insert("columns".into(), data.board.columns.into());
        object.insert("hexagons".into(), data.board.hexagons.into());
        object.insert("wraps".into(), json!(data.board.wraps));
        object.insert("pieces".into(), write::pieces(kind, data).into());
        let rows = object.get_mut("parameters").and_then(Json::as_array_mut);
        for (row, value) in rows.into_iter().flatten().zip(&data.parameters) {
            row["value"] = json!(value);
        }
        let rows = object.get_mut("clues").and_then(Json::as_array_mut);
        let layers = rows.into_iter().flatten().zip(kind.clues.iter().zip(&data.layers));
        for (row, (layer, entries)) in layers {
            let (low, high) = kind.range(data, layer);
            (row["from"], row["to"]) = (json!(low), json!(high));
            (row["at"], row["groups"]) = entries_json(kind, data, layer, entries);
            // Between hexagons, places are not where they are between squares.
            if data.board.hexagons && matches!(layer.on, On::Links | On::Sides | On::Corners) {
                let names = data.board.names(&data.places(layer.on));
                let named = |(place, name)| (coordinates(&data.board, place), Json::String(name));
                row["places"] = Json::Object(names.into_iter().map(named).collect());
            }
        }
        Json::Object(object)
    }
}

/// The entries by place, and the cells of each area or path with its name.
fn entries_json(kind: &Kind, data: &Data, layer: &Layer, entries: &Entries) -> (Json, Json) {
    let name = |place: &Place| match (layer.on, *place) {
        (On::Groups(of), Place::Group(_, at)) => {
            data.layers[of].names.get(usize::from(at)).cloned().unwrap_or_default()
        }
        _ => coordinates(&data.board, *place),
    };
    let at = entries.at.iter().map(|(place, entry)| (name(place), kind.written(entry).into()));
    let groups = entries.names.iter().zip(&entries.groups).map(|(name, cells)| {
        let cells = cells.iter().map(|&cell| coordinates(&data.board, cell));
        json!([name, cells.collect::<Vec<_>>()])
    });
    (Json::Object(at.collect()), groups.collect())
}

/// A place as a line and a column; places outside are at -1 or after the last ones.
fn coordinates(board: &Board, place: Place) -> String {
    let (line, column) = match place {
        Place::Edge(side, at) => {
            let (at, rows) = (2 * i32::from(at) + 1, 2 * i32::from(board.rows) + 1);
            match side {
                Direction::North => (-1, at),
                Direction::South => (rows, at),
                Direction::East => (at, 2 * i32::from(board.columns) + 1),
                _ => (at, -1),
            }
        }
        Place::Above(row, at) if board.hexagons => {
            return format!("{},{}.5", 2 * row, i32::from(at) - i32::from(board.shift(row)));
        }
        Place::Corner(row, at) if board.hexagons => {
            (2 * i32::from(row), i32::from(at) - i32::from(board.shift(row)))
        }
        place => {
            let (line, column) = place.in_drawing();
            (line as i32, column as i32)
        }
    };
    format!("{line},{column}")
}
