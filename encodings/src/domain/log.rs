//! Log: the value's number in binary. Each value literal is true exactly when the bits are its
//! number, and numbers of no value are excluded.
//!
//! * size: with d values b = ⌈log₂ d⌉ auxiliaries, d(b + 1) + 1 clauses and one for each of the
//!   2^b − d unused numbers; one-sided db + 1 clauses
//! * propagation: domain consistent
//! * auxiliaries: the bits, determined by the value in both forms

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, at_most_one};

pub(super) struct Log;

impl Encoding for Log {
    fn name(&self) -> &'static str {
        "log"
    }

    fn paper(&self) -> &'static str {
        "Iwama and Miyazaki, SAT-Variable Complexity of Hard Combinatorial Problems, IFIP 1994"
    }

    fn promises(&self, _at_most_one: &dyn at_most_one::Encoding, _form: Form) -> Promises {
        Promises {
            auxiliaries: Auxiliaries::Determined,
            propagation: Propagation::DomainConsistent,
        }
    }

    fn encode(
        &self,
        cnf: &mut Cnf,
        values: &[Lit],
        _at_most_one: &dyn at_most_one::Encoding,
        form: Form,
    ) {
        let bits = cnf.new_lits((usize::BITS - (values.len() - 1).leading_zeros()) as usize);
        let digit = |number: usize, place: usize| {
            if number >> place & 1 == 1 { bits[place] } else { !bits[place] }
        };
        // Unit propagation would not find the last value that is left without this.
        cnf.add_clause(values.iter().copied());
        for (number, &value) in values.iter().enumerate() {
            for place in 0..bits.len() {
                cnf.add_clause([!value, digit(number, place)]);
            }
        }
        if form == Form::TwoSided {
            for number in 0..1 << bits.len() {
                let differs = (0..bits.len()).map(|place| !digit(number, place));
                cnf.add_clause(differs.chain(values.get(number).copied()));
            }
        }
    }
}
