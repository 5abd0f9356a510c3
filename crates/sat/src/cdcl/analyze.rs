//! What to learn from a conflict, and the clauses it follows from.

use super::Cdcl;
use crate::propagation::{Code, NO_CLAUSE, variable};

/// The clauses that a new clause follows from, while it is derived.
#[derive(Default)]
struct Trace {
    /// Unit clauses, which hold without any decision.
    units: Vec<u32>,
    /// The reasons that were resolved, the last on the trail first.
    reasons: Vec<u32>,
    /// All variables marked as seen.
    seen: Vec<u32>,
}

impl Cdcl {
    /// Learns from a clause that is false under the decisions, and goes back to the level where the new
    /// clause becomes unit.
    pub(super) fn learn_from(&mut self, conflict: u32) {
        let mut trace = Trace::default();
        let mut learned: Vec<Code> = vec![0];
        let current = self.levels.len() as u32;
        let (mut at, mut open, mut clause) = (self.clauses.trail().len(), 0, conflict);
        loop {
            for index in 0..self.clause(clause).len() {
                let lit = self.clause(clause)[index];
                // Skip the literal that the clause implied; it is resolved upon.
                if self.holds(lit) || !self.see(lit, &mut trace) {
                    continue;
                }
                self.heap.bump(variable(lit));
                if self.level[variable(lit)] == current {
                    open += 1;
                } else {
                    learned.push(lit);
                }
            }
            let lit = loop {
                at -= 1;
                if self.is_seen[variable(self.clauses.trail()[at])] {
                    break self.clauses.trail()[at];
                }
            };
            open -= 1;
            if open == 0 {
                learned[0] = lit ^ 1;
                break;
            }
            clause = self.clauses.reason(lit);
            trace.reasons.push(clause);
        }
        let removed = self.minimize(&mut learned, &mut trace);
        let hints: Vec<u32> = trace
            .units
            .iter()
            .copied()
            .chain(removed)
            .chain(trace.reasons.iter().rev().copied())
            .chain([conflict])
            .collect();
        self.forget_seen(&trace);
        self.heap.decay();
        self.assert_learned(&mut learned, &hints);
    }

    /// Removes literals whose reasons contain only other literals of the clause. Returns these reasons, the
    /// first on the trail first.
    fn minimize(&mut self, learned: &mut Vec<Code>, trace: &mut Trace) -> Vec<u32> {
        let mut removed: Vec<(u32, u32)> = Vec::new();
        let mut kept = vec![learned[0]];
        for &lit in &learned[1..] {
            let reason = self.clauses.reason(lit);
            let follows = reason != NO_CLAUSE
                && self.clause(reason).iter().all(|&other| {
                    let place = variable(other);
                    place == variable(lit)
                        || self.level[place] == 0
                        || (self.is_seen[place] && self.level[place] < self.levels.len() as u32)
                });
            if follows {
                removed.push((self.position[variable(lit)], reason));
            } else {
                kept.push(lit);
            }
        }
        for &(_, reason) in &removed {
            for index in 0..self.clause(reason).len() {
                let lit = self.clause(reason)[index];
                if self.level[variable(lit)] == 0 {
                    self.see(lit, trace);
                }
            }
        }
        *learned = kept;
        removed.sort_unstable();
        removed.into_iter().map(|(_, reason)| reason).collect()
    }

    /// Adds the clause, goes back to its second highest level, and assigns its first literal.
    fn assert_learned(&mut self, learned: &mut [Code], hints: &[u32]) {
        let level = |cdcl: &Cdcl, lit: Code| cdcl.level[variable(lit)];
        if let Some(at) = (1..learned.len()).max_by_key(|&at| level(self, learned[at])) {
            learned.swap(1, at);
        }
        let mut levels: Vec<u32> = learned.iter().map(|&lit| level(self, lit)).collect();
        levels.sort_unstable();
        levels.dedup();
        let back = learned.get(1).map_or(0, |&lit| level(self, lit));
        let number = self.learn(learned, hints);
        self.back_to(back as usize);
        match *learned {
            [lit] => self.assign(lit, number),
            [lit, ..] => {
                self.watch(number, levels.len() as u32);
                self.assign(lit, number);
            }
            [] => unreachable!("a conflict under decisions has a literal of the last one"),
        }
    }

    fn watch(&mut self, number: u32, lbd: u32) {
        let learned = number as usize - self.num_original;
        self.lbd[learned] = lbd;
        self.num_watched += 1;
        self.attach(number);
    }

    /// The clause that says that not all assumptions hold, if the others make this one false.
    pub(super) fn core(&mut self, assumption: Code) -> u32 {
        if self.level[variable(assumption)] == 0 {
            return self.unit[variable(assumption)];
        }
        let mut trace = Trace::default();
        let mut core = vec![assumption ^ 1];
        self.see(assumption, &mut trace);
        for at in (self.levels[0]..self.clauses.trail().len()).rev() {
            let lit = self.clauses.trail()[at];
            if !self.is_seen[variable(lit)] {
                continue;
            }
            let reason = self.clauses.reason(lit);
            if reason == NO_CLAUSE {
                core.push(lit ^ 1);
                continue;
            }
            trace.reasons.push(reason);
            for index in 0..self.clause(reason).len() {
                self.see(self.clause(reason)[index], &mut trace);
            }
        }
        let reasons = trace.reasons.iter().rev();
        let hints: Vec<u32> = trace.units.iter().chain(reasons).copied().collect();
        self.forget_seen(&trace);
        self.back_to(0);
        let number = self.learn(&core, &hints);
        match *core.as_slice() {
            [lit] => self.assign(lit, number),
            // Forget clauses from questions about only some variables sooner: there are very many.
            _ => self.watch(number, if self.asking.is_some() { core.len() as u32 } else { 2 }),
        }
        number
    }

    /// Records that a literal holds without any decision.
    pub(super) fn learn_unit(&mut self, lit: Code, reason: u32) {
        let Cdcl { clauses, unit, hints, .. } = self;
        let before = hints.len();
        let others = clauses.clause(reason).iter().filter(|&&other| other != lit);
        hints.extend(others.map(|&other| unit[variable(other)]));
        self.unit[variable(lit)] =
            if self.hints.len() == before { reason } else { self.learn(&[lit], &[reason]) };
    }

    /// Records that the clauses contradict each other: this one is false without any decision.
    pub(super) fn learn_contradiction(&mut self, conflict: u32) {
        let mut hints: Vec<u32> =
            self.clause(conflict).iter().map(|&lit| self.unit[variable(lit)]).collect();
        hints.push(conflict);
        self.contradiction = self.learn(&[], &hints);
    }

    /// Adds a clause without watching it. It has these hints after those that were written for it already.
    pub(super) fn learn(&mut self, clause: &[Code], hints: &[u32]) -> u32 {
        let number = self.clauses.store(clause.iter().copied());
        self.hints.extend_from_slice(hints);
        self.first_hint.push(self.hints.len() as u32);
        self.lbd.push(0);
        number
    }

    /// Marks a literal's variable. Returns whether that is new and its value depends on a decision.
    fn see(&mut self, lit: Code, trace: &mut Trace) -> bool {
        let place = variable(lit);
        if self.is_seen[place] {
            return false;
        }
        self.is_seen[place] = true;
        trace.seen.push(place as u32);
        if self.level[place] == 0 {
            trace.units.push(self.unit[place]);
            return false;
        }
        true
    }

    fn forget_seen(&mut self, trace: &Trace) {
        trace.seen.iter().for_each(|&place| self.is_seen[place as usize] = false);
    }
}
