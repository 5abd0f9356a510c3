//! Channelling: two lists that describe the same thing, one by places and one by values.

use crate::residual::{Frame, Residual, View};
use cnfetti_core::csp::{Channel, Value, VarId};

pub(super) fn residual(constraint: &Channel, frame: &mut Frame) -> Box<dyn Residual> {
    let mut links = Vec::new();
    let mut link = |one: VarId, value: Value, other: VarId, back: Value| {
        if let (Some(bit), Some(row), Some(other)) =
            (frame.bit(one), frame.row(value), frame.bit(other))
        {
            links.push(Link { one: bit, row, other, back: frame.row(back) });
        }
    };
    for pair in constraint.pairs() {
        link(pair.first, pair.to_second, pair.second, pair.to_first);
        if constraint.is_mutual() {
            link(pair.second, pair.to_first, pair.first, pair.to_second);
        }
    }
    let firsts = constraint.first.iter().filter_map(|&variable| frame.bit(variable)).collect();
    let is_place = |row: usize| constraint.place(frame.value(row)).is_some();
    let outside = (0..frame.rows()).filter(|&row| !is_place(row)).collect();
    Box::new(Open { links, firsts, outside })
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
