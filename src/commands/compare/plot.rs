//! The picture of a comparison: size against time, and, for several puzzles, how many are done in
//! which time. Families have different shapes, so the picture also works in grey.

use std::ops::Range;
use std::time::Duration;

use cnfetti::compare::Row;
use cnfetti::picture::{Align, Area, Frame, Ink, Picture, Point, Shape, text_width, write_svg};
use itertools::Itertools;

use super::Comparison;
use crate::commands::answers::numbers::in_groups;

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
        draw_scatter(&mut picture, panel(0.0), &shown, row);
        if comparisons.len() > 1 {
            draw_cactus(&mut picture, panel(1.0), &shown, row, comparisons.len());
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

/// The families, each with its own shape and colour.
const FAMILIES: [&str; 5] = ["auto", "domain", "at_most_one", "cardinality", "linear"];

/// An encoding, with its figures summed over the puzzles.
struct Mark<'a> {
    family: usize,
    name: &'a str,
    clauses: f64,
    milliseconds: f64,
}

/// The times of an encoding over the puzzles.
struct Line<'a> {
    family: usize,
    name: &'a str,
    /// In increasing order, without the puzzles that a limit stopped.
    milliseconds: Vec<f64>,
    is_best: bool,
}

impl Line<'_> {
    fn label(&self) -> String {
        if self.family == 0 {
            self.name.to_owned()
        } else {
            format!("{} {}", FAMILIES[self.family], self.name)
        }
    }

    /// Each time, with the number of puzzles that took at most this long.
    fn corners(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.milliseconds.iter().copied().zip((1_u32..).map(f64::from))
    }

    fn steps(&self, start: f64) -> Vec<(f64, f64)> {
        let mut steps = vec![(start, 0.0)];
        for (time, number) in self.corners() {
            steps.extend([(time, number - 1.0), (time, number)]);
        }
        steps
    }
}

/// The solvers, in the order of the rows.
fn solvers(comparisons: &[Comparison]) -> Vec<&str> {
    let rows = comparisons.iter().flat_map(|comparison| &comparison.rows);
    rows.map(|row| row.solver.as_str()).unique().collect()
}

/// The row of each encoding in each puzzle, with this solver. For a puzzle without constraints of
/// the encoding's family, that is the row of `auto`, which has the same formula.
fn results<'a>(comparisons: &'a [Comparison], solver: &str) -> Vec<(usize, &'a str, Vec<&'a Row>)> {
    let is_shown = |row: &&Row| row.solver == solver;
    let all = comparisons.iter().flat_map(|comparison| &comparison.rows);
    let all = all.filter(is_shown).map(family_and_name);
    let find = |comparison: &'a Comparison, wanted| {
        let rows = comparison.rows.iter();
        rows.filter(is_shown).find(|row| family_and_name(row) == wanted)
    };
    all.unique()
        .map(|(family, name)| {
            let rows = comparisons.iter().filter_map(|comparison| {
                find(comparison, (family, name)).or_else(|| find(comparison, (0, "auto")))
            });
            (family, name, rows.collect())
        })
        .collect()
}

fn lines<'a>(comparisons: &'a [Comparison], solver: &str) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = results(comparisons, solver)
        .into_iter()
        .map(|(family, name, rows)| {
            let times = rows.iter().filter_map(|row| row.time.map(milliseconds));
            Line { family, name, milliseconds: times.collect(), is_best: false }
        })
        .collect();
    for line in &mut lines {
        line.milliseconds.sort_by(f64::total_cmp);
    }
    for family in 0..FAMILIES.len() {
        let rank = |line: &Line<'_>| {
            let total: f64 = line.milliseconds.iter().sum();
            (std::cmp::Reverse(line.milliseconds.len()), total)
        };
        let members = lines.iter_mut().filter(|line| line.family == family);
        let best = members.min_by(|a, b| {
            let ((more, total), (other_more, other_total)) = (rank(a), rank(b));
            more.cmp(&other_more).then(total.total_cmp(&other_total))
        });
        if let Some(best) = best {
            best.is_best = true;
        }
    }
    lines
}

/// A mark for each encoding that finished every puzzle.
fn marks<'a>(comparisons: &'a [Comparison], solver: &str) -> Vec<Mark<'a>> {
    let results = results(comparisons, solver).into_iter();
    results
        .filter_map(|(family, name, rows)| {
            let mut mark = Mark { family, name, clauses: 0.0, milliseconds: 0.0 };
            for row in &rows {
                mark.clauses += row.formula.size?.clauses.max(1) as f64;
                mark.milliseconds += milliseconds(row.time?);
            }
            (rows.len() == comparisons.len()).then_some(mark)
        })
        .collect()
}

fn family_and_name(row: &Row) -> (usize, &str) {
    let label = row.formula.candidate.label.as_str();
    match label.split_once(' ') {
        Some((family, name)) => match FAMILIES.iter().position(|known| *known == family) {
            Some(family) => (family, name),
            None => (0, label),
        },
        None => (0, label),
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).max(1e-3)
}

/// Draws the marks of one of the solvers. For several puzzles, clauses and times are sums.
fn draw_scatter(picture: &mut Picture, panel: Area, shown: &[Shown<'_>], number: usize) {
    let Shown { title, marks, .. } = &shown[number];
    let all = || shown.iter().flat_map(|shown| &shown.marks);
    let clauses = Axis::logarithmic("clauses", all().map(|mark| mark.clauses));
    let times = Axis::logarithmic("time in ms", all().map(|mark| mark.milliseconds));
    let chart = Chart::draw(picture, panel, title, clauses, times);
    let places: Vec<Point> =
        marks.iter().map(|mark| chart.at(mark.clauses, mark.milliseconds)).collect();
    let mut taken: Vec<Area> = places.iter().map(|&(x, y)| around((x, y), 10.0)).collect();
    for (mark, &place) in marks.iter().zip(&places) {
        let label = free_place(mark.name, place, chart.inside, &mut taken);
        let beginning = (label.x, label.middle().1);
        line(picture, place, beginning, 1.0, ink(mark.family));
        sign(picture, mark.family, place);
        write(picture, beginning, Align::Start, TEXT, mark.name);
    }
    let families = FAMILIES.into_iter().enumerate();
    let used = families.filter(|(family, _)| marks.iter().any(|mark| mark.family == *family));
    legend(picture, (chart.inside.x + 1.5 * TEXT, chart.inside.y + TEXT), used);
}

/// Finds a place for the name of a mark, as near to it as other marks and names allow.
fn free_place(name: &str, (x, y): Point, bounds: Area, taken: &mut Vec<Area>) -> Area {
    let label = |(right, down): Point| Area {
        x: x + right,
        y: y + down,
        width: text_width(name, TEXT),
        height: TEXT,
    };
    let distance = |(right, down): &Point| right.powi(2) + 4.0 * (down + TEXT / 2.0).powi(2);
    let mut shifts: Vec<Point> = Vec::new();
    for row in -40..40 {
        let down = f64::from(row) * TEXT / 2.0;
        shifts.extend([14.0, 40.0, 80.0, 130.0, 190.0].map(|right| (right, down)));
    }
    shifts.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    let is_free =
        |area: &Area| contains(bounds, *area) && !taken.iter().any(|&other| overlap(*area, other));
    let place = shifts.into_iter().map(label).find(is_free);
    let place = place.unwrap_or_else(|| label((14.0, -TEXT / 2.0)));
    taken.push(place);
    place
}

fn around((x, y): Point, distance: f64) -> Area {
    Area::square(x - distance, y - distance, 2.0 * distance)
}

fn overlap(a: Area, b: Area) -> bool {
    let meet = |a: (f64, f64), b: (f64, f64)| a.0 < b.0 + b.1 && b.0 < a.0 + a.1;
    meet((a.x, a.width), (b.x, b.width)) && meet((a.y, a.height), (b.y, b.height))
}

fn contains(outer: Area, inner: Area) -> bool {
    let within = |outer: (f64, f64), inner: (f64, f64)| {
        outer.0 <= inner.0 && inner.0 + inner.1 <= outer.0 + outer.1
    };
    within((outer.x, outer.width), (inner.x, inner.width))
        && within((outer.y, outer.height), (inner.y, inner.height))
}

/// Draws the lines of one of the solvers. Names `auto` and the best of each family, and draws the
/// others thin.
fn draw_cactus(
    picture: &mut Picture,
    panel: Area,
    shown: &[Shown<'_>],
    number: usize,
    puzzles: usize,
) {
    let all = || shown.iter().flat_map(|shown| &shown.lines);
    let times =
        Axis::logarithmic("time in ms", all().flat_map(|line| line.milliseconds.iter().copied()));
    let start = times.range.start;
    let title = "puzzles done in this time each";
    let chart = Chart::draw(picture, panel, title, times, Axis::whole("puzzles done", puzzles));
    let lines = &shown[number].lines;
    for line in lines {
        let (width, ink) = match (line.family, line.is_best) {
            (0, _) => (4.0, ink(0)),
            (family, true) => (3.0, ink(family)),
            (_, false) => (1.0, Ink::Faint),
        };
        let place = |(time, number)| chart.at(time, number);
        let points: Vec<Point> = line.steps(start).into_iter().map(place).collect();
        picture.shapes.push(Shape::Path { points, is_closed: false, width, ink, is_dashed: false });
        if line.is_best {
            line.corners().for_each(|corner| sign(picture, line.family, place(corner)));
        }
    }
    let named: Vec<(usize, String)> =
        lines.iter().filter(|line| line.is_best).map(|line| (line.family, line.label())).collect();
    let corner = (chart.inside.x + chart.inside.width, chart.inside.y + chart.inside.height);
    let at = (corner.0 - 16.0 * TEXT, corner.1 - (named.len() as f64 * 1.4 + 1.0) * TEXT);
    legend(picture, at, named.iter().map(|(family, name)| (*family, &**name)));
}

/// The height of a line of text, in pixels.
const TEXT: f64 = 18.0;

const TITLE: f64 = 26.0;
const LEFT: f64 = 100.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 90.0;
const BOTTOM: f64 = 70.0;

/// A panel that maps values to positions.
struct Chart {
    /// The area between the axes.
    inside: Area,
    x: Axis,
    y: Axis,
}

impl Chart {
    /// Draws the title, the axes and the grid.
    fn draw(picture: &mut Picture, panel: Area, title: &str, x: Axis, y: Axis) -> Chart {
        let inside = Area {
            x: panel.x + LEFT,
            y: panel.y + TOP,
            width: panel.width - LEFT - RIGHT,
            height: panel.height - TOP - BOTTOM,
        };
        let chart = Chart { inside, x, y };
        picture.room(panel);
        let (left, right) = (inside.x, inside.x + inside.width);
        let (top, bottom) = (inside.y, inside.y + inside.height);
        let middle = inside.middle().0;
        write(picture, (middle, panel.y + TITLE), Align::Middle, TITLE, title);
        write(picture, (left, top - TEXT), Align::Start, TEXT, chart.y.name);
        write(picture, (middle, bottom + 2.6 * TEXT), Align::Middle, TEXT, chart.x.name);
        for &tick in &chart.x.ticks {
            let x = chart.across(tick);
            line(picture, (x, top), (x, bottom), 1.0, Ink::Cell);
            write(picture, (x, bottom + TEXT), Align::Middle, TEXT, &written(tick));
        }
        for &tick in &chart.y.ticks {
            let y = chart.down(tick);
            line(picture, (left, y), (right, y), 1.0, Ink::Cell);
            write(picture, (left - 8.0, y), Align::End, TEXT, &written(tick));
        }
        line(picture, (left, bottom), (right, bottom), 1.5, Ink::Faint);
        line(picture, (left, top), (left, bottom), 1.5, Ink::Faint);
        chart
    }

    /// The position of a pair of values.
    fn at(&self, x: f64, y: f64) -> Point {
        (self.across(x), self.down(y))
    }

    fn across(&self, x: f64) -> f64 {
        self.inside.x + self.x.share(x) * self.inside.width
    }

    fn down(&self, y: f64) -> f64 {
        self.inside.y + (1.0 - self.y.share(y)) * self.inside.height
    }
}

/// Writes a line of text; `at` is at the middle of its height.
fn write(picture: &mut Picture, at: Point, align: Align, size: f64, text: &str) {
    let (bold, ink, text) = (false, Ink::Text, text.to_owned());
    picture.shapes.push(Shape::Text { at, align, size, bold, ink, text });
}

fn line(picture: &mut Picture, from: Point, to: Point, width: f64, ink: Ink) {
    picture.shapes.push(Shape::Line { from, to, width, ink });
}

/// Draws a line with a mark for each family or encoding; `at` is the upper left corner.
fn legend<'a>(picture: &mut Picture, at: Point, rows: impl IntoIterator<Item = (usize, &'a str)>) {
    for ((family, text), row) in rows.into_iter().zip(0_u8..) {
        let y = at.1 + f64::from(row) * 1.4 * TEXT;
        sign(picture, family, (at.0, y));
        write(picture, (at.0 + TEXT, y), Align::Start, TEXT, text);
    }
}

/// The colour of a family.
fn ink(family: usize) -> Ink {
    Ink::Series(family)
}

/// Draws the mark of a family: a disc, a square, a triangle, a diamond, a cross.
fn sign(picture: &mut Picture, family: usize, (x, y): Point) {
    let outline = SIGNS[family].iter().map(|(right, down)| (x + right, y + down));
    picture.shapes.push(Shape::Polygon { corners: outline.collect(), fill: ink(family) });
}

/// For each family, the corners of its mark, relative to the mark's centre.
const SIGNS: [&[Point]; FAMILIES.len()] = [
    &[
        (9.0, 0.0),
        (6.0, 6.0),
        (0.0, 9.0),
        (-6.0, 6.0),
        (-9.0, 0.0),
        (-6.0, -6.0),
        (0.0, -9.0),
        (6.0, -6.0),
    ],
    &[(7.0, 7.0), (-7.0, 7.0), (-7.0, -7.0), (7.0, -7.0)],
    &[(0.0, -9.0), (9.0, 7.0), (-9.0, 7.0)],
    &[(0.0, -10.0), (7.0, 0.0), (0.0, 10.0), (-7.0, 0.0)],
    &[
        (3.0, 3.0),
        (9.0, 3.0),
        (9.0, -3.0),
        (3.0, -3.0),
        (3.0, -9.0),
        (-3.0, -9.0),
        (-3.0, -3.0),
        (-9.0, -3.0),
        (-9.0, 3.0),
        (-3.0, 3.0),
        (-3.0, 9.0),
        (3.0, 9.0),
    ],
];

/// The factor by which an axis exceeds the outermost marks.
const ROOM: f64 = 1.6;

/// With more decades than this, only the powers of ten get a tick.
const FEW_DECADES: f64 = 3.0;

/// The largest number of ticks on an axis of whole numbers.
const MOST_TICKS: usize = 12;

/// One of the two axes of a chart.
struct Axis {
    name: &'static str,
    range: Range<f64>,
    /// In increasing order, within the range.
    ticks: Vec<f64>,
    is_logarithmic: bool,
}

impl Axis {
    /// A logarithmic axis that contains all of these positive numbers.
    fn logarithmic(name: &'static str, numbers: impl Iterator<Item = f64> + Clone) -> Axis {
        let range = range(numbers);
        Axis { name, ticks: ticks(&range), range, is_logarithmic: true }
    }

    /// A linear axis from 0 to this number.
    fn whole(name: &'static str, largest: usize) -> Axis {
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|step| step * 10_usize.pow(power)));
        let step = steps.into_iter().find(|step| largest / step < MOST_TICKS).unwrap_or(largest);
        let ticks = (0..=largest).step_by(step).map(|number| number as f64).collect();
        Axis { name, range: 0.0..largest as f64 + 1.0, ticks, is_logarithmic: false }
    }

    /// The position of a number: 0 at the start of the axis, 1 at its end.
    fn share(&self, number: f64) -> f64 {
        let scaled = |number: f64| if self.is_logarithmic { number.log10() } else { number };
        let (start, end) = (scaled(self.range.start), scaled(self.range.end));
        (scaled(number) - start) / (end - start)
    }
}

/// The range from below the smallest number to above the largest.
fn range(numbers: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let low = numbers.clone().fold(f64::INFINITY, f64::min);
    let high = numbers.fold(0.0, f64::max);
    if low > high { 1.0..10.0 } else { low / ROOM..high * ROOM }
}

/// The round numbers in the range: 1, 2 and 5 times the powers of ten, or only these powers.
fn ticks(range: &Range<f64>) -> Vec<f64> {
    let steps: &[f64] = match (range.end / range.start).log10() {
        decades if decades > FEW_DECADES => &[1.0],
        _ => &[1.0, 2.0, 5.0],
    };
    let powers = range.start.log10().floor() as i32..=range.end.log10().ceil() as i32;
    let numbers = powers.flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
    numbers.filter(|number| range.contains(number)).collect()
}

/// Formats a round number for reading.
fn written(number: f64) -> String {
    match number {
        0.0 => "0".to_owned(),
        _ if !(1e-3..1e9).contains(&number) => format!("{number:.0e}"),
        _ if number < 1.0 => format!("{number:.4}").trim_end_matches('0').to_owned(),
        _ => in_groups(number.round() as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cover_neither_marks_nor_names() {
        let bounds = Area { x: 0.0, y: 0.0, width: 1000.0, height: 600.0 };
        let marks = [(100.0, 100.0), (110.0, 104.0), (112.0, 98.0), (900.0, 590.0)];
        let mut taken: Vec<Area> = marks.iter().map(|&at| around(at, 10.0)).collect();
        for mark in marks {
            let before = taken.clone();
            let place = free_place("sequential", mark, bounds, &mut taken);
            assert!(contains(bounds, place) || mark.0 == 900.0, "{place:?}");
            assert!(mark.0 == 900.0 || before.iter().all(|&other| !overlap(place, other)));
        }
    }

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(ticks(&(3.0..60.0)), [5.0, 10.0, 20.0, 50.0]);
        assert_eq!(ticks(&(0.5..9e4)), [1.0, 10.0, 100.0, 1e3, 1e4]);
        assert_eq!(range([4.0, 2.0].into_iter()), 1.25..6.4);
        assert_eq!(range(std::iter::empty()), 1.0..10.0);
    }

    #[test]
    fn values_are_where_the_scale_says() {
        let time = Axis::logarithmic("time", [1.6, 1000.0 / 1.6].into_iter());
        assert_eq!([1.0, 10.0, 1000.0].map(|ms| (time.share(ms) * 3.0).round()), [0.0, 1.0, 3.0]);
        let puzzles = Axis::whole("puzzles", 3);
        assert_eq!(puzzles.ticks, [0.0, 1.0, 2.0, 3.0]);
        assert_eq!([0.0, 1.0, 4.0].map(|number| puzzles.share(number)), [0.0, 0.25, 1.0]);
        assert_eq!(Axis::whole("puzzles", 123).ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0]);
    }

    #[test]
    fn numbers_are_written_for_people() {
        let written: Vec<String> =
            [0.02, 0.5, 1.0, 50.0, 1e3, 2e5, 5e6].into_iter().map(written).collect();
        assert_eq!(written, ["0.02", "0.5", "1", "50", "1,000", "200,000", "5,000,000"]);
    }
}
