//! Connectivity on square boards, in known numbers: connected sets of cells (OEIS A059525), cycles
//! (A140517) and Hamiltonian cycles (A003763).

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{
    Atom, Connected, Csp, Fixed, Linear, Link, Operand, Operation, Operator, Parts, Ranges, Terms,
    Value, VarId,
};
use cnfetti::exact::{self, Limits};
use cnfetti::knowledge::Knowledge;
use cnfetti::limit::Budget;
use cnfetti::search::blocking::count;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;

/// What to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Sets,
    Cycles,
    HamiltonianCycles,
}

/// The pairs of neighbours on a square board with this side.
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
            // Two lines meet at each cell on the cycle, and none at the others.
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
#[ignore = "slow: .ci/run has it"]
fn large_boards_have_the_known_numbers() {
    for (what, number) in [
        (What::Sets, "284374318545830329487309785"),
        (What::Cycles, "27359264067916806101"),
        (What::HamiltonianCycles, "467260456608"),
    ] {
        assert_eq!(exactly(what, 10).to_string(), number, "{what:?}");
    }
}

fn by_both_engines(csp: &Csp) -> BigUint {
    let (count, _) = exact::count(csp, &Limits::default()).unwrap();
    let compiled = compile(csp, &Choices::default()).unwrap();
    let knowledge = Knowledge::of(&compiled.cnf, None, &Limits::default()).unwrap();
    assert_eq!(knowledge.count(), count.solutions);
    count.solutions
}

/// All cells are divided into parts of two: the tilings of a board with dominoes (OEIS A004003).
#[test]
fn parts_of_two_are_dominoes() {
    for (side, tilings) in [(2, 2_u32), (3, 0), (4, 36), (6, 6_728)] {
        let mut csp = Csp::new();
        let links = neighbours(side).into_iter().map(|ends| {
            let variable = csp.variable(format!("{ends:?}"), 0..2);
            Link { ends, atom: Some(Atom { variable, value: 1 }) }
        });
        let links = links.collect();
        let sizes = vec![Some(Operand::Constant(2)); side * side];
        let dominoes = Parts { places: vec![None; side * side], links, sizes, marks: None };
        csp.post(dominoes.into(), "dominoes");
        assert_eq!(by_both_engines(&csp), BigUint::from(tilings), "{side}");
    }
}

/// White parts with one number each, which is their size; black cells are connected and contain no 2 × 2
/// square. The puzzle is from the tests of pzprjs (MIT).
#[test]
fn white_parts_of_a_nurikabe_have_their_sizes() {
    let clues = [(1, 5), (7, 2), (17, 1), (23, 3)];
    let side = 5;
    let number = |clues: &[(usize, Value)]| {
        let mut csp = Csp::new();
        let cells = (0..side * side).map(|at| csp.variable(format!("c{at}"), 0..2)).collect_vec();
        let are = |value| cells.iter().map(|&variable| Some(Atom { variable, value })).collect();
        let links = neighbours(side).into_iter().map(|ends| Link { ends, atom: None });
        let links = links.collect_vec();
        let mut sizes = vec![None; side * side];
        for &(at, size) in clues {
            sizes[at] = Some(Operand::Constant(size));
            csp.post(Fixed { atom: Atom { variable: cells[at], value: 0 } }.into(), "a number");
        }
        let marks = Some(clues.iter().map(|&(at, _)| at).collect());
        csp.post(Parts { places: are(0), links: links.clone(), sizes, marks }.into(), "white");
        csp.post(Connected { places: are(1), links, may_be_empty: true }.into(), "black");
        for at in (0..side * (side - 1)).filter(|at| at % side + 1 < side) {
            let scope = [at, at + 1, at + side, at + side + 1].map(|at| (cells[at], 1));
            let within = Ranges::at_most(3);
            csp.post(Linear { terms: Terms::new(scope), within }.into(), "no square");
        }
        by_both_engines(&csp)
    };
    assert_eq!(number(&clues), BigUint::from(1_u32));
    // With other numbers, there are more solutions or none, and the engines agree on that.
    assert!(number(&[(1, 6), (7, 2), (17, 1), (23, 3)]) != number(&[(0, 3), (14, 3), (22, 4)]));
}

/// Each number is in a part of that size, all of whose cells have that number. From the tests of pzprjs
/// (MIT).
#[test]
fn parts_of_a_fillomino_have_their_numbers() {
    let clues: [(usize, Value); 12] = [
        (2, 4),
        (7, 5),
        (8, 3),
        (10, 2),
        (16, 5),
        (17, 2),
        (18, 3),
        (19, 3),
        (25, 2),
        (27, 1),
        (28, 4),
        (33, 3),
    ];
    let number = |side: usize, clues: &[(usize, Value)], most: Value| {
        let mut csp = Csp::new();
        let domain = |at| match clues.iter().find(|clue| clue.0 == at) {
            Some(&(_, number)) => number..number + 1,
            None => 1..most + 1,
        };
        let cells = (0..side * side).map(|at| csp.variable(format!("c{at}"), domain(at)));
        let cells = cells.collect_vec();
        let links = neighbours(side).into_iter().map(|ends| {
            let same = csp.variable(format!("same{ends:?}"), 0..2);
            let arguments = ends.map(|end| Operand::Variable(cells[end])).to_vec();
            let operation = Operation { operator: Operator::Eq, arguments, result: same };
            csp.post(operation.into(), "the same number");
            Link { ends, atom: Some(Atom { variable: same, value: 1 }) }
        });
        let links = links.collect();
        let sizes = cells.iter().map(|&cell| Some(Operand::Variable(cell))).collect();
        let fillomino = Parts { places: vec![None; side * side], links, sizes, marks: None };
        csp.post(fillomino.into(), "numbers");
        by_both_engines(&csp)
    };
    assert_eq!(number(6, &clues, 9), BigUint::from(1_u32));
    // Four fours, or a one in some corner; two dominoes side by side would be a part of four twos.
    assert_eq!(number(2, &[], 4), BigUint::from(1 + 4_u32));
}

#[test]
fn formulas_grow_hardly_more_than_boards() {
    for (side, auxiliaries, clauses) in [(10, 3_200, 10_000), (20, 38_000, 115_000)] {
        let size = compile(&board(What::Sets, side), &Choices::default()).unwrap().size();
        assert!(size.auxiliary_variables <= auxiliaries && size.clauses <= clauses, "{size:?}");
    }
}
