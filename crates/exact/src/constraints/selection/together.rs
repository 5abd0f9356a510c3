//! What is left of pieces and of the selections that their atoms are in, taken together: which
//! selections are covered, which pieces have a value, and so which atoms can still hold.

use std::collections::BTreeMap;

use crate::residual::{Field, Frame, Residual, VarSet, View};
use cnfetti_core::csp::{Atom, VarId};

use cnfetti_core::csp::Selection;

/// What a choice takes, in words that are read.
const CHOICE_WORK: usize = 20;

/// Each piece takes one value, and each selection is covered once.
///
/// The atoms of a selection are decided before its result is: so a result that is assigned is
/// covered, and what a covered one has to be is all that its domain holds.
pub(crate) struct Together {
    /// For each selection the bit of its result.
    results: Vec<usize>,
    result_sets: Vec<VarSet>,
    /// What is decided last comes first.
    places: Vec<Place>,
    /// Increasing.
    pieces: Vec<VarId>,
    /// For each piece and index where the atom is; `None` for one that cannot hold.
    located: Vec<Vec<Option<Located>>>,
    /// A bit for each selection: whether an atom of it holds.
    covered: Vec<Field>,
    /// A bit for each piece: whether it has its value.
    used: Vec<Field>,
    work: usize,
}

/// Atoms that are in the same selections.
#[derive(Default)]
struct Place {
    /// When they are decided.
    step: usize,
    selections: Vec<usize>,
    /// Each as a piece and the index of its value.
    atoms: Vec<(usize, usize)>,
    /// For each atom and each of the selections the row that it writes there.
    rows: Vec<usize>,
}

/// An atom: a place, and its number there.
#[derive(Clone, Copy)]
struct Located {
    place: usize,
    number: usize,
}

/// How many atoms of a piece can hold.
#[derive(Clone, Copy)]
enum Left {
    None,
    One(Located),
    More,
}

impl Together {
    /// How much work it is to look at all choices of these selections, in words that are read.
    pub(crate) fn work_of(selections: &[&Selection]) -> usize {
        CHOICE_WORK * selections.iter().map(|selection| selection.choices.len()).sum::<usize>()
    }

    /// For these pieces, and for selections that have no atoms but of them.
    pub(crate) fn new(pieces: &[VarId], selections: &[&Selection], frame: &mut Frame) -> Together {
        let mut together = Together {
            results: Vec::new(),
            result_sets: Vec::new(),
            places: Vec::new(),
            pieces: pieces.to_vec(),
            located: pieces.iter().map(|&id| vec![None; frame.domain(id).len()]).collect(),
            covered: bit_fields(frame, selections.len()),
            used: bit_fields(frame, pieces.len()),
            work: Together::work_of(selections),
        };
        for selection in selections {
            let bit = frame.bit(selection.result);
            together.results.push(bit.expect("the result of a selection is no piece"));
            together.result_sets.push(frame.set(&[selection.result]));
        }
        let parts = parts(pieces, selections, frame);
        let mut places: BTreeMap<(usize, Vec<usize>), Place> = BTreeMap::new();
        let mut rest = &parts[..];
        for (piece, &variable) in pieces.iter().enumerate() {
            for (index, &value) in frame.domain(variable).iter().enumerate() {
                let count = rest.iter().take_while(|part| part.atom == (variable, index)).count();
                let (here, after) = rest.split_at(count);
                rest = after;
                let rows: Option<Vec<usize>> = here.iter().map(|part| part.row).collect();
                let step = frame.step(Atom { variable, value });
                let Some(rows) = rows.filter(|_| step < usize::MAX) else { continue };
                let selections: Vec<usize> = here.iter().map(|part| part.selection).collect();
                let place = places.entry((step, selections.clone())).or_insert_with(|| Place {
                    step,
                    selections,
                    ..Place::default()
                });
                place.atoms.push((piece, index));
                place.rows.extend(rows);
            }
        }
        together.places = places.into_values().rev().collect();
        for (at, place) in together.places.iter().enumerate() {
            for (number, &(piece, index)) in place.atoms.iter().enumerate() {
                together.located[piece][index] = Some(Located { place: at, number });
            }
        }
        together
    }

    /// What the atoms that can still hold would write, a set for each row, and how many of them
    /// each piece has.
    fn possible(&self, view: &View<'_>) -> (Vec<u64>, Vec<Left>) {
        let words = view.set_words();
        let mut written = vec![0; view.rows() * words];
        let mut left = vec![Left::None; self.pieces.len()];
        let places = self.places.iter().enumerate();
        for (at, place) in places.take_while(|(_, place)| place.step >= view.step()) {
            if place.selections.iter().any(|&selection| self.is_covered(view, selection)) {
                continue;
            }
            for (number, &(piece, _)) in place.atoms.iter().enumerate() {
                if self.is_used(view, piece) || !self.can_hold(view, place, number) {
                    continue;
                }
                for (selection, row) in place.parts(number) {
                    let bit = self.results[selection];
                    written[row * words + bit / 64] |= 1 << (bit % 64);
                }
                left[piece] = match left[piece] {
                    Left::None => Left::One(Located { place: at, number }),
                    _ => Left::More,
                };
            }
        }
        (written, left)
    }

    /// Whether the results can have what the atom would write.
    fn can_hold(&self, view: &View<'_>, place: &Place, number: usize) -> bool {
        place.parts(number).all(|(selection, row)| view.can(row, self.results[selection]))
    }

    /// Takes from the result of a selection that is not covered what nothing would write. False
    /// when no value is left.
    fn narrow(&self, view: &mut View<'_>, selection: usize, written: &[u64]) -> bool {
        let bit = self.results[selection];
        let mut any = false;
        for row in 0..view.rows() {
            let is_written = written[row * view.set_words() + bit / 64] >> (bit % 64) & 1 == 1;
            if view.can(row, bit) {
                any |= is_written;
                if !is_written {
                    view.remove_one(row, bit);
                }
            }
        }
        any
    }

    fn is_used(&self, view: &View<'_>, piece: usize) -> bool {
        view.get(self.used[piece / 64]) >> (piece % 64) & 1 == 1
    }

    fn is_covered(&self, view: &View<'_>, selection: usize) -> bool {
        view.get(self.covered[selection / 64]) >> (selection % 64) & 1 == 1
    }

    /// The selection's result can have no other value.
    fn decide(&self, view: &mut View<'_>, selection: usize, row: usize) {
        for other in (0..view.rows()).filter(|&other| other != row) {
            view.remove(other, &self.result_sets[selection]);
        }
    }
}

/// That an atom is in a selection.
struct Part {
    /// The piece, and the index of its value.
    atom: (VarId, usize),
    selection: usize,
    /// What it writes there; `None` where the result cannot have the value.
    row: Option<usize>,
}

/// What the atoms of the pieces write, in the order of the atoms and of the selections.
fn parts(pieces: &[VarId], selections: &[&Selection], frame: &Frame) -> Vec<Part> {
    let mut parts = Vec::new();
    for (selection, constraint) in selections.iter().enumerate() {
        for choice in &constraint.choices {
            let can = frame.domain(constraint.result).contains(&choice.value);
            let row = frame.row(choice.value).filter(|_| can);
            if let Some(index) = frame.index(choice.atom) {
                parts.push(Part { atom: (choice.atom.variable, index), selection, row });
            }
        }
    }
    parts.retain(|part| pieces.binary_search(&part.atom.0).is_ok());
    parts.sort_unstable_by_key(|part| (part.atom, part.selection));
    parts
}

/// Places for this many bits, 64 in each.
fn bit_fields(frame: &mut Frame, bits: usize) -> Vec<Field> {
    (0..bits.div_ceil(64))
        .map(|word| {
            let used = (bits - 64 * word).min(64);
            frame.field(u64::MAX >> (64 - used))
        })
        .collect()
}

impl Place {
    /// For an atom the selections it is in, with the row that it writes there.
    fn parts(&self, number: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let count = self.selections.len();
        let rows = &self.rows[number * count..(number + 1) * count];
        self.selections.iter().copied().zip(rows.iter().copied())
    }
}

impl Residual for Together {
    fn work(&self) -> usize {
        self.work
    }

    fn assign(&self, view: &mut View<'_>, variable: VarId, index: usize) -> bool {
        let Ok(piece) = self.pieces.binary_search(&variable) else { return true };
        let Some(Located { place, number }) = self.located[piece][index] else { return false };
        let place = &self.places[place];
        let is_free = place.parts(number).all(|(at, _)| !self.is_covered(view, at));
        if self.is_used(view, piece) || !is_free || !self.can_hold(view, place, number) {
            return false;
        }
        let word = self.used[piece / 64];
        view.set(word, view.get(word) | 1 << (piece % 64));
        for (selection, row) in place.parts(number) {
            let word = self.covered[selection / 64];
            view.set(word, view.get(word) | 1 << (selection % 64));
            self.decide(view, selection, row);
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let (written, left) = self.possible(view);
        for selection in 0..self.results.len() {
            if !self.is_covered(view, selection) && !self.narrow(view, selection, &written) {
                return false;
            }
        }
        for (piece, left) in left.into_iter().enumerate() {
            match left {
                _ if self.is_used(view, piece) => {}
                Left::None => return false,
                Left::One(Located { place, number }) => {
                    let parts = self.places[place].parts(number);
                    parts.for_each(|(selection, row)| self.decide(view, selection, row));
                }
                Left::More => {}
            }
        }
        true
    }
}
