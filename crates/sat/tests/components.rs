//! Both ways of compiling formulas beside brute force and beside each other, and their certificates
//! beside the checker, which shares no code with either.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use cnfetti_core::limit::{Budget, Limit, Limits, Stopped};
use cnfetti_core::random::Random;
use cnfetti_encodings::{Cnf, Lit, at_most_one};
use cnfetti_proof::count::check_count;
use cnfetti_puzzles::instance;
use cnfetti_sat::compile::{Choices, compile};
use cnfetti_sat::knowledge::{Knowledge, Strategy, count_models, count_models_in_order};
use cnfetti_sat::search::clauses;
use cnfetti_sat::search::symmetry::break_renaming;
use num_bigint::BigUint;

/// A formula, and what is shown of it.
struct Drawn {
    cnf: Cnf,
    show: Option<Vec<u32>>,
    /// What is special about it.
    shapes: BTreeSet<&'static str>,
}

fn lit(random: &mut Random, from: usize, to: usize) -> Lit {
    let number = 1 + from as i32 + random.below(to - from) as i32;
    Lit::from_dimacs(if random.one_in(2) { number } else { -number }).unwrap()
}

/// A formula of at most so many variables: parts that share none, with clauses of all lengths.
fn draw(random: &mut Random, most: usize) -> Drawn {
    let mut shapes = BTreeSet::new();
    let num_vars = 1 + random.below(most);
    let mut cnf = Cnf::new();
    cnf.declare(num_vars as u32);
    let cut = if random.one_in(2) { random.below(num_vars) } else { 0 };
    if cut > 0 {
        shapes.insert("apart");
    }
    for (from, to) in [(0, cut), (cut, num_vars)] {
        if from == to {
            continue;
        }
        let density = [10, 15, 20, 30, 42][random.below(5)];
        let longest = 2 + random.below(3);
        for _ in 0..random.below(1 + density * (to - from) / 10) {
            let length = match random.below(60) {
                0 => 1,
                _ => 2 + random.below(longest),
            };
            let clause: Vec<Lit> = (0..length).map(|_| lit(random, from, to)).collect();
            if clause.iter().any(|&lit| clause.contains(&!lit)) {
                shapes.insert("tautology");
            }
            if clause.iter().collect::<HashSet<_>>().len() < length {
                shapes.insert("literal twice");
            }
            if length == 1 {
                shapes.insert("unit");
            }
            if random.one_in(15) {
                shapes.insert("clause twice");
                cnf.add_clause(clause.iter().copied());
            }
            cnf.add_clause(clause);
        }
    }
    // Outputs of gates are defined by their inputs, and may be resolved away.
    for _ in 0..if random.one_in(2) { random.below(6) } else { 0 } {
        let [out, one, other] = [0; 3].map(|_| lit(random, 0, num_vars));
        let rows: [[Lit; 3]; 4] = match random.below(2) {
            0 => [[!out, one, one], [!out, other, other], [out, !one, !other], [out, !one, !other]],
            _ => [[!out, one, other], [!out, !one, !other], [out, !one, other], [out, one, !other]],
        };
        shapes.insert("gate");
        rows.into_iter().for_each(|clause| cnf.add_clause(clause));
    }
    if random.one_in(200) {
        shapes.insert("empty clause");
        cnf.add_clause([]);
    }
    let show = match random.below(3) {
        0 => None,
        which => {
            let one_in = if which == 1 { 2 } else { 4 };
            let show: Vec<u32> = (1..=num_vars as u32).filter(|_| random.one_in(one_in)).collect();
            shapes.insert(if show.is_empty() { "nothing shown" } else { "projected" });
            Some(show)
        }
    };
    Drawn { cnf, show, shapes }
}

/// How many assignments to the shown variables extend to a model, by trying all.
fn count_by_hand(cnf: &Cnf, show: Option<&[u32]>) -> usize {
    let mask = show.map_or(u32::MAX, |show| show.iter().map(|&variable| 1 << (variable - 1)).sum());
    let is_model = |bits: &u32| {
        let holds = |lit: &Lit| (bits >> (lit.variable() - 1) & 1 == 1) == lit.is_positive();
        cnf.clauses().all(|clause| clause.iter().any(holds))
    };
    let models = (0..1_u32 << cnf.num_vars()).filter(is_model);
    models.map(|bits| bits & mask).collect::<HashSet<u32>>().len()
}

#[test]
fn both_ways_count_as_by_hand_and_certify() {
    let mut shapes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut numbers = BTreeSet::new();
    let limits = Limits::default();
    for seed in 0..4000 {
        let Drawn { cnf, show, shapes: drawn } = draw(&mut Random::new(seed), 13);
        let show = show.as_deref();
        let expected = count_by_hand(&cnf, show);
        for strategy in [Strategy::Components, Strategy::Frontier, Strategy::Auto] {
            let what = || format!("seed {seed}, {strategy:?}: {cnf:?} {show:?}");
            let number = count_models(strategy, &cnf, show, &limits).unwrap();
            assert_eq!(number, expected.into(), "{}", what());
            let knowledge = Knowledge::by(strategy, &cnf, show, &limits).unwrap();
            assert_eq!(knowledge.count(), expected.into(), "{}", what());
            let mut bytes = Vec::new();
            knowledge.certify(&mut bytes).unwrap();
            let checked = check_count(&cnf, show, bytes.as_slice(), &limits.budget);
            let checked = checked.unwrap_or_else(|wrong| {
                panic!("{wrong}, {}\n{}", what(), String::from_utf8_lossy(&bytes))
            });
            assert_eq!(checked.models, expected.into(), "{}", what());
        }
        let unsatisfiable = (expected == 0).then_some("unsatisfiable");
        for shape in drawn.into_iter().chain(unsatisfiable) {
            *shapes.entry(shape).or_default() += 1;
        }
        numbers.insert(expected);
    }
    assert!(shapes.len() == 10 && shapes.values().all(|&times| times >= 5), "{shapes:?}");
    assert!(numbers.len() > 200, "{} numbers", numbers.len());
}

/// Sets of variables in any order: some variables are missing, others are in several sets.
fn draw_order(random: &mut Random, num_vars: u32) -> Vec<Vec<u32>> {
    let variable = |random: &mut Random| 1 + random.below(num_vars as usize) as u32;
    let set = |random: &mut Random| -> Vec<u32> {
        (0..random.below(4)).map(|_| variable(random)).collect()
    };
    (0..random.below(12)).map(|_| set(random)).collect()
}

/// Counts in this order, and checks the certificate.
fn count_in_order(cnf: &Cnf, order: &[Vec<u32>], show: Option<&[u32]>) -> BigUint {
    let limits = Limits::default();
    let knowledge = Knowledge::in_order((cnf, order), show, &limits).unwrap();
    let mut bytes = Vec::new();
    knowledge.certify(&mut bytes).unwrap();
    let checked = check_count(cnf, show, bytes.as_slice(), &limits.budget).unwrap();
    let number = count_models_in_order((cnf, order), show, &limits).unwrap();
    assert_eq!(number, knowledge.count(), "{cnf:?} {show:?} {order:?}");
    assert_eq!(number, checked.models, "{cnf:?} {show:?} {order:?}");
    number
}

#[test]
fn no_order_changes_the_number() {
    for seed in 0..1500 {
        let random = &mut Random::new(90_000 + seed);
        let Drawn { cnf, show, .. } = draw(random, 13);
        let (order, show) = (draw_order(random, cnf.num_vars()), show.as_deref());
        let expected = count_by_hand(&cnf, show);
        assert_eq!(count_in_order(&cnf, &order, show), expected.into(), "seed {seed}");
    }
}

/// With so many states, a given order gets the first turn.
#[test]
fn the_order_of_the_exact_counter_gives_its_number() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/seating/");
    let puzzle = instance::load((folder.to_owned() + "waiting-room.toml").as_ref()).unwrap().puzzle;
    let csp = puzzle.csp();
    let compiled = compile(&csp, &Choices::default()).unwrap();
    let order = clauses::order(&csp, &compiled.map, &Limits::default());
    assert!(order.len() > 10, "{order:?}");
    let number = count_in_order(&compiled.cnf, &order, Some(&compiled.map.shown()));
    assert_eq!(number, BigUint::from(28_752_u32));
}

/// Of more variables than can be tried, the same clauses meet in more ways.
#[test]
fn larger_formulas_have_the_same_number_both_ways() {
    let limits = Limits::default();
    for seed in 0..150 {
        let random = &mut Random::new(50_000 + seed);
        let Drawn { cnf, show, .. } = draw(random, 34);
        let show = show.as_deref();
        let [one, other] = [Strategy::Components, Strategy::Frontier].map(|strategy| {
            let knowledge = Knowledge::by(strategy, &cnf, show, &limits).unwrap();
            let mut bytes = Vec::new();
            knowledge.certify(&mut bytes).unwrap();
            let checked = check_count(&cnf, show, bytes.as_slice(), &limits.budget);
            let number = knowledge.count();
            assert_eq!(checked.unwrap().models, number, "seed {seed}, {strategy:?}");
            number
        });
        assert_eq!(one, other, "seed {seed}");
        let counted = count_models(Strategy::Components, &cnf, show, &limits);
        assert_eq!(counted, Ok(one), "seed {seed}");
    }
}

/// A random formula with clauses of three literals.
fn threes(seed: u64, variables: usize, clauses: usize) -> Cnf {
    let random = &mut Random::new(seed);
    let mut cnf = Cnf::new();
    cnf.declare(variables as u32);
    for _ in 0..clauses {
        let mut clause: Vec<Lit> = Vec::new();
        while clause.len() < 3 {
            let lit = lit(random, 0, variables);
            if !clause.contains(&lit) && !clause.contains(&!lit) {
                clause.push(lit);
            }
        }
        cnf.add_clause(clause);
    }
    cnf
}

/// Whatever is forgotten is counted again.
#[test]
fn a_small_cache_changes_no_number() {
    for seed in 0..3 {
        let cnf = threes(seed, 44, 92);
        let show: Vec<u32> = (1..=30).collect();
        for show in [None, Some(show.as_slice())] {
            let count = |memory_bytes| {
                let limits = Limits { memory_bytes, ..Limits::default() };
                count_models(Strategy::Components, &cnf, show, &limits)
            };
            let expected = count(1 << 30).unwrap();
            assert!(expected > BigUint::from(100_000_u32), "{expected}");
            let mut counted = 0;
            for kilobytes in [10, 20, 30, 40, 60, 80, 100, 150, 200] {
                match count(kilobytes << 10) {
                    Ok(number) => {
                        assert_eq!(number, expected, "seed {seed}, {kilobytes} KiB");
                        counted += 1;
                    }
                    Err(stopped) => assert_eq!(stopped, Stopped(Limit::Memory)),
                }
            }
            assert!(counted >= 3, "seed {seed}");
        }
    }
}

#[test]
fn limits_are_kept() {
    let cnf = threes(3, 300, 700);
    let small = Limits { memory_bytes: 1 << 16, ..Limits::default() };
    for strategy in [Strategy::Components, Strategy::Frontier, Strategy::Auto] {
        let compiled = Knowledge::by(strategy, &cnf, None, &small);
        assert_eq!(compiled.err(), Some(Stopped(Limit::Memory)), "{strategy:?}");
        for (budget, limit) in [
            (Budget::default().at_most(std::time::Duration::from_millis(50)), Limit::Time),
            (Budget::default().of_steps(50_000_000), Limit::Steps),
        ] {
            let limits = Limits { budget, ..Limits::default() };
            let counted = count_models(strategy, &cnf, None, &limits);
            assert_eq!(counted, Err(Stopped(limit)), "{strategy:?}");
        }
    }
}

/// Components take several times as long, and the frontier more steps than a usual turn has.
#[test]
fn an_order_that_promises_few_states_gets_a_longer_turn() {
    let seats = include_str!("../../../benches/peers/seats-5x5.toml");
    let csp = break_renaming(&instance::parse(seats).unwrap().puzzle.csp());
    let pairwise = at_most_one::by_name("pairwise").unwrap();
    let choices = Choices { at_most_one: pairwise, ..Choices::default() };
    let compiled = compile(&csp, &choices).unwrap();
    let show = compiled.map.shown();
    let steps = |strategy| {
        let budget = Budget::default().of_steps(u64::MAX);
        let limits = Limits { budget: budget.clone(), ..Limits::default() };
        let models = count_models(strategy, &compiled.cnf, Some(&show), &limits).unwrap();
        assert_eq!(models, BigUint::from(9_483_120_u32 / 120));
        budget.made()
    };
    let (either, frontier) = (steps(Strategy::Auto), steps(Strategy::Frontier));
    // More than what orders and widths take, and less than a turn of components.
    assert!(either < frontier + 500_000_000, "{either} steps, {frontier} by the frontier alone");
}
