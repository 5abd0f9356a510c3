//! What follows when an assumption is made: unit propagation over the formula, which remembers
//! which constraints and which facts a contradiction comes from.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use cnfetti_encodings::Lit;
use fixedbitset::FixedBitSet;

use cnfetti_core::csp::{Atom, VarId};
use cnfetti_sat::compile::{Compiled, Origin};
use cnfetti_sat::search::candidates::Candidates;

/// The clause of a literal that is known, that is assumed, or whose clause speaks of a domain.
const KNOWN: u32 = u32::MAX;
const ASSUMED: u32 = u32::MAX - 1;
const DOMAIN: u32 = u32::MAX;

/// What a contradiction comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conflict {
    /// Positions of posted constraints.
    pub(super) constraints: BTreeSet<usize>,
    /// Variables of which something is known.
    pub(super) facts: BTreeSet<VarId>,
}

/// The formula with two watched literals in each clause. (Moskewicz, Madigan, Zhao, Zhang and Malik,
/// Chaff: Engineering an Efficient SAT Solver, DAC 2001.)
pub(super) struct Propagator {
    /// The literals of all clauses, one clause after the other.
    literals: Vec<u32>,
    /// Where each clause begins, and the last one ends.
    starts: Vec<u32>,
    /// For each clause the constraint that it comes from, or [`DOMAIN`].
    origins: Vec<u32>,
    units: Vec<u32>,
    /// For each literal the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// For each literal whether it is true.
    holds: Vec<bool>,
    /// For each variable the clause that decided it.
    reasons: Vec<u32>,
    /// For each variable of the formula that of the problem.
    meant: Vec<Option<VarId>>,
    /// For each literal the clauses that have it.
    occurrences: Vec<Vec<u32>>,
    /// For each literal whether it was true at the last start.
    held: Vec<bool>,
    /// What follows from literals whose assumption led to no contradiction, and still leads to none.
    quiet: HashMap<u32, Vec<u32>>,
    /// How many literals may be kept there.
    room: usize,
    trail: Vec<u32>,
    /// What on the trail is not known alone.
    next: usize,
}

/// At most this many literals are kept of what follows from assumptions.
const ROOM: usize = 20_000_000;

/// A clause to look at, unless a literal of it is known to be true.
#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    other: u32,
}

fn code(lit: Lit) -> u32 {
    2 * lit.variable() + u32::from(!lit.is_positive())
}

impl Propagator {
    pub(super) fn new(compiled: &Compiled) -> Propagator {
        let variables = compiled.cnf.num_vars() as usize + 1;
        let mut meant = vec![None; variables];
        for at in 0..compiled.map.num_variables() {
            for lit in compiled.map.literals(VarId::at(at)) {
                meant[lit.variable() as usize] = Some(VarId::at(at));
            }
        }
        let mut propagator = Propagator {
            literals: Vec::new(),
            starts: vec![0],
            origins: Vec::new(),
            units: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            holds: vec![false; 2 * variables],
            reasons: vec![KNOWN; variables],
            meant,
            occurrences: vec![Vec::new(); 2 * variables],
            held: vec![false; 2 * variables],
            quiet: HashMap::new(),
            room: ROOM,
            trail: Vec::new(),
            next: 0,
        };
        for part in &compiled.parts {
            let origin = match part.origin {
                Origin::Domain(_) => DOMAIN,
                Origin::Constraint(at) => at as u32,
            };
            for clause in compiled.cnf.clauses_in(part.clauses.clone()) {
                propagator.add(clause.iter().map(|&lit| code(lit)), origin);
            }
        }
        propagator
    }

    fn add(&mut self, clause: impl Iterator<Item = u32>, origin: u32) {
        let clause_number = self.origins.len() as u32;
        self.literals.extend(clause);
        self.starts.push(self.literals.len() as u32);
        self.origins.push(origin);
        for at in self.range(clause_number) {
            self.occurrences[self.literals[at] as usize].push(clause_number);
        }
        match *self.clause(clause_number) {
            [_] => self.units.push(clause_number),
            [first, second, ..] => {
                let watch = |other| Watch { clause: clause_number, other };
                self.watches[first as usize].push(watch(second));
                self.watches[second as usize].push(watch(first));
            }
            [] => {}
        }
    }

    fn range(&self, clause: u32) -> Range<usize> {
        self.starts[clause as usize] as usize..self.starts[clause as usize + 1] as usize
    }

    fn clause(&self, clause: u32) -> &[u32] {
        &self.literals[self.range(clause)]
    }

    /// Starts from what is known. A conflict when that contradicts the constraints.
    pub(super) fn start(
        &mut self,
        compiled: &Compiled,
        known: &Candidates,
    ) -> Result<(), Conflict> {
        self.back_to(0);
        for at in 0..known.rows().len() {
            for lit in known.literals(&compiled.map, VarId::at(at)) {
                self.set(code(lit), KNOWN);
            }
        }
        for at in 0..self.units.len() {
            let unit = self.units[at];
            let lit = self.clause(unit)[0];
            if self.holds[(lit ^ 1) as usize] {
                return Err(self.conflict([lit], Some(unit)));
            }
            self.set(lit, unit);
        }
        match self.propagate() {
            Some(clause) => Err(self.conflict(self.clause(clause).to_vec(), Some(clause))),
            None => {
                self.forget_touched();
                Ok(())
            }
        }
    }

    /// Forgets of which assumptions nothing contradictory followed, where that may be different now: a
    /// clause became shorter that has something of what followed.
    fn forget_touched(&mut self) {
        let Propagator { trail, holds, held, occurrences, quiet, .. } = self;
        let is_new = |lit: &&u32| !held[**lit as usize];
        let news: Vec<u32> = trail.iter().filter(is_new).copied().collect();
        let mut touched = FixedBitSet::with_capacity(holds.len());
        for &lit in &news {
            for &clause in &occurrences[(lit ^ 1) as usize] {
                let clause = &self.literals[self.starts[clause as usize] as usize
                    ..self.starts[clause as usize + 1] as usize];
                if !clause.iter().any(|&lit| holds[lit as usize]) {
                    touched.extend(clause.iter().map(|&lit| (lit ^ 1) as usize));
                }
            }
        }
        let is_more = trail.len() - news.len() == held.iter().filter(|&&held| held).count();
        let is_untouched = |follows: &Vec<u32>| {
            is_more && !follows.iter().any(|&lit| touched.contains(lit as usize))
        };
        quiet.retain(|_, follows| is_untouched(follows));
        self.room = ROOM.saturating_sub(quiet.values().map(Vec::len).sum());
        self.held.clone_from(&self.holds);
    }

    /// Why the atom cannot hold, when propagation tells.
    pub(super) fn refute(&mut self, compiled: &Compiled, atom: Atom) -> Option<Conflict> {
        let lit = code(compiled.map.literal(atom)?);
        if self.holds[(lit ^ 1) as usize] {
            return Some(self.conflict([lit], None));
        }
        if self.holds[lit as usize] || self.quiet.contains_key(&lit) {
            return None;
        }
        let base = self.trail.len();
        self.set(lit, ASSUMED);
        let found = self.propagate();
        let conflict =
            found.map(|clause| self.conflict(self.clause(clause).to_vec(), Some(clause)));
        let follows = &self.trail[base..];
        if conflict.is_none() && follows.len() <= self.room {
            self.room -= follows.len();
            self.quiet.insert(lit, follows.to_vec());
        }
        self.back_to(base);
        conflict
    }

    fn set(&mut self, lit: u32, reason: u32) {
        if !self.holds[lit as usize] {
            self.holds[lit as usize] = true;
            self.reasons[(lit >> 1) as usize] = reason;
            self.trail.push(lit);
        }
    }

    fn back_to(&mut self, length: usize) {
        for lit in self.trail.drain(length..) {
            self.holds[lit as usize] = false;
        }
        self.next = length;
    }

    /// The clause that is contradicted, if one is.
    fn propagate(&mut self) -> Option<u32> {
        while self.next < self.trail.len() {
            let gone = self.trail[self.next] ^ 1;
            self.next += 1;
            let mut watches = std::mem::take(&mut self.watches[gone as usize]);
            let mut contradicted = None;
            watches.retain_mut(|watch| {
                if contradicted.is_some() || self.holds[watch.other as usize] {
                    return true;
                }
                let range = self.range(watch.clause);
                let clause = &mut self.literals[range];
                if clause[0] == gone {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                watch.other = first;
                if self.holds[first as usize] {
                    return true;
                }
                let free = (2..clause.len()).find(|&at| !self.holds[(clause[at] ^ 1) as usize]);
                if let Some(at) = free {
                    clause.swap(1, at);
                    let watched = clause[1];
                    self.watches[watched as usize].push(*watch);
                    return false;
                }
                if self.holds[(first ^ 1) as usize] {
                    contradicted = Some(watch.clause);
                } else {
                    self.set(first, watch.clause);
                }
                true
            });
            self.watches[gone as usize] = watches;
            if contradicted.is_some() {
                return contradicted;
            }
        }
        None
    }

    /// What makes these literals false, and the clause that they are.
    fn conflict(&self, literals: impl IntoIterator<Item = u32>, clause: Option<u32>) -> Conflict {
        let mut conflict = Conflict::default();
        let mut seen = BTreeSet::new();
        let mut open: Vec<u32> = literals.into_iter().map(|lit| lit >> 1).collect();
        let note = |clause: u32, conflict: &mut Conflict| {
            let origin = self.origins[clause as usize];
            if origin != DOMAIN {
                conflict.constraints.insert(origin as usize);
            }
        };
        clause.into_iter().for_each(|clause| note(clause, &mut conflict));
        while let Some(variable) = open.pop() {
            if !seen.insert(variable) {
                continue;
            }
            match self.reasons[variable as usize] {
                KNOWN => conflict.facts.extend(self.meant[variable as usize]),
                ASSUMED => {}
                clause => {
                    note(clause, &mut conflict);
                    let others = self.clause(clause).iter().map(|lit| lit >> 1);
                    open.extend(others.filter(|&other| other != variable));
                }
            }
        }
        conflict
    }
}
