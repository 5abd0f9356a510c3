//! Writes puzzles of a kind as text, in the form in which they are read.

use std::fmt::Write;

use itertools::Itertools;

use cnfetti_kinds::pieces::written;
use cnfetti_kinds::{Data, Direction, Entries, Entry, Kind, Layer, On, Place};

/// The keys of a puzzle.
pub(super) fn toml(kind: &Kind, data: &Data) -> String {
    let mut text = String::new();
    let board = &data.board;
    let has_block = |(layer, entries): (&Layer, &Entries)| {
        matches!(layer.on, On::Cells | On::Areas { .. })
            && !(entries.at.is_empty() && entries.groups.is_empty())
    };
    if !kind.clues.iter().zip(&data.layers).any(has_block) {
        let _ = writeln!(text, "rows = {}\ncolumns = {}", board.rows, board.columns);
    }
    for (parameter, &value) in kind.parameters.iter().zip(&data.parameters) {
        if parameter.default != Some(value) {
            let value = match parameter.is_truth {
                true => (value != 0).to_string(),
                false => value.to_string(),
            };
            let _ = writeln!(text, "{} = {value}", parameter.name);
        }
    }
    text += &pieces(kind, data).unwrap_or_default();
    for (at, (layer, entries)) in kind.clues.iter().zip(&data.layers).enumerate() {
        if let Some(key) = &layer.typed {
            let layers = kind.typed_together(key);
            if layers[0] == at {
                let _ = writeln!(text, "{key} = {}", together(kind, data, &layers));
            }
            continue;
        }
        if !(entries.at.is_empty() && entries.groups.is_empty()) {
            let value = layer_text(kind, data, layer, entries);
            let _ = writeln!(text, "{} = {value}", layer.name);
        }
    }
    text
}

/// The line for the pieces, unless they are those of the kind.
pub(super) fn pieces(kind: &Kind, data: &Data) -> Option<String> {
    let usual = Data::new(kind, data.board.whole());
    (usual.pieces != data.pieces)
        .then(|| format!("pieces = {}\n", written(&data.pieces, &data.board)))
}

/// The clues of several layers, one word for those of each cell.
fn together(kind: &Kind, data: &Data, layers: &[usize]) -> String {
    let word = |place: &Place| {
        let entries = layers.iter().filter_map(|&at| data.layers[at].at.get(place));
        let word = entries.map(|entry| kind.written(entry)).join("");
        if word.is_empty() { ".".to_owned() } else { word }
    };
    let rows = data.board.whole().rows();
    let words: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(word).collect()).collect();
    let width = words.iter().flatten().map(|word| word.chars().count()).max().unwrap_or(0);
    let line = |row: Vec<String>| row.iter().map(|word| format!("{word:width$}")).join(" ");
    block(words.into_iter().map(|row| line(row).trim_end().to_owned()))
}

fn layer_text(kind: &Kind, data: &Data, layer: &Layer, entries: &Entries) -> String {
    let entry = |place: &Place| match entries.at.get(place) {
        Some(entry) => kind.written(entry),
        None => ".".to_owned(),
    };
    let board = &data.board.whole();
    match layer.on {
        On::Cells => block(board.rows().iter().map(|row| row.iter().map(entry).join(" "))),
        On::Areas { .. } => {
            let name = |place: &Place| {
                let at = entries.groups.iter().position(|group| group.contains(place));
                at.map_or(".".to_owned(), |at| entries.names[at].clone())
            };
            block(board.rows().iter().map(|row| row.iter().map(name).join(" ")))
        }
        On::Outside => {
            let sides = Direction::SIDES.into_iter().filter_map(|(key, side)| {
                let at = board.edges_at(side);
                let any = at.iter().any(|place| entries.at.contains_key(place));
                any.then(|| format!("{key} = \"{}\"", at.iter().map(entry).join(" ")))
            });
            format!("{{ {} }}", sides.collect_vec().join(", "))
        }
        On::Paths => {
            let paths = entries.names.iter().zip(&entries.groups);
            let paths = paths.map(|(name, path)| format!("{name} = \"{}\"", path.iter().join(" ")));
            format!("{{ {} }}", paths.collect_vec().join(", "))
        }
        On::Groups(of) => {
            let numbers = entries.at.iter().filter_map(|(place, entry)| {
                let Place::Group(_, at) = place else { return None };
                let name = data.layers[of].names.get(usize::from(*at))?;
                Some(format!("{name} = \"{}\"", kind.written(entry)))
            });
            format!("{{ {} }}", numbers.collect_vec().join(", "))
        }
        On::Links | On::Sides | On::Corners => drawn(kind, data, layer, entries)
            .unwrap_or_else(|| listed(kind, data, layer.on, entries)),
    }
}

/// A drawing with a character for each cell, side and corner, without the rim for links. `None` if a
/// clue needs more than one character.
fn drawn(kind: &Kind, data: &Data, layer: &Layer, entries: &Entries) -> Option<String> {
    let board = &data.board;
    if !board.is_drawn() {
        return None;
    }
    let (height, width) = (2 * usize::from(board.rows) + 1, 2 * usize::from(board.columns) + 1);
    let mut lines = vec![vec![' '; width]; height];
    let rim = usize::from(layer.on == On::Links);
    // A mark in each corner, or in each cell, so that no line or column of the drawing is blank.
    for line in lines.iter_mut().skip(rim).step_by(2) {
        line.iter_mut().skip(rim).step_by(2).for_each(|mark| *mark = '·');
    }
    for (place, entry) in &entries.at {
        let (row, column) = place.in_drawing();
        lines[row][column] = kind.mark(layer, entry)?;
    }
    let lines = lines[rim..height - rim].iter();
    Some(block(lines.map(|line| line[rim..width - rim].iter().collect::<String>())))
}

/// A list of places with their clues.
fn listed(kind: &Kind, data: &Data, on: On, entries: &Entries) -> String {
    let names = data.board.names(&data.places(on));
    let clue = |(place, entry): (&Place, &Entry)| match entry {
        Entry::Flag => format!("\"{}\"", names[place]),
        entry => format!("\"{}: {}\"", names[place], kind.written(entry)),
    };
    format!("[{}]", entries.at.iter().map(clue).join(", "))
}

fn block(lines: impl Iterator<Item = String>) -> String {
    format!("\"\"\"\n{}\n\"\"\"", lines.collect_vec().join("\n"))
}
