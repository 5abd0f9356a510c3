//! Boards as people type them, and as they are drawn on a terminal.

use anstream::adapter::strip_str;
use serde_json::{Value as Json, json};

use super::{Broken, Squares};

/// A solution, or what is there of one, in the words of all kinds; each takes what it needs.
///
/// A typed board has a line for each row and `.` where nothing is; numbers of one digit need no
/// blanks between them. A drawn board has walls, in ASCII too; what stands below it is left out.
///
/// # Errors
///
/// When the walls are not those of a board with such squares.
pub fn typed(text: &str, squares: Option<Squares>) -> Result<Json, Broken> {
    let text = strip_str(text).to_string();
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    if lines().any(|line| line.contains(is_drawn)) {
        return drawn(text.lines().collect(), squares);
    }
    let dice: Vec<String> = lines().map(|line| line.split_whitespace().collect()).collect();
    let board: Vec<Vec<Json>> = lines().map(|line| typed_row(line.trim())).collect();
    Ok(json!({ "dice": dice, "board": board }))
}

fn typed_row(line: &str) -> Vec<Json> {
    let together = line.chars().all(|c| c.is_ascii_digit() || c == '.');
    if together {
        line.chars().map(|c| typed_cell(c.encode_utf8(&mut [0; 4]))).collect()
    } else {
        line.split_whitespace().map(typed_cell).collect()
    }
}

fn typed_cell(word: &str) -> Json {
    match (word, word.parse::<i64>()) {
        ("." | "-" | "·", _) => Json::Null,
        (_, Ok(number)) => json!(number),
        (_, Err(_)) => json!(word),
    }
}

/// A wall that no typed board has.
fn is_drawn(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}' | '|' | '+')
}

/// The squares of a drawing. Every other line is one of walls, the first and the last among them.
fn drawn(lines: Vec<&str>, squares: Option<Squares>) -> Result<Json, Broken> {
    let is_wall = |line: &&str| line.trim_start().starts_with(is_drawn);
    let lines: Vec<&str> = lines.into_iter().skip_while(|line| !is_wall(line)).collect();
    let rows = lines.iter().skip(1).step_by(2);
    let number = |cell: &String| {
        let last = cell.split_whitespace().last().and_then(|word| word.parse::<i64>().ok());
        last.map_or(Json::Null, Json::from)
    };
    let word = |cell: &String| match cell.trim() {
        "" => Json::Null,
        cell => typed_cell(cell),
    };
    let board: Vec<Vec<Json>> = match squares {
        None => return Err(Broken("expected JSON, found a drawn board".to_owned())),
        Some(Squares::Letters) => {
            let rows = rows.take_while(|line| line.contains(is_drawn));
            let dice: Vec<String> = rows.map(|line| letters(line)).collect();
            return Ok(json!({ "dice": dice }));
        }
        Some(Squares::Numbers(columns)) => {
            let rows = cells(rows.copied().take_while(is_wall).collect(), columns)?;
            rows.iter().map(|row| row.iter().map(number).collect()).collect()
        }
        Some(Squares::Words(columns)) => {
            let rows = cells(rows.copied().take_while(is_wall).collect(), columns)?;
            rows.iter().map(|row| row.iter().map(word).collect()).collect()
        }
    };
    Ok(json!({ "board": board }))
}

/// The letters between the walls.
fn letters(line: &str) -> String {
    let cells = line.split(is_drawn).skip(1).map(str::trim);
    cells.filter(|cell| !matches!(*cell, "·" | ".")).collect()
}

/// What stands in the squares, which are equally wide.
fn cells(rows: Vec<&str>, columns: usize) -> Result<Vec<Vec<String>>, Broken> {
    let rows: Vec<Vec<char>> = rows.into_iter().map(|row| row.chars().collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(1).saturating_sub(1);
    if columns == 0 || width == 0 || width % columns != 0 {
        let expected = format!("expected a drawn board with {columns} columns of the same width");
        return Err(Broken(format!("{expected}, found a line of {} characters", width + 1)));
    }
    let step = width / columns;
    let cell = |row: &Vec<char>, column: usize| {
        row.iter().skip(column * step + 1).take(step - 1).collect::<String>()
    };
    Ok(rows.iter().map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect())
}
