//! Values that are locked into the places that groups share, and sets of places and values of one group.

use super::singles::{DIRECT_HIDDEN, shared, values_of};
use itertools::Itertools;

use super::{Found, Marks, Set, bits};
use crate::techniques::{Technique, technique};

pub(crate) const POINTING: Technique = technique(
    "pointing",
    3,
    "A box has a value only on one line, so the rest of that line does not have it.",
);

pub(crate) const CLAIMING: Technique = technique(
    "claiming",
    3,
    "A line has a value only in one box, so the rest of that box does not have it.",
);

pub(crate) const NAKED: [Technique; 3] = [
    technique(
        "naked pair",
        3,
        "Two places of a group have the same two values left, so no other place of it has them.",
    ),
    technique(
        "naked triple",
        3,
        "Three places of a group have only three values left, so no other place of it has them.",
    ),
    technique(
        "naked quad",
        3,
        "Four places of a group have only four values left, so no other place of it has them.",
    ),
];

pub(crate) const HIDDEN: [Technique; 3] = [
    technique(
        "hidden pair",
        3,
        "Two values of a group fit only into the same two places, so these have no other values.",
    ),
    technique(
        "hidden triple",
        3,
        "Three values of a group fit only into three places, so these have no other values.",
    ),
    technique(
        "hidden quad",
        3,
        "Four values of a group fit only into four places, so these have no other values.",
    ),
];

const NAKED_RATINGS: [usize; 3] = [30, 36, 50];
const HIDDEN_RATINGS: [usize; 3] = [34, 40, 54];
const DIRECT_RATINGS: [usize; 2] = [20, 25];

/// Pointing and claiming: a value that one group has only in places of another group.
pub(super) fn locked(marks: &Marks<'_>) -> Vec<Found> {
    let mut all = Vec::new();
    for (one, value, places) in marks.homes().filter(|(.., places)| places.len() > 1) {
        for (other, both) in shared(marks, one, &places) {
            let is_line = marks.board.groups[one].is_line();
            let (technique, rating) = if is_line { (&CLAIMING, 28) } else { (&POINTING, 26) };
            let mut found = Found::new(technique, rating);
            found.remove(&marks.at(other, value).minus(&both), value);
            marks.need_nowhere_else(&mut found.reasons, one, &both, 1 << value);
            found.reasons.groups.insert(other);
            (found.groups, found.values) = (vec![one, other], 1 << value);
            found.places = places.iter().collect();
            all.push(found);
        }
    }
    all
}

/// Naked subsets: this many places of a group that have only as many values left.
pub(super) fn naked(marks: &Marks<'_>, size: usize) -> Vec<Found> {
    let mut all = Vec::new();
    for group in 0..marks.board.groups.len() {
        let open = marks.open_in(group);
        let few = |&place: &usize| (2..=size).contains(&(marks.left[place].count_ones() as usize));
        let places: Vec<usize> = open.iter().filter(few).collect();
        for chosen in places.into_iter().combinations(size) {
            let values = chosen.iter().fold(0, |all, &place| all | marks.left[place]);
            if values.count_ones() as usize != size {
                continue;
            }
            let mut found = Found::new(&NAKED[size - 2], NAKED_RATINGS[size - 2]);
            let rest = open.minus(&Set::of(&chosen));
            bits(values).for_each(|value| found.remove(&marks.holders[value].and(&rest), value));
            chosen.iter().for_each(|&place| marks.need_left(&mut found.reasons, place));
            found.reasons.groups.insert(group);
            (found.groups, found.places, found.values) = (vec![group], chosen, values);
            all.push(found);
        }
    }
    all
}

/// This many values of a group that fit only into as many places. Returns the group, the values and the places.
fn hidden_sets(marks: &Marks<'_>, size: usize) -> Vec<(usize, u64, Set)> {
    let mut all = Vec::new();
    for group in (0..marks.board.groups.len()).filter(|&at| marks.board.groups[at].is_full) {
        let values = values_of(marks, group);
        // All values of a group fit into all its places.
        if values.len() <= size {
            continue;
        }
        let few = |(_, places): &&(usize, Set)| (2..=size).contains(&places.len());
        for chosen in values.iter().filter(few).copied().combinations(size) {
            let places = chosen.iter().fold(Set::default(), |all, (_, places)| all.or(places));
            if places.len() == size {
                let values = chosen.iter().fold(0, |all, (value, _)| all | 1 << value);
                all.push((group, values, places));
            }
        }
    }
    all
}

/// Hidden subsets: this many values of a group that fit only into as many places, which so have no other values.
pub(super) fn hidden(marks: &Marks<'_>, size: usize) -> Vec<Found> {
    let sets = hidden_sets(marks, size).into_iter().map(|(group, values, places)| {
        let mut found = Found::new(&HIDDEN[size - 2], HIDDEN_RATINGS[size - 2]);
        for place in places.iter() {
            let others = marks.left[place] & !values;
            if others != 0 {
                found.removes.insert(place, others);
            }
        }
        marks.need_nowhere_else(&mut found.reasons, group, &places, values);
        (found.groups, found.places, found.values) = (vec![group], places.iter().collect(), values);
        found
    });
    sets.collect()
}

/// Hidden subsets that leave a single place of the group for another value.
pub(super) fn direct_hidden(marks: &Marks<'_>, size: usize) -> Vec<Found> {
    let mut all = Vec::new();
    for (group, values, places) in hidden_sets(marks, size) {
        for (value, left) in values_of(marks, group) {
            let beside = left.minus(&places);
            let (Some(place), true) = (beside.only(), values & 1 << value == 0) else { continue };
            if beside == left {
                continue;
            }
            let mut found = Found::new(&DIRECT_HIDDEN[size - 2], DIRECT_RATINGS[size - 2]);
            marks.need_nowhere_else(&mut found.reasons, group, &places, values);
            let but = places.or(&beside);
            marks.need_nowhere_else(&mut found.reasons, group, &but, 1 << value);
            (found.groups, found.places) = (vec![group], places.iter().collect());
            (found.values, found.fills) = (values, Some((place, value)));
            all.push(found);
        }
    }
    all
}
