//! Integers with domains that are too large for one literal per value.
//!
//! | | literals | good at |
//! |---|---|---|
//! | [`Order`] | for each value but the smallest, whether it is reached | bounds and comparisons: unit propagation sees them |
//! | [`Binary`] | the digits of its distance from an offset | very large domains, products |
//!
//! You can use both as terms of a sum ([`linear::Term`](crate::linear::Term)), and compare two of them by a
//! sum of two terms; for two binary integers, [`comparison`](crate::comparison) is smaller. You can convert
//! value literals to either, convert one to the other, and get literals for values and thresholds. Whatever
//! you convert is determined by the original, so the model count stays the same.
//!
//! x · y = z and x + y ≤ z, each between 0 and 15:
//!
//! ```
//! use cnfetti_encodings::integer::Binary;
//! use cnfetti_encodings::linear::{self, Term};
//! use cnfetti_encodings::{Cnf, Form, Relation, comparison};
//!
//! let mut cnf = Cnf::new();
//! let [x, y, z] = [0; 3].map(|_| Binary::new(&mut cnf, 0..=15).expect("there are values"));
//! let product = x.times(&mut cnf, &y);
//! comparison::encode(&mut cnf, &product, Relation::Exactly, &z, Form::TwoSided);
//! let terms = [Term::binary(&x, 1), Term::binary(&y, 1), Term::binary(&z, -1)];
//! linear::encode(&mut cnf, &terms, Relation::AtMost, 0, linear::AUTO, Form::TwoSided);
//! ```

mod arithmetic;
mod binary;
mod channel;
mod given;
mod order;

pub use binary::Binary;
pub use order::Order;
