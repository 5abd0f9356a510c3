//! A small solver that learns clauses (CDCL) and can say of each of them what it follows from.
//!
//! It rules out states, and finds a model where no shown variable is left. Each clause it learns
//! comes with hints: the clauses that unit propagation needs, in its order, to refute the negation
//! of the new one (LRAT; Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient certified
//! RAT verification, 2017). Two watched literals, first unique implication points, activities,
//! saved phases and restarts are those of MiniSat (Eén, Sörensson: An extensible SAT-solver, 2003).

mod analyze;
mod heap;

use heap::Heap;

use super::formula::{Code, Formula, variable};
use cnfetti_core::limit::Budget;

/// There is no such clause.
const NONE: u32 = u32::MAX;

/// A search is restarted after this many conflicts, times a number of Luby's sequence.
const RESTART: u64 = 64;

/// How many steps the work between two decisions counts as.
const PROPAGATION: u64 = 500;

/// This many learned clauses are kept at first, and this many more after each time that half of them
/// were let go.
const KEPT: usize = 4000;
const MORE_KEPT: usize = 1000;

/// What is said of assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is a model, which [`Refuter::holds`] tells.
    Model,
    /// There is none: the clause with this number says that some assumption is false.
    Refuted(u32),
    /// It was not found out within the conflicts allowed, or the time.
    Unknown,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: when it is true the clause need not be looked at.
    other: Code,
}

/// The clauses of a formula and those learned from them.
pub(super) struct Refuter {
    /// All clauses, those of the formula first.
    literals: Vec<Code>,
    starts: Vec<u32>,
    num_original: usize,
    /// For each learned clause where its hints begin, and at the end how many there are.
    first_hint: Vec<u32>,
    hints: Vec<u32>,
    /// For each learned clause how many levels its literals were on; 0 when it is not watched.
    spread: Vec<u32>,
    num_watched: usize,
    max_watched: usize,
    watches: Vec<Vec<Watch>>,
    is_true: Vec<bool>,
    trail: Vec<Code>,
    head: usize,
    /// How long the trail was before each decision.
    levels: Vec<usize>,
    level: Vec<u32>,
    reason: Vec<u32>,
    position: Vec<u32>,
    /// For each variable that has a value without any decision, the clause of that literal alone.
    unit: Vec<u32>,
    phase: Vec<bool>,
    heap: Heap,
    /// The empty clause, once it is known.
    contradiction: u32,
    is_seen: Vec<bool>,
}

impl Refuter {
    pub(super) fn new(formula: &Formula) -> Refuter {
        let variables = formula.num_vars;
        let mut refuter = Refuter {
            literals: Vec::with_capacity(2 * formula.num_literals()),
            starts: vec![0],
            num_original: formula.num_clauses(),
            first_hint: vec![0],
            hints: Vec::new(),
            spread: Vec::new(),
            num_watched: 0,
            max_watched: KEPT,
            watches: vec![Vec::new(); 2 * variables],
            is_true: vec![false; 2 * variables],
            trail: Vec::with_capacity(variables),
            head: 0,
            levels: Vec::new(),
            level: vec![0; variables],
            reason: vec![NONE; variables],
            position: vec![0; variables],
            unit: vec![NONE; variables],
            phase: vec![false; variables],
            heap: Heap::new(variables),
            contradiction: NONE,
            is_seen: vec![false; variables],
        };
        for number in 0..formula.num_clauses() as u32 {
            refuter.literals.extend_from_slice(formula.clause(number));
            refuter.starts.push(refuter.literals.len() as u32);
        }
        (0..formula.num_clauses() as u32).for_each(|number| refuter.attach(number));
        refuter
    }

    /// Whether the literal is true in the model that was found last.
    pub(super) fn holds(&self, lit: Code) -> bool {
        self.is_true[lit as usize]
    }

    pub(super) fn clause(&self, number: u32) -> &[Code] {
        let number = number as usize;
        &self.literals[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// How many clauses belong to the formula; the others were learned.
    pub(super) fn num_original(&self) -> usize {
        self.num_original
    }

    /// How many clauses there are in all.
    pub(super) fn num_clauses(&self) -> usize {
        self.starts.len() - 1
    }

    /// What a learned clause follows from.
    pub(super) fn hints(&self, number: u32) -> &[u32] {
        let number = number as usize - self.num_original;
        &self.hints[self.first_hint[number] as usize..self.first_hint[number + 1] as usize]
    }

    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        4 * (self.literals.capacity() + self.hints.capacity() + self.starts.capacity())
            + size_of::<Watch>() * 2 * self.num_clauses()
    }

    /// Whether the clauses have a model in which the assumptions hold, as far as that many
    /// conflicts tell.
    pub(super) fn solve(
        &mut self,
        assumptions: &[Code],
        conflicts: u64,
        budget: &Budget,
    ) -> Verdict {
        self.back_to(0);
        let (mut met, mut restart, mut looked) = (0, 1, 0_u32);
        let mut until_restart = RESTART * luby(restart);
        loop {
            if self.contradiction != NONE {
                return Verdict::Refuted(self.contradiction);
            }
            looked += 1;
            budget.spend(PROPAGATION);
            if looked % 512 == 0 && budget.is_spent() {
                return Verdict::Unknown;
            }
            if let Some(conflict) = self.propagate() {
                if self.levels.is_empty() {
                    self.learn_contradiction(conflict);
                    continue;
                }
                met += 1;
                self.learn_from(conflict);
                continue;
            }
            if met >= conflicts {
                return Verdict::Unknown;
            }
            if met >= until_restart {
                restart += 1;
                until_restart = met + RESTART * luby(restart);
                self.back_to(assumptions.len().min(self.levels.len()));
                self.forget_some();
            }
            let decided = match assumptions.get(self.levels.len()) {
                Some(&lit) if self.holds(lit ^ 1) => return Verdict::Refuted(self.core(lit)),
                Some(&lit) => Some(lit),
                None => self.pick(),
            };
            let Some(lit) = decided else { return Verdict::Model };
            self.levels.push(self.trail.len());
            if !self.holds(lit) {
                self.assign(lit, NONE);
            }
        }
    }

    fn pick(&mut self) -> Option<Code> {
        while let Some(variable) = self.heap.pop() {
            let positive = 2 * variable as Code;
            if !self.holds(positive) && !self.holds(positive + 1) {
                return Some(positive + u32::from(!self.phase[variable]));
            }
        }
        None
    }

    fn back_to(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        for lit in self.trail.drain(length..) {
            self.is_true[lit as usize] = false;
            self.phase[variable(lit)] = lit % 2 == 0;
            self.heap.push(variable(lit));
        }
        self.head = length;
        self.levels.truncate(level);
    }

    fn assign(&mut self, lit: Code, reason: u32) {
        let place = variable(lit);
        self.is_true[lit as usize] = true;
        self.level[place] = self.levels.len() as u32;
        self.reason[place] = reason;
        self.position[place] = self.trail.len() as u32;
        self.trail.push(lit);
        if self.levels.is_empty() {
            self.learn_unit(lit, reason);
        }
    }

    /// Begins to watch a clause; what follows from one without a choice is assigned.
    fn attach(&mut self, number: u32) {
        match *self.clause(number) {
            [] => self.contradiction = number,
            [lit] if self.holds(lit) => {}
            [lit] if self.holds(lit ^ 1) => {
                let hints = [self.unit[variable(lit)], number];
                self.contradiction = self.learn(&[], &hints);
            }
            [lit] => self.assign(lit, number),
            [first, second, ..] => {
                self.watches[first as usize].push(Watch { clause: number, other: second });
                self.watches[second as usize].push(Watch { clause: number, other: first });
            }
        }
    }

    /// Propagates what is new on the trail; a clause that is false then.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let mut watching = std::mem::take(&mut self.watches[lit as usize ^ 1]);
            let (mut kept, mut next) = (0, 0);
            let mut conflict = None;
            while next < watching.len() && conflict.is_none() {
                let watch = watching[next];
                next += 1;
                if self.holds(watch.other) {
                    watching[kept] = watch;
                    kept += 1;
                    continue;
                }
                if self.is_detached(watch.clause) {
                    continue;
                }
                let Some(other) = self.visit(watch.clause, lit ^ 1) else { continue };
                watching[kept] = Watch { other, ..watch };
                kept += 1;
                if self.holds(other ^ 1) {
                    conflict = Some(watch.clause);
                } else if !self.holds(other) {
                    self.assign(other, watch.clause);
                }
            }
            watching.copy_within(next.., kept);
            watching.truncate(kept + watching.len() - next);
            self.watches[lit as usize ^ 1] = watching;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Looks for another literal that the clause can watch instead of this false one. When there
    /// is none the other watched literal is returned: it has to hold.
    fn visit(&mut self, number: u32, lit: Code) -> Option<Code> {
        let number_ = number as usize;
        let range = self.starts[number_] as usize..self.starts[number_ + 1] as usize;
        let clause = &mut self.literals[range];
        if clause[0] == lit {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if self.is_true[other as usize] {
            return Some(other);
        }
        let is_true = &self.is_true;
        let Some(at) = (2..clause.len()).find(|&at| !is_true[clause[at] as usize ^ 1]) else {
            return Some(other);
        };
        clause.swap(1, at);
        let watched = clause[1];
        self.watches[watched as usize].push(Watch { clause: number, other });
        None
    }

    fn is_detached(&self, clause: u32) -> bool {
        let learned = (clause as usize).checked_sub(self.num_original);
        learned.is_some_and(|learned| self.spread[learned] == 0)
    }

    /// Lets go of half of the learned clauses when there are too many: those that say least. They
    /// are still hints.
    fn forget_some(&mut self) {
        if self.num_watched <= self.max_watched {
            return;
        }
        self.max_watched += MORE_KEPT;
        let is_reason = |refuter: &Refuter, number: u32| {
            let clause = refuter.clause(number);
            clause
                .iter()
                .take(2)
                .any(|&lit| refuter.holds(lit) && refuter.reason[variable(lit)] == number)
        };
        let learned = self.num_original as u32..self.num_clauses() as u32;
        let spread =
            |refuter: &Refuter, number: u32| refuter.spread[number as usize - refuter.num_original];
        let mut worst: Vec<u32> = learned
            .filter(|&number| spread(self, number) > 2 && !is_reason(self, number))
            .collect();
        worst.sort_by_key(|&number| (std::cmp::Reverse(spread(self, number)), number));
        worst.truncate(self.num_watched / 2);
        self.num_watched -= worst.len();
        for number in worst {
            self.spread[number as usize - self.num_original] = 0;
        }
    }
}

/// Luby's sequence from 1 on: 1, 1, 2, 1, 1, 2, 4, …
fn luby(number: u64) -> u64 {
    let mut number = number;
    loop {
        let bits = u64::BITS - number.leading_zeros();
        if number == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        number -= (1 << (bits - 1)) - 1;
    }
}
