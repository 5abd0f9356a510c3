//! The definitions of auxiliary variables.

use std::collections::HashSet;

use cnfetti_encodings::{Definition, Lit, Relation};
use cnfetti_sat::compile::Part;

use super::{NotDerived, Writer};
use crate::engine::Id;
use crate::forms::Threshold;
use crate::inequality::{Inequality, TooLarge};

/// A variable with its definition.
#[derive(Debug)]
pub(crate) struct Defined {
    pub(crate) lit: Lit,
    /// The sum, in normal form, with the degree that it reaches if the literal is true.
    pub(crate) sum: Inequality,
    pub(crate) reaches: u64,
    pub(crate) misses: u64,
    /// Whether the statement defines it too.
    pub(super) is_stated: bool,
    /// Whether only the proof has it.
    pub(super) is_helper: bool,
}

impl Writer<'_> {
    /// Defines the auxiliary variables of a part.
    pub(super) fn define(&mut self, at: usize, part: &Part) -> Result<(), NotDerived> {
        let definitions = self.compiled.cnf.definitions().iter();
        let own = part.auxiliaries.start + 1..=part.auxiliaries.end;
        let definitions = definitions.filter(|definition| own.contains(&definition.lit.variable()));
        let definitions: Vec<&Definition> = definitions.collect();
        let known: HashSet<u32> = definitions.iter().map(|one| one.lit.variable()).collect();
        let determined = self.compiled.cnf.determined().iter();
        let stated = determined.map(|word| word.lit.variable());
        let stated = stated.filter(|word| own.contains(word) && self.stated.contains(word));
        if known.len() + stated.count() < part.auxiliaries.len() {
            let (what, by) = self.describe(part);
            return Err(NotDerived::Undefined { what, by });
        }
        for definition in definitions {
            let weight = |weight: u64| i64::try_from(weight).map_err(|_| TooLarge);
            let terms = definition.terms.iter().map(|&(w, lit)| Ok((weight(w)?, lit)));
            let terms = terms.collect::<Result<Vec<_>, TooLarge>>()?;
            let bound = weight(definition.bound)?;
            let sum = Inequality::at_least(terms.iter().copied(), bound)?;
            if definition.relation == Relation::AtLeast {
                self.define_one(at, definition.lit, sum, false);
                continue;
            }
            let more = Inequality::at_least(terms, bound + 1)?;
            let ends = [self.helper(at, &sum), self.helper(at, &more)];
            let both = [(1, ends[0]), (1, !ends[1])];
            self.define_one(at, definition.lit, Inequality::at_least(both, 2)?, false);
        }
        Ok(())
    }

    /// A literal that says that a sum reaches its degree: an existing one, or a new one.
    fn helper(&mut self, at: usize, sum: &Inequality) -> Lit {
        if let Some(lit) = self.prover.forms.literal(sum.terms(), sum.degree()) {
            return lit;
        }
        let lit = Lit::from_dimacs(self.next_helper as i32).expect("there are not so many");
        self.next_helper += 1;
        self.define_one(at, lit, sum.clone(), true);
        lit
    }

    fn define_one(&mut self, at: usize, lit: Lit, sum: Inequality, is_helper: bool) {
        let [reach, miss] = halves_of(&sum, lit);
        let number_of = |half: &Inequality| {
            let stated = self.written[at].stated.iter();
            stated.clone().find(|(_, inequality)| inequality == half).map(|&(number, _)| number)
        };
        let is_stated = self.stated.contains(&lit.variable());
        let (reaches, misses) = match (number_of(&reach), number_of(&miss)) {
            (Some(reaches), Some(misses)) if is_stated => (reaches, misses),
            _ => {
                let ids = (self.proof.define(&reach, !lit), self.proof.define(&miss, lit));
                self.proof.core(&[ids.0, ids.1]);
                ids
            }
        };
        let defined = Defined { lit, sum, reaches, misses, is_stated, is_helper };
        self.use_definition(&defined);
        self.written[at].defined.push(defined);
    }

    pub(super) fn use_definition(&mut self, defined: &Defined) {
        let [reach, miss] = halves_of(&defined.sum, defined.lit);
        let engine = &mut self.prover.engine;
        let reaches = engine.add(reach, Id::Step(defined.reaches));
        let misses = engine.add(miss, Id::Step(defined.misses));
        let number = defined.sum.degree();
        let threshold = Threshold { number, lit: defined.lit, reaches, misses };
        self.prover.forms.add(defined.sum.terms(), threshold);
    }
}

/// If the literal is true, the sum reaches its degree; otherwise it does not.
pub(super) fn halves_of(sum: &Inequality, lit: Lit) -> [Inequality; 2] {
    [sum.under(lit), sum.negated().under(!lit)]
}
