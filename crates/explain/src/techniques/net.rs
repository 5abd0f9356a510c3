//! Connected places as far as facts show: which hold, which do not, and which can be reached.

use std::collections::VecDeque;

use cnfetti_core::csp::{Atom, Constraint, Link, Operand, Value, VarId};
use fixedbitset::FixedBitSet;

use super::Premises;

/// Places of which it is known whether they hold, or not known; links between them always hold.
pub(crate) struct Net<'a> {
    pub(crate) places: &'a [Option<Atom>],
    neighbours: Vec<Vec<usize>>,
    /// The places that are known to hold.
    held: FixedBitSet,
    /// Those that are known not to.
    gone: FixedBitSet,
    /// Of parts the size that each place says, where that is known.
    sizes: Vec<Option<usize>>,
    /// The places of which each part has one.
    marks: Vec<usize>,
    is_of_parts: bool,
}

impl<'a> Net<'a> {
    /// Of a constraint about what hangs together or falls into parts, where only places are open.
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

    /// The places that are known to hang together with one, which holds.
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

    /// A group that has all its places, next to this one.
    pub(crate) fn full(&self, place: usize) -> Option<Vec<usize>> {
        let beside = self.neighbours[place].iter().copied().filter(|&at| self.held.contains(at));
        let mut groups = beside.filter(|_| self.is_of_parts).map(|at| self.group(at));
        groups.find(|group| {
            let is_said = |&at: &usize| self.sizes[at].is_some_and(|size| group.len() >= size);
            !group.contains(&place) && group.iter().any(is_said)
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
        let most = self.sizes[mark].unwrap_or(self.places.len());
        let is_open = |at: usize| {
            let beside = self.neighbours[at].iter().filter(|&&beside| self.held.contains(beside));
            let strange = |at: usize| at != mark && self.marks.contains(&at);
            let is_strange = |&beside: &usize| self.group(beside).into_iter().any(strange);
            !self.gone.contains(at) && !strange(at) && !beside.into_iter().any(is_strange)
        };
        let mut length = vec![0; self.places.len()];
        length[mark] = 1;
        let mut open = VecDeque::from([mark]);
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
