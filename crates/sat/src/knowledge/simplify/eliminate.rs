//! Makes a formula smaller without changing the number of models on the counted variables.
//!
//! Resolution eliminates a variable that is not counted: the resolvents of its clauses imply the same about
//! all other variables. This happens only if it adds no clauses, or a few if the search could not decide the
//! variable either. Subsumed clauses are removed. (Eén, Biere: Effective preprocessing in SAT through variable
//! and clause elimination, 2005.)

use std::collections::BTreeSet;

use crate::knowledge::formula::{Code, Formula, OFTEN};
use cnfetti_core::limit::{Budget, Stopped};

/// Variables with more pairs of clauses are kept.
const PAIRS: usize = 200;

/// How often to visit all variables.
const ROUNDS: usize = 5;

/// In the end, a variable that may not be decided is eliminated even if that adds this many clauses.
const MORE_CLAUSES: usize = 8;

/// The formula without those variables. Its shown variables are those that may be decided.
pub(super) fn eliminate(
    formula: &Formula,
    is_counted: &[bool],
    most_work: usize,
    budget: &Budget,
) -> Result<Formula, Stopped> {
    let mut poll = budget.poll(OFTEN);
    let mut clauses = Clauses {
        literals: Vec::new(),
        with: vec![Vec::new(); 2 * formula.num_vars],
        work: 0,
        most_work,
    };
    for number in 0..formula.num_clauses() as u32 {
        let mut clause = formula.clause(number).to_vec();
        clause.sort_unstable();
        if clause.windows(2).all(|pair| pair[0] != pair[1] ^ 1) {
            clauses.add(clause);
        }
    }
    let hidden = |place: &usize| !formula.is_shown[*place];
    let (all, hidden) = (0..formula.num_vars, (0..formula.num_vars).filter(hidden));
    let passes = [(all.collect::<Vec<_>>(), 0), (hidden.collect(), MORE_CLAUSES)];
    for (places, more) in passes {
        for _ in 0..ROUNDS {
            let mut is_changed = false;
            for &place in places.iter().filter(|&&place| !is_counted[place]) {
                let before = clauses.work;
                is_changed |= clauses.resolve_away(2 * place as Code, more);
                poll.steps(clauses.work - before)?;
            }
            if !is_changed || clauses.work > most_work {
                break;
            }
        }
    }
    let is_open = formula.is_shown.clone();
    Ok(Formula::of(formula.num_vars, clauses.literals.into_iter().flatten(), is_open))
}

struct Clauses {
    /// The sorted literals of each clause; `None` if it was removed.
    literals: Vec<Option<Vec<Code>>>,
    /// For each literal, its clauses, and some that were removed.
    with: Vec<Vec<u32>>,
    work: usize,
    most_work: usize,
}

impl Clauses {
    /// Adds a clause unless another one subsumes it, and removes those that it subsumes.
    fn add(&mut self, clause: Vec<Code>) {
        if clause.iter().any(|&lit| self.has_subset_of(lit, &clause)) {
            return;
        }
        let rarest = clause.iter().copied().min_by_key(|&lit| self.with[lit as usize].len());
        if let Some(lit) = rarest {
            for number in self.with[lit as usize].clone() {
                let other = self.literals[number as usize].as_deref();
                self.work += 1 + clause.len();
                if other.is_some_and(|other| is_subset(&clause, other)) {
                    self.literals[number as usize] = None;
                }
            }
        }
        let number = self.literals.len() as u32;
        clause.iter().for_each(|&lit| self.with[lit as usize].push(number));
        self.literals.push(Some(clause));
    }

    /// Whether a clause that begins with this literal is a subset of the given one.
    fn has_subset_of(&mut self, lit: Code, clause: &[Code]) -> bool {
        let numbers = &self.with[lit as usize];
        self.work += numbers.len();
        let mut clauses =
            numbers.iter().filter_map(|&number| self.literals[number as usize].as_deref());
        clauses.any(|other| other.first() == Some(&lit) && is_subset(other, clause))
    }

    /// The clauses that have a literal.
    fn of(&mut self, lit: Code) -> Vec<u32> {
        let literals = &self.literals;
        let numbers = &mut self.with[lit as usize];
        numbers.retain(|&number| literals[number as usize].is_some());
        numbers.clone()
    }

    /// Eliminates a variable if that adds at most so many clauses. Returns whether it did.
    fn resolve_away(&mut self, lit: Code, more: usize) -> bool {
        let (one, other) = (self.of(lit), self.of(lit ^ 1));
        self.work += 1;
        let too_much = one.len() * other.len() > PAIRS || self.work > self.most_work;
        if one.is_empty() && other.is_empty() || too_much {
            return false;
        }
        let mut resolvents: BTreeSet<Vec<Code>> = BTreeSet::new();
        for &left in &one {
            for &right in &other {
                let sides = [left, right].map(|number| self.literals[number as usize].as_deref());
                let [Some(left), Some(right)] = sides else { continue };
                self.work += left.len() + right.len();
                resolvents.extend(resolvent(left, right, lit));
            }
            if resolvents.len() > one.len() + other.len() + more {
                return false;
            }
        }
        one.iter().chain(&other).for_each(|&number| self.literals[number as usize] = None);
        resolvents.into_iter().for_each(|clause| self.add(clause));
        true
    }
}

/// The resolvent of two clauses; `None` if it always holds.
fn resolvent(left: &[Code], right: &[Code], lit: Code) -> Option<Vec<Code>> {
    let both = left.iter().chain(right).copied().filter(|&other| other / 2 != lit / 2);
    let mut literals: Vec<Code> = both.collect();
    literals.sort_unstable();
    literals.dedup();
    literals.windows(2).all(|pair| pair[0] != pair[1] ^ 1).then_some(literals)
}

/// Whether the first is a subset of the second; both must be sorted.
fn is_subset(one: &[Code], other: &[Code]) -> bool {
    let mut rest = other.iter();
    one.len() <= other.len() && one.iter().all(|lit| rest.any(|other| other == lit))
}
