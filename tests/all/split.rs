//! Counts of one round: for every problem and division, the sum is the count by brute force, and the lists of the parts
//! together contain all solutions, each once.

use std::collections::BTreeSet;

use cnfetti::csp::{Csp, Value};
use cnfetti::exact::Limits;
use cnfetti::exact::split::{Found, Front, Rounds, SplitError, Unit};

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
    fixed_done: usize,
    fixed_divided: usize,
    alike: usize,
    told_apart: usize,
    shared: usize,
    sets_of_several: usize,
    none: usize,
}

#[test]
fn the_parts_of_a_count_add_up() {
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
    let Reached { shared, sets_of_several, none, fixed_done, fixed_divided, alike, .. } = reached;
    assert!(fixed_divided >= 3, "hardly drawn: {reached:?}");
    let of_fixed = [fixed, fixed_done, alike, told_apart];
    let all = [several_parts, begun, heavy, by_name, shared, sets_of_several, none];
    let all = [&all[..], &of_fixed].concat();
    assert!(all.iter().all(|&number| number >= 10), "hardly drawn: {reached:?}");
}

fn compare(csp: &Csp, parts: usize, states: usize, seed: u64, reached: &mut Reached) {
    let all = brute_force(csp);
    let right = numbers(csp, &all);
    let limits = limits();
    let rounds = Rounds::new(csp, &limits).unwrap();
    let units = rounds.units();
    let (divided, done) = divide(&rounds, (parts, states)).unwrap();
    reached.note(units, &divided, &done);
    let counted = |number| {
        let by = |unit: &Unit| matches!(unit, Unit::Fixed { permutation, .. } if *permutation == Some(number));
        units.iter().any(by)
    };
    reached.alike += usize::from(!(0..csp.symmetry().permutations.len()).all(counted));
    reached.none += usize::from(all.is_empty());
    let mut sums = vec![Found::default(); units.len()];
    let mut listed: Vec<Vec<Value>> = Vec::new();
    done.into_iter().for_each(|(unit, found)| add(&mut sums[unit], found));
    for front in &divided {
        let end = rounds.carry(front, front.steps).unwrap();
        assert_eq!(end, rounds.carry(front, front.steps).unwrap(), "seed {seed}");
        add(&mut sums[front.unit], rounds.found(&end));
        if front.unit == 0 {
            let diagram = rounds.solutions(front).unwrap();
            let mut walk = diagram.walk();
            while let Some(solution) = walk.next() {
                listed.push(solution.to_vec());
            }
        }
    }
    listed.sort();
    assert_eq!(listed, all, "seed {seed}: listed");
    let count = rounds.total(&sums, true).unwrap();
    assert_eq!(count.solutions, right.solutions.into(), "seed {seed}: solutions");
    assert_eq!(count.up_to_renaming, right.up_to_renaming.into(), "seed {seed}: renaming");
    assert_eq!(count.classes, right.classes.into(), "seed {seed}: classes");
    let projected: Vec<_> = right.projected.iter().map(|&number| number.into()).collect();
    assert_eq!(count.projected, projected, "seed {seed}: projected");
}

/// The divided states, and the numbers of units that are counted already.
type Divided = (Vec<Front>, Vec<(usize, Found)>);

/// The states of each unit, divided as soon as there are this many, and the numbers of those that never have so many. The
/// first unit is divided in any case.
fn divide(rounds: &Rounds<'_>, (parts, states): (usize, usize)) -> Result<Divided, SplitError> {
    let (mut divided, mut done) = (Vec::new(), Vec::new());
    for front in rounds.begin()? {
        let unit = front.unit;
        let front = match unit {
            0 => Some(rounds.carry_to_widest(front, states)?),
            _ => match rounds.carry_until(front, states)? {
                (None, found) => {
                    done.push((unit, found));
                    None
                }
                (front, _) => front,
            },
        };
        divided.extend(front.into_iter().flat_map(|front| front.divide(parts)));
    }
    Ok((divided, done))
}

fn add(sum: &mut Found, found: Found) {
    sum.solutions += found.solutions;
    sum.classes += found.classes;
    sum.projected.resize(found.projected.len().max(sum.projected.len()), 0_u32.into());
    for (sum, found) in sum.projected.iter_mut().zip(found.projected) {
        *sum += found;
    }
}

impl Reached {
    fn note(&mut self, units: &[Unit], divided: &[Front], done: &[(usize, Found)]) {
        let main = || divided.iter().filter(|front| front.unit == 0);
        self.several_parts += usize::from(main().count() > 1);
        self.begun += usize::from(main().any(|front| front.step > 0));
        let states = || main().flat_map(|piece| &piece.states);
        self.heavy += usize::from(states().any(|state| state.solutions > 1_u32.into()));
        self.shared += usize::from(states().any(|state| state.solutions == 0_u32.into()));
        self.by_name += usize::from(units.contains(&Unit::Names));
        let fixed = |by: &dyn Fn(&Option<usize>) -> bool| {
            units.iter().any(|u| matches!(u, Unit::Fixed { permutation, .. } if by(permutation)))
        };
        self.fixed += usize::from(fixed(&|permutation| permutation.is_some()));
        self.told_apart += usize::from(fixed(&|permutation| permutation.is_none()));
        let is_fixed = |unit: usize| matches!(units[unit], Unit::Fixed { .. });
        self.fixed_done += usize::from(done.iter().any(|(unit, _)| is_fixed(*unit)));
        self.fixed_divided += usize::from(divided.iter().any(|front| is_fixed(front.unit)));
        let sets = || divided.iter().flat_map(|piece| &piece.sets);
        self.sets_of_several += usize::from(sets().any(|set| set.states.len() > 1));
    }
}

/// A count that a limit ended has no number.
#[test]
fn a_limit_leaves_no_number() {
    let csp = (0..).map(random_csp).find(|csp| !brute_force(csp).is_empty()).unwrap();
    let (enough, few) = (limits(), Limits { memory_bytes: 1, ..limits() });
    let rounds = Rounds::new(&csp, &enough).unwrap();
    let front = divide(&rounds, (1, 8)).unwrap().0.remove(0);
    assert!(rounds.carry(&front, front.steps).is_ok());
    let Ok(rounds) = Rounds::new(&csp, &few) else { return };
    assert!(matches!(divide(&rounds, (2, 8)), Err(SplitError::Stopped(_))));
    assert!(matches!(rounds.carry(&front, front.steps), Err(SplitError::Stopped(_))));
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
