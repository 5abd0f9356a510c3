//! At most one of n literals is true.

mod auto;
mod bimander;
mod bitwise;
mod commander;
mod ladder;
mod pairwise;
mod product;
mod sequential_counter;

use crate::{Cnf, Form, Lit, Promises};

/// A way to say that at most one literal is true. Stateless: a row of [`ENCODINGS`].
pub trait Encoding: Sync {
    /// Its name in the literature, in snake case.
    fn name(&self) -> &'static str;

    /// Where the construction comes from.
    fn paper(&self) -> &'static str;

    /// What is tested of it.
    fn promises(&self, form: Form) -> Promises;

    /// The encoding that writes the clauses: itself, unless it only picks one.
    fn pick(&self, n: usize) -> Option<&'static dyn Encoding> {
        let _ = n;
        None
    }

    /// Appends the clauses, for at least two literals.
    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], form: Form);
}

/// Every at-most-one encoding.
pub const ENCODINGS: &[&dyn Encoding] = &[
    &pairwise::Pairwise,
    &sequential_counter::SequentialCounter,
    &ladder::Ladder,
    &product::Product,
    &commander::Commander,
    &bimander::Bimander,
    &bitwise::Bitwise,
];

/// Picks the encoding by the number of literals.
pub const AUTO: &dyn Encoding = &auto::Auto;

/// The encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name() == name)
}

/// At most one of `lits`. A literal that is given twice counts twice.
pub fn encode(cnf: &mut Cnf, lits: &[Lit], encoding: &dyn Encoding, form: Form) {
    if lits.len() >= 2 {
        let encoding = encoding.pick(lits.len()).unwrap_or(encoding);
        cnf.section("at_most_one", encoding.name(), |cnf| encoding.encode(cnf, lits, form));
    }
}
