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

/// The number of shades for areas. Further areas reuse them.
pub(crate) const SHADES: usize = 8;

/// The parts of a puzzle to show.
#[derive(Clone, Copy, Default)]
pub struct View<'v> {
    /// The solution to show, if any.
    pub solution: Option<&'v [Value]>,
    /// For each variable of the CSP, the number of values that it can still have.
    pub candidates: Option<&'v [usize]>,
    /// The state of an explanation; if present, coordinates and names are drawn too.
    pub pencil: Option<Pencil<'v>>,
    /// A player's entries so far: the value of each variable that has one.
    pub entered: Option<&'v [Option<Value>]>,
    /// Whether to include the position of each unknown, for a page on which people click it.
    pub has_spots: bool,
}

/// A colour by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The background.
    Paper,
    /// Text and lines on paper.
    Text,
    /// Less important text and lines.
    Faint,
    /// A square without a shade.
    Cell,
    /// A square whose content the puzzle gives.
    Given,
    /// A domino or the face of a die.
    Tile,
    /// What is drawn on tiles and shades.
    Mark,
    /// The board of a kind that is a file.
    Board,
    /// Text and lines on such a board.
    Clue,
    /// Less important text and lines there.
    Pencil,
    /// A grey area there.
    Grey,
    /// Found values there.
    Found,
    /// What is black there in every theme, and text on what is white.
    Black,
    /// What is white there in every theme, and text on what is black.
    White,
    /// A frame around what a step rests on.
    Reason,
    /// A frame around what a step concludes.
    Conclusion,
    /// A colour for areas; the number wraps around.
    Shade(usize),
}

/// A position.
pub type Point = (f64, f64);

/// A rectangle: its upper left corner, width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The horizontal position of the upper left corner.
    pub x: f64,
    /// The vertical position of the upper left corner.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

impl Area {
    /// Creates a square.
    pub fn square(x: f64, y: f64, side: f64) -> Area {
        Area { x, y, width: side, height: side }
    }

    /// The area without a border of this width.
    pub(crate) fn inset(self, border: f64) -> Area {
        let (width, height) = (self.width - 2.0 * border, self.height - 2.0 * border);
        Area { x: self.x + border, y: self.y + border, width, height }
    }

    /// The centre.
    pub fn middle(self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// The alignment of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// A shape of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rectangle {
        /// The position and size.
        area: Area,
        /// The radius of the corners.
        radius: f64,
        /// The colour of the inside.
        fill: Ink,
        /// The colour and the width of the outline.
        outline: Option<(Ink, f64)>,
    },
    /// The outline of a rectangle with rounded corners.
    Frame {
        /// The position and size.
        area: Area,
        /// The radius of the corners.
        radius: f64,
        /// The width of the line.
        width: f64,
        /// The colour.
        ink: Ink,
        /// Whether the line is dashed.
        is_dashed: bool,
    },
    /// A filled circle.
    Circle {
        /// The centre.
        middle: Point,
        /// The radius.
        radius: f64,
        /// The colour.
        fill: Ink,
    },
    /// A filled polygon.
    Polygon {
        /// The corners.
        corners: Vec<Point>,
        /// The colour.
        fill: Ink,
    },
    /// A straight line with round ends.
    Line {
        /// The start.
        from: Point,
        /// The end.
        to: Point,
        /// The width.
        width: f64,
        /// The colour.
        ink: Ink,
    },
    /// A line through several points, with round ends and joins.
    Path {
        /// The points, in order.
        points: Vec<Point>,
        /// Whether the line returns to the first point.
        is_closed: bool,
        /// The width.
        width: f64,
        /// The colour.
        ink: Ink,
        /// Whether the line is dashed.
        is_dashed: bool,
    },
    /// A line of text.
    Text {
        /// The position: vertically the middle of the text, horizontally as `align` says.
        at: Point,
        /// The alignment.
        align: Align,
        /// The font size.
        size: f64,
        /// Whether it is bold.
        bold: bool,
        /// The colour.
        ink: Ink,
        /// The text.
        text: String,
    },
    /// The position of an unknown, which is invisible.
    Spot {
        /// The position and size.
        area: Area,
        /// The variable's name in constraints.
        name: String,
        /// The variable's name for people.
        subject: String,
        /// The possible values as solutions in JSON have them, with their names.
        values: Vec<(serde_json::Value, String)>,
    },
}

/// A picture: shapes, of which later ones cover earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The width, which includes all shapes.
    pub width: f64,
    /// The height, which includes all shapes.
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

    /// Adds a line of text centred in an area, small enough to fit.
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

    /// Adds a line of text that begins at a position, and enlarges the picture if necessary.
    pub fn text_from(&mut self, at: Point, size: f64, ink: Ink, text: &str) {
        let area =
            Area { x: at.0, y: at.1 - size / 2.0, width: text_width(text, size), height: size };
        self.cover(area);
        let align = Align::Start;
        self.shapes.push(Shape::Text { at, align, size, bold: false, ink, text: text.into() });
    }

    /// Adds the number of candidates in the upper right corner of a cell; a single candidate is
    /// bold.
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

    /// Enlarges the picture to include an area, even if nothing is drawn there.
    pub fn room(&mut self, area: Area) {
        self.cover(area);
    }

    fn cover(&mut self, area: Area) {
        self.width = self.width.max(area.x + area.width);
        self.height = self.height.max(area.y + area.height);
    }
}

/// The font size, at most `largest`, at which a text fits into a width.
pub(crate) fn fitting_size(text: &str, width: f64, largest: f64) -> f64 {
    let natural = text_width(text, largest);
    if natural <= width { largest } else { largest * width / natural }
}

/// The approximate width of a text in a sans-serif font; rather too large than too small.
pub fn text_width(text: &str, size: f64) -> f64 {
    let ems = text.chars().map(|c| if c.is_ascii() { 0.64 } else { 1.0 });
    size * ems.sum::<f64>()
}

/// Numbers the areas from 0 so that neighbours differ and small numbers come first. Takes the
/// neighbours of each area.
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
