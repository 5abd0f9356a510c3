//! Converts between the codes of an address and clues.

use std::collections::BTreeMap;

use cnfetti_input::{InputError, Span};

use super::decoders::{Codes, Decoder, How, Places};
use super::numbers::{ARROWS, read_hex, write_hex};
use super::reader::{Read, Reader};
use super::{areas, bank, dots, kakuro, outside};
use crate::board::{Direction, Place};
use crate::data::{Data, Entry};
use crate::kind::{Kind, Step, Values};

/// A clue as an address writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// A `?`.
    Open,
    Number(i64),
    Numbers(Vec<i64>),
    /// An arrow, or none, and a number, or `None` for a `?`.
    Arrow(Option<Direction>, Option<i64>),
    /// Clues of several of the step's layers, each with the index of its layer.
    Several(Vec<(usize, Code)>),
}

/// The fleets that have a letter, by their largest ship.
const FLEETS: [(char, i64); 3] = [('c', 3), ('d', 4), ('e', 5)];

/// A puzzle under construction, and the positions of its clues.
pub(super) struct Filling<'k> {
    pub(super) kind: &'k Kind,
    pub(super) data: Data,
    spans: BTreeMap<(usize, Place), Span>,
}

impl<'k> Filling<'k> {
    pub(super) fn new(kind: &'k Kind, data: Data) -> Filling<'k> {
        Filling { kind, data, spans: BTreeMap::new() }
    }

    /// Returns the puzzle, after checking that the kind allows its clues. Borders have no place of their own in the
    /// address: an error about them is at its body.
    pub(super) fn finish(mut self, body: Span) -> Read<Data> {
        self.data.cut(self.kind);
        if let Err(wrong) = self.kind.verify(&self.data) {
            let span = wrong.place.and_then(|place| self.spans.get(&(wrong.layer, place)).cloned());
            return Err(InputError::new(span, wrong.message));
        }
        match self.kind.require(&self.data) {
            Ok(()) => Ok(self.data),
            Err(unmet) => {
                let span = unmet.span(&self.data, &self.spans).unwrap_or(body);
                Err(InputError::new(span, unmet.message))
            }
        }
    }

    /// The index of a layer, which exists.
    pub(super) fn layer(&self, name: &str) -> usize {
        self.kind.clue(name).unwrap_or(0)
    }

    pub(super) fn is_empty(&self, name: &str) -> bool {
        self.data.layers[self.layer(name)].at.is_empty()
    }

    /// Reads a step.
    pub(super) fn fill(
        &mut self,
        decoder: &Decoder,
        step: &Step,
        reader: &mut Reader<'_>,
    ) -> Read<()> {
        match &decoder.how {
            How::Parameter => self.fill_parameter(&step.layers[0], reader),
            How::Borders => areas::read(self, &step.layers[0], reader),
            How::Kakuro => kakuro::read(self, &step.layers, reader),
            How::Dots => dots::read(self, &step.layers, reader),
            How::Pairs => dots::read_pairs(self, &step.layers, reader),
            How::Blank => self.pass_blanks(reader),
            How::Bank => bank::read(self, reader),
            How::Fleet => self.fill_fleet(&step.layers[0], reader),
            How::Stream { places: Places::Lists, read, .. } => {
                let found = read(reader, outside::length(&self.data.board))?;
                let layer = self.layer(&step.layers[0]);
                for (place, numbers, span) in outside::lists(&self.data.board, found)? {
                    self.put_entry(layer, place, Entry::Numbers(numbers), span);
                }
                Ok(())
            }
            How::Stream { places, read, .. } => {
                let places = self.places(*places, &step.layers[0]);
                for (at, code, span) in read(reader, places.len())? {
                    self.put(&step.layers, places[at], code, span)?;
                }
                Ok(())
            }
        }
    }

    /// Reads that no cell has a clue.
    fn pass_blanks(&self, reader: &mut Reader<'_>) -> Read<()> {
        match read_hex(reader, self.data.board.cells().len())?.first() {
            None => Ok(()),
            Some((.., span)) => {
                let message = "a clue in a cell belongs to a variant, which is not known here";
                Err(InputError::new(span.clone(), message))
            }
        }
    }

    fn fill_parameter(&mut self, name: &str, reader: &mut Reader<'_>) -> Read<()> {
        let at = self.parameter(name);
        let (low, high) = self.kind.parameters[at].range;
        let (number, span) = reader.segment(&format!("a number for `{name}`"))?;
        if !(low..=high).contains(&number) {
            let expected = format!("a number from {low} to {high} for `{name}`");
            return Err(InputError::expected(span, expected, number.to_string()));
        }
        self.data.parameters[at] = number;
        Ok(())
    }

    /// Reads a fleet: two slashes and a letter. Fleets that are listed ship by ship are not
    /// supported.
    fn fill_fleet(&mut self, name: &str, reader: &mut Reader<'_>) -> Read<()> {
        let (start, rest) = (reader.here(), reader.rest());
        let size = FLEETS.iter().find(|(letter, _)| rest == format!("//{letter}"));
        let Some(&(_, size)) = size else {
            let letters = FLEETS.map(|(letter, _)| format!("`//{letter}`"));
            let expected = format!("a fleet: {}", letters.join(", "));
            return Err(InputError::expected(start, expected, format!("`{rest}`")));
        };
        for _ in 0..rest.len() {
            reader.next(name)?;
        }
        let at = self.parameter(name);
        self.data.parameters[at] = size;
        Ok(())
    }

    /// The index of a parameter, which exists.
    fn parameter(&self, name: &str) -> usize {
        self.kind.parameter(name).unwrap_or(0)
    }

    /// The places of a stream, in the order of the address.
    fn places(&self, places: Places, layer: &str) -> Vec<Place> {
        let board = &self.data.board;
        let sides = |sides: &[Direction]| {
            sides.iter().flat_map(|&side| board.edges_at(side)).collect::<Vec<Place>>()
        };
        use Direction::{East, North, South, West};
        match places {
            Places::FourSides => sides(&[North, South, West, East]),
            Places::TopAndLeft | Places::Lists => sides(&[North, West]),
            Places::Layer => {
                let mut places = self.data.places(self.kind.clues[self.layer(layer)].on);
                // Sides between horizontal neighbours come first.
                places.sort_by_key(|place| matches!(place, Place::Above(..)));
                places
            }
        }
    }

    /// Adds a clue to its layer.
    pub(super) fn put(
        &mut self,
        layers: &[Box<str>],
        place: Place,
        code: Code,
        span: Span,
    ) -> Read<()> {
        let id = self.layer(&layers[0]);
        let layer = &self.kind.clues[id];
        let name = &layer.name;
        let refused = |what: String| Err(InputError::new(span.clone(), what));
        let entry = match (code, &layer.values) {
            (Code::Open, _) if layer.any.is_some() => Entry::Open,
            (Code::Open, _) => return refused(format!("`{name}` is never open at {place}")),
            (Code::Number(_), Values::Flag) => Entry::Flag,
            (Code::Number(number), Values::Words(_) | Values::Direction) => {
                let at = usize::try_from(number - 1).ok();
                let entry = at.and_then(|at| match &layer.values {
                    Values::Words(words) => words.get(at).copied().map(Entry::Word),
                    _ => ARROWS.get(at).copied().map(Entry::Direction),
                });
                match entry {
                    Some(entry) => entry,
                    None => return refused(format!("`{name}` is never {number}")),
                }
            }
            (Code::Number(number), _) => Entry::Number(number),
            (Code::Numbers(numbers), _) => {
                if numbers.contains(&Entry::ANY) && layer.any.is_none() {
                    return refused(format!("`{name}` is never open at {place}"));
                }
                Entry::Numbers(numbers)
            }
            (Code::Arrow(direction, number), _) => {
                return self.put_arrow(layers, place, (direction, number), span);
            }
            (Code::Several(codes), _) => {
                return codes.into_iter().try_for_each(|(layer, code)| {
                    self.put(&layers[layer..=layer], place, code, span.clone())
                });
            }
        };
        self.put_entry(id, place, entry, span);
        Ok(())
    }

    fn put_arrow(
        &mut self,
        layers: &[Box<str>],
        place: Place,
        (direction, number): (Option<Direction>, Option<i64>),
        span: Span,
    ) -> Read<()> {
        if let (None, Some(number)) = (direction, number) {
            let message = format!("there is no arrow for the number {number} at {place}");
            return Err(InputError::new(span, message));
        }
        if let Some(direction) = direction {
            let arrows = self.layer(&layers[0]);
            self.put_entry(arrows, place, Entry::Direction(direction), span.clone());
        }
        let code = number.map_or(Code::Open, Code::Number);
        self.put(&layers[1..], place, code, span)
    }

    pub(super) fn put_entry(&mut self, layer: usize, place: Place, entry: Entry, span: Span) {
        self.data.layers[layer].at.insert(place, entry);
        self.spans.insert((layer, place), span);
    }

    /// Writes a step; `None` if it cannot express the clues.
    pub(super) fn written(&self, decoder: &Decoder, step: &Step) -> Option<String> {
        match &decoder.how {
            How::Parameter => {
                Some(format!("{}/", self.data.parameters[self.parameter(&step.layers[0])]))
            }
            How::Borders => Some(areas::written(self, &step.layers[0])),
            How::Kakuro => kakuro::written(self, &step.layers),
            How::Dots => dots::written(self, &step.layers),
            How::Pairs => dots::written_pairs(self, &step.layers),
            How::Blank => write_hex(&vec![None; self.data.board.cells().len()]),
            How::Bank => bank::written(self),
            How::Fleet => {
                let ship = self.data.parameters[self.parameter(&step.layers[0])];
                let letter = FLEETS.iter().find(|(_, size)| *size == ship)?.0;
                Some(format!("//{letter}"))
            }
            How::Stream { places: Places::Lists, write, .. } => {
                let entries = &self.data.layers[self.layer(&step.layers[0])].at;
                write(&outside::codes(&self.data.board, entries)?)
            }
            How::Stream { places, codes, write, .. } => {
                let places = self.places(*places, &step.layers[0]);
                let codes = places.iter().map(|place| match codes {
                    Codes::Several(_) => self.several(&step.layers, *place),
                    _ => self.code(&step.layers, *place),
                });
                write(&codes.collect::<Option<Vec<_>>>()?)
            }
        }
    }

    /// The codes of the clues in a place, if there are any; `None` if an address cannot express one.
    fn several(&self, layers: &[Box<str>], place: Place) -> Option<Option<Code>> {
        let mut codes = Vec::new();
        for at in 0..layers.len() {
            codes.extend(self.code(&layers[at..=at], place)?.map(|code| (at, code)));
        }
        Some((!codes.is_empty()).then_some(Code::Several(codes)))
    }

    /// The code of the clue in a place, if there is one; `None` if an address cannot express it.
    pub(super) fn code(&self, layers: &[Box<str>], place: Place) -> Option<Option<Code>> {
        let id = self.layer(&layers[0]);
        let entry = self.data.layers[id].at.get(&place);
        if layers.len() == 2 {
            let number = self.data.layers[self.layer(&layers[1])].at.get(&place);
            return match (entry, number) {
                (None, None) => Some(None),
                (Some(Entry::Direction(direction)), Some(Entry::Number(number))) => {
                    Some(Some(Code::Arrow(Some(*direction), Some(*number))))
                }
                (Some(Entry::Direction(direction)), _) => {
                    Some(Some(Code::Arrow(Some(*direction), None)))
                }
                (_, Some(Entry::Open)) => Some(Some(Code::Arrow(None, None))),
                _ => None,
            };
        }
        Some(match entry {
            None => None,
            Some(Entry::Open) => Some(Code::Open),
            Some(Entry::Flag) => Some(Code::Number(1)),
            Some(Entry::Number(number)) => Some(Code::Number(*number)),
            Some(Entry::Numbers(numbers)) => Some(Code::Numbers(numbers.clone())),
            Some(Entry::Word(word)) => {
                let Values::Words(words) = &self.kind.clues[id].values else { return None };
                let at = words.iter().position(|known| known == word)?;
                Some(Code::Number(at as i64 + 1))
            }
            Some(Entry::Direction(direction)) => {
                let at = ARROWS.iter().position(|known| known == direction)?;
                Some(Code::Number(at as i64 + 1))
            }
            Some(Entry::Directions(_)) => return None,
        })
    }
}
