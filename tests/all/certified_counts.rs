//! Certificates of counts, checked by us and by others, and tampered with.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use cnfetti::compile::{Choices, compile};
use cnfetti::encodings::{Cnf, Form};
use cnfetti::exact::Limits;
use cnfetti::knowledge::Knowledge;
use cnfetti::limit::Budget;
use cnfetti::proof::count::{CheckedCount, WrongCount, check_count};
use num_bigint::BigUint;

use crate::cli_proofs::cnfetti;
use crate::knowledge::{count_by_hand, random_cnf};
use crate::random_csp::{Random, brute_force, random_csp};

/// The certificate of a formula, and the number that it certifies.
fn certificate(cnf: &Cnf, show: Option<&[u32]>) -> (Vec<u8>, BigUint) {
    let knowledge = Knowledge::of(cnf, show, &Limits::default()).unwrap();
    let mut bytes = Vec::new();
    knowledge.certify(&mut bytes).unwrap();
    (bytes, knowledge.count())
}

fn check(cnf: &Cnf, show: Option<&[u32]>, bytes: &[u8]) -> Result<CheckedCount, WrongCount> {
    check_count(cnf, show, bytes, &Budget::default())
}

#[test]
fn random_formulas_have_certificates() {
    for seed in 0..700 {
        let (cnf, show) = random_cnf(seed);
        let (bytes, number) = certificate(&cnf, show.as_deref());
        let text = String::from_utf8_lossy(&bytes);
        let checked = check(&cnf, show.as_deref(), &bytes)
            .unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}\n{cnf:?} {show:?}\n{text}"));
        assert_eq!(checked.models, number, "seed {seed}");
        assert_eq!(number, count_by_hand(&cnf, show.as_deref()), "seed {seed}");
    }
}

#[test]
fn random_problems_have_certificates_in_every_form() {
    for seed in 0..120 {
        let csp = random_csp(seed);
        let solutions = BigUint::from(brute_force(&csp).len());
        for form in [Form::TwoSided, Form::OneSided] {
            let compiled = compile(&csp, &Choices { form, ..Choices::default() }).unwrap();
            let show: Vec<u32> = (1..=compiled.problem_variables()).collect();
            let (bytes, _) = certificate(&compiled.cnf, Some(&show));
            let checked = check(&compiled.cnf, Some(&show), &bytes).unwrap();
            assert_eq!(checked.models, solutions, "seed {seed}: {csp:?}");
        }
    }
}

/// Changes something in a line of the certificate.
pub(crate) fn tamper(bytes: &[u8], random: &mut Random) -> (String, Vec<u8>) {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.below(lines.len());
    let kind = lines[at].split(' ').find(|word| word.starts_with(char::is_alphabetic)).unwrap();
    let kind = kind.to_owned();
    match random.below(4) {
        0 => drop(lines.remove(at)),
        1 => {
            let other = random.below(lines.len());
            lines.swap(at, other);
        }
        way => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let word = random.below(words.len());
            match (way, words[word].parse::<i64>()) {
                (2, Ok(number)) => {
                    let step = 1 + random.below(3) as i64;
                    words[word] =
                        (number + step * if random.below(2) == 0 { 1 } else { -1 }).to_string();
                }
                (3, Ok(number)) if random.below(2) == 0 => words[word] = (-number).to_string(),
                _ => drop(words.remove(word)),
            }
            lines[at] = words.join(" ");
        }
    }
    (kind, lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>().into_bytes())
}

/// If a changed certificate is accepted, its number is right: the change did no harm.
#[test]
fn tampered_certificates_prove_nothing_wrong() {
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let mut harmless = 0;
    for seed in 0..1500 {
        let (cnf, show) = random_cnf(seed % 500);
        let (bytes, number) = certificate(&cnf, show.as_deref());
        let random = &mut Random::new(90_000 + seed);
        let (kind, tampered) = tamper(&bytes, random);
        match check(&cnf, show.as_deref(), &tampered) {
            Err(_) => *refused.entry(kind).or_default() += 1,
            Ok(checked) => {
                harmless += 1;
                let text = String::from_utf8_lossy(&tampered);
                assert_eq!(checked.models, number, "seed {seed}: {cnf:?} {show:?}\n{text}");
            }
        }
    }
    assert!(refused.values().sum::<usize>() >= 1000, "{refused:?}, {harmless} harmless");
    for kind in ["r", "p", "s", "t", "a", "D"] {
        assert!(refused.get(kind).is_some_and(|&times| times > 10), "{kind}: {refused:?}");
    }
}

/// The certificate of a formula does not fit the formula with a clause more or less.
#[test]
fn certificates_of_other_formulas_are_refused() {
    let mut refused = 0;
    for seed in 0..300 {
        let (cnf, show) = random_cnf(seed);
        let (bytes, _) = certificate(&cnf, show.as_deref());
        let mut other = Cnf::new();
        other.declare(cnf.num_vars());
        let clauses: Vec<_> = cnf.clauses().collect();
        clauses.iter().skip(1).for_each(|clause| other.add_clause(clause.iter().copied()));
        if let Some(first) = clauses.first() {
            other.add_clause(first.iter().map(|&lit| !lit));
        }
        let right = count_by_hand(&other, show.as_deref());
        match check(&other, show.as_deref(), &bytes) {
            Err(_) => refused += 1,
            Ok(checked) => assert_eq!(checked.models, right, "seed {seed}"),
        }
    }
    assert!(refused > 200, "{refused}");
}

/// Whether an external program is installed.
pub(crate) fn found(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The checker of Bryant and Tan: the program that `CNFETTI_CPOG_CHECK` names, or `cpog-check` on the path.
pub(crate) fn cpog_check() -> Option<PathBuf> {
    let program = std::env::var_os("CNFETTI_CPOG_CHECK").unwrap_or_else(|| "cpog-check".into());
    Command::new(&program).arg("-h").output().is_ok().then(|| program.into())
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn others_agree() {
    let parent = tempfile::tempdir().unwrap();
    let (checker, python) = (cpog_check(), found("python3"));
    if checker.is_none() {
        println!("cpog-check was not found: not checked with it");
    }
    if !python {
        println!("python3 was not found: not counted again with it");
    }
    for seed in 0..25 {
        let (cnf, show) = random_cnf(seed);
        let mut text = String::new();
        if let Some(show) = &show {
            let list: String = show.iter().map(|variable| format!("{variable} ")).collect();
            text += &format!("c p show {list}0\n");
        }
        text += &format!("p cnf {} {}\n", cnf.num_vars(), cnf.num_clauses());
        for clause in cnf.clauses() {
            text += &clause.iter().map(|lit| format!("{lit} ")).collect::<String>();
            text += "0\n";
        }
        let path = parent.path().join(format!("{seed}.cnf"));
        fs::write(&path, text).unwrap();
        let folder = parent.path().join(format!("count{seed}"));
        let (file, out) = (path.to_str().unwrap(), folder.to_str().unwrap());
        let (code, stdout, stderr) = cnfetti(&["certify", "--count", file, "-o", out]);
        assert_eq!(code, Some(0), "seed {seed}: {stderr}");
        let number = count_by_hand(&cnf, show.as_deref());
        assert!(stdout.contains(&format!("exactly {number} model")), "seed {seed}: {stdout}");
        let files = [folder.join("puzzle.cnf"), folder.join("count.scpog")];
        // The checker reads neither formulas without clauses nor those without variables to show.
        let is_plain = show.as_ref().is_none_or(|show| !show.is_empty());
        if let Some(checker) = checker.as_ref().filter(|_| cnf.num_clauses() > 0 && is_plain) {
            let output = Command::new(checker).args(["-n", "1"]).args(&files).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "seed {seed}: {said}");
        }
        if python {
            let program = folder.join("recount.py");
            let output = Command::new("python3").arg(program).args(&files).output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(said.trim(), number.to_string(), "seed {seed}");
        }
    }
}

#[test]
fn a_folder_is_verified_and_tampered_ones_are_refused() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("waiting-room");
    let path = folder.to_str().unwrap();
    let words = ["certify", "--count", "instances/pips/many.toml", "-o", path];
    let (code, stdout, stderr) = cnfetti(&words);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("exactly 4304 solutions (written)"), "{stdout}");
    let (code, _, stderr) = cnfetti(&words);
    assert!(code == Some(1) && stderr.contains("exists"), "{stderr}");
    let (code, stdout, stderr) = cnfetti(&["certify", "--verify", path]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("exactly 4304 solutions (verified)"), "{stdout}");
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    for line in sums.lines() {
        let (_, name) = line.split_once("  ").unwrap();
        let file = folder.join(name);
        let old = fs::read(&file).unwrap();
        let mut new = old.clone();
        new.extend_from_slice(b"\n");
        fs::write(&file, &new).unwrap();
        let (code, _, stderr) = cnfetti(&["certify", "--verify", path]);
        assert!(code == Some(1) && stderr.contains("SHA256SUMS lists"), "{name}: {stderr}");
        fs::write(&file, &old).unwrap();
    }
    // A wrong claim, listed with the right sum.
    let claim = folder.join("count.json");
    let old = fs::read_to_string(&claim).unwrap();
    let new = old.replace("4304", "4305");
    fs::write(&claim, &new).unwrap();
    let sum = |text: &str| cnfetti::certificate::sha256(text.as_bytes());
    fs::write(folder.join("SHA256SUMS"), sums.replace(&sum(&old), &sum(&new))).unwrap();
    let (code, _, stderr) = cnfetti(&["certify", "--verify", path]);
    assert!(code == Some(1) && stderr.contains("claims 4305"), "{stderr}");
}

#[test]
fn a_limit_leaves_no_folder() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("linguists");
    let file = "instances/seating/cheating-linguists.toml";
    let words = ["certify", "--count", "--memory-limit", "1M", file, "-o"];
    let (code, _, stderr) = cnfetti(&[&words[..], &[folder.to_str().unwrap()]].concat());
    assert_eq!(code, Some(3), "{stderr}");
    assert!(!folder.exists() && fs::read_dir(parent.path()).unwrap().count() == 0);
}
