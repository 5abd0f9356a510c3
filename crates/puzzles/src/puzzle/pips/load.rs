//! The keys of a TOML file: `board`, `dominoes`, `regions`.

use cnfetti_core::csp::Value;
use cnfetti_input::{Entry, InputError, MAX_CELLS, Table};

use super::board_text::{self, parse_domino};
use super::draft::{Draft, MAX_DOMINOES, NamedRule};
use super::pieces::{Cell, Domino, MAX_PLACE};
use super::region::{RULES, Rule};
use super::{MAX_PIPS, Pips};

pub(super) fn load(table: &mut Table<'_>) -> Result<Pips, InputError> {
    let board = table.require("board", "the board, a line for each row")?.text()?;
    let squares = board_text::parse(board.lines(), |range| board.place(range))?;
    let dominoes = table.require("dominoes", "the dominoes, such as [\"51\", \"65\"]")?;
    let dominoes_span = Some(dominoes.span());
    let dominoes = dominoes.items_within(0..=MAX_DOMINOES, "dominoes")?;
    let dominoes = dominoes.into_iter().map(domino).collect::<Result<_, _>>()?;
    let rules = match table.take_or_slip("regions")? {
        Some(entry) => rules(entry.table()?)?,
        None => Vec::new(),
    };
    let solution = table.take("solution").map(solution).transpose()?;
    Draft { squares, rules, dominoes, dominoes_span, solution }.finish()
}

/// Reads `"51"`, `"10-5"` or `[10, 5]`.
fn domino(entry: Entry<'_>) -> Result<Domino, InputError> {
    let expected = format!("two numbers from 0 to {MAX_PIPS}, such as \"51\" or [5, 1],");
    let error = entry.expected(expected);
    if entry.is_array() {
        return Ok(Domino(pair(entry, MAX_PIPS)?.map(|number| number as Value)));
    }
    let text = entry.text().map_err(|_| error.clone())?;
    parse_domino(&text.value).ok_or(error)
}

fn rules(mut table: Table<'_>) -> Result<Vec<NamedRule>, InputError> {
    let read = |(name, entry): (cnfetti_input::Text<'_>, Entry<'_>)| {
        let error = entry.expected(RULES);
        let text = entry.text().map_err(|_| error.clone())?;
        let rule = Rule::parse(&text.value).ok_or(error)?;
        Ok(NamedRule { name: name.value.into_owned(), rule, span: name.span })
    };
    if table.len() > MAX_CELLS {
        let start = table.span().start;
        let expected = format!("at most {MAX_CELLS} regions");
        return Err(InputError::expected(start..start + 1, expected, table.len().to_string()));
    }
    table.drain().into_iter().map(read).collect()
}

/// Reads the cells of the first and second half of each domino: `[[[0, 1], [0, 2]], …]`.
fn solution(entry: Entry<'_>) -> Result<Vec<[Cell; 2]>, InputError> {
    let placements = entry.items_within(0..=MAX_DOMINOES, "placements")?;
    placements.into_iter().map(placement).collect()
}

fn placement(entry: Entry<'_>) -> Result<[Cell; 2], InputError> {
    let error = entry.expected("two cells, such as [[0, 1], [0, 2]],");
    let cells: [Entry<'_>; 2] = entry.items()?.try_into().map_err(|_| error)?;
    let [first, second] = cells.map(|cell| {
        let [row, column] = pair(cell, MAX_PLACE)?;
        Ok(Cell { row: row as usize, column: column as usize })
    });
    Ok([first?, second?])
}

fn pair(entry: Entry<'_>, max: i64) -> Result<[i64; 2], InputError> {
    let error = entry.expected("two numbers");
    let [first, second]: [Entry<'_>; 2] = entry.items()?.try_into().map_err(|_| error)?;
    Ok([first.integer(0..=max)?, second.integer(0..=max)?])
}
