//! Every encoding against brute force: correctness, counts, propagation, sizes.

#![allow(clippy::unwrap_used)]

mod at_most_one;
mod cardinality;
#[path = "../../../tests/all/code.rs"]
mod code;
mod conditions;
mod count;
mod definitions;
mod domain;
mod examine;
mod formulas;
mod integer_sums;
mod integers;
mod large;
mod linear;
mod misuse;
mod order;
mod propagator;
mod sizes;
