//! The front door says what the commands say.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;

use cnfetti::Problem;
use cnfetti::csp::VarId;
use cnfetti::problem::{CertifyOptions, CountOptions, Means, SolutionsOptions, Verdict};
use serde_json::Value as Json;

const FILES: [&str; 8] = [
    "dice/labeled-dice.toml",
    "signs/leepf.toml",
    "signs/leepf-open.toml",
    "pips/pips1.toml",
    "seating/waiting-room.toml",
    "models/two_and_two.xml",
    "models/delivery.opb",
    "models/ring.fzn",
];

fn path(file: &str) -> PathBuf {
    Path::new("instances").join(file)
}

fn said(words: &[&str], file: &Path) -> String {
    let mut cnfetti = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    let done = cnfetti.args(words).arg(file).output().unwrap();
    String::from_utf8(done.stdout).unwrap()
}

fn json(words: &[&str], file: &Path) -> Json {
    let said = said(&[words, &["--json"]].concat(), file);
    serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"))
}

fn each(mut ask: impl FnMut(&Path, &Problem)) {
    for file in FILES.map(path) {
        ask(&file, &Problem::from_file(&file).unwrap());
    }
}

#[test]
fn numbers_and_values_are_those_of_the_commands() {
    each(|file, problem| {
        let line = json(&["count"], file);
        let number = problem.count(&CountOptions::default()).unwrap();
        assert_eq!(line["solutions"], number.solutions().to_string(), "{}", file.display());
        assert_eq!(line["classes"], number.classes().to_string());
        assert_eq!(line["engine"], number.basis().by());
        assert_eq!(line["checked_by"].as_str(), number.basis().checked_by());
        assert_eq!(line["checked"], number.basis().is_checked());
        assert!(number.is_exact());

        let alone = Means::default().threads(NonZeroUsize::MIN);
        let alone = problem.count(&CountOptions::default().means(alone)).unwrap();
        assert_eq!(alone.solutions(), number.solutions());
        assert_eq!(alone.basis(), number.basis(), "{}", file.display());

        let line = json(&["candidates"], file);
        let candidates = problem.candidates(&Default::default()).unwrap();
        assert_eq!(line["checked_by"].as_str(), candidates.basis().checked_by());
        for (name, values) in line["candidates"].as_object().unwrap() {
            let found = candidates.of(problem.variable(name).unwrap());
            let found = found.iter().map(|(v, n)| (v.to_string(), Json::from(n.to_string())));
            assert_eq!(values, &Json::Object(found.collect()), "{}: {name}", file.display());
        }
    });
}

#[test]
fn solutions_are_as_many_as_counted() {
    each(|file, problem| {
        let number = problem.count(&Default::default()).unwrap().solutions().to_string();
        let most = number.parse::<usize>().unwrap().min(500);
        let listed = problem.solutions(&SolutionsOptions::default().most(most)).unwrap();
        assert_eq!(listed.solutions().len(), most, "{}", file.display());
        assert_eq!(listed.are_all(), number == most.to_string());
        assert!(listed.solutions().iter().all(|one| problem.csp().is_solution(one.values())));
        let solved = problem.solve(&Default::default()).unwrap();
        assert_eq!(solved.is_satisfiable(), Some(true));
        let line = json(&["solve"], file);
        let objective = line.get("objective").and_then(Json::as_i64);
        assert_eq!(objective, solved.objective(), "{}", file.display());

        let line = json(&["solve", "--unique"], file);
        let uniqueness = problem.unique(&Default::default()).unwrap();
        let verdict = match uniqueness.verdict() {
            Verdict::Unique(_) => "unique",
            Verdict::Several(..) => "several",
            _ => "other",
        };
        assert_eq!(line["verdict"], verdict);
        assert_eq!(line["checked_by"].as_str(), uniqueness.basis().checked_by());
    });
}

#[test]
fn sentences_clues_and_formulas_are_those_of_the_commands() {
    each(|file, problem| {
        let line = json(&["explain"], file);
        let explained = problem.explain(&Default::default()).unwrap();
        let texts = line["steps"].as_array().unwrap().iter().map(|step| step["text"].clone());
        assert!(texts.eq(explained.sentences().iter().cloned().map(Json::from)), "{file:?}");
        assert_eq!(line["checked_by"].as_str(), explained.basis().checked_by());

        let line = json(&["clues"], file);
        let clues = problem.clues(&Default::default()).unwrap();
        assert_eq!(line["redundant"], serde_json::json!(clues.redundant()), "{file:?}");
        assert_eq!(line["minimal_sets"], serde_json::json!(clues.minimal_sets()));
        assert_eq!(line["checked_by"].as_str(), clues.basis().checked_by());

        let encoded = problem.encode(&Default::default()).unwrap();
        assert_eq!(said(&["encode"], file), encoded.to_text(), "{}", file.display());
    });
}

#[test]
fn certificates_hold() {
    for (file, is_list) in [("dice/labeled-dice.toml", true), ("models/delivery.opb", false)] {
        let problem = Problem::from_file(path(file)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("certificate");
        let listed = if is_list { 100 } else { 0 };
        let options = CertifyOptions::default().listed(listed);
        let certified = problem.certify(&folder, &options).unwrap();
        assert_eq!(certified.is_list(), is_list);
        let number = problem.count(&Default::default()).unwrap();
        assert_eq!(certified.solutions(), number.solutions());
        let verified = said(&["certify", "--verify"], &folder);
        assert!(verified.contains(certified.verdict()), "{verified}");
        assert!(problem.certify(&folder, &options).is_err(), "it is there");
    }
}

/// What is entered holds, and what the file says of the whole is not said of the rest.
#[test]
fn entries_and_limits_are_kept() {
    let open = Problem::from_file(path("signs/leepf-open.toml")).unwrap();
    let all = open.solutions(&Default::default()).unwrap();
    let cell: VarId = open.csp().ids().next().unwrap();
    let value = all.solutions()[0][cell];
    let those = all.solutions().iter().filter(|one| one[cell] == value).count();
    assert!(0 < those && those < all.solutions().len());
    let entered = open.with_entries([(cell, value)]).unwrap();
    let number = entered.count(&Default::default()).unwrap();
    assert_eq!(number.solutions(), &those.into());
    assert_eq!(entered.solutions(&Default::default()).unwrap().solutions().len(), those);
    assert_eq!(entered.candidates(&Default::default()).unwrap().forced(cell), Some(value));
    let wrong = entered.with_entries([(cell, 99)]).err().unwrap();
    assert!(wrong.to_string().ends_with("cannot be 99"), "{wrong}");

    let hall = Problem::from_file(path("seating/waiting-room.toml")).unwrap();
    let none = Means::default().time(std::time::Duration::ZERO);
    let number = hall.count(&CountOptions::default().means(none)).unwrap();
    assert!(!number.is_exact() && number.basis().limit().is_some());
    assert_eq!(number.basis().evidence(), None);
}
