//! Random puzzles for trying out a kind; most have no solution.

use cnfetti_core::limit::Budget;
use cnfetti_core::random::Random;
use itertools::Itertools;

use crate::board::{Board, Direction, Place};
use crate::data::{Data, Entries, Entry};
use crate::kind::{Kind, Layer, On, Values};
use crate::pieces::Piece;
use crate::text::signs;

/// How far random numbers go above the lower bound.
const RANGE: i64 = 6;

/// Random words are drawn from the first few of a layer: from many, two on a small board would hardly be equal.
const WORDS: usize = 6;

impl Kind {
    /// A random puzzle with clues that the kind allows, in about one of `one_in` places.
    pub fn random(&self, board: Board, one_in: usize, random: &mut Random) -> Data {
        let mut data = Data::new(self, board);
        for (at, parameter) in self.parameters.iter().enumerate() {
            let (low, high) = parameter.range;
            let high = high.min(low + RANGE);
            if parameter.default.is_none() || random.one_in(3) {
                data.parameters[at] = low + random.below((high - low + 1) as usize) as i64;
            }
        }
        if let Some(pieces) = &self.pieces {
            data.pieces = Piece::random(pieces, &data.board, random);
        }
        let layers = self.clues.iter().enumerate();
        for (at, layer) in layers.sorted_by_key(|(_, layer)| !self.says_cells(layer)) {
            if self.says_cells(layer) {
                data.board = data.board.whole();
            }
            data.layers[at] = match layer.on {
                On::Areas { cover } => {
                    if cover || random.one_in(2) {
                        areas(&data.board, cover, random)
                    } else {
                        Entries::default()
                    }
                }
                On::Paths => paths(&data.board, random),
                _ => self.entries(layer, &data, one_in, random),
            };
            data.cut(self);
        }
        data
    }

    fn entries(&self, layer: &Layer, data: &Data, one_in: usize, random: &mut Random) -> Entries {
        let mut entries = Entries::default();
        for place in data.places(layer.on) {
            if layer.required || random.one_in(one_in) {
                entries.at.insert(place, self.entry(layer, data, random));
            }
        }
        entries
    }

    fn entry(&self, layer: &Layer, data: &Data, random: &mut Random) -> Entry {
        if layer.any.is_some() && random.one_in(6) {
            return Entry::Open;
        }
        match &layer.values {
            Values::Flag | Values::Group => Entry::Flag,
            Values::Number(bounds) => {
                let (low, high) = &*bounds.0;
                let number = |ast| self.number(data, ast, &Budget::default());
                let low = number(low).unwrap_or(0);
                let high = high.as_ref().and_then(number).unwrap_or(low + RANGE).max(low);
                Entry::Number(low + random.below((high - low + 1) as usize) as i64)
            }
            Values::Words(words) => Entry::Word(*random.pick(&words[..words.len().min(WORDS)])),
            Values::Direction => Entry::Direction(random.pick(&Direction::ALL).0),
            Values::Directions => {
                let signs: Vec<Vec<Direction>> = signs().collect();
                Entry::Directions(random.pick(&signs).clone())
            }
            Values::Numbers if random.one_in(8) => Entry::Numbers(vec![0]),
            Values::Numbers => {
                let length = 1 + random.below(3);
                let mut number = || match layer.any.is_some() && random.one_in(6) {
                    true => Entry::ANY,
                    false => 1 + random.below(3) as i64,
                };
                Entry::Numbers((0..length).map(|_| number()).collect())
            }
        }
    }
}

/// Areas that grow from random cells to their neighbours.
fn areas(board: &Board, cover: bool, random: &mut Random) -> Entries {
    let mut cells = board.cells();
    random.shuffle(&mut cells);
    let number = 1 + random.below(cells.len().div_ceil(2));
    let mut groups: Vec<Vec<Place>> = cells[..number].iter().map(|&cell| vec![cell]).collect();
    let mut free = cells.split_off(number);
    while !free.is_empty() {
        let at = random.below(free.len());
        let beside = board.adjacent(free[at]);
        let joins = groups.iter().position(|group| beside.iter().any(|cell| group.contains(cell)));
        if let Some(group) = joins {
            let cell = free.swap_remove(at);
            // If areas need not cover the board, some cells stay free.
            if cover || !random.one_in(3) {
                groups[group].push(cell);
            }
        } else if !free.iter().any(|cell| {
            let beside = board.adjacent(*cell);
            groups.iter().flatten().any(|taken| beside.contains(taken))
        }) {
            break;
        }
    }
    groups.extend(free.into_iter().filter(|_| cover).map(|cell| vec![cell]));
    named(groups)
}

/// Random walks of a few cells.
fn paths(board: &Board, random: &mut Random) -> Entries {
    let cells = board.cells();
    let number = random.below(3);
    let groups = (0..number).map(|_| {
        let mut path = vec![*random.pick(&cells)];
        for _ in 0..3 {
            let next: Vec<Place> = board
                .around(path[path.len() - 1])
                .into_iter()
                .filter(|cell| !path.contains(cell))
                .collect();
            if next.is_empty() {
                break;
            }
            path.push(*random.pick(&next));
        }
        path
    });
    named(groups.collect())
}

fn named(groups: Vec<Vec<Place>>) -> Entries {
    let names = (0..groups.len()).map(crate::board::letter).collect();
    Entries { names, groups, ..Entries::default() }
}
