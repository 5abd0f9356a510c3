//! A kind of puzzle, as its file has it.

use std::collections::HashMap;

use cnfetti_input::Span;

use crate::ast::{Ast, Clause};
use crate::fpuzzles::LinkName;
use crate::generate::Generate;
use crate::sentence::Sentence;
use crate::types::{LayerId, Sort};

/// A kind of puzzle.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The name, as in the key `kind` of its puzzles.
    pub name: String,
    /// The name that people write.
    pub title: String,
    /// What to find, in one line.
    pub summary: String,
    /// Numbers that each puzzle can set.
    pub parameters: Vec<Parameter>,
    /// The layers of clues. Their numbers are the positions here; the numbers of `unknowns` follow.
    pub clues: Vec<Layer>,
    /// What to find.
    pub unknowns: Vec<Unknown>,
    /// The words that layers can have.
    pub words: Vec<String>,
    /// The rules of all puzzles, then those of clues.
    pub rules: Vec<Rule>,
    /// How new puzzles are made: not at all where the kind does not say.
    pub(crate) generate: Generate,
    /// How addresses of other programs are read.
    pub addresses: Vec<Address>,
    /// What links of f-puzzles call parameters and layers.
    pub(crate) link_names: Vec<LinkName>,
    pub(crate) definitions: HashMap<Box<str>, Definition>,
}

/// Where a layer has its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// On the squares.
    Cells,
    /// On the sides between two squares.
    Links,
    /// On all sides of squares.
    Sides,
    /// On the corners of squares.
    Corners,
    /// Outside, at the end of each row and column.
    Outside,
    /// Each square belongs to at most one area; where it covers the board, to exactly one.
    Areas {
        /// Whether it covers the board.
        cover: bool,
    },
    /// Squares in order; paths can cross.
    Paths,
    /// On the areas or paths of another layer.
    Groups(LayerId),
}

impl On {
    /// Each by its name; layers on groups have the name of their layer.
    pub(crate) const NAMES: &[(&str, On)] = &[
        ("cells", On::Cells),
        ("links", On::Links),
        ("sides", On::Sides),
        ("corners", On::Corners),
        ("outside", On::Outside),
        ("areas", On::Areas { cover: false }),
        ("paths", On::Paths),
    ];

    /// The sort of the places that a layer is asked with.
    pub(crate) fn sort(self) -> Sort {
        match self {
            On::Cells | On::Areas { .. } | On::Paths => Sort::Cell,
            On::Links | On::Sides => Sort::Side,
            On::Corners => Sort::Corner,
            On::Outside => Sort::Edge,
            On::Groups(layer) => Sort::Group(layer),
        }
    }
}

/// The possible values of a clue.
#[derive(Clone, Debug)]
pub enum Values {
    /// There or not.
    Flag,
    /// A number between two bounds, the upper one if there is one.
    Number(Bounds),
    /// One of these words.
    Words(Vec<u32>),
    /// One of the eight directions.
    Direction,
    /// Numbers, in order.
    Numbers,
    /// Of areas and paths: which one.
    Group,
}

/// The bounds of numbers, the upper one if there is one.
#[derive(Clone, Debug)]
pub struct Bounds(pub(crate) Box<(Ast, Option<Ast>)>);

/// A layer of clues.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The name, as in rules and puzzles.
    pub name: Box<str>,
    /// Where its entries are.
    pub on: On,
    /// The possible values.
    pub values: Values,
    /// The name by which rules ask whether there is anything, also a `?`, which then is allowed.
    pub any: Option<Box<str>>,
    /// Whether every place has an entry.
    pub required: bool,
    /// How it is drawn.
    pub look: Option<Look>,
}

/// Something to find, at places of one sort.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The name, as in rules and solutions.
    pub name: Box<str>,
    /// Where it is.
    pub on: On,
    /// Of each place, as `c`, whether it is there; everywhere without this.
    pub(crate) condition: Option<Ast>,
    /// The values it can have; a truth without these.
    pub(crate) values: Option<Ast>,
    /// Whether solutions that differ in it are different ones.
    pub counted: bool,
    /// The words for true and for false in sentences.
    pub words: Option<[String; 2]>,
    /// How it is drawn.
    pub look: Option<Look>,
}

impl Unknown {
    /// Whether it is a number; else it is a truth.
    pub fn has_values(&self) -> bool {
        self.values.is_some()
    }
}

/// How a layer is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// A number or a word in its place.
    Number,
    /// A small number in the corner of a cell or an area. Two such layers on cells share the cell by a
    /// diagonal: the first is at the upper right, the second at the lower left.
    Corner,
    /// The cell is filled.
    Filled,
    /// A grey cell.
    Shade,
    /// A small dot.
    Dot,
    /// A circle: filled where the word is `black`, grey where it is `grey`.
    Circle,
    /// A star.
    Star,
    /// A lamp.
    Lamp,
    /// A cross.
    Cross,
    /// A triangle: a tree where it is given, a tent where it is found.
    Triangle,
    /// A line along a side, or from cell to cell, as many as a number says. In a cell a diagonal, which
    /// falls where it is so and rises where it is not.
    Line,
    /// Thick borders between areas.
    Outline,
    /// Dashed borders.
    Dashed,
    /// An arrow in a direction, beside the number in its cell; along a path, from a circle at its start.
    Arrow,
    /// A wide grey stroke through the cells, with a bulb at its start.
    Stroke,
    /// A sign between two cells: of `less` and `greater`, `equal` and `different`, `plus`, `minus`,
    /// `times` and `divided` the usual one, a dot of `white` and `black`, else the word.
    Sign,
    /// Nothing.
    Hidden,
}

impl Look {
    /// Every look with its name, and what is drawn.
    pub const ALL: [(Look, &'static str, &'static str); 17] = [
        (Look::Number, "number", "a number or a word in its place"),
        (Look::Corner, "corner", "a small number in the corner of an area"),
        (Look::Filled, "filled", "the cell is filled"),
        (Look::Shade, "shade", "a grey cell"),
        (Look::Dot, "dot", "a small dot"),
        (Look::Circle, "circle", "a circle: filled where the word is black"),
        (Look::Star, "star", "a star"),
        (Look::Lamp, "lamp", "a lamp"),
        (Look::Cross, "cross", "a cross"),
        (Look::Triangle, "triangle", "a triangle, for trees and tents"),
        (Look::Line, "line", "a line along a side, or between two cells"),
        (Look::Outline, "outline", "thick borders between areas"),
        (Look::Dashed, "dashed", "dashed borders"),
        (Look::Arrow, "arrow", "an arrow"),
        (Look::Stroke, "stroke", "a wide grey stroke through the cells, with a bulb at its start"),
        (Look::Sign, "sign", "a sign between two cells"),
        (Look::Hidden, "hidden", "nothing"),
    ];
}

/// A number that a puzzle can set.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub name: Box<str>,
    /// The least and the largest.
    pub range: (i64, i64),
    /// The value if the puzzle sets none.
    pub default: Option<i64>,
    /// Whether it is written `true` and `false`.
    pub is_truth: bool,
}

/// A condition that every solution satisfies.
#[derive(Clone, Debug)]
pub struct Rule {
    /// A short name, by which a broken rule is told.
    pub name: String,
    /// What it ranges over.
    pub(crate) clauses: Vec<Clause>,
    /// What is so of each.
    pub(crate) that: Ast,
    /// In words.
    pub(crate) say: Sentence,
    /// Whether it says what a clue of this puzzle means.
    pub is_clue: bool,
}

/// A name for an expression, with arguments.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) parameters: Vec<Box<str>>,
    pub(crate) body: Ast,
}

/// How an address of another program is read.
#[derive(Clone, Debug)]
pub struct Address {
    /// Names of the genre in addresses.
    pub names: Vec<String>,
    /// The parts of the address, in order.
    pub body: Vec<Step>,
}

/// One part of an address.
#[derive(Clone, Debug)]
pub struct Step {
    /// The layers or parameters that it fills.
    pub layers: Vec<Box<str>>,
    /// How it is read.
    pub decoder: String,
    /// Whether the address may end before it.
    pub optional: bool,
    /// Where it stands in the kind.
    pub span: Span,
}

/// What a name of a layer stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A layer of clues, or something that is looked for.
    Layer(LayerId),
    /// Whether a layer of clues has anything there, also a `?`.
    Any(LayerId),
}

impl Kind {
    /// Whether a text is a kind and no puzzle of one: it says what has to be found.
    pub fn is_likely(text: &str) -> bool {
        let is_table = |line: &str| line.starts_with("[unknown]") || line.starts_with("[unknown.");
        text.lines().any(|line| is_table(line.trim_start()) || line.starts_with("unknown."))
    }

    /// What a name of a layer stands for, if it is one.
    pub(crate) fn named(&self, name: &str) -> Option<Named> {
        let clue = self.clues.iter().position(|layer| *layer.name == *name).map(Named::Layer);
        let any = || {
            let is_it = |layer: &Layer| layer.any.as_deref() == Some(name);
            self.clues.iter().position(is_it).map(Named::Any)
        };
        let unknown = || {
            let at = self.unknowns.iter().position(|unknown| *unknown.name == *name)?;
            Some(Named::Layer(self.clues.len() + at))
        };
        clue.or_else(any).or_else(unknown)
    }

    /// The layer of clues with this number, or what is looked for.
    pub(crate) fn layer(&self, id: LayerId) -> Result<&Layer, &Unknown> {
        match self.clues.get(id) {
            Some(layer) => Ok(layer),
            None => Err(&self.unknowns[id - self.clues.len()]),
        }
    }

    /// Where a layer has its entries.
    pub(crate) fn on(&self, id: LayerId) -> On {
        self.layer(id).map_or_else(|unknown| unknown.on, |layer| layer.on)
    }

    /// The number of a word.
    pub(crate) fn word(&self, word: &str) -> Option<u32> {
        self.words.iter().position(|known| known == word).map(|at| at as u32)
    }

    /// The position of a layer of clues of this name.
    pub fn clue(&self, name: &str) -> Option<usize> {
        self.clues.iter().position(|layer| *layer.name == *name)
    }
}
