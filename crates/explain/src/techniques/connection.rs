//! Techniques for connected places and parts: ways out, cuts, complete parts, places that would join two parts, places out
//! of reach.

use cnfetti_core::csp::{Atom, Constraint, Csp};
use cnfetti_sat::search::candidates::Fact;

use super::net::Net;
use super::{OneRule, Premises, Technique, technique};

pub(crate) const WAY_OUT: OneRule = OneRule {
    technique: technique("way out", 1, "a group that has to grow has one way out"),
    applies: |constraint, premises| holds(constraint, premises, way_out),
};

pub(crate) const CUT: OneRule = OneRule {
    technique: technique("cut", 2, "without a place, some others would be cut off from each other"),
    applies: |constraint, premises| holds(constraint, premises, cut),
};

pub(crate) const ROOM: OneRule = OneRule {
    technique: technique("room", 2, "without a place, a group would not have enough room to grow"),
    applies: |constraint, premises| holds(constraint, premises, room),
};

pub(crate) const TOO_MANY: OneRule = OneRule {
    technique: technique("too many", 2, "with a place, a group would have too many places"),
    applies: |constraint, premises| fails(constraint, premises, too_many),
};

pub(crate) const FULL: OneRule = OneRule {
    technique: technique(
        "full",
        1,
        "a group has all its places, so what is beside it does not belong to it",
    ),
    applies: |constraint, premises| fails(constraint, premises, full),
};

pub(crate) const APART: OneRule = OneRule {
    technique: technique("apart", 1, "a place would join two parts"),
    applies: |constraint, premises| fails(constraint, premises, apart),
};

pub(crate) const REACH: OneRule = OneRule {
    technique: technique("reach", 2, "no way leads to a place, or all of them are too long"),
    applies: |constraint, premises| fails(constraint, premises, reach),
};

/// Whether a technique applies to a place.
type Says = fn(&Net<'_>, usize) -> bool;

/// All of them, the easiest first. The flag tells whether the place has to hold; otherwise it cannot hold.
const ALL: &[(&OneRule, bool, Says)] = &[
    (&WAY_OUT, true, way_out),
    (&FULL, false, full),
    (&APART, false, apart),
    (&CUT, true, cut),
    (&TOO_MANY, false, too_many),
    (&ROOM, true, room),
    (&REACH, false, reach),
];

/// The facts that one of these techniques needs for the conclusions, as a person sees it; `None` if it does not imply
/// them, or if it is another technique.
pub(crate) fn own_facts(
    csp: &Csp,
    technique: &Technique,
    constraint: &Constraint,
    facts: Vec<Fact>,
    conclusions: &[Fact],
) -> Option<Vec<Fact>> {
    let mut techniques = ALL.iter().map(|(one, ..)| *one);
    let one = techniques.find(|one| one.technique == *technique)?;
    needed_of(facts, |facts| (one.applies)(constraint, &Premises::new(csp, facts, conclusions)))
}

/// A minimal subset of the facts with which the condition holds; `None` if it does not hold with all of them.
pub(crate) fn needed_of(
    mut facts: Vec<Fact>,
    holds: impl Fn(&[Fact]) -> bool,
) -> Option<Vec<Fact>> {
    if !holds(&facts) {
        return None;
    }
    for at in (0..facts.len()).rev() {
        let dropped = facts.remove(at);
        if !holds(&facts) {
            facts.insert(at, dropped);
        }
    }
    Some(facts)
}

/// Whether the constraint is about connected places or parts, and all its links always hold.
pub(crate) fn is_about_net(constraint: &Constraint) -> bool {
    let links = match constraint {
        Constraint::Connected(connected) => &connected.links,
        Constraint::Parts(parts) => &parts.links,
        _ => return false,
    };
    links.iter().all(|link| link.atom.is_none())
}

/// What the techniques conclude about open places, the easiest first: the technique, the atom of the place, and whether it
/// has to hold.
pub(crate) fn thoughts<'a>(
    net: &'a Net<'_>,
    is_open: impl Fn(&Atom) -> bool + Copy + 'a,
) -> impl Iterator<Item = (&'static Technique, Atom, bool)> + 'a {
    ALL.iter().flat_map(move |(one, holds, says)| {
        let open = net.places.iter().enumerate().filter_map(|(at, place)| Some((at, (*place)?)));
        let open = open.filter(move |(at, atom)| is_open(atom) && says(net, *at));
        open.map(|(_, atom)| (&one.technique, atom, *holds))
    })
}

fn way_out(net: &Net<'_>, place: usize) -> bool {
    net.only_way_out(place).is_some()
}

fn cut(net: &Net<'_>, place: usize) -> bool {
    net.cut(place).is_some()
}

fn room(net: &Net<'_>, place: usize) -> bool {
    net.confined(place).is_some()
}

fn full(net: &Net<'_>, place: usize) -> bool {
    net.full(place).is_some()
}

fn apart(net: &Net<'_>, place: usize) -> bool {
    net.joined(place).is_some()
}

fn too_many(net: &Net<'_>, place: usize) -> bool {
    net.overfull(place).is_some()
}

fn reach(net: &Net<'_>, place: usize) -> bool {
    net.is_out_of_reach(place)
}

/// Whether every conclusion is that a place has to hold for this reason.
fn holds(constraint: &Constraint, premises: &Premises<'_>, has_to: Says) -> bool {
    let Some(net) = Net::new(constraint, premises) else { return false };
    premises.all_ruled_out(|variable, value| {
        net.denied(variable, value).is_some_and(|place| has_to(&net, place))
    })
}

/// Whether every conclusion is that a place cannot hold for this reason.
fn fails(constraint: &Constraint, premises: &Premises<'_>, cannot: Says) -> bool {
    let Some(net) = Net::new(constraint, premises) else { return false };
    premises.all_ruled_out(|variable, value| {
        net.affirmed(variable, value).is_some_and(|place| cannot(&net, place))
    })
}
