//! The walls between the layers, and the size of files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::code::code;

const LONGEST_FILE: usize = 1000;

/// All Rust files of the project, with their paths from the root.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> =
        ["src", "crates", "encodings/src", "encodings/tests", "python/src", "tests", "benches"]
            .map(|name| root.join(name))
            .into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root).expect("it is below the root").display();
                files.push((name.to_string(), fs::read_to_string(&path).expect("UTF-8 text")));
            }
        }
    }
    files.sort();
    files
}

fn assert_absent(folder: &str, words: &[&str], except: &[&str]) {
    let (files, mut looked_at) = (sources(), 0);
    for word in words {
        let is_program = |name: &str| !name.starts_with("tests/");
        let mut programs = files.iter().filter(|(name, _)| is_program(name));
        assert!(
            programs.any(|(_, text)| code(text).contains(word)),
            "`{word}` is nowhere, so a wall against it says nothing"
        );
        if let (Some(module), Some(room)) = (word.strip_prefix("crate::"), folder.find("/src")) {
            let table = format!("{}/{module}", &folder[..room + "/src".len()]);
            let is_there = files.iter().any(|(name, _)| name.starts_with(&table));
            assert!(is_there, "`{word}` is not in the crate of {folder}");
        }
    }
    for (name, text) in files {
        if name.starts_with(folder) && !except.iter().any(|exempt| name.starts_with(exempt)) {
            let code = code(&text);
            looked_at += 1;
            for word in words {
                assert!(!code.contains(word), "{name} must not contain `{word}`");
            }
        }
    }
    assert!(looked_at > 0, "{folder} has no files");
}

#[test]
fn no_file_is_over_its_length() {
    for (name, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{name} has {lines} lines: split it along its ideas");
    }
}

/// An example that no test runs would be wrong one day.
#[test]
fn no_example_is_left_untested() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, text) in sources() {
        let Some((folder, _)) = name.split_once("src/") else { continue };
        let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap();
        let has_example = text.contains("/// ```") || text.contains("//! ```");
        assert!(
            !has_example || !manifest.contains("doctest = false"),
            "{name}: see its Cargo.toml"
        );
    }
}

#[test]
fn only_commands_print_or_exit() {
    let words = ["println!(", "eprintln!(", "print!(", "process::exit", "std::env::args"];
    assert_absent("src/", &words, &["src/main.rs", "src/report_error.rs", "src/commands"]);
    // An example is a program, and a test notes that it skips a checker.
    let allowed = ["crates/cnfetti/examples/", "crates/derivation/tests/"];
    assert_absent("crates/", &words, &allowed);
    assert_absent("encodings/src/", &words, &[]);
}

#[test]
fn each_solver_library_is_named_in_one_place() {
    let libraries = ["varisat::", "batsat::", "cadical::"];
    assert_absent("src/", &libraries, &[]);
    assert_absent("crates/", &libraries, &["crates/sat/src/solver"]);
}

/// The manifests enforce most walls, because a crate cannot name what it does not depend on. These walls are
/// within what a crate may name.
#[test]
fn what_is_at_hand_is_not_used_everywhere() {
    // A fault in shared code would mislead a search and its check alike.
    assert_absent("crates/sat/src/solver", &["cnfetti_proof"], &[]);
    assert_absent("crates/proof/src", &["cnfetti_core::presolve", "cnfetti_core::relaxation"], &[]);
    assert_absent("crates/proof/src", &["cnfetti_core::csp"], &["crates/proof/src/refutation"]);
    assert_absent("crates/core/src/limit", &["crate::"], &[]);
    assert_absent("crates/puzzles/src/puzzle", &["Lit", "Cnf", "cnfetti_sat::"], &[]);
    assert_absent("crates/exact/src", &["Lit", "Cnf"], &[]);
    let problems = ["cnfetti_core::csp", "crate::compile", "crate::search", "cnfetti_proof"];
    assert_absent("crates/sat/src/knowledge", &problems, &[]);
    assert_absent("crates/sat/src/solver", &["cnfetti_core::csp", "crate::search"], &[]);
    assert_absent("crates/sat/src/compile", &["crate::search"], &[]);
}

/// The table of a family names each file that implements its trait.
#[test]
fn every_file_of_a_family_has_its_row() {
    let families = [
        ("crates/puzzles/src/puzzle.rs", "impl Puzzle for"),
        ("crates/cnfetti/src/generate.rs", "GENERATOR: Generator"),
        ("crates/sat/src/solver.rs", "impl Solver for"),
        ("encodings/src/at_most_one.rs", "const ROW: Encoding"),
        ("encodings/src/cardinality.rs", "const ROW: Encoding"),
        ("encodings/src/linear.rs", "const ROW: Encoding"),
        ("encodings/src/domain.rs", "const ROW: Encoding"),
    ];
    let files = sources();
    for (table, implements) in families {
        let text = &files.iter().find(|(name, _)| name == table).expect("the table exists").1;
        let (text, folder) = (code(text), table.replace(".rs", "/"));
        let mut members = 0;
        for (name, text_of_member) in &files {
            if let Some(member) = name.strip_prefix(&folder)
                && code(text_of_member).contains(implements)
            {
                members += 1;
                let module = member.split(['/', '.']).next().expect("a name has a first part");
                assert!(text.contains(&format!("{module}::")), "{name} has no row in {table}");
            }
        }
        assert!(members >= 3, "{table} has {members} members: `{implements}` is in no other file");
    }
}
