//! Counts in rounds: whatever the rounds and parts, the sum is the count by brute force; what a round divides, it
//! neither loses nor counts twice; and states of another problem are refused.

use cnfetti::csp::{AllDifferent, Csp, Interchangeable, Symmetry, Value};
use cnfetti::exact::Limits;
use cnfetti::exact::split::{Found, Front, Rounds, SplitError, Unit};
use num_bigint::BigUint;

use crate::random_csp::{Random, brute_force, numbers, random_csp};

fn limits() -> Limits {
    Limits { memory_bytes: 1 << 30, ..Limits::default() }
}

/// The cases that the drawn problems reached.
#[derive(Debug, Default)]
struct Reached {
    several_rounds: usize,
    several_parts: usize,
    met: usize,
    heavy: usize,
    renamed: usize,
    by_name: usize,
    fixed: usize,
    projected: usize,
    shared: usize,
    sets_of_several: usize,
    none: usize,
}

#[test]
fn rounds_count_as_brute_force_does() {
    let mut reached = Reached::default();
    for seed in 0..800 {
        let csp = random_csp(seed);
        compare(&csp, &mut Random::new(seed ^ 0x0C07), seed, &mut reached);
    }
    let Reached { several_rounds, several_parts, met, heavy, renamed, by_name, .. } = reached;
    let Reached { fixed, projected, shared, sets_of_several, none, .. } = reached;
    let all = [several_rounds, several_parts, met, heavy, renamed, by_name, fixed, projected];
    let all = [&all[..], &[shared, sets_of_several, none]].concat();
    assert!(all.iter().all(|&number| number >= 10), "hardly drawn: {reached:?}");
}

fn compare(csp: &Csp, random: &mut Random, seed: u64, reached: &mut Reached) {
    let all = brute_force(csp);
    let right = numbers(csp, &all);
    reached.none += usize::from(all.is_empty());
    let limits = limits();
    let rounds = Rounds::new(csp, &limits).unwrap();
    let units = rounds.units().to_vec();
    reached.by_name += usize::from(units.contains(&Unit::Names));
    reached.fixed += usize::from(units.iter().any(|unit| matches!(unit, Unit::Fixed { .. })));
    let found = rounds.begin().unwrap().into_iter();
    let found: Vec<Found> = found.map(|front| of_unit(&rounds, front, random, reached)).collect();
    reached.renamed += usize::from(found[0].classes != found[0].solutions);
    let count = rounds.total(&found, true).unwrap();
    assert_eq!(count.solutions, right.solutions.into(), "seed {seed}: solutions");
    assert_eq!(count.up_to_renaming, right.up_to_renaming.into(), "seed {seed}: renaming");
    assert_eq!(count.classes, right.classes.into(), "seed {seed}: classes");
    let projected: Vec<_> = right.projected.iter().map(|&number| number.into()).collect();
    assert_eq!(count.projected, projected, "seed {seed}: projected");
    reached.projected += usize::from(projected.iter().any(|number| *number != count.solutions));
}

/// Counts a unit in random rounds.
fn of_unit(rounds: &Rounds<'_>, front: Front, random: &mut Random, reached: &mut Reached) -> Found {
    let mut before = front;
    let mut number = 0;
    loop {
        let (front, found) = rounds.carry_until(before, 1 + random.below(6)).unwrap();
        let Some(front) = front else { break found };
        let to = front.step + 1 + random.below(4);
        let parts = front.divide(1 + random.below(5));
        let sum = |ways: fn(&Front) -> BigUint| parts.iter().map(ways).sum::<BigUint>();
        assert_eq!(sum(Front::solutions), front.solutions(), "divided");
        assert_eq!(sum(Front::classes), front.classes(), "divided");
        reached.several_parts += usize::from(parts.len() > 1);
        let states = || parts.iter().flat_map(|part| &part.states);
        reached.heavy += usize::from(states().any(|state| state.solutions > 1_u32.into()));
        reached.shared += usize::from(states().any(|state| state.solutions == 0_u32.into()));
        let sets = || parts.iter().flat_map(|part| &part.sets);
        reached.sets_of_several += usize::from(sets().any(|set| set.states.len() > 1));
        let carried = parts.iter().map(|part| rounds.carry(part, to).unwrap());
        let carried: Vec<Front> = carried.collect();
        let states: usize = carried.iter().map(|part| part.states.len()).sum();
        before = Front::merge(carried).unwrap();
        reached.met += usize::from(before.states.len() < states);
        number += 1;
        reached.several_rounds += usize::from(number == 2);
    }
}

/// Numbers that no machine word holds are exact as well: 12! to the tenth power needs 289 bits. The first row has all
/// values, so renaming them leaves one of 12! solutions.
#[test]
fn numbers_of_any_size_are_exact() {
    let mut csp = Csp::new();
    for row in 0..10 {
        let scope = (1..=12).map(|at| csp.variable(format!("x{row}.{at}"), 1..=12)).collect();
        csp.post(AllDifferent { scope, except: Vec::new() }.into(), "a row");
    }
    let (scope, values) = (csp.ids().collect(), (1..=12).collect());
    let interchangeable = vec![Interchangeable { scope, values }];
    csp.declare_symmetry(Symmetry { interchangeable, ..Symmetry::default() }).unwrap();
    let limits = limits();
    let rounds = Rounds::new(&csp, &limits).unwrap();
    let start = rounds.begin().unwrap().remove(0);
    let random = &mut Random::new(3);
    let found = of_unit(&rounds, start, random, &mut Reached::default());
    let factorial: BigUint = (1..=12_u32).product();
    assert_eq!((found.solutions, found.classes), (factorial.pow(10), factorial.pow(9)));
}

/// States of another problem, twice the same state, and states that are too short are refused.
#[test]
fn states_of_no_problem_are_refused() {
    let limits = limits();
    let mut refused = 0;
    let mut draw = |seed: u64| {
        let (csp, other) = (random_csp(seed), random_csp(seed + 1));
        let rounds = Rounds::new(&csp, &limits).unwrap();
        let other = Rounds::new(&other, &limits).unwrap();
        let start = rounds.begin().unwrap().remove(0);
        let Ok((Some(front), _)) = rounds.carry_until(start, 2) else { return };
        let state = front.states[0].clone();
        let mut twice = front.clone();
        twice.states.push(state.clone());
        let mut short = front.clone();
        short.states[0].words = state.words[1..].into();
        let unknown = Front { unit: 1_000, ..front.clone() };
        let late = Front { step: 1_000_000, ..front.clone() };
        for wrong in [twice, short, unknown, late] {
            let carried = rounds.carry(&wrong, wrong.step + 1);
            assert!(matches!(carried, Err(SplitError::NoState(_))), "seed {seed}: {carried:?}");
            refused += 1;
        }
        let carried = other.carry(&front, front.step + 1);
        assert!(matches!(carried, Err(SplitError::NoState(_))), "seed {seed}: {carried:?}");
    };
    (0..200).for_each(&mut draw);
    assert!(refused > 200, "{refused}");
}

/// The order of the decisions and the domains are part of the layout, so each of these problems has its own.
#[test]
fn layouts_tell_problems_apart() {
    let limits = limits();
    let layout = |values: Value, size: usize| {
        let mut csp = Csp::new();
        let ids: Vec<_> = (0..4).map(|at| csp.variable(format!("x{at}"), 1..=values)).collect();
        csp.post(AllDifferent { scope: ids[..size].to_vec(), except: Vec::new() }.into(), "");
        Rounds::new(&csp, &limits).unwrap().begin().unwrap()[0].layout
    };
    let mut layouts = [(4, 2), (4, 3), (4, 4), (5, 4)].map(|(v, s)| layout(v, s)).to_vec();
    assert_eq!(layout(4, 2), layouts[0]);
    layouts.sort_unstable();
    layouts.dedup();
    assert_eq!(layouts.len(), 4);
}
