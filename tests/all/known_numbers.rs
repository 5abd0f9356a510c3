//! Constraints of general models with a known number of solutions: an oracle that shares no code with them.

use cnfetti::csp::{
    ArgExtremum, Automaton, Bin, BinPacking, Channel, Circuit, Comparison, Condition, Constraint,
    Count, Csp, Cumulative, DistinctCount, Element, Extent, Extreme, Extremum, Index, Lex,
    NoOverlap, Operand, Ranges, Rank, Table, Task, Transition, Value, VarId,
};
use cnfetti::exact::{self, Limits};
use num_bigint::BigUint;

/// The number of solutions of one constraint on variables with these domains.
fn solutions(
    domains: &[std::ops::Range<Value>],
    constraint: impl FnOnce(&[VarId]) -> Constraint,
) -> BigUint {
    let mut csp = Csp::new();
    let named = domains.iter().enumerate();
    let variables: Vec<VarId> =
        named.map(|(at, domain)| csp.variable(format!("x{at}"), domain.clone())).collect();
    csp.post(constraint(&variables), "of the test");
    let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
    assert!(count.exact);
    count.solutions
}

fn within(comparison: Comparison, value: Value) -> Condition {
    Condition::new(comparison, Operand::Constant(value))
}

#[test]
fn circuits_are_cyclic_permutations() {
    for (places, expected) in [(1, 1_u32), (2, 1), (3, 2), (5, 24), (8, 5040)] {
        let domains = vec![1..places + 1; places as usize];
        let circuit = |x: &[VarId]| Circuit { scope: x.to_vec(), first: 1, size: None }.into();
        assert_eq!(solutions(&domains, circuit), BigUint::from(expected));
    }
    // The sum over k >= 2 of the choices of k places times the (k - 1)! circuits through them.
    for (places, expected) in [(1, 0_u32), (2, 1), (3, 5), (4, 20), (5, 84), (6, 409)] {
        let size = Some(Condition::Within(Ranges::at_least(2)));
        let circuit = |x: &[VarId]| Circuit { scope: x.to_vec(), first: 0, size }.into();
        assert_eq!(solutions(&vec![0..places; places as usize], circuit), BigUint::from(expected));
    }
}

#[test]
fn channels_are_inverses() {
    let own = |x: &[VarId]| Channel {
        first: x.to_vec(),
        first_place: 0,
        second: x.to_vec(),
        second_place: 0,
    };
    // Involutions.
    for (size, expected) in [(1, 1_u32), (2, 2), (4, 10), (6, 76)] {
        let count = solutions(&vec![0..size; size as usize], |x| own(x).into());
        assert_eq!(count, BigUint::from(expected));
    }
    let two = |first: usize| {
        move |x: &[VarId]| {
            let (first, second) = x.split_at(first);
            Channel {
                first: first.to_vec(),
                first_place: 0,
                second: second.to_vec(),
                second_place: 5,
            }
        }
    };
    let domains = |first: usize, second: usize, firsts: Value| {
        [vec![5..5 + second as Value; first], vec![0..firsts; second]].concat()
    };
    assert_eq!(solutions(&domains(4, 4, 4), |x| two(4)(x).into()), BigUint::from(24_u32));
    // An injection of 2 into 4 places; the other two items of the second list are free.
    assert_eq!(solutions(&domains(2, 4, 3), |x| two(2)(x).into()), BigUint::from(12_u32 * 9));
}

#[test]
fn words_and_lists() {
    // Words without two ones in a row: their numbers are Fibonacci numbers.
    let step = |from, value, to| Transition { from, value, to };
    let transitions = vec![step(3, 0, 3), step(3, 1, 8), step(8, 0, 3)];
    let words = |x: &[VarId]| {
        Automaton { scope: x.to_vec(), start: 3, accepting: vec![3, 8], transitions }.into()
    };
    assert_eq!(solutions(&vec![0..2; 30], words), BigUint::from(2_178_309_u32));
    for (is_strict, expected) in [(false, 36 * 37 / 2), (true, 36 * 35 / 2_u32)] {
        let lex =
            |x: &[VarId]| Lex { first: x[..2].to_vec(), second: x[2..].to_vec(), is_strict }.into();
        assert_eq!(solutions(&vec![0..6; 4], lex), BigUint::from(expected));
    }
    let cell = |value| (value >= 0).then_some(value);
    let rows = [[0, -1, 1], [1, 1, -1], [-1, 1, 1]].map(|row| row.map(cell).to_vec());
    // 0*1, 11* and *11 are four rows each; 011 and 111 are in two of them.
    for (is_positive, expected) in [(true, 12 - 2), (false, 64 - 10_u32)] {
        let table =
            |x: &[VarId]| Table { scope: x.to_vec(), rows: rows.to_vec(), is_positive }.into();
        assert_eq!(solutions(&vec![0..4; 3], table), BigUint::from(expected));
    }
    let element = |x: &[VarId]| {
        let index = Index { variable: x[0], first: 1, size: 3 };
        let list = x[1..4].iter().map(|&variable| variable.into()).collect();
        Element { list, indices: vec![index], condition: Condition::is(x[4]) }.into()
    };
    assert_eq!(solutions(&[0..9, 0..4, 0..4, 0..4, 0..4], element), BigUint::from(3 * 64_u32));
}

#[test]
fn numbers_of_values() {
    let all = vec![0..6; 5];
    let count = |x: &[VarId]| {
        let condition = within(Comparison::Equal, 2);
        Count { scope: x.to_vec(), values: vec![1, 4], condition }.into()
    };
    assert_eq!(solutions(&all, count), BigUint::from(10 * 4 * 64_u32));
    let distinct = |x: &[VarId]| {
        let condition = within(Comparison::Equal, 2);
        DistinctCount { scope: x.to_vec(), except: vec![0], condition }.into()
    };
    // k of 5 places are not 0; choose the 2 values of the others, so that neither is missing.
    let expected: u32 =
        [(10, 2), (10, 6), (5, 14), (1, 30)].map(|(k, onto)| 10 * k * onto).iter().sum();
    assert_eq!(solutions(&all, distinct), BigUint::from(expected));
    for (extreme, value) in [(Extreme::Maximum, 3), (Extreme::Minimum, 2)] {
        let condition = within(Comparison::Equal, value);
        let end = |x: &[VarId]| Extremum { scope: x.to_vec(), extreme, condition }.into();
        assert_eq!(solutions(&all, end), BigUint::from(1024_u32 - 243));
    }
    let first = |x: &[VarId]| {
        let (extreme, rank) = (Extreme::Maximum, Rank::First);
        let condition = within(Comparison::Equal, 2);
        ArgExtremum { scope: x.to_vec(), first: 0, extreme, rank, condition }.into()
    };
    // The two items before are smaller, and the two after are not greater.
    let expected: u32 = (0..6_u32).map(|end| end.pow(2) * (end + 1).pow(2)).sum();
    assert_eq!(solutions(&all, first), BigUint::from(expected));
}

#[test]
fn things_in_room() {
    let extent = |origin, length| Extent { origin, length: Operand::Constant(length) };
    let tasks = |x: &[VarId]| {
        let boxes =
            x.iter().zip([3, 1, 2, 4]).map(|(&origin, length)| vec![extent(origin, length)]);
        NoOverlap { boxes: boxes.collect(), ignores_empty: true }.into()
    };
    // The order of the tasks, and the two free places before, between and after them.
    let expected = BigUint::from(24 * 15_u32);
    assert_eq!(solutions(&[0..10, 0..12, 0..11, 0..9], tasks), expected);
    // Two squares of 2 in a square of 4.
    let squares = |x: &[VarId]| {
        let square = |at: usize| vec![extent(x[at], 2), extent(x[at + 1], 2)];
        NoOverlap { boxes: vec![square(0), square(2)], ignores_empty: false }.into()
    };
    // They overlap where both distances are at most 1: 7 of 9 pairs in each dimension.
    assert_eq!(solutions(&vec![0..3; 4], squares), BigUint::from(81_u32 - 49));
    let resource = |x: &[VarId]| {
        let task = |&origin: &VarId| Task { origin, length: 2.into(), height: 2.into() };
        Cumulative { tasks: x.iter().map(task).collect(), limit: 3.into() }.into()
    };
    // Tasks cannot overlap: three tasks of 2 in a time of 8, with two free moments.
    assert_eq!(solutions(&vec![0..7; 3], resource), BigUint::from(6 * 10_u32));
    let bins = |x: &[VarId]| {
        let bin = |value| Bin { value, load: within(Comparison::AtMost, 5) };
        BinPacking { scope: x.to_vec(), sizes: vec![3, 3, 2, 2], bins: vec![bin(0), bin(1)] }.into()
    };
    assert_eq!(solutions(&vec![0..3; 4], bins), BigUint::from(2 * 2_u32));
}
