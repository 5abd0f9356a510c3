//! Comparisons of encodings and solvers, from the command line.

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
    // auto, three domains, seven at-most-one encodings, four for sums. No cardinality is used.
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
    let arguments = ["--time-limit", "0.8", "--repeat", "1", "--encodings", "pairwise"];
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
fn several_solvers_do_the_same_rows() {
    let solvers = ["--solver", "varisat,batsat,varisat", "--encodings", "auto,order"];
    let arguments = [&solvers[..], &["--repeat", "1", "instances/signs/leepf-open.toml"]].concat();
    let rows = rows(&arguments);
    let names: Vec<(&str, &str)> = rows
        .iter()
        .map(|row| (row["encodings"].as_str().unwrap(), row["solver"].as_str().unwrap()))
        .collect();
    let expected = [
        ("auto", "varisat"),
        ("auto", "batsat"),
        ("domain order", "varisat"),
        ("domain order", "batsat"),
    ];
    assert_eq!(names, expected);
    assert!(rows.iter().all(|row| row["solutions"] == "14" && row["agreed"] == true));
    assert_eq!(rows[0]["encode_seconds"], rows[1]["encode_seconds"], "compiled for both");
    assert!(rows.iter().all(|row| row["conflicts"].is_number()));
    let figures = |row: &Value| [&row["decisions"], &row["propagations"]].map(Value::is_number);
    assert_eq!([figures(&rows[0]), figures(&rows[1])], [[false; 2], [true; 2]]);
    assert!(rows[0]["untold"].is_string() && rows[1]["untold"].is_null());

    let text = |format: &str| {
        let output = compare(&arguments).args(["--format", format]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(text("csv").starts_with("file,encodings,solver,domain,"));
    assert!(text("markdown").contains("| domain order | batsat | "));
    let table = text("text");
    assert!(
        table.ends_with("\n- = not reported (varisat: conflicts counted from its proof)\n"),
        "{table}"
    );
    let header: Vec<&str> = table.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(header[..3], ["encodings", "solver", "variables"]);
}

#[test]
fn one_solver_needs_no_column() {
    let arguments = ["--solver", "batsat", "--encodings", "auto", "--repeat", "1"];
    let rows = rows(&[&arguments[..], &["instances/pips/pips1.toml"]].concat());
    assert!(rows[0].get("solver").is_none(), "{rows:?}");
}

/// A program that lies is noticed in every task.
#[cfg(unix)]
#[test]
fn solvers_that_disagree_are_told_first() {
    let liar = "cmd:sh -c 'echo s UNSATISFIABLE'";
    for (task, said) in [("count", "solutions: 1"), ("solve", "satisfiable")] {
        let solvers = format!("varisat,{liar}");
        let arguments = ["--solver", &solvers, "--task", task, "--encodings", "auto,order"];
        let arguments = [&arguments[..], &["--repeat", "1", "instances/pips/pips1.toml"]].concat();
        let output = compare(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).unwrap();
        let denied = if task == "count" { "solutions: 0" } else { "unsatisfiable" };
        let first = format!(
            "instances/pips/pips1.toml: THE SOLVERS DISAGREE; at least one is wrong: \
             varisat ({said}), {liar} ({denied})"
        );
        assert_eq!(text.lines().next(), Some(first.as_str()));
        let json = compare(&arguments).arg("--json").output().unwrap();
        assert!(String::from_utf8_lossy(&json.stdout).contains("\"agreed\":false"));
        assert!(String::from_utf8_lossy(&json.stderr).contains("THE SOLVERS DISAGREE"));
    }
}

/// If it lies only about some formulas, its own rows disagree.
#[cfg(unix)]
#[test]
fn rows_of_one_solver_that_disagree_are_told_first() {
    let folder = tempfile::tempdir().unwrap();
    // Right about formulas with as many variables as that of `auto`, wrong about all others.
    let whole = self::rows(&["--repeat", "1", "--encodings", "auto", "instances/pips/pips1.toml"]);
    let counted = ["problem_variables", "auxiliary_variables"].map(|key| whole[0][key].as_u64());
    let header = format!("p cnf {} ", counted.into_iter().flatten().sum::<u64>());
    let script = folder.path().join("solver");
    let right = assert_cmd::cargo::cargo_bin("cnfetti");
    let lines = format!(
        "grep -q '{header}' \"$1\" && exec '{}' solve --format competition \"$1\"
\
         echo s UNSATISFIABLE
",
        right.display()
    );
    fs::write(&script, lines).unwrap();
    let solver = format!("cmd:sh {}", script.display());
    let arguments = ["--solver", &solver, "--task", "solve", "--encodings", "auto,order"];
    let output = compare(&arguments).arg("instances/pips/pips1.toml").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().next().unwrap().contains("THE ENCODINGS DISAGREE"), "{text}");
}

#[test]
fn unknown_names_are_refused() {
    let output =
        compare(&["--encodings", "pairwize", "instances/pips/pips1.toml"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("pairwize"));
}

#[test]
fn with_all_combinations_auto_comes_first() {
    let arguments = ["--all", "--repeat", "1", "--task", "solve", "instances/pips/growing-03.toml"];
    let rows = rows(&arguments);
    assert_eq!(rows.len(), 1 + 3 * 7 * 4);
    assert_eq!(rows[0]["encodings"], "auto");
}

#[test]
fn shuffled_formulas_have_the_same_solutions() {
    for task in ["solve", "count", "unsat"] {
        let arguments = ["--shuffle=5", "--repeat", "4", "--task", task, "--encodings", "auto"];
        let solvers = ["--solver", "varisat,batsat"];
        let files = ["instances/signs/leepf-open.toml"];
        let rows = rows(&[&arguments[..], &solvers[..], &files[..]].concat());
        assert_eq!(rows.len(), 2);
        for row in rows {
            assert_eq!(row["agreed"], true);
            assert_eq!(row["satisfiable"], task != "unsat");
            assert!(task != "count" || row["solutions"] == "14");
        }
    }
}
