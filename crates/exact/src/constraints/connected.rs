//! What holds hangs together.
//!
//! Of the places that hold only those matter from which a component can still grow; of these only
//! which are in the same component. That is the frontier of Knuth's Simpath (The Art of Computer
//! Programming 4A, 7.1.4, exercise 225), for places as well as for links.

mod components;

use std::cmp::Reverse;

use cnfetti_core::csp::{Atom, Connected, Rule, VarId};
use itertools::Itertools;

use crate::residual::{Field, Frame, Residual, View};
use components::Components;

pub(super) fn residual(constraint: &Connected, frame: &mut Frame) -> Box<dyn Residual> {
    debug_assert!(constraint.scope().iter().all(|&variable| frame.bit(variable).is_some()));
    let lasts = Lasts::new(constraint, frame);
    let size = constraint.places.len();
    let mut watched = Vec::new();
    let places = lasts.places.iter().enumerate().map(|(at, &(last, number))| {
        let atom = constraint.places[number];
        let when = When::new(atom, frame);
        watched.extend(when.watched(atom, Part::Place(at)));
        Place { when, last, component: frame.field(size as u64 + 1) }
    });
    let places = places.collect_vec();
    let mut positions = vec![0; size];
    for (at, &(_, number)) in lasts.places.iter().enumerate() {
        positions[number] = at;
    }
    let links = lasts.links.iter().enumerate().map(|(at, &(last, number))| {
        let link = constraint.links[number];
        let when = When::new(link.atom, frame);
        watched.extend(when.watched(link.atom, Part::Link(at)));
        Link { ends: link.ends.map(|end| positions[end]), when, last, waits: frame.field(1) }
    });
    let links = links.collect_vec();
    watched.sort_unstable_by_key(|watched: &Watched| watched.variable);
    let closed = frame.field(1);
    Box::new(Open { places, links, watched, closed, may_be_empty: constraint.may_be_empty })
}

/// The places and the links, each with the number of steps after which all is decided that it depends
/// on; what is decided last comes first.
struct Lasts {
    places: Vec<(usize, usize)>,
    links: Vec<(usize, usize)>,
}

impl Lasts {
    fn new(constraint: &Connected, frame: &Frame) -> Lasts {
        let decided = |atom: Option<Atom>| match atom {
            Some(atom) if frame.index(atom).is_some() => frame.step(atom).saturating_add(1),
            _ => 0,
        };
        let own = constraint.places.iter().map(|&place| decided(place)).collect_vec();
        let mut all = own.clone();
        let mut links = Vec::new();
        for (number, link) in constraint.links.iter().enumerate() {
            let [one, other] = link.ends;
            if one != other {
                let last = decided(link.atom).max(own[one]).max(own[other]);
                all[one] = all[one].max(last);
                all[other] = all[other].max(last);
                links.push((last, number));
            }
        }
        let mut places = all.into_iter().enumerate().map(|(at, last)| (last, at)).collect_vec();
        places.sort_unstable_by_key(|&(last, at)| (Reverse(last), at));
        links.sort_unstable_by_key(|&(last, at)| (Reverse(last), at));
        Lasts { places, links }
    }
}

/// The components that can still grow.
///
/// What is decided with all that it hangs on no longer matters, so what is decided last comes first and
/// only the first of the places and links are looked at.
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
    /// After so many steps it is decided, and all its links with their ends are.
    last: usize,
    /// [`NOWHERE`], the position behind that of the first place of its component, or one more than any
    /// such position where it holds and no longer matters, as long as its variable is not assigned.
    component: Field,
}

struct Link {
    ends: [usize; 2],
    when: When,
    /// After so many steps it is decided, and its ends are.
    last: usize,
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
    /// Once it is decided its variable is assigned.
    Atom {
        step: usize,
        bit: usize,
        row: usize,
        rows: (usize, usize),
    },
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
            (Some(bit), Some(row)) => {
                When::Atom { step: frame.step(atom), bit, row, rows: frame.rows_of(atom.variable) }
            }
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
            When::Atom { step, .. } if step < view.step() => Known::Assigned,
            When::Atom { bit, row, .. } if !view.can(row, bit) => Known::Fails,
            When::Atom { bit, row, rows, .. } => {
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
        let step = view.step();
        let places = &self.places[..self.places.partition_point(|place| place.last >= step)];
        let links = &self.links[..self.links.partition_point(|link| link.last >= step)];
        let mut components = Components::new(places.iter().map(|place| self.state(view, place)));
        let mut possible = Vec::with_capacity(links.len());
        for link in links {
            let known = self.take(view, link, &components);
            if known == Known::Holds {
                components.join(link.ends);
            }
            if known != Known::Fails {
                possible.push(link.ends);
            }
        }
        let was_closed = view.get(self.closed) == 1;
        let Some(outlook) = components.outlook(&possible, was_closed) else { return false };
        if outlook.is_empty && !self.may_be_empty {
            return false;
        }
        for &place in &outlook.refused {
            places[place].when.refuse(view);
        }
        if outlook.is_closed {
            view.set(self.closed, 1);
            links.iter().for_each(|link| view.set(link.waits, 0));
        }
        for (at, place) in places.iter().enumerate() {
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
