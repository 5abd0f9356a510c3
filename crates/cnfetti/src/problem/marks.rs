//! Pencil marks: a list of values in place of one.

use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_puzzles::puzzle::{Broken, Puzzle};
use itertools::Itertools;
use serde_json::Value as Json;

use super::Error;

/// A variable, and the values that a player has left to it.
type Left = (VarId, Vec<Value>);

/// Reads a board with this function, which knows no marks: what it returns for the board without them, and the marks.
pub(super) fn marked<T>(
    puzzle: &dyn Puzzle,
    board: &Json,
    read: impl Fn(&Json) -> Result<(T, Vec<Atom>), Broken>,
) -> Result<(T, Vec<Atom>, Vec<Left>), Error> {
    let mut open = board.clone();
    let mut found = Vec::new();
    take_marks(puzzle, &mut open, String::new(), 0, &mut found);
    let (stated, entries) = read(&open).map_err(Error::NotABoard)?;
    let mark = |(place, values): (String, Vec<Json>)| {
        // Each value by itself is an entry, which shows what the place is called.
        let atoms = values.iter().map(|value| {
            let mut filled = open.clone();
            if let Some(cell) = filled.pointer_mut(&place) {
                *cell = value.clone();
            }
            let (_, atoms) = read(&filled)?;
            let new = atoms.into_iter().filter(|atom| !entries.contains(atom)).exactly_one();
            new.map_err(|_| Broken(format!("{place} has several values, and is no single place")))
        });
        let atoms: Vec<Atom> = atoms.collect::<Result<_, Broken>>()?;
        let variable = atoms[0].variable;
        let values = atoms.into_iter().map(|atom| atom.value).sorted().dedup().collect();
        Ok((variable, values))
    };
    let marks: Result<Vec<Left>, Broken> = found.into_iter().map(mark).collect();
    Ok((stated, entries, marks.map_err(Error::NotABoard)?))
}

/// Takes lists of values out of what is below a place of the board, where a single value is in so many lists.
fn take_marks(
    puzzle: &dyn Puzzle,
    json: &mut Json,
    place: String,
    lists: usize,
    found: &mut Vec<(String, Vec<Json>)>,
) {
    match json {
        Json::Array(values) if lists == 0 => {
            let values = std::mem::take(values);
            *json = Json::Null;
            if !values.is_empty() {
                found.push((place, values));
            }
        }
        Json::Array(items) => {
            for (at, item) in items.iter_mut().enumerate() {
                take_marks(puzzle, item, format!("{place}/{at}"), lists - 1, found);
            }
        }
        Json::Object(fields) => {
            for (key, value) in fields {
                // By the names of variables, values are in no list.
                let lists = if place == "/variables" { 0 } else { puzzle.lists_around(key) };
                take_marks(puzzle, value, below(&place, key), lists, found);
            }
        }
        _ => {}
    }
}

/// The place of a field below a place, as a JSON pointer (RFC 6901).
fn below(place: &str, key: &str) -> String {
    format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"))
}
