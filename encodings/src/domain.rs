//! Finite-domain variables: exactly one of their value literals holds.

mod auto;
mod log;
mod one_hot;
mod order;

use crate::{Cnf, Form, Lit, Promises, at_most_one};

/// A way to tie the value literals of a variable together. Stateless: a row of [`ENCODINGS`].
pub trait Encoding: Sync {
    /// Its name in the literature, in snake case.
    fn name(&self) -> &'static str;

    /// Where the construction comes from.
    fn paper(&self) -> &'static str;

    /// What is tested of it, with this at-most-one encoding where it uses one.
    fn promises(&self, at_most_one: &dyn at_most_one::Encoding, form: Form) -> Promises;

    /// The encoding that writes the clauses: itself, unless it only picks one.
    fn pick(&self) -> Option<&'static dyn Encoding> {
        None
    }

    /// Appends the clauses, for at least two values.
    fn encode(
        &self,
        cnf: &mut Cnf,
        values: &[Lit],
        at_most_one: &dyn at_most_one::Encoding,
        form: Form,
    );
}

/// Every domain encoding.
pub const ENCODINGS: &[&dyn Encoding] = &[&one_hot::OneHot, &order::Order, &log::Log];

/// Picks the encoding: one-hot.
pub const AUTO: &dyn Encoding = &auto::Auto;

/// The encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name() == name)
}

/// Exactly one of `values` holds: one literal for each value of a variable, the values
/// increasing, no literal twice.
pub fn encode(
    cnf: &mut Cnf,
    values: &[Lit],
    encoding: &dyn Encoding,
    at_most_one: &dyn at_most_one::Encoding,
    form: Form,
) {
    match values {
        [] | [_] => cnf.add_clause(values.iter().copied()),
        _ => {
            let encoding = encoding.pick().unwrap_or(encoding);
            cnf.section("domain", encoding.name(), |cnf| {
                encoding.encode(cnf, values, at_most_one, form);
            });
        }
    }
}
