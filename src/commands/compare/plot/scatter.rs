//! A scatter plot of clauses against time, both logarithmic, with a named mark for each encoding.

use cnfetti::picture::{Align, Area, Picture, Point, text_width};

use super::Shown;
use super::axis::Axis;
use super::chart::{Chart, TEXT, ink, legend, line, sign, write};
use super::data::FAMILIES;

/// Draws the marks of one of the solvers. For several puzzles, clauses and times are sums.
pub(super) fn draw(picture: &mut Picture, panel: Area, shown: &[Shown<'_>], number: usize) {
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
}
