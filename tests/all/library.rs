//! The library's examples, and what a program that uses the library depends on.

use std::process::Command;

use cnfetti::certificate::count::verify;
use cnfetti::limit::Budget;

#[allow(dead_code)]
#[path = "../../crates/cnfetti/examples/costas.rs"]
mod costas;
#[allow(dead_code)]
#[path = "../../examples/gallery.rs"]
mod gallery;
#[allow(dead_code)]
#[path = "../../examples/magic_square.rs"]
mod magic_square;

#[test]
fn a_problem_of_ones_own_is_counted_explained_and_certified() {
    let folder = tempfile::tempdir().unwrap();
    let report = magic_square::report(folder.path()).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "2");
    assert_eq!(*lines.last().unwrap(), "exactly 2 models");
    let (claim, _) = verify(folder.path(), &Budget::default()).unwrap();
    assert_eq!(claim.models, "2");
    let is_step = |line: &&str| line.contains(" sum of ") && line.contains(": so ");
    assert!(lines.iter().any(is_step), "{report}");
}

/// There are 40 Costas arrays of order 5, a published number.
#[test]
fn the_front_door_counts_lists_explains_and_certifies() {
    let folder = tempfile::tempdir().unwrap();
    let report = costas::report(folder.path()).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "40 arrays, 40 listed");
    assert_eq!(*lines.last().unwrap(), "exactly 40 models");
    let (claim, _) = verify(&folder.path().join("costas"), &Budget::default()).unwrap();
    assert_eq!(claim.models, "40");
    assert!(lines.iter().any(|line| line.to_lowercase().contains("no two rises")), "{report}");
}

/// Only the program depends on what terminals and the system's signals need.
#[test]
fn users_of_the_library_build_nothing_for_a_terminal() {
    let tree = |package: &str, edges: &str| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["tree", "--offline", "--package", package, "--edges", edges]);
        cargo.args(["--prefix", "none", "--format", "{p}"]);
        let done = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    let is_named = |tree: &str, name: &str| {
        tree.lines().any(|line| line.split_whitespace().next() == Some(name))
    };
    let of_terminals = ["clap", "indicatif", "comfy-table", "anstream", "ctrlc", "tokio", "hyper"];
    let (library, program) = (tree("cnfetti", "normal"), tree("cnfetti-cli", "normal"));
    for name in of_terminals {
        assert!(!is_named(&library, name), "{name}: {library}");
        assert!(is_named(&program, name), "{name} is looked for in vain");
    }
    for engine in ["core", "models", "proof", "exact", "sat", "puzzles", "explain"] {
        let engine = tree(&format!("cnfetti-{engine}"), "normal");
        for name in ["tempfile", "rustix", "cnfetti-process"].iter().chain(&of_terminals) {
            assert!(!is_named(&engine, name), "{name}: {engine}");
        }
    }
}

/// The pictures of the kinds contain each kind that is a file, as it is drawn today.
#[test]
fn the_gallery_is_what_its_example_draws() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = gallery::gallery("instances/kinds".as_ref(), folder.path()).unwrap();
    assert_eq!(drawn, cnfetti::kinds::library::SHIPPED.len());
    let mut files = vec!["drawing.md".to_owned()];
    let name =
        |kind: &cnfetti::kinds::library::Shipped| format!("pictures/kinds/{}.svg", kind.name);
    files.extend(cnfetti::kinds::library::SHIPPED.iter().map(name));
    for file in files {
        let [new, old] = [folder.path(), "docs".as_ref()].map(|folder| {
            std::fs::read_to_string(folder.join(&file)).unwrap_or_else(|_| panic!("{file}"))
        });
        assert!(
            old.ends_with(&new),
            "{file}: `cargo run --example gallery -- instances/kinds docs`"
        );
    }
}
