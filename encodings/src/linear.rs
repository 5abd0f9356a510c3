//! A bound on a weighted sum.
//!
//! A sum has [`Term`]s: Booleans with a weight, and integers in any of their encodings. There are
//! three functions: [`encode`] states the bound, [`encode_if`] states it under a condition, and
//! [`reify`] returns a literal that is true exactly when it holds. Each takes an encoding from the
//! table [`ENCODINGS`], or [`AUTO`], which picks one. Weights and bounds can have any sign, and a
//! literal can occur in several terms.
//!
//! A committee has 13 seats, the first two of which count double. It needs at least 7 votes:
//!
//! ```
//! use cnfetti_encodings::linear::{self, Term};
//! use cnfetti_encodings::{Bit, Cnf, Form, Lit, Relation};
//!
//! let mut cnf = Cnf::new();
//! let seats = cnf.new_lits(13);
//! let weight = |index| if index < 2 { 2 } else { 1 };
//! let seats: Vec<Term> =
//!     seats.iter().enumerate().map(|(index, &lit)| Term::boolean(lit, weight(index))).collect();
//! linear::encode(&mut cnf, &seats, Relation::AtLeast, 7, linear::AUTO, Form::TwoSided);
//!
//! // 2x + 3y <= 10 if the condition holds, where other clauses tie the value literals of x and y
//! // together (`domain::encode`).
//! let condition = cnf.new_lit();
//! let mut variable = |weight: i64| {
//!     let values: Vec<Lit> = cnf.new_lits(5);
//!     Term::one_of((0..).map(|value| weight * value).zip(values).map(|(w, lit)| (lit, w)))
//! };
//! let terms = [variable(2), variable(3)];
//! let diagram = linear::by_name("decision_diagram").expect("it is in the table");
//! linear::encode_if(&mut cnf, condition, &terms, Relation::AtMost, 10, diagram, Form::TwoSided);
//! let holds = linear::reify(&mut cnf, &terms, Relation::Exactly, 6, diagram);
//! assert!(matches!(holds, Bit::Lit(_)));
//! ```

mod adder;
mod auto;
mod decision_diagram;
mod generalized_totalizer;
mod normal;
mod paths;
mod sequential_counter;
mod sums;

use crate::cnf::Cnf;
use crate::labels::{Form, Labels, Promises, Propagation, Relation};
use crate::lit::{Bit, Lit};
use crate::row::{Method, named};
use crate::summand::Summand;
use crate::writer::{self, Writer};
use normal::Normal;

pub use normal::Term;

/// An encoding of a bound on a weighted sum: a row of [`ENCODINGS`].
#[derive(Clone, Copy)]
pub struct Encoding {
    name: &'static str,
    paper: &'static str,
    labels: Labels,
    /// Writes the clauses for at least one summand and 0 ≤ bound ≤ half of the largest sum.
    method: Method<Write, Pick>,
}

type Write = fn(&mut Writer<'_>, &[Summand], Relation, u64);
type Pick = fn(&[Summand], Relation, u64, Form) -> &'static Encoding;

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
pub(crate) const FAMILY: &str = "linear";

/// Every encoding of weighted sums.
pub const ENCODINGS: &[&Encoding] =
    &[&decision_diagram::ROW, &sequential_counter::ROW, &generalized_totalizer::ROW, &adder::ROW];

/// Picks the encoding by size and propagation.
pub const AUTO: &Encoding = &auto::ROW;

/// Returns the encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name == name)
}

/// Adds clauses for "the sum of the terms is at most, at least or exactly `bound`".
///
/// # Panics
///
/// Panics if a literal's variable was not declared, or is an auxiliary variable of an encoding; or
/// if the ranges of the terms (largest minus smallest value) sum to 2^64 or more.
pub fn encode(
    cnf: &mut Cnf,
    terms: &[Term],
    relation: Relation,
    bound: i64,
    encoding: &Encoding,
    form: Form,
) {
    writer::state(cnf, lits(terms), form, |out| write(out, terms, relation, bound, encoding));
}

/// Adds clauses for "the sum of the terms is at most, at least or exactly `bound`" that apply if
/// `condition` holds.
///
/// # Panics
///
/// As for [`encode`].
pub fn encode_if(
    cnf: &mut Cnf,
    condition: Lit,
    terms: &[Term],
    relation: Relation,
    bound: i64,
    encoding: &Encoding,
    form: Form,
) {
    writer::state_if(cnf, condition, lits(terms), form, |out| {
        write(out, terms, relation, bound, encoding);
    });
}

/// Returns whether the sum of the terms is at most, at least or exactly `bound`. All auxiliaries
/// are determined.
///
/// # Panics
///
/// As for [`encode`].
pub fn reify(
    cnf: &mut Cnf,
    terms: &[Term],
    relation: Relation,
    bound: i64,
    encoding: &Encoding,
) -> Bit {
    writer::reify(cnf, lits(terms), |out| write(out, terms, relation, bound, encoding))
}

fn lits(terms: &[Term]) -> impl Iterator<Item = Lit> {
    terms.iter().flat_map(Term::lits)
}

/// Writes the clauses. The encoding gets the problem in normal form: weights start at 0 and have
/// no common divisor, the bound does not always or never hold, and a bound above half of the
/// largest sum is mirrored.
fn write(
    out: &mut Writer<'_>,
    terms: &[Term],
    relation: Relation,
    bound: i64,
    encoding: &Encoding,
) {
    match normal::normalize(terms, relation, bound) {
        Normal::Always => {}
        Normal::Never => out.require([Bit::False]),
        Normal::Open { summands, relation, bound } => {
            write_normal(out, &summands, relation, bound, encoding);
        }
    }
}

fn write_normal(
    out: &mut Writer<'_>,
    summands: &[Summand],
    relation: Relation,
    bound: u64,
    encoding: &Encoding,
) {
    match encoding.method {
        Method::Write(write) => {
            out.section(FAMILY, encoding.name, |out| write(out, summands, relation, bound));
        }
        Method::Pick(pick) => {
            let picked = pick(summands, relation, bound, out.form());
            write_normal(out, summands, relation, bound, picked);
        }
    }
}
