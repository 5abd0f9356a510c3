//! Random tests cover only what they draw, so they must draw everything that is in a table.

use std::collections::BTreeSet;
use std::fs;

use cnfetti::csp::Constraint;
use cnfetti::puzzle::KINDS;

use crate::oracle;
use crate::random_csp::random_csp;
use crate::random_models::random_text;

/// The declarations between two texts of a file: from each line, the text between two others.
fn declared(file: &str, from: &str, to: &str, around: [&str; 2]) -> BTreeSet<String> {
    let text = fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (_, after) = text.split_once(from).unwrap_or_else(|| panic!("{file} has no `{from}`"));
    let (table, _) = after.split_once(to).expect("the table ends");
    let rows = table.lines().filter_map(|line| line.trim().strip_prefix(around[0]));
    let names = rows.filter_map(|row| row.split_once(around[1])).map(|(name, _)| name.to_owned());
    let is_name = |name: &String| name.chars().all(char::is_alphanumeric);
    names.filter(is_name).collect()
}

/// The constraints of the library that do not occur among these.
pub(crate) fn missing(drawn: impl IntoIterator<Item = Constraint>) -> BTreeSet<String> {
    let from = "\nconstraints! {";
    let mut missing = declared("crates/core/src/csp.rs", from, "\n}", ["", ","]);
    assert!(missing.len() > 20, "{missing:?}");
    for constraint in drawn {
        let text = format!("{constraint:?}");
        missing.remove(text.split('(').next().expect("a variant has a name"));
        // Drawing may take time, so stop once all were seen.
        if missing.is_empty() {
            break;
        }
    }
    missing
}

#[test]
fn every_constraint() {
    let problems = (0..3_000).map(random_csp);
    let posted = problems.flat_map(|csp| csp.constraints().to_vec());
    let missing = missing(posted.map(|posted| posted.constraint));
    assert!(missing.is_empty(), "tests/all/random_csp/general.rs draws no {missing:?}");
}

#[test]
fn every_element_of_xcsp3() {
    let file = "crates/models/src/read/constraints.rs";
    let mut missing = declared(file, "const CONSTRAINTS", "\n];", ["(\"", "\", |reader"]);
    assert!(missing.len() > 20, "{missing:?}");
    for text in (0..3_000).map(random_text) {
        missing.retain(|name| {
            !text.contains(&format!("<{name}>")) && !text.contains(&format!("<{name} "))
        });
    }
    assert!(missing.is_empty(), "tests/all/random_models/constraints.rs makes no {missing:?}");
}

/// Models have random tests of their own.
#[test]
fn every_kind_of_puzzle() {
    for name in KINDS.iter().map(|kind| kind.name).filter(|name| *name != "model") {
        let is_drawn = oracle::KINDS.iter().any(|kind| kind.name == name);
        assert!(is_drawn, "tests/all/oracle.rs has no row for {name}");
        let folder = format!("{}/instances/{name}", env!("CARGO_MANIFEST_DIR"));
        assert!(fs::read_dir(folder).is_ok(), "there is no folder instances/{name}");
    }
}
