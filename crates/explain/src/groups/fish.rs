//! Fish: some lines have a value only where as many other lines cross them.

use itertools::Itertools;

use super::{Found, Marks, Set, Shape};
use crate::techniques::{Technique, technique};

pub(crate) const FISH: [Technique; 3] = [
    technique(
        "X-wing",
        3,
        "Two lines have a value only where the same two lines cross them, so those have it nowhere else.",
    ),
    technique(
        "swordfish",
        3,
        "Three lines have a value only where the same three lines cross them, so those have it nowhere else.",
    ),
    technique(
        "jellyfish",
        4,
        "Four lines have a value only where the same four lines cross them, so those have it nowhere else.",
    ),
];

pub(crate) const FINNED: [Technique; 3] = [
    technique(
        "finned X-wing",
        4,
        "An X-wing but for some places, the fins: either it holds or a fin has the value, so what both rule out is not there.",
    ),
    technique(
        "finned swordfish",
        4,
        "A swordfish but for some places, the fins: either it holds or a fin has the value, so what both rule out is not there.",
    ),
    technique(
        "finned jellyfish",
        4,
        "A jellyfish but for some places, the fins: either it holds or a fin has the value, so what both rule out is not there.",
    ),
];

const RATINGS: [usize; 3] = [32, 38, 52];
const FINNED_RATINGS: [usize; 3] = [66, 67, 68];

/// The lines of one direction that lack a value, and the lines that cross them.
struct Lines {
    value: usize,
    base: Vec<(usize, Set)>,
    covers: Vec<usize>,
}

/// For each value and each direction, the lines that lack the value, and the lines that cross them.
fn lines(marks: &Marks<'_>) -> Vec<Lines> {
    let board = marks.board;
    let of_shape = |shape: Shape| -> Vec<usize> {
        (0..board.groups.len()).filter(|&at| board.groups[at].shape == shape).collect()
    };
    let [rows, columns] = [Shape::Row, Shape::Column].map(of_shape);
    let mut found = Vec::new();
    for value in 0..board.values {
        for (base, covers) in [(&rows, &columns), (&columns, &rows)] {
            let full = base.iter().filter(|&&at| board.groups[at].is_full);
            let base = full.map(|&at| (at, marks.at(at, value)));
            let base = base.filter(|(_, places)| places.len() > 1).collect();
            found.push(Lines { value, base, covers: covers.clone() });
        }
    }
    found
}

/// All places of these lines, if none is in two of them.
fn together(lines: &[(usize, Set)]) -> Option<Set> {
    let all = lines.iter().fold(Set::default(), |all, (_, places)| all.or(places));
    let number: usize = lines.iter().map(|(_, places)| places.len()).sum();
    (number == all.len()).then_some(all)
}

/// Fish of this many lines.
pub(super) fn plain(marks: &Marks<'_>, size: usize) -> Vec<Found> {
    let mut all = Vec::new();
    for Lines { value, base, covers } in lines(marks) {
        let few = base.iter().filter(|(_, places)| places.len() <= size).copied();
        for chosen in few.combinations(size) {
            let Some(places) = together(&chosen) else { continue };
            let covers = crossing(marks, &covers, &places);
            if covers.len() != size {
                continue;
            }
            let mut found = Found::new(&FISH[size - 2], RATINGS[size - 2]);
            let cover = members(marks, &covers);
            found.remove(&marks.holders[value].and(&cover).minus(&places), value);
            for &(line, _) in &chosen {
                marks.need_nowhere_else(&mut found.reasons, line, &cover, 1 << value);
            }
            found.reasons.groups.extend(&covers);
            found.groups = chosen.iter().map(|&(line, _)| line).collect();
            (found.covers, found.places) = (covers, places.iter().collect());
            found.values = 1 << value;
            all.push(found);
        }
    }
    all
}

/// Fish with fins, of two to four lines.
pub(super) fn finned(marks: &Marks<'_>) -> Vec<Found> {
    let mut all = Vec::new();
    for size in 2..=4 {
        for Lines { value, base, covers } in lines(marks) {
            let few = base.iter().filter(|(_, places)| places.len() <= size + 2).copied();
            for chosen in few.combinations(size) {
                finned_of(marks, value, &chosen, &covers, &mut all);
            }
        }
        if all.iter().any(Found::is_new) {
            break;
        }
    }
    all
}

fn finned_of(
    marks: &Marks<'_>,
    value: usize,
    chosen: &[(usize, Set)],
    covers: &[usize],
    all: &mut Vec<Found>,
) {
    let size = chosen.len();
    let Some(places) = together(chosen) else { return };
    let crossing = crossing(marks, covers, &places);
    if crossing.len() <= size || crossing.len() > size + 2 {
        return;
    }
    for covers in crossing.into_iter().combinations(size) {
        let cover = members(marks, &covers);
        let fins = places.minus(&cover);
        // Each line has the value where a cover crosses it: otherwise that is a smaller fish.
        let is_whole = chosen.iter().all(|(_, places)| places.meets(&cover));
        if fins.is_empty() || !is_whole {
            continue;
        }
        let seen = marks.board.seen_by_all(&fins);
        let mut found = Found::new(&FINNED[size - 2], FINNED_RATINGS[size - 2]);
        found.remove(&marks.holders[value].and(&cover).minus(&places).and(&seen), value);
        if !found.is_new() {
            continue;
        }
        for &(line, _) in chosen {
            marks.need_nowhere_else(&mut found.reasons, line, &places, 1 << value);
        }
        found.reasons.groups.extend(&covers);
        marks.need_targets(&mut found, value, &[&fins]);
        found.groups = chosen.iter().map(|&(line, _)| line).collect();
        found.covers = covers;
        found.places = fins.iter().collect();
        found.values = 1 << value;
        all.push(found);
    }
}

/// The lines that have one of the places.
fn crossing(marks: &Marks<'_>, lines: &[usize], places: &Set) -> Vec<usize> {
    lines.iter().copied().filter(|&line| marks.board.members[line].meets(places)).collect()
}

fn members(marks: &Marks<'_>, groups: &[usize]) -> Set {
    groups.iter().fold(Set::default(), |all, &group| all.or(&marks.board.members[group]))
}
