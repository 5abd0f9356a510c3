//! Files of every format with a few bytes changed: read or refused, with a place that can be shown,
//! and never a panic.

use std::fs;

use cnfetti::input::snippet;
use cnfetti::instance::{self, Instance};
use cnfetti::picture::{Frame, View, write_svg};
use cnfetti::puzzle::{Alphabet, FORMATS, painted};

use crate::random_csp::Random;

/// The default number of changed files; `CNFETTI_MUTATIONS` sets another.
const MUTATIONS: usize = 600;

/// A file of each format and kind.
const FILES: [&str; 9] = [
    "dice/labeled-dice.toml",
    "dice/letters-on-dice.toml",
    "signs/leepf.toml",
    "seating/cheating-linguists.toml",
    "pips/pips1.toml",
    "pips/pips1.txt",
    "pips/sample-day.json",
    "pips/dominosa-6.txt",
    "pips/double-nine.toml",
];

/// What to insert: characters of one to four bytes, signs with a meaning, and what editors leave
/// behind.
const PUT: [&str; 34] = [
    "🎲",
    "\u{feff}",
    "é",
    "→",
    "𝟙",
    "…",
    "≠",
    "≤",
    "\u{202e}",
    "\u{301}",
    "İ",
    "ß",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "\"\"\"",
    "=",
    ":",
    ",",
    "#",
    ".",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "0",
    "9",
    "-1",
    "99999999999999999999",
    "null",
    "dominoes: 1",
];

#[test]
fn changed_files_are_read_or_refused() {
    let mutations = std::env::var("CNFETTI_MUTATIONS").ok().and_then(|number| number.parse().ok());
    let texts: Vec<Vec<u8>> = FILES
        .iter()
        .map(|name| fs::read(format!("{}/instances/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap())
        .chain([map().into_bytes()])
        .collect();
    let (mut accepted, mut refused, mut located) = (0, 0, 0);
    for seed in 0..mutations.unwrap_or(MUTATIONS) {
        let random = &mut Random::new(seed as u64);
        let text = mutated(&texts[seed % texts.len()], random);
        match instance::parse_all(&text) {
            Ok(all) => {
                accepted += 1;
                all.iter().for_each(|instance| use_it(instance, &text));
            }
            Err(error) => {
                refused += 1;
                let said = snippet("x", &text, &error);
                let said = anstream::adapter::strip_str(&said).to_string();
                assert!(letters(&said).contains(&letters(&error.message)), "{said}\n{text}");
                if let Some((line, column)) = error.line_column(&text) {
                    located += 1;
                    let shown = said.contains(&format!("x:{line}:{column}"));
                    assert!(shown, "{line}:{column} is not in:\n{said}\n{text}");
                }
            }
        }
    }
    // The mutations are neither all too small nor all too large.
    assert!(accepted * 20 > refused && refused * 20 > accepted, "{accepted} {refused}");
    assert!(located * 10 > refused * 9, "{located} of {refused} errors have a place");
}

/// What every terminal shows unchanged.
fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The typed form, for which there is no instance.
fn map() -> String {
    let pips1 = fs::read_to_string("instances/pips/pips1.toml").unwrap();
    instance::parse(&pips1).unwrap().to_text("map").unwrap()
}

/// One to three changes, most of them small.
fn mutated(text: &[u8], random: &mut Random) -> String {
    let mut bytes = text.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = random.below(bytes.len() + 1);
        let cut = match random.below(3) {
            0 => 0,
            1 => 1,
            _ => random.below(12),
        };
        let end = (at + cut).min(bytes.len());
        let put: Vec<u8> = match random.below(8) {
            0 => Vec::new(),
            // A part of the file again.
            1 => {
                let from = random.below(bytes.len() + 1);
                bytes[from..(from + random.below(40)).min(bytes.len())].to_vec()
            }
            _ => PUT[random.below(PUT.len())].into(),
        };
        bytes.splice(at..end, put);
    }
    // A cut through a character leaves the replacement character.
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whatever was read can be drawn and written, and read again.
fn use_it(instance: &Instance, text: &str) {
    let puzzle = &*instance.puzzle;
    let csp = puzzle.csp();
    let view = View::default();
    write_svg(&puzzle.picture(&view), "", &Frame::Alone(None));
    painted(puzzle, None, Alphabet::Unicode);
    painted(puzzle, None, Alphabet::Ascii);
    for format in ["toml"].into_iter().chain(FORMATS.iter().map(|format| format.name)) {
        let Ok(written) = instance.to_text(format) else { continue };
        let read = instance::parse(&written)
            .unwrap_or_else(|error| panic!("{error} in this {format}:\n{written}of:\n{text}"));
        assert_eq!(read.to_text(format).unwrap(), written, "{text}");
        if format == "toml" {
            assert!(read.puzzle.csp() == csp, "{written}of:\n{text}");
        }
    }
}
