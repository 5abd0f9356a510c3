//! Bitwise: a true literal writes its number into a row of bits, and no row holds two numbers.
//!
//! * size: ⌈log₂ n⌉ auxiliaries, n ⌈log₂ n⌉ binary clauses; two-sided one long clause more for
//!   each auxiliary
//! * propagation: domain consistent
//! * auxiliaries: the number of the true literal, 0 when there is none; one-sided they are free
//!   when there is none

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation};

pub(super) struct Bitwise;

impl Encoding for Bitwise {
    fn name(&self) -> &'static str {
        "bitwise"
    }

    fn paper(&self) -> &'static str {
        "Prestwich, Finding Large Cliques Using SAT Local Search, 2007"
    }

    fn promises(&self, form: Form) -> Promises {
        Promises {
            auxiliaries: match form {
                Form::TwoSided => Auxiliaries::Determined,
                Form::OneSided => Auxiliaries::Free,
            },
            propagation: Propagation::DomainConsistent,
        }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], form: Form) {
        number(cnf, lits, 1, form);
    }
}

/// True literals of different groups, each so many consecutive literals, contradict each other:
/// they write the numbers of their groups into the same bits.
pub(super) fn number(cnf: &mut Cnf, lits: &[Lit], group: usize, form: Form) {
    let groups = lits.len().div_ceil(group);
    let has_bit = |index: usize, bit: u32| (index / group) >> bit & 1 == 1;
    for bit in 0..usize::BITS - (groups - 1).leading_zeros() {
        let written = cnf.new_lit();
        for (index, &lit) in lits.iter().enumerate() {
            cnf.add_clause([!lit, if has_bit(index, bit) { written } else { !written }]);
        }
        if form == Form::TwoSided {
            let writers = (0..lits.len()).filter(|&index| has_bit(index, bit));
            cnf.add_clause([!written].into_iter().chain(writers.map(|index| lits[index])));
        }
    }
}
