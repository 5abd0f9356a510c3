//! What holds hangs together.
//!
//! Of the places that hold only those matter from which a component can still grow; of these only
//! which are in the same component. That is the frontier of Knuth's Simpath (The Art of Computer
//! Programming 4A, 7.1.4, exercise 225), for places as well as for links.

mod components;

use cnfetti_core::csp::{Atom, Connected, Rule, VarId};
use itertools::Itertools;

use crate::residual::{Field, Frame, Residual, View};
use components::Components;

pub(super) fn residual(constraint: &Connected, frame: &mut Frame) -> Box<dyn Residual> {
    let size = constraint.places.len();
    let links = constraint.links.iter().filter(|link| link.ends[0] != link.ends[1]).collect_vec();
    let mut watched = Vec::new();
    let places = constraint.places.iter().enumerate().map(|(at, &atom)| {
        let when = When::new(atom, frame);
        watched.extend(when.watched(atom, Part::Place(at)));
        Place { when, component: frame.field(size as u64 + 1) }
    });
    let places = places.collect_vec();
    let links = links.into_iter().enumerate().map(|(at, link)| {
        let when = When::new(link.atom, frame);
        watched.extend(when.watched(link.atom, Part::Link(at)));
        Link { ends: link.ends, when, waits: frame.field(1) }
    });
    let links = links.collect_vec();
    debug_assert!(constraint.scope().iter().all(|&variable| frame.bit(variable).is_some()));
    watched.sort_unstable_by_key(|watched: &Watched| watched.variable);
    let closed = frame.field(1);
    Box::new(Open { places, links, watched, closed, may_be_empty: constraint.may_be_empty })
}

/// The components that can still grow.
struct Open {
    places: Vec<Place>,
    links: Vec<Link>,
    /// Sorted by their variables.
    watched: Vec<Watched>,
    /// Whether a component can grow no more: then nothing else may hold.
    closed: Field,
    may_be_empty: bool,
}

struct Place {
    when: When,
    /// [`NOWHERE`], the position behind that of the first place of its component, or one more than any
    /// such position where it holds and no longer matters, as long as its variable is not assigned.
    component: Field,
}

struct Link {
    ends: [usize; 2],
    when: When,
    /// 1 where its variable is assigned so that it holds, and it is open whether its ends do.
    waits: Field,
}

/// The place does not hold, or it no longer matters, or it is open whether it holds.
const NOWHERE: u64 = 0;

/// When something holds.
#[derive(Clone, Copy)]
enum When {
    Always,
    Never,
    Atom { bit: usize, row: usize, rows: (usize, usize) },
}

/// What is known of something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Holds,
    Fails,
    Open,
    /// Its variable is assigned: what matters of that is stored.
    Assigned,
}

/// What holds when a variable has the value of a row.
struct Watched {
    variable: VarId,
    row: usize,
    part: Part,
}

#[derive(Clone, Copy)]
enum Part {
    Place(usize),
    Link(usize),
}

impl When {
    fn new(atom: Option<Atom>, frame: &Frame) -> When {
        let Some(atom) = atom else { return When::Always };
        match (frame.bit(atom.variable), frame.index(atom)) {
            (Some(bit), Some(row)) => When::Atom { bit, row, rows: frame.rows_of(atom.variable) },
            _ => When::Never,
        }
    }

    fn watched(self, atom: Option<Atom>, part: Part) -> Option<Watched> {
        match (self, atom) {
            (When::Atom { row, .. }, Some(atom)) => {
                Some(Watched { variable: atom.variable, row, part })
            }
            _ => None,
        }
    }

    fn known(self, view: &View<'_>) -> Known {
        match self {
            When::Always => Known::Holds,
            When::Never => Known::Fails,
            When::Atom { bit, .. } if !view.is_open(bit) => Known::Assigned,
            When::Atom { bit, row, .. } if !view.can(row, bit) => Known::Fails,
            When::Atom { bit, row, rows } => {
                let is_only = (rows.0..rows.1).all(|other| other == row || !view.can(other, bit));
                if is_only { Known::Holds } else { Known::Open }
            }
        }
    }

    /// Makes it fail, where that is open.
    fn refuse(self, view: &mut View<'_>) {
        if let When::Atom { bit, row, .. } = self {
            view.remove_one(row, bit);
        }
    }
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let first = self.watched.partition_point(|watched| watched.variable < variable);
        let own = self.watched[first..].iter().take_while(|watched| watched.variable == variable);
        for watched in own.filter(|watched| watched.row == row) {
            match watched.part {
                Part::Link(at) => view.set(self.links[at].waits, 1),
                Part::Place(at) => {
                    let field = self.places[at].component;
                    match view.get(field) {
                        NOWHERE => view.set(field, at as u64 + 1),
                        number if number == self.done() => view.set(field, NOWHERE),
                        _ => {}
                    }
                }
            }
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let mut components =
            Components::new(self.places.iter().map(|place| self.state(view, place)));
        let links = self.links.iter().map(|link| self.take(view, link, &components)).collect_vec();
        for (link, known) in self.links.iter().zip(&links) {
            if *known == Known::Holds {
                components.join(link.ends);
            }
        }
        let possible = self.links.iter().zip(&links).filter(|(_, known)| **known != Known::Fails);
        let possible = possible.map(|(link, _)| link.ends).collect_vec();
        let was_closed = view.get(self.closed) == 1;
        let Some(outlook) = components.outlook(&possible, was_closed) else { return false };
        if outlook.is_empty && !self.may_be_empty {
            return false;
        }
        for &place in &outlook.refused {
            self.places[place].when.refuse(view);
        }
        if outlook.is_closed {
            view.set(self.closed, 1);
            self.links.iter().for_each(|link| view.set(link.waits, 0));
        }
        for (at, place) in self.places.iter().enumerate() {
            let component = match outlook.components[at] {
                Some(first) => first as u64 + 1,
                None if !components.holds(at) => NOWHERE,
                None if place.when.known(view) == Known::Assigned => NOWHERE,
                None => self.done(),
            };
            view.set(place.component, component);
        }
        true
    }
}

impl Open {
    /// The number of a place that holds and no longer matters.
    fn done(&self) -> u64 {
        self.places.len() as u64 + 1
    }

    fn state(&self, view: &View<'_>, place: &Place) -> components::State {
        use components::State;
        let number = view.get(place.component);
        match place.when.known(view) {
            _ if number == self.done() => State::Done,
            _ if number != NOWHERE => State::In(number as usize - 1),
            Known::Holds => State::New,
            Known::Open => State::Open,
            Known::Fails => State::Fails,
            Known::Assigned => State::Done,
        }
    }

    /// Whether the link holds; what waits of it is forgotten once that is said of its ends.
    fn take(&self, view: &mut View<'_>, link: &Link, components: &Components) -> Known {
        let [one, other] = link.ends;
        let is_open = |place| components.is_open(place);
        match link.when.known(view) {
            Known::Assigned if view.get(link.waits) == 1 => {
                let matters = components.matters(one) && components.matters(other);
                if !matters || (!is_open(one) && !is_open(other)) {
                    view.set(link.waits, 0);
                }
                Known::Holds
            }
            Known::Assigned => Known::Fails,
            known => known,
        }
    }
}
