//! Groups of places with different values, and the pencil marks on a board of them.
//!
//! Sudoku's rows, columns and boxes are such groups, and so are Killer's cages, Jigsaw's areas, and the rows of any Latin
//! square. Everything in this module works on groups and marks alone, and knows no kind of puzzle.
//!
//! Removing the value of a place from the other places of its groups is no step here, because pencil marks do that.
//! Techniques have the names that players use, and a rating in tenths of Sudoku Explainer's scale: a hidden single in a
//! box is rated 12, a chain 66 or more.

mod chains;
mod fish;
mod forcing;
mod set;
mod singles;
mod subsets;
mod wings;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use chains::{
    AIC, EMPTY_RECTANGLE, KITE, SIMPLE_COLOURING, SKYSCRAPER, W_WING, X_CHAIN, XY_CHAIN,
};
pub(crate) use fish::{FINNED, FISH};
pub(crate) use forcing::FORCING;
pub(crate) use set::Set;
pub(crate) use singles::{
    DIRECT_CLAIMING, DIRECT_HIDDEN, DIRECT_POINTING, FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE,
};
pub(crate) use subsets::{CLAIMING, HIDDEN, NAKED, POINTING};
pub(crate) use wings::{ALS_XZ, XY_WING, XYZ_WING};

use crate::techniques::Technique;

/// Boards with more values than this have no marks.
pub(crate) const MOST_VALUES: usize = 64;

/// A group of places with different values.
pub(crate) struct Group {
    /// The places, as positions in the board.
    pub(crate) places: Vec<usize>,
    /// Whether there are as many values as places, so that each value occurs.
    pub(crate) is_full: bool,
    /// Whether it is a line.
    pub(crate) shape: Shape,
}

/// Whether a group is a line. Only lines form fish, and a single is easier to see in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Row,
    Column,
    /// Such as a box.
    Other,
}

impl Group {
    fn is_line(&self) -> bool {
        self.shape != Shape::Other
    }
}

/// The groups of a problem. Values are bits of a mask.
pub(crate) struct Board {
    pub(crate) groups: Vec<Group>,
    /// For each place, the values of its domain.
    domain: Vec<u64>,
    /// For each place the groups that it is in.
    of: Vec<Vec<usize>>,
    members: Vec<Set>,
    /// For each place those that share a group with it.
    peers: Vec<Set>,
    values: usize,
}

impl Board {
    /// The board of places with these domains, in these groups.
    pub(crate) fn new(domain: Vec<u64>, groups: Vec<Group>) -> Board {
        let mut of = vec![Vec::new(); domain.len()];
        let mut peers = vec![Set::default(); domain.len()];
        let members: Vec<Set> = groups.iter().map(|group| Set::of(&group.places)).collect();
        for (at, group) in groups.iter().enumerate() {
            for &place in &group.places {
                of[place].push(at);
                peers[place] = peers[place].or(&members[at]).without(place);
            }
        }
        let all = domain.iter().fold(0, |all, values| all | values);
        let values = 64 - u64::leading_zeros(all) as usize;
        Board { groups, domain, of, members, peers, values }
    }

    /// A group that has all of these places, if there is one.
    fn common(&self, places: &Set) -> Option<usize> {
        let first = places.iter().next()?;
        self.of[first].iter().copied().find(|&at| places.is_in(&self.members[at]))
    }

    /// The places that share a group with each of these.
    fn seen_by_all(&self, places: &Set) -> Set {
        let mut all = places.iter().map(|place| self.peers[place]);
        let first = all.next().unwrap_or_default();
        all.fold(first, |seen, peers| seen.and(&peers))
    }
}

/// The pencil marks: which values are left where.
pub(crate) struct Marks<'b> {
    board: &'b Board,
    left: Vec<u64>,
    /// The places that are not filled in.
    open: Set,
    /// For each value the open places that can have it.
    holders: Vec<Set>,
}

/// What a conclusion follows from: groups, and values that are ruled out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reasons {
    pub(crate) groups: BTreeSet<usize>,
    /// For each place, the values that must have been ruled out.
    pub(crate) gone: BTreeMap<usize, u64>,
}

/// A part of a chain: one of these places has the value, or none of them has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) places: Vec<usize>,
    pub(crate) value: usize,
    pub(crate) holds: bool,
}

/// A technique that applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) technique: &'static Technique,
    /// On Sudoku Explainer's scale, in tenths.
    pub(crate) rating: usize,
    /// The groups in its sentence; of a fish, the base sets.
    pub(crate) groups: Vec<usize>,
    /// Of a fish, the cover sets. (Of almost locked sets: the size of the first one, and the restricted common value.)
    pub(crate) covers: Vec<usize>,
    /// The places that it is about.
    pub(crate) places: Vec<usize>,
    /// The values that it is about.
    pub(crate) values: u64,
    /// Its chains: one, or one for each case.
    pub(crate) chains: Vec<Vec<Node>>,
    pub(crate) reasons: Reasons,
    /// What it rules out, by place.
    pub(crate) removes: BTreeMap<usize, u64>,
    /// The place that it fills in, and the value.
    pub(crate) fills: Option<(usize, usize)>,
}

impl Found {
    fn new(technique: &'static Technique, rating: usize) -> Found {
        Found {
            technique,
            rating,
            groups: Vec::new(),
            covers: Vec::new(),
            places: Vec::new(),
            values: 0,
            chains: Vec::new(),
            reasons: Reasons::default(),
            removes: BTreeMap::new(),
            fills: None,
        }
    }

    fn remove(&mut self, places: &Set, value: usize) {
        places.iter().for_each(|place| *self.removes.entry(place).or_default() |= 1 << value);
    }

    /// Whether it says something.
    fn is_new(&self) -> bool {
        self.fills.is_some() || !self.removes.is_empty()
    }
}

/// A finder, and the lowest rating of what it finds.
type Finder = (usize, fn(&Marks<'_>) -> Vec<Found>);

/// All finders, in the order of the lowest rating of what they find.
const FINDERS: &[Finder] = &[
    (10, singles::hidden),
    (17, singles::direct_locked),
    (20, |marks| subsets::direct_hidden(marks, 2)),
    (23, singles::naked),
    (25, |marks| subsets::direct_hidden(marks, 3)),
    (26, subsets::locked),
    (30, |marks| subsets::naked(marks, 2)),
    (32, |marks| fish::plain(marks, 2)),
    (34, |marks| subsets::hidden(marks, 2)),
    (36, |marks| subsets::naked(marks, 3)),
    (38, |marks| fish::plain(marks, 3)),
    (40, |marks| subsets::hidden(marks, 3)),
    (40, |marks| chains::of_one_value(marks, 4)),
    (42, wings::xy),
    (44, wings::xyz),
    (50, |marks| subsets::naked(marks, 4)),
    (52, |marks| fish::plain(marks, 4)),
    (54, |marks| subsets::hidden(marks, 4)),
    (55, chains::colours),
    (55, |marks| chains::of_one_value(marks, 12)),
    (60, chains::w_wings),
    (61, chains::of_pairs),
    (63, chains::alternating),
    (66, fish::finned),
    (71, chains::grouped),
    (74, wings::almost_locked),
    (80, forcing::find),
];

impl<'b> Marks<'b> {
    /// The marks of a board; `is_filled` says of a place whether its value was filled in.
    pub(crate) fn new(
        board: &'b Board,
        left: Vec<u64>,
        is_filled: impl Fn(usize) -> bool,
    ) -> Marks<'b> {
        let open: Vec<usize> = (0..left.len()).filter(|&place| !is_filled(place)).collect();
        let mut holders = vec![Set::default(); board.values];
        for &place in &open {
            bits(left[place]).for_each(|value| holders[value].insert(place));
        }
        let open = Set::of(&open);
        Marks { board, left, open, holders }
    }

    /// Everything that the easiest applicable technique finds, unless it is rated above `most`.
    pub(crate) fn easiest(&self, most: usize) -> Vec<Found> {
        let mut best: Vec<Found> = Vec::new();
        for &(least, find) in FINDERS {
            let lowest = best.first().map_or(most, |found| found.rating);
            if least > lowest {
                break;
            }
            let found: Vec<Found> = find(self).into_iter().filter(Found::is_new).collect();
            let rating = found.iter().map(|found| found.rating).min().unwrap_or(usize::MAX);
            if rating < lowest {
                best.clear();
            }
            if rating <= lowest {
                best.extend(found.into_iter().filter(|found| found.rating == rating));
            }
        }
        best
    }

    /// The open places of a group that can have the value.
    fn at(&self, group: usize, value: usize) -> Set {
        self.holders[value].and(&self.board.members[group])
    }

    fn open_in(&self, group: usize) -> Set {
        self.open.and(&self.board.members[group])
    }

    /// For each full group and each of its missing values, the places that are left for the value.
    fn homes(&self) -> impl Iterator<Item = (usize, usize, Set)> {
        let full = (0..self.board.groups.len()).filter(|&at| self.board.groups[at].is_full);
        full.flat_map(move |group| {
            let values = (0..self.board.values).map(move |value| (value, self.at(group, value)));
            let left = values.filter(|(_, places)| !places.is_empty());
            left.map(move |(value, places)| (group, value, places))
        })
    }

    /// Adds to the reasons that the values are ruled out in all other places of the group.
    fn need_nowhere_else(&self, reasons: &mut Reasons, group: usize, but: &Set, values: u64) {
        reasons.groups.insert(group);
        for &place in &self.board.groups[group].places {
            let gone = values & self.board.domain[place];
            if gone != 0 && !but.contains(place) {
                *reasons.gone.entry(place).or_default() |= gone;
            }
        }
    }

    /// Adds to the reasons that the other values of a place are ruled out.
    fn need_left(&self, reasons: &mut Reasons, place: usize) {
        let gone = self.board.domain[place] & !self.left[place];
        if gone != 0 {
            *reasons.gone.entry(place).or_default() |= gone;
        }
    }

    /// Adds to the reasons the groups because of which no place of one set has the same value as a place of the other.
    fn need_different(&self, reasons: &mut Reasons, one: &Set, other: &Set) {
        if let Some(group) = self.board.common(&one.or(other)) {
            reasons.groups.insert(group);
            return;
        }
        for a in one.iter() {
            for b in other.iter() {
                reasons.groups.extend(self.board.common(&Set::of(&[a, b])));
            }
        }
    }

    /// Adds to the reasons, for each place where the value is ruled out, why it differs from these places.
    fn need_targets(&self, found: &mut Found, value: usize, from: &[&Set]) {
        let targets: Vec<usize> = found.removes.keys().copied().collect();
        for place in targets.into_iter().filter(|place| found.removes[place] & 1 << value != 0) {
            from.iter().for_each(|set| {
                self.need_different(&mut found.reasons, &Set::of(&[place]), set);
            });
        }
    }
}

/// The values in a mask.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests;
