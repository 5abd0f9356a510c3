//! The exact counter from the command line.

use assert_cmd::Command;
use serde_json::Value;

fn run(arguments: &str, code: i32) -> (String, String) {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments.split(' '));
    let output = command.assert().code(code).get_output().clone();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn json(arguments: &str, code: i32) -> Vec<Value> {
    run(arguments, code).0.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn both_engines_say_the_same() {
    let file = "instances/dice/labeled-dice-unlimited.toml";
    for engine in ["exact", "blocking", "clauses"] {
        let line = &json(&format!("count --json --engine {engine} {file}"), 0)[0];
        assert_eq!(line["engine"], engine);
        assert_eq!((&line["solutions"], &line["classes"]), (&"72".into(), &"3".into()));
    }
    let (out, notes) = run(&format!("count -v --cross-check {file}"), 0);
    assert!(out.contains("72 solutions, 3 up to renaming the dice"), "{out}");
    assert!(notes.contains("the engines agree"), "{notes}");
}

#[cfg(unix)]
#[test]
fn a_wrong_counter_is_found_out() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let counter = |number: u32| {
        let path = folder.path().join(format!("counter{number}"));
        std::fs::write(&path, format!("#!/bin/sh\necho c s exact arb int {number}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    };
    let file = "instances/signs/leepf-open.toml";
    run(&format!("count --cross-check --counter {} {file}", counter(14)), 0);
    let (_, said) = run(&format!("count -v --counter {} {file}", counter(14)), 0);
    assert!(said.contains("counter14 counts 14 solutions as well"), "{said}");
    let (_, error) = run(&format!("count --counter {} {file}", counter(15)), 1);
    assert!(error.contains("counts 15 solutions, exact says 14"), "{error}");
    let (_, error) = run(&format!("count --cross-check --counter {} {file}", counter(15)), 1);
    assert!(error.contains("counts 15 solutions, exact says 14"), "{error}");
}

#[test]
fn a_memory_limit_gives_a_lower_bound() {
    let file = "instances/seating/cheating-linguists.toml";
    let line = &json(&format!("count --json --engine exact --memory-limit 20k {file}"), 3)[0];
    assert_eq!(line["status"], "at least");
    let solutions: u64 = line["solutions"].as_str().unwrap().parse().unwrap();
    assert!(0 < solutions && solutions <= 3_584_400, "{solutions}");
}

#[test]
fn samples_depend_on_the_seed_only() {
    let file = "instances/seating/cheating-linguists.toml";
    let draw = |seed: u32| run(&format!("solve --json --sample 3 --seed {seed} {file}"), 0).0;
    assert_eq!(draw(7).lines().count(), 3);
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
}

#[test]
fn candidates_are_counted() {
    let line = &json("candidates --json instances/signs/leepf-open.toml", 0)[0];
    assert_eq!((&line["status"], &line["solutions"]), (&"exact".into(), &"14".into()));
    assert_eq!(line["candidates"]["board[r1c2]"], serde_json::json!({"1": "14"}));
    let (out, _) = run("candidates instances/signs/leepf-open.toml", 0);
    assert!(out.lines().nth(2).unwrap().starts_with("│   →      ←1       ↔     ↓123 "), "{out}");
    let (out, _) = run("candidates --ascii instances/signs/leepf-open.toml", 0);
    assert!(out.lines().nth(2).unwrap().starts_with("|    >        <1        >+<"), "{out}");
    assert!(out.is_ascii(), "{out}");
    let (out, _) = run("candidates instances/pips/pips1.toml", 0);
    assert!(out.contains("8 of 8 forced (=)"), "{out}");
}

#[test]
fn formulas_are_counted_and_solved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cnf");
    let write = |text: &str| std::fs::write(&path, text).unwrap();
    let name = path.display().to_string();
    write("p cnf 4 2\n1 2 0\n-1 -2 0\n");
    assert_eq!(run(&format!("count {name}"), 0).0, format!("{name}: 8 models\n"));
    write("c ind 1 3 0\np cnf 4 2\n1 2 0\n-1 -2 0\n");
    assert_eq!(run(&format!("count {name}"), 0).0, format!("{name}: 4 models\n"));
    let solved = run(&format!("solve --all {name}"), 0).0;
    assert_eq!(solved.lines().filter(|line| line.starts_with("v ")).count(), 4, "{solved}");
    write("p cnf 1 2\n1 0\n-1 0\n");
    assert_eq!(run(&format!("solve {name}"), 0).0, "s UNSATISFIABLE\n");
    assert_eq!(json(&format!("count --json {name}"), 0)[0]["solutions"], "0");
    write("p cnf 1 1\n1 0\n-1 0\n");
    let (_, error) = run(&format!("count {name}"), 1);
    assert!(
        error.contains("x.cnf:1:1") && error.contains("as the header says, 1, found 2"),
        "{error}"
    );
    write("c p show 5 0\np cnf 1 1\n1 0\n");
    let (_, error) = run(&format!("count {name}"), 1);
    assert!(
        error.contains("x.cnf:1:10") && error.contains("expected variables up to 1, found `5`"),
        "{error}"
    );
}
