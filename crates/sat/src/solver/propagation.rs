//! Unit propagation under decisions, the last of which is taken back first.
//!
//! Two literals of each clause are watched (Moskewicz, Madigan, Zhao, Zhang, Malik: Chaff, 2001).
//! They are the first that are open, so a formula whose clauses name first what is decided first
//! has few of them watch what is decided late, where nearly all of the work is done.

use cnfetti_encodings::{Cnf, Lit};

/// The clauses of a formula and what follows from the decisions.
pub(crate) struct Propagation {
    literals: Vec<Lit>,
    /// Where each clause is in `literals`; nowhere, when it was removed.
    spans: Vec<(u32, u32)>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    is_true: Vec<bool>,
    /// The true literals in the order in which they became true.
    trail: Vec<Lit>,
    /// How much of the trail was propagated.
    head: usize,
    /// How long the trail was before each decision.
    levels: Vec<usize>,
    contradiction: bool,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: when it is true the clause need not be looked at.
    other: Lit,
}

impl Propagation {
    /// The formula, and what follows from it.
    pub(crate) fn new(cnf: &Cnf) -> Propagation {
        let mut propagation = Propagation {
            literals: Vec::with_capacity(cnf.num_literals()),
            spans: Vec::with_capacity(cnf.num_clauses()),
            watches: vec![Vec::new(); 2 * cnf.num_vars() as usize],
            is_true: vec![false; 2 * cnf.num_vars() as usize],
            trail: Vec::with_capacity(cnf.num_vars() as usize),
            head: 0,
            levels: Vec::new(),
            contradiction: false,
        };
        for clause in cnf.clauses() {
            propagation.add(clause);
        }
        let conflict = !propagation.propagate();
        propagation.contradiction |= conflict;
        propagation
    }

    /// Whether the formula contradicts itself without any decision.
    pub(crate) fn contradiction(&self) -> bool {
        self.contradiction
    }

    /// Whether the literal is true.
    pub(crate) fn holds(&self, lit: Lit) -> bool {
        self.is_true[index(lit)]
    }

    /// Whether the literal is neither true nor false.
    pub(super) fn is_open(&self, lit: Lit) -> bool {
        !self.holds(lit) && !self.holds(!lit)
    }

    /// What is true.
    pub(super) fn true_literals(&self) -> &[Lit] {
        &self.trail
    }

    /// Decides that a literal holds; whether there is no conflict.
    pub(super) fn decide(&mut self, lit: Lit) -> bool {
        self.levels.push(self.trail.len());
        self.imply(lit)
    }

    /// Adds that the literal follows from the decisions; whether there is no conflict.
    pub(super) fn imply(&mut self, lit: Lit) -> bool {
        !self.holds(!lit) && {
            self.assign(lit);
            self.propagate()
        }
    }

    /// Takes back all decisions but this many.
    pub(super) fn back_to(&mut self, level: usize) {
        if let Some(&length) = self.levels.get(level) {
            for lit in self.trail.drain(length..) {
                self.is_true[index(lit)] = false;
            }
            self.head = length;
            self.levels.truncate(level);
        }
    }

    /// Removes the clause of the formula with this number. It must follow from others by unit
    /// propagation: what it implied stays.
    pub(super) fn remove(&mut self, clause: usize) {
        self.spans[clause] = (0, 0);
    }

    fn add(&mut self, clause: &[Lit]) {
        let (id, start) = (self.spans.len() as u32, self.literals.len() as u32);
        self.literals.extend_from_slice(clause);
        self.spans.push((start, self.literals.len() as u32));
        match *clause {
            [] => self.contradiction = true,
            [only] if self.holds(!only) => self.contradiction = true,
            [only] => self.assign(only),
            [first, second, ..] => {
                self.watches[index(first)].push(Watch { clause: id, other: second });
                self.watches[index(second)].push(Watch { clause: id, other: first });
            }
        }
    }

    fn assign(&mut self, lit: Lit) {
        if !self.holds(lit) {
            self.is_true[index(lit)] = true;
            self.trail.push(lit);
        }
    }

    /// Propagates what is new on the trail; whether there is no conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let mut watching = std::mem::take(&mut self.watches[index(!lit)]);
            let (mut kept, mut next) = (0, 0);
            let mut consistent = true;
            while next < watching.len() && consistent {
                let watch = watching[next];
                next += 1;
                if self.is_true[index(watch.other)] {
                    watching[kept] = watch;
                    kept += 1;
                } else if let Some(other) = self.visit(watch.clause, !lit) {
                    watching[kept] = Watch { other, ..watch };
                    kept += 1;
                    consistent = !self.is_true[index(!other)];
                    if consistent {
                        self.assign(other);
                    }
                }
            }
            watching.copy_within(next.., kept);
            watching.truncate(kept + watching.len() - next);
            self.watches[index(!lit)] = watching;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Looks for another literal that the clause can watch instead of this false one. When there
    /// is none the other watched literal is returned: it has to hold.
    fn visit(&mut self, id: u32, lit: Lit) -> Option<Lit> {
        let (start, end) = self.spans[id as usize];
        let clause = &mut self.literals[start as usize..end as usize];
        if clause.is_empty() {
            return None;
        }
        if clause[0] == lit {
            clause.swap(0, 1);
        }
        let other = clause[0];
        if self.is_true[index(other)] {
            return Some(other);
        }
        let Some(at) = (2..clause.len()).find(|&at| !self.is_true[index(!clause[at])]) else {
            return Some(other);
        };
        clause.swap(1, at);
        self.watches[index(clause[1])].push(Watch { clause: id, other });
        None
    }
}

fn index(lit: Lit) -> usize {
    2 * (lit.variable() as usize - 1) + usize::from(!lit.is_positive())
}
