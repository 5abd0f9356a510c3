//! The constraints of an XCSP3 model: read, stated and drawn, or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|constraints: &str| {
    let text = format!(
        "<instance format=\"XCSP3\" type=\"CSP\"><variables><array id=\"x\" size=\"[3][2]\"> -1..2 \
         </array><var id=\"y\"> 0 2 5 </var></variables><constraints>{constraints}</constraints>\
         </instance>"
    );
    if let Ok(instance) = cnfetti::instance::parse(&text) {
        let _ = (instance.puzzle.csp(), instance.puzzle.draw(None));
    }
});
