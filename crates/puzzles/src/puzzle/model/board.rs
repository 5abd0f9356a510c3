//! Arrays of models as text: two-dimensional ones as grids, others row by row.

use super::General;
use crate::puzzle::walls::{self, Square};
use cnfetti_core::csp::Value;
use cnfetti_models::Array;

/// A row of cells, and its name.
pub(super) struct Row<'a> {
    pub(super) name: String,
    pub(super) cells: &'a [Option<usize>],
}

/// Draws the arrays, with this text in each cell that belongs to a solution. Ends with a line end
/// unless it is empty.
pub(super) fn draw(general: &General, text: impl Fn(usize) -> Option<String>) -> String {
    let mut out = String::new();
    let rows: Vec<Row<'_>> =
        shown(general).filter(|array| !is_grid(array)).flat_map(rows).collect();
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    for array in shown(general) {
        let cell = |cell: &Option<usize>| cell.and_then(&text);
        if is_grid(array) {
            let columns = array.sizes[1];
            let squares = array.cells.iter().enumerate().filter_map(|(at, one)| {
                let (row, column) = (at / columns, at % columns);
                Some(Square { row, column, group: at, shade: None, text: cell(one)? })
            });
            let squares: Vec<Square> = squares.collect();
            if !squares.is_empty() {
                out.push_str(&format!("{}\n{}", array.id, walls::draw(&squares)));
            }
            continue;
        }
        for row in self::rows(array) {
            let texts: Vec<Option<String>> = row.cells.iter().map(cell).collect();
            if texts.iter().all(Option::is_none) {
                continue;
            }
            let widest = texts.iter().flatten().map(|text| text.chars().count()).max();
            let widest = widest.unwrap_or(0);
            let texts =
                texts.into_iter().map(|text| format!("{:>widest$}", text.unwrap_or_default()));
            let texts: Vec<String> = texts.collect();
            let line = format!("{:width$}  {}", row.name, texts.join(" "));
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}

/// The arrays that the author declared.
pub(super) fn shown(general: &General) -> impl Iterator<Item = &Array> {
    general.model.arrays.iter().filter(|array| !array.introduced)
}

pub(super) fn is_grid(array: &Array) -> bool {
    array.sizes.len() == 2
}

/// The rows of an array along its last dimension; none if the array is empty.
pub(super) fn rows(array: &Array) -> Vec<Row<'_>> {
    let length = array.sizes.last().copied().unwrap_or(1);
    let named = |(at, cells)| Row { name: row_name(array, at), cells };
    array.cells.chunks(length.max(1)).enumerate().map(named).collect()
}

/// `x`, or `x[1][2][]` if there are several rows.
fn row_name(array: &Array, mut at: usize) -> String {
    let outer = array.sizes.len().saturating_sub(1);
    let mut subscripts = Vec::new();
    for (&size, &start) in array.sizes[..outer].iter().zip(&array.starts).rev() {
        subscripts.push(format!("[{}]", start + (at % size) as i64));
        at /= size;
    }
    subscripts.reverse();
    let last = if subscripts.is_empty() { "" } else { "[]" };
    format!("{}{}{last}", array.id, subscripts.concat())
}

/// `1..4,7`
pub(super) fn ranges(values: &[Value]) -> String {
    let mut ranges: Vec<(Value, Value)> = Vec::new();
    for &value in values {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == value => *last = value,
            _ => ranges.push((value, value)),
        }
    }
    let ranges = ranges.iter().map(|&(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first},{last}"),
        _ => format!("{first}..{last}"),
    });
    ranges.collect::<Vec<String>>().join(",")
}
