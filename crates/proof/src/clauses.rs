//! The clauses of a proof, and unit propagation over them.
//!
//! To check a clause of a proof, we assume all its literals false. In a proof by cases, most
//! clauses begin like the one before, so we keep assumptions as long as possible: assumptions
//! open levels, and we undo only the levels that do not fit the next clause.

use std::collections::HashMap;

use cnfetti_encodings::{Cnf, Lit};

use cnfetti_core::limit::{Budget, Stopped};

/// Clauses with two watched literals each, and what follows from them and from assumptions.
///
/// Invariant: every level but the last is propagated completely, and so is the last unless it
/// met a conflict. A watched literal is false only if another literal of the clause became true
/// at the same level or before.
pub(super) struct Clauses {
    literals: Vec<Lit>,
    spans: Vec<Span>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    is_true: Vec<bool>,
    /// For each variable with a value, the level at which it got the value, and the reason clause.
    origins: Vec<Origin>,
    /// The true literals, in the order in which they became true.
    trail: Vec<Lit>,
    /// The length of the propagated part of the trail.
    head: usize,
    /// The clause that is assumed false, as a whole or up to some literal.
    assumed: Vec<Lit>,
    /// The open levels. What is on the trail before the first holds for good.
    levels: Vec<Level>,
    /// The clause that is false at the last level.
    conflict: Option<u32>,
    /// For each sum over a clause's literals, the last such clause: finds the clauses to delete.
    by_sum: HashMap<u64, u32>,
    /// For each literal, whether the current clause contains it.
    marked: Vec<bool>,
    contradiction: bool,
    /// The number of literals visited.
    looked_at: u64,
}

#[derive(Clone, Copy)]
struct Span {
    start: usize,
    len: u32,
    alive: bool,
    /// The clause before this one with the same sum.
    before: Option<u32>,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause. If it is true, the clause need not be visited.
    other: Lit,
}

#[derive(Clone, Copy, Default)]
struct Origin {
    level: u32,
    reason: Option<u32>,
}

struct Level {
    /// This level assumes the literals of the assumed clause up to here.
    end: usize,
    /// The length of the trail before this level.
    start: usize,
}

impl Clauses {
    /// Reads the clauses of a formula, unless the budget runs out first.
    pub(super) fn new(cnf: &Cnf, budget: &Budget) -> Result<Clauses, Stopped> {
        let num_literals = 2 * cnf.num_vars() as usize;
        let mut clauses = Clauses {
            literals: Vec::with_capacity(cnf.num_literals()),
            spans: Vec::with_capacity(cnf.num_clauses()),
            watches: vec![Vec::new(); num_literals],
            is_true: vec![false; num_literals],
            origins: vec![Origin::default(); cnf.num_vars() as usize],
            trail: Vec::new(),
            head: 0,
            assumed: Vec::new(),
            levels: Vec::new(),
            conflict: None,
            by_sum: HashMap::with_capacity(cnf.num_clauses()),
            marked: vec![false; num_literals],
            contradiction: false,
            looked_at: 0,
        };
        for clause in budget.meter(cnf.clauses()) {
            clauses.add(clause);
        }
        budget.check()?;
        Ok(clauses)
    }

    /// Returns how many literals were visited since the last call.
    pub(super) fn looked_at(&mut self) -> u64 {
        std::mem::take(&mut self.looked_at)
    }

    /// Whether unit propagation alone contradicts the clauses.
    pub(super) fn contradiction(&self) -> bool {
        self.contradiction
    }

    /// Whether the literal's variable is in the formula.
    pub(super) fn knows(&self, lit: Lit) -> bool {
        index(lit) < self.is_true.len()
    }

    /// Assumes all literals of the clause false, and nothing else. Returns whether that leads to a
    /// conflict.
    pub(super) fn assume_false(&mut self, clause: &[Lit]) -> bool {
        let same = self.assumed.iter().zip(clause).take_while(|(old, new)| old == new).count();
        let kept = self.levels.iter().take_while(|level| level.end <= same).count();
        self.back_to(kept);
        self.assumed.clear();
        self.assumed.extend_from_slice(clause);
        if self.conflict.is_some() {
            return true;
        }
        // Clauses that a solver learned are long and have little in common: for those it is faster
        // to propagate all literals at once.
        if 2 * same < clause.len() {
            return self.assume_together(clause, clause.len());
        }
        clause.iter().zip(1..).any(|(&lit, end)| self.assume_together(&[lit], end))
    }

    /// Assumes these literals false as well, and returns whether that leads to a conflict. There
    /// must be no conflict yet.
    pub(super) fn assume_also_false(&mut self, lits: &[Lit]) -> bool {
        self.assume_together(lits, usize::MAX)
    }

    /// Opens a level that assumes these literals false; the last of them is literal `end - 1` of
    /// the assumed clause. Opens none if all of them are already false.
    fn assume_together(&mut self, lits: &[Lit], end: usize) -> bool {
        if lits.iter().all(|&lit| self.is_true[index(!lit)]) {
            return false;
        }
        self.levels.push(Level { end, start: self.trail.len() });
        for &lit in lits {
            if self.is_true[index(lit)] {
                self.back_to(self.levels.len() - 1);
                return true;
            }
            if !self.is_true[index(!lit)] {
                self.assign(!lit, None);
            }
        }
        self.propagate();
        self.conflict.is_some()
    }

    /// The number of open levels, for [`Clauses::back_to`].
    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    /// Undoes all levels but the first `level`.
    pub(super) fn back_to(&mut self, level: usize) {
        if let Some(&Level { start, .. }) = self.levels.get(level) {
            for lit in self.trail.drain(start..) {
                self.is_true[index(lit)] = false;
            }
            self.head = start;
            self.levels.truncate(level);
            self.conflict = None;
        }
    }

    /// The clauses that contain the literal.
    pub(super) fn containing(&self, lit: Lit) -> Vec<Vec<Lit>> {
        (0..self.spans.len() as u32)
            .filter(|&id| self.spans[id as usize].alive && self.clause(id).contains(&lit))
            .map(|id| self.clause(id).to_vec())
            .collect()
    }

    /// Adds a clause. Undoes assumptions until the clause implies no literal that it already
    /// implied with fewer of them.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        self.looked_at += 4 * clause.len() as u64;
        let id = self.spans.len() as u32;
        let start = self.literals.len();
        for &lit in clause {
            if !std::mem::replace(&mut self.marked[index(lit)], true) {
                self.literals.push(lit);
            }
        }
        clause.iter().for_each(|&lit| self.marked[index(lit)] = false);
        let len = (self.literals.len() - start) as u32;
        let before = self.by_sum.insert(sum(&self.literals[start..]), id);
        self.spans.push(Span { start, len, alive: true, before });
        self.make_room(id);
        if let [first, second, ..] = *self.clause(id) {
            self.watches[index(first)].push(Watch { clause: id, other: second });
            self.watches[index(second)].push(Watch { clause: id, other: first });
        }
    }

    /// Deletes a clause. Like other checkers of DRAT, it ignores clauses that do not exist, and
    /// keeps a clause that is the reason of a literal which holds for good.
    pub(super) fn delete(&mut self, clause: &[Lit]) {
        let Some(id) = self.find(clause) else { return };
        let (mut satisfied, mut open) = (false, 0);
        for &lit in self.clause(id) {
            satisfied |= self.is_for_good(lit);
            open += usize::from(!self.is_for_good(!lit));
        }
        if satisfied && open == 1 {
            return;
        }
        if self.conflict == Some(id) {
            self.back_to(self.levels.len() - 1);
        }
        let implied = self
            .clause(id)
            .iter()
            .copied()
            .find(|&lit| self.is_true[index(lit)] && self.origin(lit).reason == Some(id));
        if let Some(lit) = implied {
            self.back_to(self.origin(lit).level as usize - 1);
        }
        let span = &mut self.spans[id as usize];
        span.alive = false;
        let before = span.before;
        let sum = sum(self.clause(id));
        if self.by_sum.get(&sum) == Some(&id) {
            match before {
                Some(before) => self.by_sum.insert(sum, before),
                None => self.by_sum.remove(&sum),
            };
        }
    }

    /// The last clause with these literals, in any order.
    fn find(&mut self, clause: &[Lit]) -> Option<u32> {
        let mut distinct = clause.to_vec();
        distinct.retain(|&lit| !std::mem::replace(&mut self.marked[index(lit)], true));
        let is_it = |&id: &u32| {
            let Span { len, alive, .. } = self.spans[id as usize];
            alive
                && len as usize == distinct.len()
                && self.clause(id).iter().all(|&lit| self.marked[index(lit)])
        };
        let last = self.by_sum.get(&sum(&distinct)).copied();
        let found = std::iter::successors(last, |&id| self.spans[id as usize].before).find(is_it);
        distinct.iter().for_each(|&lit| self.marked[index(lit)] = false);
        found
    }

    /// Undoes assumptions until two literals of the new clause can be watched, and puts these two
    /// first. The clause is not watched yet.
    fn make_room(&mut self, id: u32) {
        loop {
            self.bring_forward(id);
            let clause = self.clause(id);
            let Some(&first) = clause.first() else {
                self.contradiction = true;
                return;
            };
            // The level at which all literals but the first are false.
            let level = match clause.get(1) {
                Some(&second) if self.is_true[index(!second)] => self.origin(second).level,
                Some(_) => return,
                None => 0,
            };
            if self.is_true[index(!first)] {
                let Some(below) = self.origin(first).level.checked_sub(1) else {
                    self.contradiction = true;
                    return;
                };
                self.back_to(below as usize);
                continue;
            }
            if self.is_true[index(first)] && self.origin(first).level <= level {
                return;
            }
            self.back_to(level as usize);
            if self.conflict.is_none() {
                self.assign(first, Some(id));
                self.propagate();
            }
            return;
        }
    }

    /// Moves two literals to the front that are not false, or, if there are none, those that became
    /// false last.
    fn bring_forward(&mut self, id: u32) {
        let Span { start, len, .. } = self.spans[id as usize];
        let clause = &mut self.literals[start..start + len as usize];
        for place in 0..clause.len().min(2) {
            let mut best = (0, place);
            for (at, &lit) in clause.iter().enumerate().skip(place) {
                let origin = self.origins[lit.variable() as usize - 1];
                let is_false = self.is_true[index(!lit)];
                let rank = if is_false { origin.level } else { u32::MAX };
                if rank > best.0 {
                    best = (rank, at);
                }
            }
            clause.swap(place, best.1);
        }
    }

    fn clause(&self, id: u32) -> &[Lit] {
        let span = self.spans[id as usize];
        &self.literals[span.start..span.start + span.len as usize]
    }

    fn origin(&self, lit: Lit) -> Origin {
        self.origins[lit.variable() as usize - 1]
    }

    fn is_for_good(&self, lit: Lit) -> bool {
        self.is_true[index(lit)] && self.origin(lit).level == 0
    }

    fn assign(&mut self, lit: Lit, reason: Option<u32>) {
        self.is_true[index(lit)] = true;
        let level = self.levels.len() as u32;
        self.origins[lit.variable() as usize - 1] = Origin { level, reason };
        self.trail.push(lit);
    }

    /// Propagates the new part of the trail, up to a conflict.
    fn propagate(&mut self) {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let mut watching = std::mem::take(&mut self.watches[index(!lit)]);
            watching.retain_mut(|watch| self.conflict.is_some() || self.stays(watch, !lit));
            self.watches[index(!lit)] = watching;
            if self.conflict.is_some() {
                self.contradiction |= self.levels.is_empty();
                return;
            }
        }
    }

    /// Whether the clause still watches the literal, which has become false.
    fn stays(&mut self, watch: &mut Watch, lit: Lit) -> bool {
        self.looked_at += 1;
        if self.is_true[index(watch.other)] {
            return true;
        }
        let id = watch.clause;
        let span = self.spans[id as usize];
        if !span.alive {
            return false;
        }
        let clause = &mut self.literals[span.start..span.start + span.len as usize];
        if clause[0] == lit {
            clause.swap(0, 1);
        }
        let other = clause[0];
        watch.other = other;
        if self.is_true[index(other)] {
            return true;
        }
        self.looked_at += clause.len() as u64;
        if let Some(at) = (2..clause.len()).find(|&at| !self.is_true[index(!clause[at])]) {
            clause.swap(1, at);
            self.watches[index(clause[1])].push(*watch);
            return false;
        }
        if self.is_true[index(!other)] {
            self.conflict = Some(id);
        } else {
            self.assign(other, Some(id));
        }
        true
    }
}

fn index(lit: Lit) -> usize {
    2 * (lit.variable() as usize - 1) + usize::from(!lit.is_positive())
}

/// A hash of the clause that does not depend on the order of its literals.
fn sum(clause: &[Lit]) -> u64 {
    clause.iter().fold(clause.len() as u64, |sum, lit| {
        let mixed = (lit.dimacs() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum.wrapping_add(mixed ^ (mixed >> 29))
    })
}
