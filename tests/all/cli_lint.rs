//! `lint`: what is suspicious in a formula.

use std::fs;

use crate::cli_proofs::cnfetti;

fn lint(text: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cnf");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let (code, stdout, stderr) = cnfetti(&[&["lint", path], options].concat());
    (code, stdout.replace(path, "x.cnf"), stderr.replace(path, "x.cnf"))
}

/// Our own files are tidy, and their projection is determined: any model counter counts right.
#[test]
fn emitted_formulas_are_tidy() {
    for instance in [
        "instances/dice/labeled-dice.toml",
        "instances/signs/leepf.toml",
        "instances/pips/pips1.toml",
        "instances/seating/cheating-linguists.toml",
    ] {
        let (_, formula, _) = cnfetti(&["encode", instance]);
        let (_, stdout, stderr) = lint(&formula, &[]);
        for finding in stdout.lines().filter(|line| !line.contains("nothing found")) {
            // Two constraints may say the same of two cells.
            let repeated = finding.ends_with(" again") || finding.ends_with("more like the last");
            assert!(repeated, "{instance}: {finding}{stderr}");
        }
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
         model counters know what to count)\nx.cnf:3:1: clause 2 is clause 1 again\n"
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
        assert!(stdout.starts_with("x.cnf: nothing found; the shown variables"), "{stdout}");
    }
}

#[test]
fn what_is_no_formula_is_an_error() {
    let (code, stdout, stderr) = lint("p cnf 2 1\n1 two 0\n", &[]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("x.cnf:2:3: expected a whole number, found `two`"), "{stderr}");
}
