//! Sequential counter: how many of the first literals are true, in unary.

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct SequentialCounter;

impl Encoding for SequentialCounter {
    fn name(&self) -> &'static str {
        "sequential_counter"
    }

    fn paper(&self) -> &'static str {
        "Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005"
    }

    fn promises(&self, _form: Form, _relation: Relation) -> Promises {
        Promises {
            auxiliaries: Auxiliaries::Determined,
            propagation: Propagation::DomainConsistent,
        }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], relation: Relation, k: usize, _form: Form) {
        let mut counts: Vec<Lit> = Vec::new();
        for &lit in lits {
            let length = (counts.len() + 1).min(k + 1);
            let next = cnf.new_lits(length);
            for (j, &out) in next.iter().enumerate() {
                // At least j + 1 of the literals so far.
                let before = counts.get(j).copied();
                let below = j.checked_sub(1).map(|below| counts[below]);
                if let Some(before) = before {
                    cnf.add_clause([!before, out]);
                }
                cnf.add_clause(
                    [Some(!lit), below.map(|below| !below), Some(out)].into_iter().flatten(),
                );
                cnf.add_clause([Some(!out), before, Some(lit)].into_iter().flatten());
                if let Some(below) = below {
                    cnf.add_clause([Some(!out), before, Some(below)].into_iter().flatten());
                }
            }
            counts = next;
        }
        if let Some(&more) = counts.get(k).filter(|_| relation != Relation::AtLeast) {
            cnf.add_clause([!more]);
        }
        if relation != Relation::AtMost && k > 0 {
            cnf.add_clause([counts[k - 1]]);
        }
    }
}
