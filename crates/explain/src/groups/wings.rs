//! Wings, and almost locked sets: places with one value more than there are of them.

use itertools::Itertools;

use super::{Found, Marks, Set, bits};
use crate::techniques::{Technique, technique};

pub(crate) const XY_WING: Technique = technique(
    "XY-wing",
    3,
    "A place has two values left. Whichever it has, one of two places that it sees gets the same third value, so what sees both does not have it.",
);

pub(crate) const XYZ_WING: Technique = technique(
    "XYZ-wing",
    4,
    "A place has three values left. Whichever it has, it or one of two places that it sees gets the same value, so what sees all three does not have it.",
);

pub(crate) const ALS_XZ: Technique = technique(
    "ALS-XZ",
    4,
    "Two sets of places each have one value more than places. They cannot both have a value X, so one of them has all its others, and a value Z of both is in one of them.",
);

/// The largest number of places in an almost locked set.
const MOST_PLACES: usize = 4;

pub(super) fn xy(marks: &Marks<'_>) -> Vec<Found> {
    let mut all = Vec::new();
    for (pivot, one, other) in pairs_beside(marks, 2) {
        let values = marks.left[pivot];
        let third = marks.left[one] & marks.left[other] & !values;
        let first = marks.left[one] & values;
        if third.count_ones() != 1 || first | (marks.left[other] & values) != values {
            continue;
        }
        let (ends, value) = (Set::of(&[one, other]), third.trailing_zeros() as usize);
        let mut found = Found::new(&XY_WING, 42);
        found.remove(&marks.holders[value].and(&marks.board.seen_by_all(&ends)), value);
        all.extend(wing(marks, found, [pivot, one, other], value, &[one, other]));
    }
    all
}

pub(super) fn xyz(marks: &Marks<'_>) -> Vec<Found> {
    let mut all = Vec::new();
    for (pivot, one, other) in pairs_beside(marks, 3) {
        let third = marks.left[one] & marks.left[other];
        let values = marks.left[one] | marks.left[other];
        if third.count_ones() != 1 || values != marks.left[pivot] {
            continue;
        }
        let (whole, value) = (Set::of(&[pivot, one, other]), third.trailing_zeros() as usize);
        let mut found = Found::new(&XYZ_WING, 44);
        found.remove(&marks.holders[value].and(&marks.board.seen_by_all(&whole)), value);
        all.extend(wing(marks, found, [pivot, one, other], value, &[pivot, one, other]));
    }
    all
}

/// Each place with this many values, and two places with two values that share a group with it.
fn pairs_beside(marks: &Marks<'_>, values: u32) -> Vec<(usize, usize, usize)> {
    let mut all = Vec::new();
    for pivot in marks.open.iter().filter(|&place| marks.left[place].count_ones() == values) {
        let beside = marks.open.and(&marks.board.peers[pivot]);
        let beside: Vec<usize> =
            beside.iter().filter(|&place| marks.left[place].count_ones() == 2).collect();
        all.extend(beside.into_iter().array_combinations().map(|[one, other]| (pivot, one, other)));
    }
    all
}

fn wing(
    marks: &Marks<'_>,
    mut found: Found,
    places: [usize; 3],
    value: usize,
    ends: &[usize],
) -> Option<Found> {
    if !found.is_new() {
        return None;
    }
    let [pivot, wings @ ..] = places;
    for place in places {
        marks.need_left(&mut found.reasons, place);
    }
    for wing in wings {
        marks.need_different(&mut found.reasons, &Set::of(&[pivot]), &Set::of(&[wing]));
    }
    let ends: Vec<Set> = ends.iter().map(|&end| Set::of(&[end])).collect();
    marks.need_targets(&mut found, value, &ends.iter().collect::<Vec<_>>());
    (found.places, found.values) = (places.to_vec(), 1 << value);
    Some(found)
}

/// An almost locked set: places of a group that have one value more than there are places.
struct Almost {
    group: usize,
    places: Vec<usize>,
    set: Set,
    values: u64,
}

/// Two almost locked sets that cannot both have a value.
pub(super) fn almost_locked(marks: &Marks<'_>) -> Vec<Found> {
    let sets = almost_locked_sets(marks);
    let mut all = Vec::new();
    let mut fewest = usize::MAX;
    for (at, one) in sets.iter().enumerate() {
        for other in &sets[..at] {
            let size = one.places.len() + other.places.len();
            let common = one.values & other.values;
            if common.count_ones() < 2 || size > fewest || one.set.meets(&other.set) {
                continue;
            }
            for x in bits(common) {
                let [ones, others] = [one, other].map(|set| set.set.and(&marks.holders[x]));
                if !others.is_in(&marks.board.seen_by_all(&ones)) {
                    continue;
                }
                let found = ruled_out(marks, one, other, (x, common), size);
                if let Some(found) = found {
                    fewest = size;
                    all.push(found);
                }
            }
        }
    }
    all.retain(|found| found.places.len() <= fewest);
    all
}

/// What two sets rule out that cannot both have the value `x`.
fn ruled_out(
    marks: &Marks<'_>,
    one: &Almost,
    other: &Almost,
    (x, common): (usize, u64),
    size: usize,
) -> Option<Found> {
    let mut found = Found::new(&ALS_XZ, 71 + size);
    for z in bits(common & !(1 << x)) {
        let [ones, others] = [one, other].map(|set| set.set.and(&marks.holders[z]));
        let both = ones.or(&others);
        let gone = marks.holders[z].and(&marks.board.seen_by_all(&both)).minus(&one.set);
        let gone = gone.minus(&other.set);
        if gone.is_empty() {
            continue;
        }
        found.remove(&gone, z);
        found.values = 1 << z;
        marks.need_targets(&mut found, z, &[&ones, &others]);
        let [ones, others] = [one, other].map(|set| set.set.and(&marks.holders[x]));
        marks.need_different(&mut found.reasons, &ones, &others);
        for set in [one, other] {
            set.places.iter().for_each(|&place| marks.need_left(&mut found.reasons, place));
            if set.places.len() > 1 {
                found.reasons.groups.insert(set.group);
            }
        }
        found.groups = vec![one.group, other.group];
        found.places = one.places.iter().chain(&other.places).copied().collect();
        // The sets, and the value that only one of them has.
        found.covers = vec![one.places.len(), x];
        return Some(found);
    }
    None
}

fn almost_locked_sets(marks: &Marks<'_>) -> Vec<Almost> {
    let mut all: Vec<Almost> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for group in 0..marks.board.groups.len() {
        let open: Vec<usize> = marks.open_in(group).iter().collect();
        for size in 1..=MOST_PLACES.min(open.len()) {
            for places in open.iter().copied().combinations(size) {
                let values = places.iter().fold(0, |all, &place| all | marks.left[place]);
                let set = Set::of(&places);
                if values.count_ones() as usize == size + 1 && seen.insert(set) {
                    all.push(Almost { group, places, set, values });
                }
            }
        }
    }
    all
}
