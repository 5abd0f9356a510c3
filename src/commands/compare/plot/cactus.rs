//! A cactus plot: for each encoding, how many puzzles are done in which time.

use cnfetti::picture::{Area, Ink, Picture, Point, Shape};

use super::Shown;
use super::axis::Axis;
use super::chart::{Chart, TEXT, ink, legend, sign};

/// Draws the lines of one of the solvers. Names `auto` and the best of each family, and draws the
/// others thin.
pub(super) fn draw(
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
