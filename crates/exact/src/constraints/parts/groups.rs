//! Parts that grow.

use super::super::graph::{State, root, unite};

/// What is known of a part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    /// How many places it has, as far as that matters.
    pub(super) size: u64,
    /// How many it says that it has; 0 for nothing.
    pub(super) said: u64,
    pub(super) is_marked: bool,
    /// Whether a place of it is still to say something.
    pub(super) is_unsaid: bool,
}

impl Group {
    /// Both together; `None` where they contradict each other.
    fn with(self, other: Group) -> Option<Group> {
        let agree = self.said == 0 || other.said == 0 || self.said == other.said;
        let group = Group {
            size: self.size + other.size,
            said: self.said.max(other.said),
            is_marked: self.is_marked || other.is_marked,
            is_unsaid: self.is_unsaid || other.is_unsaid,
        };
        let is_small = group.said == 0 || group.size <= group.said;
        (agree && is_small && !(self.is_marked && other.is_marked)).then_some(group)
    }

    /// Whether it says anything, or will.
    fn speaks(self) -> bool {
        self.said != 0 || self.is_unsaid
    }
}

/// The places with the parts that they are in, as a forest.
pub(super) struct Groups {
    states: Vec<State>,
    parents: Vec<usize>,
    /// At the root of each part what is known of it; at open places what they are by themselves.
    groups: Vec<Group>,
}

/// What can still be.
pub(super) struct Outlook {
    /// For each place that matters the first one that does of its part.
    pub(super) firsts: Vec<Option<usize>>,
    /// Places that can no longer hold.
    pub(super) refused: Vec<usize>,
}

/// Links that are not known to fail: their ends, and whether they hold.
type Possible = [([usize; 2], bool)];

impl Groups {
    /// For places with what each of them knows.
    pub(super) fn new(states: Vec<State>, own: Vec<Group>) -> Groups {
        let size = states.len();
        let mut groups = Groups { states, parents: (0..size).collect(), groups: own };
        for place in 0..size {
            if let State::In(first) = groups.states[place]
                && first != place
            {
                groups.parents[place] = first;
                groups.groups[first].is_unsaid |= groups.groups[place].is_unsaid;
            }
        }
        groups
    }

    /// What is known of a place.
    pub(super) fn state(&self, place: usize) -> State {
        self.states[place]
    }

    /// The part of a place.
    pub(super) fn of(&self, place: usize) -> Group {
        let mut at = place;
        while self.parents[at] != at {
            at = self.parents[at];
        }
        self.groups[at]
    }

    /// Over a link that holds, the two are in one part where both hold. False where that cannot be.
    pub(super) fn join(&mut self, [one, other]: [usize; 2]) -> bool {
        if !self.states[one].is_in() || !self.states[other].is_in() {
            return true;
        }
        let [one, other] = [one, other].map(|place| root(&mut self.parents, place));
        if one == other {
            return true;
        }
        let Some(group) = self.groups[one].with(self.groups[other]) else { return false };
        unite(&mut self.parents, one, other);
        self.groups[one.min(other)] = group;
        true
    }

    /// What can still be; `None` when nothing can.
    pub(super) fn outlook(&mut self, links: &Possible, needs_mark: bool) -> Option<Outlook> {
        let (mut reach, reached) = self.reach(links);
        let mut outlook = Outlook { firsts: Vec::new(), refused: Vec::new() };
        let grows = self.growing(links);
        for place in 0..self.states.len() {
            let around = reached[root(&mut reach, place)];
            let own = self.of(place);
            let is_possible = own.said <= around.size && (around.is_marked || !needs_mark);
            match self.states[place] {
                State::Open if !is_possible => outlook.refused.push(place),
                State::In(_) | State::New if !is_possible => return None,
                _ => {}
            }
        }
        self.refuse_beside_full(links, &mut outlook);
        let firsts = self.firsts(&grows);
        let mut is_kept = vec![false; self.states.len()];
        for place in (0..firsts.len()).filter(|&place| firsts[place].is_some()) {
            is_kept[root(&mut self.parents, place)] = true;
        }
        outlook.firsts = firsts;
        for part in 0..self.states.len() {
            if !self.states[part].is_in() || self.parents[part] != part {
                continue;
            }
            let group = &mut self.groups[part];
            if !is_kept[part] && group.said != 0 && group.said != group.size {
                return None;
            }
            // Where nobody will ever ask how large it is, that does not matter.
            if !reached[root(&mut reach, part)].speaks() {
                group.size = 0;
            }
        }
        Some(outlook)
    }

    /// For each place that matters the first one that does of its part.
    fn firsts(&mut self, grows: &[bool]) -> Vec<Option<usize>> {
        let mut firsts = vec![None; self.states.len()];
        let first = |(place, &grows): (usize, &bool)| {
            let part = root(&mut self.parents, place);
            let matters = self.states[place].is_in() && (grows || self.groups[part].is_unsaid);
            matters.then(|| *firsts[part].get_or_insert(place))
        };
        grows.iter().enumerate().map(first).collect()
    }

    /// What hangs together if all holds that can: a forest, and at its roots all parts and open places
    /// together.
    fn reach(&mut self, links: &Possible) -> (Vec<usize>, Vec<Group>) {
        let mut reach = self.parents.clone();
        for &([one, other], _) in links {
            if self.states[one].matters() && self.states[other].matters() {
                unite(&mut reach, one, other);
            }
        }
        let mut reached = vec![Group::default(); self.states.len()];
        for place in 0..self.states.len() {
            let is_root = self.parents[place] == place && self.states[place].matters();
            if is_root {
                let (own, at) = (self.groups[place], root(&mut reach, place));
                let all = &mut reached[at];
                all.size += own.size;
                all.said = all.said.max(own.said);
                all.is_marked |= own.is_marked;
                all.is_unsaid |= own.is_unsaid;
            }
        }
        (reach, reached)
    }

    /// For each place whether its part can grow from there.
    fn growing(&mut self, links: &Possible) -> Vec<bool> {
        let mut grows = vec![false; self.states.len()];
        for &([one, other], _) in links {
            for [from, to] in [[one, other], [other, one]] {
                let (from_root, to_root) =
                    (root(&mut self.parents, from), root(&mut self.parents, to));
                grows[from] |= self.states[from].is_in()
                    && (self.states[to] == State::Open
                        || self.states[to].is_in() && from_root != to_root);
            }
        }
        grows
    }

    /// What a part has to leave out that is as large as it says.
    fn refuse_beside_full(&mut self, links: &Possible, outlook: &mut Outlook) {
        for &([one, other], _) in links.iter().filter(|(_, holds)| *holds) {
            for [from, to] in [[one, other], [other, one]] {
                if self.states[from].is_in() && self.states[to] == State::Open {
                    let part = self.of(from);
                    if part.with(self.groups[to]).is_none() {
                        outlook.refused.push(to);
                    }
                }
            }
        }
    }
}
