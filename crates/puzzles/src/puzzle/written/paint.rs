//! The board on a terminal.

use super::Written;
use cnfetti_core::csp::{Value, VarId};
use cnfetti_kinds::{Entry, On, Place};

/// The board, with what is known of it.
pub(super) fn paint(puzzle: &Written, value: impl Fn(VarId) -> Option<Value>) -> String {
    let board = puzzle.data.board;
    let (height, width) = (2 * usize::from(board.rows) + 1, 4 * usize::from(board.columns) + 1);
    let mut canvas = vec![vec![' '; width]; height];
    for row in (0..height).step_by(2) {
        for column in (0..width).step_by(4) {
            canvas[row][column] = '·';
        }
    }
    for cell in board.cells() {
        let text = cell_text(puzzle, cell, &value);
        let Place::Cell(row, column) = cell else { continue };
        let (row, column) = (2 * usize::from(row) + 1, 4 * usize::from(column) + 1);
        let start = column + usize::from(text.chars().count() < 3);
        for (at, c) in text.chars().take(3).enumerate() {
            canvas[row][start + at] = c;
        }
    }
    walls(puzzle, &mut canvas);
    for (at, unknown) in puzzle.kind.unknowns.iter().enumerate() {
        if matches!(unknown.on, On::Links | On::Sides) {
            for side in puzzle.data.places(unknown.on) {
                let known = puzzle.variable(at, side).and_then(&value);
                draw_line(&mut canvas, side, known, unknown.on == On::Links);
            }
        }
    }
    let lines = canvas.into_iter().map(|line| line.into_iter().collect::<String>());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn cell_text(puzzle: &Written, cell: Place, value: &impl Fn(VarId) -> Option<Value>) -> String {
    for (at, unknown) in puzzle.kind.unknowns.iter().enumerate() {
        if unknown.on == On::Cells
            && let Some(value) = puzzle.variable(at, cell).and_then(value)
        {
            if !puzzle.is_truth(at) {
                return value.to_string();
            }
            if value != 0 {
                return "#".to_owned();
            }
        }
    }
    let clue = puzzle.data.layers.iter().find_map(|layer| layer.at.get(&cell));
    match clue {
        None => String::new(),
        Some(Entry::Open) => "?".to_owned(),
        Some(Entry::Flag) => "x".to_owned(),
        Some(Entry::Number(number)) => number.to_string(),
        Some(Entry::Word(word)) => puzzle.kind.words[*word as usize].chars().take(1).collect(),
        Some(Entry::Direction(direction)) => direction.arrow().to_string(),
        Some(Entry::Numbers(numbers)) => {
            numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
        }
    }
}

/// Lines between the areas of a layer.
fn walls(puzzle: &Written, canvas: &mut [Vec<char>]) {
    for entries in puzzle.data.layers.iter().filter(|entries| !entries.groups.is_empty()) {
        let group = |cell: &Place| entries.groups.iter().position(|group| group.contains(cell));
        for side in puzzle.data.board.sides() {
            let beside = puzzle.data.board.beside(side);
            let groups: Vec<Option<usize>> = beside.iter().map(group).collect();
            if groups.len() == 1 || groups.first() != groups.last() {
                draw_line(canvas, side, Some(1), false);
            }
        }
    }
}

fn draw_line(canvas: &mut [Vec<char>], side: Place, known: Option<Value>, across: bool) {
    let (line, cross) = (known == Some(1), known == Some(0));
    match side {
        Place::Above(row, column) => {
            let (row, column) = (2 * usize::from(row), 4 * usize::from(column));
            match (line, across) {
                (true, true) => canvas[row][column + 2] = '│',
                (true, false) => canvas[row][column + 1..column + 4].fill('─'),
                _ if cross && !across => canvas[row][column + 2] = '×',
                _ => {}
            }
        }
        Place::Left(row, column) => {
            let (row, column) = (2 * usize::from(row) + 1, 4 * usize::from(column));
            match (line, across) {
                (true, true) => canvas[row][column - 1..column + 2].fill('─'),
                (true, false) => canvas[row][column] = '│',
                _ if cross && !across => canvas[row][column] = '×',
                _ => {}
            }
        }
        _ => {}
    }
}
