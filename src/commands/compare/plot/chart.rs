//! A panel with two axes, its grid, and a legend.

use cnfetti::picture::{Align, Area, Ink, Picture, Point, Shape};

use super::axis::Axis;
use super::data::FAMILIES;

/// The height of a line of text, in pixels.
pub(super) const TEXT: f64 = 18.0;

const TITLE: f64 = 26.0;
const LEFT: f64 = 100.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 90.0;
const BOTTOM: f64 = 70.0;

/// A panel that maps values to positions.
pub(super) struct Chart {
    /// The area between the axes.
    pub(super) inside: Area,
    x: Axis,
    y: Axis,
}

impl Chart {
    /// Draws the title, the axes and the grid.
    pub(super) fn draw(picture: &mut Picture, panel: Area, title: &str, x: Axis, y: Axis) -> Chart {
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
            write(picture, (x, bottom + TEXT), Align::Middle, TEXT, &chart.x.written(tick));
        }
        for &tick in &chart.y.ticks {
            let y = chart.down(tick);
            line(picture, (left, y), (right, y), 1.0, Ink::Cell);
            write(picture, (left - 8.0, y), Align::End, TEXT, &chart.y.written(tick));
        }
        line(picture, (left, bottom), (right, bottom), 1.5, Ink::Faint);
        line(picture, (left, top), (left, bottom), 1.5, Ink::Faint);
        chart
    }

    /// The position of a pair of values.
    pub(super) fn at(&self, x: f64, y: f64) -> Point {
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
pub(super) fn write(picture: &mut Picture, at: Point, align: Align, size: f64, text: &str) {
    let (bold, ink, text) = (false, Ink::Text, text.to_owned());
    picture.shapes.push(Shape::Text { at, align, size, bold, ink, text });
}

pub(super) fn line(picture: &mut Picture, from: Point, to: Point, width: f64, ink: Ink) {
    picture.shapes.push(Shape::Line { from, to, width, ink });
}

/// Draws a line with a mark for each family or encoding; `at` is the upper left corner.
pub(super) fn legend<'a>(
    picture: &mut Picture,
    at: Point,
    rows: impl IntoIterator<Item = (usize, &'a str)>,
) {
    for ((family, text), row) in rows.into_iter().zip(0_u8..) {
        let y = at.1 + f64::from(row) * 1.4 * TEXT;
        sign(picture, family, (at.0, y));
        write(picture, (at.0 + TEXT, y), Align::Start, TEXT, text);
    }
}

/// The colour of a family.
pub(super) fn ink(family: usize) -> Ink {
    Ink::Series(family)
}

/// Draws the mark of a family: a disc, a square, a triangle, a diamond, a cross.
pub(super) fn sign(picture: &mut Picture, family: usize, (x, y): Point) {
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
