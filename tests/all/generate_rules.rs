//! New boards of pips have the wished mix of rules, and look like those that people make.

use std::collections::BTreeMap;

use cnfetti::generate::{Difficulty, LEVELS, Made, Mix, Tools, by_kind};

use super::generate::has_one_class;
use super::generate_kinds::tools;

/// A new board of pips with this mix of rules, or that of published puzzles.
fn made(size: usize, seed: u64, level: Option<Difficulty>, mix: Option<&str>) -> Made {
    let mix = mix.map_or(Mix::default(), |mix| mix.parse().unwrap());
    let tools = Tools { mix, ..tools("varisat") };
    by_kind("pips").unwrap().generate(&[size], seed, level, &tools).unwrap()
}

/// The rule of each region, without its number, and the number of its cells, from the text of the file.
fn regions(text: &str) -> Vec<(&'static str, usize)> {
    let (board, rules) = text.split_once("[regions]").unwrap();
    let board = board.split("\"\"\"").nth(1).unwrap();
    let rules = rules.lines().filter(|line| line.contains(" = \""));
    let kinds = [("e", "equal"), ("u", "unequal"), ("=", "sum"), ("<", "less"), (">", "greater")];
    rules
        .map(|line| {
            let (name, rule) = line.split_once(" = \"").unwrap();
            let kind = kinds.iter().find(|(start, _)| rule.starts_with(start)).unwrap().1;
            (kind, board.matches(name).count())
        })
        .collect()
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn only_wished_rules_are_used_and_all_of_them() {
    let easy = Some(Difficulty::Level(LEVELS[0]));
    for (mix, level) in [
        ("sum", None),
        ("sum=2,equal=1", easy),
        ("sum=1,unequal=5", None),
        ("sum,less,greater", easy),
        ("less=2,greater=2,equal=1", None),
    ] {
        let mut seen = BTreeMap::new();
        // A level takes many puzzles to choose from.
        for seed in 1..=if level.is_some() { 2 } else { 5 } {
            let made = made(5, seed, level, Some(mix));
            assert!(has_one_class(&made.instance.puzzle.csp()), "{}", made.text);
            let written = mix.parse::<Mix>().unwrap().to_string();
            assert!(made.text.contains(&format!(" --rules {written}")), "{}", made.text);
            for (kind, _) in regions(&made.text) {
                *seen.entry(kind).or_insert(0) += 1;
            }
        }
        let mut wished: Vec<&str> =
            mix.split(',').map(|part| part.split('=').next().unwrap()).collect();
        wished.sort_unstable();
        assert!(seen.keys().eq(&wished), "{mix}: {seen:?}");
    }
}

#[test]
fn new_boards_are_like_published_ones() {
    let made: Vec<Made> = (1..=20).map(|seed| made(7, seed, None, None)).collect();
    assert!(made.iter().all(|made| !made.text.contains("--rules")));
    let all: Vec<(&str, usize)> = made.iter().flat_map(|made| regions(&made.text)).collect();
    let percent = |is: &dyn Fn(&(&str, usize)) -> bool| {
        100 * all.iter().filter(|region| is(region)).count() / all.len()
    };
    assert!((45..=72).contains(&percent(&|region| region.0 == "sum")));
    assert!((8..=28).contains(&percent(&|region| ["less", "greater"].contains(&region.0))));
    assert!((15..=35).contains(&percent(&|region| ["equal", "unequal"].contains(&region.0))));
    assert!((27..=47).contains(&percent(&|region| region.1 == 1)));
    assert!((70..=100).contains(&(100 * all.len() / (20 * 7))));
    let covered: usize = all.iter().map(|region| region.1).sum();
    assert!((75..=95).contains(&(100 * covered / (20 * 14))));
}

#[test]
fn a_mix_that_says_too_little_is_an_error() {
    let run = |words: &str| {
        let mut command = assert_cmd::Command::cargo_bin("cnfetti").unwrap();
        let done = command.arg("generate").args(words.split(' ')).assert();
        let output = done.get_output().clone();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, message) = run("pips --size 4 --seed 1 --rules unequal");
    assert_eq!(code, Some(1));
    let expected = "no puzzle of this size with the rules unequal=1 in 400 attempts; try another mix, seed or size";
    assert!(message.contains(expected), "{message}");
    assert_eq!(run("signs --rules sum").0, Some(2));
    assert_eq!(run("pips --rules sums").0, Some(2));
}

#[test]
fn mixes_are_read_and_refused() {
    let read = |text: &str| text.parse::<Mix>().map(|mix| mix.to_string());
    assert_eq!(read("sum=3,equal"), Ok("equal=1,sum=3".to_owned()));
    assert_eq!(read("less=0, greater=100"), Ok("greater=100".to_owned()));
    let default = "equal=23,unequal=2,sum=60,less=7,greater=8";
    assert_eq!(read(default).as_deref(), Ok(default));
    assert_eq!(default.parse(), Ok(Mix::default()));
    for (text, part) in [("", ""), ("sums", "sums"), ("sum,", ""), ("=3", "=3")] {
        let error = read(text).unwrap_err();
        assert!(error.starts_with("expected rules with their shares"), "{text}: {error}");
        assert!(error.ends_with(&format!("found `{part}`")), "{text}: {error}");
    }
    for text in ["sum=", "sum=-1", "sum=101", "sum=1.5", "sum=99999999999999999999999"] {
        let error = format!("expected a share from 0 to 100, such as sum=3, found `{text}`");
        assert_eq!(read(text), Err(error));
    }
    assert_eq!(read("sum,equal,sum=2"), Err("sum has two shares".to_owned()));
    assert_eq!(read("sum=0"), Err("expected a share above 0, such as sum=3".to_owned()));
}
