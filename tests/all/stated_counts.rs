//! Certificates that lead from a page of inequalities to a number: each command of their README, tampering,
//! and puzzles that cannot have one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cnfetti::certificate::{SUMS, sha256};
use tempfile::TempDir;

use crate::certified_counts::{cpog_check, found};
use crate::cli_proofs::cnfetti;

const LINGUISTS: &str = "instances/seating/cheating-linguists.toml";
const MANY: &str = "instances/pips/many.toml";

fn certified(instance: &str) -> (TempDir, PathBuf) {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("stated");
    let name = folder.to_str().unwrap();
    let (code, _, stderr) = cnfetti(&["certify", "--count", "--formula", instance, "-o", name]);
    assert_eq!(code, Some(0), "{stderr}");
    (parent, folder)
}

fn verify(folder: &Path) -> (Option<i32>, String, String) {
    cnfetti(&["certify", "--verify", folder.to_str().unwrap()])
}

/// The commands of the section.
fn commands(readme: &str) -> Vec<String> {
    let (_, section) = readme.split_once("## From the puzzle to the number\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    section.lines().filter_map(|line| line.strip_prefix("    ")).map(str::to_owned).collect()
}

/// The output of a README's command, if its program is installed.
fn answer(command: &str, folder: &Path) -> Option<String> {
    let words: Vec<&str> = command.split(' ').collect();
    let program = match words[0] {
        "cpog-check" => cpog_check(),
        program => found(program).then(|| program.into()),
    };
    let Some(program) = program else {
        println!("{} was not found: skipped `{command}`", words[0]);
        return None;
    };
    let output = Command::new(program).current_dir(folder).args(&words[1..]).output().unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// From the inequalities to 3,584,400 = 29,870 × 120, by external programs, or programs short enough to read.
#[test]
fn five_commands_lead_to_the_number() {
    let (_parent, folder) = certified(LINGUISTS);
    let (code, stdout, stderr) = verify(&folder);
    assert_eq!(code, Some(0), "{stderr}");
    for line in ["ok  statement.opb: ", "ok  formula.opb: the formula of whole.cnf", "ok  encoding"]
    {
        assert!(stdout.contains(line), "{stdout}");
    }
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(readme.contains("Five commands") && readme.contains("29870 times 120 is 3584400"));
    let commands = commands(&readme);
    let expected = [
        "s VERIFIED OUTPUT EQUISATISFIABLE",
        "ok: formula.opb is whole.cnf; 100 variables of the statement",
        "FULL-PROOF SUCCESS",
        "29870\n",
        "120\n",
    ];
    assert_eq!(commands.len(), expected.len());
    for (command, expected) in commands.iter().zip(expected) {
        if let Some(said) = answer(command, &folder) {
            assert!(said.contains(expected), "{command}: {said}");
        }
    }
    // A variable of the statement that the ordered formula does not count.
    drop_shown(&folder.join("puzzle.cnf"));
    if let Some(said) = answer(&commands[4], &folder) {
        assert_eq!(said, "");
    }
}

/// Auxiliary variables such as "these places are joined" have one value in each solution, so the number is
/// the puzzle's.
#[test]
#[ignore = "slow: .ci/run has it"]
fn words_of_the_page_do_not_change_the_number() {
    for (instance, number) in [
        ("instances/kinds/nurikabe.toml", "1\n"),
        ("instances/models/nurses.xml", "186\n"),
        ("instances/models/tour.xml", "24\n"),
        ("instances/models/boxes.xml", "153\n"),
    ] {
        let (_parent, folder) = certified(instance);
        let (code, _, stderr) = verify(&folder);
        assert_eq!(code, Some(0), "{instance}: {stderr}");
        let commands = commands(&fs::read_to_string(folder.join("README.md")).unwrap());
        for (command, expected) in commands.iter().zip(["s VERIFIED", "ok: ", "FULL-PROOF", number])
        {
            if let Some(said) = answer(command, &folder) {
                assert!(said.contains(expected), "{instance}, {command}: {said}");
            }
        }
    }
}

fn drop_shown(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let fewer = text.replacen("c p show 1 ", "c p show ", 1);
    assert_ne!(fewer, text);
    fs::write(path, fewer).unwrap();
}

/// Changes a file and updates the sums, as a forger would.
fn tampered(folder: &Path, name: &str, change: impl Fn(&str) -> String) -> String {
    let (path, sums) = (folder.join(name), folder.join(SUMS));
    let [old, old_sums] = [&path, &sums].map(|path| fs::read_to_string(path).unwrap());
    let new = change(&old);
    assert_ne!(old, new, "{name}");
    fs::write(&path, &new).unwrap();
    let sum = |text: &str| sha256(text.as_bytes());
    fs::write(&sums, old_sums.replace(&sum(&old), &sum(&new))).unwrap();
    let (code, stdout, stderr) = verify(folder);
    assert_eq!(code, Some(1), "{name}: {stdout}");
    fs::write(&path, old).unwrap();
    fs::write(&sums, old_sums).unwrap();
    stderr
}

#[test]
fn what_was_tampered_with_is_named() {
    let (_parent, folder) = certified(MANY);
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let commands = commands(&readme);
    assert!(readme.contains("Four commands") && commands.len() == 4, "{readme}");
    for (command, expected) in commands.iter().zip(["s VERIFIED", "ok: ", "FULL-PROOF", "4304"]) {
        if let Some(said) = answer(command, &folder) {
            assert!(said.contains(expected), "{command}: {said}");
        }
    }
    let changes: [(&str, &str, &str, &str); 7] = [
        ("statement.opb", " = 1 ;", " >= 1 ;", "statement.opb: is not what belongs"),
        ("statement.opb", "* ", "* not ", "statement.opb: is not what belongs"),
        ("formula.opb", "1 ~", "1 ", "formula.opb: line 3"),
        ("encoding.pbp", "rup 1 ~", "rup 2 ~", "the proof does not end with its clause"),
        ("lint.py", "fail(", "print(", "lint.py: is not what cnfetti writes"),
        ("README.md", "Four", "Three", "README.md: is not what belongs"),
        ("count.json", "\"is_stated\": true", "\"is_stated\": false", "README.md: is not what"),
    ];
    for (name, from, to, expected) in changes {
        let stderr = tampered(&folder, name, |text| text.replacen(from, to, 1));
        assert!(
            stderr.contains("is not a valid certificate") && stderr.contains(expected),
            "{stderr}"
        );
    }
    // A stated variable that is not counted.
    drop_shown(&folder.join("puzzle.cnf"));
    let (code, _, stderr) = verify(&folder);
    assert!(code == Some(1) && stderr.contains("puzzle.cnf"), "{stderr}");
    if let Some(said) = answer(&commands[1], &folder) {
        assert!(!said.contains("ok: "), "{said}");
    }
}

#[test]
fn what_cannot_be_stated_is_refused() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("stated");
    let refused = |words: &[&str]| {
        let all = [&["certify", "--count", "--formula", "-o", folder.to_str().unwrap()], words];
        let (code, stdout, stderr) = cnfetti(&all.concat());
        assert!(code == Some(1) && !folder.exists(), "{stdout}{stderr}");
        stderr
    };
    assert!(refused(&["instances/formulas/pigeons.cnf"]).contains("expected a puzzle"));
    assert!(
        refused(&["--one-sided", MANY]).contains("--one-sided leaves auxiliary variables open")
    );
    let optimal = refused(&["instances/models/delivery.opb"]);
    let said = "the formula of the optimal solutions";
    assert!(optimal.contains(said) && optimal.contains("(--all-costs)"), "{optimal}");
}

/// A statement is about all variables, also where only some are counted.
#[test]
fn a_count_over_some_variables_is_not_stated() {
    const ALL: &str = "var 0..3: s :: output_var;\nvar 0..3: z :: output_var;\n\
                       constraint int_minus(s,s,z);\nsolve satisfy;\n";
    let some = ALL.replacen(" :: output_var", "", 1);
    let parent = tempfile::tempdir().unwrap();
    let [all_file, some_file] = ["all.fzn", "some.fzn"].map(|name| parent.path().join(name));
    fs::write(&all_file, ALL).unwrap();
    fs::write(&some_file, &some).unwrap();
    let refused = parent.path().join("refused").display().to_string();
    let words = ["certify", "--count", "--formula", "-o", &refused, some_file.to_str().unwrap()];
    let (code, stdout, stderr) = cnfetti(&words);
    assert!(code == Some(1) && stderr.contains("over some of the variables"), "{stdout}{stderr}");
    // Nor is a certificate believed in which the model was exchanged for one that counts less.
    let (_parent, folder) = certified(all_file.to_str().unwrap());
    assert!(verify(&folder).1.contains("4"));
    let (puzzle, sums) = (folder.join("puzzle.fzn"), folder.join(SUMS));
    fs::write(puzzle, &some).unwrap();
    let [old, new] = [ALL, &some].map(|text| sha256(text.as_bytes()));
    let exchanged = fs::read_to_string(&sums).unwrap().replace(&old, &new);
    fs::write(sums, exchanged).unwrap();
    let (code, stdout, stderr) = verify(&folder);
    assert!(code == Some(1) && stderr.contains("over some of the variables"), "{stdout}{stderr}");
}
