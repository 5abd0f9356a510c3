//! Models: whole files in every format, and constraints of XCSP3 in a file that declares something.
//! They are read, stated and drawn, or refused; what holds is the same for the file as it is written
//! and for the constraints that state it.

#![no_main]

use cnfetti::instance::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    look_at(text);
    look_at(&format!(
        "<instance format=\"XCSP3\" type=\"CSP\"><variables><array id=\"x\" size=\"[3][2]\"> -1..2 \
         </array><var id=\"y\"> 0 2 5 </var><var id=\"z\" type=\"symbolic\"> red b.2 </var>\
         </variables><constraints>{text}</constraints></instance>"
    ));
});

fn look_at(text: &str) {
    let Ok(instance) = parse(text) else { return };
    let (csp, _) = (instance.puzzle.csp(), instance.puzzle.draw(None));
    if instance.kind != "model" || csp.variables.len() > 100 {
        return;
    }
    for pattern in [0, 1, usize::MAX, 0b1_0110_0101, 0b110_1001_0011] {
        let value = |at: usize| {
            let domain = csp.domain(csp.ids().nth(at).expect("it is counted"));
            let high = pattern >> (at % 10) & 1 == 1;
            if high { domain.last() } else { domain.first() }.copied().unwrap_or(0)
        };
        let solution: Vec<_> = (0..csp.variables.len()).map(value).collect();
        let mut json = String::new();
        instance.puzzle.write_json(&solution, &mut json);
        let json = serde_json::from_str(&json).expect("what is written is JSON");
        if let Ok(whole) = instance.puzzle.read_json(&json) {
            let (stated, written) = (csp.is_solution(&whole), instance.puzzle.check(&whole));
            assert_eq!(stated, written.is_ok(), "{json} in {text}");
        }
    }
}
