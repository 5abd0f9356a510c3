//! At most one of n literals is true.
//!
//! Three doors: [`encode`] states it, [`encode_if`] states it under a condition, [`reify`] gives a
//! literal that says whether it holds. Each takes an encoding from the table [`ENCODINGS`], or
//! [`AUTO`], which picks one; any number of literals will do, and one that is given twice counts
//! twice.
//!
//! ```
//! use cnfetti_encodings::{Bit, Cnf, Form, at_most_one};
//!
//! let mut cnf = Cnf::new();
//! let lits = cnf.new_lits(30);
//! at_most_one::encode(&mut cnf, &lits, at_most_one::AUTO, Form::TwoSided);
//!
//! // Alarm when two of the first three are true.
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
use crate::row::{Means, named};
use crate::writer::{self, Writer};

/// A way to say that at most one literal is true: a row of [`ENCODINGS`].
#[derive(Clone, Copy)]
pub struct Encoding {
    name: &'static str,
    paper: &'static str,
    labels: Labels,
    /// Writes for at least two literals.
    means: Means<Write, Pick>,
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

/// The name of the family: that of this module.
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

/// The encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name == name)
}

/// Adds clauses for at most one of `lits`.
///
/// # Panics
///
/// When a literal's variable was not declared, or is an auxiliary one that an encoding added.
pub fn encode(cnf: &mut Cnf, lits: &[Lit], encoding: &Encoding, form: Form) {
    writer::state(cnf, lits.iter().copied(), form, |out| write(out, lits, encoding));
}

/// Adds clauses for at most one of `lits` if `condition` holds.
///
/// # Panics
///
/// As [`encode`].
pub fn encode_if(cnf: &mut Cnf, condition: Lit, lits: &[Lit], encoding: &Encoding, form: Form) {
    let inputs = lits.iter().copied();
    writer::state_if(cnf, condition, inputs, form, |out| write(out, lits, encoding));
}

/// Whether at most one of `lits` is true. All auxiliaries are determined.
///
/// # Panics
///
/// As [`encode`].
pub fn reify(cnf: &mut Cnf, lits: &[Lit], encoding: &Encoding) -> Bit {
    writer::reify(cnf, lits.iter().copied(), |out| write(out, lits, encoding))
}

/// The clauses, for any number of literals.
pub(crate) fn write(out: &mut Writer<'_>, lits: &[Lit], encoding: &Encoding) {
    if lits.len() >= 2 {
        match encoding.means {
            Means::Write(write) => {
                out.section(FAMILY, encoding.name, |out| write(out, lits));
            }
            Means::Pick(pick) => write(out, lits, pick(lits.len())),
        }
    }
}
