//! At most one of n literals is true.
//!
//! There are three functions: [`encode`] states the constraint, [`encode_if`] states it under a
//! condition, and [`reify`] returns a literal that is true exactly when it holds. Each takes an
//! encoding from the table [`ENCODINGS`], or [`AUTO`], which picks one. They accept any number of
//! literals; a literal that is given twice counts twice.
//!
//! ```
//! use cnfetti_encodings::{Bit, Cnf, Form, at_most_one};
//!
//! let mut cnf = Cnf::new();
//! let lits = cnf.new_lits(30);
//! at_most_one::encode(&mut cnf, &lits, at_most_one::AUTO, Form::TwoSided);
//!
//! // Raise an alarm if two of the first three are true.
//! let alarm = cnf.new_lit();
//! let product = at_most_one::by_name("product").expect("it is in the table");
//! at_most_one::encode_if(&mut cnf, !alarm, &lits[..3], product, Form::TwoSided);
//!
//! let calm = at_most_one::reify(&mut cnf, &lits[..3], product);
//! assert!(matches!(calm, Bit::Lit(_)));
//! assert_eq!(at_most_one::reify(&mut cnf, &lits[..1], product), Bit::True);
//! ```

mod auto;
mod bimander;
mod bitwise;
mod commander;
mod ladder;
mod pairwise;
mod product;
mod sequential_counter;

use crate::cnf::Cnf;
use crate::labels::{Form, Labels, Promises, Propagation, Relation};
use crate::lit::{Bit, Lit};
use crate::row::{Method, named};
use crate::writer::{self, Writer};

/// An at-most-one encoding: a row of [`ENCODINGS`].
#[derive(Clone, Copy)]
pub struct Encoding {
    name: &'static str,
    paper: &'static str,
    labels: Labels,
    /// Writes the clauses for at least two literals.
    method: Method<Write, Pick>,
}

type Write = fn(&mut Writer<'_>, &[Lit]);
type Pick = fn(usize) -> &'static Encoding;

named!(Encoding);

impl Encoding {
    /// The properties that the tests check.
    pub fn promises(&self, form: Form) -> Promises {
        self.labels.promises(form, Relation::AtMost)
    }

    /// What unit propagation achieves on the literals and the result of [`reify`].
    pub fn reified(&self) -> Propagation {
        self.labels.reified_propagation(Relation::AtMost)
    }
}

/// The name of the family and of this module.
pub(crate) const FAMILY: &str = "at_most_one";

/// Every at-most-one encoding.
pub const ENCODINGS: &[&Encoding] = &[
    &pairwise::ROW,
    &sequential_counter::ROW,
    &ladder::ROW,
    &product::ROW,
    &commander::ROW,
    &bimander::ROW,
    &bitwise::ROW,
];

/// Picks the encoding by the number of literals.
pub const AUTO: &Encoding = &auto::ROW;

/// Returns the encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name == name)
}

/// Adds clauses for "at most one of `lits`".
///
/// # Panics
///
/// Panics if a literal's variable was not declared, or is an auxiliary variable of an encoding.
pub fn encode(cnf: &mut Cnf, lits: &[Lit], encoding: &Encoding, form: Form) {
    writer::state(cnf, lits.iter().copied(), form, |out| write(out, lits, encoding));
}

/// Adds clauses for "at most one of `lits`" that apply if `condition` holds.
///
/// # Panics
///
/// As for [`encode`].
pub fn encode_if(cnf: &mut Cnf, condition: Lit, lits: &[Lit], encoding: &Encoding, form: Form) {
    let inputs = lits.iter().copied();
    writer::state_if(cnf, condition, inputs, form, |out| write(out, lits, encoding));
}

/// Returns whether at most one of `lits` is true. All auxiliaries are determined.
///
/// # Panics
///
/// As for [`encode`].
pub fn reify(cnf: &mut Cnf, lits: &[Lit], encoding: &Encoding) -> Bit {
    writer::reify(cnf, lits.iter().copied(), |out| write(out, lits, encoding))
}

/// Writes the clauses for any number of literals.
pub(crate) fn write(out: &mut Writer<'_>, lits: &[Lit], encoding: &Encoding) {
    if lits.len() >= 2 {
        match encoding.method {
            Method::Write(write) => {
                out.section(FAMILY, encoding.name, |out| write(out, lits));
            }
            Method::Pick(pick) => write(out, lits, pick(lits.len())),
        }
    }
}
