//! Parts of places whose size is known, grown from each of these places.

use std::collections::BTreeMap;

use cnfetti_encodings::{Bit, Cnf, cardinality};
use itertools::Itertools;

use super::reach::have_common;
use super::{Belongs, Said, add_bits};
use crate::compile::constraints::connected::Joined;
use crate::compile::constraints::{all_of, any_of};

/// Parts are grown only if their sizes times the places that they can have is no more than this.
const MAX_GROWTH: usize = 6_000;

/// The places from which parts are grown: those that say a single size.
pub(super) struct Known {
    /// For each such place its size, and how far away the places are that its part can have.
    seeds: BTreeMap<usize, (i64, BTreeMap<usize, usize>)>,
    /// For further such places, the seed in whose part they are.
    joined: BTreeMap<usize, usize>,
    /// No fewer places than this are in their parts.
    pub(super) taken: i64,
}

impl Known {
    /// Nothing is grown.
    pub(super) fn none() -> Known {
        Known { seeds: BTreeMap::new(), joined: BTreeMap::new(), taken: 0 }
    }

    /// All places that say a single size, except for sizes that are too large to grow. If all places hold and say a size
    /// (`fills`), and there is no room for two parts of a size, one part is grown for all places that say it.
    pub(super) fn new(places: &[Bit], said: &[Said], links: &[Joined], fills: bool) -> Known {
        let mut beside = vec![Vec::new(); places.len()];
        for link in links {
            let [one, other] = link.ends;
            beside[one].push(other);
            beside[other].push(one);
        }
        // The seeds of each size, with the places within reach and their distances.
        type Reach = BTreeMap<usize, usize>;
        let mut by_size: BTreeMap<i64, Vec<(usize, Reach)>> = BTreeMap::new();
        for (place, said) in said.iter().enumerate() {
            if let Some([(_, size)]) = said.as_deref()
                && places[place] != Bit::False
            {
                by_size.entry(*size).or_default().push((place, BTreeMap::new()));
            }
        }
        let (mut known, mut near) = (Known::none(), Vec::new());
        for (size, mut seeds) in by_size {
            let mut growth = 0;
            for (place, within) in &mut seeds {
                *within = distances(*place, size, said, &beside);
                growth = growth.max(within.len() * size.max(0) as usize);
            }
            if growth <= MAX_GROWTH {
                // Seeds that are too far from each other are in different parts.
                let mut apart: Vec<usize> = Vec::new();
                for (place, within) in &seeds {
                    if !apart.iter().any(|other| within.contains_key(other)) {
                        apart.push(*place);
                    }
                }
                known.taken += size.max(0) * apart.len() as i64;
                if apart.len() == 1 {
                    near.push((size, seeds.iter().map(|(place, _)| *place).collect_vec()));
                }
                let seeds = seeds.into_iter().map(|(place, within)| (place, (size, within)));
                known.seeds.extend(seeds);
            }
        }
        let spare = places.len() as i64 - known.taken;
        for (_, places) in near.into_iter().filter(|(size, _)| fills && *size > spare) {
            known.join(&places);
        }
        known
    }

    /// Grows one part for these places, from the one with the fewest places within reach.
    fn join(&mut self, places: &[usize]) {
        let number = |place: &&usize| self.seeds[place].1.len();
        let Some(&first) = places.iter().min_by_key(number) else { return };
        for &other in places.iter().filter(|&&place| place != first) {
            let Some((_, near)) = self.seeds.remove(&other) else { continue };
            self.joined.insert(other, first);
            if let Some((_, within)) = self.seeds.get_mut(&first) {
                within.retain(|place, _| near.contains_key(place));
            }
        }
    }

    /// Whether the part of this place is grown.
    pub(super) fn contains(&self, place: usize) -> bool {
        self.seeds.contains_key(&place) || self.joined.contains_key(&place)
    }

    /// For each place the seeds to whose parts it can belong, and whether it does.
    ///
    /// A place belongs to the part of a seed if links lead there in fewer steps than its size, and the part
    /// is complete: nothing else is linked to it, and it has as many places as the seed says.
    pub(super) fn encode(
        &self,
        cnf: &mut Cnf,
        places: &[Bit],
        said: &[Said],
        links: &[Joined],
    ) -> Belongs {
        let mut belongs = vec![BTreeMap::new(); places.len()];
        let mut beside = vec![Vec::new(); places.len()];
        for link in links {
            let [one, other] = link.ends;
            beside[one].push((other, link.by));
            beside[other].push((one, link.by));
        }
        for (&seed, (size, within)) in &self.seeds {
            if *size < 1 {
                add_bits(cnf, &[!places[seed]]);
                continue;
            }
            let part = grow(cnf, places[seed], (seed, *size), within, &beside);
            for (&place, &bit) in &part {
                for &(when, other) in said[place].iter().flatten() {
                    add_bits(cnf, &[!bit, if other == *size { when } else { !when }]);
                }
                for &(next, by) in &beside[place] {
                    let too = part.get(&next).copied().unwrap_or(Bit::False);
                    add_bits(cnf, &[!by, !bit, too]);
                }
                belongs[place].insert(seed, bit);
            }
            let others = part.iter().filter(|(place, _)| **place != seed);
            let others = others.filter_map(|(_, bit)| bit.lit()).collect_vec();
            let always = part.values().filter(|bit| **bit == Bit::True).count() as i64
                + i64::from(part[&seed] != Bit::True);
            let mut count = cardinality::Count::totalizer(&others);
            let mut at_least = |number: i64| match number - always {
                ..=0 => Bit::True,
                number => count.at_least(cnf, number as usize),
            };
            let [reached, exceeded] = [at_least(*size), at_least(size + 1)];
            add_bits(cnf, &[!places[seed], reached]);
            add_bits(cnf, &[!places[seed], !exceeded]);
        }
        for (&place, seed) in &self.joined {
            let is_there = belongs[place].get(seed).copied().unwrap_or(Bit::False);
            add_bits(cnf, &[!places[place], is_there]);
        }
        belongs
    }
}

/// The places that can be in the part of a place with this size, and how many links lead there at least.
fn distances(
    seed: usize,
    size: i64,
    said: &[Said],
    beside: &[Vec<usize>],
) -> BTreeMap<usize, usize> {
    let can_say = |place: usize| match &said[place] {
        None => true,
        Some(said) => {
            have_common(&said.iter().map(|&(_, size)| size).sorted().collect_vec(), &[size])
        }
    };
    let mut distances = BTreeMap::from([(seed, 0)]);
    let mut shore = vec![seed];
    for distance in 1..size.clamp(1, beside.len() as i64 + 1) as usize {
        let mut next = Vec::new();
        for &to in shore.iter().flat_map(|&place| &beside[place]) {
            if can_say(to) && !distances.contains_key(&to) {
                distances.insert(to, distance);
                next.push(to);
            }
        }
        shore = next;
    }
    distances
}

/// Whether each place is reached from a seed in fewer steps than its size.
fn grow(
    cnf: &mut Cnf,
    holds: Bit,
    (seed, size): (usize, i64),
    within: &BTreeMap<usize, usize>,
    beside: &[Vec<(usize, Bit)>],
) -> BTreeMap<usize, Bit> {
    let mut reached = BTreeMap::from([(seed, holds)]);
    for steps in 1..size as usize {
        let mut next = reached.clone();
        for (&place, _) in within.iter().filter(|&(&place, &away)| place != seed && away <= steps) {
            let mut ways: Vec<Bit> = reached.get(&place).copied().into_iter().collect();
            for &(from, by) in &beside[place] {
                if let Some(&from) = reached.get(&from) {
                    ways.push(all_of(cnf, from, by));
                }
            }
            next.insert(place, any_of_all(cnf, &ways));
        }
        reached = next;
    }
    reached
}

/// Whether one of these is true.
pub(super) fn any_of_all(cnf: &mut Cnf, bits: &[Bit]) -> Bit {
    let lits = bits.iter().filter_map(|bit| bit.lit()).unique().collect_vec();
    if bits.contains(&Bit::True) || lits.iter().any(|&lit| lits.contains(&!lit)) {
        return Bit::True;
    }
    if lits.is_empty() { Bit::False } else { Bit::Lit(any_of(cnf, &lits)) }
}
