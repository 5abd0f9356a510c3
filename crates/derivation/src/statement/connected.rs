//! Connectivity.
//!
//! No sum says it, so the statement has words for it. The places are taken away one after the other. Two that
//! were joined to the one that is taken away are joined from then on: so of those that are left the same hang
//! together as before. A place that holds and is joined to none that is left would be cut off from them: then
//! none of them may hold.

use std::collections::BTreeMap;

use cnfetti_core::csp::{Atom, Connected, Link};
use cnfetti_encodings::Bit;
use cnfetti_sat::compile::elimination_order;
use itertools::Itertools;

use super::Line;
use super::words::{Page, Words};

/// The places that hold are in one piece.
pub(super) fn state(words: &Words<'_>, rule: &Connected) -> Option<Vec<Line>> {
    let mut page = Page::new(words);
    let places = Places::new(words, &rule.places);
    if !rule.may_be_empty {
        page.need(places.holds.iter().copied(), || "a place holds".to_owned());
    }
    let links = links(&mut page, &places, &rule.links)?;
    in_one_piece(&mut page, &places, &links)?;
    Some(page.lines)
}

/// When places hold, and what they are called.
pub(super) struct Places {
    pub(super) holds: Vec<Bit>,
    pub(super) names: Vec<String>,
}

impl Places {
    pub(super) fn new(words: &Words<'_>, places: &[Option<Atom>]) -> Places {
        let holds = places.iter().map(|&place| words.truth(place)).collect();
        let name = |(at, place): (usize, &Option<Atom>)| match place {
            Some(Atom { variable, .. }) => words.csp.name(*variable).to_owned(),
            None => format!("place {at}"),
        };
        Places { holds, names: places.iter().enumerate().map(name).collect() }
    }

    /// What two places are called.
    pub(super) fn pair(&self, [one, other]: [usize; 2]) -> String {
        format!("{} and {}", self.names[one], self.names[other])
    }
}

/// Two places, and whether both hold and are linked.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    pub(super) ends: [usize; 2],
    pub(super) by: Bit,
}

/// The links between different places that can hold.
pub(super) fn links(page: &mut Page<'_>, places: &Places, links: &[Link]) -> Option<Vec<Joined>> {
    let mut joined = Vec::new();
    for link in links.iter().filter(|link| link.ends[0] != link.ends[1]) {
        let pair = places.pair(link.ends);
        let both =
            page.both(link.ends.map(|end| places.holds[end]), || format!("{pair} both hold"))?;
        let by = page.both([both, page.words.truth(link.atom)], || {
            format!("{pair} both hold and are linked")
        })?;
        if by != Bit::False {
            joined.push(Joined { ends: link.ends, by });
        }
    }
    Some(joined)
}

/// For each pair of places whether they are joined.
type Pairs = Vec<BTreeMap<usize, Bit>>;

/// All places that hold are in one piece, by these links.
pub(super) fn in_one_piece(page: &mut Page<'_>, places: &Places, links: &[Joined]) -> Option<()> {
    let mut joined: Pairs = vec![BTreeMap::new(); places.holds.len()];
    for link in links {
        let pair = || format!("{} are joined, by this link or before", places.pair(link.ends));
        join(page, &mut joined, link.ends, link.by, pair)?;
    }
    let neighbours = joined.iter().map(|joined| joined.keys().copied().collect()).collect_vec();
    let order = elimination_order(&neighbours);
    let mut after = vec![Bit::False; order.len()];
    for at in (1..order.len()).rev() {
        after[at - 1] = page.either([places.holds[order[at]], after[at]], || {
            format!("{} holds, or a later one in this order", places.names[order[at]])
        })?;
    }
    for (&place, after) in order.iter().zip(after) {
        let name = &places.names[place];
        let own = std::mem::take(&mut joined[place]);
        page.need([!places.holds[place], !after].into_iter().chain(own.values().copied()), || {
            format!(
                "take {name} away: if it holds, it is joined to a later one, or no later one holds"
            )
        });
        for neighbour in own.keys() {
            joined[*neighbour].remove(&place);
        }
        for [(&one, &to_one), (&other, &to_other)] in own.iter().array_combinations() {
            let pair = places.pair([one, other]);
            let through =
                page.both([to_one, to_other], || format!("{pair} are joined through {name}"))?;
            join(page, &mut joined, [one, other], through, || {
                format!("{pair} are joined, through {name} or before")
            })?;
        }
    }
    Some(())
}

fn join(
    page: &mut Page<'_>,
    joined: &mut Pairs,
    [one, other]: [usize; 2],
    by: Bit,
    note: impl FnOnce() -> String,
) -> Option<()> {
    if by != Bit::False {
        let before = joined[one].get(&other).copied().unwrap_or(Bit::False);
        let both = page.either([before, by], note)?;
        joined[one].insert(other, both);
        joined[other].insert(one, both);
    }
    Some(())
}
