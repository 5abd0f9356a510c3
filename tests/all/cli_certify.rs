//! Certificates, intact and tampered with.

use std::fs;
use std::path::{Path, PathBuf};

use cnfetti::certificate::{SUMS, sha256};
use tempfile::TempDir;

use crate::cli_proofs::cnfetti;

const LABELED_DICE: &str = "instances/dice/labeled-dice.toml";

/// A folder with a certificate for the instance.
fn certified(instance: &str) -> (TempDir, PathBuf) {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("certificate");
    let (code, stdout, stderr) = cnfetti(&["certify", instance, "-o", folder.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    (parent, folder)
}

fn verify(folder: &Path) -> (Option<i32>, String, String) {
    cnfetti(&["certify", "--verify", folder.to_str().unwrap()])
}

#[test]
fn every_seed_gets_its_verdict() {
    for (instance, verdict) in [
        (LABELED_DICE, "exactly 24 solutions, unique up to renaming the dice"),
        (
            "instances/dice/labeled-dice-unlimited.toml",
            "exactly 72 solutions, 3 up to renaming the dice",
        ),
        ("instances/dice/letters-on-dice.toml", "exactly 48 solutions, 2 up to renaming the dice"),
        ("instances/signs/leepf.toml", "unique"),
        ("instances/signs/leepf-open.toml", "exactly 14 solutions"),
        ("instances/pips/pips1.toml", "unique"),
        ("instances/pips/pips1.txt", "unique"),
        ("instances/pips/none.toml", "none"),
        ("instances/pips/many.toml", "exactly 4304 solutions"),
    ] {
        let (_parent, folder) = certified(instance);
        let (code, stdout, stderr) = verify(&folder);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stdout.contains(&format!(": {verdict} (verified, ")), "{instance}: {stdout}");
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.starts_with(&format!("# {verdict}\n")), "{readme}");
    }
}

/// If there are too many solutions to list, the list has one of each set that differs only by
/// renaming.
#[test]
fn many_solutions_are_listed_up_to_renaming() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("x");
    let words = ["certify", LABELED_DICE, "--limit", "5", "-o", folder.to_str().unwrap()];
    assert_eq!(cnfetti(&words).0, Some(0));
    let solutions = fs::read_to_string(folder.join("solutions.jsonl")).unwrap();
    assert_eq!(solutions.lines().count(), 1);
    let (_, stdout, _) = verify(&folder);
    let verdict = "exactly 24 solutions, unique up to renaming the dice";
    assert!(stdout.contains(verdict), "{stdout}");
    assert!(stdout.contains("solutions.jsonl: 1 solution"), "{stdout}");
}

/// If there are too many even up to renaming, the number is certified, unless a list is requested.
/// For a formula, it always is.
#[test]
fn a_number_that_nobody_lists_is_certified_without_a_list() {
    let parent = tempfile::tempdir().unwrap();
    let path = |name: &str| parent.path().join(name).display().to_string();
    let model = path("model.fzn");
    let digits: String = "abcdef".chars().map(|name| format!("var 0..9: {name};\n")).collect();
    fs::write(&model, digits + "constraint int_le(a, b);\nsolve satisfy;\n").unwrap();
    let (code, _, stderr) = cnfetti(&["certify", &model, "--limit", "9", "-o", &path("x")]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("there are more than 9 solutions to list"), "{stderr}");
    let (code, stdout, stderr) = cnfetti(&["certify", &model, "-o", &path("x")]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stdout, format!("{}: exactly 550000 solutions (written)\n", path("x")));
    assert!(
        stderr.contains("more than 100,000 solutions, so the certificate has their number"),
        "{stderr}"
    );
    assert!(cnfetti(&["certify", "--verify", &path("x")]).1.contains("exactly 550000 solutions"));
    assert_eq!(cnfetti(&["encode", "-o", &path("y.cnf"), LABELED_DICE]).0, Some(0));
    let (code, stdout, stderr) = cnfetti(&["certify", &path("y.cnf"), "-o", &path("y")]);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(stdout, format!("{}: exactly 24 models (written)\n", path("y")));
    let listed = cnfetti(&["certify", &path("y.cnf"), "--limit", "9", "-o", &path("z")]);
    assert_eq!(listed.0, Some(2), "{}", listed.2);
}

/// Changes a file and updates the sums, as a forger would.
fn tamper(folder: &Path, name: &str, change: impl Fn(String) -> String) {
    let path = folder.join(name);
    fs::write(&path, change(fs::read_to_string(&path).unwrap())).unwrap();
    let sums: String = fs::read_to_string(folder.join(SUMS))
        .unwrap()
        .lines()
        .map(|line| line.split_once("  ").unwrap().1)
        .map(|name| format!("{}  {name}\n", sha256(&fs::read(folder.join(name)).unwrap())))
        .collect();
    fs::write(folder.join(SUMS), sums).unwrap();
}

#[test]
fn what_was_tampered_with_is_named() {
    let drop_last_line = |text: String| {
        let lines: Vec<&str> = text.lines().collect();
        lines[..lines.len() - 1].join("\n") + "\n"
    };
    let fewer_clauses = move |text: String| {
        let text = drop_last_line(text);
        let header = text.lines().find(|line| line.starts_with("p cnf ")).unwrap();
        let words: Vec<&str> = header.split(' ').collect();
        let clauses: usize = words[3].parse().unwrap();
        text.replace(header, &format!("p cnf {} {}", words[2], clauses - 1))
    };
    type Change = Box<dyn Fn(String) -> String>;
    let cases: [(&str, Change, &str); 15] = [
        (
            "certificate.json",
            Box::new(|text| text.replace("exactly 24", "exactly 25")),
            "certificate.json: claims \"exactly 25 solutions, unique up to renaming the dice\", \
             but what is shown is \"exactly 24 solutions, unique up to renaming the dice\"",
        ),
        (
            "certificate.json",
            Box::new(|text| text.replace("\"listed\"", "\"listing\"")),
            "certificate.json: unknown field `listing`",
        ),
        ("solutions.jsonl", Box::new(drop_last_line), "rest.cnf: expected "),
        (
            "solutions.jsonl",
            Box::new(|text| {
                text.lines().map(|_| text.lines().next().unwrap().to_owned() + "\n").collect()
            }),
            "solutions.jsonl: line 2: the same solution again",
        ),
        (
            "solutions.jsonl",
            Box::new(|text| text.replacen("\"model\":[", "\"model\":[-1,", 1)),
            "solutions.jsonl: line 1: expected the true variables in increasing order, from 1 to ",
        ),
        (
            "solutions.jsonl",
            Box::new(|text| text.lines().rev().map(|line| line.to_owned() + "\n").collect()),
            "solutions.jsonl: line 2: expected a larger solution than that of the line before",
        ),
        (
            "solutions.jsonl",
            Box::new(|text| {
                let end = text.find("]}\n").unwrap();
                let start = text[..end].rfind(',').unwrap();
                text[..start].to_owned() + &text[end..]
            }),
            "solutions.jsonl: line 1: the model does not satisfy puzzle.cnf",
        ),
        (
            "rest.cnf",
            Box::new(|text| {
                let clause = text.lines().last().unwrap();
                let shorter = clause.split_once(' ').unwrap().1;
                text.replace(clause, shorter)
            }),
            "does not forbid just the solution of line 24 of solutions.jsonl",
        ),
        ("rest.cnf", Box::new(fewer_clauses), "rest.cnf: expected "),
        (
            "puzzle.cnf",
            Box::new(fewer_clauses),
            "puzzle.cnf: is not what belongs to this certificate",
        ),
        (
            "rest.drat",
            Box::new(|_| String::new()),
            "rest.drat: the proof ends before a contradiction",
        ),
        (
            "rest.drat",
            Box::new(|_| "0\n".to_owned()),
            "rest.drat: step 1 of the proof: the clause that is empty does not follow",
        ),
        (
            "variables.txt",
            Box::new(|text| text.replacen("=1", "=2", 1)),
            "variables.txt: is not what belongs to this certificate",
        ),
        (
            "README.md",
            Box::new(|text| text.replacen("24", "25", 1)),
            "README.md: is not what belongs to this certificate",
        ),
        (
            "puzzle.toml",
            Box::new(|text| text.replace("faces = 6", "faces = 7")),
            "puzzle.cnf: is not what belongs to this certificate",
        ),
    ];
    for (name, change, expected) in cases {
        let (_parent, folder) = certified(LABELED_DICE);
        tamper(&folder, name, change);
        let (code, _, stderr) = verify(&folder);
        assert_eq!(code, Some(1), "{name}: {stderr}");
        assert!(stderr.contains(expected), "{name}: {stderr}");
    }
}

#[test]
fn missing_added_and_changed_files_are_named() {
    let (_parent, folder) = certified(LABELED_DICE);
    let notes = folder.join("notes.txt");
    fs::write(&notes, "mine").unwrap();
    assert!(verify(&folder).2.contains("SHA256SUMS: does not list notes.txt"));
    fs::remove_file(&notes).unwrap();
    fs::write(folder.join("variables.txt"), "changed").unwrap();
    assert!(verify(&folder).2.contains("variables.txt: is not the file that SHA256SUMS lists"));
    fs::remove_file(folder.join("variables.txt")).unwrap();
    assert!(verify(&folder).2.contains("variables.txt: expected this file, found none"));
    fs::write(folder.join(SUMS), "nothing").unwrap();
    assert!(verify(&folder).2.contains("SHA256SUMS: expected lines of a SHA-256 sum"));
    assert_eq!(verify(&folder.join("nowhere")).0, Some(1));
}

#[test]
fn a_folder_that_exists_is_left_alone() {
    let (_parent, folder) = certified(LABELED_DICE);
    let (code, _, stderr) = cnfetti(&["certify", LABELED_DICE, "-o", folder.to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("exists; --force replaces a certificate that cnfetti wrote"),
        "{stderr}"
    );
    assert_eq!(verify(&folder).0, Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn sums_without_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join(SUMS)).unwrap();
    let (code, _, stderr) = verify(folder.path());
    assert_eq!(code, Some(1));
    assert!(stderr.contains("SHA256SUMS: expected a file"), "{stderr}");
}

/// A formula that contains the empty clause needs no other proof; not every checker reads it.
#[test]
fn an_empty_clause_is_shown_instead_of_proved() {
    let parent = tempfile::tempdir().unwrap();
    let (puzzle, folder) = (parent.path().join("x.toml"), parent.path().join("certificate"));
    fs::write(&puzzle, "kind = \"dice\"\ndice = 1\nfaces = 2\nwords = [\"abc\"]\n").unwrap();
    let words = ["certify", puzzle.to_str().unwrap(), "-o", folder.to_str().unwrap()];
    assert_eq!(cnfetti(&words).0, Some(0));
    let (formula, readme) = ("rest.cnf", "README.md");
    let [formula, readme] =
        [formula, readme].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    assert!(formula.lines().any(|line| line == "0"), "{formula}");
    assert!(readme.contains("grep -n '^0$' rest.cnf") && !readme.contains("rate "), "{readme}");
    assert_eq!(verify(&folder).0, Some(0));
    let (_parent, folder) = certified(LABELED_DICE);
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(readme.contains("    rate rest.cnf rest.drat"), "{readme}");
}

#[test]
fn text_behind_the_contradiction_is_refused() {
    for more in ["and more\n", "0\n", "1 0\n", "d 1 0\n"] {
        let (_parent, folder) = certified(LABELED_DICE);
        tamper(&folder, "rest.drat", |text| text + more);
        let (code, _, stderr) = verify(&folder);
        assert_eq!(code, Some(1), "{more}");
        assert!(stderr.contains("rest.drat: step ") && stderr.contains("expected "), "{stderr}");
    }
}

#[test]
fn a_puzzle_comes_from_stdin_a_pipe_and_after_a_byte_order_mark() {
    let parent = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(LABELED_DICE).unwrap();
    let folder = |name: &str| parent.path().join(name);
    let certify = |words: &[&str], input: &str| {
        let mut command = assert_cmd::Command::cargo_bin("cnfetti").unwrap();
        command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("certify").args(words);
        let output = command.write_stdin(input).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    certify(&["-", "-o", folder("stdin").to_str().unwrap()], &text);
    let marked = folder("marked.toml");
    fs::write(&marked, format!("\u{feff}{text}")).unwrap();
    certify(&[marked.to_str().unwrap(), "-o", folder("mark").to_str().unwrap()], "");
    if cfg!(target_os = "linux") {
        certify(&["/dev/stdin", "-o", folder("pipe").to_str().unwrap()], &text);
        assert_eq!(verify(&folder("pipe")).0, Some(0));
    }
    for name in ["stdin", "mark"] {
        let (code, stdout, stderr) = verify(&folder(name));
        assert_eq!(code, Some(0), "{name}: {stderr}");
        assert!(stdout.contains("exactly 24 solutions"), "{stdout}");
    }
}

/// A limit is not a verdict on the certificate.
#[test]
fn a_certificate_that_is_not_checked_to_its_end_is_not_wrong() {
    let (_parent, folder) = certified(LABELED_DICE);
    let words = ["certify", "--verify", folder.to_str().unwrap(), "--time-limit", "0"];
    let (code, stdout, stderr) = cnfetti(&words);
    assert_eq!((code, stdout.as_str()), (Some(3), ""), "{stderr}");
    assert!(stderr.contains("the check did not finish: the time limit was reached"), "{stderr}");
}

/// A proof that a formula means what its puzzle says, and the error for one that was changed.
#[test]
fn proofs_of_formulas_are_verified() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("formula");
    let name = folder.display().to_string();
    let (code, stdout, stderr) = cnfetti(&["certify", "--formula", LABELED_DICE, "-o", &name]);
    assert_eq!(code, Some(0), "{stderr}");
    let verdict = "the formula says what statement.opb says, with as many solutions";
    assert_eq!(stdout, format!("{name}: {verdict} (written)\n"));
    let (code, stdout, stderr) = cnfetti(&["certify", "--verify", &name]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.ends_with(&format!("{name}: {verdict} (verified)\n")), "{stdout}");
    let (_, stdout, _) = cnfetti(&["certify", "--verify", &name, "--json"]);
    assert!(stdout.contains("\"checked\":true,\"checked_by\":\"proof\""), "{stdout}");

    // What people read is not part of any proof.
    let statement = fs::read_to_string(folder.join("statement.opb")).unwrap();
    let sentence = statement.lines().filter(|line| line.starts_with("* ")).nth(3).unwrap();
    let changes: [(&str, &str, &str, &str); 6] = [
        ("statement.opb", sentence, "*", "statement.opb: is not the file that SHA256SUMS lists"),
        ("statement.opb", " = 1 ;", " >= 1 ;", "encoding.pbp:"),
        ("formula.opb", "1 ~", "1 ", "formula.opb:"),
        ("formula.cnf", " 0\n-", " 0\n", "formula.opb:"),
        ("encoding.pbp", "rup 1 ~", "rup 2 ~", "the proof does not end with its clause"),
        ("lint.py", "fail(", "print(", "lint.py: is not what cnfetti writes"),
    ];
    for (file, from, to, expected) in changes {
        let path = folder.join(file);
        let right = fs::read_to_string(&path).unwrap();
        fs::write(&path, right.replacen(from, to, 1)).unwrap();
        let (code, stdout, stderr) = cnfetti(&["certify", "--verify", &name]);
        assert_eq!((code, &*stdout), (Some(1), ""), "{file}");
        assert!(
            stderr.contains("is not a valid certificate") && stderr.contains(expected),
            "{stderr}"
        );
        fs::write(&path, right).unwrap();
    }
    fs::write(folder.join("more.txt"), "").unwrap();
    let (code, _, stderr) = cnfetti(&["certify", "--verify", &name]);
    assert!(code == Some(1) && stderr.contains("more.txt: does not belong to it"), "{stderr}");
}

/// The number that the file expects is part of the certificate, and cannot be another than the certified one.
#[test]
fn a_certificate_beside_another_expected_number_is_refused() {
    for words in [&[][..], &["--count"]] {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("x");
        let name = folder.display().to_string();
        assert_eq!(cnfetti(&[&["certify", LABELED_DICE, "-o", &name], words].concat()).0, Some(0));
        let path = folder.join("puzzle.toml");
        let right = fs::read_to_string(&path).unwrap();
        let changed = right.replacen("solutions = 24", "solutions = 25", 1);
        assert_ne!(right, changed);
        fs::write(&path, &changed).unwrap();
        let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
        let sum = |text: &str| cnfetti::certificate::sha256(text.as_bytes());
        fs::write(folder.join("SHA256SUMS"), sums.replace(&sum(&right), &sum(&changed))).unwrap();
        let (code, stdout, stderr) = cnfetti(&["certify", "--verify", &name]);
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{words:?}: {stderr}");
        assert!(stderr.contains("puzzle.toml: ") && stderr.contains("25"), "{stderr}");
    }
}
