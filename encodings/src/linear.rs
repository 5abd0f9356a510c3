//! A bound on the sum of the weights that groups of literals select.

mod sequential_counter;

use crate::{Cnf, Form, Lit, Promises, Relation};

/// A way to bound a sum. Stateless: a row of [`ENCODINGS`].
pub trait Encoding: Sync {
    /// Its name in the literature, in snake case.
    fn name(&self) -> &'static str;

    /// Where the construction comes from.
    fn paper(&self) -> &'static str;

    /// What is tested of it.
    fn promises(&self, form: Form, relation: Relation) -> Promises;

    /// Appends the clauses.
    fn encode(
        &self,
        cnf: &mut Cnf,
        groups: &[Vec<(Lit, i64)>],
        relation: Relation,
        bound: i64,
        form: Form,
    );
}

/// Every linear encoding.
pub const ENCODINGS: &[&dyn Encoding] = &[&sequential_counter::SequentialCounter];

/// The encoding with this name.
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().find(|encoding| encoding.name() == name)
}

/// Of each group exactly one literal holds, which the caller guarantees; the sum of their
/// weights compares with the bound as the relation says.
pub fn encode(
    cnf: &mut Cnf,
    groups: &[Vec<(Lit, i64)>],
    relation: Relation,
    bound: i64,
    encoding: &dyn Encoding,
    form: Form,
) {
    encoding.encode(cnf, groups, relation, bound, form);
}
