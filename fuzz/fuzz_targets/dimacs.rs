//! DIMACS files: what is read is the same after it was written and read again.

#![no_main]

use cnfetti::dimacs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(file) = dimacs::read_lenient(text) else { return };
    if file.cnf.num_vars() > 1_000_000 {
        return;
    }
    let _ = dimacs::lint(&file);
    let mut bytes = Vec::new();
    dimacs::write_plain(&mut bytes, &[], &file.cnf).expect("memory takes every byte");
    let again = dimacs::read(std::str::from_utf8(&bytes).expect("DIMACS is text"));
    assert_eq!(again.map(|file| file.cnf), Ok(file.cnf));
});
