//! Draws the board from its parts.

use itertools::Itertools;

use super::Painted;
use super::canvas::Canvas;
use super::cells::Content;
use super::sides::{Side, Wall};
use crate::puzzle::{Alphabet, in_ascii};
use cnfetti_kinds::{Direction, Place};

impl Painted<'_> {
    pub(super) fn canvas(&self) -> Canvas {
        let board = &self.puzzle.data.board;
        let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
        let step = self.width + 1;
        let [north, south] = [Direction::North, Direction::South].map(|side| self.most(side));
        let [west, east] = [Direction::West, Direction::East].map(|side| self.longest(side));
        let left = if west > 0 { west + 1 } else { 0 };
        let right = if east > 0 { east + 1 + self.spill } else { self.spill };
        let height = north + 2 * rows + 1 + south;
        let aside = if board.hexagons { step / 2 } else { 0 };
        let mut canvas = Canvas::new(height, left + columns * step + aside + 1 + right);
        let frame = Frame { top: north, left, step, hexagons: board.hexagons };
        self.draw_cells(&mut canvas, &frame);
        self.draw_sides(&mut canvas, &frame);
        self.draw_corners(&mut canvas, &frame);
        for (&cell, text) in &self.small {
            let (row, column) = frame.cell(cell);
            canvas.write((row - 1, column), text, true);
        }
        self.draw_edges(&mut canvas, &frame, (rows, columns));
        canvas
    }

    /// The number of lines needed above or below the board.
    fn most(&self, side: Direction) -> usize {
        let at = self.edges.iter().filter(|(place, _)| is_at(place, side));
        at.map(|(_, texts)| texts.len()).max().unwrap_or(0)
    }

    /// The number of characters needed beside the board.
    fn longest(&self, side: Direction) -> usize {
        let at = self.edges.iter().filter(|(place, _)| is_at(place, side));
        at.map(|(_, texts)| texts.iter().join(" ").chars().count()).max().unwrap_or(0)
    }

    fn draw_cells(&self, canvas: &mut Canvas, frame: &Frame) {
        let shades = self.shades();
        for (&cell, content) in &self.cells {
            let (row, column) = frame.cell(cell);
            canvas.write((row, column), &content.across(self.width), content.is_given);
            if let Some(&shade) = shades.get(&cell) {
                (0..self.width).for_each(|at| canvas.shade((row, column + at), shade));
            }
            self.draw_lines(canvas, frame, cell, content);
        }
    }

    /// Draws the lines through a cell, around its content.
    fn draw_lines(&self, canvas: &mut Canvas, frame: &Frame, cell: Place, content: &Content) {
        let Place::Cell(row, column) = cell else { return };
        let lines = |place: Place| self.sides.get(&place).map_or(0, |side| side.lines);
        let (up, down) = match frame.hexagons {
            true => (0, 0),
            false => (lines(Place::Above(row, column)), lines(Place::Above(row + 1, column))),
        };
        let (left, right) = (lines(Place::Left(row, column)), lines(Place::Left(row, column + 1)));
        let (top, first) = frame.cell(cell);
        let middle = self.width / 2;
        let length = content.text.chars().count();
        let (start, end) = match length {
            0 => (middle, middle + 1),
            _ => ((self.width - length) / 2, (self.width - length) / 2 + length),
        };
        let level = |lines: usize| {
            let side = Side { lines, ..Side::default() };
            side.middle(Place::Left(0, 0), self.alphabet).chars().next().unwrap_or(' ')
        };
        if left > 0 {
            (0..start).for_each(|at| canvas.set((top, first + at), level(left)));
        }
        if right > 0 {
            (end..self.width).for_each(|at| canvas.set((top, first + at), level(right)));
        }
        if length == 0 && up + down + left + right > 0 {
            let joint = joint([up > 0, down > 0, left > 0, right > 0], self.alphabet);
            canvas.set((top, first + middle), joint);
        }
    }

    fn draw_sides(&self, canvas: &mut Canvas, frame: &Frame) {
        for (&place, side) in &self.sides {
            let middle = side.middle(place, self.alphabet);
            match place {
                Place::Above(row, at) => {
                    let (top, first) = frame.corner(row, at);
                    let width = frame.apart() - 1;
                    let wall = side.wall.line(true, self.alphabet);
                    (1..=width).for_each(|at| canvas.set((top, first + at), wall));
                    let length = middle.chars().count().min(width);
                    canvas.write((top, first + 1 + (width - length) / 2), &middle, false);
                }
                Place::Left(row, column) => {
                    let (top, first) = frame.cell(Place::Cell(row, column));
                    canvas.write((top, first - 1), &middle, false);
                }
                _ => {}
            }
        }
    }

    fn draw_corners(&self, canvas: &mut Canvas, frame: &Frame) {
        let wall = |place: Place| self.sides.get(&place).map_or(Wall::None, |side| side.wall);
        let flat = self.puzzle.data.board.flat();
        for corner in flat.corners() {
            let Place::Corner(row, column) = corner else { continue };
            let at = frame.corner(row, column);
            if let Some(text) = self.corners.get(&corner) {
                let length = text.chars().count();
                let is_last = column == flat.columns;
                let left = if is_last { length - 1 } else { (length - 1) / 2 };
                canvas.write((at.0, at.1.saturating_sub(left)), text, true);
                continue;
            }
            // Up, down, left and right.
            let mut walls = [Wall::None; 4];
            for side in flat.sides_of(corner) {
                let way = match side {
                    Place::Above(_, at) => 2 + usize::from(at == column),
                    Place::Left(at, _) => usize::from(at == row),
                    _ => continue,
                };
                walls[way] = wall(side);
            }
            let c = match walls {
                [Wall::Dashed, Wall::Dashed, Wall::None, Wall::None] => {
                    Wall::Dashed.line(false, self.alphabet)
                }
                [Wall::None, Wall::None, Wall::Dashed, Wall::Dashed] => {
                    Wall::Dashed.line(true, self.alphabet)
                }
                walls => joint(walls.map(|wall| wall != Wall::None), self.alphabet),
            };
            canvas.set(at, c);
        }
    }

    fn draw_edges(&self, canvas: &mut Canvas, frame: &Frame, (rows, columns): (usize, usize)) {
        for (&place, texts) in &self.edges {
            let Place::Edge(side, at) = place else { continue };
            let line = texts.iter().join(" ");
            let (row, column) = frame.cell(Place::Cell(at, at));
            let aside = if frame.hexagons { frame.apart() } else { 0 };
            let right = frame.left + columns * frame.step + aside + 2 + self.spill;
            let upright = |canvas: &mut Canvas, top: usize| {
                for (index, text) in texts.iter().enumerate() {
                    let off = self.width.saturating_sub(text.chars().count()) / 2;
                    canvas.write((top + index, column + off), text, true);
                }
            };
            match side {
                Direction::North => upright(canvas, frame.top - texts.len()),
                Direction::South => upright(canvas, frame.top + 2 * rows + 1),
                Direction::East => canvas.write((row, right), &line, true),
                _ => canvas.write((row, frame.left - 1 - line.chars().count()), &line, true),
            }
        }
    }
}

/// The position of the board on the canvas.
struct Frame {
    top: usize,
    left: usize,
    step: usize,
    hexagons: bool,
}

impl Frame {
    /// The first character of a cell, or of one beyond the last row or column.
    fn cell(&self, cell: Place) -> (usize, usize) {
        let Place::Cell(row, column) = cell else { return (self.top + 1, self.left + 1) };
        // Every other row of hexagons is half a cell further to the right.
        let aside = if self.hexagons && row % 2 == 1 { self.apart() } else { 0 };
        let left = self.left + usize::from(column) * self.step + aside + 1;
        (self.top + 2 * usize::from(row) + 1, left)
    }

    /// The position of a corner.
    fn corner(&self, row: u16, at: u16) -> (usize, usize) {
        (self.top + 2 * usize::from(row), self.left + usize::from(at) * self.apart())
    }

    /// How far corners between the same rows are from each other.
    fn apart(&self) -> usize {
        if self.hexagons { self.step / 2 } else { self.step }
    }
}

/// The character where lines meet that go up, down, left and right.
fn joint(lines: [bool; 4], alphabet: Alphabet) -> char {
    const JOINTS: [char; 16] =
        ['·', '╵', '╷', '│', '╴', '╯', '╮', '┤', '╶', '╰', '╭', '├', '─', '┴', '┬', '┼'];
    let at = lines.iter().enumerate().map(|(at, &line)| usize::from(line) << at).sum::<usize>();
    let joint = JOINTS[at];
    match alphabet {
        Alphabet::Unicode => joint,
        Alphabet::Ascii => in_ascii(&joint.to_string()).chars().next().unwrap_or('+'),
    }
}

fn is_at(place: &Place, side: Direction) -> bool {
    matches!(place, Place::Edge(at, _) if *at == side)
}
