//! Every encoding against brute force: correctness, counts, propagation, sizes.

mod at_most_one;
mod cardinality;
mod conditions;
mod domain;
mod examine;
mod integers;
mod linear;
mod order;
mod propagator;
