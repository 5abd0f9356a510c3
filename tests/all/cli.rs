//! What scripts depend on: exit codes, JSON lines, competition format, files.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::Value;

fn cnfetti() -> Command {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Runs the command, checks its exit code, and returns its standard output.
fn stdout(arguments: &str, code: i32) -> String {
    let output = cnfetti().args(arguments.split(' ')).assert().code(code);
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn json_lines(arguments: &str, code: i32) -> Vec<Value> {
    let lines = stdout(arguments, code);
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn scratch(name: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    (folder, path)
}

#[test]
fn counts_are_decimal_strings_with_their_status() {
    let lines = json_lines("count --json instances/dice/labeled-dice-unlimited.toml", 0);
    let line = &lines[0];
    assert_eq!(line["kind"], "dice");
    assert_eq!(line["status"], "exact");
    assert_eq!((&line["solutions"], &line["classes"]), (&"72".into(), &"3".into()));
    assert!(line["engine"].is_string() && line["seconds"].is_number());
    let lines = json_lines("count --json instances/pips/pips1.toml", 0);
    assert_eq!((&lines[0]["solutions"], &lines[0]["grids"]), (&"1".into(), &"1".into()));
}

#[test]
fn every_solution_is_a_line_of_json() {
    let lines = json_lines("solve --all --json instances/signs/leepf-open.toml", 0);
    assert_eq!(lines.len(), 14);
    assert!(lines.iter().all(|line| line["status"] == "satisfiable"));
    assert_eq!(lines[0]["solution"]["board"].as_array().unwrap().len(), 5);
    let lines = json_lines("solve -n 3 --json instances/signs/leepf-open.toml", 0);
    assert_eq!(lines.len(), 3);
}

#[test]
fn one_solution_of_each_renaming_is_listed() {
    for solver in ["", " --solver batsat"] {
        let dice = "instances/dice/labeled-dice-unlimited.toml";
        let lines = json_lines(&format!("solve --all --up-to-renaming --json{solver} {dice}"), 0);
        let classes: std::collections::BTreeSet<Vec<String>> = lines
            .iter()
            .map(|line| {
                let dice = line["solution"]["dice"].as_array().unwrap().iter();
                let mut dice: Vec<String> = dice.map(Value::to_string).collect();
                dice.sort();
                dice
            })
            .collect();
        assert_eq!((lines.len(), classes.len()), (3, 3), "{solver}");
    }
}

#[test]
fn competition_answers_have_the_exit_codes_of_solvers() {
    let answer = stdout("solve --format competition instances/signs/leepf.toml", 10);
    assert!(answer.starts_with("s SATISFIABLE\nv "));
    assert!(answer.ends_with(" 0\n"));
    let answer = stdout("count --format competition instances/signs/leepf-open.toml", 0);
    assert!(answer.contains("c s type pmc\nc s exact arb int 14\n"), "{answer}");
}

#[test]
fn a_limit_gives_no_exact_number() {
    let arguments = "count --json --time-limit 0 instances/signs/leepf.toml";
    let line = &json_lines(arguments, 3)[0];
    assert_eq!(line["status"], "at least");
    let line = &json_lines("solve --json --time-limit 0 instances/signs/leepf.toml", 3)[0];
    assert_eq!((&line["status"], &line["solution"]), (&"unknown".into(), &Value::Null));
}

#[test]
fn wrong_usage_is_2_and_bad_input_is_1() {
    stdout("solve", 2);
    stdout("solve --format nonsense x.toml", 2);
    stdout("solve tests/bad/unknown-kind.toml", 1);
    stdout("solve there/is/no/such/file.toml", 1);
    stdout("solve --cardinality nonsense instances/signs/leepf.toml", 2);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let first = stdout("encode instances/dice/labeled-dice.toml", 0);
    assert_eq!(first, stdout("encode instances/dice/labeled-dice.toml", 0));
    assert_eq!(first, stdout("count --emit-cnf - instances/dice/labeled-dice.toml", 0));
    assert!(first.contains("\np cnf ") && first.contains("\nc p show 1 2 3 "));
}

#[test]
fn a_foreign_file_is_overwritten_only_by_force() {
    let (_folder, path) = scratch("notes.txt");
    fs::write(&path, "dear diary").unwrap();
    let arguments = format!("encode instances/signs/leepf.toml -o {}", path.display());
    stdout(&arguments, 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary");
    stdout(&format!("{arguments} --force"), 0);
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.starts_with("c cnfetti "));
    stdout(&arguments, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), written);
}

#[test]
fn a_puzzle_comes_from_stdin() {
    let text = fs::read_to_string("instances/pips/pips1.toml").unwrap();
    cnfetti().args(["count", "-"]).write_stdin(text).assert().success();
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    use std::io::Read;
    use std::process::Stdio;

    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_cnfetti"))
        .args(["solve", "--all", "instances/dice/labeled-dice-unlimited.toml"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert!(child.wait().unwrap().success(), "{stderr}");
    assert!(!stderr.contains("error"), "{stderr}");
}
