//! Addresses of puzzles: refused with a place in them, or read as a puzzle that its kind allows, which is
//! written as an address that is read as the same puzzle.

#![no_main]

use std::time::Duration;

use cnfetti::kinds::address::Parts;
use cnfetti::kinds::library::{SHIPPED, of_address};
use cnfetti::limit::Budget;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    look_at(text);
    // The first byte chooses the genre, the rest is what stands behind it.
    let Some((first, rest)) = text.split_at_checked(1) else { return };
    let names: Vec<&str> = SHIPPED
        .iter()
        .filter_map(|kind| kind.text.split("names = [\"").nth(1)?.split('"').next())
        .collect();
    let genre = names[usize::from(first.as_bytes()[0]) % names.len()];
    look_at(&format!("https://puzz.link/p?{genre}/{rest}"));
});

fn look_at(text: &str) {
    let (kind, data) = match of_address(text) {
        Ok((_, kind, data)) => (kind, data),
        Err(error) => {
            let _ = error.line_column(text);
            return;
        }
    };
    kind.verify(&data).expect("what is read is allowed");
    if let Ok(written) = kind.write_address(&data) {
        let parts = Parts::of(&written).expect("what is written is an address");
        let read = kind.read_address(&parts).expect("what is written can be read");
        assert_eq!(read.layers, data.layers, "{text} {written}");
    }
    if data.board.cells().len() <= 36 {
        let budget = Budget::default().at_most(Duration::from_secs(1));
        let _ = kind.unfold(&data, &budget);
    }
}
