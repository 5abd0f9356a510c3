//! Unit propagation with two watched literals in each clause.
//!
//! (Moskewicz, Madigan, Zhao, Zhang and Malik, *Chaff: Engineering an Efficient SAT Solver*, DAC 2001.) The
//! caller stores and watches clauses, assigns literals, and gets back a false clause. Decisions, levels and
//! learning are up to the caller. Only `cnfetti_proof` has its own propagation, to check this one.

mod watches;

use std::ops::Range;

use cnfetti_encodings::Lit;

use watches::{Watch, Watches};

/// A literal as an index: `2(v - 1)` for the variable numbered `v`, and one more for its negation.
pub type Code = u32;

/// The reason of a literal that no clause implied.
pub const NO_CLAUSE: u32 = u32::MAX;

/// The literal's index.
pub fn code(lit: Lit) -> Code {
    2 * (lit.variable() - 1) + u32::from(!lit.is_positive())
}

/// The literal's number in DIMACS.
pub fn dimacs(code: Code) -> i32 {
    let variable = (code / 2 + 1) as i32;
    if code.is_multiple_of(2) { variable } else { -variable }
}

/// The index of a literal's variable, from 0.
pub fn variable(code: Code) -> usize {
    code as usize / 2
}

/// Clauses, the true literals, and the clauses that made them true.
pub struct Propagation {
    /// The literals of all clauses, one clause after the other.
    literals: Vec<Code>,
    /// Where each clause begins, and where the last one ends.
    starts: Vec<u32>,
    is_released: Vec<bool>,
    /// For each literal, the clauses to visit when it becomes false.
    watches: Watches,
    is_true: Vec<bool>,
    /// For each variable with a value, the clause that implied it, or the caller's own reason.
    reasons: Vec<u32>,
    /// The true literals in the order in which they became true.
    trail: Vec<Code>,
    /// How much of the trail is propagated.
    head: usize,
    /// How often propagation has looked at a watched clause.
    looked_at: u64,
}

impl Propagation {
    /// An empty set of clauses, for this many variables.
    pub fn new(variables: usize) -> Propagation {
        Propagation {
            literals: Vec::new(),
            starts: vec![0],
            is_released: Vec::new(),
            watches: Watches::new(2 * variables),
            is_true: vec![false; 2 * variables],
            reasons: vec![NO_CLAUSE; variables],
            trail: Vec::with_capacity(variables),
            head: 0,
            looked_at: 0,
        }
    }

    /// Makes room for storing this many more clauses, with this many literals.
    pub fn reserve(&mut self, clauses: usize, literals: usize) {
        self.literals.reserve(literals);
        self.starts.reserve(clauses);
        self.is_released.reserve(clauses);
    }

    /// Stores a clause, which does not propagate until it is watched. Returns its number.
    pub fn store(&mut self, clause: impl IntoIterator<Item = Code>) -> u32 {
        self.literals.extend(clause);
        self.starts.push(self.literals.len() as u32);
        self.is_released.push(false);
        self.num_clauses() as u32 - 1
    }

    /// Stores a clause, and watches it or makes its only literal true. Returns whether the clause can hold: it has
    /// literals, and a single one is not false.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Code>) -> bool {
        let number = self.store(clause);
        match *self.clause(number) {
            [] => false,
            [lit] => {
                let can_hold = !self.holds(lit ^ 1);
                if can_hold {
                    self.assign(lit, number);
                }
                can_hold
            }
            [..] => {
                self.watch(number);
                true
            }
        }
    }

    /// Watches the first two literals of a stored clause.
    ///
    /// # Panics
    ///
    /// The clause has fewer than two literals.
    pub fn watch(&mut self, number: u32) {
        let clause = self.clause(number);
        let (first, second) = (clause[0], clause[1]);
        self.watches.push(first, Watch { clause: number, other: second });
        self.watches.push(second, Watch { clause: number, other: first });
    }

    /// Makes room for watching all stored clauses, while none is watched yet.
    pub fn make_room(&mut self) {
        let clauses = (0..self.num_clauses() as u32).map(|number| self.clause(number));
        let watched =
            clauses.filter(|clause| clause.len() > 1).flat_map(|clause| [clause[0], clause[1]]);
        let watches = Watches::with_room(self.is_true.len(), watched);
        self.watches = watches;
    }

    /// Stops watching a clause. The clause stays, and so does what it implied.
    pub fn release(&mut self, number: u32) {
        self.is_released[number as usize] = true;
    }

    /// The number of stored clauses.
    pub fn num_clauses(&self) -> usize {
        self.starts.len() - 1
    }

    /// A stored clause. Propagation reorders its literals; one that it implied comes first.
    pub fn clause(&self, number: u32) -> &[Code] {
        let number = number as usize;
        &self.literals[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// Roughly how many bytes the clauses and their watches take.
    pub fn bytes(&self) -> usize {
        size_of::<Code>() * (self.literals.capacity() + self.starts.capacity())
            + size_of::<Watch>() * 2 * self.num_clauses()
    }

    /// Whether the literal is true.
    pub fn holds(&self, lit: Code) -> bool {
        self.is_true[lit as usize]
    }

    /// The true literals, in the order in which they became true.
    pub fn trail(&self) -> &[Code] {
        &self.trail
    }

    /// The reason for the value of the literal's variable.
    pub fn reason(&self, lit: Code) -> u32 {
        self.reasons[variable(lit)]
    }

    /// How often propagation has looked at a watched clause so far.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Makes a literal true, unless it already is: because of a clause, or for the caller's own reason.
    pub fn assign(&mut self, lit: Code, reason: u32) {
        if !self.holds(lit) {
            self.is_true[lit as usize] = true;
            self.reasons[variable(lit)] = reason;
            self.trail.push(lit);
        }
    }

    /// Undoes all literals except the first `length`, and hands each to `taken`.
    pub fn back_to(&mut self, length: usize, mut taken: impl FnMut(Code)) {
        for lit in self.trail.drain(length..) {
            self.is_true[lit as usize] = false;
            taken(lit);
        }
        self.head = length;
    }

    /// Propagates what is new on the trail. Returns a clause that is false, if there is one.
    pub fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            // What is visited is watched by literals that are not false, so this list does not grow meanwhile.
            let Range { start, end } = self.watches.range(lit ^ 1);
            let (mut kept, mut next) = (start, start);
            let mut conflict = None;
            while next < end && conflict.is_none() {
                let watch = self.watches.get(next);
                next += 1;
                if self.holds(watch.other) {
                    self.watches.set(kept, watch);
                    kept += 1;
                    continue;
                }
                if self.is_released[watch.clause as usize] {
                    continue;
                }
                let Some(other) = self.visit(watch.clause, lit ^ 1) else { continue };
                self.watches.set(kept, Watch { other, ..watch });
                kept += 1;
                if self.holds(other ^ 1) {
                    conflict = Some(watch.clause);
                } else {
                    self.assign(other, watch.clause);
                }
            }
            self.looked_at += (next - start) as u64;
            self.watches.remove(lit ^ 1, kept..next);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Looks for another literal for the clause to watch instead of this false one. If there is none, returns
    /// the other watched literal, which has to hold.
    fn visit(&mut self, number: u32, lit: Code) -> Option<Code> {
        let (start, end) = (self.starts[number as usize], self.starts[number as usize + 1]);
        let clause = &mut self.literals[start as usize..end as usize];
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
        self.watches.push(watched, Watch { clause: number, other });
        None
    }
}
