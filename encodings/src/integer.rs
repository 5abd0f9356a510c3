//! Integers with domains that are too large for a literal of each value.
//!
//! | | literals | good at |
//! |---|---|---|
//! | [`Order`] | for each value but the smallest, whether it is reached | bounds and comparisons: unit propagation sees them |
//! | [`Binary`] | the digits of its distance from an offset | very large domains, products |
//!
//! Both are terms of a sum ([`linear::Term`](crate::linear::Term)), and two of them compare by a sum
//! of two terms; for two binary ones [`comparison`](crate::comparison) is smaller. Each can be made
//! of value literals, of the other, and gives literals for values and thresholds. Whatever is made
//! of something else is determined by it, so the model count is kept.
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
