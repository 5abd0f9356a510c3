//! A small solver that learns clauses (CDCL) and knows what each of them follows from.
//!
//! Compiling a formula uses it to rule out states, and to find a model once no shown variable is left; easy
//! questions need no larger solver ([`crate::search::learner`]). Each clause it learns comes with hints: the
//! clauses that unit propagation needs, in order, to refute its negation (LRAT; Cruz-Filipe, Heule, Hunt,
//! Kaufmann, Schneider-Kamp: Efficient certified RAT verification, 2017). Two watched literals, first unique
//! implication points, activities, saved phases and restarts are those of MiniSat (Eén, Sörensson: An
//! extensible SAT-solver, 2003).

mod analyze;
mod heap;

use heap::Heap;

use crate::propagation::{Code, NO_CLAUSE, Propagation, variable};
use cnfetti_core::limit::Budget;

/// Restart the search after this many conflicts, times a number of Luby's sequence.
const RESTART: u64 = 64;

/// How many steps the work between two decisions counts as, and a look at a watched clause in addition.
const PROPAGATION: u64 = 1_000;
const LOOKED_AT: u64 = 20;

/// How many learned clauses to keep at first, and how many more after each time half of them are forgotten.
const KEPT: usize = 4000;
const MORE_KEPT: usize = 1000;

/// The solver's answer under assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is a model; read it with [`Cdcl::holds`].
    Model,
    /// There is no model: the clause with this number says that some assumption is false.
    Refuted(u32),
    /// The allowed conflicts or the budget ran out first.
    Unknown,
}

/// The clauses of a formula, and those learned from them.
pub(crate) struct Cdcl {
    /// All clauses, those of the formula first.
    clauses: Propagation,
    num_original: usize,
    /// For each learned clause, where its hints begin; then their total number.
    first_hint: Vec<u32>,
    hints: Vec<u32>,
    /// For each learned clause, the number of levels of its literals (its LBD); 0 if it is not watched.
    lbd: Vec<u32>,
    num_watched: usize,
    max_watched: usize,
    /// The length of the trail before each decision.
    levels: Vec<usize>,
    level: Vec<u32>,
    position: Vec<u32>,
    /// How many of the true literals have their level and position.
    placed: usize,
    /// For each variable with a value that needs no decision, the unit clause of that literal.
    unit: Vec<u32>,
    phase: Vec<bool>,
    heap: Heap,
    /// For each variable, the number of the last question about it.
    asked: Vec<u32>,
    /// The number of the current question, if it is about only some variables.
    asking: Option<u32>,
    questions: u32,
    /// The empty clause, once it is learned.
    contradiction: u32,
    is_seen: Vec<bool>,
}

impl Cdcl {
    /// A solver with these clauses over this many variables, which have about so many literals. No clause may repeat
    /// a literal.
    pub(crate) fn new<Clause: IntoIterator<Item = Code>>(
        variables: usize,
        literals: usize,
        formula: impl ExactSizeIterator<Item = Clause>,
    ) -> Cdcl {
        let mut clauses = Propagation::new(variables);
        clauses.reserve(formula.len(), literals);
        formula.for_each(|clause| {
            clauses.store(clause);
        });
        clauses.make_room();
        let num_original = clauses.num_clauses();
        let mut cdcl = Cdcl {
            clauses,
            num_original,
            first_hint: vec![0],
            hints: Vec::new(),
            lbd: Vec::new(),
            num_watched: 0,
            max_watched: KEPT,
            levels: Vec::new(),
            level: vec![0; variables],
            position: vec![0; variables],
            placed: 0,
            unit: vec![NO_CLAUSE; variables],
            phase: vec![false; variables],
            heap: Heap::new(variables),
            asked: vec![0; variables],
            asking: None,
            questions: 0,
            contradiction: NO_CLAUSE,
            is_seen: vec![false; variables],
        };
        (0..num_original as u32).for_each(|number| cdcl.attach(number));
        cdcl
    }

    /// Adds a clause that need not follow from the others and must not repeat a literal. Returns its number.
    /// It counts as learned, without hints.
    ///
    /// This keeps as much of the last model as the clause allows, and the next search continues from there, since
    /// the next solution is mostly near the last one.
    pub(crate) fn add(&mut self, clause: &[Code]) -> u32 {
        self.back_to(self.level_allowed_by(clause));
        // The first literals are watched, so put those that are not false first.
        let (mut lits, mut settled): (Vec<Code>, Vec<Code>) =
            clause.iter().partition(|&&lit| !self.holds(lit ^ 1));
        let open = lits.len();
        settled.sort_by_key(|&lit| std::cmp::Reverse(self.level[variable(lit)]));
        lits.extend(&settled);
        let number = self.learn(&lits, &[]);
        if open >= 2 || settled.is_empty() {
            self.attach(number);
            return number;
        }
        if !self.levels.is_empty() {
            self.clauses.watch(number);
            self.assign(lits[0], number);
            return number;
        }
        let units = settled.iter().map(|&lit| self.unit[variable(lit)]);
        let hints: Vec<u32> = units.chain([number]).collect();
        let shorter = self.learn(&lits[..open], &hints);
        self.attach(shorter);
        number
    }

    /// The highest level at which the clause no longer has only false literals: there, one of them is implied, or
    /// several are open. 0 if some literal is not false now.
    fn level_allowed_by(&self, clause: &[Code]) -> usize {
        let (mut last, mut before) = (0, 0);
        for &lit in clause {
            if !self.holds(lit ^ 1) {
                return 0;
            }
            let level = self.level[variable(lit)] as usize;
            (last, before) = (last.max(level), before.max(level.min(last)));
        }
        before.min(last.saturating_sub(1))
    }

    /// Whether the literal is true in the last model.
    pub(crate) fn holds(&self, lit: Code) -> bool {
        self.clauses.holds(lit)
    }

    /// How active a variable was lately.
    pub(crate) fn activity(&self, variable: usize) -> f64 {
        self.heap.activity(variable)
    }

    pub(crate) fn clause(&self, number: u32) -> &[Code] {
        self.clauses.clause(number)
    }

    /// The number of clauses of the formula; later ones are learned.
    pub(crate) fn num_original(&self) -> usize {
        self.num_original
    }

    /// The number of all clauses.
    pub(crate) fn num_clauses(&self) -> usize {
        self.clauses.num_clauses()
    }

    /// The clauses that a learned clause follows from.
    pub(crate) fn hints(&self, number: u32) -> &[u32] {
        let number = number as usize - self.num_original;
        &self.hints[self.first_hint[number] as usize..self.first_hint[number + 1] as usize]
    }

    /// Roughly how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.clauses.bytes() + size_of::<u32>() * self.hints.capacity()
    }

    /// Looks for a model in which the assumptions hold, with at most this many conflicts.
    pub(crate) fn solve(
        &mut self,
        assumptions: &[Code],
        conflicts: u64,
        budget: &Budget,
    ) -> Verdict {
        if !assumptions.is_empty() {
            self.back_to(0);
        }
        self.search(assumptions, conflicts, budget)
    }

    /// Looks for values of these variables under which no clause is false and the assumptions hold. If the
    /// clauses have a model, there are such values.
    ///
    /// After that, [`solve`](Cdcl::solve) must not be called any more.
    pub(crate) fn solve_within(
        &mut self,
        variables: &[u32],
        assumptions: &[Code],
        budget: &Budget,
    ) -> Verdict {
        self.back_to(0);
        self.questions += 1;
        self.asking = Some(self.questions);
        self.heap.clear();
        for &variable in variables {
            self.asked[variable as usize] = self.questions;
            self.heap.push(variable as usize);
        }
        self.search(assumptions, u64::MAX, budget)
    }

    fn search(&mut self, assumptions: &[Code], conflicts: u64, budget: &Budget) -> Verdict {
        let (mut met, mut restart, mut looked) = (0, 1, 0_u32);
        let mut until_restart = RESTART * luby(restart);
        loop {
            if self.contradiction != NO_CLAUSE {
                return Verdict::Refuted(self.contradiction);
            }
            looked += 1;
            if looked % 512 == 0 && budget.is_spent() {
                return Verdict::Unknown;
            }
            let before = self.clauses.looked_at();
            let conflict = self.propagate();
            budget.spend(PROPAGATION + LOOKED_AT * (self.clauses.looked_at() - before));
            if let Some(conflict) = conflict {
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
            self.levels.push(self.clauses.trail().len());
            self.assign(lit, NO_CLAUSE);
        }
    }

    fn pick(&mut self) -> Option<Code> {
        while let Some(variable) = self.heap.pop() {
            let positive = 2 * variable as Code;
            let is_asked = self.asking.is_none_or(|number| self.asked[variable] == number);
            if is_asked && !self.holds(positive) && !self.holds(positive + 1) {
                return Some(positive + u32::from(!self.phase[variable]));
            }
        }
        None
    }

    fn back_to(&mut self, level: usize) {
        let Some(&length) = self.levels.get(level) else { return };
        let Cdcl { clauses, phase, heap, .. } = self;
        clauses.back_to(length, |lit| {
            phase[variable(lit)] = lit % 2 == 0;
            heap.push(variable(lit));
        });
        self.placed = length;
        self.levels.truncate(level);
    }

    fn assign(&mut self, lit: Code, reason: u32) {
        self.clauses.assign(lit, reason);
        self.place_new();
    }

    /// Records the level and position of the literals that have become true.
    fn place_new(&mut self) {
        while let Some(&lit) = self.clauses.trail().get(self.placed) {
            self.level[variable(lit)] = self.levels.len() as u32;
            self.position[variable(lit)] = self.placed as u32;
            self.placed += 1;
            if self.levels.is_empty() {
                self.learn_unit(lit, self.clauses.reason(lit));
            }
        }
    }

    /// Watches a clause, and assigns a literal if it is unit.
    fn attach(&mut self, number: u32) {
        match *self.clause(number) {
            [] => self.contradiction = number,
            [lit] if self.holds(lit) => {}
            [lit] if self.holds(lit ^ 1) => {
                let hints = [self.unit[variable(lit)], number];
                self.contradiction = self.learn(&[], &hints);
            }
            [lit] => self.assign(lit, number),
            [..] => self.clauses.watch(number),
        }
    }

    /// Propagates what is new on the trail. Returns a clause that is then false.
    fn propagate(&mut self) -> Option<u32> {
        let conflict = self.clauses.propagate();
        self.place_new();
        conflict
    }

    /// If there are too many learned clauses, forgets the less useful half. They can still be hints.
    fn forget_some(&mut self) {
        if self.num_watched <= self.max_watched {
            return;
        }
        self.max_watched += MORE_KEPT;
        let is_reason = |cdcl: &Cdcl, number: u32| {
            let clause = cdcl.clause(number);
            clause.iter().take(2).any(|&lit| cdcl.holds(lit) && cdcl.clauses.reason(lit) == number)
        };
        let learned = self.num_original as u32..self.num_clauses() as u32;
        let lbd = |cdcl: &Cdcl, number: u32| cdcl.lbd[number as usize - cdcl.num_original];
        let mut worst: Vec<u32> =
            learned.filter(|&number| lbd(self, number) > 2 && !is_reason(self, number)).collect();
        worst.sort_by_key(|&number| (std::cmp::Reverse(lbd(self, number)), number));
        worst.truncate(self.num_watched / 2);
        self.num_watched -= worst.len();
        for number in worst {
            self.lbd[number as usize - self.num_original] = 0;
            self.clauses.release(number);
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
