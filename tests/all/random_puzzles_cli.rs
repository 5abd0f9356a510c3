//! Random puzzles on the command line: its output, compared with all solutions by brute force.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::oracle::{Answer, KINDS, Puzzle, draw};

/// The number of files of each kind.
const FILES: u64 = 24;

/// The first seed: other seeds than those compared without the command line.
const FIRST_SEED: u64 = 500_000_000;

/// Solvers list, and both engines count, puzzles with at most this many solutions.
const FEW: usize = 40;

/// Files in a folder, and their puzzles by their names in the output.
struct Folder {
    folder: tempfile::TempDir,
    files: Vec<String>,
    puzzles: BTreeMap<String, (&'static str, Puzzle)>,
    /// The texts, for messages.
    texts: BTreeMap<String, String>,
}

/// Puzzles of all kinds, with at most this many solutions.
fn folder(most: usize) -> Folder {
    let folder = tempfile::tempdir().unwrap();
    let mut all =
        Folder { folder, files: Vec::new(), puzzles: BTreeMap::new(), texts: BTreeMap::new() };
    for kind in &KINDS {
        for seed in FIRST_SEED..FIRST_SEED + FILES {
            let drawn = draw(kind, seed);
            if drawn.puzzles.iter().any(|puzzle| puzzle.truth.solutions.len() > most) {
                continue;
            }
            let file = format!("{}-{seed}.{}", kind.name, drawn.extension);
            // Some editors put a byte order mark before the text.
            let mark = if seed % 4 == 0 { "\u{feff}" } else { "" };
            fs::write(all.folder.path().join(&file), format!("{mark}{}", drawn.text)).unwrap();
            for puzzle in drawn.puzzles {
                let part = puzzle.part.as_ref().map(|part| format!("#{part}")).unwrap_or_default();
                let name = format!("{file}{part}");
                all.texts.insert(name.clone(), drawn.text.clone());
                all.puzzles.insert(name, (kind.name, puzzle));
            }
            all.files.push(file);
        }
    }
    all
}

impl Folder {
    /// The lines of JSON that a command prints for each puzzle. The command must succeed.
    fn lines(&self, arguments: &str) -> BTreeMap<&str, Vec<Value>> {
        let mut command = Command::cargo_bin("cnfetti").unwrap();
        command.current_dir(self.folder.path()).args(arguments.split(' ')).args(&self.files);
        let output = command.assert().success();
        let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        let mut lines: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
        for line in text.lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let name = line["file"].as_str().unwrap();
            let (name, (kind, _)) = self.puzzles.get_key_value(name).unwrap();
            assert_eq!(line["kind"], json!(kind));
            lines.entry(name).or_default().push(line);
        }
        assert_eq!(lines.len(), self.puzzles.len(), "{arguments}: a line for each puzzle");
        lines
    }

    /// Compares the output of a command with each puzzle.
    fn compare(&self, arguments: &str, compare: impl Fn(&Puzzle, &[Value]) -> Result<(), String>) {
        for (name, lines) in self.lines(arguments) {
            if let Err(error) = compare(&self.puzzles[name].1, &lines) {
                panic!("{arguments} {name}: {error}\n{}\n{lines:#?}", self.texts[name]);
            }
        }
    }
}

/// The solutions on these lines.
fn answers(puzzle: &Puzzle, lines: &[Value]) -> Vec<Answer> {
    let found = lines.iter().filter(|line| !line["solution"].is_null());
    let mut answers: Vec<Answer> = found
        .map(|line| {
            assert_eq!(line["status"], "satisfiable");
            puzzle.rules.read(&line["solution"])
        })
        .collect();
    let none = lines.iter().filter(|line| line["solution"].is_null());
    assert!(none.clone().all(|line| line["status"] == "unsatisfiable"));
    assert_eq!(none.count(), usize::from(answers.is_empty()));
    answers.sort();
    answers
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

fn are_solutions(puzzle: &Puzzle, answers: &[Answer]) -> Result<(), String> {
    let is_solution = |answer: &Answer| puzzle.truth.solutions.binary_search(answer).is_ok();
    ensure(answers.iter().all(is_solution), "not a solution")
}

fn are_right_numbers(puzzle: &Puzzle, lines: &[Value]) -> Result<(), String> {
    let truth = &puzzle.truth;
    let line = &lines[0];
    ensure(lines.len() == 1 && line["status"] == "exact", "not exact")?;
    let text = |number: usize| json!(number.to_string());
    ensure(line["solutions"] == text(truth.solutions.len()), "solutions")?;
    ensure(line["classes"] == text(truth.classes), "classes")?;
    ensure(line.get("grids") == truth.grids.map(text).as_ref(), "grids")?;
    let renaming = line.get("up_to_subjects").is_none_or(|n| *n == text(truth.up_to_renaming));
    ensure(renaming, "up to renaming")
}

fn are_all(puzzle: &Puzzle, lines: &[Value]) -> Result<(), String> {
    ensure(answers(puzzle, lines) == puzzle.truth.solutions, "not all solutions, or one twice")
}

fn are_one_of_each_class(puzzle: &Puzzle, lines: &[Value]) -> Result<(), String> {
    let answers = answers(puzzle, lines);
    are_solutions(puzzle, &answers)?;
    let classes: BTreeSet<_> = answers.iter().map(|answer| puzzle.rules.unnamed(answer)).collect();
    ensure(classes.len() == answers.len(), "two that differ by renaming")?;
    ensure(classes.len() == puzzle.truth.up_to_renaming, "not all up to renaming")
}

#[test]
fn counts_are_those_by_hand() {
    let all = folder(usize::MAX);
    all.compare("count --json", are_right_numbers);
    all.compare("count --json --engine exact", are_right_numbers);
    let few = folder(FEW);
    few.compare("count --json --engine blocking", are_right_numbers);
    few.compare("count --json --cross-check", are_right_numbers);
}

#[test]
fn all_solutions_are_those_by_hand() {
    let all = folder(usize::MAX);
    all.compare("solve --all --json", are_all);
    all.compare("solve --all --up-to-renaming --json", are_one_of_each_class);
    all.compare("solve -n 3 --json", |puzzle, lines| {
        let mut answers = answers(puzzle, lines);
        are_solutions(puzzle, &answers)?;
        let number = answers.len();
        answers.dedup();
        ensure(answers.len() == number, "one twice")?;
        ensure(number == puzzle.truth.solutions.len().min(3), "not three")
    });
    let few = folder(FEW);
    few.compare("solve --all --json --solver batsat", are_all);
    few.compare("solve --all --up-to-renaming --json --solver varisat", are_one_of_each_class);
}

#[test]
fn one_solution_is_one_by_hand() {
    let all = folder(usize::MAX);
    all.compare("solve --json", |puzzle, lines| {
        let answers = answers(puzzle, lines);
        are_solutions(puzzle, &answers)?;
        ensure(answers.is_empty() == puzzle.truth.solutions.is_empty(), "none")
    });
    all.compare("solve --sample 4 --seed 7 --json", |puzzle, lines| {
        let answers = answers(puzzle, lines);
        are_solutions(puzzle, &answers)?;
        let wanted = if puzzle.truth.solutions.is_empty() { 0 } else { 4 };
        ensure(answers.len() == wanted, "not four")
    });
    all.compare("solve --unique --json", |puzzle, lines| {
        let line = &lines[0];
        let shown = ["solution", "second"].map(|key| &line[key]);
        let shown = shown.into_iter().filter(|solution| !solution.is_null());
        let answers: Vec<Answer> = shown.map(|solution| puzzle.rules.read(solution)).collect();
        are_solutions(puzzle, &answers)?;
        let (verdict, number) = match puzzle.truth.up_to_renaming {
            0 => ("none", 0),
            1 => ("unique", 1),
            _ => ("several", 2),
        };
        let classes = answers.iter().map(|answer| puzzle.rules.unnamed(answer));
        ensure(classes.collect::<BTreeSet<_>>().len() == number, "not so many shown")?;
        ensure(answers.len() == number, "not so many shown")?;
        ensure(lines.len() == 1 && line["verdict"] == verdict, verdict)
    });
}

#[test]
fn candidates_are_those_by_hand() {
    let all = folder(usize::MAX);
    all.compare("candidates --json", |puzzle, lines| {
        let solutions = &puzzle.truth.solutions;
        let mut right = serde_json::Map::new();
        for (at, name) in puzzle.rules.names().into_iter().enumerate() {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for answer in solutions {
                *counts.entry(answer[at].to_string()).or_default() += 1;
            }
            let counts: BTreeMap<_, _> =
                counts.into_iter().map(|(value, number)| (value, number.to_string())).collect();
            right.insert(name, json!(counts));
        }
        let line = &lines[0];
        ensure(lines.len() == 1 && line["status"] == "exact", "not exact")?;
        ensure(line["solutions"] == json!(solutions.len().to_string()), "solutions")?;
        ensure(line["candidates"] == Value::Object(right), "candidates")
    });
}
