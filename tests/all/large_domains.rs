//! Variables with too many values to list, which follow from others: random FlatZinc files compared with brute force over
//! the small variables, where the meaning is stated a second time.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfetti::compile::{Choices, compile};
use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use cnfetti::limit::Budget;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::{Map, json};

use crate::random_csp::Random;
use crate::support::seeds;

/// The number of files in the default run.
const FILES: u64 = 150;

/// The most steps of the exact counter for one file.
const STEPS: u64 = 2_000_000;

/// The small variables, and their values.
const SMALL: [(&str, i64, i64); 3] = [("a", 0, 3), ("b", -2, 2), ("c", 1, 4)];

type Value = Box<dyn Fn(&[i64]) -> i64>;
type Check = Box<dyn Fn(&[i64]) -> bool>;

/// A file: the values of the large variables follow from all variables before them.
struct File {
    text: String,
    large: Vec<Value>,
    checks: Vec<Check>,
    /// The positions of the variables that the file outputs.
    shown: Vec<usize>,
    objective: Option<usize>,
}

fn name(at: usize) -> String {
    SMALL.get(at).map_or_else(|| format!("v{at}"), |small| small.0.to_owned())
}

/// A weight for the variable at this position.
fn weight(random: &mut Random, at: usize) -> i64 {
    if at >= SMALL.len() {
        return random.below(7) as i64 - 3;
    }
    let size = [1, 1, 1, 50, 1_000_000_000, 7_000_000_003][random.below(6)];
    (1 + random.below(9) as i64) * size * if random.below(3) == 0 { -1 } else { 1 }
}

/// The definition of the variable at this position by those before it: its text, and what it computes.
fn definition(random: &mut Random, at: usize) -> (String, Value) {
    let other = |random: &mut Random| random.below(at);
    let v = name(at);
    match random.below(8) {
        0..=3 => {
            let chosen = (0..at).filter(|_| random.below(3) > 0).collect_vec();
            let weights = chosen.iter().map(|&one| weight(random, one)).collect_vec();
            let (constant, sign) = (weight(random, 0), if random.below(2) == 0 { 1 } else { -1 });
            // sign · v - sign · weights · chosen = sign · constant
            let mut terms = chosen
                .iter()
                .zip(&weights)
                .map(|(&one, weight)| (-sign * weight, name(one)))
                .collect_vec();
            terms.insert(random.below(terms.len() + 1), (sign, v));
            let text = format!(
                "int_lin_eq([{}],[{}],{})",
                terms.iter().map(|term| term.0).join(","),
                terms.iter().map(|term| &term.1).join(","),
                sign * constant
            );
            (
                text,
                Box::new(move |x| {
                    constant
                        + chosen
                            .iter()
                            .zip(&weights)
                            .map(|(&one, weight)| weight * x[one])
                            .sum::<i64>()
                }),
            )
        }
        4 => {
            let one = other(random);
            let factor = weight(random, one);
            (format!("int_times({},{factor},{v})", name(one)), Box::new(move |x| x[one] * factor))
        }
        5 => {
            let (one, other) = (random.below(3), random.below(3));
            let text = format!("int_times({},{},{v})", name(one), name(other));
            (text, Box::new(move |x| x[one] * x[other]))
        }
        6 => {
            let (one, other) = (other(random), other(random));
            let text = format!("int_minus({},{},{v})", name(one), name(other));
            (text, Box::new(move |x| x[one] - x[other]))
        }
        _ => {
            let one = other(random);
            (format!("int_eq({},{v})", name(one)), Box::new(move |x| x[one]))
        }
    }
}

/// All values of the small variables, followed by those of the large ones.
fn assignments(large: &[Value]) -> Vec<Vec<i64>> {
    let small = SMALL.iter().map(|&(_, low, high)| low..=high).multi_cartesian_product();
    let complete = |mut values: Vec<i64>| {
        large.iter().for_each(|value| values.push(value(&values)));
        values
    };
    small.map(complete).collect()
}

fn draw(random: &mut Random) -> File {
    let (mut large, mut items): (Vec<Value>, Vec<String>) = (Vec::new(), Vec::new());
    for at in SMALL.len()..SMALL.len() + 1 + random.below(3) {
        let (text, value) = definition(random, at);
        items.push(text);
        large.push(value);
    }
    let all = assignments(&large);
    let number = SMALL.len() + large.len();
    let mut checks: Vec<Check> = Vec::new();
    let mut text = String::new();
    // Where no small variable is shown, the digits of large ones may be counted.
    let only_large = random.below(2) == 0;
    let is_shown = |random: &mut Random, at: usize| match only_large {
        true => at >= SMALL.len(),
        false => random.below(3) > 0,
    };
    let shown = (0..number).filter(|&at| is_shown(random, at)).collect_vec();
    let output = |at: usize| if shown.contains(&at) { " :: output_var" } else { "" };
    for (at, &(name, low, high)) in SMALL.iter().enumerate() {
        text += &format!("var {low}..{high}: {name}{};\n", output(at));
    }
    for at in SMALL.len()..number {
        // Often the bounds exclude some values.
        let values = all.iter().map(|values| values[at]).sorted().collect_vec();
        let (low, high) = match random.below(4) {
            0 => (values[0] - 5, values[random.below(values.len())]),
            1 => (values[random.below(values.len())], values[values.len() - 1]),
            _ => (values[0] - random.below(2) as i64, values[values.len() - 1]),
        };
        // These could be listed.
        let (low, high) = match random.below(4) {
            0 => (low, low + 65_536 + random.below(400_000) as i64),
            _ => (low, high),
        };
        let domain = match random.below(3) {
            0 => "int".to_owned(),
            1 if high >= low => {
                checks.push(Box::new(move |x| (low..=high).contains(&x[at])));
                format!("{low}..{high}")
            }
            _ => "-4000000000000000..4000000000000000".to_owned(),
        };
        text += &format!("var {domain}: {}{};\n", name(at), output(at));
    }
    for _ in 0..random.below(3) {
        let (one, other) = (random.below(number), SMALL.len() + random.below(number - SMALL.len()));
        let at = &all[random.below(all.len())];
        let (factor, limit) = (1 + random.below(3) as i64, at[other] + random.below(3) as i64 - 1);
        let (one_name, other_name) = (name(one), name(other));
        match random.below(5) {
            0 => {
                items.push(format!("int_lin_le([{factor}],[{other_name}],{})", factor * limit));
                checks.push(Box::new(move |x| x[other] <= limit));
            }
            1 => {
                let bound = at[one] - factor * at[other];
                items.push(format!("int_lin_eq([1,-{factor}],[{one_name},{other_name}],{bound})"));
                checks.push(Box::new(move |x| x[one] - factor * x[other] == bound));
            }
            2 => {
                items.push(format!("int_lin_ne([1],[{other_name}],{limit})"));
                checks.push(Box::new(move |x| x[other] != limit));
            }
            3 => {
                items.push(format!("int_le({one_name},{other_name})"));
                checks.push(Box::new(move |x| x[one] <= x[other]));
            }
            _ => {
                items.push(format!("int_lt({other_name},{limit})"));
                checks.push(Box::new(move |x| x[other] < limit));
            }
        }
    }
    (1..items.len()).for_each(|at| items.swap(at, random.below(at + 1)));
    items.iter().for_each(|item| text += &format!("constraint {item};\n"));
    let objective = (random.below(3) == 0).then(|| random.below(number));
    match objective {
        Some(at) => text += &format!("solve minimize {};\n", name(at)),
        None => text += "solve satisfy;\n",
    }
    File { text, large, checks, shown, objective }
}

#[test]
fn random_files_have_the_solutions_of_brute_force() {
    let seeds = seeds(FILES);
    let number = seeds.end - seeds.start;
    let (mut some, mut counted, mut with_formulas, mut with_digits) = (0, 0, 0, 0);
    for seed in seeds {
        let file = draw(&mut Random::new(seed));
        let text = &file.text;
        let instance =
            instance::parse(text).unwrap_or_else(|error| panic!("{seed} {error}\n{text}"));
        let csp = instance.puzzle.csp();
        let names = csp.variables().iter().map(|variable| variable.name()).collect_vec();
        with_formulas +=
            u64::from((3..3 + file.large.len()).any(|at| !names.contains(&&*name(at))));
        with_digits += u64::from(names.iter().any(|name| name.starts_with("digit ")));
        let shown = match file.shown.is_empty() {
            true => (0..3 + file.large.len()).collect(),
            false => file.shown.clone(),
        };
        let written = |values: &[i64]| -> String {
            shown.iter().map(|&at| format!("{} = {};\n", name(at), values[at])).collect()
        };
        let mut expected = BTreeSet::new();
        for values in assignments(&file.large) {
            let holds = file.checks.iter().all(|check| check(&values));
            let all = values.iter().enumerate().map(|(at, value)| (name(at), json!(value)));
            let mut json: Map<String, serde_json::Value> = all.collect();
            let read = instance.puzzle.read_json(&json.clone().into());
            let found = read.as_ref().is_ok_and(|solution| {
                let holds = csp.is_solution(solution);
                assert_eq!(holds, instance.puzzle.check(solution).is_ok(), "{values:?}\n{text}");
                if let Some((objective, at)) = csp.objective().zip(file.objective) {
                    assert_eq!(objective.value(solution), values[at], "{values:?}\n{text}");
                }
                holds
            });
            assert_eq!(found, holds, "seed {seed}, {values:?}\n{text}");
            let entries = |json: &Map<_, _>| instance.puzzle.read_entries(&json.clone().into());
            assert!(!holds || entries(&json).is_ok(), "seed {seed}, {values:?}\n{text}");
            let last = name(2 + file.large.len());
            json.insert(last.clone(), json!(values[values.len() - 1] + 1));
            let is_entry = names.contains(&&*last);
            assert!(!holds || is_entry || entries(&json).is_err(), "{values:?}\n{text}");
            let wrong = instance.puzzle.read_json(&json.into());
            assert!(wrong.is_err() || !csp.is_solution(&wrong.unwrap()), "{values:?}\n{text}");
            if holds {
                expected.insert(written(&values));
            }
        }
        some += u64::from(!expected.is_empty());
        let csp = csp.without_objective();
        // The digits of several variables at once are hard for the exact counter.
        let limits = Limits { budget: Budget::default().of_steps(STEPS), ..Limits::default() };
        let (found, _) = exact::count(&csp, &limits).unwrap();
        let number = BigUint::from(expected.len());
        assert!(found.solutions == number || !found.exact, "seed {seed} {found:?}\n{text}");
        assert!(found.solutions <= number, "seed {seed} {found:?}\n{text}");
        counted += u64::from(found.exact);
        let compiled = compile(&csp, &Choices::default()).unwrap();
        let (varisat, mut found) = (by_name("varisat").unwrap(), BTreeSet::new());
        let end = each_solution(&csp, &compiled, varisat, &Budget::default(), |solution, _| {
            let is_new = found.insert(instance.puzzle.put_out(solution).unwrap());
            assert!(is_new, "twice, seed {seed}\n{text}");
            ControlFlow::Continue(())
        });
        assert!(matches!(end, Ok(Ended::Exhausted(_))), "seed {seed}\n{text}");
        assert_eq!(found, expected, "seed {seed}\n{text}");
    }
    assert!(some > number / 2, "too few of the files have a solution: {some}");
    assert!(counted > number / 10 * 9, "too few are counted to the end: {counted}");
    assert!(with_formulas > number / 4, "too few have a formula: {with_formulas}");
    assert!(with_digits > number / 50, "too few count digits: {with_digits}");
}
