//! Files in the JSON of the published puzzles: several of a day, or one.

use serde_json::{Map, Value, json};

use super::pips::{Mark, Pips, Rule};
use super::pips_boards::{Says, board};
use super::pips_files::{known, puzzle};
use super::{About, Drawn, Pen, Puzzle, Truth};

/// Features of this format.
pub(super) const FEATURES: &[&str] = &[
    "a day of puzzles",
    "a place of the day without a puzzle",
    "a puzzle alone",
    "json over several lines",
    "a target that means nothing",
    "keys of no concern",
    "cells out of order",
    "an empty region of several cells",
];

/// Draws a file.
pub(super) fn draw(pen: &mut Pen) -> Option<Drawn> {
    pen.note("json");
    let date = pen.one_in(2).then(|| "2031-02-03".to_owned());
    let mut entries: Vec<(String, Value)> = Vec::new();
    let mut puzzles = Vec::new();
    if pen.one_in(2) {
        pen.note("a day of puzzles");
        let levels = ["easy", "medium", "hard"];
        let number = pen.between(1, 3);
        for level in pen.some(&levels, number) {
            let title = date.as_ref().map(|date| format!("{date} {level}"));
            let (keys, drawn) = draw_puzzle(pen, title)?;
            entries.push((level.to_owned(), Value::Object(in_any_order(pen, keys))));
            puzzles.push(Puzzle { part: Some(level.to_owned()), ..drawn });
        }
        if pen.one_in(3) {
            pen.note("a place of the day without a puzzle");
            entries.push(("extreme".to_owned(), json!({ "dominoes": null, "regions": null })));
        }
    } else {
        pen.note("a puzzle alone");
        let (keys, drawn) = draw_puzzle(pen, date.clone())?;
        entries = keys;
        puzzles.push(drawn);
    }
    entries.extend(date.map(|date| ("printDate".to_owned(), json!(date))));
    if pen.one_in(3) {
        pen.note("keys of no concern");
        entries.push(("editor".to_owned(), json!("A \"B\" {[")));
        entries.push(("id".to_owned(), json!(17)));
    }
    let object = Value::Object(in_any_order(pen, entries));
    // The puzzles of a day have the order of the file.
    let place = |puzzle: &Puzzle| {
        let keys = object.as_object().unwrap().keys();
        keys.map(String::as_str)
            .collect::<Vec<_>>()
            .iter()
            .position(|key| Some(*key) == puzzle.part.as_deref())
    };
    puzzles.sort_by_key(place);
    let is_long = pen.one_in(2);
    pen.note_if(is_long, "json over several lines");
    let text = if is_long { format!("{object:#}") } else { object.to_string() };
    Some(Drawn { text, extension: "json", puzzles, features: Vec::new() })
}

fn in_any_order(pen: &mut Pen, mut entries: Vec<(String, Value)>) -> Map<String, Value> {
    pen.shuffle(&mut entries);
    entries.into_iter().collect()
}

/// Draws a puzzle and its keys.
fn draw_puzzle(pen: &mut Pen, title: Option<String>) -> Option<(Vec<(String, Value)>, Puzzle)> {
    let pips = board(pen, Says::Published);
    let truth = Truth::of(&pips)?;
    let mut about = About { title, ..About::default() };
    about.known = known(pen, &pips, &truth);
    let mut entries = vec![
        ("dominoes".to_owned(), json!(pips.dominoes)),
        ("regions".to_owned(), regions(pen, &pips)),
    ];
    if let Some(known) = &pips.known {
        let known = known.iter().map(|pair| pair.map(|cell| pips.cells[cell]));
        entries.push(("solution".to_owned(), json!(known.collect::<Vec<_>>())));
    }
    if pen.one_in(4) {
        about.source = Some("Ç. D".to_owned());
        entries.push(("constructors".to_owned(), json!("Ç. D")));
    }
    Some((entries, puzzle(pen, pips, truth, about)))
}

fn regions(pen: &mut Pen, pips: &Pips) -> Value {
    let free = (0..pips.cells.len()).filter(|&at| pips.marks[at] == Mark::Free);
    let mut regions: Vec<Value> = free.map(|at| region(pen, pips, vec![at], Rule::Free)).collect();
    for (number, &rule) in pips.rules.iter().enumerate() {
        let cells = pips.region(number);
        pen.note_if(rule == Rule::Free && cells.len() > 1, "an empty region of several cells");
        regions.push(region(pen, pips, cells, rule));
    }
    pen.shuffle(&mut regions);
    Value::Array(regions)
}

fn region(pen: &mut Pen, pips: &Pips, mut cells: Vec<usize>, rule: Rule) -> Value {
    let sorted = cells.clone();
    pen.shuffle(&mut cells);
    pen.note_if(cells != sorted, "cells out of order");
    let indices: Vec<_> = cells.iter().map(|&cell| pips.cells[cell]).collect();
    let (name, target) = match rule {
        Rule::Free => ("empty", None),
        Rule::Equal => ("equals", None),
        Rule::Unequal => ("unequal", None),
        Rule::Sum("<", number) => ("less", Some(number)),
        Rule::Sum(">", number) => ("greater", Some(number)),
        Rule::Sum(_, number) => ("sum", Some(number)),
    };
    let mut entries =
        vec![("type".to_owned(), json!(name)), ("indices".to_owned(), json!(indices))];
    if let Some(target) = target {
        entries.push(("target".to_owned(), json!(target)));
    } else if pen.one_in(4) {
        pen.note("a target that means nothing");
        entries.push(("target".to_owned(), json!(0)));
    }
    Value::Object(in_any_order(pen, entries))
}
