//! Comparison with brute force: of all values, the constraints accept those for which the file as written holds.

use std::collections::BTreeSet;

use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_core::random::Random;
use itertools::{Itertools, iproduct};

use crate::Lowered;

/// A result of large numbers: its name in FlatZinc, the number of its arguments, and what it computes.
type Function = (&'static str, usize, fn(&[i128]) -> Option<i128>);

const FUNCTIONS: [Function; 8] = [
    ("int_times", 2, |x| Some(x[0] * x[1])),
    ("int_div", 2, |x| x[0].checked_div(x[1])),
    ("int_mod", 2, |x| x[0].checked_rem(x[1])),
    ("int_abs", 1, |x| Some(x[0].abs())),
    ("int_min", 2, |x| x.iter().copied().min()),
    ("int_max", 2, |x| x.iter().copied().max()),
    ("int_eq_reif", 2, |x| Some(i128::from(x[0] == x[1]))),
    ("int_le_reif", 2, |x| Some(i128::from(x[0] <= x[1]))),
];

/// Two large numbers over small ones: `x = 1000003·a + b - 2000000`, `y = 70001·b + 5·a - 100000`.
const LARGE: &str = "var 0..4: a :: output_var;\nvar 0..3: b :: output_var;\n\
                     var -9000000..9000000: x :: output_var;\nvar -900000..900000: y :: output_var;\n\
                     constraint int_lin_eq([1,-1000003,-1],[x,a,b],-2000000);\n\
                     constraint int_lin_eq([1,-70001,-5],[y,b,a],-100000);\n";

fn large(a: i64, b: i64) -> [i64; 2] {
    [1_000_003 * a + b - 2_000_000, 70_001 * b + 5 * a - 100_000]
}

#[test]
fn results_of_large_numbers_are_those_of_brute_force() {
    let mut reached = BTreeSet::new();
    for ((name, arity, apply), seed) in iproduct!(FUNCTIONS, 0..14) {
        let mut random = Random::new(seed);
        let some = |at: usize| ["x", "y", "x", "y", "7", "-70001", "a"][at];
        let args = [random.below(4), random.below(7)].map(some)[..arity].to_vec();
        let number = |row: &[i64; 4], arg: &str| -> i128 {
            let at = ["a", "b", "x", "y"].iter().position(|name| *name == arg);
            at.map_or_else(|| arg.parse().expect("a number"), |at| row[at].into())
        };
        let declared = match name.ends_with("reif") {
            true => "bool",
            false => "-4000000000000000..4000000000000000",
        };
        let text = format!(
            "{LARGE}var {declared}: z :: output_var;\nconstraint {name}({},z);\nsolve satisfy;\n",
            args.join(",")
        );
        let model = crate::flatzinc::read(&text, &Budget::default()).expect("it can be read");
        let lowered = Lowered::new(&model, &Budget::default()).expect("it can be stated");
        for (a, b) in iproduct!(0..=4, 0..=3) {
            let [x, y] = large(a, b);
            let row = [a, b, x, y];
            let right = apply(&args.iter().map(|arg| number(&row, arg)).collect_vec());
            let right = right.and_then(|value| i64::try_from(value).ok());
            // The right value and some wrong ones.
            let around =
                right.map_or(vec![0, 1], |right| vec![right, right + 1, right - 1, -right]);
            for z in around.into_iter().unique() {
                let holds = right == Some(z);
                let values = [a, b, x, y, z];
                let found = accepts(&model, &lowered, &values);
                assert_eq!(found, holds, "{name} {args:?} {values:?}");
                reached.insert((name, holds));
            }
        }
    }
    assert_eq!(reached.len(), 2 * FUNCTIONS.len());
}

/// Whether the constraints accept these values of the file's variables.
fn accepts(model: &crate::Model, lowered: &Lowered, values: &[i64]) -> bool {
    let mut solution: Vec<Value> = vec![0; lowered.taking_part()];
    for (at, &value) in values.iter().enumerate() {
        match (lowered.variables[at], &model.variables[at].formula) {
            (Some(id), _) => match Value::try_from(value) {
                Ok(value) if lowered.csp.domain(id).contains(&value) => {
                    solution[id.index()] = value
                }
                _ => return false,
            },
            (None, Some(formula)) if !formula.digits.is_empty() => {
                let Some(digits) = formula.digits_of(value) else { return false };
                for (digit, value) in digits {
                    let id = lowered.variables[digit].expect("something mentions it");
                    solution[id.index()] = value;
                }
            }
            _ => {}
        }
    }
    let Some(solution) = lowered.completed(solution) else { return false };
    let follows = (0..values.len()).all(|at| lowered.value(&solution, at) == Some(values[at]));
    let holds = lowered.csp.is_solution(&solution);
    assert_eq!(holds, lowered.check(model, &solution).is_ok());
    follows && holds
}

/// Factors with few values, but large ones: that their pairs can be listed does not mean that the products fit.
#[test]
fn products_of_few_large_values_are_those_of_brute_force() {
    let mut reached = BTreeSet::new();
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut range = |large: i64| {
            let low = random.below(3) as i64 * large - large;
            low - 2..=low + random.below(4) as i64
        };
        let (one, other) = (range(500_000_000), range([70_000, 7][seed as usize % 2]));
        let products = iproduct!(one.clone(), other.clone()).map(|(x, y)| x * y).sorted();
        let middle = products.collect_vec()[3];
        let (low, high) = [(-(1 << 60), 1 << 60), (middle, 1 << 60)][random.below(2)];
        let text = format!(
            "var {}..{}: x :: output_var;\nvar {}..{}: y :: output_var;\n\
             var {low}..{high}: z :: output_var;\nconstraint int_times(x,y,z);\nsolve satisfy;\n",
            one.start(),
            one.end(),
            other.start(),
            other.end(),
        );
        let model = crate::flatzinc::read(&text, &Budget::default()).expect("it can be read");
        let lowered = Lowered::new(&model, &Budget::default()).expect("it can be stated");
        for (x, y, more) in iproduct!(one, other, -1..=1) {
            let z = x * y + more;
            let holds = more == 0 && (low..=high).contains(&z);
            assert_eq!(accepts(&model, &lowered, &[x, y, z]), holds, "{seed} {x} {y} {z}");
            reached.insert((i32::try_from(z).is_ok(), holds));
        }
    }
    assert_eq!(reached.len(), 4);
}
