//! The model counter Ganak counts what the files show.

use std::io::Write;
use std::process::{Command, Stdio};

use num_bigint::BigUint;
use serde_json::json;

use super::Read;

/// Reads a formula per line, and prints its number of models on the shown variables.
const SCRIPT: &str = "
import json, sys, pyganak
for line in sys.stdin:
    formula = json.loads(line)
    counter = pyganak.Counter()
    counter.new_vars(formula['variables'])
    counter.add_clauses(formula['clauses'])
    counter.set_sampling_set(formula['show'])
    print('models', counter.count(), flush=True)
";

/// Formulas to count, with the expected numbers.
#[derive(Default)]
pub(super) struct Ganak {
    formulas: String,
    expected: Vec<(BigUint, String)>,
}

impl Ganak {
    pub(super) fn ask(&mut self, read: &Read, number: &BigUint, context: &str) {
        // Ganak ignores empty clauses, and takes an empty set of variables for no projection.
        if read.show.is_empty() || read.clauses.iter().any(Vec::is_empty) {
            return;
        }
        let Read { variables, clauses, show, .. } = read;
        let line = json!({ "variables": variables, "clauses": clauses, "show": show });
        self.formulas += &format!("{line}\n");
        self.expected.push((number.clone(), context.to_owned()));
    }

    pub(super) fn compare(self) {
        let found = Command::new("python3").args(["-c", "import pyganak"]).output();
        if !found.is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: Ganak is not here (pip install pyganak)");
            return;
        }
        let mut command = Command::new("python3");
        command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let formulas = self.formulas;
        let writer = std::thread::spawn(move || stdin.write_all(formulas.as_bytes()));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        assert!(output.status.success());
        let counted = String::from_utf8(output.stdout).unwrap();
        let counted: Vec<&str> =
            counted.lines().filter_map(|line| line.strip_prefix("models ")).collect();
        assert_eq!(counted.len(), self.expected.len());
        for (counted, (expected, context)) in counted.iter().zip(&self.expected) {
            assert_eq!(**counted, expected.to_string(), "Ganak, {context}");
        }
        println!("Ganak counted {} formulas", counted.len());
    }
}
