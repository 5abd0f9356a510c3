//! Addresses of puzz.link: checks the number of solutions of each, and that it can be written
//! again.

use std::path::Path;

use cnfetti_kinds::address::Parts;
use cnfetti_kinds::library;
use cnfetti_puzzles::instance;

use crate::solving::solutions;

/// The source, the number of solutions, and the address.
pub(crate) fn addresses() -> Vec<[&'static str; 3]> {
    let lines = include_str!("addresses.tsv").lines().filter(|line| !line.starts_with('#'));
    let row = |line: &'static str| line.split('\t').collect::<Vec<_>>().try_into().unwrap();
    lines.map(row).collect()
}

#[test]
fn addresses_have_the_solutions_that_are_known() {
    let mut wrong = Vec::new();
    for [source, known, address] in addresses() {
        let found = match instance::load(Path::new(address)) {
            Ok(instance) => match solutions(&*instance.puzzle, 2).len() {
                0 => "none",
                1 => "one",
                _ => "several",
            }
            .to_owned(),
            Err(error) => error.to_string(),
        };
        if found != known {
            wrong.push(format!("{source} {address}: {known}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What was written is read as the same puzzle, and then written the same again.
#[test]
fn addresses_can_be_written() {
    for [_, _, address] in addresses() {
        let Ok((_, kind, data)) = library::of_address(address) else { continue };
        let written =
            kind.write_address(&data).unwrap_or_else(|error| panic!("{address}: {error}"));
        let read = kind.read_address(&Parts::of(&written).unwrap()).unwrap();
        assert_eq!(read.layers, data.layers, "{address} {written}");
    }
}

/// A refused address, the column of the error, and its message.
const REFUSED: &[(&str, usize, &str)] = &[
    (
        "https://puzz.link/p?slither/f/5/5/cbcbcddad",
        29,
        "expected the number of columns, found `f`",
    ),
    ("https://puzz.link/p?slither/5/5/cbcbcddad0", 42, "expected the end of the address, found 0"),
    ("https://puzz.link/p?slither/5/5/cbcbcdda", 41, "expected a number from 0 to 4"),
    ("https://puzz.link/p?slither/5/5/cbcbcddA", 40, "expected a number from 0 to 4"),
    ("https://puzz.link/p?slither/5/x/cbcbcddad", 31, "expected the number of rows, found `x`"),
    ("https://puzz.link/p?slither/0/5/cbcbcddad", 29, "expected a board of 1 to"),
    ("https://puzz.link/p?slither/9999/9999/cbcbcddad", 29, "expected a board of 1 to"),
    ("https://puzz.link/p?slitherr/5/5/cbcbcddad", 21, "no kind is known for the genre `slitherr`"),
    ("https://puzz.link/p?/5/5/cbcbcddad", 21, "no kind is known for the genre ``"),
    (
        "https://example.com/p?slither/5/5/cbcbcddad",
        9,
        "expected an address of a site that is known",
    ),
    (
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVNb9pA",
        9,
        "a penpa-edit link holds a drawing",
    ),
    ("https://puzz.link/p", 9, "expected an address of a site that is known"),
    ("https://puzz.link/p?slither/5/5/cbc cddad", 36, "expected an address, found ` ` in it"),
    ("https://puzz.link/p?starbattle/6/6/9/4ilbhgdnmhou", 36, "expected a number from 1 to 5"),
    ("https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmho", 49, "expected a digit of base 32"),
    ("https://puzz.link/p?sudoku/4/4/g5k23k3g", 33, "expected a number from 1 to 4"),
    ("https://puzz.link/p?sudoku/4/4/g.k23k3g", 33, "`number` is never open at r1c2"),
    ("https://puzz.link/p?sudoku/4/4/g1k23k3z", 39, "blanks for 19 places more than there are"),
    ("https://puzz.link/p?yajilin/5/5/m02j10", 34, "there is no arrow for the number 2 at r3c4"),
    ("https://puzz.link/p?mashu/6/6/1063000i300r", 42, "expected a digit of base 27"),
    (
        "https://puzz.link/p?battleship/6/6/g12h2g30g3gk0r3w//z",
        52,
        "expected a fleet: `//c`, `//d`, `//e`, found `//z`",
    ),
    ("https://puzz.link/p?tentaisho/2/2/A", 35, "expected a dot or blanks, found `A`"),
    ("https://puzz.link/p?heyawake/6/6/lll155007rs12222", 50, "expected a number of base 16"),
    (
        "https://puzz.link/p?castle/5/5/c203021k111a210f",
        33,
        "expected an arrow with the number at r1c4",
    ),
    (
        "https://puzz.link/p?castle/5/5/c3230021k111a210f",
        33,
        "expected a digit from 0 to 2, or blanks, found `3`",
    ),
    (
        "https://puzz.link/p?castle/5/5/c2x0021k111a210f",
        34,
        "expected an arrow and its number, or blanks, found `x`",
    ),
    (
        "https://puzz.link/p?kurarin/6/6/g82mcl3h4m4i8m8g2m4l23h",
        34,
        "expected two dots on the board, in cells black or white",
    ),
    ("https://puzz.link/p?kurarin/6/6/g1.mcl3h4m4i8m8g2m4l23h", 35, "a dot is never open"),
    (
        "https://puzz.link/p?tilepaint/6/6/mfttf5ovqrrvzu1234232243331",
        49,
        "a clue in a cell belongs to a variant",
    ),
    (
        "https://puzz.link/p?tilepaint/6/6/mfttf5ovqrrvzvx34232243331",
        49,
        "expected a number of base 16 or `.`",
    ),
    (
        "https://puzz.link/p?walllogic/5/5/h1A2g2i5g5k4h",
        37,
        "expected a number of base 16, `+`, `.` or blanks",
    ),
    (
        "https://puzz.link/p?kakuru/5/5/0.a+4+mD.S.bm+g+A.3",
        32,
        "expected a sum, `+`, `_`, `.` or blanks",
    ),
    (
        "https://puzz.link/p?makaro/5/5/lfflu7qdfmei2icmb",
        40,
        "expected a number, an arrow from a to e, or blanks",
    ),
    (
        "https://puzz.link/p?minarism/4/4/hhhq.1pgi",
        38,
        "expected a number of base 16, `g`, `h` or blanks",
    ),
    (
        "https://puzz.link/p?roma/4/4/augddgb2a12d63a3b",
        42,
        "expected an arrow from 1 to 4, a 5 or blanks",
    ),
];

#[test]
fn what_is_not_known_is_refused_with_its_column() {
    for &(address, column, said) in REFUSED {
        let Err(error) = library::of_address(address) else { panic!("{address} is read") };
        assert!(error.message.starts_with(said), "{address}: {error}");
        assert_eq!(error.line_column(address), Some((1, column)), "{address}: {error}");
    }
}

/// Addresses that were cut off or changed: an error with a place in them, or a puzzle.
#[test]
fn no_address_is_read_in_part() {
    for [_, _, address] in addresses() {
        let (_, kind, whole) = library::of_address(address).unwrap();
        let body = address.rfind('/').unwrap() + 1;
        let read = |text: &str| kind.read_address(&Parts::of(text)?);
        for at in body..address.len() {
            let mut found = Vec::from([read(&address[..at])]);
            for c in ['0', '9', 'z', '.', '-', '/', 'A', '%'] {
                found.push(read(&format!("{}{c}{}", &address[..at], &address[at + 1..])));
            }
            for (which, found) in found.into_iter().enumerate() {
                match found {
                    Ok(data) => {
                        kind.verify(&data).unwrap();
                        let is_end = which == 0 && data.layers == whole.layers;
                        assert!(!is_end, "{address} to {at} is the same puzzle");
                    }
                    Err(error) => assert!(error.span.is_some(), "{address} {at}: {error}"),
                }
            }
        }
    }
}

/// The small puzzle of every kind is written as it was read, in our own format and as an address.
#[test]
fn a_puzzle_of_every_kind_is_written_and_read_again() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/kinds"));
    for shipped in library::SHIPPED {
        let path = folder.join(shipped.name).with_extension("toml");
        let instance = instance::load(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(instance.kind, shipped.name);
        let found = solutions(&*instance.puzzle, 100).len().to_string();
        assert_eq!(instance.expect.solutions, Some(found), "{}", shipped.name);
        let written = instance.to_text("toml").unwrap();
        let read = instance::parse(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
        assert!(read.puzzle.csp() == instance.puzzle.csp(), "{written}");
        assert_eq!(read.to_text("toml").unwrap(), written);
        let has_address = !shipped.read().unwrap().addresses.is_empty();
        let address = instance.to_text("puzzlink");
        assert_eq!(address.is_ok(), has_address, "{}", shipped.name);
        if let Ok(address) = address {
            let read =
                instance::parse(&address).unwrap_or_else(|error| panic!("{error}: {address}"));
            assert!(read.puzzle.csp() == instance.puzzle.csp(), "{address}");
        }
    }
}
