//! Implied clauses about the sizes of parts, which the solver would find late.

use cnfetti_encodings::{Bit, Cnf};
use itertools::Itertools;

use super::reach::Reach;
use super::{Belongs, Said, add_bits};
use crate::compile::constraints::connected::Joined;

/// Two thoughts of somebody who solves a Fillomino:
///
/// - What says a size above 1 is linked to a neighbour.
/// - What can say a size hangs together with enough that can say it.
///
/// They add no literals, and there are as many solutions as before.
pub(super) fn encode(cnf: &mut Cnf, places: &[Bit], said: &[Said], links: &[Joined]) {
    let mut beside = vec![Vec::new(); places.len()];
    for link in links {
        link.ends.iter().for_each(|&end| beside[end].push(link.by));
    }
    let room = room(said, links);
    for (place, said) in said.iter().enumerate() {
        for (&(when, size), room) in said.iter().flatten().zip(&room[place]) {
            if size > *room as i64 {
                add_bits(cnf, &[!places[place], !when]);
            } else if size > 1 {
                let clause = [!places[place], !when].into_iter().chain(beside[place].clone());
                add_bits(cnf, &clause.collect_vec());
            }
        }
    }
}

/// A third one: what belongs to an anchor says a size that leads there, and for which there is room beside the parts
/// whose sizes are known.
pub(super) fn at_anchors(
    cnf: &mut Cnf,
    places: &[Bit],
    said: &[Said],
    reach: &Reach,
    belongs: &Belongs,
) {
    for anchor in 0..said.len() {
        for (place, distance) in reach.distances(anchor) {
            let Some(&bit) = belongs[place].get(&anchor) else { continue };
            for &(when, size) in said[place].iter().flatten() {
                let is_too_far = size <= distance as i64;
                if is_too_far || (place == anchor && !reach.can_anchor(place, size)) {
                    add_bits(cnf, &[!bit, !when]);
                }
            }
        }
    }
    for (place, said) in said.iter().enumerate() {
        for &(when, _) in said.iter().flatten().filter(|(_, size)| reach.is_too_large(*size)) {
            add_bits(cnf, &[!places[place], !when]);
        }
    }
}

/// For each size that a place can say, in how many places what hangs together with it can say it, or
/// says nothing.
fn room(said: &[Said], links: &[Joined]) -> Vec<Vec<usize>> {
    let sizes = said.iter().flatten().flatten().map(|&(_, size)| size);
    let sizes = sizes.sorted_unstable().dedup().collect_vec();
    let mut room: Vec<Vec<usize>> = vec![Vec::new(); said.len()];
    for size in sizes {
        let can = |place: usize| match &said[place] {
            None => true,
            Some(said) => said.iter().any(|&(_, other)| other == size),
        };
        let mut parent: Vec<usize> = (0..said.len()).collect();
        for link in links.iter().filter(|link| link.ends.iter().all(|&end| can(end))) {
            let [one, other] = link.ends.map(|end| root(&mut parent, end));
            parent[one] = other;
        }
        let mut number = vec![0; said.len()];
        for place in (0..said.len()).filter(|&place| can(place)) {
            number[root(&mut parent, place)] += 1;
        }
        for place in (0..said.len()).filter(|&place| said[place].is_some() && can(place)) {
            room[place].push(number[root(&mut parent, place)]);
        }
    }
    room
}

/// The place that stands for all that hang together with this one.
pub(super) fn root(parent: &mut [usize], mut place: usize) -> usize {
    while parent[place] != place {
        parent[place] = parent[parent[place]];
        place = parent[place];
    }
    place
}
