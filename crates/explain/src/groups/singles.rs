//! Places that are filled in: singles, and those that become singles by a group that points at them.

use super::{Found, Marks, Set, Shape, bits};
use crate::techniques::{Technique, technique};

pub(crate) const FULL_HOUSE: Technique =
    technique("full house", 1, "One place of a group is open, and one value is left for it.");

pub(crate) const HIDDEN_SINGLE: Technique = technique(
    "hidden single",
    1,
    "A group has each value, and for one of them a single place is left.",
);

pub(crate) const NAKED_SINGLE: Technique = technique(
    "naked single",
    2,
    "A place shares groups with all values but one, so it has that one.",
);

pub(crate) const DIRECT_POINTING: Technique = technique(
    "pointing to a single",
    2,
    "A box has a value on one line only, so a neighbouring box has it in the one place left beside that line.",
);

pub(crate) const DIRECT_CLAIMING: Technique = technique(
    "claiming to a single",
    2,
    "A line has a value in one box only, so another line has it in the one place left outside that box.",
);

pub(crate) const DIRECT_HIDDEN: [Technique; 2] = [
    technique(
        "hidden pair to a single",
        2,
        "Two values of a group fit into two places only, which leaves a single place for another value.",
    ),
    technique(
        "hidden triple to a single",
        3,
        "Three values of a group fit into three places only, which leaves a single place for another value.",
    ),
];

/// A value with a single place in a group that has each value.
pub(super) fn hidden(marks: &Marks<'_>) -> Vec<Found> {
    let singles = marks.homes().filter_map(|(group, value, places)| {
        let place = places.only()?;
        let (technique, rating) = match marks.open_in(group).len() {
            1 => (&FULL_HOUSE, 10),
            _ if marks.board.groups[group].is_line() => (&HIDDEN_SINGLE, 15),
            _ => (&HIDDEN_SINGLE, 12),
        };
        let mut found = Found::new(technique, rating);
        marks.need_nowhere_else(&mut found.reasons, group, &places, 1 << value);
        (found.groups, found.places, found.values) = (vec![group], vec![place], 1 << value);
        found.fills = Some((place, value));
        Some(found)
    });
    singles.collect()
}

/// A place with a single value.
pub(super) fn naked(marks: &Marks<'_>) -> Vec<Found> {
    let singles = marks.open.iter().filter(|&place| marks.left[place].count_ones() == 1);
    singles.map(|place| naked_at(marks, place)).collect()
}

/// The groups that rule out the other values of the place, as few as possible, and the places with these values.
fn naked_at(marks: &Marks<'_>, place: usize) -> Found {
    let board = marks.board;
    let value = marks.left[place].trailing_zeros() as usize;
    let mut gone = board.domain[place] & !marks.left[place];
    let mut found = Found::new(&NAKED_SINGLE, 23);
    let mut taken: Vec<(usize, u64)> = Vec::new();
    for &group in &board.of[place] {
        for &peer in &board.groups[group].places {
            let has = if marks.open.contains(peer) { 0 } else { marks.left[peer] };
            if gone & has != 0 {
                gone &= !has;
                taken.push((peer, board.domain[peer] & !has));
                found.reasons.groups.insert(group);
            }
        }
    }
    for group in board.of[place].clone() {
        let mut others = found.reasons.groups.clone();
        others.remove(&group);
        let has = |peer: usize| others.iter().any(|&at| board.members[at].contains(peer));
        if taken.iter().all(|&(peer, _)| has(peer)) {
            found.reasons.groups = others;
        }
    }
    found.reasons.gone.extend(taken);
    if gone != 0 {
        found.reasons.gone.insert(place, gone);
    }
    (found.places, found.values, found.fills) = (vec![place], 1 << value, Some((place, value)));
    found
}

/// A value that is in one of the places that two groups share, and by that has a single place in a third group.
pub(super) fn direct_locked(marks: &Marks<'_>) -> Vec<Found> {
    let board = marks.board;
    let mut all = Vec::new();
    for (one, value, places) in marks.homes().filter(|(.., places)| places.len() > 1) {
        let shape = board.groups[one].shape;
        let (technique, rating) =
            if shape != Shape::Other { (&DIRECT_CLAIMING, 19) } else { (&DIRECT_POINTING, 17) };
        for (other, shared) in shared(marks, one, &places) {
            for (third, _, left) in marks.homes().filter(|&(third, of, _)| {
                of == value && third != one && board.groups[third].shape == shape
            }) {
                let ruled_out = board.members[other].minus(&board.members[one]);
                let beside = left.minus(&ruled_out);
                let (Some(place), false) = (beside.only(), beside == left) else { continue };
                let mut found = Found::new(technique, rating);
                marks.need_nowhere_else(&mut found.reasons, one, &shared, 1 << value);
                let but = ruled_out.or(&beside);
                marks.need_nowhere_else(&mut found.reasons, third, &but, 1 << value);
                found.reasons.groups.insert(other);
                found.groups = vec![one, other, third];
                (found.places, found.values) = (places.iter().collect(), 1 << value);
                found.fills = Some((place, value));
                all.push(found);
            }
        }
    }
    all
}

/// The other groups that contain all of these places, each with the places that both groups share.
pub(super) fn shared(marks: &Marks<'_>, group: usize, places: &Set) -> Vec<(usize, Set)> {
    let board = marks.board;
    let Some(first) = places.iter().next() else { return Vec::new() };
    let others = board.of[first]
        .iter()
        .copied()
        .filter(|&other| other != group && places.is_in(&board.members[other]));
    let others = others.map(|other| (other, board.members[group].and(&board.members[other])));
    others.filter(|(_, shared)| *shared != board.members[group]).collect()
}

/// The missing values of a group, each with the places that are left for it.
pub(super) fn values_of(marks: &Marks<'_>, group: usize) -> Vec<(usize, Set)> {
    let all = marks.open_in(group).iter().fold(0, |all, place| all | marks.left[place]);
    bits(all).map(|value| (value, marks.at(group, value))).collect()
}
