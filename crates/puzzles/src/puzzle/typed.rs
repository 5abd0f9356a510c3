//! Reads boards as people type them, and as they are drawn on a terminal.

use serde_json::{Value as Json, json};

use super::places::{Outline, is_wall, named_rows};
use super::uncoloured::uncoloured;
use super::{Broken, Squares};

/// Reads a whole or partial solution, as the JSON that puzzles with such squares read.
///
/// A typed board has a line for each row and `.` for an open square; numbers of one digit need no
/// spaces between them. A drawn board has walls, possibly in ASCII, and may have the names of rows
/// and columns; anything below it is ignored.
///
/// # Errors
///
/// Returns an error if the puzzle draws no squares, or the walls are not those of a board with such squares.
pub fn typed(text: &str, squares: Option<Squares>) -> Result<Json, Broken> {
    let text = uncoloured(text);
    let Some(squares) = squares else {
        let found = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("nothing");
        return Err(Broken(format!(
            "expected JSON, as `solve --json` prints it, found `{found}`: models, boards of hexagons, and boards whose \
             drawing does not show each value by itself, are not read as drawings"
        )));
    };
    if let Squares::Board { rows, columns } = squares {
        let lines: Vec<&str> = text.lines().collect();
        if let Some(outline) = Outline::find(&lines, rows, columns) {
            return Ok(json!({ "drawing": outline.board(&lines) }));
        }
    }
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    if lines().any(|line| line.contains(is_wall)) {
        return drawn(text.lines().collect(), squares);
    }
    if let Squares::Letters = squares {
        let dice: Vec<String> = lines().map(|line| line.split_whitespace().collect()).collect();
        return Ok(json!({ "dice": dice }));
    }
    let board: Vec<Vec<Json>> = lines().map(|line| typed_row(line.trim())).collect();
    Ok(json!({ "board": board }))
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

/// The squares of a drawing. Every other line is a line of walls, including the first and the
/// last.
fn drawn(lines: Vec<&str>, squares: Squares) -> Result<Json, Broken> {
    let is_walled = |line: &&str| line.trim_start().starts_with(is_wall);
    let rows = match named_rows(&lines) {
        Some(rows) => rows,
        None => {
            let board = lines.into_iter().skip_while(|line| !is_walled(line));
            let is_row = |line: &&str| match squares {
                Squares::Letters => line.contains(is_wall),
                _ => is_walled(line),
            };
            board.skip(1).step_by(2).take_while(is_row).collect()
        }
    };
    let board: Vec<Vec<Json>> = match squares {
        Squares::Board { rows, columns } => {
            let expected = format!("expected a drawn board of {rows} × {columns} cells");
            return Err(Broken(format!("{expected}, with all corners of cells")));
        }
        Squares::Letters => {
            let dice: Vec<String> = rows.into_iter().map(letters).collect();
            return Ok(json!({ "dice": dice }));
        }
        Squares::Numbers { columns, longest } => {
            let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
            let number =
                |cell: &String| entry(cell.split_whitespace().filter(|w| is_number(w)), longest);
            cells(rows, columns)?.iter().map(|row| row.iter().map(number).collect()).collect()
        }
        Squares::Words { columns, longest } => {
            let word = |cell: &String| entry(cell.split_whitespace(), longest);
            cells(rows, columns)?.iter().map(|row| row.iter().map(word).collect()).collect()
        }
    };
    Ok(json!({ "board": board }))
}

/// The value of a square with this text; several values leave it open.
fn entry<'t>(mut words: impl Iterator<Item = &'t str>, longest: usize) -> Json {
    match (words.next(), words.next()) {
        (Some(word), None) if word.chars().count() <= longest => typed_cell(word),
        _ => Json::Null,
    }
}

/// The letters between the walls.
fn letters(line: &str) -> String {
    let cells = line.split(is_wall).skip(1).map(str::trim);
    cells.filter(|cell| !matches!(*cell, "·" | ".")).collect()
}

/// The texts of the squares, which are equally wide.
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
