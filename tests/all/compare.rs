//! Comparisons of encodings, from the command line.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

fn compare(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cnfetti").expect("it is built");
    command.arg("compare").args(arguments);
    command
}

fn rows(arguments: &[&str]) -> Vec<Value> {
    let output = compare(arguments).arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn one_family_at_a_time_with_equal_counts() {
    let rows = rows(&["--repeat", "1", "instances/signs/leepf-open.toml"]);
    // auto, three domains, seven at-most-one encodings, four for sums; no cardinality is used.
    assert_eq!(rows.len(), 1 + 3 + 7 + 4);
    assert!(rows.iter().all(|row| row["solutions"] == "14" && row["agreed"] == true));
    assert!(rows.iter().all(|row| row["seconds"].is_number() && row["clauses"].is_number()));
}

#[test]
fn every_combination_of_the_wanted_encodings() {
    let wanted = "one_hot,order,pairwise,product,bitwise,adder";
    let arguments = ["--all", "--repeat", "1", "--task", "solve", "--encodings", wanted];
    let rows = rows(&[&arguments[..], &["instances/pips/pips1.toml"]].concat());
    assert_eq!(rows.len(), 2 * 3);
    assert!(rows.iter().all(|row| row["satisfiable"] == true && row["linear"] == "adder"));
}

#[test]
fn unit_propagation_and_the_one_sided_form_are_judged() {
    let rows = rows(&["--repeat", "1", "instances/pips/growing-03.toml"]);
    for row in &rows {
        let percent = row["backbone_percent"].as_f64().unwrap();
        assert!((0.0..=100.0).contains(&percent), "{row}");
        assert!(row["one_sided_models_per_solution"].as_f64().unwrap() >= 1.0, "{row}");
    }
    let wrong = |row: &Value| row["one_sided_models_per_solution"].as_f64() > Some(1.0);
    let arguments = ["--repeat", "1", "--encodings", "adder", "instances/pips/growing-05.toml"];
    assert!(self::rows(&arguments).iter().all(wrong));
}

#[test]
fn that_nothing_is_left_can_be_timed() {
    let arguments = ["--task", "unsat", "--repeat", "1", "--encodings", "auto,pairwise"];
    let rows = rows(&[&arguments[..], &["instances/dice/labeled-dice.toml"]].concat());
    assert!(rows.iter().all(|row| row["satisfiable"] == false));
}

#[test]
fn a_row_that_is_stopped_says_so() {
    let arguments = ["--time-limit", "0.3", "--repeat", "1", "--encodings", "pairwise"];
    let output =
        compare(&arguments).arg("instances/seating/cheating-linguists.toml").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("solutions: at least") && text.contains("stopped at"), "{text}");
}

#[test]
fn tables_as_csv_and_markdown() {
    let arguments = ["--repeat", "1", "--encodings", "auto,order", "instances/pips/pips1.toml"];
    let csv = compare(&arguments).args(["--format", "csv"]).output().unwrap();
    let csv = String::from_utf8(csv.stdout).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("file,encodings,domain,"), "{csv}");
    assert_eq!(lines.len(), 3);
    let markdown = compare(&arguments).args(["--format", "markdown"]).output().unwrap();
    let markdown = String::from_utf8(markdown.stdout).unwrap();
    assert!(markdown.contains("| domain order | 89 + "), "{markdown}");
    let misplaced = Command::cargo_bin("cnfetti")
        .unwrap()
        .args(["count", "--format", "csv", "instances/pips/pips1.toml"])
        .output()
        .unwrap();
    assert_eq!(misplaced.status.code(), Some(2));
}

#[test]
fn a_picture_is_drawn_and_nothing_else_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("out.svg");
    let arguments = ["--repeat", "1", "--encodings", "auto,order,log", "--plot"];
    let files = ["instances/pips/pips1.toml", "instances/signs/leepf.toml"];
    let draw = || {
        let mut command = compare(&arguments);
        command.arg(&picture).args(files).output().unwrap()
    };
    assert!(draw().status.success());
    let svg = fs::read_to_string(&picture).unwrap();
    assert!(svg.contains("<svg") && svg.contains("order") && svg.contains("puzzles done"));
    assert!(draw().status.success(), "a picture may be replaced");
    fs::write(&picture, "my notes").unwrap();
    assert_eq!(draw().status.code(), Some(1));
    assert_eq!(fs::read_to_string(&picture).unwrap(), "my notes");
}

#[test]
fn unknown_names_are_refused() {
    let output =
        compare(&["--encodings", "pairwize", "instances/pips/pips1.toml"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("pairwize"));
}
