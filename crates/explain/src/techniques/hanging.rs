//! What follows from what hangs together: a way out, a cut, what is full, what joins two parts, what nothing
//! reaches.

use cnfetti_core::csp::Constraint;

use super::net::Net;
use super::{OneRule, Premises, Technique};

pub(crate) const WAY_OUT: OneRule = OneRule {
    technique: Technique {
        name: "way out",
        difficulty: 1,
        summary: "a group that has to grow has one way out",
    },
    applies: |constraint, premises| {
        holds(constraint, premises, |net, place| net.only_way_out(place).is_some())
    },
};

pub(crate) const CUT: OneRule = OneRule {
    technique: Technique {
        name: "cut",
        difficulty: 2,
        summary: "without a place, some others would be cut off from each other",
    },
    applies: |constraint, premises| {
        holds(constraint, premises, |net, place| net.cut(place).is_some())
    },
};

pub(crate) const FULL: OneRule = OneRule {
    technique: Technique {
        name: "full",
        difficulty: 1,
        summary: "a group has all its places, so what is beside it does not belong to it",
    },
    applies: |constraint, premises| {
        fails(constraint, premises, |net, place| net.full(place).is_some())
    },
};

pub(crate) const APART: OneRule = OneRule {
    technique: Technique { name: "apart", difficulty: 1, summary: "a place would join two parts" },
    applies: |constraint, premises| {
        fails(constraint, premises, |net, place| net.joined(place).is_some())
    },
};

pub(crate) const REACH: OneRule = OneRule {
    technique: Technique {
        name: "reach",
        difficulty: 2,
        summary: "no way leads to a place, or all of them are too long",
    },
    applies: |constraint, premises| {
        fails(constraint, premises, |net, place| net.is_out_of_reach(place))
    },
};

/// Whether all that is concluded is of places that have to hold for this reason.
fn holds(
    constraint: &Constraint,
    premises: &Premises<'_>,
    has_to: impl Fn(&Net<'_>, usize) -> bool,
) -> bool {
    let Some(net) = Net::new(constraint, premises) else { return false };
    premises.all_ruled_out(|variable, value| {
        net.denied(variable, value).is_some_and(|place| has_to(&net, place))
    })
}

/// Whether all that is concluded is of places that cannot hold for this reason.
fn fails(
    constraint: &Constraint,
    premises: &Premises<'_>,
    cannot: impl Fn(&Net<'_>, usize) -> bool,
) -> bool {
    let Some(net) = Net::new(constraint, premises) else { return false };
    premises.all_ruled_out(|variable, value| {
        net.affirmed(variable, value).is_some_and(|place| cannot(&net, place))
    })
}
