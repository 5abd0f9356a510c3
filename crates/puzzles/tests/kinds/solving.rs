//! Helpers of the tests that solve puzzles.

use std::ops::ControlFlow;

use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Budget;
use cnfetti_puzzles::puzzle::Puzzle;
use cnfetti_sat::compile::{Choices, compile};
use cnfetti_sat::search::enumerate::each_solution;
use cnfetti_sat::solver::by_name;

/// The number of random boards for this number by default: `CNFETTI_TIMES=4` makes four times as many.
pub(crate) fn boards(number: usize) -> usize {
    let times = std::env::var("CNFETTI_TIMES").map_or(1, |times| times.parse().unwrap());
    number * times
}

/// The first solutions, at most `most`; checks each by the rules of the puzzle.
pub(crate) fn solutions(puzzle: &dyn Puzzle, most: usize) -> Vec<Vec<Value>> {
    let csp = puzzle.csp();
    let compiled = compile(&csp, &Choices::default()).unwrap();
    let mut found = Vec::new();
    let visit = |solution: &[Value], _: &_| {
        puzzle.check(solution).unwrap();
        found.push(solution.to_vec());
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let backend = by_name("varisat").unwrap();
    each_solution(&csp, &compiled, backend, &Budget::default(), visit).unwrap();
    found
}

/// The number of solutions, found with one blocking clause after another.
pub(crate) fn count_by_blocking(csp: &Csp) -> usize {
    let compiled = compile(csp, &Choices::default()).unwrap();
    let mut number = 0;
    let visit = |_: &[Value], _: &_| {
        number += 1;
        ControlFlow::Continue(())
    };
    let backend = by_name("varisat").unwrap();
    each_solution(csp, &compiled, backend, &Budget::default(), visit).unwrap();
    number
}
