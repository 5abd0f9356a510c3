//! Counts in pieces: for every problem and division, the sum is the count by brute force, each
//! state is the partial solution that it claims to be, and the lists of the pieces together contain
//! all solutions, each once.

use std::collections::BTreeSet;

use cnfetti::csp::{Atom, Csp, Fixed, Value};
use cnfetti::exact::Limits;
use cnfetti::exact::split::{self, Found, Piece, SplitError, Unit};

use crate::random_csp::{Random, brute_force, numbers, random_csp};

fn limits() -> Limits {
    Limits { memory_bytes: 1 << 30, ..Limits::default() }
}

/// The cases that the drawn problems reached.
#[derive(Debug, Default)]
struct Reached {
    several_parts: usize,
    begun: usize,
    heavy: usize,
    by_name: usize,
    fixed: usize,
    fixed_whole: usize,
    fixed_divided: usize,
    alike: usize,
    told_apart: usize,
    shared: usize,
    sets_of_several: usize,
    none: usize,
}

#[test]
fn the_pieces_of_a_count_add_up() {
    let mut reached = Reached::default();
    for seed in 0..600 {
        let csp = random_csp(seed);
        let random = &mut Random::new(seed ^ 0x5917);
        let (parts, states) = (1 + random.below(5), 1 + random.below(40));
        compare(&csp, parts, states, seed, &mut reached);
        if !csp.symmetry().permutations.is_empty() {
            // With so few states, what is fixed is divided as well.
            compare(&csp, parts, 2, seed, &mut reached);
        }
    }
    let Reached { several_parts, begun, heavy, by_name, fixed, told_apart, .. } = reached;
    let Reached { shared, sets_of_several, none, fixed_whole, fixed_divided, alike, .. } = reached;
    assert!(fixed_divided >= 3, "hardly drawn: {reached:?}");
    let of_fixed = [fixed, fixed_whole, alike, told_apart];
    let all = [several_parts, begun, heavy, by_name, shared, sets_of_several, none];
    let all = [&all[..], &of_fixed].concat();
    assert!(all.iter().all(|&number| number >= 10), "hardly drawn: {reached:?}");
}

fn compare(csp: &Csp, parts: usize, states: usize, seed: u64, reached: &mut Reached) {
    let all = brute_force(csp);
    let right = numbers(csp, &all);
    let (units, divided) = split::split(csp, parts, (states, 4 * states), &limits()).unwrap();
    assert_eq!(divided.len(), parts);
    reached.note(&units, &divided);
    let counted = |number| {
        let by = |unit: &Unit| matches!(unit, Unit::Fixed { permutation, .. } if *permutation == Some(number));
        units.iter().any(by)
    };
    reached.alike += usize::from(!(0..csp.symmetry().permutations.len()).all(counted));
    reached.none += usize::from(all.is_empty());
    let mut sums = vec![Found::default(); units.len()];
    let mut listed: Vec<Vec<Value>> = Vec::new();
    for pieces in &divided {
        let found = split::count(csp, pieces, &limits()).unwrap();
        assert_eq!(found, split::count(csp, pieces, &limits()).unwrap(), "seed {seed}");
        for (piece, found) in pieces.iter().zip(found) {
            add(&mut sums[piece.unit], found);
            check_states(csp, piece, &units, &all, seed);
            if piece.unit == 0 {
                let diagram = split::solutions(csp, piece, &limits()).unwrap();
                let mut walk = diagram.walk();
                while let Some(solution) = walk.next() {
                    listed.push(solution.to_vec());
                }
            }
        }
    }
    listed.sort();
    assert_eq!(listed, all, "seed {seed}: listed");
    let count = split::total(csp, &sums, true, &limits()).unwrap();
    assert_eq!(count.solutions, right.solutions.into(), "seed {seed}: solutions");
    assert_eq!(count.up_to_renaming, right.up_to_renaming.into(), "seed {seed}: renaming");
    assert_eq!(count.classes, right.classes.into(), "seed {seed}: classes");
    let projected: Vec<_> = right.projected.iter().map(|&number| number.into()).collect();
    assert_eq!(count.projected, projected, "seed {seed}: projected");
}

fn add(sum: &mut Found, found: Found) {
    sum.solutions += found.solutions;
    sum.classes += found.classes;
    sum.projected.resize(found.projected.len().max(sum.projected.len()), 0_u32.into());
    for (sum, found) in sum.projected.iter_mut().zip(found.projected) {
        *sum += found;
    }
}

/// The state stands for its weight times the solutions that contain its atoms.
fn check_states(csp: &Csp, piece: &Piece, units: &[Unit], all: &[Vec<Value>], seed: u64) {
    if units[piece.unit] != Unit::Solutions {
        return;
    }
    let alone = |state: &split::State| Piece {
        states: vec![split::State { solutions: 1, ..state.clone() }],
        sets: Vec::new(),
        ..piece.clone()
    };
    for state in &piece.states {
        let has = |solution: &&Vec<Value>| {
            state.atoms.iter().all(|atom| solution[atom.variable.index()] == atom.value)
        };
        let completions = all.iter().filter(has).count();
        let found = split::count(csp, &[alone(state)], &limits()).unwrap();
        assert_eq!(found[0].solutions, completions.into(), "seed {seed}: {state:?}");
    }
}

impl Reached {
    fn note(&mut self, units: &[Unit], divided: &[Vec<Piece>]) {
        let main = || divided.iter().flatten().filter(|piece| piece.unit == 0);
        self.several_parts += usize::from(main().count() > 1);
        self.begun += usize::from(main().any(|piece| piece.step > 0));
        let states = || main().flat_map(|piece| &piece.states);
        self.heavy += usize::from(states().any(|state| state.solutions > 1));
        self.shared += usize::from(states().any(|state| state.solutions == 0));
        self.by_name += usize::from(units.contains(&Unit::Names));
        let fixed = |by: &dyn Fn(&Option<usize>) -> bool| {
            units.iter().any(|u| matches!(u, Unit::Fixed { permutation, .. } if by(permutation)))
        };
        self.fixed += usize::from(fixed(&|permutation| permutation.is_some()));
        self.told_apart += usize::from(fixed(&|permutation| permutation.is_none()));
        let is_fixed = |piece: &&Piece| matches!(units[piece.unit], Unit::Fixed { .. });
        let of_fixed = || divided.iter().flatten().filter(is_fixed);
        self.fixed_whole += usize::from(of_fixed().any(|piece| piece.step == 0));
        self.fixed_divided += usize::from(of_fixed().any(|piece| piece.step > 0));
        let sets = || divided.iter().flatten().flat_map(|piece| &piece.sets);
        self.sets_of_several += usize::from(sets().any(|set| set.states.len() > 1));
    }
}

/// States that no split writes are refused, and not counted.
#[test]
fn states_of_no_problem_are_refused() {
    let mut refused = 0;
    for seed in 0..200 {
        let csp = random_csp(seed);
        let (_, divided) = split::split(&csp, 2, (8, 8), &limits()).unwrap();
        for piece in divided.into_iter().flatten() {
            let Some(first) = piece.states.first() else { continue };
            let count = |atoms: Vec<Atom>, step: usize| {
                let states = vec![split::State { atoms, ..first.clone() }];
                let piece = Piece { states, step, sets: Vec::new(), ..piece.clone() };
                split::count(&csp, &[piece], &limits())
            };
            let Some(&atom) = first.atoms.first() else { continue };
            let twice = [&first.atoms[..], &[atom]].concat();
            let foreign = [&first.atoms[1..], &[Atom { value: 1_000_000, ..atom }]].concat();
            for (atoms, step) in [(twice, piece.step), (foreign, piece.step), (vec![atom], 10_000)]
            {
                let counted = count(atoms, step);
                assert!(matches!(counted, Err(SplitError::NoState(_))), "seed {seed}: {counted:?}");
                refused += 1;
            }
            let other = Piece { unit: 1_000, ..piece.clone() };
            let counted = split::count(&csp, &[other], &limits());
            assert!(matches!(counted, Err(SplitError::NoState(_))), "seed {seed}: {counted:?}");
        }
    }
    assert!(refused > 200, "{refused}");
}

/// A count that a limit ended has no number.
#[test]
fn a_limit_leaves_no_number() {
    let mut csp = random_csp(1);
    csp.post(Fixed { atom: Atom { variable: csp.ids().next().unwrap(), value: 1 } }.into(), "");
    let limits = Limits { memory_bytes: 1, ..limits() };
    assert!(matches!(split::split(&csp, 2, (8, 8), &limits), Err(SplitError::Stopped(_))));
    let piece = Piece { unit: 0, step: 0, states: Vec::new(), sets: Vec::new() };
    assert!(matches!(split::count(&csp, &[piece], &limits), Err(SplitError::Stopped(_))));
}

#[test]
fn sets_are_told_to_the_reader() {
    let set: BTreeSet<String> = [
        Unit::Solutions,
        Unit::Names,
        Unit::Fixed { permutation: None, cycles: vec![vec![2, 1]] },
        Unit::Fixed { permutation: Some(1), cycles: vec![vec![2, 1], vec![1]] },
        Unit::Fixed { permutation: Some(0), cycles: Vec::new() },
    ]
    .iter()
    .map(ToString::to_string)
    .collect();
    let right = [
        "solutions",
        "solutions by name",
        "solutions that are moved to themselves, by cycles of 2+1",
        "solutions that permutation 1 moves",
        "solutions that permutation 2 moves, by cycles of 2+1, 1",
    ];
    assert_eq!(set, right.map(str::to_owned).into());
}
