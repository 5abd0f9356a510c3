//! Pictures of puzzles as plain data: shapes, and inks that a theme turns into colours.
//!
//! Lengths are in pixels at the natural size; `x` grows to the right and `y` downwards.

mod pencil;
mod svg;
mod theme;

pub use pencil::{Mark, Pencil};
pub use svg::{Frame, escape, style, write_svg};
pub use theme::{THEMES, Theme};

use cnfetti_core::csp::Value;

/// How many shades tell areas apart. Further areas use them again.
pub(crate) const SHADES: usize = 8;

/// How many colours tell the lines of a chart apart. Further lines use them again.
pub(crate) const SERIES: usize = 5;

/// The parts of a puzzle to show.
#[derive(Clone, Copy, Default)]
pub struct View<'v> {
    /// The solution, if it is to be shown.
    pub solution: Option<&'v [Value]>,
    /// For each variable of the CSP, the number of values that it can still have.
    pub candidates: Option<&'v [usize]>,
    /// How far an explanation is; then coordinates and names are drawn, too.
    pub pencil: Option<Pencil<'v>>,
    /// A player's entries so far: the value of each variable that has one.
    pub entered: Option<&'v [Option<Value>]>,
    /// Whether to tell where each unknown is, for a page on which it is clicked.
    pub has_spots: bool,
}

/// A colour by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Behind everything.
    Paper,
    /// Text and lines on paper.
    Text,
    /// Text and lines that matter less.
    Faint,
    /// A square without a shade.
    Cell,
    /// A square whose content the puzzle gives.
    Given,
    /// A domino or the face of a die.
    Tile,
    /// What is on tiles and on shades.
    Mark,
    /// Text and lines on tiles that matter less.
    Pencil,
    /// A grey area on tiles.
    Grey,
    /// What has been found, on tiles.
    Found,
    /// Around what a step rests on.
    Reason,
    /// Around what a step concludes.
    Conclusion,
    /// One of a few colours for areas, counted around.
    Shade(usize),
    /// One of a few colours for the lines and marks of a chart, counted around.
    Series(usize),
}

/// A position.
pub type Point = (f64, f64);

/// A rectangle: its upper left corner, its width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The horizontal position of the upper left corner.
    pub x: f64,
    /// The vertical position of the upper left corner.
    pub y: f64,
    /// The extent to the right.
    pub width: f64,
    /// Downwards.
    pub height: f64,
}

impl Area {
    /// A square.
    pub fn square(x: f64, y: f64, side: f64) -> Area {
        Area { x, y, width: side, height: side }
    }

    /// The area without a border of this width.
    pub(crate) fn inset(self, border: f64) -> Area {
        let (width, height) = (self.width - 2.0 * border, self.height - 2.0 * border);
        Area { x: self.x + border, y: self.y + border, width, height }
    }

    /// Its middle.
    pub fn middle(self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// Where a text is, seen from its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rectangle {
        /// Where.
        area: Area,
        /// Of the corners.
        radius: f64,
        /// Its inside.
        fill: Ink,
        /// Its outline and the width of that.
        outline: Option<(Ink, f64)>,
    },
    /// The outline of a rectangle with rounded corners.
    Frame {
        /// Where.
        area: Area,
        /// Of the corners.
        radius: f64,
        /// How thick it is.
        width: f64,
        /// Its colour.
        ink: Ink,
        /// Whether it has gaps.
        is_dashed: bool,
    },
    /// A filled circle.
    Circle {
        /// Its middle.
        middle: Point,
        /// Half its width.
        radius: f64,
        /// Its inside.
        fill: Ink,
    },
    /// A filled polygon.
    Polygon {
        /// Its corners.
        corners: Vec<Point>,
        /// Its inside.
        fill: Ink,
    },
    /// A straight line with round ends.
    Line {
        /// One end.
        from: Point,
        /// The other.
        to: Point,
        /// How thick it is.
        width: f64,
        /// Its colour.
        ink: Ink,
    },
    /// A line through several points, with round ends and joints.
    Path {
        /// In order.
        points: Vec<Point>,
        /// Whether it returns to the first.
        is_closed: bool,
        /// How thick it is.
        width: f64,
        /// Its colour.
        ink: Ink,
        /// Whether it has gaps.
        is_dashed: bool,
    },
    /// A line of text.
    Text {
        /// The middle of its height, and of its width as `align` says.
        at: Point,
        /// What stands where.
        align: Align,
        /// The height of a line.
        size: f64,
        /// Whether it is bold.
        bold: bool,
        /// Its colour.
        ink: Ink,
        /// What it says.
        text: String,
    },
    /// Where an unknown is. Nothing is seen of it.
    Spot {
        /// Where.
        area: Area,
        /// The variable, as constraints name it.
        name: String,
        /// What people call it.
        subject: String,
        /// What it can be, with the words for it.
        values: Vec<(Value, String)>,
    },
}

/// A picture: shapes, later ones above earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Nothing lies beyond it.
    pub width: f64,
    /// Nothing lies beyond it.
    pub height: f64,
    /// The shapes, in drawing order.
    pub shapes: Vec<Shape>,
}

impl Picture {
    /// Adds a filled rectangle.
    pub fn rectangle(&mut self, area: Area, radius: f64, fill: Ink) {
        self.shapes.push(Shape::Rectangle { area, radius, fill, outline: None });
        self.cover(area);
    }

    /// Adds a filled rectangle with an outline.
    pub(crate) fn outlined(&mut self, area: Area, radius: f64, fill: Ink, outline: (Ink, f64)) {
        self.shapes.push(Shape::Rectangle { area, radius, fill, outline: Some(outline) });
        self.cover(area);
    }

    /// Adds a line of text in the middle of an area, small enough to fit into it.
    pub(crate) fn text_in(&mut self, area: Area, size: f64, bold: bool, ink: Ink, text: &str) {
        let size = fitting_size(text, area.width, size.min(area.height));
        let at = area.middle();
        self.shapes.push(Shape::Text {
            at,
            align: Align::Middle,
            size,
            bold,
            ink,
            text: text.into(),
        });
    }

    /// Adds a line of text that begins at a position, and makes room for it.
    pub fn text_from(&mut self, at: Point, size: f64, ink: Ink, text: &str) {
        let area =
            Area { x: at.0, y: at.1 - size / 2.0, width: text_width(text, size), height: size };
        self.cover(area);
        let align = Align::Start;
        self.shapes.push(Shape::Text { at, align, size, bold: false, ink, text: text.into() });
    }

    /// Adds the number of candidates in the upper right corner of a cell; one alone is bold.
    pub fn candidates(&mut self, cell: Area, ink: Ink, count: usize) {
        self.shapes.push(Shape::Text {
            at: (cell.x + cell.width - 5.0, cell.y + 9.0),
            align: Align::End,
            size: 11.0,
            bold: count <= 1,
            ink,
            text: count.to_string(),
        });
    }

    /// Makes room for an area in which nothing need be drawn.
    pub fn room(&mut self, area: Area) {
        self.cover(area);
    }

    fn cover(&mut self, area: Area) {
        self.width = self.width.max(area.x + area.width);
        self.height = self.height.max(area.y + area.height);
    }
}

/// The size, at most `largest`, at which a text fits into a width.
pub(crate) fn fitting_size(text: &str, width: f64, largest: f64) -> f64 {
    let natural = text_width(text, largest);
    if natural <= width { largest } else { largest * width / natural }
}

/// About how wide a text is in a sans-serif font, rather too much than too little.
pub fn text_width(text: &str, size: f64) -> f64 {
    let ems = text.chars().map(|c| if c.is_ascii() { 0.64 } else { 1.0 });
    size * ems.sum::<f64>()
}

/// Numbers from 0 for areas such that neighbours differ and small numbers come first, given for
/// each area its neighbours.
pub(crate) fn shades(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut shades: Vec<usize> = Vec::with_capacity(neighbours.len());
    let mut times = [0_usize; SHADES];
    for (area, touching) in neighbours.iter().enumerate() {
        let uses = |shade: &usize| {
            let near = touching.iter().any(|&other| shades.get(other) == Some(shade));
            (near, times[*shade], *shade)
        };
        let best = (0..SHADES).min_by_key(uses).unwrap_or(area % SHADES);
        times[best] += 1;
        shades.push(best);
    }
    shades
}
