//! Many puzzles in one call.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// Runs the tool and returns its exit code, stdout and stderr.
fn cnfetti(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("cnfetti").unwrap().args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A folder of boards `1#` for one domino: `a.toml` has one solution, `b.toml` several, `c.toml`
/// none, `sub/d.txt` is malformed, and `readme.md` is not a puzzle.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for (name, board) in [("a.toml", "1#"), ("b.toml", "##"), ("c.toml", "3#")] {
        write(name, &format!("kind='pips'\nboard='{board}'\ndominoes=['12']"));
    }
    write("sub/d.txt", "1\n##\nx");
    write("readme.md", "not a puzzle");
    folder
}

#[test]
fn a_folder_is_run_in_order_and_a_bad_file_does_not_stop_it() {
    let folder = folder();
    let path = folder.path().display().to_string();
    for jobs in ["1", "2", "7"] {
        let (code, out, err) = cnfetti(&["solve", "--unique", "-j", jobs, &path]);
        let out = out.replace(&path, "F");
        let expected = "F/a.toml: unique\n\
                        F/b.toml: several (r1c1: 1 or 2; r1c2: 2 or 1)\n\
                        F/c.toml: none\n";
        let turned =
            expected.replace("1 or 2", "2 or 1").replacen("; r1c2: 2 or 1", "; r1c2: 1 or 2", 1);
        assert!(out == expected || out == turned, "{out}");
        assert_eq!(code, Some(1));
        assert!(err.contains("d.txt:3:1") && err.contains("expected the number of rules"), "{err}");
        let summary = "4 puzzles in 4 files: 1 unique, 1 several, 1 none, 1 failed, in ";
        assert!(err.contains(summary), "{err}");
    }
}

#[test]
fn json_is_a_line_for_each_puzzle_of_a_day() {
    let (code, out, err) =
        cnfetti(&["--json", "-q", "solve", "--unique", "instances/pips/sample-day.json"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let files: Vec<&str> = lines.iter().filter_map(|line| line["file"].as_str()).collect();
    let day = "instances/pips/sample-day.json";
    assert_eq!(files, [format!("{day}#easy"), format!("{day}#medium"), format!("{day}#hard")]);
    assert!(lines.iter().all(|line| line["verdict"] == "unique" && line["second"].is_null()));
}

#[test]
fn many_files_are_counted_in_order() {
    let files: Vec<String> = (0..60)
        .map(|number| ["pips1.toml", "none.toml", "growing-02.toml"][number % 3])
        .map(|name| format!("instances/pips/{name}"))
        .collect();
    let words: Vec<&str> =
        ["count", "-q", "-j", "3"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let (code, out, _) = cnfetti(&words);
    assert_eq!(code, Some(0));
    let named: Vec<&str> = out.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(named, files);
}

#[test]
fn one_formula_needs_one_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("x.cnf").display().to_string();
    let day = "instances/pips/sample-day.json";
    let (code, _, err) = cnfetti(&["solve", "--emit-cnf", &formula, day]);
    assert_eq!(code, Some(1));
    assert!(err.contains("--emit-cnf writes the formula of one puzzle"), "{err}");
    assert!(!Path::new(&formula).exists());
    let (code, _, _) = cnfetti(&["solve", "--emit-cnf", &formula, &format!("{day}#easy")]);
    assert_eq!(code, Some(0));
}

#[test]
fn a_folder_without_puzzles_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, err) = cnfetti(&["count", &folder.path().display().to_string()]);
    assert_eq!(code, Some(1));
    assert!(err.contains("no file in this folder that ends in .toml, .json, .txt"), "{err}");
}

/// The command notes numbers that rule out any solution, and still counts the puzzle.
#[test]
fn numbers_that_rule_out_any_solution_are_said() {
    let folder = tempfile::tempdir().unwrap();
    for (text, flaw) in [
        (
            "kind='pips'\nboard='###'\ndominoes=['12']",
            "the board has 3 cells, an odd number, and a domino covers two",
        ),
        (
            "kind='dice'\ndice=4\nfaces=6\nletters='abcdefghijklmnopqrstuvw'\nwords=[]",
            "4 dice with 6 faces each have 24 all together, but there are 23 letters",
        ),
        (
            "kind='seating'\nfigure='X'\nsubjects=2\ncandidates=1",
            "there are 2 candidates for 1 seat",
        ),
    ] {
        let path = folder.path().join("x.toml");
        fs::write(&path, text).unwrap();
        let path = path.display().to_string();
        for words in [&["count"][..], &["solve"], &["solve", "--unique"], &["show"], &["explain"]] {
            let (code, _, err) = cnfetti(&[words, &[&path]].concat());
            assert_eq!(code, Some(0), "{words:?}: {err}");
            assert!(err.contains(&format!("there can be no solution: {flaw}\n")), "{err}");
        }
        let (_, out, _) = cnfetti(&["count", &path]);
        assert!(out.contains(": 0 solutions"), "{out}");
    }
}
