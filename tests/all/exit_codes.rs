//! The exit codes are those of their page: each row occurs, and no other code.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

use itertools::Itertools;

use crate::cli_proofs::cnfetti;
use crate::signals::{LONG, end, signal, start};
use crate::support::at_once;

const OPEN: &str = "instances/signs/leepf-open.toml";
const ONE: &str = "instances/signs/leepf.toml";
const NONE: &str = "tests/puzzles/contradiction.toml";
const PIPS: &str = "instances/pips/pips1.toml";

/// Commands and their exit codes.
const CASES: &[(i32, &[&str])] = &[
    (0, &["solve", ONE]),
    (0, &["solve", NONE]),
    (0, &["count", "--format", "competition", OPEN]),
    (1, &["solve", "tests/bad/unknown-kind.toml"]),
    (1, &["solve", "there/is/no/such/file.toml"]),
    (1, &["count", ONE, "tests/bad/unknown-kind.toml"]),
    (2, &["solve"]),
    (2, &["solve", "--tme-limit", "1", OPEN]),
    (2, &["solve", "--all", "--unique", OPEN]),
    (2, &["solve", "--solver", "varista", OPEN]),
    (2, &["encode", "--cardinality", "totaliser", OPEN]),
    (2, &["count", "--format", "jsn", OPEN]),
    (2, &["convert", "--to", "jason", PIPS]),
    (2, &["cuont", OPEN]),
    (2, &["help", "nonsense"]),
    (3, &["count", "--time-limit", "0", OPEN]),
    (3, &["solve", "--time-limit", "0", OPEN]),
    (
        3,
        &["count", "--engine", "exact", "--memory-limit", "1K", "instances/seating/long-hall.toml"],
    ),
    (4, &["solve", "--unique", "--exit-code", OPEN]),
    (5, &["solve", "--unique", "--exit-code", NONE]),
    (10, &["solve", "--format", "competition", ONE]),
    (20, &["solve", "--format", "competition", NONE]),
];

/// The codes in the first column of the page's table.
fn documented() -> BTreeSet<i32> {
    let page = fs::read_to_string("docs/exit-codes.md").unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let codes = rows.flat_map(|cell| cell.split(", ").map(str::parse).collect::<Vec<_>>());
    codes.filter_map(Result::ok).collect()
}

#[test]
fn every_code_of_the_page_is_seen_and_no_other() {
    let mut seen = BTreeSet::new();
    for &(code, words) in CASES {
        let (found, stdout, stderr) = cnfetti(words);
        assert_eq!(found, Some(code), "{words:?}\n{stdout}{stderr}");
        seen.insert(code);
    }
    let interrupted = [(&LONG[..], 3), (&["count", "-"], 130)];
    at_once(
        ["-INT", "-TERM"].into_iter().cartesian_product(interrupted),
        |(name, (words, code))| {
            let child = start(words);
            sleep(Duration::from_millis(700));
            signal(name, child.id().into());
            let (found, stdout, stderr) = end(child);
            assert_eq!(found, Some(code), "{name} {words:?}\n{stdout}{stderr}");
        },
    );
    seen.extend(interrupted.map(|(_, code)| code));
    assert_eq!(seen, documented());
}

/// The summary in `--help` agrees with the page and with what happens.
#[test]
fn the_help_says_the_codes_that_all_commands_have() {
    let (_, help, _) = cnfetti(&["--help"]);
    let said = "Exit codes: 0 done, 1 bad input or failed check, 2 wrong usage or unknown name, 3 stopped \
                by a limit\nor a signal. See `cnfetti help exit-codes`.\n";
    assert!(help.ends_with(said), "{help}");
    let (code, page, _) = cnfetti(&["help", "exit-codes"]);
    assert_eq!((code, page), (Some(0), fs::read_to_string("docs/exit-codes.md").unwrap()));
}

/// The error for a misspelt command or option suggests a similar one, as for values.
#[test]
fn what_is_like_a_slip_is_named() {
    for (words, meant) in [
        (&["cuont", OPEN][..], "'count'"),
        (&["solve", "--tme-limit", "1", OPEN], "'--time-limit'"),
        (&["list", "solvres"], "'solvers'"),
        (&["generate", "sings"], "'signs'"),
        (&["count", "--engine", "exakt", OPEN], "'exact'"),
    ] {
        let (code, _, stderr) = cnfetti(words);
        assert_eq!(code, Some(2), "{words:?}: {stderr}");
        let tip = stderr.lines().find(|line| line.starts_with("  tip: "));
        assert!(tip.is_some_and(|tip| tip.contains(meant)), "{words:?}: {stderr}");
    }
}
