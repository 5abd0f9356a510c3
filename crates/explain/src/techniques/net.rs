//! What facts say about connected places: which hold, which do not, and which can be reached.

use std::collections::VecDeque;

use cnfetti_core::csp::{Atom, Constraint, Link, Operand, Value, VarId};
use fixedbitset::FixedBitSet;
use itertools::Itertools;

use super::Premises;

/// Places of which it is known whether they hold, or not known; links between them always hold.
pub(crate) struct Net<'a> {
    pub(crate) places: &'a [Option<Atom>],
    neighbours: Vec<Vec<usize>>,
    /// The places that are known to hold.
    held: FixedBitSet,
    /// Those that are known not to.
    gone: FixedBitSet,
    /// Of parts, the size that each place requires, if that is known.
    sizes: Vec<Option<usize>>,
    /// The places of which each part has one.
    marks: Vec<usize>,
    /// For each place, the marks that would be in its part if it held.
    beside: Vec<Vec<usize>>,
    is_of_parts: bool,
}

impl<'a> Net<'a> {
    /// The net of a constraint on connected places or parts, if all its links always hold.
    pub(crate) fn new(constraint: &'a Constraint, premises: &Premises<'_>) -> Option<Net<'a>> {
        let (places, links, sizes, marks): (_, &[Link], &[Option<Operand>], &[usize]) =
            match constraint {
                Constraint::Connected(connected) => {
                    (&connected.places[..], &connected.links, &[], &[])
                }
                Constraint::Parts(parts) => {
                    let marks = parts.marks.as_deref().unwrap_or(&[]);
                    (&parts.places[..], &parts.links, &parts.sizes, marks)
                }
                _ => return None,
            };
        if links.iter().any(|link| link.atom.is_some()) {
            return None;
        }
        let mut net = Net {
            places,
            neighbours: vec![Vec::new(); places.len()],
            held: FixedBitSet::with_capacity(places.len()),
            gone: FixedBitSet::with_capacity(places.len()),
            sizes: sizes.iter().map(|size| premises.size(size.as_ref()?)).collect(),
            marks: marks.to_vec(),
            beside: vec![Vec::new(); places.len()],
            is_of_parts: matches!(constraint, Constraint::Parts(_)),
        };
        for &Link { ends: [one, other], .. } in links {
            net.neighbours[one].push(other);
            net.neighbours[other].push(one);
        }
        for (at, place) in places.iter().enumerate() {
            let holds = place.map_or(Some(true), |atom| premises.holds(atom));
            net.held.set(at, holds == Some(true));
            net.gone.set(at, holds == Some(false));
        }
        for &mark in marks {
            let group = if net.held.contains(mark) { net.group(mark) } else { Vec::new() };
            let around = group.iter().flat_map(|&at| &net.neighbours[at]).chain([&mark]);
            for at in around.copied().sorted().dedup() {
                net.beside[at].push(mark);
            }
        }
        Some(net)
    }

    /// Whether there are several parts.
    pub(crate) fn is_of_parts(&self) -> bool {
        self.is_of_parts
    }

    /// The place that would not hold if the variable had this value.
    pub(crate) fn denied(&self, variable: VarId, value: Value) -> Option<usize> {
        let is_denied = |atom: &Atom| atom.variable == variable && atom.value != value;
        self.places.iter().position(|place| place.as_ref().is_some_and(is_denied))
    }

    /// The place that would hold if the variable had this value.
    pub(crate) fn affirmed(&self, variable: VarId, value: Value) -> Option<usize> {
        self.places.iter().position(|place| *place == Some(Atom { variable, value }))
    }

    /// What can be reached from a place over places that are not ruled out.
    fn reached(&self, from: usize, is_open: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = FixedBitSet::with_capacity(self.places.len());
        let mut reached = vec![from];
        seen.insert(from);
        let mut next = 0;
        while next < reached.len() {
            for &neighbour in &self.neighbours[reached[next]] {
                if is_open(neighbour) && !seen.put(neighbour) {
                    reached.push(neighbour);
                }
            }
            next += 1;
        }
        reached
    }

    /// The connected group of places that are known to hold, from one of them.
    pub(crate) fn group(&self, place: usize) -> Vec<usize> {
        self.reached(place, |at| self.held.contains(at))
    }

    /// Where two places that hold would be apart from each other without this one: both.
    pub(crate) fn cut(&self, without: usize) -> Option<[usize; 2]> {
        let mut others = self.held.ones().filter(|&at| at != without);
        let first = others.next().filter(|_| !self.is_of_parts)?;
        let near = self.reached(first, |at| at != without && !self.gone.contains(at));
        let near: FixedBitSet = near.into_iter().collect();
        Some([first, others.find(|&at| !near.contains(at))?])
    }

    /// A group that has to grow, and has no other neighbour left than this place.
    pub(crate) fn only_way_out(&self, place: usize) -> Option<Vec<usize>> {
        let group = self.neighbours[place].iter().copied().filter(|&at| self.held.contains(at));
        let mut groups = group.map(|at| self.group(at));
        groups.find(|group| {
            let mut around = group.iter().flat_map(|&at| &self.neighbours[at]);
            self.has_to_grow(group)
                && around.all(|at| *at == place || self.gone.contains(*at) || group.contains(at))
        })
    }

    fn has_to_grow(&self, group: &[usize]) -> bool {
        match self.is_of_parts {
            false => self.held.ones().any(|at| !group.contains(&at)),
            true => {
                let is_smaller =
                    |&at: &usize| self.sizes[at].is_some_and(|size| group.len() < size);
                let has_mark = group.iter().any(|at| self.marks.contains(at));
                group.iter().any(is_smaller) || !self.marks.is_empty() && !has_mark
            }
        }
    }

    /// A group that would not get all its places, or no mark, without this place.
    pub(crate) fn confined(&self, without: usize) -> Option<Confined> {
        self.groups().find_map(|group| self.confined_of(group, Some(without)))
    }

    /// The connected groups of places that are known to hold.
    fn groups(&self) -> impl Iterator<Item = Vec<usize>> {
        let mut seen = FixedBitSet::with_capacity(self.places.len());
        self.held.ones().filter_map(move |at| {
            let group = (!seen.contains(at)).then(|| self.group(at))?;
            seen.extend(group.iter().copied());
            Some(group)
        })
    }

    fn confined_of(&self, group: Vec<usize>, without: Option<usize>) -> Option<Confined> {
        if !self.is_of_parts || without.is_some_and(|without| group.contains(&without)) {
            return None;
        }
        let size = group.iter().find_map(|&at| self.sizes[at]);
        let mark = group.iter().copied().find(|at| self.marks.contains(at));
        let is_open = |at: usize| {
            let is_strange = mark.is_some_and(|mark| self.is_strange(mark, at));
            Some(at) != without && !self.gone.contains(at) && !is_strange
        };
        let near = self.reached(group[0], is_open);
        let room = size.filter(|&size| near.len() < size).map(|_| near.len());
        let has_mark = self.marks.is_empty() || near.iter().any(|at| self.marks.contains(at));
        (room.is_some() || !has_mark).then_some(Confined { group, room })
    }

    /// Why the constraint cannot hold, if that can be seen from what is known.
    pub(crate) fn broken(&self) -> Option<Broken> {
        if !self.is_of_parts {
            let first = self.held.ones().next()?;
            let near = self.reached(first, |at| !self.gone.contains(at));
            let near: FixedBitSet = near.into_iter().collect();
            let other = self.held.ones().find(|&at| !near.contains(at))?;
            return Some(Broken::Apart([first, other]));
        }
        self.groups().find_map(|group| {
            let mut marks = group.iter().copied().filter(|at| self.marks.contains(at));
            if let (Some(one), Some(other)) = (marks.next(), marks.next()) {
                return Some(Broken::Joined([one, other]));
            }
            if let Some((place, size)) = self.overfull(group[0]) {
                return Some(Broken::Overfull(place, size));
            }
            self.confined_of(group, None).map(Broken::Confined)
        })
    }

    /// Whether the place is another mark, or would join one with this mark.
    fn is_strange(&self, mark: usize, at: usize) -> bool {
        self.beside[at].iter().any(|&other| other != mark)
    }

    /// A group that has all its places, next to this one.
    pub(crate) fn full(&self, place: usize) -> Option<Vec<usize>> {
        let beside = self.neighbours[place].iter().copied().filter(|&at| self.held.contains(at));
        let mut groups = beside.filter(|_| self.is_of_parts).map(|at| self.group(at));
        groups.find(|group| {
            let is_said = |&at: &usize| self.sizes[at].is_some_and(|size| group.len() >= size);
            !group.contains(&place) && group.iter().any(is_said)
        })
    }

    /// A place with a size, whose part would have more places than that if this one held.
    pub(crate) fn overfull(&self, place: usize) -> Option<(usize, usize)> {
        let with_it = self.reached(place, |at| self.held.contains(at));
        let mut said = with_it.iter().filter(|_| self.is_of_parts);
        said.find_map(|&at| {
            let size = self.sizes[at].filter(|&size| size < with_it.len())?;
            Some((at, size))
        })
    }

    /// Two marks that would be in one part with this place.
    pub(crate) fn joined(&self, place: usize) -> Option<[usize; 2]> {
        let beside = self.neighbours[place].iter().copied().filter(|&at| self.held.contains(at));
        let group = beside.flat_map(|at| self.group(at));
        let mut marks: Vec<usize> =
            group.chain([place]).filter(|at| self.marks.contains(at)).collect();
        marks.sort_unstable();
        marks.dedup();
        match marks[..] {
            [one, other, ..] => Some([one, other]),
            _ => None,
        }
    }

    /// Whether nothing can reach the place: no way leads there from a place that holds; of parts none that is
    /// short enough from a mark and does not join it with another one.
    pub(crate) fn is_out_of_reach(&self, place: usize) -> bool {
        if !self.is_of_parts {
            let near = self.reached(place, |at| !self.gone.contains(at));
            let near: FixedBitSet = near.into_iter().collect();
            return self.held.ones().any(|at| !near.contains(at));
        }
        !self.marks.is_empty() && !self.marks.iter().any(|&mark| self.can_reach(mark, place))
    }

    fn can_reach(&self, mark: usize, place: usize) -> bool {
        let group = self.group(mark);
        let size = group.iter().find_map(|&at| self.sizes[at]).or(self.sizes[mark]);
        let most = size.unwrap_or(self.places.len());
        let is_open = |at: usize| !self.gone.contains(at) && !self.is_strange(mark, at);
        let mut length = vec![0; self.places.len()];
        // The way begins with all that belongs to the mark already.
        group.iter().for_each(|&at| length[at] = group.len());
        let mut open: VecDeque<usize> = group.into();
        while let Some(at) = open.pop_front() {
            if at == place {
                return length[at] <= most;
            }
            for &next in &self.neighbours[at] {
                if length[next] == 0 && is_open(next) {
                    length[next] = length[at] + 1;
                    open.push_back(next);
                }
            }
        }
        false
    }
}

/// A group that would have too little room.
pub(crate) struct Confined {
    pub(crate) group: Vec<usize>,
    /// For how many places there would be room, if that is too few; else none of them is a mark.
    pub(crate) room: Option<usize>,
}

/// Why a constraint cannot hold.
pub(crate) enum Broken {
    /// Two places that hold are apart from each other.
    Apart([usize; 2]),
    /// Two marks are in one part.
    Joined([usize; 2]),
    /// The part of this place has more places than its size.
    Overfull(usize, usize),
    /// A group has too little room.
    Confined(Confined),
}
