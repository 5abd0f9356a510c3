//! The exact counter, compared with brute force, and on puzzles with known counts.

use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

use cnfetti::compile::Choices;
use cnfetti::csp::{
    AllDifferent, AllEqual, Atom, Cardinality, Comparison, Condition, Constraint, Count, Csp,
    DistinctCount, Fixed, Linear, Occurrence, Ranges, Terms, Value,
};
use cnfetti::encodings::Relation;
use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use cnfetti::search::blocking;
use cnfetti::search::symmetry::rename;
use cnfetti::solver::{Budget, by_name};
use itertools::Itertools;
use num_bigint::BigUint;

use crate::random_csp::{Numbers, Random, beside, brute_force, numbers, random_csp};
use crate::support::seeds;

/// Blocking clauses count problems with at most this many solutions as well.
const LISTED: usize = 20;

#[test]
fn both_engines_count_as_brute_force_does() {
    seeds(1_000).for_each(compare_with_brute_force);
}

#[test]
#[ignore = "CNFETTI_RANDOM_CSPS of them, 100,000 when not given, from CNFETTI_RANDOM_SEED on"]
fn both_engines_count_as_brute_force_does_for_long() {
    let variable = |name, default| {
        std::env::var(name).map_or(default, |number| number.parse::<u64>().unwrap())
    };
    let first = variable("CNFETTI_RANDOM_SEED", 2000);
    let number = variable("CNFETTI_RANDOM_CSPS", 100_000);
    (first..first + number).for_each(compare_with_brute_force);
}

/// With few values, the counter looks for a variable's values in all rows. With many it keeps them by variable.
#[test]
fn beside_a_variable_with_many_values_problems_are_counted_as_by_brute_force() {
    let domains: [Vec<Value>; 3] = [(5..8).collect(), (-30..-20).collect(), (-90..-20).collect()];
    let mut wide = 0;
    for seed in seeds(100) {
        let mut one = Csp::new();
        one.variable("wide", domains[seed as usize % 3].iter().copied());
        let csp = beside(one, &random_csp(seed));
        wide += usize::from(csp.variables()[0].name() == "wide");
        compare(&csp, seed);
    }
    assert!(wide > 65, "{wide}");
}

/// A random problem whose constraints, most of the time, do not tell values apart: squares, graphs, numbers of values.
fn alike(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let (variables, values) = (2 + random.below(4), 2 + random.below(3) as Value);
    let mut ids = Vec::new();
    for at in 0..variables {
        let extra = random.one_in(8).then_some(values);
        let domain = (0..values).chain(extra).filter(|_| !random.one_in(30));
        ids.push(csp.variable(format!("x{at}"), domain));
    }
    for _ in 0..1 + random.below(4) {
        let mut scope = ids.clone();
        scope.retain(|_| !random.one_in(3));
        let [one, other] = [0; 2].map(|_| ids[random.below(ids.len())]);
        let number = 1 + random.below(3) as i64;
        let condition = match random.below(6) {
            0 => Condition::Compare(Comparison::Equal, one),
            1 => Condition::Within(Ranges::at_least(2)),
            _ => Condition::Within(Ranges::exactly(number)),
        };
        let constraint: Constraint = match random.below(12) {
            0..4 if one != other => {
                let weight = if random.one_in(4) { 3 } else { 1 };
                let terms = Terms::new([(one, weight), (other, -weight)]);
                let within = if random.one_in(4) { Ranges::exactly(0) } else { Ranges::not(0) };
                Linear { terms, within }.into()
            }
            4 => {
                let except = if random.one_in(4) { vec![1] } else { Vec::new() };
                AllDifferent { scope, except }.into()
            }
            5 => AllEqual { scope }.into(),
            6 => {
                scope.retain(|&id| condition.variable() != Some(id));
                let except = if random.one_in(4) { vec![1] } else { Vec::new() };
                DistinctCount { scope, except, condition }.into()
            }
            7 => {
                scope.retain(|&id| condition.variable() != Some(id));
                let values = if random.one_in(2) { vec![1] } else { (0..values).collect() };
                Count { scope, values, condition }.into()
            }
            8 => {
                let bound = |value| Occurrence { value, relation: Relation::AtMost, count: 2 };
                Cardinality { scope, occurrences: (0..values).map(bound).collect() }.into()
            }
            9 if random.one_in(3) => {
                let terms = Terms::new([(one, 1), (other, 1)]);
                Linear { terms, within: Ranges::at_most(number) }.into()
            }
            10 if random.one_in(3) => Fixed { atom: Atom { variable: one, value: 1 } }.into(),
            _ => AllDifferent { scope, except: Vec::new() }.into(),
        };
        csp.post(constraint, "of chance");
    }
    csp
}

/// Values that nobody declared to be interchangeable make a count quicker, not different, and no classes are told.
#[test]
fn values_that_turn_out_to_be_interchangeable_change_no_number() {
    let (mut found, mut apart, mut numbers) = (0, 0, 0);
    for seed in seeds(1_500) {
        let csp = alike(&mut Random::new(seed));
        let expected = BigUint::from(brute_force(&csp).len());
        let (count, made_of) = exact::count(&csp, &Limits::default()).unwrap();
        assert!(count.exact && count.solutions == expected, "{seed}: {expected} {csp:#?}");
        assert!(count.up_to_renaming == expected && count.classes == expected, "{seed}");
        assert!(made_of.classes_by_size.keys().all(|size| *size == BigUint::from(1_u32)), "{seed}");
        let with = csp.with_interchangeable_values();
        found += usize::from(with.is_some());
        apart += usize::from(with.is_none());
        numbers += usize::from(expected > 1_u32.into());
        for set in with.iter().flat_map(|csp| &csp.symmetry().interchangeable) {
            for solution in brute_force(&csp) {
                let swapped = solution.iter().map(|&value| match value {
                    _ if value == set.values[0] => set.values[1],
                    _ if value == set.values[1] => set.values[0],
                    _ => value,
                });
                assert!(csp.is_solution(&swapped.collect_vec()), "{seed}: {csp:#?}");
            }
        }
    }
    assert!(found > 400 && apart > 400 && numbers > 750, "{found} {apart} {numbers}");
}

fn compare_with_brute_force(seed: u64) {
    compare(&random_csp(seed), seed);
}

fn compare(csp: &Csp, seed: u64) {
    let solutions = brute_force(csp);
    let expected = numbers(csp, &solutions);
    let context = || format!("seed {seed}: {csp:#?}");
    let (count, arithmetic) = exact::count(csp, &Limits::default()).unwrap();
    assert!(count.exact);
    assert_eq!(in_small_numbers(&count), expected, "{}", context());
    let by_size = arithmetic.classes_by_size.iter().map(|(size, number)| size * number);
    let by_size: BigUint = by_size.sum();
    assert!(arithmetic.classes_by_size.is_empty() || count.solutions == by_size, "{}", context());
    compare_solutions(csp, &solutions, &context);
    if solutions.len() <= LISTED {
        let (choices, solver) = (Choices::default(), by_name("varisat").unwrap());
        let counted = blocking::count(csp, &choices, solver, &Budget::default(), |_| {}).unwrap();
        assert!(counted.count.exact);
        assert_eq!(in_small_numbers(&counted.count), expected, "{}", context());
    }
}

fn in_small_numbers(count: &blocking::Count) -> Numbers {
    let small = |number: &BigUint| usize::try_from(number).unwrap();
    Numbers {
        solutions: small(&count.solutions),
        up_to_renaming: small(&count.up_to_renaming),
        classes: small(&count.classes),
        projected: count.projected.iter().map(small).collect(),
    }
}

fn compare_solutions(csp: &Csp, expected: &[Vec<Value>], context: &dyn Fn() -> String) {
    let diagram = exact::solutions(csp, &Limits::default());
    let mut walk = diagram.walk();
    let mut found = Vec::new();
    while let Some(solution) = walk.next() {
        found.push(solution.to_vec());
    }
    found.sort();
    assert_eq!(found, expected, "{}", context());
    let mut walk = diagram.walk_classes();
    let mut classes = HashSet::new();
    while let Some(solution) = walk.next() {
        let mut solution = solution.to_vec();
        rename(csp.symmetry(), &mut solution);
        assert!(classes.insert(solution), "a class twice: {}", context());
    }
    let all = expected.iter().filter(|solution| is_first(csp, solution)).cloned();
    assert_eq!(classes, all.collect(), "{}", context());
    for (variable, counts) in
        diagram.candidates(csp, &Limits::default()).unwrap().into_iter().enumerate()
    {
        for (value, count) in counts {
            let having = expected.iter().filter(|solution| solution[variable] == value).count();
            assert_eq!(count, BigUint::from(having), "x{variable} = {value}, {}", context());
        }
    }
    match diagram.sampler(7) {
        None => assert!(expected.is_empty(), "{}", context()),
        Some(mut sampler) => {
            let drawn = sampler.draw().to_vec();
            assert!(expected.contains(&drawn), "{}", context());
        }
    }
}

/// Whether interchangeable values first occur in order.
fn is_first(csp: &Csp, solution: &[Value]) -> bool {
    let mut renamed = solution.to_vec();
    rename(csp.symmetry(), &mut renamed);
    renamed == solution
}

#[test]
fn samples_are_uniform() {
    let csp = (0..).map(random_csp).find(|csp| brute_force(csp).len() == 24).unwrap();
    let diagram = exact::solutions(&csp, &Limits::default());
    let mut sampler = diagram.sampler(1).unwrap();
    let counts = (0..24_000).map(|_| sampler.draw().to_vec()).counts();
    assert_eq!(counts.len(), 24);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn the_linguists_are_counted_in_all_ways() {
    let csp = csp("instances/seating/cheating-linguists.toml");
    let (count, arithmetic) = exact::count(&csp, &Limits::default()).unwrap();
    let numbers = [&count.solutions, &count.up_to_renaming, &count.classes];
    assert_eq!(numbers.map(BigUint::to_string), ["3584400", "29870", "7544"]);
    let fixed = arithmetic.fixed.iter().map(BigUint::to_string).sorted().collect_vec();
    assert_eq!(fixed, ["24", "24", "258", "29870"]);
}

#[test]
fn unused_dice_are_counted_once() {
    let text = "kind = \"dice\"\ndice = 4\nwords = [\"ab\", \"cd\"]\n";
    let csp = instance::parse(text).unwrap().puzzle.csp();
    let (count, arithmetic) = exact::count(&csp, &Limits::default()).unwrap();
    assert_eq!(count.solutions, BigUint::from(144_u32));
    assert_eq!(count.classes, BigUint::from(7_u32));
    let sizes =
        arithmetic.classes_by_size.iter().map(|(size, number)| format!("{number} x {size}"));
    assert_eq!(sizes.collect_vec(), ["2 x 12", "5 x 24"]);
}

#[test]
fn dice_without_words_are_counted_far_beyond_listing() {
    let text = "kind = \"dice\"\ndice = 4\nfaces = 6\nletters = \"abcdefghijklmnopqrstuvwx\"\nwords = []\n";
    let csp = instance::parse(text).unwrap().puzzle.csp();
    let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
    assert_eq!(count.solutions, BigUint::from(2_308_743_493_056_u64));
    assert_eq!(count.classes, BigUint::from(96_197_645_544_u64));
}

#[test]
fn a_limit_gives_a_lower_bound() {
    let csp = csp("instances/seating/cheating-linguists.toml");
    let limits = Limits { memory_bytes: 20_000, ..Limits::default() };
    let (count, _) = exact::count(&csp, &limits).unwrap();
    assert!(!count.exact);
    assert!(count.solutions <= BigUint::from(3_584_400_u32));
    assert!(count.solutions > BigUint::ZERO);
}

fn csp(path: &str) -> Csp {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    instance::load(&path).unwrap().puzzle.csp()
}

#[test]
fn sets_of_interchangeable_values_may_interleave() {
    // Subjects with equally many candidates are interchangeable; others are between them.
    for (figure, candidates, solutions) in [
        ("XX", "[1, 0, 1]", 2_u32),
        ("X", "[0, 1, 0]", 1),
        ("XXX\\nX..", "[1, 2, 1]", 4),
        ("XXXX", "[1, 2, 1]", 6),
        ("XX.XX.XX", "[1, 2, 1, 2]", 120),
    ] {
        let subjects = candidates.split(',').count();
        let text = format!(
            "kind = \"seating\"\nfigure = \"{figure}\"\nsubjects = {subjects}\n\
             candidates = {candidates}\n"
        );
        let csp = instance::parse(&text).unwrap().puzzle.csp();
        let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
        assert_eq!(brute_force(&csp).len(), solutions as usize, "{text}");
        assert_eq!(count.solutions, BigUint::from(solutions), "{text}");
    }
}

/// Problems that are far too large to count.
fn large_problems() -> Vec<Csp> {
    let seats = |width: usize, height: usize, subjects: usize| {
        let row = "X".repeat(width) + "\n";
        let figure = row.repeat(height);
        let candidates = width * height / subjects;
        format!(
            "kind = \"seating\"\nfigure = \"\"\"\n{figure}\"\"\"\nsubjects = {subjects}\n\
             candidates = {candidates}\n"
        )
    };
    let halves = (0..10).flat_map(|one| (one..10).map(move |other| format!("[{one}, {other}]")));
    let dominoes = halves.collect_vec().join(", ");
    let board = ("#".repeat(11) + "\n").repeat(10);
    let double_nine =
        format!("kind = \"pips\"\nboard = \"\"\"\n{board}\"\"\"\ndominoes = [{dominoes}]\n");
    let texts = [seats(9, 9, 9), seats(40, 40, 20), seats(100, 100, 50), double_nine];
    texts.iter().map(|text| instance::parse(text).unwrap().puzzle.csp()).collect()
}

#[test]
fn limits_are_kept_in_every_phase() {
    for csp in large_problems() {
        for milliseconds in [0, 20, 100] {
            let begin = Instant::now();
            let budget = Budget::default().at_most(Duration::from_millis(milliseconds));
            let (count, _) = exact::count(&csp, &Limits { budget, ..Limits::default() }).unwrap();
            assert!(!count.exact);
            // Generous: on a busy machine, without optimization. The fault ran for minutes.
            assert!(begin.elapsed() < Duration::from_secs(8), "{:?}", begin.elapsed());
        }
        for memory_bytes in [0, 1000, 1 << 20, 16 << 20] {
            let budget = Budget::default().at_most(Duration::from_millis(300));
            let limits = Limits { budget, memory_bytes, ..Limits::default() };
            let (count, _) = exact::count(&csp, &limits).unwrap();
            assert!(!count.exact && count.up_to_renaming <= count.solutions);
        }
    }
}

/// The number of different values, and one of these values, linked by an equation. They are decided
/// together, and assigned in the order of their names here.
#[test]
fn a_count_that_is_decided_with_what_it_counts() {
    for order in (0..3).permutations(3) {
        let mut csp = Csp::new();
        let mut ids = [None; 3];
        for at in order.iter().copied() {
            let domain = [vec![0, 3], vec![-1, 0, 1, 2], vec![1, 2, 4]][at].clone();
            ids[at] = Some(csp.variable(["x", "y", "number"][at], domain));
        }
        let [x, y, number] = ids.map(Option::unwrap);
        let condition = Condition::Compare(Comparison::Equal, number);
        csp.post(DistinctCount { scope: vec![x, y], except: Vec::new(), condition }.into(), "");
        let terms = Terms::new([(y, 1), (number, 1)]);
        csp.post(Linear { terms, within: Ranges::exactly(1) }.into(), "");
        let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
        // For x = 0, y and the number are -1 and 2, or 0 and 1; for x = 3, they are -1 and 2.
        assert_eq!(count.solutions, 3_u32.into(), "{order:?}");
    }
}

/// Problems in which the indices of a piece's values are also numbers of rows, so that the choice of a piece
/// looks like the choice of a value. Such problems are rare among the others.
#[test]
fn pieces_beside_interchangeable_values() {
    let is_mixed = |&seed: &u64| {
        let csp = random_csp(seed);
        let has_pieces =
            csp.variables().iter().any(|variable| variable.name().starts_with("domino"));
        has_pieces && !csp.symmetry().interchangeable.is_empty()
    };
    (2000..4000).filter(is_mixed).for_each(compare_with_brute_force);
}
