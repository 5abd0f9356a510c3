//! A finite-domain variable: exactly one of its values' literals is true.

mod one_hot;

use crate::{Cnf, Form, Lit, Promises, at_most_one};

/// A way to say that exactly one value is taken. Stateless: a row of [`ENCODINGS`].
pub trait Encoding: Sync {
    /// Its name in the literature, in snake case.
    fn name(&self) -> &'static str;

    /// Where the construction comes from.
    fn paper(&self) -> &'static str;

    /// What is tested of it.
    fn promises(&self, form: Form) -> Promises;

    /// Appends the clauses, for at least two values in increasing order.
    fn encode(
        &self,
        cnf: &mut Cnf,
        values: &[Lit],
        at_most_one: &dyn at_most_one::Encoding,
        form: Form,
    );
}

/// Every domain encoding.
pub const ENCODINGS: &[&dyn Encoding] = &[&one_hot::OneHot];

/// The encoding with this name.
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().find(|encoding| encoding.name() == name)
}

/// Exactly one of the values' literals.
pub fn encode(
    cnf: &mut Cnf,
    values: &[Lit],
    encoding: &dyn Encoding,
    at_most_one: &dyn at_most_one::Encoding,
    form: Form,
) {
    match values {
        [] | [_] => cnf.add_clause(values.iter().copied()),
        _ => encoding.encode(cnf, values, at_most_one, form),
    }
}
