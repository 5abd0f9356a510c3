//! Layers between cells, drawn together with the cells.

use cnfetti_input::{InputError, Text, rows};

use super::{Spans, require_size, tokens};
use crate::board::{Board, Place};
use crate::data::Entries;
use crate::kind::{Kind, Layer, On};

impl Kind {
    /// Reads a drawing with a character for each cell, side and corner. Links are drawn without
    /// the outermost sides, other layers with them. Cells are drawn as any character that is no
    /// clue of the layer.
    pub(super) fn read_drawn(
        &self,
        layer: &Layer,
        at: usize,
        block: &Text<'_>,
        places: Vec<Place>,
        board: &Board,
        spans: &mut Spans,
    ) -> Result<Entries, InputError> {
        // Drawings of links leave out the rim, where there are none.
        let rim = usize::from(layer.on != On::Links);
        let lines: Vec<(usize, &str)> = block_lines(block);
        let height = 2 * usize::from(board.rows) - 1 + 2 * rim;
        require_size(lines.len(), height as u16, "line", &block.span)?;
        // With another width, it would be unclear to which column a character belongs.
        let width = 2 * usize::from(board.columns) - 1 + 2 * rim;
        let longest = lines.iter().map(|(_, line)| line.trim_end().chars().count()).max();
        if longest != Some(width) {
            let expected = format!("lines of up to {width} characters for `{}`", layer.name);
            let found = longest.unwrap_or(0).to_string();
            let error = InputError::expected(block.span.clone(), expected, found);
            return Err(error.help("draw a `.` or `+` where there is nothing"));
        }
        let mut entries = Entries::default();
        for place in places {
            let (row, column) = place.in_drawing();
            let (start, line) = lines[row + rim - 1];
            let Some((at_byte, c)) = line.char_indices().nth(column + rim - 1) else { continue };
            let word = c.to_string();
            if c.is_whitespace() || tokens::is_blank(&word) {
                continue;
            }
            let span = block.place(start + at_byte..start + at_byte + c.len_utf8());
            entries.at.insert(place, self.token(layer, &word, &span)?);
            spans.insert((at, place), span);
        }
        Ok(entries)
    }
}

/// The lines of a drawing without their common indentation.
fn block_lines<'t>(block: &'t Text<'_>) -> Vec<(usize, &'t str)> {
    let lines: Vec<(usize, &str)> = rows(&block.value).collect();
    let indent = lines.iter().map(|(_, line)| line.len() - line.trim_start().len()).min();
    let indent = indent.unwrap_or(0);
    lines.into_iter().map(|(start, line)| (start + indent, &line[indent..])).collect()
}
