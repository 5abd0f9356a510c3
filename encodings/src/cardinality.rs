//! At most, at least or exactly k of n literals are true.

mod sequential_counter;

use crate::{Cnf, Form, Lit, Promises, Relation};

/// A way to bound how many literals are true. Stateless: a row of [`ENCODINGS`].
pub trait Encoding: Sync {
    /// Its name in the literature, in snake case.
    fn name(&self) -> &'static str;

    /// Where the construction comes from.
    fn paper(&self) -> &'static str;

    /// What is tested of it.
    fn promises(&self, form: Form, relation: Relation) -> Promises;

    /// Appends the clauses, for a bound that is not trivial.
    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], relation: Relation, k: usize, form: Form);
}

/// Every cardinality encoding.
pub const ENCODINGS: &[&dyn Encoding] = &[&sequential_counter::SequentialCounter];

/// The encoding with this name.
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().find(|encoding| encoding.name() == name)
}

/// The number of true literals among `lits` compares with `k` as the relation says.
pub fn encode(
    cnf: &mut Cnf,
    lits: &[Lit],
    relation: Relation,
    k: usize,
    encoding: &dyn Encoding,
    form: Form,
) {
    match relation {
        Relation::AtMost if k >= lits.len() => {}
        Relation::AtLeast if k == 0 => {}
        Relation::AtLeast | Relation::Exactly if k > lits.len() => cnf.add_clause([]),
        _ => encoding.encode(cnf, lits, relation, k, form),
    }
}
