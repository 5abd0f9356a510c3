//! Parts whose sizes are given.

mod implied;
mod known;
mod reach;

use std::collections::BTreeMap;

use cnfetti_encodings::{Bit, Cnf, Lit, at_most_one, cardinality};
use itertools::Itertools;

use super::connected::{self, Joined};
use super::{add_bits, all_of};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Operand, Parts};
use implied::root;
use known::{Known, any_of_all};
use reach::Reach;

/// Each place that holds belongs to one anchor: the mark of its part, or where there are no marks the
/// first place of its part, where those come first whose size is known. Places that are linked belong
/// to the same one. From a root that is linked to all anchors everything is in one piece, so each part
/// has an anchor of its own, and what belongs to it follows. Then their number is what the part says.
///
/// A place belongs to no anchor that is further away than their sizes allow, so the formula grows with the
/// number of places times the square of the largest size.
///
/// Without marks, parts whose size some place says alone are grown from there instead ([`Known`]), and only the
/// other places belong to anchors. Then propagation sees soon that a part has no room, or is complete.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, parts: &Parts, choices: &Choices) {
    let places: Vec<Bit> = parts.places.iter().map(|&place| connected::truth(map, place)).collect();
    let said = parts.sizes.iter().map(|size| said(map, *size)).collect_vec();
    let links = connected::links(cnf, map, &places, &parts.links);
    let fills = places.iter().all(|place| *place == Bit::True) && said.iter().all(Option::is_some);
    // Nobody finds a proof of what follows from sizes by rules that know nothing of parts.
    let is_strong = !cnf.keeps_definitions();
    let known = match is_strong && parts.marks.is_none() {
        true => Known::new(&places, &said, &links, fills),
        false => Known::none(),
    };
    let grown = known.encode(cnf, &places, &said, &links);
    let mut rest = Rest::new(cnf, &places, &links, &grown, &known);
    if is_strong && parts.marks.is_none() {
        rest.leave_out_unsaid(&said);
    }
    let sizes_of_rest = rest.said(&said);
    let reach = Reach::new(
        &rest.links,
        &sizes_of_rest,
        parts.marks.as_deref(),
        fills.then_some(known.taken),
    );
    let anchors: Vec<usize> = (0..places.len()).filter(|&place| reach.is_anchor(place)).collect();
    let belongs = belongs(cnf, &rest.places, &anchors, &reach);
    one_anchor(cnf, &rest.places, &belongs, choices);
    for link in &rest.links {
        share(cnf, link, &belongs);
    }
    in_one_piece(cnf, &rest.places, &rest.links, &belongs);
    sizes(cnf, &sizes_of_rest, &rest.links, &belongs);
    if is_strong {
        implied::encode(cnf, &places, &said, &links);
        implied::at_anchors(cnf, &rest.places, &sizes_of_rest, &reach, &belongs);
    }
}

/// The places that are in no part that is grown, and their links.
struct Rest {
    places: Vec<Bit>,
    links: Vec<Joined>,
}

impl Rest {
    fn new(
        cnf: &mut Cnf,
        places: &[Bit],
        links: &[Joined],
        grown: &Belongs,
        known: &Known,
    ) -> Rest {
        let mut rest = Vec::new();
        for (place, (&holds, own)) in places.iter().zip(grown).enumerate() {
            let is_grown = any_of_all(cnf, &own.values().copied().collect_vec());
            let other = if known.contains(place) { Bit::False } else { !is_grown };
            rest.push(all_of(cnf, holds, other));
        }
        let mut left = Vec::new();
        for link in links {
            let [one, other] = link.ends;
            // What is linked is in the same part.
            let by = match grown[one].is_empty() || grown[other].is_empty() {
                _ if [rest[one], rest[other]].contains(&Bit::False) => Bit::False,
                true => link.by,
                false => all_of(cnf, link.by, rest[one]),
            };
            if by != Bit::False {
                left.push(Joined { ends: link.ends, by });
            }
        }
        Rest { places: rest, links: left }
    }

    /// Leaves out places that do not hang together with any that says a size: nobody asks how many they are.
    fn leave_out_unsaid(&mut self, said: &[Said]) {
        let mut parent = (0..said.len()).collect_vec();
        for link in &self.links {
            let [one, other] = link.ends.map(|end| root(&mut parent, end));
            parent[one] = other;
        }
        let mut is_said = vec![false; said.len()];
        for place in (0..said.len()).filter(|&place| said[place].is_some()) {
            is_said[root(&mut parent, place)] |= self.places[place] != Bit::False;
        }
        let mut is_left_out = |place: usize| !is_said[root(&mut parent, place)];
        self.links.retain(|link| !is_left_out(link.ends[0]));
        for place in (0..said.len()).filter(|&place| is_left_out(place)) {
            self.places[place] = Bit::False;
        }
    }

    /// What these places say. The others say nothing.
    fn said(&self, said: &[Said]) -> Vec<Said> {
        let places = self.places.iter().zip(said);
        places.map(|(place, said)| if *place == Bit::False { None } else { said.clone() }).collect()
    }
}

/// For each place its anchors, and whether it belongs to them.
type Belongs = Vec<BTreeMap<usize, Bit>>;

/// What a place says: when it says which size. `None` where it says nothing.
type Said = Option<Vec<(Bit, i64)>>;

fn said(map: &Map, size: Option<Operand>) -> Said {
    Some(match size? {
        Operand::Constant(number) => vec![(Bit::True, number.into())],
        Operand::Variable(variable) => {
            map.values(variable).map(|(value, lit)| (Bit::Lit(lit), value.into())).collect()
        }
    })
}

fn belongs(cnf: &mut Cnf, places: &[Bit], anchors: &[usize], reach: &Reach) -> Belongs {
    let mut belongs = vec![BTreeMap::new(); places.len()];
    for &anchor in anchors.iter().filter(|&&anchor| places[anchor] != Bit::False) {
        for place in reach.distances(anchor).into_keys() {
            let bit = match reach.is_mark(anchor) && place == anchor {
                true => places[place],
                false => {
                    let lit = cnf.new_lit();
                    cnf.determine(lit, [place, anchor]);
                    Bit::Lit(lit)
                }
            };
            belongs[place].insert(anchor, bit);
        }
    }
    belongs
}

/// What holds belongs to exactly one anchor, which belongs to itself.
fn one_anchor(cnf: &mut Cnf, places: &[Bit], belongs: &Belongs, choices: &Choices) {
    for (&place, own) in places.iter().zip(belongs) {
        add_bits(cnf, &own.values().copied().chain([!place]).collect_vec());
        for (&anchor, &bit) in own {
            add_bits(cnf, &[!bit, place]);
            add_bits(cnf, &[!bit, belongs[anchor].get(&anchor).copied().unwrap_or(Bit::False)]);
        }
        let lits: Vec<Lit> = own.values().filter_map(|bit| bit.lit()).collect();
        at_most_one::encode(cnf, &lits, choices.at_most_one, choices.form);
    }
}

/// What is linked belongs to the same anchor.
fn share(cnf: &mut Cnf, link: &Joined, belongs: &Belongs) {
    let [one, other] = link.ends;
    for (from, to) in [(one, other), (other, one)] {
        for (anchor, &bit) in &belongs[from] {
            let same = belongs[to].get(anchor).copied().unwrap_or(Bit::False);
            add_bits(cnf, &[!link.by, !bit, same]);
        }
    }
}

/// Each part has an anchor: all is in one piece with a root to which the anchors are linked.
fn in_one_piece(cnf: &mut Cnf, places: &[Bit], links: &[Joined], belongs: &Belongs) {
    let root = places.len();
    let places: Vec<Bit> = places.iter().copied().chain([Bit::True]).collect();
    let anchors = belongs
        .iter()
        .enumerate()
        .filter_map(|(place, own)| Some(Joined { ends: [place, root], by: *own.get(&place)? }));
    let links = links.iter().copied().chain(anchors).collect_vec();
    connected::in_one_piece(cnf, &places, &links);
}

/// As many belong to each anchor as its part says.
fn sizes(cnf: &mut Cnf, said: &[Said], links: &[Joined], belongs: &Belongs) {
    let mut members = vec![Vec::new(); said.len()];
    for (place, own) in belongs.iter().enumerate() {
        for (&anchor, &bit) in own {
            members[anchor].push((place, bit));
        }
    }
    // Where everyone says a size neighbours agree, and then it is enough to ask the anchor.
    let all_say = belongs.iter().zip(said).all(|(own, said)| own.is_empty() || said.is_some());
    if all_say {
        links.iter().for_each(|link| agree(cnf, link, said));
    }
    for (anchor, members) in members.iter().enumerate() {
        let lits = members.iter().filter_map(|(_, bit)| bit.lit()).collect_vec();
        let always = members.iter().filter(|(_, bit)| *bit == Bit::True).count() as i64;
        let mut count = cardinality::Count::totalizer(&lits);
        let mut at_least = |cnf: &mut Cnf, number: i64| match number - always {
            ..=0 => Bit::True,
            number => count.at_least(cnf, number as usize),
        };
        let asked = members.iter().filter(|(place, _)| !all_say || *place == anchor);
        for &(place, bit) in asked {
            for &(when, size) in said[place].iter().flatten() {
                let reached = at_least(cnf, size);
                let exceeded = at_least(cnf, size.saturating_add(1));
                add_bits(cnf, &[!bit, !when, reached]);
                add_bits(cnf, &[!bit, !when, !exceeded]);
            }
        }
    }
}

/// The ends of a link say the same.
fn agree(cnf: &mut Cnf, link: &Joined, said: &[Said]) {
    let [one, other] = link.ends;
    for (from, to) in [(one, other), (other, one)] {
        for &(when, size) in said[from].iter().flatten() {
            let same = said[to].iter().flatten().find(|(_, other)| *other == size);
            let same = same.map_or(Bit::False, |&(when, _)| when);
            add_bits(cnf, &[!link.by, !when, same]);
        }
    }
}
