//! Addresses of puzz.link: each has as many solutions as is known, and can be written again.

use std::path::Path;
use std::time::Instant;

use cnfetti_kinds::address::Parts;
use cnfetti_kinds::library;
use cnfetti_puzzles::instance;

use crate::solving::solutions;

/// The source, how many solutions there are, and the address.
fn addresses() -> Vec<[&'static str; 3]> {
    let lines = include_str!("addresses.tsv").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &'static str| line.split('\t').collect::<Vec<_>>().try_into().unwrap();
    lines.map(row).collect()
}

#[test]
fn addresses_have_the_solutions_that_are_known() {
    let mut wrong = Vec::new();
    for [source, known, address] in addresses() {
        let start = Instant::now();
        let found = match instance::load(Path::new(address)) {
            Ok(instance) => match solutions(&*instance.puzzle, 2).len() {
                0 => "none",
                1 => "one",
                _ => "several",
            }
            .to_owned(),
            Err(error) => error.to_string(),
        };
        let seconds = start.elapsed().as_secs_f64();
        eprintln!("{seconds:.2}\t{source}\t{known}\t{found}\t{address}");
        if found != known {
            wrong.push(format!("{source} {address}: {known}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is written is read as the same puzzle, and then written the same again.
#[test]
fn addresses_can_be_written() {
    for [_, _, address] in addresses() {
        let Ok((_, kind, data)) = library::of_address(address) else { continue };
        let written =
            kind.write_address(&data).unwrap_or_else(|error| panic!("{address}: {error}"));
        let read = kind.read_address(&Parts::of(&written).unwrap()).unwrap();
        assert_eq!(read.layers, data.layers, "{address} {written}");
        let of = |address: &str| {
            address.split_once('?').unwrap().1.split_once('/').unwrap().1.to_owned()
        };
        if of(&written) != of(address) {
            eprintln!("{address}\n{written}");
        }
    }
}
