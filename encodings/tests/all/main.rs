//! Every encoding against brute force: correctness, counts, propagation, sizes.

mod at_most_one;
mod cardinality;
mod domain;
mod examine;
mod linear;
mod propagator;
