//! Smaller domains: no solution is lost, and simple reasoning removes what it should.

use std::time::Duration;

use cnfetti::csp::{
    Comparison, Condition, Csp, Element, Index, Linear, Operand, Operation, Operator, Ranges,
    Table, Terms, Value, VarId,
};
use cnfetti::limit::Budget;
use cnfetti::presolve::propagate::propagate;
use itertools::Itertools;

use crate::random_csp::{Random, random_csp};

/// The remaining values of each variable.
fn left(csp: &Csp) -> Vec<Vec<Value>> {
    let propagated = propagate(csp, &Budget::default());
    propagated.variables().iter().map(|variable| variable.domain().to_vec()).collect()
}

#[test]
fn no_solution_is_lost_of_any_constraint() {
    for seed in 0..200 {
        let csp = random_csp(seed);
        let left = left(&csp);
        let spent = Budget::default().at_most(Duration::ZERO);
        let at_once = propagate(&csp, &spent);
        let domains = csp.variables().iter().map(|variable| variable.domain().iter().copied());
        for values in domains.multi_cartesian_product().filter(|values| csp.is_solution(values)) {
            for (at, value) in values.iter().enumerate() {
                assert!(left[at].contains(value), "seed {seed}: {values:?} of {csp:?}");
                assert!(at_once.variables()[at].domain().contains(value), "seed {seed}: {csp:?}");
            }
        }
    }
}

/// Numbers around 0, or far from it.
fn wide_domain(random: &mut Random) -> Vec<Value> {
    let first = [-160, -90, 0, 1, 40][random.below(5)];
    let step = 1 + random.below(3) as Value;
    (0..180).map(|number| first + step * number).collect()
}

#[test]
fn no_solution_is_lost_of_operations_on_many_values() {
    let operators = [
        Operator::Mul,
        Operator::Div,
        Operator::Mod,
        Operator::Dist,
        Operator::Min,
        Operator::Max,
        Operator::Lt,
        Operator::Le,
        Operator::Eq,
        Operator::Ne,
        Operator::Pow,
    ];
    let (mut smaller, mut gone) = ([0; 11], 0);
    for seed in 0..330 {
        let random = &mut Random::new(seed);
        let mut csp = Csp::new();
        let [x, y] = ["x", "y"].map(|name| csp.variable(name, wide_domain(random)));
        let operator = &operators[seed as usize % operators.len()];
        let result = match random.below(3) {
            0 => vec![random.below(2) as Value],
            1 => (0..2 + random.below(40) as Value).map(|number| 7 * number - 60).collect(),
            _ => (-200..=200).map(|number| 3 * number).collect(),
        };
        let result = csp.variable("result", result);
        let arguments = vec![Operand::Variable(x), Operand::Variable(y)];
        csp.post(Operation { operator: operator.clone(), arguments, result }.into(), "of chance");
        let left = left(&csp);
        let mut some = false;
        let results = csp.domain(result);
        for (&a, &b) in csp.domain(x).iter().cartesian_product(csp.domain(y)) {
            let value = operator.apply(&[a.into(), b.into()]);
            let value = value.and_then(|value| Value::try_from(value).ok());
            if let Some(value) = value.filter(|value| results.binary_search(value).is_ok()) {
                some = true;
                for (variable, value) in [(x, a), (y, b), (result, value)] {
                    let left = &left[variable.index()];
                    assert!(
                        left.binary_search(&value).is_ok(),
                        "seed {seed}: {operator:?} {a} {b}"
                    );
                }
            }
        }
        let size = |domains: &[Vec<Value>]| domains.iter().map(Vec::len).sum::<usize>();
        let before = csp.variables().iter().map(|variable| variable.domain().len()).sum::<usize>();
        smaller[seed as usize % operators.len()] += usize::from(size(&left) < before);
        gone += usize::from(!some && left.iter().any(Vec::is_empty));
    }
    assert!(gone > 0);
    assert!(smaller[..10].iter().all(|&number| number > 2), "{smaller:?}");
}

fn with(domains: &[&[Value]]) -> (Csp, Vec<VarId>) {
    let mut csp = Csp::new();
    let ids = domains.iter().enumerate();
    let ids = ids.map(|(at, domain)| csp.variable(format!("x{at}"), domain.iter().copied()));
    let ids = ids.collect();
    (csp, ids)
}

fn numbers(range: std::ops::Range<Value>) -> Vec<Value> {
    range.collect()
}

#[test]
fn sums_leave_what_the_others_have_room_for() {
    let (mut csp, x) = with(&[&numbers(0..11), &numbers(0..11), &[1]]);
    let terms = Terms::new([(x[0], 3), (x[1], 2), (x[2], -1)]);
    csp.post(Linear { terms, within: Ranges::exactly(16) }.into(), "");
    assert_eq!(left(&csp), [vec![1, 3, 5], vec![1, 4, 7], vec![1]]);
    let (mut csp, x) = with(&[&numbers(0..100), &numbers(-5..3), &numbers(0..4)]);
    let terms = Terms::new([(x[0], 2), (x[1], -3), (x[2], 1)]);
    csp.post(Linear { terms: terms.clone(), within: Ranges::at_most(20) }.into(), "");
    assert_eq!(left(&csp)[0], numbers(0..14));
    csp.post(Linear { terms, within: Ranges::at_least(19) }.into(), "");
    assert_eq!(left(&csp)[0], numbers(1..14));
    let (mut csp, x) = with(&[&numbers(0..9), &[4, 5]]);
    let terms = Terms::new([(x[0], 1), (x[1], 1)]);
    csp.post(Linear { terms, within: Ranges::of([7, 12]) }.into(), "");
    assert_eq!(left(&csp)[0], [2, 3, 7, 8]);
    let (mut csp, x) = with(&[&numbers(0..9)]);
    let terms = Terms::new([(x[0], 2)]);
    csp.post(Linear { terms, within: Ranges::exactly(40) }.into(), "");
    assert_eq!(left(&csp), [Vec::<Value>::new()]);
}

#[test]
fn products_leave_divisors() {
    let many = numbers(0..2000);
    let (mut csp, x) = with(&[&many, &many, &[360]]);
    let arguments = vec![Operand::Variable(x[0]), Operand::Variable(x[1])];
    csp.post(Operation { operator: Operator::Mul, arguments, result: x[2] }.into(), "");
    let left = left(&csp);
    assert_eq!(left[0].len(), 24);
    assert_eq!(left[0], left[1]);
}

#[test]
fn tables_and_elements_leave_what_is_supported() {
    let (mut csp, x) = with(&[&numbers(0..5), &numbers(0..5)]);
    let rows = vec![vec![Some(1), Some(3)], vec![Some(2), Some(9)], vec![Some(4), None]];
    csp.post(Table { scope: x.clone(), rows, is_positive: true }.into(), "");
    assert_eq!(left(&csp), [vec![1, 4], numbers(0..5)]);
    let (mut csp, x) = with(&[&numbers(-1..9), &numbers(0..40), &[30, 31]]);
    let list = vec![Operand::Constant(20), Operand::Variable(x[2]), Operand::Constant(50)];
    let indices = vec![Index { variable: x[0], first: 1, size: 3 }];
    let condition = Condition::Compare(Comparison::Equal, x[1]);
    csp.post(Element { list: list.clone(), indices: indices.clone(), condition }.into(), "");
    assert_eq!(left(&csp)[..2], [vec![1, 2], vec![20, 30, 31]]);
    let condition = Condition::Within(Ranges::at_least(31));
    csp.post(Element { list, indices, condition }.into(), "");
    assert_eq!(left(&csp), [vec![2], vec![31], vec![31]]);
}

#[test]
fn bounds_that_approach_each_other_slowly_come_to_an_end() {
    let many = numbers(0..1_000_000);
    let (mut csp, x) = with(&[&many, &many]);
    for pair in [[x[0], x[1]], [x[1], x[0]]] {
        let terms = Terms::new([(pair[0], 1), (pair[1], -1)]);
        csp.post(Linear { terms, within: Ranges::at_most(-1) }.into(), "");
    }
    let left = left(&csp);
    assert!(left.iter().all(|values| values.len() < many.len()));
}
