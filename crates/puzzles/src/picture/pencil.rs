//! Explanations in pictures: pencil marks, and what a step is about.
//!
//! Nothing depends on colour alone: what a step concludes has a thick frame, what it rests on has a
//! dashed one, values that a pattern consists of are bold, and values that are ruled out are crossed out. The links of
//! a chain are arrows.

use cnfetti_core::csp::{Value, VarId};

use super::{Align, Area, Ink, Picture, Point, Shape};

/// The state of an explanation, and what its last step was about.
#[derive(Clone, Copy)]
pub struct Pencil<'v> {
    /// The possible values of each variable before the step.
    pub before: &'v [Vec<Value>],
    /// The possible values of each variable after the step.
    pub after: &'v [Vec<Value>],
    /// The variables that the step rests on.
    pub reason: &'v [VarId],
    /// The variables about which it concludes something.
    pub conclusions: &'v [VarId],
    /// The variables whose only value has yet to be filled in: they keep their pencil marks.
    pub open: &'v [VarId],
    /// The values that its pattern consists of.
    pub causes: &'v [(VarId, Value)],
    /// The links of its chains.
    pub links: &'v [(VarId, VarId)],
}

/// A pencil mark: a possible value.
pub struct Mark {
    /// The text, as in the picture.
    pub text: String,
    /// Whether the step rules it out.
    pub is_gone: bool,
    /// Whether the pattern of the step consists of it and others.
    pub is_cause: bool,
}

/// The size of pencil marks.
const SIZE: f64 = 12.0;

/// How much of both ends of an arrow is left free.
const FREE: f64 = 11.0;

/// The most marks in a cell; if there are more, only their number is shown.
const MAX_MARKS: usize = 9;

impl Pencil<'_> {
    /// The value of a variable, if only one is left and filled in.
    pub fn decided(&self, variable: VarId) -> Option<Value> {
        if self.open.contains(&variable) {
            return None;
        }
        match self.after.get(variable.index()).map(Vec::as_slice) {
            Some(&[value]) => Some(value),
            _ => None,
        }
    }

    /// The possible values of a variable before the step, with their texts in the picture.
    pub fn marks(&self, variable: VarId, text: impl Fn(Value) -> String) -> Vec<Mark> {
        let values = |rows: &'_ [Vec<Value>]| rows.get(variable.index()).cloned();
        let after = values(self.after).unwrap_or_default();
        let before = values(self.before).unwrap_or_default().into_iter();
        let is_cause = |value| self.causes.contains(&(variable, value));
        let mark = |value| {
            let (is_gone, is_cause) = (!after.contains(&value), is_cause(value));
            Mark { text: text(value), is_gone, is_cause }
        };
        before.map(mark).collect()
    }
}

impl Picture {
    /// Writes pencil marks into a cell; if there are too many, their number.
    pub fn pencil(&mut self, cell: Area, ink: Ink, marks: &[Mark]) {
        if marks.len() > MAX_MARKS {
            let left = marks.iter().filter(|mark| !mark.is_gone).count();
            return self.text_in(cell, SIZE, false, ink, &format!("{left} left"));
        }
        let columns = if marks.len() == 4 { 2 } else { marks.len().clamp(1, 3) };
        let rows = marks.len().div_ceil(columns).max(1);
        let (width, height) = (cell.width / columns as f64, cell.height / rows as f64);
        for (at, mark) in marks.iter().enumerate() {
            let (column, row) = ((at % columns) as f64, (at / columns) as f64);
            let (x, y) = (cell.x + column * width, cell.y + row * height);
            let place = Area { x, y, width, height };
            let ink = match (mark.is_gone, mark.is_cause) {
                (true, _) => Ink::Conclusion,
                (false, true) => Ink::Reason,
                (false, false) => ink,
            };
            self.text_in(place, SIZE, mark.is_cause, ink, &mark.text);
            if mark.is_gone {
                let (x, y) = place.middle();
                let (from, to) = ((x - 5.0, y + 5.0), (x + 5.0, y - 5.0));
                self.shapes.push(Shape::Line { from, to, width: 1.5, ink });
            }
        }
    }

    /// Frames what a step rests on and what it concludes, given the place of each variable.
    pub(crate) fn highlight(&mut self, pencil: &Pencil<'_>, place: impl Fn(VarId) -> Option<Area>) {
        for &variable in pencil.reason.iter().filter(|one| !pencil.conclusions.contains(one)) {
            if let Some(area) = place(variable) {
                self.frame(area.inset(4.0), Ink::Reason, 2.0, true);
            }
        }
        for &variable in pencil.conclusions {
            if let Some(area) = place(variable) {
                self.frame(area.inset(3.0), Ink::Conclusion, 3.5, false);
            }
        }
        for &(from, to) in pencil.links {
            if let (Some(from), Some(to)) = (place(from), place(to)) {
                self.arrow(from.middle(), to.middle());
            }
        }
    }

    /// An arrow that leaves the middle of its ends free.
    fn arrow(&mut self, from: Point, to: Point) {
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let length = across.hypot(down);
        if length < 3.0 * FREE {
            return;
        }
        let (across, down) = (across / length, down / length);
        let at = |point: Point, along: f64, aside: f64| {
            (point.0 + along * across - aside * down, point.1 + along * down + aside * across)
        };
        let (start, tip) = (at(from, FREE, 0.0), at(to, -FREE, 0.0));
        let line = |width, ink| Shape::Line { from: start, to: at(tip, -5.0, 0.0), width, ink };
        self.shapes.extend([line(4.0, Ink::Paper), line(2.0, Ink::Reason)]);
        let corners = vec![tip, at(tip, -9.0, 4.5), at(tip, -9.0, -4.5)];
        self.shapes.push(Shape::Polygon { corners, fill: Ink::Reason });
    }

    /// An outline that is visible on every shade, because it has an edge in the colour of the paper.
    fn frame(&mut self, area: Area, ink: Ink, width: f64, is_dashed: bool) {
        for (ink, width, is_dashed) in [(Ink::Paper, width + 2.0, false), (ink, width, is_dashed)] {
            self.shapes.push(Shape::Frame { area, radius: 7.0, width, ink, is_dashed });
        }
    }

    /// Numbers the rows and columns of a board of squares along the edge of the picture: `r1` and
    /// `c1`.
    pub(crate) fn coordinates(
        &mut self,
        rows: usize,
        columns: usize,
        (side, pitch): (f64, f64),
        first: Point,
    ) {
        for row in 0..rows {
            let y = first.1 + row as f64 * pitch;
            let place = Area { x: -15.0, y, width: 13.0, height: side };
            self.small(place, &format!("r{}", row + 1));
        }
        for column in 0..columns {
            let x = first.0 + column as f64 * side;
            let place = Area { x, y: -14.0, width: side, height: 12.0 };
            self.small(place, &format!("c{}", column + 1));
        }
    }

    fn small(&mut self, place: Area, text: &str) {
        let size = super::fitting_size(text, place.width, 10.0);
        let (at, align, text) = (place.middle(), Align::Middle, text.to_owned());
        self.shapes.push(Shape::Text { at, align, size, bold: false, ink: Ink::Faint, text });
    }
}
