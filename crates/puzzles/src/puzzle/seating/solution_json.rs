//! Solutions as JSON: the rows of the room with the subject on each seat.

use itertools::Itertools;
use serde_json::{Value as Json, json};

use super::figure::Figure;
use super::{Seating, seat};
use crate::puzzle::Broken;
use crate::puzzle::words::place;
use cnfetti_core::csp::{Atom, Value};
use cnfetti_core::plural::counted;

pub(super) fn write(seating: &Seating, solution: &[Value], out: &mut String) {
    let columns = seating.figure.columns;
    let mut board = vec![None; seating.figure.rows * columns];
    for (&(row, column), &value) in seating.figure.seats.iter().zip(solution) {
        board[row * columns + column] = seating.index(value);
    }
    out.push_str("{\"board\":");
    for (place, subject) in board.into_iter().enumerate() {
        out.push_str(match (place, place % columns) {
            (0, _) => "[[",
            (_, 0) => "],[",
            _ => ",",
        });
        match subject {
            Some(subject) => push_json(&seating.subjects[subject].name, out),
            None => out.push_str("null"),
        }
    }
    out.push_str("]]}");
}

/// Reads who sits where, by names or marks; `null` is a seat that is empty or open.
pub(super) fn read(seating: &Seating, json: &Json) -> Result<Vec<Atom>, Broken> {
    let Figure { rows, columns, seats } = &seating.figure;
    let shape = || {
        Broken(format!(
            "expected {{\"board\": […]}} with {} of {} or null",
            counted(*rows, "row"),
            counted(*columns, "subject")
        ))
    };
    let board = json.get("board").and_then(Json::as_array).ok_or_else(shape)?;
    let board: Option<Vec<&Vec<Json>>> =
        board.iter().map(|row| row.as_array().filter(|row| row.len() == *columns)).collect();
    let board = board.filter(|board| board.len() == *rows).ok_or_else(shape)?;
    let marks = seating.marks();
    let mut entries = Vec::new();
    for (row, column) in (0..*rows).cartesian_product(0..*columns) {
        let cell = &board[row][column];
        if cell.is_null() {
            continue;
        }
        let value = value_of(seating, &marks, cell).ok_or_else(|| {
            let place = place(row, column);
            Broken(format!("expected a subject or null at {place}, found {cell}"))
        })?;
        let at = seats.binary_search(&(row, column)).map_err(|_| {
            Broken(format!("there is no seat at {}, found {cell}", place(row, column)))
        })?;
        entries.push(Atom { variable: seat(at), value });
    }
    Ok(entries)
}

/// The value of a subject, by its name, which may be a number, or by its mark.
fn value_of(seating: &Seating, marks: &[String], name: &Json) -> Option<Value> {
    let name = match name {
        Json::String(name) => name.clone(),
        Json::Number(number) => number.to_string(),
        _ => return None,
    };
    let mut subjects = seating.subjects.iter();
    let named = subjects.position(|subject| subject.name == name);
    let index = named.or_else(|| marks.iter().position(|mark| *mark == name))?;
    Some(index as Value + 1)
}

/// Appends a text as JSON. Nearly all names need no escapes.
fn push_json(text: &str, out: &mut String) {
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        out.extend(["\"", text, "\""]);
    } else {
        out.push_str(&json!(text).to_string());
    }
}
