//! The JSON of the published puzzles: a day with an easy, a medium and a hard one, or a single
//! puzzle of a day.
//!
//! The board is the union of the regions' cells. `less` and `greater` are strict. A puzzle whose
//! dominoes are `null` is an empty place. Other keys are of no concern.

use crate::csp::Value;
use crate::input::{InputError, Json};
use crate::puzzle::{Format, Part};

use super::draft::{Draft, Mark, NamedRule, Square};
use super::pieces::{Cell, Domino, MAX_PLACE};
use super::region::{Comparison, MAX_TOTAL, Rule};
use super::{MAX_PIPS, Pips};

/// The format's row.
pub(in crate::puzzle) const PUBLISHED: Format = Format {
    name: "json",
    summary: "the JSON of the published puzzles, one or a day of them",
    kind: "pips",
    recognises: |text| text.trim_start().starts_with('{'),
    read,
};

fn read(text: &str) -> Result<Vec<Part>, InputError> {
    let document = Json::parse(text)?;
    let entries = document.entries("a puzzle, or a day of puzzles")?;
    let date = entries.iter().find(|(key, _)| key == "printDate");
    let date = date.map(|(_, date)| date.text()).transpose()?;
    let parts = match is_puzzle(&entries) {
        true => vec![part(None, &document, &entries, date)?],
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
    let mut parts = Vec::new();
    for (key, value) in entries {
        if value.is_object() {
            let entries = value.entries("a puzzle")?;
            if is_puzzle(&entries) {
                let title = date.map(|date| format!("{date} {key}"));
                parts.push(part(Some(key), &value, &entries, title)?);
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
) -> Result<Part, InputError> {
    let get = |key: &str| {
        entries.iter().find(|(k, value)| k == key && !value.is_null()).map(|(_, value)| value)
    };
    let text = |key| get(key).map(Json::text).transpose();
    let title = text("title")?.or(title);
    let source = text("constructors")?;
    let Some(dominoes) = get("dominoes") else {
        if entries.iter().any(|(key, _)| key == "dominoes") {
            return Ok(Part { name, title, source, puzzle: None });
        }
        return Err(missing(whole, "dominoes"));
    };
    let regions = get("regions").ok_or_else(|| missing(whole, "regions"))?;
    let puzzle = puzzle(dominoes, regions, get("solution"))?;
    Ok(Part { name, title, source, puzzle: Some(Box::new(puzzle)) })
}

fn missing(whole: &Json<'_>, key: &str) -> InputError {
    let start = whole.span().start;
    InputError::new(start..start + 1, format!("the puzzle has no `{key}`: expected a list of them"))
}

fn puzzle(
    dominoes: &Json<'_>,
    regions: &Json<'_>,
    solution: Option<&Json<'_>>,
) -> Result<Pips, InputError> {
    let mut draft = Draft { dominoes_span: Some(dominoes.span()), ..Draft::default() };
    for json in dominoes.items("a list of dominoes, such as [[5, 1], [6, 5]]")? {
        let [first, second] = pair(&json, MAX_PIPS)?;
        draft.dominoes.push(Domino([first as Value, second as Value]));
    }
    for json in regions.items("a list of regions")? {
        push_region(&json, &mut draft)?;
    }
    let solution = solution.map(|json| json.items("a list of placements, one for each domino"));
    if let Some(items) = solution.transpose()? {
        draft.solution = Some(items.iter().map(placement).collect::<Result<_, _>>()?);
    }
    draft.finish()
}

/// A single cell without a rule is a free one; other regions get names in order.
fn push_region(json: &Json<'_>, draft: &mut Draft) -> Result<(), InputError> {
    let entries = json.entries("a region, an object with `indices` and `type`")?;
    let get = |key| entries.iter().find(|(k, _)| k == key).map(|(_, value)| *value);
    let need = |key| {
        get(key).ok_or_else(|| {
            InputError::new(json.span(), format!("the region has no `{key}`, expected one"))
        })
    };
    let rule = rule(&need("type")?, || need("target"))?;
    let cells = need("indices")?.items("a list of cells, such as [[0, 1], [0, 2]]")?;
    let mark = if rule == Rule::Free && cells.len() == 1 {
        Mark::Free
    } else {
        let name = region_name(draft.rules.len());
        draft.rules.push(NamedRule { name: name.clone(), rule, span: json.span() });
        Mark::Region(name)
    };
    for json in cells {
        draft.squares.push(Square { cell: cell(&json)?, mark: mark.clone(), span: json.span() });
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
    let error = || json.expected("two cells, such as [[0, 1], [0, 2]]");
    let cells: [Json<'_>; 2] =
        json.items("two cells, such as [[0, 1], [0, 2]]")?.try_into().map_err(|_| error())?;
    let [first, second] = &cells;
    Ok([cell(first)?, cell(second)?])
}

fn cell(json: &Json<'_>) -> Result<Cell, InputError> {
    let [row, column] = pair(json, MAX_PLACE)?;
    Ok(Cell { row: row as usize, column: column as usize })
}

fn pair(json: &Json<'_>, max: i64) -> Result<[i64; 2], InputError> {
    const EXPECTED: &str = "two numbers, such as [5, 1]";
    let items: [Json<'_>; 2] =
        json.items(EXPECTED)?.try_into().map_err(|_| json.expected(EXPECTED))?;
    let [first, second] = &items;
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
