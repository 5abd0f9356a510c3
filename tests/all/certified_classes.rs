//! Certificates of counts up to renaming: for random puzzles, checked by three programs, and tampered with.

use std::fs;
use std::path::Path;
use std::process::Command;

use cnfetti::certificate::count::{Claim, Rotations, Subject, UpToRenaming, issue, verify};
use cnfetti::certificate::{CertificateError, Source, sha256};
use cnfetti::compile::Choices;
use cnfetti::encodings::Family;
use cnfetti::exact::Limits;
use cnfetti::instance;
use cnfetti::limit::Budget;
use tempfile::TempDir;

use crate::certified_counts::{cpog_check, found};
use crate::cli_proofs::cnfetti;
use crate::oracle::{KINDS, draw};

/// Issues the certificate of a puzzle with this text, and checks it.
fn certified(
    text: &str,
    choices: &Choices,
    renaming: UpToRenaming,
) -> Result<(TempDir, Claim), CertificateError> {
    turned(text, choices, renaming, false)
}

/// Like [`certified`], but can also count up to rotations.
fn turned(
    text: &str,
    choices: &Choices,
    renaming: UpToRenaming,
    rotations: bool,
) -> Result<(TempDir, Claim), CertificateError> {
    let folder = tempfile::tempdir().unwrap();
    let source = Source { path: Path::new("x.toml"), text };
    let instance = &instance::parse(text).unwrap();
    let stated = false;
    let subject =
        Subject::Puzzle { source, instance, costs: None, choices, renaming, rotations, stated };
    let claim = issue(&subject, &Limits::default(), folder.path())?;
    let (verified, _) = verify(folder.path(), &Budget::default())?;
    assert_eq!(verified, claim);
    Ok((folder, claim))
}

/// Runs a program of the folder. Returns what it prints.
fn python(folder: &Path, words: &[&str]) -> Result<String, String> {
    let output = Command::new("python3").args(words).current_dir(folder).output().unwrap();
    let printed = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    output.status.success().then(|| printed(&output.stdout)).ok_or_else(|| printed(&output.stderr))
}

const RECOUNT: [&str; 3] = ["recount.py", "puzzle.cnf", "count.scpog"];
const RENAMING: [&str; 4] = ["renaming.py", "whole.cnf", "puzzle.cnf", "renaming.txt"];

#[test]
#[ignore = "slow: .ci/run has it"]
fn random_puzzles_are_certified_up_to_renaming() {
    let (checker, python3) = (cpog_check(), found("python3"));
    if checker.is_none() || !python3 {
        println!("cpog-check or python3 was not found: not checked with it");
    }
    let (mut renamed, mut plain, mut several) = (0, 0, 0);
    for kind in KINDS.iter().filter(|kind| ["dice", "seating"].contains(&kind.name)) {
        for seed in 0..50 {
            let drawn = draw(kind, seed);
            let [puzzle] = &drawn.puzzles[..] else { continue };
            if drawn.extension != "toml" {
                continue;
            }
            let encodings =
                [("auto", "auto"), ("pairwise", "sequential_counter"), ("pairwise", "totalizer")];
            let (at_most_one, cardinality) = encodings[seed as usize % 3];
            let names = [(Family::AtMostOne, at_most_one), (Family::Cardinality, cardinality)];
            let choices = Choices::by_names(names, Default::default()).unwrap();
            let (folder, claim) = certified(&drawn.text, &choices, UpToRenaming::Auto)
                .unwrap_or_else(|error| panic!("{} {seed}: {error}\n{}", kind.name, drawn.text));
            let folder = folder.path();
            let truth = &puzzle.truth;
            let solutions = truth.solutions.len().to_string();
            assert_eq!(claim.solutions(), solutions, "{} {seed}", kind.name);
            let Some(renaming) = &claim.renaming else {
                plain += 1;
                continue;
            };
            renamed += 1;
            several += usize::from(truth.up_to_renaming > 1);
            assert_eq!(claim.models, truth.up_to_renaming.to_string(), "{} {seed}", kind.name);
            if let Some(checker) = &checker
                && seed % 4 == 0
            {
                let graph = ["puzzle.cnf", "count.scpog"];
                let output = Command::new(checker)
                    .args(["-n", "1"])
                    .args(graph)
                    .current_dir(folder)
                    .output();
                let output = output.unwrap();
                let said = String::from_utf8_lossy(&output.stdout);
                assert!(output.status.success(), "{} {seed}: {said}", kind.name);
            }
            if python3 && seed % 4 == 0 {
                assert_eq!(
                    python(folder, &RENAMING).as_ref(),
                    Ok(&renaming.each),
                    "{} {seed}",
                    kind.name
                );
                assert_eq!(
                    python(folder, &RECOUNT).as_ref(),
                    Ok(&claim.models),
                    "{} {seed}",
                    kind.name
                );
            }
        }
    }
    println!("{renamed} up to renaming, of {several} several; {plain} not");
    assert!(renamed > 20 && several > 6 && plain > 5, "{renamed} {several} {plain}");
}

#[test]
fn random_seats_are_certified_up_to_rotations() {
    let python3 = found("python3");
    let kind = KINDS.iter().find(|kind| kind.name == "seating").unwrap();
    let (mut certified, mut fewer, mut refused) = (0, 0, 0);
    for seed in 0..20 {
        let drawn = draw(kind, seed);
        let [puzzle] = &drawn.puzzles[..] else { continue };
        if drawn.extension != "toml" {
            continue;
        }
        let truth = &puzzle.truth;
        let (folder, claim) =
            match turned(&drawn.text, &Choices::default(), UpToRenaming::Auto, true) {
                Ok(certified) => certified,
                Err(CertificateError::NotRenamed(_)) => {
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{seed}: {error}\n{}", drawn.text),
            };
        let rotations = claim.rotations.as_ref().unwrap();
        assert_eq!(claim.solutions(), truth.solutions.len().to_string(), "{seed}");
        assert_eq!(rotations.classes, truth.classes.to_string(), "{seed}\n{}", drawn.text);
        certified += 1;
        fewer += usize::from(truth.classes < truth.up_to_renaming);
        if python3 && seed % 3 == 0 {
            let (whole, each) = match &claim.renaming {
                None => ("puzzle.cnf", "1"),
                Some(renaming) => ("whole.cnf", renaming.each.as_str()),
            };
            let words = ["turns.py", whole, "turns.txt", claim.solutions(), each];
            assert_eq!(python(folder.path(), &words).as_ref(), Ok(&rotations.classes), "{seed}");
        }
    }
    println!("{certified} up to rotations, {fewer} of them fewer; {refused} refused");
    assert!(certified > 5 && fewer > 2 && refused > 1, "{certified} {fewer} {refused}");
}

#[test]
fn tampered_rotations_are_refused() {
    let certified = turned(PUZZLE, &Choices::default(), UpToRenaming::Auto, true).unwrap();
    let (folder, claim) = (certified.0.path(), certified.1);
    let verdict = "exactly 12 solutions, 2 up to renaming the subjects, 1 up to renaming the subjects \
                   and rotations and reflections";
    assert_eq!(claim.verdict(), verdict);
    for (name, from, to) in [
        ("count.json", "\"classes\": \"1\"", "\"classes\": \"2\""),
        ("turns.txt", "t 6 5", "t 5 6"),
        ("fixed-1-1.cnf", "\n-1 17 0", "\n1 17 0"),
        ("fixed-1-1.scpog", "r ", "r 1"),
        ("turns.py", "total += ", "total = "),
    ] {
        let old = fs::read_to_string(folder.join(name)).unwrap();
        assert!(old.contains(from), "{name} has no {from}: {old}");
        replace(folder, name, &old.replacen(from, to, 1));
        let refused = verify(folder, &Budget::default()).unwrap_err();
        assert!(matches!(refused, CertificateError::Wrong(_)), "{name}: {refused}");
        replace(folder, name, &old);
    }
    verify(folder, &Budget::default()).unwrap();
}

/// The two seats are one class only up to renaming. What rotations and renamings together leave unchanged
/// must not be averaged over rotations alone.
#[test]
fn rotations_without_renaming_are_refused() {
    let text =
        "kind = \"seating\"\nfigure = \"XX\"\nneighbours = 4\nsubjects = 2\ncandidates = 1\n";
    let choices = Choices::default();
    let (forged, claim) = certified(text, &choices, UpToRenaming::Never).unwrap();
    assert_eq!(claim.verdict(), "exactly 2 solutions");
    let (whole, claim) = turned(text, &choices, UpToRenaming::Always, true).unwrap();
    let rotations = claim.rotations.unwrap();
    assert_eq!(rotations.classes, "1");
    let forged = forged.path();
    for entry in fs::read_dir(whole.path()).unwrap().map(Result::unwrap) {
        let name = entry.file_name();
        let name = name.to_str().unwrap();
        if name.starts_with("fixed-") || name.starts_with("turns.") {
            fs::copy(entry.path(), forged.join(name)).unwrap();
            let sums = fs::read_to_string(forged.join("SHA256SUMS")).unwrap();
            let sum = sha256(&fs::read(entry.path()).unwrap());
            fs::write(forged.join("SHA256SUMS"), format!("{sums}{sum}  {name}\n")).unwrap();
        }
    }
    // Two solutions, and two that the rotation leaves unchanged if the subjects are renamed.
    let claim = Claim {
        rotations: Some(Rotations { classes: "2".to_owned(), ..rotations }),
        ..serde_json::from_slice(&fs::read(forged.join("count.json")).unwrap()).unwrap()
    };
    replace(forged, "count.json", &(serde_json::to_string_pretty(&claim).unwrap() + "\n"));
    let refused = verify(forged, &Budget::default()).unwrap_err();
    let why = "count.json: counts 1 of the 2 renamings for its rotations";
    assert_eq!(refused.to_string(), why);
}

const PUZZLE: &str = "kind = \"seating\"
figure = \"\"\"
XXX
XXX
\"\"\"
neighbours = 4
subjects = [\"a\", \"b\", \"c\"]
candidates = 2
";

/// Replaces a file of a certificate, and its sum in the list.
fn replace(folder: &Path, name: &str, text: &str) {
    let old = fs::read_to_string(folder.join(name)).unwrap();
    fs::write(folder.join(name), text).unwrap();
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let sum = |text: &str| sha256(text.as_bytes());
    fs::write(folder.join("SHA256SUMS"), sums.replace(&sum(&old), &sum(text))).unwrap();
}

/// Omits and doubles each line of these files, and changes its numbers.
#[test]
fn tampered_ones_are_refused() {
    let (folder, claim) = certified(PUZZLE, &Choices::default(), UpToRenaming::Always).unwrap();
    let folder = folder.path();
    assert_eq!(claim.verdict(), "exactly 12 solutions, 2 up to renaming the subjects");
    let python3 = found("python3");
    for (number, name) in ["renaming.txt", "whole.cnf", "puzzle.cnf"].into_iter().enumerate() {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().step_by(2 + 4 * number) {
            let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let at_number = words.len().saturating_sub(2);
            words[at_number] = match words[at_number].parse::<i32>() {
                Ok(number) => (-number).to_string(),
                Err(_) => "g".to_owned(),
            };
            let changed = words.join(" ");
            for new in [None, Some(format!("{line}\n{line}")), Some(changed)] {
                if new.as_deref() == Some(line) {
                    continue;
                }
                let mut lines: Vec<&str> = lines.clone();
                match &new {
                    None => drop(lines.remove(at)),
                    Some(new) => lines[at] = new,
                }
                replace(folder, name, &(lines.join("\n") + "\n"));
                let refused = verify(folder, &Budget::default()).unwrap_err();
                assert!(matches!(refused, CertificateError::Wrong(_)), "{name} {at}: {refused}");
                // The program ignores which variables are counted, and whether the exchanged things are
                // really the subjects.
                if python3 && (at + number) % 7 == 0 && !line.starts_with(['c', 'p']) {
                    let said = python(folder, &RENAMING);
                    assert!(said.is_err(), "{name} {}: {said:?} for {line} as {new:?}", at + 1);
                }
            }
        }
        replace(folder, name, &text);
        verify(folder, &Budget::default()).unwrap();
    }
    let text = fs::read_to_string(folder.join("count.json")).unwrap();
    for (from, to) in
        [("\"6\"", "\"5\""), ("\"12\"", "\"13\""), ("\"2\"", "\"3\""), ("the subj", "the obj")]
    {
        assert!(text.contains(from));
        replace(folder, "count.json", &text.replace(from, to));
        let refused = verify(folder, &Budget::default()).unwrap_err();
        assert!(matches!(refused, CertificateError::Wrong(_)), "{from}: {refused}");
    }
}

#[test]
fn what_does_not_follow_is_counted_one_by_one() {
    let signs = "kind = \"signs\"\nvalues = 2\nboard = \"\"\"\n→  ←\n\"\"\"\n";
    let nobody = "kind = \"seating\"\nfigure = \"X\"\nsubjects = 2\ncandidates = 0\n";
    for (puzzle, why) in [
        (signs, "this puzzle has no interchangeable names"),
        (nobody, "some solutions do not use every name"),
    ] {
        let refused = certified(puzzle, &Choices::default(), UpToRenaming::Always).unwrap_err();
        assert!(refused.to_string().starts_with(why), "{refused}");
        let (_, claim) = certified(puzzle, &Choices::default(), UpToRenaming::Auto).unwrap();
        assert_eq!(claim.renaming, None);
    }
    let (_, claim) = certified(PUZZLE, &Choices::default(), UpToRenaming::Never).unwrap();
    assert_eq!(claim.verdict(), "exactly 12 solutions");
}

#[test]
fn the_command_says_both_numbers() {
    let parent = tempfile::tempdir().unwrap();
    let (file, folder) = (parent.path().join("x.toml"), parent.path().join("x"));
    fs::write(&file, PUZZLE).unwrap();
    let (file, folder) = (file.to_str().unwrap(), folder.to_str().unwrap());
    let (code, stdout, stderr) = cnfetti(&["--json", "certify", "--count", file, "-o", folder]);
    assert_eq!(code, Some(0), "{stderr}");
    let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (json["solutions"].as_str(), json["up_to_renaming"].as_str()),
        (Some("12"), Some("2"))
    );
    let (code, _, stderr) = cnfetti(&["certify", "--renaming", "never", file, "-o", folder]);
    assert!(code == Some(2) && stderr.contains("it is for --count"), "{stderr}");
}
