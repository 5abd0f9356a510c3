//! Variables with too many values to list, that nothing defines, or that products, quotients, extrema and conditions
//! define: random FlatZinc and XCSP3 files, compared with brute force. Few values of each large variable go with given
//! values of those before it, and these are computed here a second time.

mod draw;
mod few;
mod nested;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfetti::compile::{Choices, compile};
use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use cnfetti::limit::Budget;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::search::optimize::optimize;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::{Map, json};

use crate::random_csp::Random;
use crate::support::seeds;
use draw::{File, SMALL, draw, name};

/// The number of files in the default run.
const FILES: u64 = 25;

/// The most steps of the exact counter for one file.
const STEPS: u64 = 1_000_000;

/// What one file has reached.
#[derive(Default)]
struct Reached {
    solutions: usize,
    counted: bool,
    digits: bool,
}

fn compare(seed: u64, file: &File, text: &str, shown: &[usize]) -> Reached {
    let number = SMALL.len() + file.definitions.len();
    let instance = instance::parse(text).unwrap_or_else(|error| panic!("{seed} {error}\n{text}"));
    let csp = instance.puzzle.csp();
    let json = |row: &[i64]| -> serde_json::Value {
        let mut json: Map<String, _> = (0..number).map(|at| (name(at), json!(row[at]))).collect();
        let truths = (SMALL.len()..number).map(|at| (format!("q{at}"), json!(row[at])));
        json.extend(truths.filter(|(truth, _)| text.contains(&format!("bool: {truth};"))));
        json.into()
    };
    let (mut expected, mut whole) = (BTreeSet::new(), Vec::new());
    for row in File::assignments(&file.definitions) {
        // A neighbour of each row is no solution, as a rule.
        let at = SMALL.len() + (seed as usize + whole.len()) % file.definitions.len();
        let mut other = row.clone();
        other[at] += 1;
        for row in [row, other] {
            let holds = file.holds(&row);
            let read = instance.puzzle.read_json(&json(&row));
            let found = read.as_ref().is_ok_and(|solution| {
                let holds = csp.is_solution(solution);
                assert_eq!(holds, instance.puzzle.check(solution).is_ok(), "{row:?}\n{text}");
                if let Some((objective, (at, _))) = csp.objective().zip(file.objective) {
                    assert!(!holds || objective.value(solution) == row[at], "{row:?}\n{text}");
                }
                holds
            });
            let why = read.err().map(|error| error.to_string());
            assert_eq!(found, holds, "seed {seed}, {row:?} {why:?}\n{text}");
            if holds {
                expected.insert(shown.iter().map(|&at| row[at]).collect_vec());
                whole.push(row);
            }
        }
    }
    if let Some((at, is_least)) = file.objective {
        let values = whole.iter().map(|row| row[at]);
        let best = if is_least { values.min() } else { values.max() };
        let varisat = by_name("varisat").unwrap();
        let found = optimize(&csp, &Choices::default(), varisat, &Budget::default(), |_| {});
        assert_eq!(found.unwrap().best.map(|best| best.value), best, "seed {seed}\n{text}");
    }
    let csp = csp.without_objective();
    let limits = Limits { budget: Budget::default().of_steps(STEPS), ..Limits::default() };
    let (count, _) = exact::count(&csp, &limits).unwrap();
    let all = BigUint::from(expected.len());
    assert!(count.solutions == all || !count.exact, "seed {seed} {count:?} {all}\n{text}");
    assert!(count.solutions <= all, "seed {seed} {count:?} {all}\n{text}");
    let compiled = compile(&csp, &Choices::default()).unwrap();
    let (varisat, mut found) = (by_name("varisat").unwrap(), BTreeSet::new());
    let end = each_solution(&csp, &compiled, varisat, &Budget::default(), |solution, _| {
        let mut text = String::new();
        instance.puzzle.write_json(solution, &mut text);
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        let row = shown.iter().map(|&at| json[name(at)].as_i64().unwrap()).collect_vec();
        assert!(expected.contains(&row), "wrong, seed {seed}: {row:?}\n{text}");
        assert!(found.insert(row), "twice, seed {seed}\n{text}");
        ControlFlow::Continue(())
    });
    assert!(matches!(end, Ok(Ended::Exhausted(_))), "seed {seed}\n{text}");
    assert_eq!(found, expected, "seed {seed}\n{text}");
    let digits = csp.variables().iter().any(|variable| variable.name().starts_with("digit "));
    Reached { solutions: expected.len(), counted: count.exact, digits }
}

#[test]
fn random_files_have_the_solutions_of_brute_force() {
    let seeds = seeds(FILES);
    let number = seeds.end - seeds.start;
    let (mut some, mut counted, mut with_digits, mut sorts) = (0, 0, 0, BTreeSet::new());
    for seed in seeds {
        let file = draw(&mut Random::new(seed));
        let all = (0..SMALL.len() + file.definitions.len()).collect_vec();
        let (text, shown) = match seed % 2 {
            0 if file.shown.is_empty() => (&file.flatzinc, &all),
            0 => (&file.flatzinc, &file.shown),
            _ => (&file.xcsp3, &all),
        };
        let reached = compare(seed, &file, text, shown);
        some += u64::from(reached.solutions > 0);
        counted += u64::from(reached.counted);
        with_digits += u64::from(reached.digits);
        if reached.solutions > 0 {
            sorts.extend(file.sorts.iter().copied());
        }
    }
    assert!(some > number / 2, "too few of the files have a solution: {some}");
    assert!(counted > number / 2, "too few are counted to the end: {counted}");
    assert!(with_digits > number / 5, "too few have digits: {with_digits}");
    assert!(sorts.len() == 9, "some sorts are missing: {sorts:?}");
}

#[test]
fn domains_with_many_holes_are_refused() {
    let values = |number: i64| (0..number).map(|at| at * 9_000_000_000).join(",");
    let text = |number| format!("var {{{}}}: x;\nsolve satisfy;\n", values(number));
    let count = |number| {
        let csp = instance::parse(&text(number)).unwrap().puzzle.csp();
        exact::count(&csp, &Limits::default()).unwrap().0.solutions
    };
    assert_eq!(count(30), BigUint::from(30_u32));
    let error = instance::parse(&text(1001)).err().unwrap().to_string();
    assert!(error.contains("at most 4000000 values, each of at most 31 bits"), "{error}");
    let text = format!(
        "<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n<var id=\"x\"> {} \
         </var>\n</variables>\n</instance>\n",
        values(1001).replace(',', " ")
    );
    let error = instance::parse(&text).err().unwrap().to_string();
    assert!(error.contains("31 bits, or 1000 intervals"), "{error}");
}

/// Rows of a table can have numbers of any size, in FlatZinc.
#[test]
fn tables_have_large_numbers() {
    let rows: [[i64; 2]; 4] =
        [[2_147_483_647, 1], [2_147_483_648, 2], [-3_000_000_000, 3], [5_000_000_007, 9]];
    for chosen in 1..1_usize << rows.len() {
        let table = rows.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        let table = table.map(|(_, row)| *row).collect_vec();
        let numbers = table.iter().flatten().join(",");
        let text = format!(
            "var -4000000000..4000000000: x;\nvar 0..4: y;\n\
             constraint cnfetti_table([x,y],[{numbers}]);\nsolve satisfy;\n"
        );
        let instance = instance::parse(&text).unwrap();
        let csp = instance.puzzle.csp();
        let allowed = table.iter().filter(|row| row[1] < 4).count();
        let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
        assert!(count.exact && count.solutions == BigUint::from(allowed), "{count:?}\n{text}");
        for [x, y] in rows {
            let read = instance.puzzle.read_json(&json!({"x": x, "y": y}));
            let holds = read.is_ok_and(|solution| instance.puzzle.check(&solution).is_ok());
            assert_eq!(holds, y < 4 && table.contains(&[x, y]), "{x} {y}\n{text}");
        }
    }
}
