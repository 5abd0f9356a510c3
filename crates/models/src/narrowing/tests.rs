//! Comparison with brute force: narrowing keeps every solution, and bounds products and squares as it should.

use std::sync::Arc;

use itertools::Itertools;

use super::*;
use crate::declared::MAX_ALL_VALUES;
use cnfetti_core::random::Random;

/// The values that are tried for each of two variables.
const LOW: i128 = -9;
const HIGH: i128 = 9;

fn apply(operator: Operator, args: &[usize]) -> Expr {
    Expr::Apply(operator, args.iter().map(|&at| Expr::Variable(at)).collect())
}

/// The bounds of x, y and the result after narrowing by `result = expr` until nothing changes.
fn narrowed(expr: &Expr, bounds: Vec<Bounds>) -> Vec<Bounds> {
    let is_open = vec![true; bounds.len()];
    let mut narrowing = Narrowing { bounds, is_open, changed: true };
    let equation = Expr::two(Operator::Eq, Expr::Variable(2), expr.clone());
    for _ in 0..100 {
        if !std::mem::take(&mut narrowing.changed) {
            break;
        }
        narrowing.constraint(&Constraint::Intension(equation.clone()));
    }
    narrowing.bounds
}

fn is_within(number: i128, (low, high): Bounds) -> bool {
    low.is_none_or(|low| low <= number) && high.is_none_or(|high| number <= high)
}

#[test]
fn no_solution_is_lost() {
    let (mut kept, mut lost) = ([0; 6], [0; 6]);
    for seed in 0..6_000 {
        let random = &mut Random::new(seed);
        let sort = seed as usize % 6;
        let expr = match sort {
            0 => apply(Operator::Mul, &[0, 1]),
            1 => apply(Operator::Mul, &[0, 0]),
            2 => apply(Operator::Add, &[0, 1]),
            3 => apply(Operator::Sub, &[0, 1]),
            4 => apply(Operator::Abs, &[0]),
            _ => apply([Operator::Min, Operator::Max][random.below(2)], &[0, 1]),
        };
        let mut ends = |least: i128, size: usize| {
            let low = least + random.below(size) as i128;
            let high = low + random.below(size) as i128;
            [(None, None), (Some(low), None), (None, Some(high)), (Some(low), Some(high))]
                [random.below(5).min(3)]
        };
        let before = vec![ends(LOW, 10), ends(LOW, 10), ends(-40, 50)];
        let after = narrowed(&expr, before.clone());
        for x in (LOW..=HIGH).filter(|&x| is_within(x, before[0])) {
            for y in (LOW..=HIGH).filter(|&y| is_within(y, before[1])) {
                let value = |at: usize| [x, y][at] as i64;
                let result = i128::from(expr.value(&value).expect("it is defined"));
                let point = [x, y, result];
                let is_left = (0..3).all(|at| is_within(point[at], after[at]));
                if is_within(result, before[2]) {
                    assert!(is_left, "{seed}: {expr:?} {point:?} {before:?} {after:?}");
                    kept[sort] += 1;
                } else if !is_left {
                    lost[sort] += 1;
                }
            }
        }
    }
    assert!(kept.iter().all(|&number| number > 5_000), "{kept:?}");
    assert!(lost.iter().all(|&number| number > 5_000), "{lost:?}");
}

#[test]
fn products_bound_their_factors() {
    let all = (None, None);
    let between = |low: i128, high: i128| (Some(low), Some(high));
    let product = apply(Operator::Mul, &[0, 1]);
    let square = apply(Operator::Mul, &[0, 0]);
    for (expr, result, factor) in [
        (&square, between(49, 49), between(-7, 7)),
        (&square, between(0, 63), between(-7, 7)),
        (&square, between(-5, 64), between(-8, 8)),
        (&square, between(1 << 62, 1 << 62), between(-(1 << 31), 1 << 31)),
        (&product, between(12, 12), between(-12, 12)),
        (&product, between(1, 12), between(-12, 12)),
        (&product, between(-12, -3), between(-12, 12)),
        // The other factor can be 0.
        (&product, between(0, 12), all),
        (&product, between(-3, 0), all),
        (&product, (Some(1), None), all),
        (&square, (None, None), all),
    ] {
        assert_eq!(narrowed(expr, vec![all, all, result])[0], factor, "{expr:?} {result:?}");
    }
    // The bounds of the result are those of the corners.
    for (x, y, result) in [
        (between(-2, 3), between(-5, 4), between(-15, 12)),
        (between(2, 3), between(4, 5), between(8, 15)),
        (between(-3, -2), between(4, 5), between(-15, -8)),
        (between(0, 0), all, between(0, 0)),
        (between(-2, -2), (Some(3), None), (None, Some(-6))),
    ] {
        assert_eq!(narrowed(&product, vec![x, y, all])[2], result, "{x:?} {y:?}");
    }
}

/// Lists of different lengths that the constraints leave are kept only as long as they are not too much in total. After
/// that, variables share the values that the file gives.
#[test]
fn lists_that_are_too_long_in_total_are_shared() {
    const NUMBER: usize = 360;
    let mut text = String::new();
    (0..NUMBER).for_each(|at| text += &format!("var 1..70000: x{at} :: output_var;\n"));
    for at in 0..NUMBER {
        text += &format!("constraint int_le(x{at},{});\n", 60_000 - at);
    }
    let model = crate::flatzinc::read(&(text + "solve satisfy;\n"), &Budget::default()).unwrap();
    let lengths: Vec<usize> = model.variables.iter().map(|one| one.domain.len()).collect();
    let own = lengths.iter().position(|&length| length == 70_000).unwrap();
    assert!((0..own).all(|at| lengths[at] == 60_000 - at));
    assert!(lengths[..own].iter().sum::<usize>() <= MAX_ALL_VALUES);
    assert!(lengths[own..].iter().all(|&length| length == 70_000));
    let shared = &model.variables[own].domain;
    assert!(model.variables[own..].iter().all(|one| Arc::ptr_eq(&one.domain, shared)));
}

/// Variables that can be listed are, if nothing defines them, and then a sum of them that cannot be listed has a formula.
#[test]
fn a_sum_of_long_lists_has_a_formula() {
    let text = "var 0..1300000: x;\nvar 0..1300000: y;\nvar 0..100000000: sum;\n\
                constraint int_lin_eq([7,6,-1],[x,y,sum],0);\nsolve minimize sum;\n";
    let model = crate::flatzinc::read(text, &Budget::default()).unwrap();
    let lengths: Vec<usize> = model.variables.iter().map(|one| one.domain.len()).collect();
    assert_eq!(lengths, [1_300_001, 1_300_001, 0]);
    assert!(model.variables[2].formula.is_some());
}

/// Tables with rows that leave a cell open: the bounds keep every solution, and are those of a column that has only numbers.
#[test]
fn columns_of_tables_are_bounds_unless_a_row_leaves_them_open() {
    let (mut narrowed, mut open) = (0, 0);
    for seed in 0..500 {
        let random = &mut Random::new(seed);
        let number = 1 + random.below(4);
        let mut cell = || match random.below(5) {
            0 => None,
            _ => Some(random.below(19) as Value - 9),
        };
        let cells: Vec<Option<Value>> = (0..2 * number).map(|_| cell()).collect();
        let tuples = Arc::new(crate::tree::Tuples { arity: 2, cells });
        let scope = vec![Expr::Variable(0), Expr::Variable(1)];
        let bounds = vec![(Some(LOW), Some(HIGH)); 2];
        let mut narrowing = Narrowing { bounds, is_open: vec![true; 2], changed: false };
        let table = tuples.clone();
        narrowing.constraint(&Constraint::Extension { scope, tuples: table, positive: true });
        for (at, &found) in narrowing.bounds.iter().enumerate() {
            let allowed = (LOW..=HIGH).filter(|&value| {
                let is_value = |cell: Option<Value>| cell.is_none_or(|cell| value == cell.into());
                tuples.rows().any(|row| is_value(row[at]))
            });
            let (low, high) = allowed.minmax().into_option().expect("there are rows");
            assert_eq!(found, (Some(low), Some(high)), "{seed} {tuples:?}");
            narrowed += usize::from((low, high) != (LOW, HIGH));
            open += usize::from(tuples.rows().any(|row| row[at].is_none()));
        }
    }
    assert!(narrowed > 300 && open > 200, "{narrowed} {open}");
}
