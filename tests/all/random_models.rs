//! Random XCSP3 files, compared with brute force that reads no file: the meaning of each constraint
//! is stated a second time, beside its text.

mod connected;
mod constraints;
mod expressions;
mod matrices;
mod places;
mod resources;
mod said;

use cnfetti::exact::{self, Limits};
use cnfetti::instance::Instance;
use cnfetti::search::blocking::count;
use cnfetti::solver::{Budget, by_name};
use itertools::Itertools;
use num_bigint::BigUint;

use crate::random_csp::Random;
use crate::support::{instance, seeds};
pub(crate) use constraints::random as constraint;

/// Whether a property holds for the values of the variables.
pub(crate) type Check = Box<dyn Fn(&[i64]) -> bool>;

/// A constraint: its text, and its meaning.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) holds: Check,
}

/// The number of files in the default run.
const FILES: u64 = 1_000;

/// A file, the domains of its variables `x[0]`, `x[1]` …, and the checks that define its solutions.
struct File {
    text: String,
    domains: Vec<Vec<i64>>,
    checks: Vec<Check>,
    /// For each variable, whether a constraint mentions it.
    mentioned: Vec<bool>,
}

/// A file with its solutions. Mostly it has some: random constraints seldom have any, and without
/// solutions a test only shows that no engine finds too many.
fn random_file(seed: u64) -> (File, Vec<Vec<Option<i64>>>) {
    let random = &mut Random::new(seed);
    let drawn = if random.below(2) == 0 { 1 } else { 5 };
    let files = (0..drawn).map(|_| {
        let file = draw(random);
        let solutions = solutions(&file);
        (file, solutions)
    });
    files.find_or_last(|(_, solutions)| !solutions.is_empty()).expect("some are drawn")
}

/// The text of the file of a seed, and its solutions, with `None` for variables that take no part.
pub(crate) fn random_solved(seed: u64) -> (String, Vec<Vec<Option<i64>>>) {
    let (file, solutions) = random_file(seed);
    (file.text, solutions)
}

/// The text of the file of a seed.
pub(crate) fn random_text(seed: u64) -> String {
    random_file(seed).0.text
}

fn draw(random: &mut Random) -> File {
    // Many combinations of values, or many variables: then constraints are stated in other ways.
    let (variables, longest) = match random.below(4) {
        0 => (2 + random.below(3), 8),
        1 => (4 + random.below(3), 3),
        _ => (2 + random.below(3), 4),
    };
    let domains: Vec<Vec<i64>> = (0..variables).map(|_| random_domain(random, longest)).collect();
    let mut text = String::from("<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n");
    text += &format!("<array id=\"x\" size=\"[{variables}]\">\n");
    for (at, domain) in domains.iter().enumerate() {
        text += &format!("<domain for=\"x[{at}]\"> {} </domain>\n", domain.iter().join(" "));
    }
    text += "</array>\n</variables>\n<constraints>\n";
    let (mut checks, mut mentioned) = (Vec::new(), vec![false; variables]);
    for _ in 0..[1, 1, 1, 2, 3][random.below(5)] {
        let item = random_item(random, variables);
        text += &item.text;
        checks.extend(item.checks);
        item.mentioned.into_iter().for_each(|variable| mentioned[variable] = true);
    }
    text += "</constraints>\n</instance>\n";
    File { text, domains, checks, mentioned }
}

/// Some values, with gaps and negative ones.
fn random_domain(random: &mut Random, longest: usize) -> Vec<i64> {
    let mut next = random.below(5) as i64 - 3;
    let mut domain = Vec::new();
    for _ in 0..1 + random.below(longest) {
        domain.push(next);
        next += 1 + i64::from(random.below(4) == 0);
    }
    domain
}

/// An element of `<constraints>`.
struct Item {
    text: String,
    checks: Vec<Check>,
    mentioned: Vec<usize>,
}

/// A constraint by itself, in a block, in a group or in a slide.
fn random_item(random: &mut Random, variables: usize) -> Item {
    let names: Vec<String> = (0..variables).map(|at| format!("x[{at}]")).collect();
    let among = |text: &str, names: &[String]| -> Vec<usize> {
        (0..names.len()).filter(|&at| text.contains(&names[at])).collect()
    };
    let numbered: Vec<String> = (0..variables).map(|at| format!("%{at}")).collect();
    match random.below(7) {
        0 => {
            let written = constraints::random(random, &names);
            let mentioned = among(&written.text, &names);
            let text = format!("<block note=\"a &amp; b\">{}</block>\n", written.text);
            Item { text, checks: vec![written.holds], mentioned }
        }
        1 => {
            let written = constraints::random(random, &numbered);
            let used = among(&written.text, &numbered);
            let holds = std::rc::Rc::new(written.holds);
            let mut text = format!("<group>{}\n", written.text);
            let (mut checks, mut mentioned) = (Vec::<Check>::new(), Vec::new());
            for _ in 0..1 + random.below(2) {
                let chosen: Vec<usize> = (0..variables).map(|_| random.below(variables)).collect();
                let args = chosen.iter().map(|&at| names[at].clone()).join(" ");
                text += &format!("<args> {args} </args>\n");
                mentioned.extend(used.iter().map(|&at| chosen[at]));
                let holds = holds.clone();
                checks.push(Box::new(move |values| {
                    holds(&chosen.iter().map(|&at| values[at]).collect::<Vec<i64>>())
                }));
            }
            Item { text: text + "</group>\n", checks, mentioned }
        }
        // The remaining arguments, after some named ones.
        2 => {
            let (first, rest) = (random.below(variables), random.below(variables - 1));
            let args = format!("{} x[{rest}..{}]", names[first], rest + 1);
            let text = format!(
                "<group><ordered><list> %1 %... </list><operator> lt </operator></ordered>\n\
                 <args> {args} </args></group>\n"
            );
            let holds = move |values: &[i64]| values[rest] < values[rest + 1];
            Item { text, checks: vec![Box::new(holds)], mentioned: vec![rest, rest + 1] }
        }
        3 => {
            let written = constraints::random(random, &numbered[..2]);
            let used = among(&written.text, &numbered[..2]);
            let (circular, offset) = (random.below(3) == 0, 1 + random.below(2));
            let windows: Vec<[usize; 2]> = (0..variables)
                .step_by(offset)
                .filter(|&first| circular || first + 1 < variables)
                .map(|first| [first, (first + 1) % variables])
                .collect();
            let mentioned = windows.iter().cartesian_product(&used).map(|(pair, &at)| pair[at]);
            let mentioned = mentioned.collect();
            let text = format!(
                "<slide circular=\"{circular}\"><list offset=\"{offset}\" collect=\"2\"> x[] </list>\
                 {}</slide>\n",
                written.text
            );
            let holds = move |values: &[i64]| {
                windows.iter().all(|pair| (written.holds)(&pair.map(|at| values[at])))
            };
            Item { text, checks: vec![Box::new(holds)], mentioned }
        }
        _ => {
            let written = constraints::random(random, &names);
            let mentioned = among(&written.text, &names);
            Item { text: format!("{}\n", written.text), checks: vec![written.holds], mentioned }
        }
    }
}

/// The solutions over the mentioned variables.
fn solutions(file: &File) -> Vec<Vec<Option<i64>>> {
    let domains = file.domains.iter().map(|domain| domain.iter().copied());
    let all = domains.multi_cartesian_product();
    let satisfying = all.filter(|values| file.checks.iter().all(|check| check(values)));
    let kept = satisfying.map(|values| {
        let kept = values.into_iter().zip(&file.mentioned);
        kept.map(|(value, &mentioned)| mentioned.then_some(value)).collect::<Vec<Option<i64>>>()
    });
    kept.unique().collect()
}

/// Compares the evaluator and the CSP with the meaning, on every assignment.
fn compare_each(file: &File, instance: &Instance, expected: &[Vec<Option<i64>>]) {
    let csp = instance.puzzle.csp();
    for values in file.domains.iter().map(|domain| domain.iter().copied()).multi_cartesian_product()
    {
        let json = serde_json::json!({ "x": values });
        let found = instance.puzzle.read_json(&json).is_ok_and(|solution| {
            let holds = csp.is_solution(&solution);
            assert_eq!(
                holds,
                instance.puzzle.check(&solution).is_ok(),
                "{values:?}\n{}",
                file.text
            );
            holds
        });
        let fits = |solution: &Vec<Option<i64>>| {
            solution.iter().zip(&values).all(|(one, other)| one.is_none_or(|one| one == *other))
        };
        assert_eq!(found, expected.iter().any(fits), "{values:?}\n{}", file.text);
    }
}

#[test]
fn random_models_have_the_solutions_of_brute_force() {
    let seeds = seeds(FILES);
    let number = seeds.end - seeds.start;
    let (mut some, mut wide) = (0, 0);
    for seed in seeds {
        let (file, expected) = random_file(seed);
        // 10 to the power of 10 is refused, and drawn now and then.
        if cnfetti::instance::parse(&file.text).is_err_and(|error| is_too_wide(&error)) {
            wide += 1;
            continue;
        }
        let instance = instance(&file.text);
        compare_each(&file, &instance, &expected);
        let csp = instance.puzzle.csp();
        let number = BigUint::from(expected.len());
        let (exact, _) = exact::count(&csp, &Limits::default()).unwrap();
        assert_eq!(exact.solutions, number, "seed {seed}, exact counter\n{}", file.text);
        some += u64::from(!expected.is_empty());
        if expected.len() <= 40 {
            let backend = by_name("varisat").unwrap();
            let choices = cnfetti::compile::Choices::default();
            let counted = count(&csp, &choices, backend, &Budget::default(), |_| {}).unwrap().count;
            assert_eq!(counted.solutions, number, "seed {seed}, blocking\n{}", file.text);
        }
    }
    assert!(some > number / 2, "too few of the files have a solution: {some}");
    assert!(wide <= number / 1_000, "too many have large numbers: {wide}");
}

fn is_too_wide(error: &impl ToString) -> bool {
    error.to_string().contains("values within 32 bits")
}
