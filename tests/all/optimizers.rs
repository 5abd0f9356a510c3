//! Programs that optimize: their solutions are decoded and checked, and their claims are not
//! trusted.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};

use cnfetti::compile::Choices;
use cnfetti::limit::Budget;
use cnfetti::search::ended::Ended;
use cnfetti::search::optimize::optimize;
use cnfetti::solver::{by_name, choose};

use crate::cli_proofs::cnfetti;
use crate::objectives::problem;

/// The slow solver of the tests, if there is a Python to run it.
fn optimizer(manner: &str, input: &str) -> Option<String> {
    let python = Command::new("python3").arg("--version").stdout(Stdio::null()).status();
    if !python.is_ok_and(|status| status.success()) {
        println!("python3 was not found: no program optimizes");
        return None;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/optimizer.py");
    Some(format!("cmd:python3 '{}' {manner} {input}", script.display()))
}

const DELIVERY: &str = "instances/models/delivery.opb";

#[test]
fn a_program_that_optimizes_finds_the_optimum() {
    for (manner, input) in
        [("literals", "{wcnf}"), ("digits", "{wcnf}"), ("literals", "{opb}"), ("digits", "{opb}")]
    {
        let Some(solver) = optimizer(manner, input) else { return };
        let (code, stdout, stderr) = cnfetti(&["solve", "--json", "--solver", &solver, DELIVERY]);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stdout.contains("\"status\":\"optimal\""), "{manner} {input}: {stdout}{stderr}");
        assert!(stdout.contains("\"objective\":6"), "{manner} {input}: {stdout}");
        // The same program then finds the optimal solutions, without an objective.
        let (_, stdout, stderr) = cnfetti(&["count", "--solver", &solver, DELIVERY]);
        assert_eq!(stdout, format!("{DELIVERY}: 2 optimal solutions, objective 6\n"), "{stderr}");
    }
}

#[test]
fn random_problems_have_the_same_optimum() {
    let languages = [("digits", "{wcnf}"), ("literals", "{opb}")];
    let mut reached = [0; 3];
    for seed in 0..12 {
        let csp = problem(seed);
        let varisat = by_name("varisat").unwrap();
        let budget = Budget::default();
        let right = optimize(&csp, &Choices::default(), varisat, &budget, |_| {}).unwrap();
        let (manner, input) = languages[seed as usize % 2];
        let Some(solver) = optimizer(manner, input) else { return };
        let solver = choose(&solver).unwrap();
        let found = optimize(&csp, &Choices::default(), &solver, &budget, |_| {});
        let found = found.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!(matches!(found.end, Ended::Exhausted(_)), "seed {seed}");
        let value = |best: Option<cnfetti::search::optimize::Best>| best.map(|best| best.value);
        let (found, right) = (value(found.best), value(right.best));
        assert_eq!(found, right, "seed {seed}");
        reached[found.map_or(0, |value| if value < 0 { 1 } else { 2 })] += 1;
    }
    assert!(reached.iter().all(|&times| times > 0), "{reached:?}");
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn a_program_that_optimizes_is_not_believed() {
    for (manner, expected) in [
        ("cost", ", but its `o` line says "),
        ("model", "breaks a hard clause"),
        ("first", "is wrong: it claims that a formula is unsatisfiable, but it has a model"),
        ("none", "is wrong: it claims that a formula is unsatisfiable, but it has a model"),
        ("silent", "printed no answer: line 1: expected a line `s SATISFIABLE`"),
    ] {
        for input in ["{wcnf}", "{opb}"] {
            let Some(solver) = optimizer(manner, input) else { return };
            for format in ["text", "json", "competition"] {
                let words = ["solve", "--format", format, "--solver", &solver, DELIVERY];
                let (code, stdout, stderr) = cnfetti(&words);
                assert_eq!(code, Some(1), "{manner} {input}: {stderr}");
                assert!(stderr.contains(expected), "{manner} {input}: {stderr}");
                // Nothing is called optimal before that is known.
                let said = if format == "competition" { "s UNKNOWN\n" } else { "" };
                assert_eq!(stdout, said, "{manner} {input}");
            }
        }
    }
    // If the program does not claim that it is the best, it is the best so far.
    let Some(solver) = optimizer("found", "{wcnf}") else { return };
    let (code, stdout, stderr) = cnfetti(&["solve", "--json", "--solver", &solver, DELIVERY]);
    assert!(stdout.contains("\"objective\":6") && !stdout.contains("optimal"), "{stdout}{stderr}");
    assert_eq!(code, Some(3), "{stderr}");
}

#[test]
fn a_program_that_optimizes_for_ever_is_ended() {
    let words =
        ["solve", "--time-limit", "0.2", "--solver", "cmd:sh -c 'sleep 60' {opb}", DELIVERY];
    let (code, stdout, stderr) = cnfetti(&words);
    assert_eq!((code, stdout.as_str()), (Some(3), "instances/models/delivery.opb: no answer\n"));
    assert!(stderr.contains("the time limit was reached"), "{stderr}");
}
