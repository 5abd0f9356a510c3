//! Instance files of every format: read, drawn and stated as constraints, or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(instances) = cnfetti::instance::parse_all(text) {
        for instance in instances {
            let _ = (instance.puzzle.csp(), instance.puzzle.draw(None));
        }
    }
});
