//! What follows when an assumption is made: unit propagation over the formula, which remembers
//! which constraints and which facts a contradiction comes from.

use std::collections::BTreeSet;

use cnfetti_encodings::Lit;

use crate::compile::{Compiled, Origin};
use crate::csp::{Atom, VarId};
use crate::search::candidates::Candidates;

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
    clauses: Vec<Vec<u32>>,
    /// For each clause the constraint that it comes from, or [`DOMAIN`].
    origins: Vec<u32>,
    units: Vec<u32>,
    /// For each literal the clauses to look at when it becomes false.
    watches: Vec<Vec<u32>>,
    /// For each literal whether it is true.
    holds: Vec<bool>,
    /// For each variable the clause that decided it.
    reasons: Vec<u32>,
    /// For each variable of the formula that of the problem.
    meant: Vec<Option<VarId>>,
    trail: Vec<u32>,
    /// What on the trail is not known alone.
    next: usize,
}

fn code(lit: Lit) -> u32 {
    2 * lit.variable() + u32::from(!lit.is_positive())
}

impl Propagator {
    pub(super) fn new(compiled: &Compiled) -> Propagator {
        let variables = compiled.cnf.num_vars() as usize + 1;
        let mut meant = vec![None; variables];
        for at in 0..compiled.map.num_variables() as u32 {
            for lit in compiled.map.literals(VarId(at)) {
                meant[lit.variable() as usize] = Some(VarId(at));
            }
        }
        let mut propagator = Propagator {
            clauses: Vec::new(),
            origins: Vec::new(),
            units: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            holds: vec![false; 2 * variables],
            reasons: vec![KNOWN; variables],
            meant,
            trail: Vec::new(),
            next: 0,
        };
        for part in &compiled.parts {
            let origin = match part.origin {
                Origin::Domain(_) => DOMAIN,
                Origin::Constraint(at) => at as u32,
            };
            for clause in compiled.cnf.clauses_in(part.clauses.clone()) {
                propagator.add(clause.iter().map(|&lit| code(lit)).collect(), origin);
            }
        }
        propagator
    }

    fn add(&mut self, clause: Vec<u32>, origin: u32) {
        let number = self.clauses.len() as u32;
        match clause[..] {
            [_] => self.units.push(number),
            [first, second, ..] => {
                self.watches[first as usize].push(number);
                self.watches[second as usize].push(number);
            }
            [] => {}
        }
        self.clauses.push(clause);
        self.origins.push(origin);
    }

    /// Starts from what is known. A conflict when that contradicts the constraints.
    pub(super) fn start(
        &mut self,
        compiled: &Compiled,
        known: &Candidates,
    ) -> Result<(), Conflict> {
        self.back_to(0);
        for at in 0..known.rows().len() as u32 {
            for lit in known.literals(&compiled.map, VarId(at)) {
                self.set(code(lit), KNOWN);
            }
        }
        for at in 0..self.units.len() {
            let unit = self.units[at];
            let lit = self.clauses[unit as usize][0];
            if self.holds[(lit ^ 1) as usize] {
                return Err(self.conflict([lit], Some(unit)));
            }
            self.set(lit, unit);
        }
        match self.propagate() {
            Some(clause) => Err(self.conflict(self.clauses[clause as usize].clone(), Some(clause))),
            None => Ok(()),
        }
    }

    /// Why the atom cannot hold, when propagation tells.
    pub(super) fn refute(&mut self, compiled: &Compiled, atom: Atom) -> Option<Conflict> {
        let lit = code(compiled.map.literal(atom)?);
        if self.holds[(lit ^ 1) as usize] {
            return Some(self.conflict([lit], None));
        }
        if self.holds[lit as usize] {
            return None;
        }
        let base = self.trail.len();
        self.set(lit, ASSUMED);
        let found = self.propagate();
        let conflict =
            found.map(|clause| self.conflict(self.clauses[clause as usize].clone(), Some(clause)));
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
            let watching = std::mem::take(&mut self.watches[gone as usize]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut contradicted = None;
            for &number in &watching {
                if contradicted.is_some() {
                    kept.push(number);
                    continue;
                }
                let clause = &mut self.clauses[number as usize];
                if clause[0] == gone {
                    clause.swap(0, 1);
                }
                let first = clause[0];
                if self.holds[first as usize] {
                    kept.push(number);
                    continue;
                }
                let free = (2..clause.len()).find(|&at| !self.holds[(clause[at] ^ 1) as usize]);
                if let Some(at) = free {
                    clause.swap(1, at);
                    self.watches[clause[1] as usize].push(number);
                    continue;
                }
                kept.push(number);
                if self.holds[(first ^ 1) as usize] {
                    contradicted = Some(number);
                } else {
                    self.set(first, number);
                }
            }
            self.watches[gone as usize] = kept;
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
                    let others = self.clauses[clause as usize].iter().map(|lit| lit >> 1);
                    open.extend(others.filter(|&other| other != variable));
                }
            }
        }
        conflict
    }
}
