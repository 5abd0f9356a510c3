//! The picture of a comparison: size against time, and for several puzzles how many were done
//! in which time. Families differ by shape, so that it can be read in grey.

mod axis;
mod data;

use anyhow::Context as _;
use cnfetti::output::PLOT_BEGINNING;
use itertools::Itertools;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::Comparison;
use axis::{range, ticks, written};
use data::{FAMILIES, Line, Mark, lines, marks, solvers};

const SIZE: (u32, u32) = (1200, 800);
const TEXT: u32 = 18;
const GRID: RGBColor = RGBColor(215, 215, 215);

/// Dark to light, and different also in grey.
const COLOURS: [RGBColor; 5] = [
    RGBColor(20, 20, 20),
    RGBColor(0, 90, 160),
    RGBColor(200, 80, 0),
    RGBColor(0, 130, 90),
    RGBColor(150, 90, 160),
];

/// The picture as SVG: a row of panels for each solver, all with the same axes.
pub(super) fn draw(comparisons: &[Comparison]) -> anyhow::Result<String> {
    let shown: Vec<Shown<'_>> = solvers(comparisons)
        .into_iter()
        .map(|solver| Shown {
            title: title(comparisons, solver),
            marks: marks(comparisons, solver),
            lines: lines(comparisons, solver),
        })
        .collect();
    let mut picture = String::new();
    {
        let columns = if comparisons.len() > 1 { 2 } else { 1 };
        let rows = shown.len().max(1);
        let size = (SIZE.0 * columns as u32, SIZE.1 * rows as u32);
        let area = SVGBackend::with_string(&mut picture, size).into_drawing_area();
        area.fill(&WHITE)?;
        let panels = area.split_evenly((rows, columns));
        for (number, panels) in (0..shown.len()).zip(panels.chunks(columns)) {
            scatter(&panels[0], &shown, number)?;
            if let Some(panel) = panels.get(1) {
                cactus(panel, &shown, number, comparisons.len())?;
            }
        }
        area.present().context("the picture could not be drawn")?;
    }
    Ok(picture.replacen("<svg ", PLOT_BEGINNING, 1))
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

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Clauses against time, both logarithmic; one mark for each row. Over several puzzles both are
/// sums.
fn scatter(area: &Area<'_>, shown: &[Shown<'_>], number: usize) -> anyhow::Result<()> {
    let Shown { title, marks, .. } = &shown[number];
    let all = || shown.iter().flat_map(|shown| &shown.marks);
    let clauses = range(all().map(|mark| mark.clauses));
    let times = range(all().map(|mark| mark.milliseconds));
    let (x_ticks, y_ticks) = (ticks(&clauses), ticks(&times));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 26))
        .margin(24)
        .x_label_area_size(60)
        .y_label_area_size(90)
        .build_cartesian_2d(
            clauses.log_scale().with_key_points(x_ticks),
            times.log_scale().with_key_points(y_ticks),
        )?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .label_style(("sans-serif", TEXT))
        .axis_desc_style(("sans-serif", TEXT + 2))
        .x_desc("clauses")
        .y_desc("time in ms")
        .x_label_formatter(&|number| written(*number))
        .y_label_formatter(&|number| written(*number))
        .draw()?;
    let place = |mark: &Mark<'_>| (mark.clauses, mark.milliseconds);
    let bounds = Box2::new(area.get_pixel_range());
    let mut taken: Vec<Box2> =
        marks.iter().map(|mark| Box2::around(chart.backend_coord(&place(mark)), 10, 10)).collect();
    for (family, name) in FAMILIES.iter().enumerate() {
        let members: Vec<&Mark<'_>> = marks.iter().filter(|mark| mark.family == family).collect();
        if members.is_empty() {
            continue;
        }
        let mut points = Vec::new();
        for mark in members {
            let shift =
                free_place(mark.name, chart.backend_coord(&place(mark)), bounds, &mut taken);
            let font = ("sans-serif", TEXT).into_font().color(&COLOURS[family]);
            let text = Text::new(mark.name.to_owned(), shift, font);
            let middle = (shift.0.max(0), shift.1 + TEXT as i32 / 2);
            let pointer = PathElement::new(vec![(0, 0), middle], COLOURS[family].mix(0.4));
            points.push(EmptyElement::at(place(mark)) + pointer + shape(family, (0, 0)) + text);
        }
        chart.draw_series(points)?.label(*name).legend(move |at| shape(family, at));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font(("sans-serif", TEXT))
        .background_style(WHITE.mix(0.8))
        .border_style(GRID)
        .draw()?;
    Ok(())
}

/// A rectangle in pixels.
#[derive(Clone, Copy)]
struct Box2 {
    x: (i32, i32),
    y: (i32, i32),
}

impl Box2 {
    fn new((x, y): (std::ops::Range<i32>, std::ops::Range<i32>)) -> Box2 {
        Box2 { x: (x.start, x.end), y: (y.start, y.end) }
    }

    fn around((x, y): (i32, i32), width: i32, height: i32) -> Box2 {
        Box2 { x: (x - width, x + width), y: (y - height, y + height) }
    }

    fn overlaps(self, other: Box2) -> bool {
        self.x.0 < other.x.1 && other.x.0 < self.x.1 && self.y.0 < other.y.1 && other.y.0 < self.y.1
    }

    fn contains(self, other: Box2) -> bool {
        self.x.0 <= other.x.0
            && other.x.1 <= self.x.1
            && self.y.0 <= other.y.0
            && other.y.1 <= self.y.1
    }
}

/// Where the name of a mark goes, from the mark: as near to it as other marks and names allow.
fn free_place(name: &str, (x, y): (i32, i32), bounds: Box2, taken: &mut Vec<Box2>) -> (i32, i32) {
    let (width, height) = (name.len() as i32 * TEXT as i32 * 11 / 20, TEXT as i32);
    let rows = (0..40).flat_map(|row| [row, -row]).map(|row| row * height / 2 - height / 2);
    let columns = [14, 40, 80, 130, 190];
    let right = rows.flat_map(|dy| columns.map(|dx| (dx, dy)));
    let (dx, dy) = right
        .sorted_by_key(|&(dx, dy)| dx * dx + 4 * (dy + height / 2) * (dy + height / 2))
        .find(|&(dx, dy)| {
            let label = Box2 { x: (x + dx, x + dx + width), y: (y + dy, y + dy + height) };
            bounds.contains(label) && !taken.iter().any(|other| label.overlaps(*other))
        })
        .unwrap_or((14, -height / 2));
    taken.push(Box2 { x: (x + dx, x + dx + width), y: (y + dy, y + dy + height) });
    (dx, dy)
}

/// The mark of a family: a disc, a square, a triangle, a diamond, a cross.
fn shape(family: usize, (x, y): (i32, i32)) -> Polygon<(i32, i32)> {
    let outline: &[(i32, i32)] = match family {
        0 => &[(9, 0), (6, 6), (0, 9), (-6, 6), (-9, 0), (-6, -6), (0, -9), (6, -6)],
        1 => &[(7, 7), (-7, 7), (-7, -7), (7, -7)],
        2 => &[(0, -9), (9, 7), (-9, 7)],
        3 => &[(0, -10), (7, 0), (0, 10), (-7, 0)],
        _ => &[
            (3, 3),
            (9, 3),
            (9, -3),
            (3, -3),
            (3, -9),
            (-3, -9),
            (-3, -3),
            (-9, -3),
            (-9, 3),
            (-3, 3),
            (-3, 9),
            (3, 9),
        ],
    };
    let points: Vec<(i32, i32)> = outline.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
    Polygon::new(points, COLOURS[family].filled())
}

/// For each encoding, how many puzzles were done in which time each. `auto` and the best of each
/// family are named, the others are thin lines.
fn cactus(
    area: &Area<'_>,
    shown: &[Shown<'_>],
    number: usize,
    puzzles: usize,
) -> anyhow::Result<()> {
    let lines = &shown[number].lines;
    let all = || shown.iter().flat_map(|shown| &shown.lines);
    let times = || all().flat_map(|line| line.milliseconds.iter().copied());
    let range = range(times());
    let (x_ticks, start) = (ticks(&range), range.start);
    let mut chart = ChartBuilder::on(area)
        .caption("puzzles done in this time each", ("sans-serif", 26))
        .margin(24)
        .x_label_area_size(60)
        .y_label_area_size(70)
        .build_cartesian_2d(range.log_scale().with_key_points(x_ticks), 0..puzzles as i32 + 1)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .label_style(("sans-serif", TEXT))
        .axis_desc_style(("sans-serif", TEXT + 2))
        .x_desc("time in ms")
        .y_desc("puzzles done")
        .x_label_formatter(&|number| written(*number))
        .draw()?;
    for line in lines {
        let style = match (line.family, line.is_best) {
            (0, _) => COLOURS[0].stroke_width(4),
            (family, true) => COLOURS[family].stroke_width(3),
            (_, false) => RGBColor(190, 190, 190).stroke_width(1),
        };
        let series = chart.draw_series(LineSeries::new(line.steps(start), style))?;
        if line.is_best {
            let (family, end) = (line.family, style);
            series.label(line.label()).legend(move |(x, y)| {
                let stroke = PathElement::new(vec![(x - 14, y), (x + 14, y)], end);
                EmptyElement::at((0, 0)) + stroke + shape(family, (x, y))
            });
            let corners =
                line.corners().map(|(x, y)| EmptyElement::at((x, y)) + shape(family, (0, 0)));
            chart.draw_series(corners)?;
        }
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .legend_area_size(36)
        .label_font(("sans-serif", TEXT))
        .background_style(WHITE.mix(0.8))
        .border_style(GRID)
        .draw()?;
    Ok(())
}
