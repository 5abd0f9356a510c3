//! Definitions of auxiliary variables that a formula records.

use super::Cnf;
use crate::definition::{Cases, Definition, Determined, Meaning};
use crate::lit::{Bit, Lit};

impl Cnf {
    /// Makes encodings record the definitions of their auxiliary variables from now on.
    ///
    /// ```
    /// use cnfetti_encodings::{Cnf, Form, at_most_one};
    ///
    /// let mut cnf = Cnf::new();
    /// cnf.keep_definitions();
    /// let lits = cnf.new_lits(4);
    /// let ladder = at_most_one::by_name("ladder").expect("it is in the table");
    /// at_most_one::encode(&mut cnf, &lits, ladder, Form::TwoSided);
    /// // The first auxiliary variable is false if the first literal is true.
    /// let first = &cnf.definitions()[0];
    /// assert_eq!((first.lit, &first.terms[..], first.bound), (cnf.clause(0)[1], &[(1, lits[0])][..], 1));
    /// ```
    pub fn keep_definitions(&mut self) {
        self.definitions.get_or_insert_default();
    }

    /// The recorded definitions of auxiliary variables, since [`Cnf::keep_definitions`]. Each comes after
    /// those that it uses.
    pub fn definitions(&self) -> &[Definition] {
        self.definitions.as_deref().unwrap_or_default()
    }

    /// The case distinctions for proofs about the formula, recorded with the definitions.
    pub fn cases(&self) -> &[Cases] {
        &self.cases
    }

    /// Records that if all conditions are true, so is one of the alternatives.
    pub(crate) fn add_cases(&mut self, conditions: &[Bit], alternatives: &[Bit]) {
        let is_met = conditions.contains(&Bit::False) || alternatives.contains(&Bit::True);
        if self.definitions.is_none() || is_met {
            return;
        }
        let lits = |bits: &[Bit]| bits.iter().filter_map(|bit| bit.lit()).collect();
        let (conditions, alternatives) = (lits(conditions), lits(alternatives));
        self.cases.push(Cases { conditions, alternatives });
    }

    /// Records that a literal of an auxiliary variable is true exactly when one of `lits` is.
    pub fn define_any(&mut self, lit: Lit, lits: &[Lit]) {
        self.means(lit, || Meaning::any(lits.iter().copied()));
    }

    /// Records that a literal of an auxiliary variable is true exactly when one of two bits is, but not
    /// both.
    pub fn define_odd(&mut self, lit: Lit, one: Bit, other: Bit) {
        self.means(lit, || Meaning::is([(1, one), (1, other)], 1));
    }

    /// Records that a literal of an auxiliary variable is true exactly when the weights of the true terms
    /// sum to `sum`.
    pub fn define_sum(&mut self, lit: Lit, terms: &[(u64, Lit)], sum: u64) {
        self.means(lit, || Meaning::is(terms.iter().copied(), sum));
    }

    /// Records that a literal of an auxiliary variable is true exactly when the weights of the true terms,
    /// which may be negative, sum to at least `number`.
    pub fn define_at_least(&mut self, lit: Lit, terms: &[(i64, Lit)], number: i64) {
        self.means(lit, || {
            // A negative weight becomes a positive weight of the negated literal.
            let negative = terms.iter().map(|&(weight, _)| weight.min(0)).sum::<i64>();
            let positive = terms
                .iter()
                .map(|&(weight, lit)| (weight.unsigned_abs(), if weight < 0 { !lit } else { lit }));
            Meaning::reaches(positive, number.saturating_sub(negative).max(0) as u64)
        });
    }

    /// Records that an auxiliary variable is determined in each solution, though no sum defines it.
    pub fn determine(&mut self, lit: Lit, at: [usize; 2]) {
        if self.definitions.is_some() {
            self.determined.push(Determined { lit, at });
        }
    }

    /// The auxiliary variables that no sum defines, in order, recorded with the definitions.
    pub fn determined(&self) -> &[Determined] {
        &self.determined
    }

    /// Records the definition of a literal of an auxiliary variable.
    pub(crate) fn means(&mut self, lit: Lit, meaning: impl FnOnce() -> Meaning) {
        if let Some(definitions) = &mut self.definitions {
            definitions.push(meaning().of(lit));
        }
    }

    /// Whether the definitions of auxiliary variables are recorded.
    pub fn keeps_definitions(&self) -> bool {
        self.definitions.is_some()
    }
}
