//! Unit propagation over the formula. It remembers the constraints and facts that lead to a contradiction.

use std::collections::{BTreeSet, HashMap};

use fixedbitset::FixedBitSet;

use cnfetti_core::csp::{Atom, VarId};
use cnfetti_sat::compile::{Compiled, Origin};
use cnfetti_sat::propagation::{Code, NO_CLAUSE, Propagation, code, variable};
use cnfetti_sat::search::candidates::Candidates;

/// The reasons of literals that are known or assumed.
const KNOWN: u32 = NO_CLAUSE;
const ASSUMED: u32 = NO_CLAUSE - 1;

/// The origin of a clause about a domain.
const DOMAIN: u32 = u32::MAX;

/// The reason of a contradiction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Conflict {
    /// Positions of posted constraints.
    pub(super) constraints: BTreeSet<usize>,
    /// Variables whose facts it needs.
    pub(super) facts: BTreeSet<VarId>,
}

/// The formula, what is known, and what follows.
pub(super) struct Propagator {
    clauses: Propagation,
    /// For each clause the constraint that it comes from, or [`DOMAIN`].
    origins: Vec<u32>,
    units: Vec<u32>,
    /// For each variable of the formula, the variable of the problem.
    meant: Vec<Option<VarId>>,
    /// For each literal, the clauses that contain it.
    occurrences: Vec<Vec<u32>>,
    /// For each literal, whether it was true at the last start.
    held: Vec<bool>,
    /// Consequences of literals whose assumption still leads to no contradiction.
    quiet: HashMap<Code, Vec<Code>>,
    /// How many more literals may be kept there.
    room: usize,
}

/// The most literals to keep of what follows from assumptions.
const ROOM: usize = 20_000_000;

impl Propagator {
    pub(super) fn new(compiled: &Compiled) -> Propagator {
        let variables = compiled.cnf.num_vars() as usize;
        let mut meant = vec![None; variables];
        for at in 0..compiled.map.num_variables() {
            for lit in compiled.map.literals(VarId::at(at)) {
                meant[variable(code(lit))] = Some(VarId::at(at));
            }
        }
        let mut propagator = Propagator {
            clauses: Propagation::new(variables),
            origins: Vec::new(),
            units: Vec::new(),
            meant,
            occurrences: vec![Vec::new(); 2 * variables],
            held: vec![false; 2 * variables],
            quiet: HashMap::new(),
            room: ROOM,
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

    fn add(&mut self, clause: impl Iterator<Item = Code>, origin: u32) {
        let number = self.clauses.store(clause);
        self.origins.push(origin);
        let clause = self.clauses.clause(number);
        clause.iter().for_each(|&lit| self.occurrences[lit as usize].push(number));
        match clause.len() {
            0 => {}
            1 => self.units.push(number),
            _ => self.clauses.watch(number),
        }
    }

    /// Starts from what is known. Returns a conflict if that contradicts the constraints.
    pub(super) fn start(
        &mut self,
        compiled: &Compiled,
        known: &Candidates,
    ) -> Result<(), Conflict> {
        self.clauses.back_to(0, |_| {});
        for at in 0..known.rows().len() {
            for lit in known.literals(&compiled.map, VarId::at(at)) {
                self.clauses.assign(code(lit), KNOWN);
            }
        }
        for at in 0..self.units.len() {
            let unit = self.units[at];
            let lit = self.clauses.clause(unit)[0];
            if self.clauses.holds(lit ^ 1) {
                return Err(self.conflict([lit], Some(unit)));
            }
            self.clauses.assign(lit, unit);
        }
        match self.clauses.propagate() {
            Some(clause) => Err(self.conflict(self.literals(clause), Some(clause))),
            None => {
                self.forget_touched();
                Ok(())
            }
        }
    }

    /// Forgets assumptions that may lead to a contradiction by now, because a clause with one of their consequences became
    /// shorter.
    fn forget_touched(&mut self) {
        let Propagator { clauses, held, occurrences, quiet, .. } = self;
        let trail = clauses.trail();
        let is_new = |lit: &&Code| !held[**lit as usize];
        let news: Vec<Code> = trail.iter().filter(is_new).copied().collect();
        let mut touched = FixedBitSet::with_capacity(held.len());
        for &lit in &news {
            for &clause in &occurrences[(lit ^ 1) as usize] {
                let clause = clauses.clause(clause);
                if !clause.iter().any(|&lit| clauses.holds(lit)) {
                    touched.extend(clause.iter().map(|&lit| (lit ^ 1) as usize));
                }
            }
        }
        let is_more = trail.len() - news.len() == held.iter().filter(|&&held| held).count();
        let is_untouched = |follows: &Vec<Code>| {
            is_more && !follows.iter().any(|&lit| touched.contains(lit as usize))
        };
        quiet.retain(|_, follows| is_untouched(follows));
        self.room = ROOM.saturating_sub(quiet.values().map(Vec::len).sum());
        self.held.fill(false);
        self.clauses.trail().iter().for_each(|&lit| self.held[lit as usize] = true);
    }

    /// Why the atom cannot hold, if propagation shows it.
    pub(super) fn refute(&mut self, compiled: &Compiled, atom: Atom) -> Option<Conflict> {
        let lit = code(compiled.map.literal(atom)?);
        if self.clauses.holds(lit ^ 1) {
            return Some(self.conflict([lit], None));
        }
        if self.clauses.holds(lit) || self.quiet.contains_key(&lit) {
            return None;
        }
        let base = self.clauses.trail().len();
        self.clauses.assign(lit, ASSUMED);
        let found = self.clauses.propagate();
        let conflict = found.map(|clause| self.conflict(self.literals(clause), Some(clause)));
        let follows = &self.clauses.trail()[base..];
        if conflict.is_none() && follows.len() <= self.room {
            self.room -= follows.len();
            self.quiet.insert(lit, follows.to_vec());
        }
        self.clauses.back_to(base, |_| {});
        conflict
    }

    fn literals(&self, clause: u32) -> Vec<Code> {
        self.clauses.clause(clause).to_vec()
    }

    /// What makes these literals false, and the clause that they are.
    fn conflict(&self, literals: impl IntoIterator<Item = Code>, clause: Option<u32>) -> Conflict {
        let mut conflict = Conflict::default();
        let mut seen = BTreeSet::new();
        let mut open: Vec<Code> = literals.into_iter().collect();
        let note = |clause: u32, conflict: &mut Conflict| {
            let origin = self.origins[clause as usize];
            if origin != DOMAIN {
                conflict.constraints.insert(origin as usize);
            }
        };
        clause.into_iter().for_each(|clause| note(clause, &mut conflict));
        while let Some(lit) = open.pop() {
            if !seen.insert(variable(lit)) {
                continue;
            }
            match self.clauses.reason(lit) {
                KNOWN => conflict.facts.extend(self.meant[variable(lit)]),
                ASSUMED => {}
                clause => {
                    note(clause, &mut conflict);
                    open.extend(self.clauses.clause(clause));
                }
            }
        }
        conflict
    }
}
