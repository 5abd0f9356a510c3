//! CNF encodings that say, and prove by test, whether they keep the model count.
//!
//! The crate knows literals and clauses and nothing else: no puzzle, no solver, no file. Each
//! family of encodings is a module with a trait, a function that removes the trivial cases, and
//! a `const ENCODINGS` table; each encoding is one file.
//!
//! | family | what it encodes |
//! |---|---|
//! | [`at_most_one`] | at most one of n literals |
//! | [`cardinality`] | at most, at least or exactly k of n literals |
//! | [`linear`] | a bound on the sum of the weights that groups of literals select |
//! | [`domain`] | a finite-domain variable, one literal for each value |
//!
//! Each family also has an `AUTO`, which is no encoding of its own but picks one for each
//! constraint, by size and propagation.
//!
//! # What an encoding promises
//!
//! * It is *correct*: projected on its inputs, its models are exactly the assignments of the
//!   constraint.
//! * Its [`Auxiliaries`] are labelled. With [`Form::TwoSided`] no encoding has
//!   [`Auxiliaries::Free`]: every solution extends in exactly one way, so any model counter gives
//!   the right number.
//! * Its [`Propagation`] is labelled: what unit propagation alone achieves.
//!
//! The labels are derived in this repository: the tests compare each with brute force.
//!
//! ```
//! use cnfetti_encodings::{Cnf, Form, at_most_one};
//!
//! let mut cnf = Cnf::new();
//! let lits = cnf.new_lits(3);
//! let pairwise = at_most_one::by_name("pairwise").expect("it is in the table");
//! at_most_one::encode(&mut cnf, &lits, pairwise, Form::TwoSided);
//! assert_eq!(cnf.num_clauses(), 3);
//! ```

pub mod at_most_one;
mod binary;
pub mod cardinality;
mod cnf;
pub mod comparison;
pub mod domain;
mod family;
pub mod integer;
mod labels;
pub mod linear;
mod lit;
mod memo;
mod row;
mod summand;
mod unary;
mod writer;

pub use cnf::{Cnf, Section};
pub use family::{Encoding, Family};
pub use labels::{Auxiliaries, Form, Promises, Propagation, Relation};
pub use lit::{Bit, Lit};
