//! The picture of a comparison: size against time, and, for several puzzles, how many are done in
//! which time. Families have different shapes, so the picture also works in grey.

mod axis;
mod cactus;
mod chart;
mod data;
mod scatter;

use cnfetti::picture::{Area, Frame, Picture, write_svg};

use super::Comparison;
use data::{Line, Mark, lines, marks, solvers};

/// The width and height of a panel, in pixels.
const PANEL: (f64, f64) = (1200.0, 800.0);

/// Draws the picture as SVG: a row of panels for each solver, all with the same axes.
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

/// The data in the panels of a solver.
struct Shown<'a> {
    title: String,
    marks: Vec<Mark<'a>>,
    lines: Vec<Line<'a>>,
}

/// The puzzle or the number of puzzles, and the solver if there are several.
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
