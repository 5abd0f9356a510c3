//! The marks on a board, each with its look. Pictures and terminals draw these without knowing any
//! kinds.

use cnfetti_core::csp::{Value, VarId};
use cnfetti_kinds::{Direction, Entry, Layer, Look, On, Place, Unknown, Values};

use super::Written;

/// A mark in one place.
#[derive(Clone)]
pub(super) struct Mark {
    /// Where it is.
    pub(super) place: Place,
    /// The places of its layer.
    pub(super) on: On,
    /// How it is drawn.
    pub(super) look: Look,
    /// What it shows.
    pub(super) what: What,
    /// The index of its unknown; `None` for clues.
    pub(super) unknown: Option<usize>,
    /// Which half of its cell it is in, if two layers of small numbers share the cells.
    pub(super) half: Option<Half>,
}

/// A half of a cell with a falling diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// The first layer's, at the upper right.
    Upper,
    /// The second layer's, at the lower left.
    Lower,
}

/// What a mark shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// A truth that holds.
    True,
    /// A truth that is known not to hold.
    False,
    /// A clue that is not known.
    Open,
    Number(i64),
    Numbers(Vec<String>),
    Word(String),
    Direction(Direction),
    Directions(Vec<Direction>),
}

/// White, grey or black, from the word for a circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    White,
    Grey,
    Black,
}

/// Words that are drawn as a sign. Comparison signs turn with the cells.
const SIGNS: &[(&str, &str)] = &[
    ("less", "<"),
    ("greater", ">"),
    ("more", ">"),
    ("equal", "="),
    ("same", "="),
    ("unequal", "≠"),
    ("different", "≠"),
    ("plus", "+"),
    ("minus", "−"),
    ("times", "×"),
    ("divided", "÷"),
    ("over", "÷"),
    ("crossing", "┼"),
    ("vertical", "│"),
    ("horizontal", "─"),
    ("up_right", "└"),
    ("up_left", "┘"),
    ("down_left", "┐"),
    ("down_right", "┌"),
];

/// A number of a list, which can be unknown.
fn number_text(number: &i64) -> String {
    match *number {
        Entry::ANY => "?".to_owned(),
        number => number.to_string(),
    }
}

impl What {
    /// The text, if it is more than a shape.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            What::True | What::False | What::Direction(_) | What::Directions(_) => None,
            What::Open => Some("?".to_owned()),
            What::Number(number) => Some(number.to_string()),
            What::Numbers(numbers) => Some(numbers.join(" ")),
            What::Word(word) if tone(word).is_some() => None,
            What::Word(word) => {
                let sign = SIGNS.iter().find(|(known, _)| known == word);
                Some(sign.map_or(word.as_str(), |(_, sign)| sign).to_owned())
            }
        }
    }

    /// The tone of a word for a colour.
    pub(super) fn tone(&self) -> Option<Tone> {
        match self {
            What::Word(word) => tone(word),
            _ => None,
        }
    }
}

/// The tone of a colour, or of something in a colour, such as a `black_stone`.
fn tone(word: &str) -> Option<Tone> {
    match word.split('_').next().unwrap_or(word) {
        "white" => Some(Tone::White),
        "grey" | "gray" => Some(Tone::Grey),
        "black" => Some(Tone::Black),
        _ => None,
    }
}

/// The look of a layer of clues, by default if its kind does not say.
pub(super) fn clue_look(layer: &Layer) -> Look {
    match (layer.on, layer.look) {
        // Areas have no entries that could be written.
        (On::Areas { .. } | On::Paths, Some(Look::Number | Look::Corner | Look::Sign)) => {}
        (_, Some(look)) => return look,
        (_, None) => {}
    }
    match (layer.on, &layer.values) {
        (On::Areas { .. }, _) => Look::Outline,
        (On::Paths, _) => Look::Stroke,
        (On::Groups(_), _) => Look::Corner,
        (_, Values::Direction | Values::Directions) => Look::Arrow,
        (On::Cells, Values::Flag) => Look::Filled,
        (On::Sides, Values::Flag) => Look::Line,
        (_, Values::Flag) => Look::Dot,
        (On::Links | On::Sides, Values::Words(_)) => Look::Sign,
        _ => Look::Number,
    }
}

/// Whether it shows something of pieces, but not in a drawing.
pub(super) fn follows(unknown: &Unknown) -> bool {
    unknown.shows.is_some() && unknown_look(unknown) == Look::Hidden
}

/// The look of an unknown, by default if its kind does not say.
pub(super) fn unknown_look(unknown: &Unknown) -> Look {
    if let Some(look) = unknown.look {
        return look;
    }
    match (unknown.on, unknown.has_values()) {
        (On::Groups(_), true) => Look::Corner,
        (_, true) => Look::Number,
        (On::Links | On::Sides, false) => Look::Line,
        (On::Groups(_), false) => Look::Shade,
        (On::Cells, false) => Look::Filled,
        _ => Look::Dot,
    }
}

/// Whether a look on sides or links is drawn along them.
pub(super) fn is_along(on: On, look: Look) -> bool {
    match on {
        On::Sides => matches!(look, Look::Line | Look::Outline | Look::Dashed | Look::Stroke),
        On::Links => matches!(look, Look::Outline | Look::Dashed),
        _ => false,
    }
}

impl Written {
    /// All marks on the sheet: the clues, and the known values of unknowns.
    pub(super) fn marks(&self, value: impl Fn(VarId) -> Option<Value>) -> Vec<Mark> {
        let mut marks = self.clue_marks();
        for (at, unknown) in self.kind.unknowns.iter().enumerate() {
            for &place in &self.unfolded.unknowns[at].places {
                if let Some(value) = self.variable(at, place).and_then(&value) {
                    let (look, what) = (unknown_look(unknown), self.what(at, value));
                    let (on, unknown, half) = (unknown.on, Some(at), None);
                    marks.push(Mark { place, on, look, what, unknown, half });
                }
            }
        }
        marks.extend(self.borders(value));
        marks.retain(|mark| mark.look != Look::Hidden);
        let everywhere = |mark: Mark| {
            let places = self.data.board.unfolded(mark.place);
            places.into_iter().map(move |place| Mark { place, ..mark.clone() })
        };
        marks.into_iter().flat_map(everywhere).collect()
    }

    /// The borders between cells on which different pieces are seen.
    fn borders(&self, value: impl Fn(VarId) -> Option<Value>) -> Vec<Mark> {
        let (on, look, what) = (On::Links, Look::Outline, What::True);
        let mut borders = Vec::new();
        for (at, unknown) in self.kind.unknowns.iter().enumerate() {
            if self.piece_name(at, 0).is_none() || unknown_look(unknown) == Look::Hidden {
                continue;
            }
            for place in self.data.board.links() {
                let beside = self.data.board.beside(place).into_iter();
                let values = beside.map(|cell| value(self.variable(at, cell)?));
                let values: Option<Vec<Value>> = values.collect();
                if values.is_some_and(|values| values[0] != values[1]) {
                    borders.push(Mark {
                        place,
                        on,
                        look,
                        what: what.clone(),
                        unknown: None,
                        half: None,
                    });
                }
            }
        }
        borders
    }

    fn clue_marks(&self) -> Vec<Mark> {
        let halves = self.halves();
        let layers = self.kind.clues.iter().zip(&self.data.layers).enumerate();
        let marks = layers.flat_map(|(number, (layer, entries))| {
            let half = halves.and_then(|[upper, lower]| match number {
                _ if number == upper => Some(Half::Upper),
                _ if number == lower => Some(Half::Lower),
                _ => None,
            });
            entries.at.iter().map(move |(&place, entry)| {
                let (on, look, what) = (layer.on, clue_look(layer), self.what_of(entry));
                Mark { place, on, look, what, unknown: None, half }
            })
        });
        marks.collect()
    }

    /// What an entry shows.
    pub(super) fn what_of(&self, entry: &Entry) -> What {
        match entry {
            Entry::Open => What::Open,
            Entry::Flag => What::True,
            Entry::Number(number) => What::Number(*number),
            Entry::Word(word) => What::Word(self.kind.words[*word as usize].clone()),
            Entry::Direction(direction) => What::Direction(*direction),
            Entry::Directions(directions) => What::Directions(directions.clone()),
            Entry::Numbers(numbers) if numbers.is_empty() => What::Word("-".to_owned()),
            Entry::Numbers(numbers) => What::Numbers(numbers.iter().map(number_text).collect()),
        }
    }

    /// The two layers of small numbers that share the cells, if there are exactly two.
    pub(super) fn halves(&self) -> Option<[usize; 2]> {
        let layers = self.kind.clues.iter().enumerate();
        let small = layers
            .filter(|(_, layer)| layer.on == On::Cells && clue_look(layer) == Look::Corner)
            .map(|(at, _)| at);
        small.collect::<Vec<_>>().try_into().ok()
    }

    /// What a value of an unknown shows. A truth whose words are colours shows one of them in
    /// either case.
    pub(super) fn what(&self, unknown: usize, value: Value) -> What {
        let row = &self.kind.unknowns[unknown];
        let is_round = matches!(unknown_look(row), Look::Circle | Look::Dot);
        match &row.words {
            _ if !self.is_truth(unknown) => {
                match (row.entry(value), self.piece_name(unknown, value)) {
                    // The only word among directions means that there is none.
                    (Some(Entry::Word(_)), _)
                        if matches!(unknown_look(row), Look::Arrow | Look::Triangle)
                            && row.has_one_word() =>
                    {
                        What::False
                    }
                    (Some(entry), _) => self.what_of(&entry),
                    (None, Some(_)) if value == 0 => What::False,
                    (None, Some(name)) => What::Word(name),
                    (None, None) => What::Number(i64::from(value)),
                }
            }
            Some(words) if is_round && words.iter().all(|word| tone(word).is_some()) => {
                What::Word(words[usize::from(value == 0)].clone())
            }
            _ if value != 0 => What::True,
            _ => What::False,
        }
    }

    /// The layers of areas and paths: their index, look and cells.
    pub(super) fn groups(&self) -> impl Iterator<Item = (usize, Look, &[Vec<Place>])> {
        let layers = self.kind.clues.iter().zip(&self.data.layers).enumerate();
        let groups = layers.filter(|(_, (_, entries))| !entries.groups.is_empty());
        groups
            .map(|(at, (layer, entries))| (at, clue_look(layer), &entries.groups[..]))
            .filter(|(_, look, _)| *look != Look::Hidden)
    }

    /// Whether unknown lines go along the sides: then the board has no frame.
    pub(super) fn is_drawn_along(&self) -> bool {
        self.kind
            .unknowns
            .iter()
            .any(|row| row.on == On::Sides && is_along(row.on, unknown_look(row)))
    }

    /// The cells of an area or path.
    pub(super) fn group_cells(&self, place: Place) -> &[Place] {
        match place {
            Place::Group(layer, at) => {
                let groups = self.data.layers.get(usize::from(layer)).map(|layer| &layer.groups);
                groups.and_then(|groups| groups.get(usize::from(at))).map_or(&[], Vec::as_slice)
            }
            _ => &[],
        }
    }
}
