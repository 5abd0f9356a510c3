//! Writes tables as text, CSV and Markdown.

use std::io::{self, Write};
use std::ops::Range;

use comfy_table::{CellAlignment, Table, presets};
use itertools::Itertools;

use crate::commands::{Context, Format};

/// A table whose rows have as many cells as the header.
pub(crate) struct Grid {
    pub(crate) header: Vec<&'static str>,
    /// The columns that are aligned to the right.
    pub(crate) numbers: Range<usize>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Grid {
    /// Writes the table; as text, unless the format is one for tables.
    pub(crate) fn write(&self, context: &mut Context) -> io::Result<()> {
        let (format, out) = (context.format, &mut context.out);
        match format {
            Format::Csv => self.write_csv(out),
            Format::Markdown => self.write_markdown(out),
            Format::Text | Format::Json | Format::Competition => self.write_text(out),
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(self.header.iter().copied());
        table.add_rows(&self.rows);
        for (index, column) in table.column_iter_mut().enumerate() {
            column.set_padding((0, 2));
            if self.numbers.contains(&index) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    }

    fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        let rule = |index| if self.numbers.contains(&index) { "--:" } else { "---" };
        let rules = (0..self.header.len()).map(rule).join("|");
        writeln!(out, "| {} |\n|{rules}|", self.header.join(" | "))?;
        let escaped =
            |row: &Vec<String>| row.iter().map(|cell| cell.replace('|', "\\|")).join(" | ");
        self.rows.iter().try_for_each(|row| writeln!(out, "| {} |", escaped(row)))
    }

    fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.header.join(","))?;
        let fields = |row: &Vec<String>| row.iter().map(|cell| csv_field(cell)).join(",");
        self.rows.iter().try_for_each(|row| writeln!(out, "{}", fields(row)))
    }
}

/// Writes a text as a field of a CSV line, in quotes if needed.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
