//! Parts whose sizes are given.
//!
//! Of the places that hold only those matter from which a part can still grow, or whose size is still
//! to be said; of each part how large it is, what it says of that, and whether it has a mark.

mod groups;

use cnfetti_core::csp::{Atom, Operand, Parts, VarId};
use itertools::Itertools;

use super::graph::{Graph, Known, Place, State, Watched};
use crate::residual::{Field, Frame, Residual, View};
use groups::{Group, Groups};

pub(super) fn residual(constraint: &Parts, frame: &mut Frame) -> Box<dyn Residual> {
    let largest = constraint.places.len() as u64;
    let until = |variable| frame.step(Atom { variable, value: 0 }).saturating_add(1);
    let untils = constraint.sizes.iter().map(|size| match size {
        Some(Operand::Variable(variable)) => until(*variable),
        _ => 0,
    });
    let untils = untils.collect_vec();
    let graph = Graph::new(&constraint.places, &constraint.links, |at| untils[at], frame);
    // What no part can be is one more than the largest.
    let number = |size: i64| u64::try_from(size).ok().filter(|size| (1..=largest).contains(size));
    let number = |size: i64| number(size).unwrap_or(largest + 1);
    let mut sizes = Vec::new();
    let mut notes = Vec::new();
    for (at, place) in graph.all_places().iter().enumerate() {
        let always = match constraint.sizes[place.number] {
            Some(Operand::Variable(variable)) => {
                let values = frame.domain(variable).iter();
                let atom = |&value| (Atom { variable, value }, (at, number(value.into())));
                sizes.extend(values.map(atom));
                0
            }
            Some(Operand::Constant(size)) => number(size.into()),
            None => 0,
        };
        notes.push(Note {
            always,
            until: untils[place.number],
            is_mark: constraint.marks.as_ref().is_some_and(|marks| marks.contains(&place.number)),
            size: frame.field(largest),
            said: frame.field(largest + 1),
            marked: frame.field(1),
        });
    }
    let sizes = Watched::new(sizes, frame);
    Box::new(Open { graph, notes, sizes, needs_mark: constraint.marks.is_some() })
}

/// The parts that can still grow, or of which something is still to be said.
struct Open {
    graph: Graph,
    /// For each place of the graph.
    notes: Vec<Note>,
    /// The places that say a size, with the size.
    sizes: Watched<(usize, u64)>,
    needs_mark: bool,
}

/// What is noted at a place.
struct Note {
    /// The size that it always says; 0 for none.
    always: u64,
    /// After so many steps it is known what it says.
    until: usize,
    is_mark: bool,
    /// At the first place of a part how large it is; 0 where that does not matter.
    size: Field,
    /// There, the size that it says; at a place of which it is open whether it holds, the size that it
    /// says itself. 0 for none.
    said: Field,
    /// There, whether it has a mark.
    marked: Field,
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        self.graph.assign(view, variable, row, |view, at| {
            let note = &self.notes[at];
            view.set(note.size, 1);
            view.set(note.marked, u64::from(note.is_mark));
            if note.always != 0 {
                view.set(note.said, note.always);
            }
        });
        for (at, size) in self.sizes.by(variable, row) {
            // What holds says it of its part, what is open keeps it for later.
            let first = self.graph.first(view, at).unwrap_or(at);
            let said = view.get(self.notes[first].said);
            if said != 0 && said != size {
                return false;
            }
            view.set(self.notes[first].said, size);
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let (places, links) = (self.graph.places(view), self.graph.links(view));
        let states = places.iter().map(|place| self.graph.state(view, place)).collect_vec();
        let own = (0..places.len()).map(|at| self.group(view, at, states[at])).collect_vec();
        let mut groups = Groups::new(states, own);
        let mut possible = Vec::with_capacity(links.len());
        for link in links {
            let known = link.known(view, |place| groups.state(place));
            if known == Known::Holds && !groups.join(link.ends) {
                return false;
            }
            if known != Known::Fails {
                possible.push((link.ends, known == Known::Holds));
            }
        }
        let Some(outlook) = groups.outlook(&possible, self.needs_mark) else { return false };
        for &place in &outlook.refused {
            places[place].refuse(view);
        }
        for (at, place) in places.iter().enumerate() {
            self.store(view, (at, place), outlook.firsts[at], &groups);
        }
        true
    }
}

impl Open {
    /// The part that a place is by itself, or the part whose first place it is.
    fn group(&self, view: &View<'_>, at: usize, state: State) -> Group {
        let note = &self.notes[at];
        let is_unsaid = note.until > view.step();
        let said = match view.get(note.said) {
            0 => note.always,
            said => said,
        };
        match state {
            State::In(first) if first == at => Group {
                size: view.get(note.size),
                said,
                is_marked: view.get(note.marked) == 1,
                is_unsaid,
            },
            State::In(_) => Group { is_unsaid, ..Group::default() },
            State::New | State::Open => Group { size: 1, said, is_marked: note.is_mark, is_unsaid },
            State::Fails | State::Done => Group::default(),
        }
    }

    /// Stores of a place what matters of it.
    fn store(
        &self,
        view: &mut View<'_>,
        (at, place): (usize, &Place),
        first: Option<usize>,
        groups: &Groups,
    ) {
        let state = groups.state(at);
        let note = &self.notes[at];
        let said = view.get(note.said);
        self.graph.store(view, place, first, state.is_in() || state == State::Done);
        let (size, said, marked) = match first {
            Some(first) if first == at => {
                let group = groups.of(at);
                (group.size, group.said, group.is_marked)
            }
            None if state == State::Open => (0, said, false),
            _ => (0, 0, false),
        };
        view.set(note.size, size);
        view.set(note.said, said);
        view.set(note.marked, u64::from(marked));
    }
}
