//! `lint`: suspicious things in a formula.

use std::fs;
use std::path::Path;

use cnfetti::compare::{Scope, plan};
use cnfetti::compile::{Choices, compile};
use cnfetti::dimacs;
use cnfetti::emit;
use cnfetti::instance::Instance;

use crate::cli_proofs::cnfetti;
use crate::support::instances;

fn lint(text: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cnf");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let (code, stdout, stderr) = cnfetti(&[&["lint", path], options].concat());
    (code, stdout.replace(path, "x.cnf"), stderr.replace(path, "x.cnf"))
}

/// The findings of `lint` in the formula of an instance.
fn findings(path: &Path, instance: &Instance, choices: &Choices) -> Vec<String> {
    let csp = instance.puzzle.csp();
    let compiled = compile(&csp, choices).unwrap();
    let file = path.display().to_string();
    let (kind, counted) = (instance.kind, None);
    let header = emit::Header { command: "encode", file: &file, kind, choices, counted };
    let mut bytes = Vec::new();
    emit::write(&mut bytes, &header, &csp, &compiled, emit::Language::Dimacs).unwrap();
    let file = dimacs::read_lenient(std::str::from_utf8(&bytes).unwrap()).unwrap();
    dimacs::lint(&file).iter().map(ToString::to_string).collect()
}

/// No clause is duplicate or a tautology, and no variable is unused.
#[test]
fn formulas_of_all_instances_are_tidy() {
    for (path, instance) in instances() {
        let found = findings(path, instance, &Choices::default());
        assert_eq!(found, [""; 0], "{}", path.display());
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn formulas_of_all_encodings_are_tidy() {
    let names = ["labeled-dice.toml", "leepf.toml", "growing-02.toml", "growing-05.toml"];
    let few = instances().iter().filter(|(path, _)| names.iter().any(|name| path.ends_with(name)));
    for (path, instance) in few {
        for candidate in plan(&instance.puzzle.csp(), Scope::EachFamily, &[]).unwrap() {
            let found = findings(path, instance, &candidate.choices);
            assert_eq!(found, [""; 0], "{}: {}", path.display(), candidate.label);
        }
    }
}

/// The projection of our own files is determined, so any model counter counts right.
#[test]
fn emitted_formulas_pass() {
    for instance in [
        "instances/dice/labeled-dice.toml",
        "instances/signs/leepf.toml",
        "instances/pips/pips1.toml",
        "instances/seating/cheating-linguists.toml",
    ] {
        let (_, formula, _) = cnfetti(&["encode", instance]);
        let (code, stdout, stderr) = lint(&formula, &[]);
        assert_eq!(code, Some(0), "{instance}: {stdout}{stderr}");
        let (_, json, _) = lint(&formula, &["--json"]);
        assert!(json.contains(r#""projection":"determined""#), "{instance}: {json}");
    }
}

#[test]
fn findings_have_their_place_and_the_exit_code_is_1() {
    let (code, stdout, _) = lint("p cnf 2 2\n1 2 0\n2 1 0\n", &[]);
    assert_eq!(code, Some(1));
    assert_eq!(
        stdout,
        "x.cnf:1:1: there is no line `c p show` (name the problem's variables, so that projected \
         model counters know what to count)\nx.cnf:3:1: clause 2 repeats clause 1\n"
    );
}

#[test]
fn a_projection_that_leaves_variables_free_is_found() {
    let one_sided = "c p show 1 2 0\np cnf 3 2\n-3 1 0\n-3 2 0\n";
    let (code, stdout, _) = lint(one_sided, &[]);
    assert_eq!(code, Some(1));
    assert_eq!(
        stdout,
        "x.cnf: the variables of `c p show` do not determine the variable 3: only a projected \
         count is right\n"
    );
    let two_sided = "c p show 1 2 0\np cnf 3 3\n-3 1 0\n-3 2 0\n3 -1 -2 0\n";
    for solver in ["varisat", "batsat", "brute_force"] {
        let (code, stdout, _) = lint(two_sided, &["--solver", solver]);
        assert_eq!(code, Some(0));
        assert!(stdout.starts_with("x.cnf: no problems found; the shown variables"), "{stdout}");
    }
}

#[test]
fn what_is_no_formula_is_an_error() {
    let (code, stdout, stderr) = lint("p cnf 2 1\n1 two 0\n", &[]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("x.cnf:2:3: expected a whole number, found `two`"), "{stderr}");
}
