//! Parts whose sizes are given.
//!
//! For each place there are words that say to which place's part it belongs: the part of its mark, or where
//! there are no marks, of its first place. What is linked belongs together, and from a root to which all
//! these first places are linked everything is in one piece: so each part has one.

use std::collections::BTreeMap;

use cnfetti_core::csp::{Operand, Parts};
use cnfetti_encodings::{Bit, Relation};
use itertools::Itertools;

use super::Line;
use super::connected::{Joined, Places, in_one_piece, links};
use super::words::{Page, Words};

/// For each place the places to whose parts it can belong, and whether it does.
type Belongs = Vec<BTreeMap<usize, Bit>>;

/// The sizes that a place can say, each with when it does.
type Said = Option<Vec<(Bit, i64)>>;

pub(super) fn state(words: &Words<'_>, rule: &Parts) -> Option<Vec<Line>> {
    let mut page = Page::new(words);
    let mut places = Places::new(words, &rule.places);
    let mut links = links(&mut page, &places, &rule.links)?;
    let said = rule.sizes.iter().map(|size| said(words, *size)).collect_vec();
    let belongs = belongs(words, rule, &places, &said);
    one_anchor(&mut page, &places, &belongs);
    for link in &links {
        share(&mut page, &places, link, &belongs);
    }
    sizes(&mut page, &places, &said, &links, &belongs);
    let root = places.holds.len();
    places.holds.push(Bit::True);
    places.names.push("the root".to_owned());
    let anchors = belongs
        .iter()
        .enumerate()
        .filter_map(|(place, own)| Some(Joined { ends: [place, root], by: *own.get(&place)? }));
    links.extend(anchors);
    in_one_piece(&mut page, &places, &links)?;
    Some(page.lines)
}

fn said(words: &Words<'_>, size: Option<Operand>) -> Said {
    Some(match size? {
        Operand::Constant(number) => vec![(Bit::True, number.into())],
        Operand::Variable(variable) => {
            words.map.values(variable).map(|(value, lit)| (Bit::Lit(lit), value.into())).collect()
        }
    })
}

fn belongs(words: &Words<'_>, rule: &Parts, places: &Places, said: &[Said]) -> Belongs {
    let mut belongs = vec![BTreeMap::new(); rule.places.len()];
    for &mark in rule.marks.iter().flatten() {
        let may_be = said[mark].as_ref().is_none_or(|said| said.iter().any(|&(_, size)| size > 0));
        if places.holds[mark] != Bit::False && may_be {
            belongs[mark].insert(mark, places.holds[mark]);
        }
    }
    for ([place, anchor], lit) in words.determined() {
        belongs[place].insert(anchor, Bit::Lit(lit));
    }
    belongs
}

/// What holds belongs to exactly one anchor, which belongs to itself.
fn one_anchor(page: &mut Page<'_>, places: &Places, belongs: &Belongs) {
    for (place, own) in belongs.iter().enumerate() {
        let name = &places.names[place];
        let holds = places.holds[place];
        if own.values().ne([&holds]) {
            let terms = own.values().map(|&bit| (1, bit)).chain([(-1, holds)]);
            page.sum(terms, Relation::Exactly, 0, || {
                let parts = own.keys().map(|&anchor| &places.names[anchor]).format(", ");
                format!("{name}, if it holds, belongs to the part of one of {parts}")
            });
        }
        for (&anchor, &bit) in own {
            let itself = belongs[anchor].get(&anchor).copied().unwrap_or(Bit::False);
            page.need([!bit, itself], || {
                let part = &places.names[anchor];
                format!("{name} belongs to the part of {part} only if {part} does")
            });
        }
    }
}

/// What is linked belongs to the same part.
fn share(page: &mut Page<'_>, places: &Places, link: &Joined, belongs: &Belongs) {
    let [one, other] = link.ends;
    for (from, to) in [(one, other), (other, one)] {
        for (anchor, &bit) in &belongs[from] {
            let same = belongs[to].get(anchor).copied().unwrap_or(Bit::False);
            page.need([!link.by, !bit, same], || {
                let (pair, part) = (places.pair([from, to]), &places.names[*anchor]);
                format!("{pair}, if linked, both belong to the part of {part} if the first does")
            });
        }
    }
}

/// As many belong to each anchor as its part says.
fn sizes(page: &mut Page<'_>, places: &Places, said: &[Said], links: &[Joined], belongs: &Belongs) {
    // Where everyone says a size neighbours agree, and then it is enough to ask the anchor.
    let all_say = said.iter().all(Option::is_some);
    if all_say {
        links.iter().for_each(|link| agree(page, places, link, said));
    }
    for anchor in 0..belongs.len() {
        let members = belongs.iter().enumerate();
        let members = members.filter_map(|(place, own)| Some((place, *own.get(&anchor)?)));
        let members = members.collect_vec();
        for &(place, bit) in members.iter().filter(|(place, _)| !all_say || *place == anchor) {
            for &(when, size) in said[place].iter().flatten() {
                let number = || members.iter().map(|&(_, bit)| (1, bit));
                // Unless both are true, it may be less or more by this.
                let with = |weight: i64| number().chain([(weight, !bit), (weight, !when)]);
                page.sum(with(size.max(0)), Relation::AtLeast, size, || {
                    let (name, part) = (&places.names[place], &places.names[anchor]);
                    format!("as {name} says, if it belongs to the part of {part}: {size} do")
                });
                let most = members.len() as i64;
                page.sum(with(-(most - size).max(0)), Relation::AtMost, size, String::new);
            }
        }
    }
}

/// The ends of a link say the same.
fn agree(page: &mut Page<'_>, places: &Places, link: &Joined, said: &[Said]) {
    let [one, other] = link.ends;
    for (from, to) in [(one, other), (other, one)] {
        for &(when, size) in said[from].iter().flatten() {
            let same = said[to].iter().flatten().find(|(_, other)| *other == size);
            let same = same.map_or(Bit::False, |&(when, _)| when);
            page.need([!link.by, !when, same], || {
                format!("{}, if linked, both say {size} if the first does", places.pair([from, to]))
            });
        }
    }
}
