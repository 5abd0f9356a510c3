//! The picture of a comparison: size against time, and for several puzzles how many were done
//! in which time. Families differ by shape, so that it can be read in grey.

mod axis;
mod cactus;
mod chart;
mod data;
mod scatter;

use cnfetti::picture::{Area, Frame, Picture, write_svg};

use super::Comparison;
use data::{Line, Mark, lines, marks, solvers};

/// How wide and how high a panel is, in pixels.
const PANEL: (f64, f64) = (1200.0, 800.0);

/// The picture as SVG: a row of panels for each solver, all with the same axes.
pub(super) fn draw(comparisons: &[Comparison]) -> String {
    let shown: Vec<Shown<'_>> = solvers(comparisons)
        .into_iter()
        .map(|solver| Shown {
            title: title(comparisons, solver),
            marks: marks(comparisons, solver),
            lines: lines(comparisons, solver),
        })
        .collect();
    let mut picture = Picture::default();
    for row in 0..shown.len() {
        let (width, height) = PANEL;
        let panel = |column: f64| Area { x: column * width, y: row as f64 * height, width, height };
        scatter::draw(&mut picture, panel(0.0), &shown, row);
        if comparisons.len() > 1 {
            cactus::draw(&mut picture, panel(1.0), &shown, row, comparisons.len());
        }
    }
    write_svg(&picture, "What each encoding costs", &Frame::Chart)
}

/// What the panels of a solver show.
struct Shown<'a> {
    title: String,
    marks: Vec<Mark<'a>>,
    lines: Vec<Line<'a>>,
}

/// The puzzle or their number, and which solver where there are several.
fn title(comparisons: &[Comparison], solver: &str) -> String {
    let puzzles = match comparisons {
        [only] => only.file.clone(),
        _ => format!("{} puzzles, added up", comparisons.len()),
    };
    match comparisons.iter().any(Comparison::has_several_solvers) {
        true => format!("{puzzles}: {solver}"),
        false => puzzles,
    }
}
