//! Comparison of two integers in binary.
//!
//! At most and at least go through the digits from the lowest, and keep how the digits so far
//! compare: the carries of a subtraction. Exactly makes the digits equal. There are three
//! functions: [`encode`] states the constraint, [`encode_if`] states it under a condition, and
//! [`reify`] returns a literal that is true exactly when it holds. To compare with a constant, see
//! [`Binary::at_least`](crate::integer::Binary::at_least) and
//! [`Binary::equals`](crate::integer::Binary::equals), or use [`Binary::constant`].
//!
//! * size: for numbers of b digits, b auxiliaries and 6b clauses; exactly: 2b clauses; with
//!   different offsets, b more full adders
//! * auxiliaries: determined
//!
//! ```
//! use cnfetti_encodings::integer::Binary;
//! use cnfetti_encodings::{Bit, Cnf, Form, Relation, comparison};
//!
//! let mut cnf = Cnf::new();
//! let x = Binary::new(&mut cnf, 0..=1_000_000).expect("there are values");
//! let y = Binary::new(&mut cnf, 0..=1_000_000).expect("there are values");
//! let condition = cnf.new_lit();
//! comparison::encode_if(&mut cnf, condition, &x, Relation::AtMost, &y, Form::TwoSided);
//! let same = comparison::reify(&mut cnf, &x, Relation::Exactly, &y);
//! assert!(matches!(same, Bit::Lit(_)));
//! let far = Binary::constant(2_000_000);
//! assert_eq!(comparison::reify(&mut cnf, &far, Relation::AtMost, &y), Bit::False);
//! ```

use crate::binary;
use crate::cnf::Cnf;
use crate::definition::Meaning;
use crate::integer::Binary;
use crate::labels::{Form, Relation};
use crate::lit::{Bit, Lit};
use crate::writer::{self, Writer};

/// Adds clauses for "`x` is at most, at least or exactly `y`".
///
/// # Panics
///
/// Panics if a variable of `x` or `y` is not in the formula, or if their offsets are 2^63 or more
/// apart.
pub fn encode(cnf: &mut Cnf, x: &Binary, relation: Relation, y: &Binary, form: Form) {
    writer::state(cnf, lits(x, y), form, |out| write(out, x, relation, y));
}

/// Adds clauses for "`x` is at most, at least or exactly `y`" that apply if `condition` holds.
///
/// # Panics
///
/// As for [`encode`], and if the variable of `condition` was not declared.
pub fn encode_if(
    cnf: &mut Cnf,
    condition: Lit,
    x: &Binary,
    relation: Relation,
    y: &Binary,
    form: Form,
) {
    writer::state_if(cnf, condition, lits(x, y), form, |out| write(out, x, relation, y));
}

/// Returns whether `x` is at most, at least or exactly `y`. All auxiliaries are determined.
///
/// # Panics
///
/// As for [`encode`].
pub fn reify(cnf: &mut Cnf, x: &Binary, relation: Relation, y: &Binary) -> Bit {
    writer::reify(cnf, lits(x, y), |out| write(out, x, relation, y))
}

fn lits(x: &Binary, y: &Binary) -> impl Iterator<Item = Lit> {
    x.lits().chain(y.lits())
}

fn write(out: &mut Writer<'_>, x: &Binary, relation: Relation, y: &Binary) {
    match relation {
        Relation::AtLeast => return write(out, y, Relation::AtMost, x),
        Relation::AtMost if x.max() <= y.min() => return,
        Relation::AtMost if x.min() > y.max() => return out.require([Bit::False]),
        Relation::Exactly if x.min() > y.max() || x.max() < y.min() => {
            return out.require([Bit::False]);
        }
        _ => {}
    }
    // Use the smaller offset for both.
    let offset = x.offset().min(y.offset());
    let [x, y] = [x, y].map(|number| above(out, number, offset));
    let length = x.len().max(y.len());
    let digit = |digits: &[Bit], place: usize| digits.get(place).copied().unwrap_or(Bit::False);
    let places = (0..length).map(|place| (digit(&x, place), digit(&y, place)));
    if relation == Relation::Exactly {
        places.for_each(|(x, y)| out.require_equal(x, y));
    } else {
        let is_less = places.fold(Bit::True, |below, (x, y)| carry(out, !x, y, below));
        out.require([is_less]);
    }
}

/// The digits of the number minus `offset`, which is at most the number's own offset.
fn above(out: &mut Writer<'_>, number: &Binary, offset: i64) -> Vec<Bit> {
    let shift = number.offset().abs_diff(offset);
    if shift == 0 {
        return number.digits().to_vec();
    }
    let max = number.max().abs_diff(offset);
    let mut columns = vec![Vec::new(); binary::length(max)];
    for (place, column) in columns.iter_mut().enumerate() {
        column.extend(number.digits().get(place));
        column.extend((shift >> place & 1 == 1).then_some(Bit::True));
    }
    binary::sum(out, columns)
}

/// Whether two or three of these bits are true, where `a` and `b` are the digits.
fn carry(out: &mut Writer<'_>, a: Bit, b: Bit, below: Bit) -> Bit {
    match (a, b, below) {
        _ if a == b => a,
        _ if a == !b => below,
        (a, b, Bit::True) | (a, Bit::True, b) | (Bit::True, a, b) => out.any_of(&[a, b]),
        (a, b, Bit::False) | (a, Bit::False, b) | (Bit::False, a, b) => out.all_of(&[a, b]),
        _ => {
            let lit = out.new_lit();
            out.means(lit, || Meaning::count([a, b, below], 2));
            let carry = Bit::Lit(lit);
            for [a, b] in [[a, b], [a, below], [b, below]] {
                if out.form() == Form::TwoSided {
                    out.define([!a, !b, carry]);
                }
                out.define([a, b, !carry]);
            }
            carry
        }
    }
}
