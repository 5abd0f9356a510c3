//! Literals and formulas.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::{Not, Range};

/// A literal with its DIMACS number: `v` is the variable `v` true, `-v` the variable false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The largest variable number a formula can have.
    pub const MAX_VARIABLE: u32 = i32::MAX as u32;

    /// The literal with this DIMACS number; `None` for 0 and for `i32::MIN`, whose negation
    /// cannot be written.
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        if number == i32::MIN { None } else { NonZeroI32::new(number).map(Lit) }
    }

    /// Its DIMACS number.
    pub fn dimacs(self) -> i32 {
        self.0.get()
    }

    /// Its variable, from 1.
    pub fn variable(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether it is the variable itself and not its negation.
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A formula in conjunctive normal form: its clauses one after the other in a single buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    num_vars: u32,
    literals: Vec<Lit>,
    /// For each clause, where it ends in `literals`.
    ends: Vec<usize>,
    sections: Vec<Section>,
    max_literals: Option<usize>,
    overflowed: bool,
}

/// The clauses that one call of an encoding wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The family, as its module is called.
    pub family: &'static str,
    /// The encoding's name.
    pub encoding: &'static str,
    /// The numbers of the clauses. Sections can lie within others: one-hot domains use an
    /// at-most-one encoding.
    pub clauses: Range<usize>,
}

impl Cnf {
    /// A formula without variables or clauses.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// An empty formula that keeps no clauses beyond this number of literals: what is too large
    /// is noticed before memory runs out. See [`Cnf::has_overflowed`].
    pub fn with_max_literals(max_literals: usize) -> Cnf {
        Cnf { max_literals: Some(max_literals), ..Cnf::default() }
    }

    /// Whether clauses were left out because there would have been too many literals. Then the
    /// formula says less than it should and must not be used.
    pub fn has_overflowed(&self) -> bool {
        self.overflowed
    }

    /// A copy that takes any number of clauses more, without what is known of their origin.
    pub fn to_unlimited(&self) -> Cnf {
        let (num_vars, literals) = (self.num_vars, self.literals.clone());
        Cnf { num_vars, literals, ends: self.ends.clone(), ..Cnf::default() }
    }

    /// Whether it has the same variables and the same clauses in the same order.
    pub fn says_the_same(&self, other: &Cnf) -> bool {
        self.num_vars == other.num_vars
            && self.ends == other.ends
            && self.literals == other.literals
    }

    /// A new variable, as its positive literal.
    ///
    /// # Panics
    ///
    /// When the formula already has [`Lit::MAX_VARIABLE`] variables.
    pub fn new_lit(&mut self) -> Lit {
        assert!(self.num_vars < Lit::MAX_VARIABLE, "a CNF has at most 2^31 - 1 variables");
        self.num_vars += 1;
        Lit(NonZeroI32::new(self.num_vars as i32).expect("the number is positive"))
    }

    /// `n` new variables.
    pub fn new_lits(&mut self, n: usize) -> Vec<Lit> {
        (0..n).map(|_| self.new_lit()).collect()
    }

    /// Declares every variable up to this one.
    pub fn declare(&mut self, variable: u32) {
        assert!(variable <= Lit::MAX_VARIABLE, "a CNF has at most 2^31 - 1 variables");
        self.num_vars = self.num_vars.max(variable);
    }

    /// Appends a clause. An empty one makes the formula unsatisfiable.
    ///
    /// # Panics
    ///
    /// In debug builds, when a literal's variable was not declared.
    pub fn add_clause(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        if self.max_literals.is_some_and(|max| start >= max) {
            self.overflowed = true;
            return;
        }
        self.literals.extend(clause);
        debug_assert!(self.literals[start..].iter().all(|lit| lit.variable() <= self.num_vars));
        self.ends.push(self.literals.len());
    }

    /// Keeps of the clauses with this number or a larger one those that `keep` wants. It is given
    /// the formula, in which the clauses before a number are at their final place, this number,
    /// which the clause will have, and the clause.
    pub fn retain_from(&mut self, first: usize, mut keep: impl FnMut(&Cnf, usize, &[Lit]) -> bool) {
        let mut removed = Vec::new();
        let mut kept = first;
        let mut start = if first == 0 { 0 } else { self.ends[first - 1] };
        let mut end_of_kept = start;
        for index in first..self.num_clauses() {
            let end = self.ends[index];
            if keep(self, kept, &self.literals[start..end]) {
                if !removed.is_empty() {
                    self.literals.copy_within(start..end, end_of_kept);
                }
                end_of_kept += end - start;
                self.ends[kept] = end_of_kept;
                kept += 1;
            } else {
                removed.push(index);
            }
            start = end;
        }
        self.literals.truncate(end_of_kept);
        self.ends.truncate(kept);
        self.renumber_sections(first, &removed);
    }

    /// Moves the sections from this clause on to where their clauses are now; those that have none
    /// left are dropped.
    fn renumber_sections(&mut self, first: usize, removed: &[usize]) {
        if removed.is_empty() {
            return;
        }
        let now = |number: usize| number - removed.partition_point(|&gone| gone < number);
        let from = self.sections.iter().rposition(|section| section.clauses.start < first);
        let mut moved = self.sections.split_off(from.map_or(0, |before| before + 1));
        for section in &mut moved {
            let was_empty = section.clauses.is_empty();
            section.clauses = now(section.clauses.start)..now(section.clauses.end);
            if was_empty || !section.clauses.is_empty() {
                self.sections.push(section.clone());
            }
        }
    }

    /// Remembers which encoding wrote what `write` appends.
    pub(crate) fn section(
        &mut self,
        family: &'static str,
        encoding: &'static str,
        write: impl FnOnce(&mut Cnf),
    ) {
        let start = self.num_clauses();
        write(self);
        self.sections.push(Section { family, encoding, clauses: start..self.num_clauses() });
    }

    /// Which encodings wrote which clauses, in the order in which they were done.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// How many variables are declared: they are numbered from 1 to this.
    pub fn num_vars(&self) -> u32 {
        self.num_vars
    }

    /// How many clauses there are.
    pub fn num_clauses(&self) -> usize {
        self.ends.len()
    }

    /// How many literals all clauses have together.
    pub fn num_literals(&self) -> usize {
        self.literals.len()
    }

    /// The clause with this number, from 0.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    /// All clauses in the order in which they were added.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        self.clauses_in(0..self.num_clauses())
    }

    /// The clauses with these numbers.
    pub fn clauses_in(&self, range: Range<usize>) -> impl ExactSizeIterator<Item = &[Lit]> {
        range.map(|index| self.clause(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_come_back_as_they_were_added() {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(3);
        cnf.add_clause([lits[0], !lits[2]]);
        cnf.add_clause([]);
        cnf.add_clause([lits[1]]);
        let numbers: Vec<Vec<i32>> =
            cnf.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect();
        assert_eq!(numbers, [vec![1, -3], vec![], vec![2]]);
        assert_eq!((cnf.num_vars(), cnf.num_clauses(), cnf.num_literals()), (3, 3, 3));
    }

    #[test]
    fn a_formula_that_grows_too_large_says_so() {
        let mut cnf = Cnf::with_max_literals(3);
        let lits = cnf.new_lits(2);
        cnf.add_clause([lits[0], lits[1]]);
        cnf.add_clause([lits[0], lits[1]]);
        assert!(!cnf.has_overflowed());
        cnf.add_clause([lits[0]]);
        assert!(cnf.has_overflowed());
        assert_eq!(cnf.num_clauses(), 2);
    }

    #[test]
    fn sections_follow_their_clauses() {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(4);
        let sections = [("one", 0..2), ("two", 2..4), ("three", 4..6)];
        for (name, range) in sections {
            cnf.section("family", name, |cnf| {
                range.for_each(|number| cnf.add_clause(lits[..number % 4].iter().copied()));
            });
        }
        cnf.retain_from(1, |cnf, number, clause| {
            let is_new = (0..number).all(|earlier| cnf.clause(earlier).len() != clause.len());
            is_new && clause.len() != 3
        });
        let lengths: Vec<usize> = cnf.clauses().map(<[_]>::len).collect();
        assert_eq!(lengths, [0, 1, 2]);
        let ranges: Vec<_> = cnf
            .sections()
            .iter()
            .map(|section| (section.encoding, section.clauses.clone()))
            .collect();
        assert_eq!(ranges, [("one", 0..2), ("two", 2..3)]);
    }

    #[test]
    fn zero_and_the_smallest_integer_are_not_literals() {
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
        assert_eq!(Lit::from_dimacs(-7).map(|lit| (!lit).dimacs()), Some(7));
    }
}
