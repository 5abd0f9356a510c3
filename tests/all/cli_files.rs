//! Files that commands write: nobody else's file is lost, and `-` is standard output.

use std::fs;
use std::path::Path;

use crate::cli_proofs::cnfetti;

const LEEPF: &str = "instances/signs/leepf.toml";
const PIPS: &str = "instances/pips/pips1.toml";

/// Commands that write to the path that follows, and whether cnfetti recognizes the result as its
/// own.
const WRITERS: [(&[&str], bool); 9] = [
    (&["encode", LEEPF, "-o"], true),
    (&["solve", LEEPF, "--emit-cnf"], true),
    (&["count", LEEPF, "--emit-cnf"], true),
    (&["draw", LEEPF, "-o"], true),
    (&["explain", "--hint", LEEPF, "--html"], true),
    (&["report", "--no-encodings", LEEPF, "-o"], true),
    (&["convert", "--to", "map", PIPS, "-o"], false),
    (&["generate", "pips", "--size", "3", "--seed", "1", "-o"], false),
    (&["count", LEEPF, "--proof"], false),
];

/// Not even by force does a command replace what it reads.
#[test]
fn a_file_that_is_read_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.toml");
    let link = folder.path().join("link");
    fs::write(&path, "").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    for (words, _) in WRITERS.into_iter().filter(|(words, _)| words[0] != "generate") {
        let puzzle = if words.contains(&PIPS) { PIPS } else { LEEPF };
        fs::copy(puzzle, &path).unwrap();
        let name = path.display().to_string();
        let words: Vec<&str> =
            words.iter().map(|&word| if word == puzzle { &*name } else { word }).collect();
        for written in [&path, &link] {
            let (code, err) = run(&words, written, true);
            assert_eq!(code, Some(2), "{words:?}: {err}");
            assert!(err.contains("would replace") && err.contains("input.toml"), "{err}");
            assert_eq!(fs::read(&path).unwrap(), fs::read(puzzle).unwrap(), "{words:?}");
        }
    }
    // A proof comes with a formula.
    let formula = folder.path().join("proof.cnf");
    fs::write(&formula, "p cnf 1 1\n1 0\n").unwrap();
    let words = ["solve", formula.to_str().unwrap(), "--proof"];
    let (code, err) = run(&words, &folder.path().join("proof"), true);
    assert_eq!(code, Some(2), "{err}");
}

/// Files that are not ours, some of which look much like it.
fn foreign() -> Vec<String> {
    let diary = "dear diary\n".to_owned();
    let comments = "c of another tool\n".repeat(1000) + "p cnf 1 1\n1 0\n";
    let svg = "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>\n";
    let page = "<!DOCTYPE html>\n<html><head></head></html>\n";
    let proof = "1 2 0\nd 1 2 0\n0\n";
    let puzzle = "kind = \"dice\"\n";
    vec![diary, comments, svg.into(), page.into(), proof.into(), puzzle.into(), " ".into()]
}

fn run(words: &[&str], path: &Path, force: bool) -> (Option<i32>, String) {
    let path = path.display().to_string();
    let mut words = [words, &[&path]].concat();
    if force {
        words.push("--force");
    }
    let (code, _, err) = cnfetti(&words);
    (code, err)
}

#[test]
fn files_of_others_are_overwritten_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for (words, _) in WRITERS {
        for text in foreign() {
            fs::write(&path, &text).unwrap();
            let (code, err) = run(words, &path, false);
            assert_eq!(code, Some(1), "{words:?}: {err}");
            assert!(err.contains("exists") && err.contains("--force overwrites it"), "{err}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text, "{words:?}");
        }
        let (code, err) = run(words, &path, true);
        assert_eq!(code, Some(0), "{words:?}: {err}");
        assert!(fs::metadata(&path).unwrap().len() > 2, "{words:?}");
        let _ = fs::remove_file(folder.path().join("file.cnf"));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_was_written_here_is_known_again() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (words, is_known)) in WRITERS.into_iter().enumerate() {
        let path = folder.path().join(number.to_string());
        assert_eq!(run(words, &path, false).0, Some(0), "{words:?}");
        let (code, err) = run(words, &path, false);
        assert_eq!(code == Some(0), is_known, "{words:?}: {err}");
        // Overwriting an empty file loses nothing.
        fs::write(&path, "").unwrap();
        let _ = fs::remove_file(folder.path().join(format!("{number}.cnf")));
        assert_eq!(run(words, &path, false).0, Some(0), "{words:?}");
    }
}

/// The formula beside a proof is as safe as the proof.
#[test]
fn a_formula_beside_a_proof_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let (proof, formula) = (folder.path().join("x"), folder.path().join("x.cnf"));
    fs::write(&formula, "p cnf 1 1\n1 0\n").unwrap();
    let (code, err) = run(&["count", LEEPF, "--proof"], &proof, false);
    assert!(code == Some(1) && err.contains("x.cnf exists"), "{err}");
    assert!(!proof.exists());
    assert_eq!(fs::read_to_string(&formula).unwrap(), "p cnf 1 1\n1 0\n");
}

/// Each command writes to standard output what it writes to a file, and nothing else.
#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (words, _)) in WRITERS.into_iter().enumerate() {
        if words.contains(&"--proof") {
            continue;
        }
        let path = folder.path().join(number.to_string());
        let (code, err) = run(words, &path, false);
        assert_eq!(code, Some(0), "{words:?}: {err}");
        let (code, out, err) = cnfetti(&[words, &["-"]].concat());
        assert_eq!(code, Some(0), "{words:?}: {err}");
        let written = fs::read_to_string(&path).unwrap();
        assert_eq!(out, written, "{words:?}");
    }
    assert!(!Path::new("-").exists());
}
