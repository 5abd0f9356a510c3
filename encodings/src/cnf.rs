//! Formulas in conjunctive normal form.

mod defined;

use std::fmt;
use std::ops::Range;

use crate::definition::{Cases, Definition, Determined};
use crate::lit::{Bit, Lit};
use crate::stop::{Asked, Stop};

/// A formula in conjunctive normal form, with its clauses in one buffer.
///
/// A variable is yours if it comes from [`Cnf::new_lit`] or you declared it, and auxiliary if an
/// encoding added it. The two cannot be mixed up: a clause or constraint over a variable that the
/// formula does not have panics, as does a constraint over an auxiliary variable that no encoding
/// returned, and [`Cnf::declare`] refuses the numbers of auxiliaries. So declare your own variable
/// numbers, up to the largest, before the first encoding:
///
/// ```
/// use cnfetti_encodings::{Cnf, Form, Lit, at_most_one};
///
/// let mut cnf = Cnf::new();
/// cnf.declare(20);
/// let lits: Vec<Lit> = (11..=20).filter_map(Lit::from_dimacs).collect();
/// at_most_one::encode(&mut cnf, &lits, at_most_one::AUTO, Form::TwoSided);
/// assert!(cnf.num_vars() > 20, "the auxiliaries come after all that was declared");
/// assert_eq!(cnf.new_lit().variable(), cnf.num_vars());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    num_vars: u32,
    literals: Vec<Lit>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
    sections: Vec<Section>,
    /// The auxiliary variables that encodings did not return: increasing ranges of numbers.
    auxiliaries: Vec<Range<u32>>,
    /// The definitions of auxiliary variables, if they are recorded.
    definitions: Option<Vec<Definition>>,
    /// The case distinctions for proofs, recorded with the definitions.
    cases: Vec<Cases>,
    /// The determined auxiliary variables without a definition, recorded likewise.
    determined: Vec<Determined>,
    max_literals: Option<usize>,
    stop: Asked,
    overflowed: bool,
}

/// The formula as DIMACS, without comments:
///
/// ```
/// use cnfetti_encodings::Cnf;
///
/// let mut cnf = Cnf::new();
/// let (a, b) = (cnf.new_lit(), cnf.new_lit());
/// cnf.add_clause([a, !b]);
/// assert_eq!(cnf.to_string(), "p cnf 2 1\n1 -2 0\n");
/// ```
impl fmt::Display for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.num_vars(), self.num_clauses())?;
        self.clauses().try_for_each(|clause| {
            clause.iter().try_for_each(|lit| write!(f, "{} ", lit.dimacs()))?;
            writeln!(f, "0")
        })
    }
}

/// The clauses that one call of an encoding wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The name of the family, which is that of its module.
    pub family: &'static str,
    /// The name of the encoding.
    pub encoding: &'static str,
    /// The indices of the clauses. Sections can be nested: one-hot domains use an at-most-one encoding.
    pub clauses: Range<usize>,
}

impl Cnf {
    /// Creates a formula without variables or clauses.
    pub fn new() -> Cnf {
        Cnf::default()
    }

    /// Creates an empty formula that stops adding clauses at this number of literals, so you notice
    /// oversized formulas before memory runs out. See [`Cnf::has_overflowed`].
    pub fn with_max_literals(max_literals: usize) -> Cnf {
        Cnf { max_literals: Some(max_literals), ..Cnf::default() }
    }

    /// Calls `write`, and gives up adding clauses once `stop` returns true. Asks it about every
    /// thousand clauses. See [`Cnf::has_overflowed`].
    pub fn within<R>(&mut self, stop: &Stop, write: impl FnOnce(&mut Cnf) -> R) -> R {
        self.stop = Asked::of(stop);
        let written = write(self);
        self.stop = Asked::default();
        written
    }

    /// Whether clauses were dropped, because there were too many literals or `stop` said to give up.
    /// Then the formula is too weak and must not be used.
    pub fn has_overflowed(&self) -> bool {
        self.overflowed
    }

    /// Whether to give up, as [`Cnf::has_overflowed`], but asks `stop` at once: for long work that adds
    /// few clauses.
    pub fn gives_up(&mut self) -> bool {
        self.overflowed |= self.stop.gives_up_now();
        self.overflowed
    }

    /// Whether to give up because an encoding would keep more numbers in memory than there may be literals.
    pub(crate) fn is_too_large_for(&mut self, numbers: usize) -> bool {
        self.overflowed |= self.max_literals.is_some_and(|max| numbers > max);
        self.overflowed
    }

    /// A copy without limits and without sections or definitions.
    pub fn to_unlimited(&self) -> Cnf {
        let (num_vars, literals) = (self.num_vars, self.literals.clone());
        Cnf { num_vars, literals, ends: self.ends.clone(), ..Cnf::default() }
    }

    /// Whether it has the same variables, and the same clauses in the same order.
    pub fn says_the_same(&self, other: &Cnf) -> bool {
        self.num_vars == other.num_vars
            && self.ends == other.ends
            && self.literals == other.literals
    }

    /// Adds a variable and returns its positive literal.
    ///
    /// # Panics
    ///
    /// Panics if the formula already has [`Lit::MAX_VARIABLE`] variables.
    pub fn new_lit(&mut self) -> Lit {
        assert!(self.num_vars < Lit::MAX_VARIABLE, "a CNF has at most 2^31 - 1 variables");
        self.num_vars += 1;
        Lit::from_dimacs(self.num_vars as i32).expect("the number is positive")
    }

    /// Adds `n` variables.
    pub fn new_lits(&mut self, n: usize) -> Vec<Lit> {
        (0..n).map(|_| self.new_lit()).collect()
    }

    /// Declares every variable up to this one, so that you can use their numbers.
    ///
    /// # Panics
    ///
    /// Panics if one of them is an auxiliary variable of an encoding already, or if the number is
    /// above [`Lit::MAX_VARIABLE`].
    pub fn declare(&mut self, variable: u32) {
        assert!(variable <= Lit::MAX_VARIABLE, "a CNF has at most 2^31 - 1 variables");
        if let Some(first) = self.auxiliaries.first() {
            let taken = first.start;
            assert!(variable < taken, "the variable {taken} is an auxiliary one of an encoding");
        }
        self.num_vars = self.num_vars.max(variable);
    }

    /// Adds a clause. An empty clause makes the formula unsatisfiable.
    ///
    /// # Panics
    ///
    /// Panics if a literal's variable was not declared.
    pub fn add_clause(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        self.add_bits(clause);
        let largest = self.literals[start..].iter().map(|lit| lit.variable()).max();
        self.assert_declared(largest.unwrap_or(0));
    }

    /// Adds a clause of an encoding without its false bits; adds nothing if one of them is true.
    pub(crate) fn add_bits(&mut self, clause: impl IntoIterator<Item: Into<Bit>>) {
        let start = self.literals.len();
        self.overflowed |= self.max_literals.is_some_and(|max| start >= max);
        self.overflowed |= self.stop.gives_up(self.ends.len());
        if self.overflowed {
            return;
        }
        for bit in clause {
            match bit.into() {
                Bit::Lit(lit) => self.literals.push(lit),
                Bit::False => {}
                Bit::True => {
                    self.literals.truncate(start);
                    return;
                }
            }
        }
        self.ends.push(self.literals.len());
    }

    /// # Panics
    ///
    /// Panics if the variable was not declared.
    pub(crate) fn assert_declared(&self, variable: u32) {
        let declared = self.num_vars;
        assert!(variable <= declared, "the variable {variable} was not declared: {declared} are");
    }

    /// Whether the variable is an auxiliary one that no encoding returned.
    pub(crate) fn is_auxiliary(&self, variable: u32) -> bool {
        let after = self.auxiliaries.partition_point(|range| range.start <= variable);
        after > 0 && self.auxiliaries[after - 1].contains(&variable)
    }

    /// Marks the variables after this number as auxiliary, except those in `handed_out`.
    pub(crate) fn keep_auxiliaries(&mut self, after: u32, handed_out: &[Bit]) {
        let lits = handed_out.iter().filter_map(|bit| bit.lit());
        let mut borders: Vec<u32> =
            lits.map(Lit::variable).filter(|&variable| variable > after).collect();
        borders.push(self.num_vars + 1);
        borders.sort_unstable();
        let mut start = after + 1;
        for border in borders {
            match self.auxiliaries.last_mut() {
                _ if start >= border => {}
                Some(last) if last.end == start => last.end = border,
                _ => self.auxiliaries.push(start..border),
            }
            start = border + 1;
        }
    }

    /// Removes the clauses from index `first` on for which `keep` returns false. `keep` gets the
    /// formula, in which the earlier clauses are final, the clause's future index, and the clause.
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

    /// Updates the sections after clauses from `first` on were removed. Drops those that lost all their
    /// clauses.
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

    /// Records which encoding wrote the clauses from this index on.
    pub(crate) fn section(&mut self, family: &'static str, encoding: &'static str, first: usize) {
        self.sections.push(Section { family, encoding, clauses: first..self.num_clauses() });
    }

    /// Adds the clauses from this index on to the section that ends there.
    pub(crate) fn extend_section(&mut self, first: usize) {
        let end = self.num_clauses();
        if let Some(section) = self.sections.last_mut().filter(|last| last.clauses.end == first) {
            section.clauses.end = end;
        }
    }

    /// Removes and returns the last clause.
    pub(crate) fn pop_clause(&mut self) -> Option<Vec<Lit>> {
        self.ends.pop()?;
        let start = self.ends.last().copied().unwrap_or(0);
        Some(self.literals.split_off(start))
    }

    /// Which encodings wrote which clauses, in the order in which they finished.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The number of variables: they are numbered from 1.
    pub fn num_vars(&self) -> u32 {
        self.num_vars
    }

    /// The number of clauses.
    pub fn num_clauses(&self) -> usize {
        self.ends.len()
    }

    /// The number of literals in all clauses together.
    pub fn num_literals(&self) -> usize {
        self.literals.len()
    }

    /// The clause with this index, counted from 0.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.literals[start..self.ends[index]]
    }

    /// All clauses in the order in which they were added.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> {
        self.clauses_in(0..self.num_clauses())
    }

    /// The clauses with these indices.
    pub fn clauses_in(&self, range: Range<usize>) -> impl ExactSizeIterator<Item = &[Lit]> {
        range.map(|index| self.clause(index))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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
        assert!(cnf.to_unlimited().clauses().eq(cnf.clauses()));
    }

    #[test]
    fn sections_from_a_number_on_are_moved() {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(2);
        for section in 0..3 {
            let first = cnf.num_clauses();
            (0..=section).for_each(|_| cnf.add_clause([lits[0]]));
            cnf.section("family", "encoding", first);
        }
        let clauses =
            |cnf: &Cnf| cnf.sections().iter().map(|s| s.clauses.clone()).collect::<Vec<_>>();
        assert_eq!(clauses(&cnf), [0..1, 1..3, 3..6]);
        cnf.retain_from(1, |_, number, _| number != 1);
        assert_eq!(clauses(&cnf).len(), 1, "what begins at the number loses its clauses too");
        assert_eq!(cnf.num_clauses(), 1);
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
    fn a_formula_that_is_given_up_says_so() {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(2);
        let fill = |cnf: &mut Cnf| (0..3_000).for_each(|_| cnf.add_clause([lits[0]]));
        cnf.within(&(Arc::new(|| false) as Stop), fill);
        assert_eq!((cnf.has_overflowed(), cnf.num_clauses()), (false, 3_000));
        cnf.within(&(Arc::new(|| true) as Stop), fill);
        assert_eq!((cnf.has_overflowed(), cnf.num_clauses()), (true, 3_072));
        cnf.add_clause([lits[1]]);
        assert_eq!(cnf.num_clauses(), 3_072, "what was given up stays as it is");
    }

    #[test]
    fn sections_follow_their_clauses() {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(4);
        let sections = [("one", 0..2), ("two", 2..4), ("three", 4..6)];
        for (name, range) in sections {
            let first = range.start;
            range.for_each(|number| cnf.add_clause(lits[..number % 4].iter().copied()));
            cnf.section("family", name, first);
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
}
