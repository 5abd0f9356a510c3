//! DIMACS files in place of puzzles, with any name and from any source.

use std::fs;

use assert_cmd::Command;

const OPEN: &str = "instances/signs/leepf-open.toml";

fn cnfetti() -> Command {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn stdout(command: &mut Command, code: i32) -> String {
    let output = command.assert().code(code);
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn formula() -> String {
    stdout(cnfetti().args(["encode", OPEN]), 0)
}

#[test]
fn formulas_come_from_stdin() {
    let read = |words: &[&str]| stdout(cnfetti().args(words).write_stdin(formula()), 0);
    assert_eq!(read(&["count", "-"]), "-: 14 models\n");
    assert!(read(&["solve", "-"]).starts_with("s SATISFIABLE\nv "));
    assert_eq!(read(&["solve", "--all", "--json", "-"]).lines().count(), 14);
    let with_mark = format!("\u{feff}{}", formula());
    assert_eq!(stdout(cnfetti().args(["count", "-"]).write_stdin(with_mark), 0), "-: 14 models\n");
}

#[test]
fn formulas_are_told_by_their_text_and_keep_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (plain, broken) = (path("formula.txt"), path("broken.cnf"));
    fs::write(&plain, formula()).unwrap();
    fs::write(&broken, "p cnf 1 1\n1 2x 0\n").unwrap();
    let words = ["count", OPEN, &plain, &broken, "instances/pips/pips1.toml"];
    let output = cnfetti().args(words).assert().code(1);
    let said = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let said: Vec<&str> = said.lines().collect();
    let expected = [
        format!("{OPEN}: 14 solutions"),
        format!("{plain}: 14 models"),
        "instances/pips/pips1.toml: 1 solution, 1 grid".to_owned(),
    ];
    assert_eq!(said, expected);
    let stderr = String::from_utf8_lossy(&output.get_output().stderr);
    assert!(stderr.contains("broken.cnf:2:"), "{stderr}");
    assert!(stderr.contains("4 puzzles and formulas in 4 files: "), "{stderr}");
}

/// Commands that need a puzzle say what they found instead.
#[test]
fn a_formula_is_no_puzzle() {
    let words: [&[&str]; 9] = [
        &["show"],
        &["encode"],
        &["draw"],
        &["candidates", "--no-counts"],
        &["explain"],
        &["clues"],
        &["candidates"],
        &["compare"],
        &["convert"],
    ];
    for words in words {
        let output = cnfetti().args(words).arg("-").write_stdin(formula()).assert().code(1);
        let stderr = String::from_utf8_lossy(&output.get_output().stderr);
        assert!(
            stderr.contains("expected a puzzle, found a DIMACS formula"),
            "{words:?}: {stderr}"
        );
    }
}
