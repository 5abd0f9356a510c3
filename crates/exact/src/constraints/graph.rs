//! Places and links that hold when variables have values: what is known of them, and for how long it
//! matters.

mod when;

use std::cmp::Reverse;

use cnfetti_core::csp::{self, Atom, VarId};
use itertools::Itertools;

use crate::residual::{Field, Frame, View};
use when::When;
pub(super) use when::{Known, Watched};

/// The places and links of a constraint. What is decided last comes first, so what can still matter is a
/// prefix of them.
pub(super) struct Graph {
    places: Vec<Place>,
    links: Vec<Link>,
    watched: Watched<Part>,
}

/// A place.
pub(super) struct Place {
    /// Its position in the constraint.
    pub(super) number: usize,
    when: When,
    /// After so many steps it is decided, and all its links with their ends are.
    last: usize,
    /// [`NOWHERE`], the position behind that of the first place of its component, or one more than any
    /// such position where it holds and no longer matters, as long as its variable is not assigned.
    component: Field,
}

/// A link between two places.
pub(super) struct Link {
    pub(super) ends: [usize; 2],
    when: When,
    /// After so many steps it is decided, and its ends are.
    last: usize,
    /// 1 where its variable is assigned so that it holds, and it is open whether its ends do.
    waits: Field,
}

/// The place does not hold, or it no longer matters, or it is open whether it holds.
const NOWHERE: u64 = 0;

#[derive(Clone, Copy)]
enum Part {
    Place(usize),
    Link(usize),
}

/// What is known of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It holds, in the component whose first place is at this position.
    In(usize),
    /// It holds, and nothing is known yet of what it hangs together with.
    New,
    /// It is open whether it holds.
    Open,
    /// It does not hold, and that is not yet assigned.
    Fails,
    /// It holds and no longer matters, or it does not hold.
    Done,
}

impl State {
    /// Whether it holds and matters.
    pub(super) fn is_in(self) -> bool {
        matches!(self, State::In(_) | State::New)
    }

    /// Whether a link to the place can lead somewhere.
    pub(super) fn matters(self) -> bool {
        self.is_in() || self == State::Open
    }
}

impl Graph {
    /// `more` is for each place a number of steps that it depends on besides. Links from a place to itself
    /// are left out.
    pub(super) fn new(
        places: &[Option<Atom>],
        links: &[csp::Link],
        more: impl Fn(usize) -> usize,
        frame: &mut Frame,
    ) -> Graph {
        let lasts = Lasts::new(places, links, more, frame);
        let size = places.len() as u64;
        let mut positions = vec![0; places.len()];
        let mut parts = Vec::new();
        let place = |(at, &(last, number)): (usize, &(usize, usize))| {
            positions[number] = at;
            parts.extend(places[number].map(|atom| (atom, Part::Place(at))));
            let when = When::new(places[number], frame);
            Place { number, when, last, component: frame.field(size + 1) }
        };
        let drawn = lasts.places.iter().enumerate().map(place).collect_vec();
        let link = |(at, &(last, number)): (usize, &(usize, usize))| {
            let csp::Link { ends, atom } = links[number];
            parts.extend(atom.map(|atom| (atom, Part::Link(at))));
            let ends = ends.map(|end| positions[end]);
            Link { ends, when: When::new(atom, frame), last, waits: frame.field(1) }
        };
        let links = lasts.links.iter().enumerate().map(link).collect_vec();
        let watched = Watched::new(parts, frame);
        Graph { places: drawn, links, watched }
    }

    /// The places that can still matter.
    pub(super) fn places(&self, view: &View<'_>) -> &[Place] {
        let step = view.step();
        &self.places[..self.places.partition_point(|place| place.last >= step)]
    }

    /// The links that can still matter. Their ends do.
    pub(super) fn links(&self, view: &View<'_>) -> &[Link] {
        let step = view.step();
        &self.links[..self.links.partition_point(|link| link.last >= step)]
    }

    /// All places, in the order in which they are here.
    pub(super) fn all_places(&self) -> &[Place] {
        &self.places
    }

    /// Notes what a value of a variable says; calls `begin` with each place that holds from now on and of
    /// which nothing was known.
    pub(super) fn assign<'a>(
        &self,
        view: &mut View<'a>,
        variable: VarId,
        row: usize,
        mut begin: impl FnMut(&mut View<'a>, usize),
    ) {
        for part in self.watched.by(variable, row) {
            match part {
                Part::Link(at) => view.set(self.links[at].waits, 1),
                Part::Place(at) => {
                    let field = self.places[at].component;
                    match view.get(field) {
                        NOWHERE => {
                            view.set(field, at as u64 + 1);
                            begin(view, at);
                        }
                        number if number == self.done() => view.set(field, NOWHERE),
                        _ => {}
                    }
                }
            }
        }
    }

    /// What is known of a place.
    pub(super) fn state(&self, view: &View<'_>, place: &Place) -> State {
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

    /// The first place of the component of a place that holds and matters.
    pub(super) fn first(&self, view: &View<'_>, at: usize) -> Option<usize> {
        let number = view.get(self.places[at].component);
        (number != NOWHERE && number != self.done()).then(|| number as usize - 1)
    }

    /// Stores the component of a place by its first place; without one the place no longer matters.
    pub(super) fn store(
        &self,
        view: &mut View<'_>,
        place: &Place,
        component: Option<usize>,
        holds: bool,
    ) {
        let number = match component {
            Some(first) => first as u64 + 1,
            None if !holds || place.when.known(view) == Known::Assigned => NOWHERE,
            None => self.done(),
        };
        view.set(place.component, number);
    }

    /// The number of a place that holds and no longer matters.
    fn done(&self) -> u64 {
        self.places.len() as u64 + 1
    }
}

impl Place {
    /// Makes it fail, where that is open.
    pub(super) fn refuse(&self, view: &mut View<'_>) {
        self.when.refuse(view);
    }
}

impl Link {
    /// Whether the link holds; what waits of it is forgotten once that is said of its ends.
    pub(super) fn known(&self, view: &mut View<'_>, state: impl Fn(usize) -> State) -> Known {
        match self.when.known(view) {
            Known::Assigned if view.get(self.waits) == 1 => {
                let [one, other] = self.ends.map(state);
                let matters = one.matters() && other.matters();
                if !matters || (one != State::Open && other != State::Open) {
                    view.set(self.waits, 0);
                }
                Known::Holds
            }
            Known::Assigned => Known::Fails,
            known => known,
        }
    }

    /// Forgets that it holds.
    pub(super) fn forget(&self, view: &mut View<'_>) {
        view.set(self.waits, 0);
    }
}

/// Places and links, each with the number of steps after which all is decided that it depends on, and its
/// position in the constraint; what is decided last comes first.
struct Lasts {
    places: Vec<(usize, usize)>,
    links: Vec<(usize, usize)>,
}

impl Lasts {
    fn new(
        places: &[Option<Atom>],
        links: &[csp::Link],
        more: impl Fn(usize) -> usize,
        frame: &Frame,
    ) -> Lasts {
        let decided = |atom: Option<Atom>| match atom {
            Some(atom) if frame.index(atom).is_some() => frame.step(atom).saturating_add(1),
            _ => 0,
        };
        let own = places.iter().map(|&place| decided(place)).collect_vec();
        let mut all = own.iter().enumerate().map(|(at, &own)| own.max(more(at))).collect_vec();
        let mut lasts = Vec::new();
        for (number, link) in links.iter().enumerate() {
            let [one, other] = link.ends;
            if one != other {
                let last = decided(link.atom).max(own[one]).max(own[other]);
                all[one] = all[one].max(last);
                all[other] = all[other].max(last);
                lasts.push((last, number));
            }
        }
        let mut places = all.into_iter().enumerate().map(|(at, last)| (last, at)).collect_vec();
        places.sort_unstable_by_key(|&(last, at)| (Reverse(last), at));
        lasts.sort_unstable_by_key(|&(last, at)| (Reverse(last), at));
        Lasts { places, links: lasts }
    }
}

/// The component of a place, in a forest.
pub(super) fn root(parents: &mut [usize], mut place: usize) -> usize {
    while parents[place] != place {
        parents[place] = parents[parents[place]];
        place = parents[place];
    }
    place
}

/// Makes one component of two.
pub(super) fn unite(parents: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(parents, one), root(parents, other));
    parents[one.max(other)] = one.min(other);
}
