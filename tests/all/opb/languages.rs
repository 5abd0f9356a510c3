//! Formulas in OPB and WCNF mean the same as the problem that they were compiled from.

use std::collections::BTreeSet;

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::Csp;
use cnfetti::emit::{self, Language};
use cnfetti::encodings::Form;
use cnfetti::instance;
use num_bigint::BigUint;

use super::{Drawn, exactly};
use crate::objectives::problem;
use crate::operations::choices;
use crate::random_csp::Random;

/// The formula of a problem as a file.
pub(super) fn written(csp: &Csp, choices: &Choices, language: Language) -> String {
    let compiled = compile(csp, choices).unwrap();
    let header =
        emit::Header { command: "encode", file: "x", kind: "model", choices, counted: None };
    let mut bytes = Vec::new();
    emit::write(&mut bytes, &header, csp, &compiled, language).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The value of the objective for a cost, according to the comment `cost [-]objective ±C`.
fn value(text: &str, cost: i64) -> i64 {
    let line = text.lines().find_map(|line| line[1..].strip_prefix(" cost ")).expect("the comment");
    let (name, constant) = line.split_once(' ').unwrap();
    let signed = cost - constant.parse::<i64>().unwrap();
    if name == "-objective" { -signed } else { signed }
}

/// Problems with an objective: from random files, and with variables of any size.
fn problems(number: u64) -> impl Iterator<Item = (Csp, Choices)> {
    let files = (0..number).filter_map(|seed| {
        let random = &mut Random::new(7_000 + seed);
        let csp = Drawn::new(random).instance()?.puzzle.csp();
        csp.objective()?;
        Some((csp, choices(random)))
    });
    let others = (0..number).map(|seed| (problem(seed), choices(&mut Random::new(seed))));
    files.chain(others).map(|(csp, choices)| (csp, Choices { form: Form::TwoSided, ..choices }))
}

#[test]
fn opb_is_read_again_with_the_same_count_and_optimum() {
    let mut compared = 0;
    for (csp, choices) in problems(60) {
        let mut plain = csp.clone().without_objective();
        plain.count_nothing_else();
        let text = written(&plain, &choices, Language::Opb);
        let read = instance::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(exactly(&read.puzzle.csp()).solutions, exactly(&plain).solutions, "{text}");

        let text = written(&csp, &choices, Language::Opb);
        let read = instance::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (found, expected) = (exactly(&read.puzzle.csp()), exactly(&csp));
        let found_value = found.optimum.map(|cost| value(&text, cost));
        assert_eq!(found_value, expected.optimum, "{text}");
        assert_eq!(found.solutions, expected.solutions, "{text}");
        compared += usize::from(expected.solutions > BigUint::from(0_u32));
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn what_is_counted_over_is_read_again() {
    let mut fewer = 0;
    for (at, (mut csp, choices)) in problems(60).enumerate() {
        let number = csp.variables().len();
        let shown: BTreeSet<_> = csp.ids().filter(|id| (at + id.index()) % 3 > 0).collect();
        if csp.count_over(shown.into_iter().collect()).is_err() {
            continue;
        }
        let plain = csp.without_objective();
        let expected = exactly(&plain).solutions;
        for language in [Language::Opb, Language::Wcnf] {
            let text = written(&plain, &choices, language);
            // Without a hard clause, it could be a DIMACS file.
            if language == Language::Wcnf && !text.contains("\nh ") {
                continue;
            }
            let read = instance::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let csp = read.puzzle.csp().without_objective();
            assert_eq!(exactly(&csp).solutions, expected, "{text}");
            fewer += usize::from(number > 1 && expected > BigUint::from(1_u32));
        }
    }
    assert!(fewer > 60, "{fewer}");
}

/// A WCNF file, read by the rules of the MaxSAT Evaluations.
#[derive(Default)]
struct Soft {
    variables: usize,
    hard: Vec<Vec<i64>>,
    soft: Vec<(i64, Vec<i64>)>,
}

impl Soft {
    fn read(text: &str) -> Soft {
        let mut read = Soft::default();
        for line in text.lines().filter(|line| !line.starts_with('c')) {
            let mut words = line.split(' ');
            let first = words.next().unwrap();
            let mut lits: Vec<i64> = words.map(|word| word.parse().unwrap()).collect();
            assert_eq!(lits.pop(), Some(0), "{line}");
            let largest = lits.iter().map(|lit| lit.unsigned_abs() as usize).max();
            read.variables = read.variables.max(largest.unwrap_or(0));
            match first {
                "h" => read.hard.push(lits),
                weight => {
                    let weight: i64 = weight.parse().unwrap();
                    assert!(weight > 0, "{line}");
                    read.soft.push((weight, lits));
                }
            }
        }
        read
    }

    /// The smallest sum of weights of false soft clauses, if all hard clauses are true.
    fn least(&self, values: &mut Vec<bool>) -> Option<i64> {
        // Whether the first variables already make a clause false.
        let is_false = |clause: &Vec<i64>, values: &[bool]| {
            clause.iter().all(|lit| {
                let value = values.get(lit.unsigned_abs() as usize - 1);
                value.is_some_and(|&value| value != (*lit > 0))
            })
        };
        if self.hard.iter().any(|clause| is_false(clause, values)) {
            return None;
        }
        if values.len() == self.variables {
            let broken = self.soft.iter().filter(|(_, clause)| is_false(clause, values));
            return Some(broken.map(|(weight, _)| weight).sum());
        }
        let mut best: Option<i64> = None;
        for value in [false, true] {
            values.push(value);
            best = best.into_iter().chain(self.least(values)).min();
            values.pop();
        }
        best
    }
}

#[test]
fn soft_clauses_cost_what_the_objective_says() {
    let (mut compared, mut none) = (0, 0);
    for (csp, choices) in problems(40) {
        let text = written(&csp, &choices, Language::Wcnf);
        let read = Soft::read(&text);
        if read.hard.len() * read.variables > 8_000 {
            continue;
        }
        let found = read.least(&mut Vec::new()).map(|cost| value(&text, cost));
        assert_eq!(found, exactly(&csp).optimum, "{choices}\n{text}");
        compared += usize::from(found.is_some());
        none += usize::from(found.is_none());
    }
    assert!(compared > 26 && none > 3, "{compared} with an optimum, {none} without");
}
