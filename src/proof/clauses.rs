//! The clauses that a proof works with, and unit propagation over them.

use std::collections::{HashMap, HashSet};

use cnfetti_encodings::{Cnf, Lit};

/// The literals that unit propagation alone makes true. Of a formula that it contradicts, some.
pub fn units(cnf: &Cnf) -> HashSet<Lit> {
    if cnf.clauses().all(|clause| clause.len() != 1) {
        return HashSet::new();
    }
    Clauses::new(cnf).trail.into_iter().collect()
}

/// Clauses with two watched literals each.
///
/// What follows from the clauses by unit propagation alone is assigned for good; further
/// literals are assigned for a time by [`Clauses::assume`] and taken back by [`Clauses::forget`].
pub(super) struct Clauses {
    literals: Vec<Lit>,
    spans: Vec<Span>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<u32>>,
    is_true: Vec<bool>,
    /// The true literals in the order in which they became true.
    trail: Vec<Lit>,
    /// How much of the trail was propagated.
    head: usize,
    /// How much of the trail holds for good.
    fixed: usize,
    /// The clauses by a sum over their literals, to find those that are deleted.
    by_sum: HashMap<u64, Vec<u32>>,
    contradiction: bool,
}

#[derive(Clone, Copy)]
struct Span {
    start: usize,
    len: u32,
    alive: bool,
}

impl Clauses {
    /// The clauses of a formula.
    pub(super) fn new(cnf: &Cnf) -> Clauses {
        let num_literals = 2 * cnf.num_vars() as usize;
        let mut clauses = Clauses {
            literals: Vec::with_capacity(cnf.num_literals()),
            spans: Vec::with_capacity(cnf.num_clauses()),
            watches: vec![Vec::new(); num_literals],
            is_true: vec![false; num_literals],
            trail: Vec::new(),
            head: 0,
            fixed: 0,
            by_sum: HashMap::with_capacity(cnf.num_clauses()),
            contradiction: false,
        };
        for clause in cnf.clauses() {
            clauses.add(clause);
        }
        clauses
    }

    /// Whether unit propagation alone contradicts the clauses.
    pub(super) fn contradiction(&self) -> bool {
        self.contradiction
    }

    /// Whether the literal is one of the formula's.
    pub(super) fn knows(&self, lit: Lit) -> bool {
        index(lit) < self.is_true.len()
    }

    /// Adds a clause. Nothing may be assumed.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        let start = self.literals.len();
        self.literals.extend_from_slice(clause);
        self.literals[start..].sort_unstable();
        let mut end = start;
        for at in start..self.literals.len() {
            if end == start || self.literals[end - 1] != self.literals[at] {
                self.literals[end] = self.literals[at];
                end += 1;
            }
        }
        self.literals.truncate(end);
        let id = self.spans.len() as u32;
        self.by_sum.entry(sum(&self.literals[start..])).or_default().push(id);
        self.spans.push(Span { start, len: (end - start) as u32, alive: true });
        self.watch(id);
    }

    /// Forgets a clause. One that is not there is no mistake, and one from which a literal
    /// follows for good stays: this is how checkers agreed to read DRAT.
    pub(super) fn delete(&mut self, clause: &[Lit]) {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let candidates = self.by_sum.get(&sum(&sorted));
        let found = candidates.and_then(|ids| {
            ids.iter().position(|&id| {
                let mut literals = self.clause(id).to_vec();
                literals.sort_unstable();
                literals == sorted
            })
        });
        let Some(position) = found else { return };
        let (mut others, is_true) = (0, |lit: &Lit| self.is_true[index(*lit)]);
        let satisfied = sorted.iter().any(is_true);
        for lit in &sorted {
            others += usize::from(!self.is_true[index(!*lit)]);
        }
        if satisfied && others == 1 {
            return;
        }
        let ids = self.by_sum.get_mut(&sum(&sorted)).expect("the clause was found there");
        let id = ids.swap_remove(position);
        self.spans[id as usize].alive = false;
    }

    /// Assumes literals and propagates; whether that leads to a conflict.
    pub(super) fn assume(&mut self, lits: impl Iterator<Item = Lit>) -> bool {
        for lit in lits {
            if self.is_true[index(!lit)] {
                return true;
            }
            self.assign(lit);
        }
        self.propagate()
    }

    /// How much is assumed now, for [`Clauses::forget`].
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what was assumed since the mark.
    pub(super) fn forget(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.is_true[index(lit)] = false;
        }
        self.head = mark;
    }

    /// The clauses that contain the literal.
    pub(super) fn containing(&self, lit: Lit) -> Vec<Vec<Lit>> {
        (0..self.spans.len() as u32)
            .filter(|&id| self.spans[id as usize].alive && self.clause(id).contains(&lit))
            .map(|id| self.clause(id).to_vec())
            .collect()
    }

    fn clause(&self, id: u32) -> &[Lit] {
        let span = self.spans[id as usize];
        &self.literals[span.start..span.start + span.len as usize]
    }

    /// Watches two literals that are not false, or draws the conclusion when there are none.
    fn watch(&mut self, id: u32) {
        let span = self.spans[id as usize];
        let clause = &mut self.literals[span.start..span.start + span.len as usize];
        let mut open = 0;
        for at in 0..clause.len() {
            if open < 2 && !self.is_true[index(!clause[at])] {
                clause.swap(open, at);
                open += 1;
            }
        }
        if clause.len() >= 2 {
            self.watches[index(clause[0])].push(id);
            self.watches[index(clause[1])].push(id);
        }
        if open == 0 {
            self.contradiction = true;
        } else if open == 1 {
            let unit = clause[0];
            self.assign(unit);
            self.contradiction |= self.propagate();
            self.fixed = self.trail.len();
        }
    }

    fn assign(&mut self, lit: Lit) {
        if !self.is_true[index(lit)] {
            self.is_true[index(lit)] = true;
            self.trail.push(lit);
        }
    }

    /// Propagates what is new on the trail; whether a clause became false.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let mut watching = std::mem::take(&mut self.watches[index(!lit)]);
            let mut kept = 0;
            let mut conflict = false;
            for at in 0..watching.len() {
                let id = watching[at];
                if !conflict && !self.stays(id, !lit, &mut conflict) {
                    continue;
                }
                watching[kept] = id;
                kept += 1;
            }
            watching.truncate(kept);
            self.watches[index(!lit)] = watching;
            if conflict {
                return true;
            }
        }
        false
    }

    /// Whether the clause still watches the literal, which has become false.
    fn stays(&mut self, id: u32, lit: Lit, conflict: &mut bool) -> bool {
        let span = self.spans[id as usize];
        if !span.alive {
            return false;
        }
        let clause = &mut self.literals[span.start..span.start + span.len as usize];
        if clause[0] == lit {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if self.is_true[index(other)] {
            return true;
        }
        if let Some(at) = (2..clause.len()).find(|&at| !self.is_true[index(!clause[at])]) {
            clause.swap(1, at);
            self.watches[index(clause[1])].push(id);
            return false;
        }
        if self.is_true[index(!other)] {
            *conflict = true;
        } else {
            self.assign(other);
        }
        true
    }
}

fn index(lit: Lit) -> usize {
    2 * (lit.variable() as usize - 1) + usize::from(!lit.is_positive())
}

/// The same for every order of the literals.
fn sum(clause: &[Lit]) -> u64 {
    clause.iter().fold(clause.len() as u64, |sum, lit| {
        let mixed = (lit.dimacs() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum.wrapping_add(mixed ^ (mixed >> 29))
    })
}
