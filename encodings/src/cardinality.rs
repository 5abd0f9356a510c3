//! At most, at least or exactly k of n literals are true.

mod adder;
mod auto;
mod binomial;
mod cardinality_network;
mod decision_diagram;
mod sequential_counter;
mod totalizer;

use crate::{Cnf, Form, Lit, Promises, Relation};

/// A way to bound the number of true literals. Stateless: a row of [`ENCODINGS`].
pub trait Encoding: Sync {
    /// Its name in the literature, in snake case.
    fn name(&self) -> &'static str;

    /// Where the construction comes from.
    fn paper(&self) -> &'static str;

    /// What is tested of it.
    fn promises(&self, form: Form, relation: Relation) -> Promises;

    /// The encoding that writes the clauses: itself, unless it only picks one.
    fn pick(
        &self,
        n: usize,
        relation: Relation,
        k: usize,
        form: Form,
    ) -> Option<&'static dyn Encoding> {
        let _ = (n, relation, k, form);
        None
    }

    /// Appends the clauses, for 1 ≤ k ≤ n/2.
    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], relation: Relation, k: usize, form: Form);
}

/// Every cardinality encoding.
pub const ENCODINGS: &[&dyn Encoding] = &[
    &binomial::Binomial,
    &sequential_counter::SequentialCounter,
    &totalizer::Totalizer,
    &cardinality_network::CardinalityNetwork,
    &adder::Adder,
    &decision_diagram::DecisionDiagram,
];

/// Picks the encoding with the fewest clauses and auxiliaries that is domain consistent.
pub const AUTO: &dyn Encoding = &auto::Auto;

/// The encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name() == name)
}

/// At most, at least or exactly `k` of `lits`. A literal that is given twice counts twice.
///
/// Bounds that hold always or never, force every literal, or need only one clause are no matter
/// of the encoding; of a bound above n/2 it sees the mirror image.
pub fn encode(
    cnf: &mut Cnf,
    lits: &[Lit],
    relation: Relation,
    k: usize,
    encoding: &dyn Encoding,
    form: Form,
) {
    let n = lits.len();
    match relation {
        Relation::AtMost if k >= n => {}
        Relation::AtLeast if k == 0 => {}
        Relation::AtLeast | Relation::Exactly if k > n => cnf.add_clause([]),
        Relation::AtMost | Relation::Exactly if k == 0 => {
            lits.iter().for_each(|&lit| cnf.add_clause([!lit]));
        }
        Relation::AtLeast | Relation::Exactly if k == n => {
            lits.iter().for_each(|&lit| cnf.add_clause([lit]));
        }
        Relation::AtLeast if k == 1 => cnf.add_clause(lits.iter().copied()),
        _ if k > n - k => {
            let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            encode(cnf, &negated, relation.mirrored(), n - k, encoding, form);
        }
        _ => {
            let encoding = encoding.pick(n, relation, k, form).unwrap_or(encoding);
            cnf.section("cardinality", encoding.name(), |cnf| {
                encoding.encode(cnf, lits, relation, k, form);
            });
        }
    }
}
