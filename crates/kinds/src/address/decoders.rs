//! The table of decoders, which read and write the steps of addresses.

use super::filling::Code;
use super::reader::{Read, Reader};
use super::{kakuro, numbers, outside, packed};
use crate::kind::{Kind, On, Values};
use cnfetti_input::Span;

/// A decoder for one step of an address.
pub(super) struct Decoder {
    pub(super) name: &'static str,
    /// A description of what it reads.
    pub(super) reads: &'static str,
    /// How many more rows and columns the board has than the address says.
    pub(super) margin: usize,
    pub(super) how: How,
}

/// A clue: the index of its place, its code, and its position in the address.
pub(super) type Found = (usize, Code, Span);

/// How to read and write a step.
pub(super) enum How {
    /// One clue after another, for each place.
    Stream {
        places: Places,
        codes: Codes,
        read: fn(&mut Reader<'_>, usize) -> Read<Vec<Found>>,
        write: fn(&[Option<Code>]) -> Option<String>,
    },
    /// The borders between areas.
    Borders,
    /// Dots in cells, on links and on corners.
    Dots,
    /// The same, two places in a number.
    Pairs,
    /// No clue in any cell.
    Blank,
    /// The value of a parameter.
    Parameter,
    /// A letter for the size of the largest ship.
    Fleet,
    /// The pieces.
    Bank,
    /// The walls and sums of Kakuro.
    Kakuro,
}

/// The places for which a stream has clues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    /// All places of the layer in reading order; areas by their first cell.
    Layer,
    /// Outside: above, below, left, right.
    FourSides,
    /// Outside: above, then left.
    TopAndLeft,
    /// Lists of numbers: as many above each column as fit, then left of each row, those next to the
    /// board first.
    Lists,
}

/// The type of clues in a stream.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Codes {
    Numbers,
    Directions,
    Lists,
    Arrows,
    /// Clues of so many layers: numbers, directions, words, and what is there.
    Several(usize),
}

impl How {
    /// How many layers it fills.
    pub(super) fn layers(&self) -> usize {
        match self {
            How::Stream { codes: Codes::Arrows, .. } => 2,
            How::Stream { codes: Codes::Several(layers), .. } => *layers,
            How::Kakuro | How::Dots | How::Pairs => 3,
            _ => 1,
        }
    }
}

impl Decoder {
    /// Whether the named layers, which exist, have the type of clues that it reads.
    pub(super) fn fits(&self, kind: &Kind, names: &[Box<str>]) -> bool {
        let layers = names.iter().filter_map(|name| kind.clue(name));
        let layers: Vec<_> = layers.map(|at| &kind.clues[at]).collect();
        let is_number = |at: usize| matches!(layers[at].values, Values::Number(_));
        match &self.how {
            How::Parameter | How::Fleet | How::Bank => true,
            How::Borders | How::Blank => matches!(layers[0].on, On::Areas { .. }),
            How::Kakuro => {
                let on_cells = layers.iter().all(|layer| layer.on == On::Cells);
                on_cells && matches!(layers[0].values, Values::Flag) && is_number(1) && is_number(2)
            }
            How::Dots | How::Pairs => {
                let are_dots = layers
                    .iter()
                    .all(|layer| matches!(layer.values, Values::Flag | Values::Words(_)));
                let on = [On::Cells, On::Links, On::Corners];
                layers.iter().map(|layer| layer.on).eq(on) && are_dots
            }
            How::Stream { places, codes, .. } => {
                let is_outside = layers.iter().all(|layer| layer.on == On::Outside);
                let has_values = match codes {
                    Codes::Numbers => {
                        is_number(0) || matches!(layers[0].values, Values::Flag | Values::Words(_))
                    }
                    Codes::Directions => matches!(layers[0].values, Values::Direction),
                    Codes::Lists => matches!(layers[0].values, Values::Numbers),
                    Codes::Arrows => matches!(layers[0].values, Values::Direction) && is_number(1),
                    Codes::Several(_) => !layers
                        .iter()
                        .any(|layer| matches!(layer.values, Values::Numbers | Values::Directions)),
                };
                has_values && (*places == Places::Layer) != is_outside
            }
        }
    }
}

/// A row of the table for a stream of clues.
const fn stream(
    name: &'static str,
    reads: &'static str,
    (places, codes): (Places, Codes),
    read: fn(&mut Reader<'_>, usize) -> Read<Vec<Found>>,
    write: fn(&[Option<Code>]) -> Option<String>,
) -> Decoder {
    Decoder { name, reads, margin: 0, how: How::Stream { places, codes, read, write } }
}

const CELLS: (Places, Codes) = (Places::Layer, Codes::Numbers);

/// Every decoder.
pub(super) const DECODERS: &[Decoder] = &[
    stream(
        "four",
        "numbers from 0 to 4, each with the blanks after it",
        CELLS,
        numbers::read_four,
        numbers::write_four,
    ),
    stream("ten", "numbers from 0 to 9, and blanks", CELLS, numbers::read_ten, numbers::write_ten),
    stream("hex", "numbers of any size, and blanks", CELLS, numbers::read_hex, numbers::write_hex),
    stream(
        "base36",
        "numbers in nearly every cell",
        CELLS,
        numbers::read_base36,
        numbers::write_base36,
    ),
    stream(
        "letters",
        "one of up to seven words, each a letter, and blanks",
        CELLS,
        numbers::read_letters,
        numbers::write_letters,
    ),
    stream(
        "circles",
        "two words, three places in a character",
        CELLS,
        packed::read_circles,
        packed::write_circles,
    ),
    stream(
        "bits",
        "what is there or not, five places in a character",
        CELLS,
        packed::read_bits,
        packed::write_bits,
    ),
    stream(
        "sparse",
        "what is there or not, each with the blanks after it",
        CELLS,
        packed::read_sparse,
        packed::write_sparse,
    ),
    stream(
        "gaps",
        "what is there, each with how many blanks are before it, to the end",
        CELLS,
        packed::read_gaps,
        packed::write_gaps,
    ),
    stream(
        "arrows",
        "a layer of directions and one of numbers",
        (Places::Layer, Codes::Arrows),
        numbers::read_arrows,
        numbers::write_arrows,
    ),
    stream(
        "pointers",
        "directions, each a number from 1 to 4, and blanks",
        (Places::Layer, Codes::Directions),
        numbers::read_pointers,
        numbers::write_pointers,
    ),
    stream(
        "shades",
        "a layer of two words and one of numbers, which only places with a word have",
        (Places::Layer, Codes::Several(2)),
        numbers::read_shades,
        numbers::write_shades,
    ),
    stream(
        "castle",
        "a layer of three words, one of directions and one of numbers",
        (Places::Layer, Codes::Several(3)),
        numbers::read_castle,
        numbers::write_castle,
    ),
    stream(
        "roads",
        "a layer of directions, each a number from 1 to 4, and one of what is there, a 5",
        (Places::Layer, Codes::Several(2)),
        numbers::read_roads,
        numbers::write_roads,
    ),
    stream(
        "walled",
        "a layer of numbers of any size and one of walls, each a `+`",
        (Places::Layer, Codes::Several(2)),
        numbers::read_walled,
        numbers::write_walled,
    ),
    stream(
        "kakuru",
        "a layer of numbers up to 45 and one of holes, each a `+`",
        (Places::Layer, Codes::Several(2)),
        kakuro::read_with_holes,
        kakuro::write_with_holes,
    ),
    stream(
        "makaro",
        "a layer of numbers from 1 to 99, each one less, and one of directions, each a letter",
        (Places::Layer, Codes::Several(2)),
        numbers::read_makaro,
        numbers::write_makaro,
    ),
    stream(
        "minarism",
        "a layer of numbers and one of directions, on links",
        (Places::Layer, Codes::Several(2)),
        numbers::read_minarism,
        numbers::write_minarism,
    ),
    stream(
        "tapa",
        "lists of up to four numbers",
        (Places::Layer, Codes::Lists),
        packed::read_tapa,
        packed::write_tapa,
    ),
    stream(
        "outside",
        "numbers on all sides of the board",
        (Places::FourSides, Codes::Numbers),
        numbers::read_hex,
        numbers::write_hex,
    ),
    stream(
        "top left",
        "numbers above the board and to its left",
        (Places::TopAndLeft, Codes::Numbers),
        numbers::read_hex,
        numbers::write_hex,
    ),
    stream(
        "digits",
        "numbers above the board and to its left, or a point each",
        (Places::TopAndLeft, Codes::Numbers),
        numbers::read_digits,
        numbers::write_digits,
    ),
    stream(
        "lists",
        "lists of numbers above the board and to its left",
        (Places::Lists, Codes::Lists),
        outside::read_numbers,
        outside::write_numbers,
    ),
    stream(
        "ships",
        "one of up to ten words, the first of them by a 0",
        CELLS,
        numbers::read_ships,
        numbers::write_ships,
    ),
    Decoder { name: "borders", reads: "a layer of areas", margin: 0, how: How::Borders },
    Decoder {
        name: "dots",
        reads: "a layer of two words, or of what is there, in cells, then one on links and one on corners",
        margin: 0,
        how: How::Dots,
    },
    Decoder {
        name: "pairs",
        reads: "layers of dots in cells, on links and on corners: black, grey or white, but never grey in cells",
        margin: 0,
        how: How::Pairs,
    },
    Decoder { name: "blank", reads: "that no cell has a clue", margin: 0, how: How::Blank },
    Decoder { name: "fleet", reads: "a parameter", margin: 0, how: How::Fleet },
    Decoder { name: "bank", reads: "the pieces, at the end", margin: 0, how: How::Bank },
    Decoder { name: "decimal", reads: "a parameter", margin: 0, how: How::Parameter },
    Decoder {
        name: "kakuro",
        reads: "a layer that says where walls are, then the sums across and down",
        margin: 1,
        how: How::Kakuro,
    },
];
