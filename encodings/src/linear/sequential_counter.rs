//! Sequential counter over partial sums: for each number of groups, what their sum is.

use std::collections::BTreeMap;

use super::Encoding;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct SequentialCounter;

impl Encoding for SequentialCounter {
    fn name(&self) -> &'static str {
        "sequential_counter"
    }

    fn paper(&self) -> &'static str {
        "Hölldobler, Manthey and Steinke, A Compact Encoding of Pseudo-Boolean Constraints, KI 2012"
    }

    fn promises(&self, _form: Form, _relation: Relation) -> Promises {
        Promises {
            auxiliaries: Auxiliaries::Determined,
            propagation: Propagation::DetectsInconsistency,
        }
    }

    fn encode(
        &self,
        cnf: &mut Cnf,
        groups: &[Vec<(Lit, i64)>],
        relation: Relation,
        bound: i64,
        _form: Form,
    ) {
        // The sums reached so far; no literal stands for the empty sum, which is certain.
        let mut sums: BTreeMap<i64, Option<Lit>> = BTreeMap::from([(0, None)]);
        for group in groups {
            let mut next: BTreeMap<i64, Option<Lit>> = BTreeMap::new();
            for (&sum, &before) in &sums {
                for &(lit, weight) in group {
                    let entry = next.entry(sum + weight).or_insert_with(|| Some(cnf.new_lit()));
                    let clause = [before.map(|before| !before), Some(!lit), *entry];
                    cnf.add_clause(clause.into_iter().flatten());
                }
            }
            for (&sum, &after) in &next {
                for &(lit, weight) in group {
                    let before = sums.get(&(sum - weight)).copied();
                    if before != Some(None) {
                        let clause = [after.map(|after| !after), Some(!lit), before.flatten()];
                        cnf.add_clause(clause.into_iter().flatten());
                    }
                }
            }
            sums = next;
        }
        for (&sum, &lit) in &sums {
            if !relation.holds(sum, bound) {
                cnf.add_clause(lit.map(|lit| !lit));
            }
        }
        if sums.is_empty() {
            cnf.add_clause([]);
        }
    }
}
