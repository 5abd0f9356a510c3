//! Every test that uses the crate from outside, in one binary.
