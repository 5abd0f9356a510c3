//! Clauses that follow from given ones by unit propagation. Each hint must force a new literal.

use cnfetti_encodings::{Cnf, Lit};

use super::nodes::Nodes;

/// The available clauses: those of the formula, those of the nodes, and those that were derived and
/// not deleted.
pub(super) struct Clauses<'a> {
    cnf: &'a Cnf,
    /// The derived clauses by their increasing numbers; those that were deleted have no literals.
    derived: Vec<(u64, Option<Box<[i32]>>)>,
    /// How many of these were deleted.
    deleted: usize,
    /// The last number in use.
    last: u64,
    /// For each literal, the round in which it last became true.
    became_true: Vec<u32>,
    now: u32,
    clause: Vec<i32>,
}

impl<'a> Clauses<'a> {
    pub(super) fn new(cnf: &'a Cnf) -> Clauses<'a> {
        Clauses {
            cnf,
            derived: Vec::new(),
            deleted: 0,
            last: cnf.num_clauses() as u64,
            became_true: Vec::new(),
            now: 0,
            clause: Vec::new(),
        }
    }

    /// Reserves this number and those after it for new clauses.
    pub(super) fn number(&mut self, first: u64, clauses: u64) -> Result<(), String> {
        if first <= self.last {
            return Err(format!("expected a clause number above {}, found {first}", self.last));
        }
        self.last = (first - 1).checked_add(clauses).ok_or("the number is too large")?;
        Ok(())
    }

    pub(super) fn keep(&mut self, number: u64, literals: Vec<i32>) {
        self.derived.push((number, Some(literals.into())));
    }

    pub(super) fn delete(&mut self, number: u64) -> Result<(), String> {
        let at = self.derived.binary_search_by_key(&number, |&(number, _)| number).ok();
        if at.and_then(|at| self.derived[at].1.take()).is_none() {
            return Err(format!("{number} is no derived clause that is still there"));
        }
        self.deleted += 1;
        if self.deleted > self.derived.len() / 2 {
            self.derived.retain(|(_, clause)| clause.is_some());
            self.deleted = 0;
        }
        Ok(())
    }

    fn derived(&self, number: u64) -> Option<&[i32]> {
        // Before the first one are the clauses of the nodes, in most certificates.
        let first = self.derived.first().filter(|&&(first, _)| first <= number)?;
        if first.0 == number {
            return first.1.as_deref();
        }
        let at = self.derived.binary_search_by_key(&number, |&(number, _)| number).ok()?;
        self.derived[at].1.as_deref()
    }

    /// Checks that a clause follows from the hints.
    pub(super) fn derive(
        &mut self,
        nodes: &Nodes,
        literals: &[i32],
        hints: &[u64],
    ) -> Result<(), String> {
        self.begin(nodes);
        for &literal in literals {
            if literal.abs() > nodes.last() {
                return Err(format!("there is no node {literal} yet"));
            }
            if self.is_true(literal) {
                return Err(format!("the clause has {literal} and its negation"));
            }
            self.assign(-literal);
        }
        self.propagate(nodes, hints, true)
    }

    /// Checks that two parts of a sum exclude each other, using the clauses of nodes only.
    pub(super) fn exclude(
        &mut self,
        nodes: &Nodes,
        parts: [i32; 2],
        hints: &[u64],
    ) -> Result<(), String> {
        self.begin(nodes);
        for part in parts {
            if part.abs() > nodes.last() {
                return Err(format!("there is no node {part} yet"));
            }
            if self.is_true(-part) {
                return Ok(());
            }
            self.assign(part);
        }
        self.propagate(nodes, hints, false)
    }

    fn begin(&mut self, nodes: &Nodes) {
        // One more, for the node of the sum, which does not exist yet.
        self.became_true.resize(2 * (nodes.last() as usize + 2), 0);
        self.now += 1;
        if self.now == u32::MAX {
            self.became_true.fill(0);
            self.now = 1;
        }
    }

    fn is_true(&self, literal: i32) -> bool {
        self.became_true[index(literal)] == self.now
    }

    fn assign(&mut self, literal: i32) {
        self.became_true[index(literal)] = self.now;
    }

    fn propagate(&mut self, nodes: &Nodes, hints: &[u64], all: bool) -> Result<(), String> {
        let mut clause = std::mem::take(&mut self.clause);
        for &hint in hints {
            self.find(nodes, hint, all, &mut clause)?;
            let mut open = None;
            for &literal in &clause {
                if self.is_true(literal) {
                    return Err(format!("the hint {hint} is satisfied already"));
                }
                if !self.is_true(-literal) && open.replace(literal).is_some_and(|it| it != literal)
                {
                    return Err(format!("the hint {hint} has two open literals"));
                }
            }
            match open {
                Some(literal) => self.assign(literal),
                None => {
                    self.clause = clause;
                    return Ok(());
                }
            }
        }
        Err("the hints lead to no contradiction".to_owned())
    }

    /// Looks up the clause with this number. Unless `any` is set, it must belong to a node.
    fn find(
        &self,
        nodes: &Nodes,
        number: u64,
        any: bool,
        clause: &mut Vec<i32>,
    ) -> Result<(), String> {
        let missing = || format!("there is no clause {number} to use here");
        let place = number.checked_sub(1).ok_or_else(missing)?;
        if place < self.cnf.num_clauses() as u64 {
            if !any {
                return Err(missing());
            }
            clause.clear();
            clause.extend(self.cnf.clause(place as usize).iter().copied().map(Lit::dimacs));
            return Ok(());
        }
        match self.derived(number) {
            Some(_) if !any => Err(missing()),
            Some(derived) => {
                clause.clear();
                clause.extend_from_slice(derived);
                Ok(())
            }
            None if nodes.clause(number, clause) => Ok(()),
            None => Err(missing()),
        }
    }
}

fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use cnfetti_core::random::Random;

    #[test]
    fn clauses_are_there_until_they_are_deleted() {
        let (cnf, random) = (Cnf::new(), &mut Random::new(4));
        let clauses = &mut Clauses::new(&cnf);
        let mut expected: HashMap<u64, Vec<i32>> = HashMap::new();
        let (mut last, mut deleted) = (0, 0);
        for round in 0..20_000 {
            // Most are deleted in some rounds, and few in others.
            if random.below(10) < if round / 1000 % 2 == 0 { 3 } else { 6 } {
                let number = 1 + random.below(last as usize + 3) as u64;
                let is_there = expected.remove(&number).is_some();
                deleted += usize::from(is_there);
                assert_eq!(clauses.delete(number).is_ok(), is_there, "{number}");
            } else {
                last += 1 + random.below(3) as u64;
                let literals: Vec<i32> = (0..random.below(3) as i32).collect();
                clauses.keep(last, literals.clone());
                expected.insert(last, literals);
            }
            let number = 1 + random.below(last as usize + 3) as u64;
            assert_eq!(clauses.derived(number), expected.get(&number).map(Vec::as_slice));
        }
        let all = (1..last + 3)
            .all(|number| clauses.derived(number) == expected.get(&number).map(Vec::as_slice));
        assert!(all && deleted > 1000);
        for number in expected.into_keys() {
            clauses.delete(number).unwrap();
        }
        assert!(clauses.derived.is_empty(), "{} are kept", clauses.derived.len());
    }
}
