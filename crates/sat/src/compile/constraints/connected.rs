//! Connectivity: the places that hold form one connected group.

mod order;

use std::collections::BTreeMap;

use cnfetti_encodings::{Bit, Cnf};
use itertools::Itertools;

use super::{add_bits, all_of, any_of_bits};
use crate::compile::Map;
use cnfetti_core::csp::{Atom, Connected, Link};
pub use order::elimination as elimination_order;

pub(super) fn encode(cnf: &mut Cnf, map: &Map, connected: &Connected) {
    let holds: Vec<Bit> = connected.places.iter().map(|&place| truth(map, place)).collect();
    if !connected.may_be_empty {
        add_bits(cnf, &holds);
    }
    let links = links(cnf, map, &holds, &connected.links);
    in_one_piece(cnf, &holds, &links);
}

/// Two places, and whether both hold and are linked.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    pub(super) ends: [usize; 2],
    pub(super) by: Bit,
}

/// The links between different places that can hold.
pub(super) fn links(cnf: &mut Cnf, map: &Map, holds: &[Bit], links: &[Link]) -> Vec<Joined> {
    let links = links.iter().filter(|link| link.ends[0] != link.ends[1]).map(|link| {
        let [one, other] = link.ends.map(|end| holds[end]);
        let ends = all_of(cnf, one, other);
        Joined { ends: link.ends, by: all_of(cnf, ends, truth(map, link.atom)) }
    });
    links.filter(|link| link.by != Bit::False).collect()
}

/// Takes the places away one after the other. Two that were joined to it are joined from then on, so
/// what is joined always tells which of the places that are left hang together. A place that holds
/// and is joined to nothing that is left is the last of its component: then nothing that is left may
/// hold. Each literal is defined by those before it, so the count is kept. (Rankooh and Rintanen,
/// Propositional Encodings of Acyclicity and Reachability by Using Vertex Elimination, AAAI 2022; here
/// for links in both directions.)
///
/// With `order` by nested dissection a board of n × n places takes about 30 n² log n literals.
pub(super) fn in_one_piece(cnf: &mut Cnf, holds: &[Bit], links: &[Joined]) {
    let mut joined = vec![BTreeMap::<usize, Bit>::new(); holds.len()];
    for link in links {
        join(cnf, &mut joined, link.ends, link.by);
    }
    let order = order::elimination(&neighbours(&joined));
    let after = some_after(cnf, holds, &order);
    for (&place, after) in order.iter().zip(after) {
        let own = std::mem::take(&mut joined[place]);
        let clause = [!holds[place], !after].into_iter().chain(own.values().copied());
        add_bits(cnf, &clause.collect_vec());
        for neighbour in own.keys() {
            joined[*neighbour].remove(&place);
        }
        for [(&one, &to_one), (&other, &to_other)] in own.iter().array_combinations() {
            let through = all_of(cnf, to_one, to_other);
            join(cnf, &mut joined, [one, other], through);
        }
    }
}

/// Whether it is so that the variable has the value, or always.
pub(super) fn truth(map: &Map, atom: Option<Atom>) -> Bit {
    let Some(atom) = atom else { return Bit::True };
    match map.literal(atom) {
        None => Bit::False,
        Some(_) if map.domain(atom.variable).len() == 1 => Bit::True,
        Some(lit) => Bit::Lit(lit),
    }
}

fn join(cnf: &mut Cnf, joined: &mut [BTreeMap<usize, Bit>], [one, other]: [usize; 2], by: Bit) {
    if by != Bit::False {
        let before = joined[one].get(&other).copied().unwrap_or(Bit::False);
        let both = any_of_bits(cnf, before, by);
        joined[one].insert(other, both);
        joined[other].insert(one, both);
    }
}

fn neighbours(joined: &[BTreeMap<usize, Bit>]) -> Vec<Vec<usize>> {
    joined.iter().map(|joined| joined.keys().copied().collect()).collect()
}

/// For each place, in the order in which they are taken away, whether one after it holds.
fn some_after(cnf: &mut Cnf, holds: &[Bit], order: &[usize]) -> Vec<Bit> {
    let mut after = vec![Bit::False; order.len()];
    for at in (1..order.len()).rev() {
        after[at - 1] = any_of_bits(cnf, holds[order[at]], after[at]);
    }
    after
}
