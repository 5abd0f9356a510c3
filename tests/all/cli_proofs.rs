//! Proofs from the command line.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use cnfetti::dimacs;
use cnfetti::proof::check;
use cnfetti::solver::Budget;

const LEEPF_OPEN: &str = "instances/signs/leepf-open.toml";

pub(crate) fn cnfetti(words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn assert_proves(proof: &Path) {
    let mut formula = proof.as_os_str().to_owned();
    formula.push(".cnf");
    let cnf = dimacs::read(&fs::read_to_string(formula).unwrap()).unwrap().cnf;
    check(&cnf, &fs::read(proof).unwrap(), &Budget::default()).unwrap();
}

#[test]
fn solve_and_count_write_proofs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.drat");
    let proof = path.to_str().unwrap();
    for command in [&["solve", "--all"][..], &["count"]] {
        for format in ["text", "binary"] {
            let options = [LEEPF_OPEN, "--proof", proof, "--proof-format", format];
            let (code, _, stderr) = cnfetti(&[command, &options[..]].concat());
            assert_eq!(code, Some(0), "{stderr}");
            assert!(stderr.contains("x.drat.cnf has no model"), "{stderr}");
            assert_proves(&path);
        }
    }
}

#[test]
fn without_all_solutions_there_is_no_proof() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.drat");
    let (code, _, stderr) = cnfetti(&["solve", LEEPF_OPEN, "--proof", path.to_str().unwrap()]);
    assert_eq!(code, Some(0));
    assert!(stderr.contains("was not written: there may be further solutions"), "{stderr}");
    assert!(!path.exists());
}

#[test]
fn a_proof_does_not_overwrite_what_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    fs::write(&path, "Dear proof,").unwrap();
    let words = ["count", LEEPF_OPEN, "--proof", path.to_str().unwrap()];
    let (code, _, stderr) = cnfetti(&words);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("does not look like a DRAT proof; --force overwrites it"), "{stderr}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "Dear proof,");
    assert_eq!(cnfetti(&[&words[..], &["--force"]].concat()).0, Some(0));
    assert_proves(&path);
}

#[test]
fn answers_are_checked_unless_that_is_turned_off() {
    let (_, _, stderr) = cnfetti(&["count", "-v", "--engine", "blocking", LEEPF_OPEN]);
    assert!(stderr.contains("steps shows that there are no further solutions"), "{stderr}");
    let (_, _, stderr) =
        cnfetti(&["count", "-v", "--engine", "blocking", "--no-check", LEEPF_OPEN]);
    assert!(!stderr.contains("check"), "{stderr}");
}

#[test]
fn a_failing_program_is_named_with_its_reason() {
    let (code, stdout, stderr) = cnfetti(&["count", "--solver", "cmd:sh -c 'exit 9'", LEEPF_OPEN]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "no limit was reached");
    assert!(stderr.contains("`sh` (exit status: 9) printed no answer"), "{stderr}");
}
