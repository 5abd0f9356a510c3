//! At most, at least or exactly k of n literals are true.
//!
//! There are three functions: [`encode`] states the constraint, [`encode_if`] states it under a
//! condition, and [`reify`] returns a literal that is true exactly when it holds. Each takes an
//! encoding from the table [`ENCODINGS`], or [`AUTO`], which picks one. They accept any number of
//! literals and any k; a literal that is given twice counts twice.
//!
//! [`Count`] gives you the number itself as literals, for bounds that you only learn, or tighten,
//! later.
//!
//! ```
//! use cnfetti_encodings::{Bit, Cnf, Form, Relation, cardinality};
//!
//! let mut cnf = Cnf::new();
//! let lits = cnf.new_lits(9);
//! let totalizer = cardinality::by_name("totalizer").expect("it is in the table");
//! cardinality::encode(&mut cnf, &lits, Relation::AtMost, 4, totalizer, Form::TwoSided);
//!
//! let even = cnf.new_lit();
//! let auto = cardinality::AUTO;
//! cardinality::encode_if(&mut cnf, even, &lits, Relation::Exactly, 2, auto, Form::TwoSided);
//!
//! let many = cardinality::reify(&mut cnf, &lits, Relation::AtLeast, 3, auto);
//! assert!(matches!(many, Bit::Lit(_)));
//! assert_eq!(cardinality::reify(&mut cnf, &lits, Relation::AtLeast, 10, auto), Bit::False);
//! ```

mod adder;
mod auto;
mod binomial;
mod cardinality_network;
mod count;
mod decision_diagram;
mod modulo_totalizer;
mod sequential_counter;
mod totalizer;

use crate::cnf::Cnf;
use crate::labels::{Form, Labels, Promises, Propagation, Relation};
use crate::lit::{Bit, Lit};
use crate::row::{Method, named};
use crate::writer::{self, Writer};

pub use count::Count;

/// An encoding of a bound on the number of true literals: a row of [`ENCODINGS`].
#[derive(Clone, Copy)]
pub struct Encoding {
    name: &'static str,
    paper: &'static str,
    labels: Labels,
    /// Writes the clauses for 1 ≤ k ≤ n/2.
    method: Method<Write, Pick>,
}

type Write = fn(&mut Writer<'_>, &[Lit], Relation, usize);
type Pick = fn(usize, Relation, usize, Form) -> &'static Encoding;

named!(Encoding);

impl Encoding {
    /// The properties that the tests check.
    pub fn promises(&self, form: Form, relation: Relation) -> Promises {
        self.labels.promises(form, relation)
    }

    /// What unit propagation achieves on the inputs and the result of [`reify`].
    pub fn reified(&self, relation: Relation) -> Propagation {
        self.labels.reified_propagation(relation)
    }
}

/// The name of the family and of this module.
pub(crate) const FAMILY: &str = "cardinality";

/// Every cardinality encoding.
pub const ENCODINGS: &[&Encoding] = &[
    &binomial::ROW,
    &sequential_counter::ROW,
    &totalizer::ROW,
    &cardinality_network::ROW,
    &modulo_totalizer::ROW,
    &adder::ROW,
    &decision_diagram::ROW,
];

/// Picks the domain consistent encoding with the fewest clauses and auxiliaries.
pub const AUTO: &Encoding = &auto::ROW;

/// Returns the encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name == name)
}

/// Adds clauses for "at most, at least or exactly `k` of `lits`".
///
/// # Panics
///
/// Panics if a literal's variable was not declared, or is an auxiliary variable of an encoding.
pub fn encode(
    cnf: &mut Cnf,
    lits: &[Lit],
    relation: Relation,
    k: usize,
    encoding: &Encoding,
    form: Form,
) {
    let inputs = lits.iter().copied();
    writer::state(cnf, inputs, form, |out| write(out, lits, relation, k, encoding));
}

/// Adds clauses for "at most, at least or exactly `k` of `lits`" that apply if `condition` holds.
///
/// # Panics
///
/// As for [`encode`].
pub fn encode_if(
    cnf: &mut Cnf,
    condition: Lit,
    lits: &[Lit],
    relation: Relation,
    k: usize,
    encoding: &Encoding,
    form: Form,
) {
    let inputs = lits.iter().copied();
    writer::state_if(cnf, condition, inputs, form, |out| write(out, lits, relation, k, encoding));
}

/// Returns whether at most, at least or exactly `k` of `lits` are true. All auxiliaries are
/// determined.
///
/// # Panics
///
/// As for [`encode`].
pub fn reify(
    cnf: &mut Cnf,
    lits: &[Lit],
    relation: Relation,
    k: usize,
    encoding: &Encoding,
) -> Bit {
    writer::reify(cnf, lits.iter().copied(), |out| write(out, lits, relation, k, encoding))
}

/// Writes the clauses for any number of literals and any bound.
///
/// Handles bounds that always or never hold, force every literal, or need only one clause itself.
/// For a bound above n/2, the encoding gets the mirrored constraint.
fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize, encoding: &Encoding) {
    let n = lits.len();
    match relation {
        Relation::AtMost if k >= n => {}
        Relation::AtLeast if k == 0 => {}
        Relation::AtLeast | Relation::Exactly if k > n => out.require([Bit::False]),
        Relation::AtMost | Relation::Exactly if k == 0 => {
            lits.iter().for_each(|&lit| out.require([!lit]));
        }
        Relation::AtLeast | Relation::Exactly if k == n => {
            lits.iter().for_each(|&lit| out.require([lit]));
        }
        Relation::AtLeast if k == 1 => out.require(lits.iter().copied()),
        _ if k > n - k => {
            let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            write(out, &negated, relation.mirrored(), n - k, encoding);
        }
        _ => match encoding.method {
            Method::Write(write) => {
                out.section(FAMILY, encoding.name, |out| write(out, lits, relation, k));
            }
            Method::Pick(pick) => {
                let picked = pick(n, relation, k, out.form());
                write(out, lits, relation, k, picked);
            }
        },
    }
}
