//! A tiny unit propagator and a tiny model counter, written only for the tests.

use cnfetti_encodings::{Cnf, Lit};

/// Clauses, and the values that unit propagation derives.
pub(crate) struct Propagator {
    clauses: Vec<Vec<Lit>>,
    /// For each literal, the clauses that contain it.
    occurrences: Vec<Vec<usize>>,
    /// For each variable, its value.
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    has_empty_clause: bool,
}

fn slot(lit: Lit) -> usize {
    2 * lit.variable() as usize + usize::from(lit.is_positive())
}

impl Propagator {
    pub(crate) fn new(cnf: &Cnf) -> Propagator {
        let variables = cnf.num_vars() as usize + 1;
        let mut occurrences = vec![Vec::new(); 2 * variables];
        let clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
        for (index, clause) in clauses.iter().enumerate() {
            clause.iter().for_each(|&lit| occurrences[slot(lit)].push(index));
        }
        let has_empty_clause = clauses.iter().any(Vec::is_empty);
        let values = vec![None; variables];
        Propagator { clauses, occurrences, values, trail: Vec::new(), has_empty_clause }
    }

    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.variable() as usize].map(|value| value == lit.is_positive())
    }

    /// Whether every variable has a value.
    pub(crate) fn is_complete(&self) -> bool {
        self.trail.len() + 1 == self.values.len()
    }

    /// The current length of the trail, for [`Propagator::undo`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    pub(crate) fn undo(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.values[lit.variable() as usize] = None;
        }
    }

    /// Propagates the unit clauses. Returns false on a conflict.
    pub(crate) fn start(&mut self) -> bool {
        let units: Vec<Lit> = self
            .clauses
            .iter()
            .filter(|clause| clause.len() == 1)
            .map(|clause| clause[0])
            .collect();
        !self.has_empty_clause && units.into_iter().all(|lit| self.assign(lit))
    }

    /// Makes a literal true and propagates. Returns false on a conflict.
    pub(crate) fn assign(&mut self, lit: Lit) -> bool {
        let mut next = self.trail.len();
        if !self.set(lit) {
            return false;
        }
        while let Some(&lit) = self.trail.get(next) {
            next += 1;
            for place in 0..self.occurrences[slot(!lit)].len() {
                let clause = &self.clauses[self.occurrences[slot(!lit)][place]];
                if clause.iter().any(|&lit| self.value(lit) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().copied().filter(|&lit| self.value(lit).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return false,
                    (Some(unit), None) => {
                        self.set(unit);
                    }
                    // A literal that occurs twice counts once.
                    (Some(unit), Some(other)) if unit == other && open.all(|lit| lit == unit) => {
                        self.set(unit);
                    }
                    _ => {}
                }
            }
        }
        true
    }

    fn set(&mut self, lit: Lit) -> bool {
        match self.value(lit) {
            Some(value) => value,
            None => {
                self.values[lit.variable() as usize] = Some(lit.is_positive());
                self.trail.push(lit);
                true
            }
        }
    }

    /// How many models extend the current assignment, up to `limit`. The assignment must be
    /// propagated without conflict.
    pub(crate) fn models(&mut self, limit: usize) -> usize {
        let open = (1..self.values.len()).find(|&variable| self.values[variable].is_none());
        let Some(variable) = open else { return 1 };
        let lit = Lit::from_dimacs(variable as i32).expect("it is known");
        let mut count = 0;
        for lit in [lit, !lit] {
            let mark = self.mark();
            if count < limit && self.assign(lit) {
                count += self.models(limit - count);
            }
            self.undo(mark);
        }
        count
    }

    /// Visits every model of the formula.
    pub(crate) fn each_model(mut self, visit: &mut dyn FnMut(&Propagator)) {
        if self.start() {
            self.descend(visit);
        }
    }

    fn descend(&mut self, visit: &mut dyn FnMut(&Propagator)) {
        let open = (1..self.values.len()).find(|&variable| self.values[variable].is_none());
        let Some(variable) = open else { return visit(self) };
        let lit = Lit::from_dimacs(variable as i32).expect("it is known");
        for lit in [lit, !lit] {
            let mark = self.mark();
            if self.assign(lit) {
                self.descend(visit);
            }
            self.undo(mark);
        }
    }
}
