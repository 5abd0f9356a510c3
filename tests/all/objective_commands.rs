//! For a model with an objective, every command is about the optimal solutions. This runs each command on
//! each instance with an objective.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use itertools::Itertools;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli_proofs::cnfetti;
use crate::flatzinc::has_minizinc;
use crate::help::{commands, help_of};
use crate::support::instances;

/// What a command must print for an instance.
#[derive(Clone, Copy)]
enum Says {
    /// In JSON, the number of solutions under this key, and the objective on the last line.
    Number(&'static str),
    /// This many lines, each with the objective.
    Lines(Option<usize>),
    /// In JSON, the objective.
    Objective,
    /// Whether there are several solutions, and the objective.
    Verdict,
    /// A sentence such as `exactly 2 optimal solutions, objective 6`.
    Exactly,
    /// That the optimal solution is right.
    Right,
    /// The objective, in words.
    Words,
    /// A formula with as many models.
    Formula,
    /// That it is impossible without `--all-costs`.
    Refused,
}

/// Each command with the option `--all-costs`, in all the ways in which it can report solutions. `DIR` is a
/// folder.
const TABLE: [(&str, Says); 22] = [
    ("count --json", Says::Number("solutions")),
    ("count --json --engine exact", Says::Number("solutions")),
    ("count --json --engine blocking", Says::Number("solutions")),
    ("count --json --engine clauses", Says::Number("solutions")),
    ("count --json --cross-check", Says::Number("solutions")),
    ("solve --json", Says::Lines(Some(1))),
    ("solve --json --all", Says::Lines(None)),
    ("solve --json --sample 3", Says::Lines(Some(3))),
    ("solve --json --unique", Says::Verdict),
    ("candidates --json", Says::Number("solutions")),
    ("explain --json --hint", Says::Objective),
    ("candidates --json --no-counts", Says::Objective),
    ("clues --json", Says::Number("solutions_up_to_renaming")),
    ("compare --json --encodings auto --repeat 1", Says::Number("solutions")),
    ("certify -o DIR/listed", Says::Exactly),
    ("certify --count -o DIR/counted", Says::Exactly),
    ("check --json", Says::Right),
    ("check --json --partial", Says::Right),
    ("draw --solution", Says::Words),
    ("report --no-encodings -o DIR/page.html", Says::Words),
    ("encode -o DIR/x.cnf", Says::Formula),
    ("split -o DIR/parts", Says::Refused),
];

/// An instance with an objective.
struct Instance {
    file: PathBuf,
    solutions: usize,
    /// The best value; `None` for all solutions.
    optimum: Option<i64>,
}

/// The instances of the project; the MiniZinc models as FlatZinc, compiled once for all commands.
fn with_objectives(folder: &Path) -> Vec<Instance> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/models");
    let (delivery, holiday) = (root.join("delivery.opb"), root.join("holiday.wcnf"));
    let found = instances().iter().filter(|(_, one)| one.puzzle.csp().objective().is_some());
    let found = found.map(|(path, _)| path.clone()).sorted().collect_vec();
    assert_eq!(found, [delivery.clone(), holiday.clone()]);
    let mut all = vec![
        Instance { file: delivery, solutions: 2, optimum: Some(6) },
        Instance { file: holiday, solutions: 1, optimum: Some(4) },
    ];
    if !has_minizinc() {
        return all;
    }
    let (_, library, _) = cnfetti(&["minizinc", "--print-path"]);
    let table = fs::read_to_string(root.join("minizinc.tsv")).unwrap();
    for line in table.lines().skip(1) {
        let (model, data, solutions, optimum) = line.split('\t').collect_tuple().unwrap();
        let Ok(optimum) = optimum.parse() else { continue };
        let file = folder.join(model).with_extension("fzn");
        let mut command = Command::new("minizinc");
        command.env("MZN_SOLVER_PATH", library.trim()).args(["-c", "--no-output-ozn"]);
        command.args(["--solver", "cnfetti", "--fzn"]).arg(&file).arg(root.join(model));
        command.args(Some(root.join(data)).filter(|_| !data.is_empty()));
        assert!(command.status().unwrap().success(), "{command:?}");
        let solutions = solutions.parse().unwrap();
        all.push(Instance { file, solutions, optimum: Some(optimum) });
    }
    assert!(all.len() > 5, "{}", all.len());
    all
}

impl Instance {
    /// Runs the command line. Returns the exit code, stdout and stderr.
    fn run(&self, words: &str, folder: &Path) -> (Option<i32>, String, String) {
        let folder = folder.display().to_string();
        let file = self.file.display().to_string();
        let words = words.replace("DIR", &folder);
        let solution = format!("{folder}/best");
        let mut all = words.split(' ').chain([file.as_str()]).collect_vec();
        all.extend(words.starts_with("check").then_some(solution.as_str()));
        all.extend(self.optimum.is_none().then_some("--all-costs"));
        cnfetti(&all)
    }

    /// Runs a row of the table, and asserts what it prints.
    fn compare(&self, words: &str, says: Says, folder: &Path) {
        let (code, stdout, stderr) = self.run(words, folder);
        let context = format!("{words} {}\n{stdout}{stderr}", self.file.display());
        if let (Says::Refused, Some(_)) = (says, self.optimum) {
            assert_eq!((code, stdout.as_str()), (Some(1), ""), "{context}");
            assert!(stderr.contains("--all-costs counts all"), "{context}");
            return;
        }
        assert_eq!(code, Some(0), "{context}");
        let json = |line: &str| -> Value { serde_json::from_str(line).expect(&context) };
        let last = stdout.lines().last().unwrap_or_default();
        let has_objective = |line: &str| {
            assert_eq!(json(line)["objective"].as_i64(), self.optimum, "{context}");
        };
        match says {
            Says::Number(key) => {
                has_objective(last);
                assert_eq!(json(last)[key], self.solutions.to_string(), "{context}");
            }
            Says::Lines(number) => {
                stdout.lines().for_each(has_objective);
                assert_eq!(stdout.lines().count(), number.unwrap_or(self.solutions), "{context}");
            }
            Says::Objective => has_objective(last),
            Says::Verdict => {
                let verdict = if self.solutions == 1 { "unique" } else { "several" };
                assert_eq!(json(last)["verdict"], verdict, "{context}");
                has_objective(last);
            }
            Says::Exactly => {
                assert!(stdout.contains(&self.exactly()), "{context}");
                let made = words.rsplit('/').next().unwrap();
                let made = folder.join(made).display().to_string();
                let (code, verified, stderr) = cnfetti(&["certify", "--verify", &made]);
                assert_eq!(code, Some(0), "{context}{stderr}");
                assert!(verified.contains(&self.exactly()), "{context}{verified}");
                // What was written once can be replaced.
                let (code, _, stderr) = self.run(&format!("{words} --force"), folder);
                assert_eq!(code, Some(0), "{context}{stderr}");
            }
            Says::Right => {
                has_objective(last);
                let verdict = json(last)["status"].to_string();
                assert!(verdict.contains("right") || verdict.contains("completable"), "{context}");
            }
            Says::Words => {
                let page = fs::read_to_string(folder.join("page.html")).unwrap_or_default();
                let all = format!("{stdout}{stderr}{page}");
                let objective = self.optimum.map(|optimum| format!("objective {optimum}"));
                let expected = objective.unwrap_or_default();
                assert!(all.contains(&expected), "{context}");
                assert_eq!(all.contains("optimal"), self.optimum.is_some(), "{context}");
            }
            Says::Formula => {
                let formula = folder.join("x.cnf").display().to_string();
                let (_, models, _) = cnfetti(&["count", "--json", "--engine=clauses", &formula]);
                assert_eq!(json(&models)["solutions"], self.solutions.to_string(), "{context}");
                let text = fs::read_to_string(&formula).unwrap();
                assert_eq!(text.contains("c optimum "), self.optimum.is_some(), "{text}");
            }
            Says::Refused => assert!(folder.join("parts/plan").is_file(), "{context}"),
        }
    }

    /// The verdict of a certificate. If it lists solutions and there is one, the verdict says so.
    fn exactly(&self) -> String {
        match (self.optimum, self.solutions) {
            (Some(value), 1) => format!("optimal solution, objective {value}"),
            (Some(value), number) => {
                format!("exactly {number} optimal solutions, objective {value}")
            }
            (None, number) => format!("exactly {number} solutions of any cost"),
        }
    }

    /// Runs all rows of the table, in a folder with an optimal solution.
    fn compare_all(&self) {
        let folder: TempDir = tempfile::tempdir().unwrap();
        let (_, best, _) = self.run("solve --json", folder.path());
        fs::write(folder.path().join("best"), best).unwrap();
        for (words, says) in TABLE {
            self.compare(words, says, folder.path());
        }
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn every_command_is_about_the_optimal_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let all = with_objectives(folder.path());
    thread::scope(|scope| {
        let (one, other) = all.split_at(all.len() / 2);
        for half in [one, other] {
            scope.spawn(|| half.iter().for_each(Instance::compare_all));
        }
    });
}

#[test]
fn every_command_speaks_of_all_solutions_when_costs_do_not_matter() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/models/delivery.opb");
    Instance { file, solutions: 14, optimum: None }.compare_all();
}

#[test]
fn a_solution_that_is_not_optimal_is_not_right() {
    let delivery = "instances/models/delivery.opb";
    let folder = tempfile::tempdir().unwrap();
    let costly = folder.path().join("costly").display().to_string();
    fs::write(&costly, "{\"x\":[1,0,0,0,1,0,1,0,0]}").unwrap();
    let (code, stdout, _) = cnfetti(&["check", delivery, &costly]);
    let wrong = "wrong: it is not optimal: objective 17, and 6 is possible\n";
    assert_eq!((code, stdout), (Some(1), format!("{costly}: {wrong}")));
    let (code, stdout, _) = cnfetti(&["check", "--all-costs", delivery, &costly]);
    assert_eq!((code, stdout), (Some(0), format!("{costly}: right\n")));
}

#[test]
fn the_table_has_every_command_with_costs() {
    let in_table: BTreeSet<&str> =
        TABLE.iter().map(|(words, _)| words.split(' ').next().unwrap()).collect();
    let all = commands();
    let with_costs = all.iter().filter(|command| help_of(command).contains("--all-costs"));
    assert_eq!(with_costs.map(String::as_str).collect::<BTreeSet<_>>(), in_table);
}

#[test]
fn a_formula_is_stated_only_for_all_solutions() {
    let folder = tempfile::tempdir().unwrap();
    for words in ["certify --formula", "certify --count --formula"] {
        let output = folder.path().join(words).display().to_string();
        let mut all = words.split(' ').collect_vec();
        all.extend(["-o", output.as_str(), "instances/models/delivery.opb"]);
        let (code, _, stderr) = cnfetti(&all);
        assert!(code == Some(1) && stderr.contains("--all-costs"), "{words}: {stderr}");
        all.push("--all-costs");
        let (code, stdout, stderr) = cnfetti(&all);
        assert_eq!(code, Some(0), "{words}: {stderr}");
        assert!(!words.contains("--count") || stdout.contains("14 "), "{words}: {stdout}");
    }
}
