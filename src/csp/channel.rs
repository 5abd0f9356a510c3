//! Two lists that say the same, one by places and one by values.

use itertools::Itertools;

use super::residual::{Frame, Residual, View};
use super::{Constraint, Csp, Rule, Value, VarId};

/// When the first list has at its place i the value j, the second has at its place j the value i: each
/// is the inverse of the other where both are equally long. The values of the first list are places of
/// the second one. With the same list twice it is its own inverse. (Also known as inverse: Beldiceanu
/// and others, Global Constraint Catalogue.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// At most as long as the second list, each variable once.
    pub first: Vec<VarId>,
    /// What the first place of the first list is called.
    pub first_place: Value,
    /// Each variable once; some may be in the first list as well.
    pub second: Vec<VarId>,
    /// What the first place of the second list is called.
    pub second_place: Value,
}

impl From<Channel> for Constraint {
    fn from(constraint: Channel) -> Constraint {
        Constraint::Channel(constraint)
    }
}

impl Channel {
    /// The pairs of a place in the first list and one in the second, with the value by which each list
    /// says the other's place.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        let places = (0..self.first.len()).cartesian_product(0..self.second.len());
        places.filter_map(|(first, second)| {
            let name =
                |start: Value, place: usize| Value::try_from(i64::from(start) + place as i64).ok();
            Some(Pair {
                first: self.first[first],
                to_second: name(self.second_place, second)?,
                second: self.second[second],
                to_first: name(self.first_place, first)?,
            })
        })
    }

    /// Whether both lists are equally long, so that the second says as much as the first.
    pub(crate) fn is_mutual(&self) -> bool {
        self.first.len() == self.second.len()
    }

    /// The place in the second list that a value of the first says.
    pub(crate) fn place(&self, value: Value) -> Option<usize> {
        let place = usize::try_from(i64::from(value) - i64::from(self.second_place)).ok()?;
        (place < self.second.len()).then_some(place)
    }
}

/// One place of each list.
pub(crate) struct Pair {
    pub(crate) first: VarId,
    /// The value of `first` that says `second`.
    pub(crate) to_second: Value,
    pub(crate) second: VarId,
    /// The value of `second` that says `first`.
    pub(crate) to_first: Value,
}

impl Rule for Channel {
    fn scope(&self) -> Vec<VarId> {
        self.first.iter().chain(&self.second).copied().unique().collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.first.iter().enumerate().all(|(at, variable)| {
            self.place(solution[variable.index()]).is_some_and(|place| {
                let back = solution[self.second[place].index()];
                i64::from(back) == i64::from(self.first_place) + at as i64
            })
        })
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("Channel({}; {})", csp.names(&self.first), csp.names(&self.second))
    }

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let mut links = Vec::new();
        let mut link = |one: VarId, value: Value, other: VarId, back: Value| {
            if let (Some(bit), Some(row), Some(other)) =
                (frame.bit(one), frame.row(value), frame.bit(other))
            {
                links.push(Link { one: bit, row, other, back: frame.row(back) });
            }
        };
        for pair in self.pairs() {
            link(pair.first, pair.to_second, pair.second, pair.to_first);
            if self.is_mutual() {
                link(pair.second, pair.to_first, pair.first, pair.to_second);
            }
        }
        let firsts = self.first.iter().filter_map(|&variable| frame.bit(variable)).collect();
        let is_place = |row: usize| self.place(frame.value(row)).is_some();
        let outside = (0..frame.rows()).filter(|&row| !is_place(row)).collect();
        Box::new(Open { links, firsts, outside })
    }
}

/// All that is known of the lists is in their domains.
struct Open {
    links: Vec<Link>,
    /// The bits of the first list.
    firsts: Vec<usize>,
    /// The rows of values that are no places of the second list.
    outside: Vec<usize>,
}

/// When one variable has the value of a row, another one has the value of a row, or cannot have it.
struct Link {
    one: usize,
    row: usize,
    other: usize,
    back: Option<usize>,
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let Some(bit) = view.bit(variable) else { return false };
        for link in &self.links {
            if link.one == bit && link.row == row && link.other != bit {
                let others = (0..view.rows()).filter(|&other| Some(other) != link.back);
                others.for_each(|other| view.remove_one(other, link.other));
            }
            // Who would have to be answered with another value than this one is not.
            if link.other == bit && link.back != Some(row) && link.one != bit {
                view.remove_one(link.row, link.one);
            }
        }
        !(self.firsts.contains(&bit) && self.outside.contains(&row))
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        for &bit in &self.firsts {
            self.outside.iter().for_each(|&row| view.remove_one(row, bit));
        }
        for link in &self.links {
            if link.one == link.other && link.back != Some(link.row) {
                view.remove_one(link.row, link.one);
            }
            let is_open = |bit: usize| (0..view.rows()).any(|row| view.can(row, bit));
            if view.can(link.row, link.one)
                && !link.back.is_some_and(|back| view.can(back, link.other))
                && is_open(link.other)
            {
                view.remove_one(link.row, link.one);
            }
        }
        true
    }
}
