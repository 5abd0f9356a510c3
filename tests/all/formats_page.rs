//! `docs/formats.md` is right: its examples can be read, and its tables are true.

use std::fs;

use cnfetti::input::{
    MAX_CELLS, MAX_CELLS_OF_FILE, MAX_LINES, MAX_NAME_CHARS, MAX_PUZZLES, MAX_SQUARES,
    MAX_TITLE_CHARS,
};
use cnfetti::instance::{self, Instance};
use cnfetti::puzzle::KINDS;

/// The page, without carriage returns.
fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/formats.md");
    fs::read_to_string(path).unwrap().replace('\r', "")
}

/// The examples in a format, in order.
fn examples(format: &str) -> Vec<String> {
    let (page, fence) = (page(), format!("\n```{format}\n"));
    let blocks = page.split(&fence).skip(1);
    blocks.map(|block| block.split("\n```").next().unwrap().to_owned() + "\n").collect()
}

/// The words in backticks between these two texts of the page.
fn quoted(from: &str, to: &str) -> Vec<String> {
    let page = page();
    let part = page.split(from).nth(1).unwrap_or_else(|| panic!("{from} is not on the page"));
    let part = part.split(to).next().unwrap();
    part.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn read(text: &str) -> Instance {
    instance::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

#[test]
fn every_example_is_read() {
    let toml = examples("toml");
    for kind in KINDS.iter().map(|kind| kind.name).filter(|name| *name != "model") {
        let of_kind = toml.iter().filter(|text| text.contains(&format!("kind = \"{kind}\"")));
        assert!(of_kind.map(|text| read(text)).filter(|read| read.kind == kind).count() >= 2);
    }
    for (format, number) in [("json", 1), ("map", 2), ("counted", 1)] {
        let examples = examples(format);
        assert_eq!(examples.len(), number, "{format}");
        examples.iter().for_each(|text| assert_eq!(read(text).kind, "pips"));
    }
    let ids = &examples("dominosa")[0];
    assert_eq!(instance::parse_all(ids).unwrap().len(), 3);
}

#[test]
fn the_same_puzzle_is_the_same() {
    let csp = |text: &str| read(text).puzzle.csp();
    let toml = examples("toml");
    let pips = csp(&toml[0]);
    for format in ["json", "map", "counted"] {
        assert!(csp(&examples(format)[0]) == pips, "{format}");
    }
    let of_kind = |kind: &str| -> Vec<&String> {
        toml.iter().filter(|text| text.contains(&format!("kind = \"{kind}\""))).collect()
    };
    let [one, other] = of_kind("signs")[..] else { panic!("two puzzles of signs") };
    assert!(csp(one) == csp(other));
    let [one, other] = of_kind("seating")[..] else { panic!("two puzzles of seats") };
    let seats =
        |text: &str| csp(text).variables().iter().map(|v| v.name().to_owned()).collect::<Vec<_>>();
    assert_eq!(seats(one), seats(other));
}

#[test]
fn every_form_in_the_tables_is_read() {
    let rules = quoted("| rule | the pips of the region |", "`solution`");
    assert_eq!(rules.len(), 8);
    for rule in rules {
        read(&format!("kind='pips'\nboard='A#'\ndominoes=['12']\nregions.A = {rule}\n"));
    }
    let signs = quoted("| written | arrows |", "So this is the same puzzle");
    let signs: Vec<&str> = signs.iter().flat_map(|signs| signs.split(' ')).collect();
    assert!(signs.len() >= 30, "{signs:?}");
    // `+` is on the page because it joins them.
    for sign in signs.into_iter().filter(|sign| *sign != "+") {
        read(&format!("kind='signs'\nvalues=4\nboard='{sign}'\n"));
    }
    let typed = quoted("A rule follows the name of its region", "```map");
    assert_eq!(typed.len(), 17);
    for rule in typed {
        let csp = read(&format!("AA\n\n{rule}\ndominoes: 12\n")).puzzle.csp();
        let clues = csp.constraints().iter().filter(|posted| posted.reason.starts_with("region A"));
        assert_eq!(clues.count(), usize::from(!rule.contains("free")), "{rule}");
    }
}

#[test]
fn the_limits_are_those_of_the_readers() {
    let page = page();
    let limits = page.split("## What is refused").nth(1).unwrap();
    let most = [
        MAX_CELLS,
        MAX_CELLS_OF_FILE,
        MAX_LINES,
        MAX_NAME_CHARS,
        MAX_PUZZLES,
        MAX_SQUARES,
        MAX_TITLE_CHARS,
    ];
    for limit in most {
        let digits = limit.to_string();
        let grouped = match digits.len() {
            0..=3 => digits,
            4..=6 => format!("{},{}", &digits[..digits.len() - 3], &digits[digits.len() - 3..]),
            _ => format!("{},000,000", &digits[..digits.len() - 6]),
        };
        assert!(limits.contains(&grouped), "{grouped}");
    }
}
