//! Proofs: nothing proves a satisfiable formula.

#![no_main]

use cnfetti::encodings::{Cnf, Lit};
use cnfetti::proof::check;
use cnfetti::solver::Budget;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut cnf = Cnf::new();
    cnf.declare(4);
    for clause in [&[1, 2][..], &[-1, 3], &[-2, 3], &[1, -3, 4], &[-4, 2, 1]] {
        cnf.add_clause(clause.iter().filter_map(|&number| Lit::from_dimacs(number)));
    }
    assert!(check(&cnf, bytes, &Budget::default()).is_err());
});
