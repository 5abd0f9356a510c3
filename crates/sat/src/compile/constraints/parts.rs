//! Parts whose sizes are given.

mod implied;
mod reach;

use std::collections::BTreeMap;

use cnfetti_encodings::{Bit, Cnf, Lit, at_most_one, cardinality};
use itertools::Itertools;

use super::add_bits;
use super::connected::{self, Joined};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Operand, Parts};
use reach::Reach;

/// Each place that holds belongs to one anchor: the mark of its part, or where there are no marks the
/// first place of its part, where those come first whose size is known. Places that are linked belong
/// to the same one. From a root that is linked to all anchors everything is in one piece, so each part
/// has an anchor of its own, and what belongs to it follows. Then their number is what the part says.
///
/// A place belongs to no anchor that is further away than their sizes allow, so the formula grows with the
/// number of places times the square of the largest size.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, parts: &Parts, choices: &Choices) {
    let places: Vec<Bit> = parts.places.iter().map(|&place| connected::truth(map, place)).collect();
    let said = parts.sizes.iter().map(|size| said(map, *size)).collect_vec();
    let links = connected::links(cnf, map, &places, &parts.links);
    let fills = places.iter().all(|place| *place == Bit::True) && said.iter().all(Option::is_some);
    let reach = Reach::new(&links, &said, parts.marks.as_deref(), fills);
    let anchors: Vec<usize> = (0..places.len()).filter(|&place| reach.is_anchor(place)).collect();
    let belongs = belongs(cnf, &places, &anchors, &reach);
    one_anchor(cnf, &places, &belongs, choices);
    for link in &links {
        share(cnf, link, &belongs);
    }
    in_one_piece(cnf, &places, &links, &belongs);
    sizes(cnf, &said, &links, &belongs);
    // Nobody finds a proof of these thoughts by rules that know nothing of parts.
    if !cnf.keeps_definitions() {
        implied::encode(cnf, &places, &said, &links, &reach, &belongs);
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
    let all_say = said.iter().all(Option::is_some);
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
