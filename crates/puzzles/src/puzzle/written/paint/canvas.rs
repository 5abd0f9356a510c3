//! A rectangle of characters with colours.

use crate::puzzle::walls::shaded;

/// A character, whether it is bold, and the shade behind it.
#[derive(Clone, Copy)]
struct Spot {
    c: char,
    bold: bool,
    shade: Option<usize>,
}

pub(super) struct Canvas {
    lines: Vec<Vec<Spot>>,
}

impl Canvas {
    pub(super) fn new(height: usize, width: usize) -> Canvas {
        let blank = Spot { c: ' ', bold: false, shade: None };
        Canvas { lines: vec![vec![blank; width]; height] }
    }

    pub(super) fn set(&mut self, (row, column): (usize, usize), c: char) {
        if let Some(spot) = self.spot((row, column)) {
            spot.c = c;
        }
    }

    /// Writes a text; cuts it off at the right end.
    pub(super) fn write(&mut self, (row, column): (usize, usize), text: &str, bold: bool) {
        for (at, c) in text.chars().enumerate() {
            if let Some(spot) = self.spot((row, column + at)) {
                (spot.c, spot.bold) = (c, bold && c != ' ');
            }
        }
    }

    pub(super) fn shade(&mut self, (row, column): (usize, usize), shade: usize) {
        if let Some(spot) = self.spot((row, column)) {
            spot.shade = Some(shade);
        }
    }

    fn spot(&mut self, (row, column): (usize, usize)) -> Option<&mut Spot> {
        self.lines.get_mut(row)?.get_mut(column)
    }

    /// All lines, without trailing spaces.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let is_seen = |spot: &Spot| spot.c != ' ' || spot.shade.is_some();
            let end = line.iter().rposition(is_seen).map_or(0, |last| last + 1);
            let alike =
                |one: &Spot, other: &Spot| (one.bold, one.shade) == (other.bold, other.shade);
            for run in line[..end].chunk_by(alike) {
                let text: String = run.iter().map(|spot| spot.c).collect();
                match (run[0].shade, run[0].bold) {
                    (Some(shade), bold) => out.push_str(&shaded(&text, shade, bold)),
                    (None, true) => {
                        let style = anstyle::Style::new().bold();
                        out.push_str(&format!("{style}{text}{style:#}"));
                    }
                    (None, false) => out.push_str(&text),
                }
            }
            out.push('\n');
        }
        out
    }
}
