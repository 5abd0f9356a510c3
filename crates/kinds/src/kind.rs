//! The data type of a kind of puzzle.

use std::collections::HashMap;

use cnfetti_core::csp::Value;
use cnfetti_input::{Span, Table};

use crate::ast::{Ast, Clause};
use crate::board::Direction;
use crate::data::{Data, Entry};
use crate::fpuzzles::LinkName;
use crate::generate::Generate;
use crate::pieces::{Pieces, Shows};
use crate::sentence::{Part, Sentence};
use crate::types::{LayerId, Sort};

/// A kind of puzzle.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The name, as in the key `kind` of its puzzles.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// What to find, in one line.
    pub summary: String,
    /// How many rows and columns a new board has, unless somebody says so.
    pub size: [u16; 2],
    /// Whether cells are hexagons.
    pub(crate) hexagons: bool,
    /// Whether columns, and whether rows, go on at the opposite side.
    pub(crate) wraps: [bool; 2],
    /// Whether the board has the cell `c`; without a condition, it has all.
    pub(crate) cells: Option<Ast>,
    /// Numbers that each puzzle can set.
    pub parameters: Vec<Parameter>,
    /// The layers of clues. A layer's id is its index here; the ids of `unknowns` follow.
    pub clues: Vec<Layer>,
    /// What is placed on the board, if something is.
    pub(crate) pieces: Option<Pieces>,
    /// What to find.
    pub unknowns: Vec<Unknown>,
    /// The words that clues can be.
    pub words: Vec<String>,
    /// The rules of all puzzles, followed by those of clues.
    pub rules: Vec<Rule>,
    /// What a puzzle must satisfy before there is any question about its solutions.
    pub(crate) requirements: Vec<Rule>,
    /// How new puzzles are made; nothing if the kind does not say.
    pub(crate) generate: Generate,
    /// How addresses of other programs are read.
    pub addresses: Vec<Address>,
    /// What the names in links of f-puzzles mean.
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
    /// Outside, at the ends of rows and columns.
    Outside,
    /// Each square belongs to at most one area; if it covers the board, to exactly one.
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
    /// Each location with its name; layers on groups use the name of their layer.
    pub(crate) const NAMES: &[(&str, On)] = &[
        ("cells", On::Cells),
        ("links", On::Links),
        ("sides", On::Sides),
        ("corners", On::Corners),
        ("outside", On::Outside),
        ("areas", On::Areas { cover: false }),
        ("paths", On::Paths),
    ];

    /// The sort of places that index the layer.
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
    /// Present or absent.
    Flag,
    /// A number between two bounds; the upper one is optional.
    Number(Bounds),
    /// One of these words.
    Words(Vec<u32>),
    /// One of the eight directions.
    Direction,
    /// At least one of the eight directions.
    Directions,
    /// Numbers, in order.
    Numbers,
    /// For areas and paths: which one.
    Group,
}

/// The bounds of numbers; the upper one is optional.
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
    /// The name by which rules ask whether there is any clue. If there is such a name, `?` is allowed
    /// and counts.
    pub any: Option<Box<str>>,
    /// Whether every place has an entry.
    pub required: bool,
    /// The key under which its entries are typed together with those of other layers: one word for all of a cell.
    pub typed: Option<Box<str>>,
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
    /// Whether it exists at the place `c`; without a condition, it exists everywhere.
    pub(crate) condition: Option<Ast>,
    /// The possible values; without these, it is a truth.
    pub(crate) values: Option<Choices>,
    /// What it shows of the pieces, if it does; then they decide its values.
    pub shows: Option<Shows>,
    /// Whether solutions that differ only in this count as different.
    pub counted: bool,
    /// The words for true and for false in sentences.
    pub words: Option<[String; 2]>,
    /// How it is drawn.
    pub look: Option<Look>,
}

/// The possible values of an unknown that is no truth.
#[derive(Clone, Debug)]
pub(crate) enum Choices {
    /// A list of numbers.
    Numbers(Ast),
    /// These words and directions; without any, the directions in which a cell has neighbours.
    Named(Vec<Entry>),
}

impl Unknown {
    /// Whether it has values and is no truth.
    pub fn has_values(&self) -> bool {
        self.values.is_some() || self.shows.is_some_and(Shows::is_number)
    }

    /// Whether its values are words and directions.
    pub fn is_named(&self) -> bool {
        matches!(self.values, Some(Choices::Named(_)))
    }

    /// Whether its values are directions and a single word.
    pub fn has_one_word(&self) -> bool {
        let is_word = |entry: &&Entry| matches!(entry, Entry::Word(_));
        match &self.values {
            Some(Choices::Named(entries)) => {
                entries.len() > 1 && entries.iter().filter(is_word).count() == 1
            }
            _ => false,
        }
    }

    /// What a value means, where it is a word or a direction.
    pub fn entry(&self, value: Value) -> Option<Entry> {
        let at = usize::try_from(value).ok()?;
        match self.values.as_ref()? {
            Choices::Numbers(_) => None,
            Choices::Named(_) => Some(match Direction::ALL.get(at) {
                Some(row) => Entry::Direction(row.0),
                None => Entry::Word((at - Direction::ALL.len()) as u32),
            }),
        }
    }
}

/// The value of the model that means a word: smaller ones mean directions.
pub(crate) fn word_value(word: u32) -> Value {
    Direction::ALL.len() as Value + word as Value
}

/// The value of the model that means a word or a direction.
pub(crate) fn named_value(entry: &Entry) -> Option<Value> {
    match entry {
        Entry::Word(word) => Some(word_value(*word)),
        Entry::Direction(direction) => Some(*direction as Value),
        _ => None,
    }
}

/// How a layer is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// A number or a word in its place.
    Number,
    /// A small number in the corner of a cell or an area. If two such layers are on cells, a diagonal
    /// divides the cell: the first is at the upper right, the second at the lower left.
    Corner,
    /// A filled cell.
    Filled,
    /// A grey cell.
    Shade,
    /// A small dot.
    Dot,
    /// A circle: filled for the word `black`, grey for `grey`.
    Circle,
    /// A star.
    Star,
    /// A lamp.
    Lamp,
    /// A cross.
    Cross,
    /// A triangle: a tree if given, a tent if found; for a diagonal direction, the half of the cell at that corner.
    Triangle,
    /// A line along a side, or from cell to cell; for a number, that many lines. In a cell, a diagonal
    /// that falls if true and rises if false.
    Line,
    /// Thick borders between areas.
    Outline,
    /// Dashed borders.
    Dashed,
    /// An arrow in a direction, next to the number in its cell; for a path, from a circle at its start.
    Arrow,
    /// A wide grey stroke through the cells, with a bulb at its start.
    Stroke,
    /// A sign between two cells: the usual one for `less` and `greater`, `equal` and `different`,
    /// `plus`, `minus`, `times` and `divided`; a dot for `white` and `black`; otherwise the word.
    Sign,
    /// Nothing.
    Hidden,
}

impl Look {
    /// Every look with its name and a description.
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
        (
            Look::Triangle,
            "triangle",
            "a triangle, for trees and tents; for a direction such as `northwest`, half of the cell",
        ),
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
    /// The value if the puzzle does not set it.
    pub default: Option<i64>,
    /// Whether it is written as `true` or `false`.
    pub is_truth: bool,
}

/// A condition that every solution satisfies.
#[derive(Clone, Debug)]
pub struct Rule {
    /// A short name, which identifies the rule when it is broken.
    pub name: String,
    /// The clauses over which it ranges.
    pub(crate) clauses: Vec<Clause>,
    /// The condition for each of them.
    pub(crate) that: Ast,
    /// The sentence that describes it.
    pub(crate) say: Sentence,
    /// Whether it gives the meaning of a clue.
    pub is_clue: bool,
}

impl Rule {
    /// Its sentence, if that is the same everywhere.
    pub fn only_sentence(&self) -> Option<String> {
        let text = |part: &Part| match part {
            Part::Text(text) => Some(text.clone()),
            Part::Value(..) | Part::Number(..) => None,
        };
        self.say.0.iter().map(text).collect()
    }
}

/// A name for an expression, with arguments.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) parameters: Vec<Box<str>>,
    pub(crate) body: Ast,
}

/// How to read an address of another program.
#[derive(Clone, Debug)]
pub struct Address {
    /// Names of the genre in addresses.
    pub names: Vec<String>,
    /// The parts of the address, in order.
    pub body: Vec<Step>,
    /// Letters before the size that only change how the site draws the puzzle.
    pub display: String,
    /// Which boards the addresses can express, and its source; without it, all.
    pub(crate) condition: Option<(Ast, String)>,
}

/// One part of an address.
#[derive(Clone, Debug)]
pub struct Step {
    /// The layers or parameters that it fills.
    pub layers: Vec<Box<str>>,
    /// The name of its decoder.
    pub decoder: String,
    /// Whether the address may end before it.
    pub optional: bool,
    /// Its place in the file of the kind.
    pub span: Span,
}

/// What the name of a layer refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// The entries of a layer of clues, or an unknown.
    Layer(LayerId),
    /// Whether a layer of clues has any entry, including a `?`.
    Any(LayerId),
}

impl Kind {
    /// How many columns a new board with this many rows has: as many more than rows as a usual board.
    pub fn columns(&self, rows: usize) -> usize {
        let [usual_rows, usual_columns] = self.size.map(usize::from);
        (rows + usual_columns).saturating_sub(usual_rows)
    }

    /// Whether pieces cover every cell.
    pub fn covers_board(&self) -> bool {
        self.pieces.as_ref().is_some_and(|pieces| pieces.cover)
    }

    /// Whether pieces of two cells each cover the whole board of a puzzle.
    pub fn covers_in_pairs(&self, data: &Data) -> bool {
        self.covers_board() && data.pieces.iter().all(|piece| piece.values().count() == 2)
    }

    /// Whether a text is a kind rather than a puzzle of one: it says what to find. A puzzle can contain its kind.
    pub fn is_likely(text: &str) -> bool {
        let is_table = |line: &str| line.starts_with("[unknown]") || line.starts_with("[unknown.");
        let is_puzzle = || {
            let kind =
                Table::parse(text).ok().and_then(|mut table| table.take("kind")?.text().ok());
            kind.is_some_and(|kind| kind.value.contains('\n'))
        };
        text.lines().any(|line| is_table(line.trim_start()) || line.starts_with("unknown."))
            && !is_puzzle()
    }

    /// What a name refers to, if it is the name of a layer.
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

    /// The layer of clues with this id, or else the unknown.
    pub(crate) fn layer(&self, id: LayerId) -> Result<&Layer, &Unknown> {
        match self.clues.get(id) {
            Some(layer) => Ok(layer),
            None => Err(&self.unknowns[id - self.clues.len()]),
        }
    }

    /// The words and directions that entries of a layer can be, where they are listed.
    pub(crate) fn words_of(&self, id: LayerId) -> Vec<&str> {
        let word = |word: u32| self.words[word as usize].as_str();
        match self.layer(id) {
            Ok(Layer { values: Values::Words(words), .. }) => {
                words.iter().map(|&at| word(at)).collect()
            }
            Err(Unknown { values: Some(Choices::Named(entries)), .. }) => {
                let name = |entry: &Entry| match entry {
                    Entry::Word(at) => Some(word(*at)),
                    Entry::Direction(direction) => Some(direction.name()),
                    _ => None,
                };
                entries.iter().filter_map(name).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where a layer has its entries.
    pub(crate) fn on(&self, id: LayerId) -> On {
        self.layer(id).map_or_else(|unknown| unknown.on, |layer| layer.on)
    }

    /// What values of the model are called that mean directions and words, from 0 on.
    pub(crate) fn value_words(&self) -> impl Iterator<Item = String> {
        let directions = Direction::ALL.iter().map(|row| row.0.name().to_owned());
        directions.chain(self.words.iter().cloned())
    }

    /// The number of a word.
    pub(crate) fn word(&self, word: &str) -> Option<u32> {
        self.words.iter().position(|known| known == word).map(|at| at as u32)
    }

    /// The index of the layer of clues with this name.
    pub fn clue(&self, name: &str) -> Option<usize> {
        self.clues.iter().position(|layer| *layer.name == *name)
    }
}
