//! Order: for each value but the smallest, whether the variable is at least that large; a value
//! literal is true between two of them.
//!
//! * size: with d values d − 3 auxiliaries (the outermost are value literals), 4d − 8 clauses
//! * propagation: domain consistent
//! * auxiliaries: the order literals, determined by the value in both forms

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, at_most_one};

pub(super) struct Order;

impl Encoding for Order {
    fn name(&self) -> &'static str {
        "order"
    }

    fn paper(&self) -> &'static str {
        "Crawford and Baker, AAAI 1994; Tamura, Taga, Kitagawa and Banbara, Compiling Finite \
         Linear CSP into SAT, Constraints 2009"
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
        _form: Form,
    ) {
        let last = values.len() - 1;
        if last == 1 {
            cnf.add_clause([values[0], values[1]]);
            cnf.add_clause([!values[0], !values[1]]);
            return;
        }
        let mut low = !values[0];
        for (index, &value) in values.iter().enumerate().take(last).skip(1) {
            let high = if index + 1 == last { values[last] } else { cnf.new_lit() };
            cnf.add_clause([!high, low]);
            cnf.add_clause([!value, low]);
            cnf.add_clause([!value, !high]);
            cnf.add_clause([!low, high, value]);
            low = high;
        }
    }
}
