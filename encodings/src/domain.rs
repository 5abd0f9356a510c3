//! Finite-domain variables: exactly one of the value literals holds.
//!
//! There are three functions: [`encode`] states the constraint, [`encode_if`] states it under a
//! condition, and [`reify`] returns a literal that is true exactly when it holds. Each takes an
//! encoding from the table [`ENCODINGS`], or [`AUTO`], and an at-most-one encoding for those that
//! use one. A literal that is given twice counts twice, so it can never be the one that holds.
//!
//! ```
//! use cnfetti_encodings::{Cnf, Form, at_most_one, domain};
//!
//! let mut cnf = Cnf::new();
//! let values = cnf.new_lits(6);
//! let order = domain::by_name("order").expect("it is in the table");
//! domain::encode(&mut cnf, &values, order, at_most_one::AUTO, Form::TwoSided);
//! ```

mod auto;
mod log;
mod one_hot;
mod order;

use crate::at_most_one;
use crate::cnf::Cnf;
use crate::labels::{Auxiliaries, Form, Labels, Promises, Propagation, Relation};
use crate::lit::{Bit, Lit};
use crate::row::{Method, named};
use crate::writer::{self, Writer};

/// An encoding that ties the value literals of a variable together: a row of [`ENCODINGS`].
#[derive(Clone, Copy)]
pub struct Encoding {
    name: &'static str,
    paper: &'static str,
    labels: Labels,
    /// Writes the clauses for at least two values.
    method: Method<Write, Pick>,
}

type Write = fn(&mut Writer<'_>, &[Lit], &at_most_one::Encoding);
type Pick = fn() -> &'static Encoding;

named!(Encoding);

impl Encoding {
    /// The properties that the tests check, with this at-most-one encoding if it uses one.
    pub fn promises(&self, at_most_one: &at_most_one::Encoding, form: Form) -> Promises {
        let own = self.labels.promises(form, Relation::Exactly);
        let used = at_most_one.promises(form).auxiliaries;
        let is_bare = own.auxiliaries == Auxiliaries::None;
        let has_used = is_bare && used != Auxiliaries::None;
        let auxiliaries = if has_used { Auxiliaries::Determined } else { own.auxiliaries };
        Promises { auxiliaries, ..own }
    }

    /// What unit propagation achieves on the values and the result of [`reify`], with this
    /// at-most-one encoding if it uses one.
    pub fn reified(&self, at_most_one: &at_most_one::Encoding) -> Propagation {
        let own = self.labels.promises(Form::TwoSided, Relation::Exactly);
        let used = at_most_one.reified();
        let reified = self.labels.reified_propagation(Relation::Exactly);
        if own.auxiliaries == Auxiliaries::None { reified.min(used) } else { reified }
    }
}

/// The name of the family and of this module.
pub(crate) const FAMILY: &str = "domain";

/// Every domain encoding.
pub const ENCODINGS: &[&Encoding] = &[&one_hot::ROW, &order::ROW, &log::ROW];

/// A literal for each value, and no other variables.
pub const ONE_HOT: &Encoding = &one_hot::ROW;

/// Picks one-hot.
pub const AUTO: &Encoding = &auto::ROW;

/// Returns the encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name == name)
}

/// Adds clauses for "exactly one of `values` holds". These are the literals of a variable's
/// values, in increasing order.
///
/// # Panics
///
/// Panics if a literal's variable was not declared, or is an auxiliary variable of an encoding.
pub fn encode(
    cnf: &mut Cnf,
    values: &[Lit],
    encoding: &Encoding,
    at_most_one: &at_most_one::Encoding,
    form: Form,
) {
    let inputs = values.iter().copied();
    writer::state(cnf, inputs, form, |out| write(out, values, encoding, at_most_one));
}

/// Adds clauses for "exactly one of `values` holds" that apply if `condition` holds.
///
/// # Panics
///
/// As for [`encode`].
pub fn encode_if(
    cnf: &mut Cnf,
    condition: Lit,
    values: &[Lit],
    encoding: &Encoding,
    at_most_one: &at_most_one::Encoding,
    form: Form,
) {
    let inputs = values.iter().copied();
    writer::state_if(cnf, condition, inputs, form, |out| write(out, values, encoding, at_most_one));
}

/// Returns whether exactly one of `values` holds. All auxiliaries are determined.
///
/// # Panics
///
/// As for [`encode`].
pub fn reify(
    cnf: &mut Cnf,
    values: &[Lit],
    encoding: &Encoding,
    at_most_one: &at_most_one::Encoding,
) -> Bit {
    writer::reify(cnf, values.iter().copied(), |out| write(out, values, encoding, at_most_one))
}

fn write(
    out: &mut Writer<'_>,
    values: &[Lit],
    encoding: &Encoding,
    at_most_one: &at_most_one::Encoding,
) {
    match (values, encoding.method) {
        ([] | [_], _) => out.require(values.iter().copied()),
        (_, Method::Write(write)) => {
            out.section(FAMILY, encoding.name, |out| write(out, values, at_most_one));
        }
        (_, Method::Pick(pick)) => write(out, values, pick(), at_most_one),
    }
}
