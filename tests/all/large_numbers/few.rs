//! Two or three variables with few values, some of them large: their results depend on little, so a lot could be left out
//! as superfluous, also what defines the digits of a result.

use std::collections::BTreeSet;

use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use cnfetti::limit::Budget;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::random_csp::Random;

/// The most steps of the exact counter for one file.
const STEPS: u64 = 2_000_000;

/// A function of FlatZinc: its name, the number of its arguments, and what it computes.
type Function = (&'static str, usize, fn(&[i128]) -> Option<i128>);

const FUNCTIONS: [Function; 6] = [
    ("int_min", 2, |x| x.iter().copied().min()),
    ("int_max", 2, |x| x.iter().copied().max()),
    ("int_div", 2, |x| x[0].checked_div(x[1])),
    ("int_mod", 2, |x| x[0].checked_rem(x[1])),
    ("int_times", 2, |x| Some(x[0] * x[1])),
    ("int_abs", 1, |x| Some(x[0].abs())),
];

/// A few values around a number, in one of the ways in which a file can say so.
fn variable(name: &str, around: i128, random: &mut Random) -> (Vec<i128>, String) {
    let few = 1 + random.below(4) as i128;
    // Few digits, so that the exact counter is soon done.
    let most = [100_000, 5_000_000, 900_000_000_000].into_iter().find(|&most| most > around.abs());
    let wide = most.map(|most| format!("{}..{most}", -most)).expect("no number is larger");
    let values = match random.below(5) {
        0 | 1 => vec![around, around + 1000],
        _ => (around..around + few).collect_vec(),
    };
    let (low, high) = (values[0], values[values.len() - 1]);
    let text = match random.below(4) {
        // Bounds do not see a set, and so not the sign of such a variable.
        at if at == 3 || values.len() as i128 != high - low + 1 => {
            let set = values.iter().join(",");
            format!("var {wide}: {name};\nconstraint set_in({name},{{{set}}});\n")
        }
        0 => format!(
            "var {wide}: {name};\nconstraint int_le({low},{name});\n\
             constraint int_le({name},{high});\n"
        ),
        1 if low == high => {
            let three = 3 * low;
            format!("var {wide}: {name};\nconstraint int_lin_eq([3],[{name}],{three});\n")
        }
        _ => format!("var {low}..{high}: {name};\n"),
    };
    (values, text)
}

/// Whether numbers of the file can exceed 62 bits.
fn is_too_large(error: &str) -> bool {
    ["62 bits", "within 32 bits", "cannot be stated: the sum"]
        .iter()
        .any(|said| error.contains(said))
}

/// One function, and another one of its result; perhaps a bound, and perhaps an objective.
#[test]
#[ignore = "slow: .ci/run has it"]
fn results_of_few_values_are_those_of_brute_force() {
    let (mut counted, mut refused, mut seen) = (0, 0, BTreeSet::new());
    for seed in 0..600 {
        let random = &mut Random::new(seed);
        let large = [5_000_000_007, -857_298_036_555, 4_199_620, 1 << 31][random.below(4)];
        let (xs, x) = variable("x", large, random);
        let (ys, y) = variable("y", [1, -13, -41, 70_000][random.below(4)], random);
        let first = FUNCTIONS[random.below(FUNCTIONS.len())];
        let second = FUNCTIONS[random.below(FUNCTIONS.len())];
        let names = ["x", "y", "1000", "-7", "3000000001", "r"];
        let mut draw = |number| (0..2).map(|_| random.below(number)).collect_vec();
        let (mut inner, mut outer) = (draw(5), draw(6));
        (inner[0], outer[0]) = (0, 5);
        if second.1 == 2 && outer[1] % 2 == 0 {
            outer.swap(0, 1);
        }
        let number = |row: &[i128; 3], at: usize| match at {
            0 | 1 => row[at],
            5 => row[2],
            _ => names[at].parse().expect("a number"),
        };
        let value = |function: &Function, args: &[usize], row: &[i128; 3]| {
            let args = args[..function.1].iter().map(|&at| number(row, at)).collect_vec();
            (function.2)(&args).filter(|value| value.abs() <= 4_000_000_000_000_000)
        };
        let args = |function: &Function, args: &[usize]| {
            args[..function.1].iter().map(|&at| names[at]).join(",")
        };
        let [has_second, has_bound] = [random.below(2) == 1, random.below(3) == 0];
        let sense = ["satisfy", "satisfy", "minimize r", "maximize r"][random.below(4)];
        let wide = "-4000000000000000..4000000000000000";
        let mut text = format!("var {wide}: r;\nvar {wide}: q;\n{x}{y}");
        text += &format!("constraint {}({},r);\n", first.0, args(&first, &inner));
        text += &match has_second {
            true => format!("constraint {}({},q);\n", second.0, args(&second, &outer)),
            false => "constraint int_eq(q,0);\n".to_owned(),
        };
        if has_bound {
            text += "constraint int_le(y,r);\n";
        }
        // FlatZinc declares variables before constraints.
        let (declared, posted): (Vec<_>, Vec<_>) =
            text.lines().partition(|line| line.starts_with("var"));
        let text = format!("{}\n{}\nsolve {sense};\n", declared.join("\n"), posted.join("\n"));
        let rows = itertools::iproduct!(xs, ys).filter_map(|(x, y)| {
            let r = value(&first, &inner, &[x, y, 0])?;
            let q = if has_second { value(&second, &outer, &[x, y, r]) } else { Some(0) };
            (q.is_some() && (!has_bound || y <= r)).then_some(r)
        });
        let rows = rows.collect_vec();
        let best = match sense {
            "minimize r" => rows.iter().min(),
            "maximize r" => rows.iter().max(),
            _ => None,
        };
        let are_best = rows.iter().filter(|&row| best.is_none_or(|best| row == best));
        let expected = BigUint::from(are_best.count());
        let csp = match instance::parse(&text) {
            Ok(instance) => instance.puzzle.csp(),
            Err(error) if is_too_large(&error.to_string()) => {
                refused += 1;
                continue;
            }
            Err(error) => panic!("{seed} {error}\n{text}"),
        };
        let limits = Limits { budget: Budget::default().of_steps(STEPS), ..Limits::default() };
        let (count, _) = exact::count(&csp, &limits).unwrap();
        if count.exact {
            assert_eq!(count.solutions, expected, "seed {seed} {count:?}\n{text}");
            assert_eq!(count.optimum.map(i128::from), best.copied(), "seed {seed}\n{text}");
            counted += 1;
            seen.insert((
                first.0,
                has_second.then_some(second.0),
                sense.len(),
                expected > BigUint::ZERO,
            ));
        }
        assert!(sense != "satisfy" || count.solutions <= expected, "seed {seed} {count:?}\n{text}");
    }
    assert!(refused < 160, "{refused} were refused");
    assert!(counted > 350, "only {counted} were counted to the end");
    assert!(seen.len() > 80, "{}", seen.len());
}

/// The digits of a result are defined once, also if several constraints need it: those of a second definition would be free.
#[test]
fn a_result_that_several_constraints_need_is_defined_once() {
    let wide = "-100000000000000..100000000000000";
    let text = format!(
        "var 4199620..4199620: x;\nvar -1..1: y;\nvar -1000046..1000019: z;\nvar {wide}: r;\n\
         var {wide}: p;\nconstraint int_times(x,y,p);\nconstraint int_min(z,p,r);\n\
         constraint int_div(y,r,0);\nconstraint set_in(z,{{-41}});\nsolve satisfy;\n"
    );
    let csp = instance::parse(&text).unwrap().puzzle.csp();
    let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
    assert!(count.exact && count.solutions == 3_u32.into(), "{count:?}");
}
