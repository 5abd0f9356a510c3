//! What hangs together on a board of squares, in numbers that are known: connected sets of cells (OEIS
//! A059525), cycles (A140517) and Hamiltonian cycles (A003763).

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{Atom, Connected, Csp, Linear, Link, Ranges, Terms, VarId};
use cnfetti::exact::{self, Limits};
use cnfetti::knowledge::Knowledge;
use cnfetti::limit::Budget;
use cnfetti::search::count::count;
use cnfetti::solver::by_name;
use num_bigint::BigUint;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Sets,
    Cycles,
    HamiltonianCycles,
}

/// The pairs of neighbours of a square with so many cells on a side.
fn neighbours(side: usize) -> Vec<[usize; 2]> {
    let right = (0..side * side).filter(|at| at % side + 1 < side).map(|at| [at, at + 1]);
    let below = (0..side * (side - 1)).map(|at| [at, at + side]);
    let mut pairs: Vec<[usize; 2]> = right.chain(below).collect();
    pairs.sort_unstable();
    pairs
}

fn board(what: What, side: usize) -> Csp {
    let mut csp = Csp::new();
    let holds = |variable| Some(Atom { variable, value: 1 });
    let cells: Vec<VarId> = match what {
        What::HamiltonianCycles => Vec::new(),
        _ => (0..side * side).map(|at| csp.variable(format!("cell{at}"), 0..2)).collect(),
    };
    let places = match what {
        What::HamiltonianCycles => vec![None; side * side],
        _ => cells.iter().map(|&cell| holds(cell)).collect(),
    };
    let links = neighbours(side).into_iter().map(|ends| {
        let line = (what != What::Sets).then(|| csp.variable(format!("line{ends:?}"), 0..2));
        Link { ends, atom: line.and_then(holds) }
    });
    let links: Vec<Link> = links.collect();
    if what != What::Sets {
        for at in 0..side * side {
            let lines = links.iter().filter(|link| link.ends.contains(&at));
            let lines = lines.filter_map(|link| Some((link.atom?.variable, 1)));
            // Two lines at each cell that is on the cycle, none at the others.
            let two = cells.get(at).map(|&cell| (cell, -2));
            let within = Ranges::exactly(if two.is_some() { 0 } else { 2 });
            csp.post(Linear { terms: Terms::new(lines.chain(two)), within }.into(), "a cycle");
        }
    }
    csp.post(Connected { places, links, may_be_empty: false }.into(), "in one piece");
    csp
}

fn exactly(what: What, side: usize) -> BigUint {
    let (count, _) = exact::count(&board(what, side), &Limits::default()).unwrap();
    assert!(count.exact);
    count.solutions
}

/// The numbers for a side of 1, 2, 3 …
const KNOWN: [(What, &[u64]); 3] = [
    (What::Sets, &[1, 13, 218, 11_506, 2_301_877, 1_732_082_741]),
    (What::Cycles, &[0, 1, 13, 213, 9_349, 1_222_363]),
    (What::HamiltonianCycles, &[0, 1, 0, 6, 0, 1_072]),
];

#[test]
fn the_exact_counter_finds_the_known_numbers() {
    for (what, numbers) in KNOWN {
        for (side, &number) in (1..).zip(numbers) {
            assert_eq!(exactly(what, side), BigUint::from(number), "{what:?} {side}");
        }
    }
}

#[test]
fn clauses_have_the_known_numbers_of_models() {
    let (backend, choices) = (by_name("varisat").unwrap(), Choices::default());
    for (what, numbers) in KNOWN {
        for (side, &number) in (1..).zip(&numbers[..5]) {
            let csp = board(what, side);
            let compiled = compile(&csp, &choices).unwrap();
            let knowledge = Knowledge::of(&compiled.cnf, None, &Limits::default()).unwrap();
            assert_eq!(knowledge.count(), BigUint::from(number), "{what:?} {side}");
            if number < 300 {
                let found = count(&csp, &choices, backend, &Budget::default(), |_| {}).unwrap();
                assert_eq!(found.count.solutions, BigUint::from(number), "{what:?} {side}");
            }
        }
    }
}

#[test]
#[ignore = "half a minute"]
fn large_boards_have_the_known_numbers() {
    for (what, number) in [
        (What::Sets, "284374318545830329487309785"),
        (What::Cycles, "27359264067916806101"),
        (What::HamiltonianCycles, "467260456608"),
    ] {
        assert_eq!(exactly(what, 10).to_string(), number, "{what:?}");
    }
}

#[test]
fn formulas_grow_hardly_more_than_boards() {
    for (side, auxiliaries, clauses) in [(10, 3_200, 10_000), (20, 38_000, 115_000)] {
        let size = compile(&board(What::Sets, side), &Choices::default()).unwrap().size();
        assert!(size.auxiliary_variables <= auxiliaries && size.clauses <= clauses, "{size:?}");
    }
}
