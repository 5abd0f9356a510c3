//! The exact counter: against brute force, and on puzzles whose counts are known.

use cnfetti::exact::{self, Limits};
use num_bigint::BigUint;

use crate::random_csp::{brute_force, random_csp};

#[test]
fn counts_as_brute_force_does() {
    (0..1000).for_each(compare_with_brute_force);
}

#[test]
#[ignore = "takes minutes"]
fn counts_as_brute_force_does_for_long() {
    (1000..100_000).for_each(compare_with_brute_force);
}

fn compare_with_brute_force(seed: u64) {
    let csp = random_csp(seed);
    let expected = brute_force(&csp);
    let diagram = exact::solutions(&csp, &Limits::default());
    assert!(diagram.is_complete());
    assert_eq!(diagram.count(), BigUint::from(expected.len()), "seed {seed}: {csp:#?}");
}
