//! Solutions as JSON: a key for each unknown, with rows of values in the order of the board.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value as Json, json};

use super::{Broken, Written, paint};
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_core::plural::counted;
use cnfetti_kinds::{On, Place};

/// The key of a board given by the names of its variables.
const NAMED: &str = "variables";

/// A part of an unknown's values: its key, if there are several parts, and its rows of places.
type Part = (Option<&'static str>, Vec<Vec<Place>>);

impl Written {
    pub(super) fn solution_json(&self, solution: &[Value]) -> Json {
        let unknowns = self.kind.unknowns.iter().enumerate().map(|(at, unknown)| {
            let parts = self.parts(unknown.on).into_iter().map(|(key, rows)| {
                let rows = rows.into_iter().map(|row| {
                    row.into_iter().map(|place| self.place_json(at, place, solution)).collect()
                });
                (key, Json::Array(rows.collect()))
            });
            (unknown.name.to_string(), joined(parts.collect()))
        });
        Json::Object(unknowns.collect())
    }

    fn place_json(&self, unknown: usize, place: Place, solution: &[Value]) -> Json {
        let Some(variable) = self.variable(unknown, place) else { return Json::Null };
        let value = solution[variable.index()];
        match self.is_truth(unknown) {
            true => json!(value != 0),
            false => json!(value),
        }
    }

    /// The places of an unknown in rows.
    fn parts(&self, on: On) -> Vec<Part> {
        let board = &self.data.board;
        let (rows, columns) = (board.rows, board.columns);
        let (above, corners) = (board.between_rows(), board.between_rows() + 1);
        let grid = |rows: std::ops::Range<u16>,
                    columns: std::ops::Range<u16>,
                    place: fn(u16, u16) -> Place| {
            rows.map(|row| columns.clone().map(|column| place(row, column)).collect()).collect()
        };
        match on {
            On::Cells | On::Areas { .. } | On::Paths => {
                vec![(None, grid(0..rows, 0..columns, Place::Cell))]
            }
            On::Corners => vec![(None, grid(0..rows + 1, 0..corners, Place::Corner))],
            On::Sides => vec![
                (Some("above"), grid(0..rows + 1, 0..above, Place::Above)),
                (Some("left"), grid(0..rows, 0..columns + 1, Place::Left)),
            ],
            On::Links => vec![
                (Some("down"), grid(1..rows, 0..above, Place::Above)),
                (Some("right"), grid(0..rows, 1..columns, Place::Left)),
            ],
            On::Outside | On::Groups(_) => vec![(None, vec![self.data.places(on)])],
        }
    }

    /// Reads a partial solution. In a whole one that is drawn or typed, a truth without an entry is
    /// false.
    pub(super) fn entries(&self, json: &Json, is_whole: bool) -> Result<Vec<Atom>, Broken> {
        let object = json.as_object().ok_or_else(|| Broken("expected an object".to_owned()))?;
        if let Some(drawing) = object.get("drawing").and_then(Json::as_array) {
            let lines = drawing.iter().filter_map(Json::as_str).map(|line| line.chars().collect());
            return paint::atoms(self, &lines.collect::<Vec<Vec<char>>>(), is_whole);
        }
        if let Some(named) = object.get(NAMED).and_then(Json::as_object) {
            return self.named_entries(named);
        }
        let mut atoms = Vec::new();
        for (at, unknown) in self.kind.unknowns.iter().enumerate() {
            let typed = object.get("board").filter(|_| self.kind.unknowns.len() == 1);
            let own = object.get(&*unknown.name);
            let Some(found) = own.or(typed) else { continue };
            let is_typed = own.is_none() && is_whole && self.is_truth(at);
            for (key, rows) in self.parts(unknown.on) {
                let part = match key {
                    Some(key) => found.get(key).unwrap_or(&Json::Null),
                    None => found,
                };
                let first = atoms.len();
                self.part_entries(at, part, &rows, &mut atoms)?;
                if is_typed && part.is_array() {
                    self.add_false_elsewhere(at, &rows, first, &mut atoms);
                }
            }
        }
        Ok(atoms)
    }

    /// Reads entries by the names of variables.
    fn named_entries(&self, named: &Map<String, Json>) -> Result<Vec<Atom>, Broken> {
        let csp = &self.lowered.csp;
        let known: HashMap<&str, VarId> = csp.ids().map(|id| (csp.name(id), id)).collect();
        let entry = |(name, value): (&String, &Json)| {
            let variable = known.get(&**name).copied().filter(|&id| self.place_of(id).is_some());
            let variable = variable.ok_or_else(|| Broken(format!("there is no `{name}`")))?;
            let value = value.as_i64().and_then(|value| Value::try_from(value).ok());
            let value = value.ok_or_else(|| Broken(format!("`{name}` has no whole number")))?;
            Ok(Atom { variable, value })
        };
        named.iter().filter(|(_, value)| !value.is_null()).map(entry).collect()
    }

    /// Adds that a truth is false in all places of these rows without an entry since `first`.
    fn add_false_elsewhere(
        &self,
        unknown: usize,
        rows: &[Vec<Place>],
        first: usize,
        atoms: &mut Vec<Atom>,
    ) {
        let there: BTreeSet<VarId> = atoms[first..].iter().map(|atom| atom.variable).collect();
        let variables = rows.iter().flatten().filter_map(|&place| self.variable(unknown, place));
        let others = variables.filter(|variable| !there.contains(variable));
        atoms.extend(others.map(|variable| Atom { variable, value: 0 }));
    }

    fn part_entries(
        &self,
        unknown: usize,
        part: &Json,
        rows: &[Vec<Place>],
        atoms: &mut Vec<Atom>,
    ) -> Result<(), Broken> {
        let name = &self.kind.unknowns[unknown].name;
        let Some(found) = part.as_array() else { return Ok(()) };
        if found.len() != rows.len() {
            let (expected, found) = (rows.len(), found.len());
            return Err(Broken(format!("`{name}` has {}, not {expected}", counted(found, "row"))));
        }
        for (places, row) in rows.iter().zip(found) {
            let row = row.as_array().map_or(&[][..], Vec::as_slice);
            if row.len() != places.len() {
                let (expected, found) = (places.len(), row.len());
                return Err(Broken(format!(
                    "a row of `{name}` has {found} entries, not {expected}"
                )));
            }
            for (&place, entry) in places.iter().zip(row) {
                if entry.is_null() {
                    continue;
                }
                let value = self.entry_value(unknown, entry).ok_or_else(|| {
                    Broken(format!("{place} has {entry}, which `{name}` cannot be"))
                })?;
                match self.variable(unknown, place) {
                    Some(variable) => atoms.push(Atom { variable, value }),
                    None => return Err(Broken(format!("there is no `{name}` at {place}"))),
                }
            }
        }
        Ok(())
    }

    /// Parses a value, including the forms that people type.
    fn entry_value(&self, unknown: usize, entry: &Json) -> Option<Value> {
        let word = || entry.as_str();
        if !self.is_truth(unknown) {
            let number = entry.as_i64().or_else(|| word()?.parse().ok())?;
            return Value::try_from(number).ok();
        }
        match entry {
            Json::Bool(truth) => Some(Value::from(*truth)),
            Json::Number(number) => number
                .as_i64()
                .filter(|number| (0..=1).contains(number))
                .and_then(|number| Value::try_from(number).ok()),
            _ => match word()? {
                "#" | "x" | "X" => Some(1),
                "o" | "O" => Some(0),
                _ => None,
            },
        }
    }
}

/// A single part by itself, or several parts by their keys.
fn joined(mut parts: Vec<(Option<&'static str>, Json)>) -> Json {
    match parts.len() {
        1 => parts.remove(0).1,
        _ => {
            let keyed = parts.into_iter().filter_map(|(key, rows)| Some((key?.to_owned(), rows)));
            Json::Object(keyed.collect::<Map<String, Json>>())
        }
    }
}
