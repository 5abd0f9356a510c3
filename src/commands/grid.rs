//! Tables as text, CSV and Markdown.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use itertools::Itertools;

use super::Format;

/// Rows of N cells below a header.
pub(crate) struct Grid<const N: usize> {
    pub(crate) header: [&'static str; N],
    /// Which columns are numbers, written to the right.
    pub(crate) numbers: [bool; N],
    pub(crate) rows: Vec<[String; N]>,
}

impl<const N: usize> Grid<N> {
    /// Writes the table; as text when the format is none of those for tables.
    pub(crate) fn write(&self, out: &mut impl Write, format: Format) -> io::Result<()> {
        match format {
            Format::Csv => self.write_csv(out),
            Format::Markdown => self.write_markdown(out),
            Format::Text | Format::Json | Format::Competition => self.write_text(out),
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(self.header);
        table.add_rows(&self.rows);
        for (column, is_number) in table.column_iter_mut().zip(self.numbers) {
            column.set_padding((0, 2));
            if is_number {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    }

    fn write_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        let rules = self.numbers.map(|is_number| if is_number { "--:" } else { "---" });
        writeln!(out, "| {} |", self.header.join(" | "))?;
        writeln!(out, "|{}|", rules.join("|"))?;
        self.rows.iter().try_for_each(|row| writeln!(out, "| {} |", row.join(" | ")))
    }

    fn write_csv(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.header.join(","))?;
        let mut fields = self.rows.iter().map(|row| row.iter().map(|cell| csv_field(cell)));
        fields.try_for_each(|mut row| writeln!(out, "{}", row.join(",")))
    }
}

/// The text as a field of a line of comma-separated values, in quotes where it must be.
pub(crate) fn csv_field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
