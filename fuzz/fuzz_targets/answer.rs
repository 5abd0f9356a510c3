//! What solvers print: a model has a value for every variable.

#![no_main]

use cnfetti::solver::{Outcome, answer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(Outcome::Satisfiable(model)) = answer::parse(bytes, 5) {
        assert_eq!(model.literals().len(), 5);
    }
});
