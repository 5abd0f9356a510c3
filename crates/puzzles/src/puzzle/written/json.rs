//! Solutions as JSON: a key for each unknown, with rows of values in the order of the board.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;
use serde_json::{Map, Value as Json, json};

use super::looks::unknown_look;
use super::{Broken, Written, paint};
use crate::puzzle::value_json;
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_core::plural::counted;
use cnfetti_kinds::{Look, On, Place};

/// The key of a board given by the names of its variables.
const NAMED: &str = "variables";

/// The key of a board that is drawn.
const DRAWN: &str = "drawing";

/// The key of a board that is typed, which can only show one unknown.
const TYPED: &str = "board";

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
            false => value_json(&self.lowered.csp, variable, value),
        }
    }

    /// The places of an unknown in rows.
    fn parts(&self, on: On) -> Vec<Part> {
        let board = &self.data.board;
        let (rows, columns) = (board.rows, board.columns);
        let ([down, aside], above) = (board.rims(), board.between_rows());
        let grid = |rows: std::ops::Range<u16>,
                    columns: std::ops::Range<u16>,
                    place: fn(u16, u16) -> Place| {
            let place = |row, column| board.folded(place(row, column));
            rows.map(|row| columns.clone().map(|column| place(row, column)).collect()).collect()
        };
        match on {
            On::Cells | On::Areas { .. } | On::Paths => {
                vec![(None, grid(0..rows, 0..columns, Place::Cell))]
            }
            On::Corners => vec![(None, grid(0..rows + down, 0..above + aside, Place::Corner))],
            On::Sides => vec![
                (Some("above"), grid(0..rows + down, 0..above, Place::Above)),
                (Some("left"), grid(0..rows, 0..columns + aside, Place::Left)),
            ],
            On::Links => vec![
                (Some("down"), grid(1..rows + 1 - down, 0..above, Place::Above)),
                (Some("right"), grid(0..rows, 1..columns + 1 - aside, Place::Left)),
            ],
            On::Outside | On::Groups(_) => vec![(None, vec![self.data.places(on)])],
        }
    }

    /// Reads a partial solution. In a whole one that is drawn or typed, a truth without an entry is
    /// false.
    pub(super) fn entries(&self, json: &Json, is_whole: bool) -> Result<Vec<Atom>, Broken> {
        let object = json.as_object().ok_or_else(|| Broken("expected an object".to_owned()))?;
        let is_visible = |at: &usize| unknown_look(&self.kind.unknowns[*at]) != Look::Hidden;
        let visible: Vec<usize> = (0..self.kind.unknowns.len()).filter(is_visible).collect();
        let names: Vec<&str> = self.kind.unknowns.iter().map(|unknown| &*unknown.name).collect();
        let is_known = |key: &str| {
            names.contains(&key)
                || [DRAWN, NAMED].contains(&key)
                || key == TYPED && visible.len() == 1
        };
        if let Some(found) = object.keys().find(|key| !is_known(key)) {
            let names = names.iter().map(|name| format!("`{name}`")).join(" or ");
            return Err(Broken(format!("expected {names}, found `{found}`")));
        }
        if let Some(form) = object.keys().find(|key| !names.contains(&key.as_str()))
            && object.len() > 1
        {
            return Err(Broken(format!("beside `{form}`, a board has no other keys")));
        }
        if let Some(drawing) = object.get(DRAWN) {
            let lines = list(drawing, "lines of text", DRAWN)?.iter().filter_map(Json::as_str);
            let lines: Vec<Vec<char>> = lines.map(|line| line.chars().collect()).collect();
            return paint::atoms(self, &lines, is_whole);
        }
        if let Some(named) = object.get(NAMED) {
            let named = named.as_object().ok_or_else(|| unfit(named, "an object", NAMED))?;
            return self.named_entries(named);
        }
        let mut atoms = Vec::new();
        for (at, unknown) in self.kind.unknowns.iter().enumerate() {
            let typed = object.get(TYPED).filter(|_| visible == [at]);
            let own = object.get(&*unknown.name);
            let Some(found) = own.or(typed).filter(|found| !found.is_null()) else { continue };
            let is_typed = own.is_none() && is_whole && self.is_truth(at);
            let parts = self.parts(unknown.on);
            if let Some(keys) = parts.iter().map(|part| part.0).collect::<Option<Vec<_>>>() {
                let is_key = |key: &String| keys.contains(&key.as_str());
                if !found.as_object().is_some_and(|found| found.keys().all(is_key)) {
                    let expected = format!("an object with `{}`", keys.join("` and `"));
                    return Err(unfit(found, &expected, &unknown.name));
                }
            }
            for (key, rows) in parts {
                let part = match key {
                    Some(key) => found.get(key).unwrap_or(&Json::Null),
                    None => found,
                };
                if part.is_null() {
                    continue;
                }
                let first = atoms.len();
                self.part_entries(at, part, &rows, &mut atoms)?;
                if is_typed {
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
            let variable = known.get(&**name).copied();
            let place = variable.and_then(|id| Some((id, self.place_of(id)?.0)));
            let (variable, unknown) =
                place.ok_or_else(|| Broken(format!("there is no `{name}`")))?;
            let read = self.entry_value(unknown, value);
            let value = read.ok_or_else(|| Broken(format!("`{name}` cannot be {value}")))?;
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
        let found = list(part, "a list of rows", name)?;
        if found.len() != rows.len() {
            let (expected, found) = (rows.len(), found.len());
            return Err(Broken(format!("`{name}` has {}, not {expected}", counted(found, "row"))));
        }
        for (places, row) in rows.iter().zip(found) {
            let row = list(row, "a list for each row", name)?;
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
            let named = || {
                let at = self.data.pieces.iter().position(|piece| Some(&*piece.name) == word());
                self.piece_name(unknown, 0).and(at).map(|at| at as i64 + 1)
            };
            let row = &self.kind.unknowns[unknown];
            if row.is_named() {
                return self.kind.value_typed(row, word()?);
            }
            let number = entry.as_i64().or_else(named).or_else(|| word()?.parse().ok())?;
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

/// The items of a list in JSON.
fn list<'j>(found: &'j Json, expected: &str, name: &str) -> Result<&'j Vec<Json>, Broken> {
    found.as_array().ok_or_else(|| unfit(found, expected, name))
}

/// What is wrong with the JSON for a key.
fn unfit(found: &Json, expected: &str, name: &str) -> Broken {
    let found = match found {
        Json::Array(_) => "a list".to_owned(),
        Json::Object(fields) => {
            let keys = fields.keys().map(|key| format!("`{key}`")).join(" and ");
            format!("an object with {}", if keys.is_empty() { "nothing" } else { &keys })
        }
        value => value.to_string(),
    };
    Broken(format!("expected {expected} for `{name}`, found {found}"))
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
