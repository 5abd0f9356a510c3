//! Definitions of the format's constraints on plain numbers.

use std::collections::HashSet;

use crate::tree::{Automaton, Extreme};

/// The position to which an index refers in a list of this length.
pub(super) fn place(index: i64, start: i64, length: usize) -> Option<usize> {
    usize::try_from(index.checked_sub(start)?).ok().filter(|&at| at < length)
}

pub(super) fn different(values: &[i64], except: &[i64]) -> bool {
    let mut seen = HashSet::new();
    values.iter().filter(|value| !except.contains(value)).all(|value| seen.insert(value))
}

pub(super) fn columns(rows: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let width = rows.first().map_or(0, Vec::len);
    (0..width).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

/// Whether each value occurs only after the one before it; if `covered`, the last one must occur.
pub(super) fn precede(list: &[i64], values: &[i64], covered: bool) -> bool {
    let first = |value: &i64| list.iter().position(|other| other == value);
    let firsts: Vec<Option<usize>> = values.iter().map(first).collect();
    let ordered = firsts.windows(2).all(|pair| match (pair[0], pair[1]) {
        (_, None) => true,
        (Some(before), Some(after)) => before < after,
        (None, Some(_)) => false,
    });
    ordered && (!covered || firsts.last().is_none_or(Option::is_some))
}

pub(super) fn extreme_of(extreme: Extreme, values: &[i64]) -> Option<i64> {
    match extreme {
        Extreme::Maximum => values.iter().copied().max(),
        Extreme::Minimum => values.iter().copied().min(),
    }
}

/// Whether for each value of the first list, the second list leads back.
pub(super) fn inverse(first: &[i64], first_start: i64, second: &[i64], second_start: i64) -> bool {
    first.iter().enumerate().all(|(at, &value)| {
        place(value, second_start, second.len())
            .is_some_and(|back| second[back] == first_start + at as i64)
    })
}

pub(super) fn do_not_overlap(
    origins: &[Vec<i64>],
    lengths: &[Vec<i64>],
    zero_ignored: bool,
) -> bool {
    let ignored = |at: usize| zero_ignored && lengths[at].contains(&0);
    let before = |one: usize, other: usize| {
        (0..origins[one].len()).any(|axis| {
            let end = i128::from(origins[one][axis]) + i128::from(lengths[one][axis]);
            end <= i128::from(origins[other][axis])
        })
    };
    (0..origins.len()).all(|one| {
        (0..one)
            .all(|other| ignored(one) || ignored(other) || before(one, other) || before(other, one))
    })
}

/// The length of the circuit, which has at least two places and contains all that are not their
/// own successors; `None` if there is none.
pub(super) fn on_circuit(list: &[i64], start: i64) -> Option<usize> {
    let next: Option<Vec<usize>> =
        list.iter().map(|&value| place(value, start, list.len())).collect();
    let next = next?;
    let first = (0..next.len()).find(|&at| next[at] != at)?;
    let (mut at, mut length) = (first, 0);
    loop {
        (at, length) = (next[at], length + 1);
        if at == first {
            break;
        }
        if length > next.len() {
            return None;
        }
    }
    let leading = (0..next.len()).filter(|&at| next[at] != at).count();
    (leading == length).then_some(length)
}

/// A label for each place that holds, equal for places of one connected component.
pub(super) fn labels(places: Vec<bool>, links: &[[usize; 2]]) -> Vec<Option<usize>> {
    // Neighbours take the smaller of their labels until nothing changes.
    let mut labels: Vec<usize> = (0..places.len()).collect();
    loop {
        let before = labels.clone();
        for &[one, other] in links {
            if places[one] && places[other] {
                let common = labels[one].min(labels[other]);
                (labels[one], labels[other]) = (common, common);
            }
        }
        if labels == before {
            return labels
                .into_iter()
                .zip(places)
                .map(|(label, holds)| holds.then_some(label))
                .collect();
        }
    }
}

pub(super) fn accepts(automaton: &Automaton, word: &[i64]) -> bool {
    let mut states: HashSet<usize> = HashSet::from([automaton.start]);
    for &letter in word {
        let steps = automaton.transitions.iter();
        states = steps
            .filter(|(from, by, _)| states.contains(from) && i64::from(*by) == letter)
            .map(|&(_, _, to)| to)
            .collect();
    }
    automaton.finals.iter().any(|state| states.contains(state))
}
