//! Reads the JSON of a link into a puzzle.

use std::collections::BTreeSet;

use itertools::Itertools;
use serde_json::{Map, Value};

use super::place::{between, cell, edge};
use super::{About, LinkName};
use crate::board::{Board, Place, letter};
use crate::data::{Data, Entries, Entry};
use crate::kind::{Kind, On, Values};

/// Names that do not belong to the rules.
const ABOUT: &[&str] = &["size", "title", "author", "ruleset", "solution", "highlightConflicts"];

/// Drawings. f-puzzles marks those that it drew for a rule; the meaning of others is only in the text
/// of the rules.
const DRAWINGS: &[&str] = &["line", "text", "circle", "rectangle", "cage"];

/// Attributes of a rule's drawing.
const STYLE: &[&str] = &[
    "outlineC",
    "baseC",
    "fontC",
    "width",
    "height",
    "size",
    "angle",
    "fromConstraint",
    "isNewConstraint",
];

pub(super) type Read<T> = Result<T, String>;

/// Reads the puzzle, and its title and author.
pub(super) fn puzzle(kind: &Kind, json: &Value) -> Read<(Data, About)> {
    let json = json.as_object().ok_or("the link has no object of JSON")?;
    let size = json.get("size").and_then(Value::as_u64).ok_or("`size` is missing")?;
    let size = usize::try_from(size).ok().filter(|size| (1..=16).contains(size));
    let size =
        size.ok_or_else(|| format!("expected a `size` from 1 to 16, found {}", json["size"]))?;
    let board = Board::new(size as u16, size as u16);
    let mut reading = Reading { kind, data: Data::new(kind, board) };
    for (name, value) in json {
        reading.read(name, value)?;
    }
    kind.verify(&reading.data).map_err(|wrong| wrong.message)?;
    kind.require(&reading.data).map_err(|unmet| unmet.message)?;
    let text = |name: &str| {
        let text = json.get(name).and_then(Value::as_str).map(str::trim);
        text.filter(|text| !text.is_empty()).map(str::to_owned)
    };
    Ok((reading.data, About { title: text("title"), author: text("author") }))
}

/// A puzzle under construction.
pub(super) struct Reading<'k> {
    pub(super) kind: &'k Kind,
    pub(super) data: Data,
}

impl Reading<'_> {
    fn read(&mut self, name: &str, value: &Value) -> Read<()> {
        if ABOUT.contains(&name) || is_nothing(value) {
            return Ok(());
        }
        match name {
            "grid" => self.grid(value),
            "negative" => {
                for text in items(name, value)? {
                    let text = text.as_str().unwrap_or_default();
                    self.rule(&format!("{name}.{text}"), &Value::Bool(true))?;
                }
                Ok(())
            }
            name if DRAWINGS.contains(&name) => {
                let own =
                    items(name, value)?.iter().position(|row| is_nothing(&row["fromConstraint"]));
                match own {
                    None => Ok(()),
                    Some(at) => Err(format!(
                        "`{name}[{at}]` is a drawing, whose meaning only the text of the rules explains"
                    )),
                }
            }
            name => self.rule(name, value),
        }
    }

    /// Reads a parameter or the clues of a layer.
    fn rule(&mut self, name: &str, value: &Value) -> Read<()> {
        let title = &self.kind.title;
        let Some(named) = self.kind.link_names.iter().find(|named| *named.name == *name) else {
            return Err(format!("`{name}` is not a supported rule of {title}"));
        };
        if let Some(at) = self.kind.parameter(&named.layer) {
            self.data.parameters[at] = i64::from(value == &Value::Bool(true));
            return match value {
                Value::Bool(true) => Ok(()),
                other => Err(format!("expected `true` for `{name}`, found {other}")),
            };
        }
        let layer = self.kind.clue(&named.layer).unwrap_or_default();
        for (at, row) in items(name, value)?.iter().enumerate() {
            let clue = Clue { named, layer, row, path: format!("{name}[{at}]") };
            self.clue(&clue)?;
        }
        if matches!(self.kind.clues[layer].on, On::Areas { .. }) {
            self.sort_areas(layer);
        }
        Ok(())
    }

    /// Numbers areas by their first cells, as in drawn puzzles.
    fn sort_areas(&mut self, layer: usize) {
        let groups = std::mem::take(&mut self.data.layers[layer].groups);
        let order: Vec<usize> = (0..groups.len()).sorted_by_key(|&at| groups[at][0]).collect();
        for entries in &mut self.data.layers {
            let moved = std::mem::take(&mut entries.at).into_iter().map(|(place, entry)| {
                let Place::Group(of, at) = place else { return (place, entry) };
                let new = order
                    .iter()
                    .position(|&old| old == usize::from(at) && usize::from(of) == layer);
                (Place::Group(of, new.map_or(at, |new| new as u16)), entry)
            });
            entries.at = moved.collect();
        }
        self.data.layers[layer].groups = order.into_iter().map(|at| groups[at].clone()).collect();
    }

    fn clue(&mut self, clue: &Clue<'_>) -> Read<()> {
        let row = clue.row.as_object().ok_or_else(|| clue.wrong("an object", clue.row))?;
        let known = match self.kind.clues[clue.layer].on {
            On::Cells => &["cell"][..],
            On::Outside => &["cell", "value"],
            On::Corners => &["cells", "values"],
            On::Paths => &["lines", "cells"],
            _ => &["cells", "value"],
        };
        let other = row.iter().find(|(key, value)| {
            !known.contains(&key.as_str()) && !STYLE.contains(&key.as_str()) && !is_nothing(value)
        });
        if let Some((key, _)) = other {
            return Err(format!("`{}.{key}` is not supported", clue.path));
        }
        match self.kind.clues[clue.layer].on {
            On::Paths => self.paths(clue, row),
            On::Areas { .. } => self.area(clue, row),
            on => self.entry(clue, row, on),
        }
    }

    /// Reads a clue in one place.
    fn entry(&mut self, clue: &Clue<'_>, row: &Map<String, Value>, on: On) -> Read<()> {
        let board = &self.data.board;
        let place = match on {
            On::Cells => clue.cell("cell", board)?,
            On::Outside => {
                let text = row.get("cell").and_then(Value::as_str).unwrap_or_default();
                edge(text, board)
                    .ok_or_else(|| clue.wrong("a place outside such as R0C1", clue.row))?
            }
            _ => {
                let cells = clue.cells("cells", board)?;
                let place = between(&cells, self.data.places(on), board);
                place.ok_or_else(|| clue.wrong("neighbouring cells", clue.row))?
            }
        };
        let value = row.get("value").filter(|value| !is_nothing(value));
        let entry = match (&self.kind.clues[clue.layer].values, value, clue.named.default) {
            (Values::Flag, ..) => Entry::Flag,
            (Values::Numbers, ..) => Entry::Numbers(clue.numbers("values")?),
            (_, None, Some(number)) => Entry::Number(number),
            // f-puzzles keeps a place whose clue was never typed.
            (_, None, None) => return Ok(()),
            (Values::Words(words), Some(value), _) => {
                let name = value.as_str().unwrap_or_default().to_lowercase();
                let word = words.iter().find(|word| self.kind.words[**word as usize] == name);
                Entry::Word(*word.ok_or_else(|| clue.wrong("a value that is known", value))?)
            }
            (_, Some(value), _) => Entry::Number(clue.number(value)?),
        };
        match self.data.layers[clue.layer].at.insert(place, entry) {
            None => Ok(()),
            Some(_) => Err(format!("`{}` is a second clue at {place}", clue.path)),
        }
    }

    fn paths(&mut self, clue: &Clue<'_>, row: &Map<String, Value>) -> Read<()> {
        let board = &self.data.board.clone();
        let Some(lines) = row.get("lines") else {
            let cells = clue.cells("cells", board)?;
            return self.group(clue, cells);
        };
        let head = row.get("cells").map(|_| clue.cells("cells", board)).transpose()?;
        for line in items(&clue.path, lines)? {
            let path = clue.cells_of(line, board)?;
            // An arrow repeats the cell of its circle.
            if head.as_ref().is_some_and(|head| head[..] != path[..1.min(path.len())]) {
                return Err(format!("`{}` does not begin in a circle of one cell", clue.path));
            }
            self.group(clue, path)?;
        }
        Ok(())
    }

    fn area(&mut self, clue: &Clue<'_>, row: &Map<String, Value>) -> Read<()> {
        let mut cells = clue.cells("cells", &self.data.board)?;
        cells.sort_unstable();
        let groups = &self.data.layers[clue.layer].groups;
        let taken: BTreeSet<&Place> = groups.iter().flatten().collect();
        if let Some(cell) = cells.iter().find(|cell| taken.contains(cell)) {
            return Err(format!("`{}` shares {cell} with another one", clue.path));
        }
        let number = groups.len();
        self.group(clue, cells)?;
        let value = row.get("value").filter(|value| !is_nothing(value));
        match (value, clue.named.total.as_deref().and_then(|total| self.kind.clue(total))) {
            (None, _) => Ok(()),
            (Some(value), Some(total)) => {
                let place = Place::Group(clue.layer as u16, number as u16);
                let entry = Entry::Number(clue.number(value)?);
                self.data.layers[total].at.insert(place, entry);
                Ok(())
            }
            (Some(value), None) => Err(clue.wrong("no value", value)),
        }
    }

    /// Adds an area or a path.
    fn group(&mut self, clue: &Clue<'_>, cells: Vec<Place>) -> Read<()> {
        let entries: &mut Entries = &mut self.data.layers[clue.layer];
        let distinct: BTreeSet<&Place> = cells.iter().collect();
        if cells.is_empty() || distinct.len() != cells.len() {
            return Err(format!("`{}` has no cells, or one twice", clue.path));
        }
        entries.names.push(letter(entries.groups.len()));
        entries.groups.push(cells);
        Ok(())
    }
}

/// A row of the JSON, and the layer to which it belongs.
pub(super) struct Clue<'a> {
    pub(super) named: &'a LinkName,
    pub(super) layer: usize,
    pub(super) row: &'a Value,
    pub(super) path: String,
}

impl Clue<'_> {
    fn wrong(&self, expected: &str, found: &Value) -> String {
        let found: String = found.to_string().chars().take(60).collect();
        format!("expected {expected} for `{}`, found {found}", self.path)
    }

    fn cell(&self, key: &str, board: &Board) -> Read<Place> {
        self.cell_of(&self.row[key], board)
    }

    fn cells(&self, key: &str, board: &Board) -> Read<Vec<Place>> {
        self.cells_of(&self.row[key], board)
    }

    fn cells_of(&self, list: &Value, board: &Board) -> Read<Vec<Place>> {
        items(&self.path, list)?.iter().map(|text| self.cell_of(text, board)).collect()
    }

    fn cell_of(&self, text: &Value, board: &Board) -> Read<Place> {
        let cell = cell(text.as_str().unwrap_or_default(), board);
        cell.ok_or_else(|| self.wrong("a cell of the board such as R1C1", text))
    }

    /// Parses a number, which f-puzzles writes as a string.
    pub(super) fn number(&self, value: &Value) -> Read<i64> {
        let number = match value {
            Value::String(text) => text.trim().parse().ok(),
            other => other.as_i64(),
        };
        number.ok_or_else(|| self.wrong("a number", value))
    }

    fn numbers(&self, key: &str) -> Read<Vec<i64>> {
        self.numbers_of(&self.row[key])
    }

    pub(super) fn numbers_of(&self, list: &Value) -> Read<Vec<i64>> {
        items(&self.path, list)?.iter().map(|value| self.number(value)).collect()
    }
}

pub(super) fn items<'v>(path: &str, value: &'v Value) -> Read<&'v Vec<Value>> {
    value.as_array().ok_or_else(|| {
        let found: String = value.to_string().chars().take(60).collect();
        format!("expected a list for `{path}`, found {found}")
    })
}

/// Whether a value means nothing: `null`, `false`, or an empty string, list or object.
pub(super) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    }
}
