//! No formula repeats itself: no duplicate clause, no tautology, no repeated literal in a clause. Tries every
//! combination of encodings on small puzzles of all kinds, and random constraints with random encodings.

use std::collections::BTreeSet;

use cnfetti::compare::{Scope, plan};
use cnfetti::compile::{Choices, compile};
use cnfetti::csp::Csp;
use cnfetti::dimacs::{lint, read_lenient, write_plain};
use cnfetti::encodings::Form;

use crate::formulas::Random;
use crate::fuzz_solvers::{choices, problem};
use crate::support::instance;

const PUZZLES: &[&str] = &[
    r#"
kind = "dice"
dice = 2
faces = 3
words = ["be", "ad", "of", "do"]
"#,
    r#"
kind = "dice"
dice = 3
letters = "abcdefg"
words = ["bed", "bag", "fed"]
"#,
    r#"
kind = "signs"
values = 3
board = """
→2 ↓  ↙
→  ↔  ↑
↗  ←  ↑
"""
"#,
    r#"
kind = "pips"
board = """
AAB
CAB
CDD
"""
dominoes = ["00", "31", "30", "62"]
[regions]
A = "= 7"
B = "< 5"
C = "> 0"
D = "unequal"
"#,
    r#"
kind = "pips"
board = """
AAA.
ABBB
CC#.
"""
dominoes = ["55", "16", "23", "11", "60"]
[regions]
A = ">= 9"
B = "<= 11"
C = "equal"
"#,
    r#"
kind = "seating"
figure = """
XX.
XXX
"""
subjects = 3
candidates = [2, 1, 2]
"#,
    r#"
kind = "seating"
figure = "XXXX"
subjects = 4
candidates = [1, 0, 2, 1]
neighbours = 4
"#,
];

fn assert_tidy(csp: &Csp, choices: &Choices, what: &str) {
    let compiled = compile(csp, choices).unwrap();
    let mut text = Vec::new();
    write_plain(&mut text, &[], &compiled.cnf).unwrap();
    let file = read_lenient(std::str::from_utf8(&text).unwrap()).unwrap();
    let findings = lint(&file).into_iter().map(|finding| finding.to_string());
    let used: BTreeSet<u32> = compiled.cnf.clauses().flatten().map(|lit| lit.variable()).collect();
    let auxiliaries = compiled.map.num_literals() + 1..=compiled.cnf.num_vars();
    let auxiliaries_are_used = auxiliaries.into_iter().all(|number| used.contains(&number));
    let is_refuted = compiled.cnf.clauses().any(<[_]>::is_empty);
    // An unsatisfiable formula may be cut short, this file has no projection, and the digits of a variable
    // without constraints may be free.
    let is_harmless = |text: &String| {
        text.contains("is empty: the formula has no model")
            || text.contains("`c p show`")
            || (text.contains("unused") && (auxiliaries_are_used || is_refuted))
    };
    let found: Vec<String> = findings.filter(|text| !is_harmless(text)).collect();
    assert!(found.is_empty(), "{what}, {choices}: {found:#?}");
}

#[test]
fn every_combination_of_encodings_says_each_thing_once() {
    for text in PUZZLES {
        let csp = instance(text).puzzle.csp();
        for candidate in plan(&csp, Scope::All, &[]).unwrap() {
            for form in [Form::TwoSided, Form::OneSided] {
                assert_tidy(&csp, &Choices { form, ..candidate.choices }, text);
            }
        }
    }
}

#[test]
fn random_constraints_say_each_thing_once() {
    for seed in 1..=1500_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let csp = problem(&mut random);
        let choices = choices(&mut random);
        assert_tidy(&csp, &choices, &format!("seed {seed}, {:?}", csp.constraints()));
    }
}
