//! Which places hang together, and which still can.

use super::super::graph::{State, root, unite};

/// The places with what hangs together, as a forest.
pub(super) struct Components {
    states: Vec<State>,
    parents: Vec<usize>,
}

/// What can still be.
pub(super) struct Outlook {
    /// For each place that matters the first one that does of its component.
    pub(super) components: Vec<Option<usize>>,
    /// Places that can no longer hold.
    pub(super) refused: Vec<usize>,
    /// Whether the only component is complete.
    pub(super) is_closed: bool,
    /// Whether nothing holds and nothing can.
    pub(super) is_empty: bool,
}

impl Components {
    pub(super) fn new(states: impl Iterator<Item = State>) -> Components {
        let states: Vec<State> = states.collect();
        let parents = states.iter().enumerate().map(|(at, state)| match state {
            State::In(first) => *first,
            _ => at,
        });
        Components { parents: parents.collect(), states }
    }

    /// Whether it is known that the place holds.
    pub(super) fn holds(&self, place: usize) -> bool {
        self.is_in(place) || self.states[place] == State::Done
    }

    fn is_in(&self, place: usize) -> bool {
        self.states[place].is_in()
    }

    fn is_open(&self, place: usize) -> bool {
        self.states[place] == State::Open
    }

    fn matters(&self, place: usize) -> bool {
        self.states[place].matters()
    }

    /// What is known of a place.
    pub(super) fn state(&self, place: usize) -> State {
        self.states[place]
    }

    /// Over a link that holds, the two are one component where both hold.
    pub(super) fn join(&mut self, [one, other]: [usize; 2]) {
        if self.is_in(one) && self.is_in(other) {
            unite(&mut self.parents, one, other);
        }
    }

    /// What can still be, over the links that are not known to fail; `None` when nothing can.
    pub(super) fn outlook(&mut self, links: &[[usize; 2]], was_closed: bool) -> Option<Outlook> {
        let size = self.states.len();
        let mut outlook = Outlook {
            components: vec![None; size],
            refused: Vec::new(),
            is_closed: was_closed,
            is_empty: false,
        };
        let first = (0..size).find(|&place| self.is_in(place));
        if was_closed {
            outlook.refused = (0..size).filter(|&place| self.is_open(place)).collect();
            return first.is_none().then_some(outlook);
        }
        let Some(first) = first else {
            outlook.is_empty = !(0..size).any(|place| self.is_open(place));
            return Some(outlook);
        };
        // What hangs together if all holds that can.
        let mut reach = self.parents.clone();
        for &[one, other] in links {
            if self.matters(one) && self.matters(other) {
                unite(&mut reach, one, other);
            }
        }
        let reached = root(&mut reach, first);
        for place in 0..size {
            if self.matters(place) && root(&mut reach, place) != reached {
                if self.is_in(place) {
                    return None;
                }
                outlook.refused.push(place);
            }
        }
        self.grow(links, &mut outlook);
        let can_grow = outlook.components.iter().any(Option::is_some);
        outlook.is_closed = !can_grow;
        Some(outlook)
    }

    /// Finds the places from which a component can grow. Where all hang together that holds, what can be
    /// reached is all that is left, and where they do not, each component can grow.
    fn grow(&mut self, links: &[[usize; 2]], outlook: &mut Outlook) {
        let mut firsts = vec![None; self.states.len()];
        let mut grows = vec![false; self.states.len()];
        for &[one, other] in links {
            for [from, to] in [[one, other], [other, one]] {
                let is_way = self.is_in(from)
                    && (self.is_open(to)
                        || (self.is_in(to)
                            && root(&mut self.parents, from) != root(&mut self.parents, to)));
                grows[from] |= is_way;
            }
        }
        for place in (0..self.states.len()).filter(|&place| grows[place]) {
            let first = &mut firsts[root(&mut self.parents, place)];
            outlook.components[place] = Some(*first.get_or_insert(place));
        }
    }
}
