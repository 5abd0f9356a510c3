//! Solutions as JSON, for a puzzle of each kind: checked by the rules, or refused.

#![no_main]

use cnfetti::instance;
use libfuzzer_sys::fuzz_target;

const PUZZLES: [&str; 4] = [
    include_str!("../../instances/dice/labeled-dice.toml"),
    include_str!("../../instances/signs/leepf.toml"),
    include_str!("../../instances/pips/pips1.toml"),
    include_str!("../../instances/seating/cheating-linguists.toml"),
];

fuzz_target!(|text: &str| {
    let Ok(json) = serde_json::from_str(text) else { return };
    for puzzle in PUZZLES {
        let puzzle = instance::parse(puzzle).expect("the instance is right").puzzle;
        let _ = puzzle.read_json(&json).and_then(|solution| puzzle.check(&solution));
    }
});
