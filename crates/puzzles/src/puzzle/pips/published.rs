//! The JSON of the published puzzles: a day with an easy, a medium and a hard puzzle, or a single
//! puzzle of a day.
//!
//! The board is the union of the regions' cells. `less` and `greater` are strict. An entry whose
//! dominoes are `null` has no puzzle. Other keys are ignored.

use crate::puzzle::{Format, Part};
use cnfetti_core::csp::Value;
use cnfetti_input::{InputError, Json, MAX_CELLS, MAX_TITLE_CHARS, Span};
use cnfetti_models::is_flatzinc;

use super::draft::{Draft, MAX_DOMINOES, Mark, NamedRule, Square};
use super::pieces::{Cell, Domino, MAX_PLACE};
use super::region::{Comparison, MAX_TOTAL, Rule};
use super::room::Room;
use super::{MAX_PIPS, Pips};

/// The format's row.
pub(in crate::puzzle) const PUBLISHED: Format = Format {
    name: "json",
    summary: "the JSON of the published puzzles, one or a day of them",
    example: "instances/pips/sample-day.json",
    kind: "pips",
    recognises: |text| text.trim_start().starts_with('{') && !is_flatzinc(text),
    read: |text, _| read(text),
};

fn read(text: &str) -> Result<Vec<Part>, InputError> {
    let document = Json::parse(text)?;
    let entries = document.entries("a puzzle, or a day of puzzles")?;
    let date = entries.iter().find(|(key, _)| key == "printDate");
    let date = date.map(|(_, date)| date.text()).transpose()?;
    let parts = match is_puzzle(&entries) {
        true => vec![part(None, &document, &entries, date, &mut Room::default())?],
        false => day(entries, date.as_deref())?,
    };
    if parts.iter().all(|part| part.puzzle.is_none()) {
        let expected = "an object with `dominoes` and `regions`, or a day of such";
        return Err(document.expected(expected));
    }
    Ok(parts)
}

/// The puzzles among the entries of a day.
fn day(entries: Vec<(String, Json<'_>)>, date: Option<&str>) -> Result<Vec<Part>, InputError> {
    let (mut parts, mut room) = (Vec::new(), Room::default());
    for (key, value) in entries {
        if value.is_object() {
            let entries = value.entries("a puzzle")?;
            if is_puzzle(&entries) {
                let title = date.map(|date| format!("{date} {key}"));
                parts.push(part(Some(key), &value, &entries, title, &mut room)?);
            }
        }
    }
    Ok(parts)
}

fn is_puzzle(entries: &[(String, Json<'_>)]) -> bool {
    entries.iter().any(|(key, _)| key == "dominoes" || key == "regions")
}

fn part(
    name: Option<String>,
    whole: &Json<'_>,
    entries: &[(String, Json<'_>)],
    title: Option<String>,
    room: &mut Room,
) -> Result<Part, InputError> {
    let get = |key: &str| {
        entries.iter().find(|(k, value)| k == key && !value.is_null()).map(|(_, value)| value)
    };
    let text = |key| get(key).map(|json| json.text_of_at_most(MAX_TITLE_CHARS)).transpose();
    let title = text("title")?.or(title);
    let source = text("constructors")?;
    let Some(dominoes) = get("dominoes") else {
        if entries.iter().any(|(key, _)| key == "dominoes") {
            return Ok(Part { name, title, source, ..Part::default() });
        }
        return Err(missing(whole, "dominoes"));
    };
    let regions = get("regions").ok_or_else(|| missing(whole, "regions"))?;
    let puzzle = puzzle(dominoes, regions, get("solution"))?;
    room.take(puzzle.cells.len(), whole.start())?;
    Ok(Part { name, title, source, puzzle: Some(Box::new(puzzle)), ..Part::default() })
}

fn missing(whole: &Json<'_>, key: &str) -> InputError {
    InputError::new(whole.start(), format!("the puzzle has no `{key}`: expected a list of them"))
}

fn puzzle(
    dominoes: &Json<'_>,
    regions: &Json<'_>,
    solution: Option<&Json<'_>>,
) -> Result<Pips, InputError> {
    let mut draft = Draft { dominoes_span: Some(dominoes.span()), ..Draft::default() };
    let expected = "a list of dominoes, such as [[5, 1], [6, 5]]";
    for json in dominoes.items(expected, "dominoes", MAX_DOMINOES)? {
        let [first, second] = pair(&json, MAX_PIPS)?;
        draft.dominoes.push(Domino([first as Value, second as Value]));
    }
    let regions = regions.items("a list of regions", "regions", MAX_CELLS)?;
    let regions = regions.iter().map(region).collect::<Result<Vec<_>, _>>()?;
    let names_free_cells = !is_in_order(&regions);
    let (mut ruled, mut free) = (0, regions.iter().filter(|region| !region.is_free_cell()).count());
    for region in regions {
        let next = if region.is_free_cell() { &mut free } else { &mut ruled };
        let name = region_name(*next);
        *next += 1;
        let is_named = names_free_cells || !region.is_free_cell();
        push_region(region, is_named.then_some(name), &mut draft)?;
    }
    let expected = "a list of placements, one for each domino";
    let solution = solution.map(|json| json.items(expected, "placements", MAX_DOMINOES));
    if let Some(items) = solution.transpose()? {
        draft.solution = Some(items.iter().map(placement).collect::<Result<_, _>>()?);
    }
    draft.finish()
}

/// A region as listed in the file.
struct Listed<'i> {
    rule: Rule,
    cells: Vec<(Cell, Span)>,
    json: Json<'i>,
}

impl Listed<'_> {
    fn is_free_cell(&self) -> bool {
        self.rule == Rule::Free && self.cells.len() == 1
    }
}

/// Whether the free cells would be written at the same positions again if they had no name: they
/// are in order, and each comes before the first named region that begins after it.
fn is_in_order(regions: &[Listed<'_>]) -> bool {
    let (mut last_free, mut waiting, mut latest) = (None, None, None);
    regions.iter().all(|region| {
        let begins = region.cells.iter().map(|(cell, _)| *cell).min();
        if region.is_free_cell() {
            let in_order = last_free < begins && latest < begins;
            (last_free, waiting) = (begins, begins);
            in_order
        } else {
            let in_order = waiting < begins;
            (waiting, latest) = (None, latest.max(begins));
            in_order
        }
    })
}

fn region<'i>(json: &Json<'i>) -> Result<Listed<'i>, InputError> {
    let entries = json.entries("a region, an object with `indices` and `type`")?;
    let get = |key| entries.iter().find(|(k, _)| k == key).map(|(_, value)| *value);
    let need = |key| {
        get(key).ok_or_else(|| {
            InputError::new(json.span(), format!("the region has no `{key}`, expected one"))
        })
    };
    let rule = rule(&need("type")?, || need("target"))?;
    let cells = need("indices")?;
    let expected = "a list of cells, such as [[0, 1], [0, 2]]";
    let cells = cells.items(expected, "cells", MAX_CELLS)?;
    let cells = cells.iter().map(|json| Ok((cell(json)?, json.span())));
    Ok(Listed { rule, cells: cells.collect::<Result<_, _>>()?, json: *json })
}

/// Adds a region. Regions get names in order. A single free cell needs no name, unless its
/// position in the file would be lost otherwise.
fn push_region(
    region: Listed<'_>,
    name: Option<String>,
    draft: &mut Draft,
) -> Result<(), InputError> {
    let mark = match name {
        None => Mark::Free,
        Some(name) => {
            let span = region.json.span();
            draft.add_rule(NamedRule { name: name.clone(), rule: region.rule, span })?;
            Mark::Region(name)
        }
    };
    for (cell, span) in region.cells {
        draft.add_square(Square { cell, mark: mark.clone(), span })?;
    }
    Ok(())
}

fn rule<'i>(
    json: &Json<'i>,
    target: impl Fn() -> Result<Json<'i>, InputError>,
) -> Result<Rule, InputError> {
    const TYPES: &str = r#""empty", "sum", "less", "greater", "equals" or "unequal""#;
    let total = |comparison| Ok(Rule::Total(comparison, target()?.integer(0..=MAX_TOTAL)?));
    match json.text().map_err(|_| json.expected(TYPES))?.as_str() {
        "empty" => Ok(Rule::Free),
        "equals" => Ok(Rule::Equal),
        "unequal" => Ok(Rule::Unequal),
        "sum" => total(Comparison::Equal),
        "less" => total(Comparison::Less),
        "greater" => total(Comparison::Greater),
        _ => Err(json.expected(TYPES)),
    }
}

fn placement(json: &Json<'_>) -> Result<[Cell; 2], InputError> {
    let [first, second] = json.two_items("two cells, such as [[0, 1], [0, 2]]")?;
    Ok([cell(&first)?, cell(&second)?])
}

fn cell(json: &Json<'_>) -> Result<Cell, InputError> {
    let [row, column] = pair(json, MAX_PLACE)?;
    Ok(Cell { row: row as usize, column: column as usize })
}

fn pair(json: &Json<'_>, max: i64) -> Result<[i64; 2], InputError> {
    let [first, second] = json.two_items("two numbers, such as [5, 1]")?;
    Ok([first.integer(0..=max)?, second.integer(0..=max)?])
}

/// A, B … Z, a … z, then A2, B2 …
pub(super) fn region_name(number: usize) -> String {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let letter = letters[number % letters.len()];
    match number / letters.len() {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}
