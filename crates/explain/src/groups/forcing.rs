//! Forcing chains: whichever value a place has, or wherever a group has a value, the same is ruled out.

use std::collections::HashMap;

use super::chains::{Consequences, Net, for_length, said};
use super::{Found, Marks, Set, bits};
use crate::techniques::{Technique, technique};

pub(crate) const FORCING: [Technique; 2] = [
    technique(
        "cell forcing chains",
        4,
        "Whichever of its values a place has, a chain rules out the same value in the same place.",
    ),
    technique(
        "group forcing chains",
        4,
        "Wherever a group has a value, a chain rules out the same value in the same place.",
    ),
];

/// The largest number of cases to follow.
const MOST_CASES: usize = 5;

pub(super) fn find(marks: &Marks<'_>) -> Vec<Found> {
    let net = Net::new(marks);
    let mut of: HashMap<(usize, usize), usize> = HashMap::new();
    for (at, node) in net.nodes.iter().enumerate() {
        if let Some(place) = node.set.only() {
            of.insert((place, node.value), at);
        }
    }
    let mut cases: Vec<(Option<usize>, Vec<usize>)> = Vec::new();
    for place in marks.open.iter() {
        cases.push((None, bits(marks.left[place]).map(|value| of[&(place, value)]).collect()));
    }
    for (group, value, places) in marks.homes() {
        cases.push((Some(group), places.iter().map(|place| of[&(place, value)]).collect()));
    }
    let mut follows: HashMap<usize, Consequences> = HashMap::new();
    let mut best: Option<(usize, usize, usize)> = None;
    for (at, (_, starts)) in cases.iter().enumerate() {
        if !(2..=MOST_CASES).contains(&starts.len()) {
            continue;
        }
        for &start in starts {
            follows.entry(start).or_insert_with(|| net.of_holding(start));
        }
        for &target in of.values() {
            if starts.contains(&target) {
                continue;
            }
            let lengths = starts.iter().map(|start| follows[start].off.get(&target));
            let length: Option<usize> = lengths.map(|off| off.map(|&(_, length)| length)).sum();
            if let Some(length) = length
                && best.is_none_or(|best| (length, at, target) < best)
            {
                best = Some((length, at, target));
            }
        }
    }
    let Some((length, at, target)) = best else { return Vec::new() };
    let (group, starts) = &cases[at];
    let technique = &FORCING[usize::from(group.is_some())];
    let mut found = Found::new(technique, 80 + for_length(length));
    found.remove(&net.nodes[target].set, net.nodes[target].value);
    let first = &net.nodes[starts[0]];
    match *group {
        Some(group) => {
            let places = starts.iter().fold(Set::default(), |all, &at| all.or(&net.nodes[at].set));
            marks.need_nowhere_else(&mut found.reasons, group, &places, 1 << first.value);
            found.groups.push(group);
            found.places = places.iter().collect();
        }
        None => {
            found.places = first.set.iter().collect();
            found.places.iter().for_each(|&place| marks.need_left(&mut found.reasons, place));
        }
    }
    found.values = starts.iter().fold(0, |all, &at| all | 1 << net.nodes[at].value);
    for start in starts {
        let nodes = net.chain_to(&follows[start], target);
        net.need_chain(marks, &mut found.reasons, &follows[start], &nodes);
        found.chains.push(said(&net, &nodes, true));
    }
    vec![found]
}
