//! Nested expressions over large numbers, some of which have no value, compared with brute force.

use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use itertools::{Itertools, iproduct};
use num_bigint::BigUint;

use crate::random_csp::Random;
use crate::support::seeds;

/// Two small variables `a` and `b`, and two large ones that follow from them.
const NAMES: [&str; 4] = ["a", "b", "x", "y"];
type Row = [i128; 4];
type Meaning = Box<dyn Fn(&Row) -> Option<i128>>;

/// An expression, and its value if it has one.
struct Nested {
    text: String,
    value: Meaning,
}

type Operator = (&'static str, usize, fn(&[i128]) -> Option<i128>);

const ARITHMETIC: [Operator; 11] = [
    ("add", 2, |v| Some(v[0] + v[1])),
    ("sub", 2, |v| Some(v[0] - v[1])),
    ("mul", 2, |v| Some(v[0] * v[1])),
    ("div", 2, |v| v[0].checked_div(v[1])),
    ("mod", 2, |v| v[0].checked_rem(v[1])),
    ("min", 3, |v| v.iter().copied().min()),
    ("max", 3, |v| v.iter().copied().max()),
    ("dist", 2, |v| Some((v[0] - v[1]).abs())),
    ("abs", 1, |v| Some(v[0].abs())),
    ("neg", 1, |v| Some(-v[0])),
    ("sqr", 1, |v| Some(v[0] * v[0])),
];

const COMPARISONS: [Operator; 4] = [
    ("gt", 2, |v| Some((v[0] > v[1]).into())),
    ("le", 2, |v| Some((v[0] <= v[1]).into())),
    ("eq", 2, |v| Some((v[0] == v[1]).into())),
    ("ne", 2, |v| Some((v[0] != v[1]).into())),
];

const LOGICAL: [Operator; 5] = [
    ("or", 2, |v| Some(v[0] | v[1])),
    ("and", 2, |v| Some(v[0] & v[1])),
    ("iff", 2, |v| Some((v[0] == v[1]).into())),
    ("imp", 2, |v| Some((v[0] <= v[1]).into())),
    ("not", 1, |v| Some(1 - v[0])),
];

const IF: Operator = ("if", 3, |v| Some(if v[0] != 0 { v[1] } else { v[2] }));

/// An operator on expressions: it has a value if all of them do.
fn apply((name, _, result): Operator, args: Vec<Nested>) -> Nested {
    let text = format!("{name}({})", args.iter().map(|arg| arg.text.as_str()).join(","));
    let value = move |row: &Row| {
        let values: Option<Vec<i128>> = args.iter().map(|arg| (arg.value)(row)).collect();
        result(&values?)
    };
    Nested { text, value: Box::new(value) }
}

fn atom(random: &mut Random, names: &[usize]) -> Nested {
    if random.below(4) == 0 {
        let number = [0, 1, -3, 70_001, -1_000_000_007][random.below(5)];
        return Nested { text: number.to_string(), value: Box::new(move |_| Some(number)) };
    }
    let at = names[random.below(names.len())];
    Nested { text: NAMES[at].to_owned(), value: Box::new(move |row| Some(row[at])) }
}

fn arithmetic(random: &mut Random, depth: usize) -> Nested {
    if depth == 0 || random.below(5) == 0 {
        return atom(random, &[0, 1, 2, 2, 3, 3]);
    }
    if random.below(8) == 0 {
        let condition = comparison(random, 0);
        let cases = [arithmetic(random, depth - 1), arithmetic(random, depth - 1)];
        return apply(IF, [condition].into_iter().chain(cases).collect());
    }
    let operator = ARITHMETIC[random.below(ARITHMETIC.len())];
    apply(operator, (0..operator.1).map(|_| arithmetic(random, depth - 1)).collect())
}

fn comparison(random: &mut Random, depth: usize) -> Nested {
    let operator = COMPARISONS[random.below(COMPARISONS.len())];
    let args = match depth {
        0 => vec![atom(random, &[0, 1]), atom(random, &[0, 1])],
        _ => vec![arithmetic(random, depth), arithmetic(random, 1)],
    };
    apply(operator, args)
}

#[test]
fn nested_expressions_have_the_solutions_of_brute_force() {
    let (mut some, mut refused, mut undefined) = (0, 0, 0);
    for seed in seeds(100) {
        let random = &mut Random::new(seed);
        let large = [1_000_003, 1_000_000_007, -1_234_567_891, 196_611][random.below(4)];
        let other = [200_000, 70_001, -300_007][random.below(3)];
        let depth = 1 + random.below(2);
        let mut nested = comparison(random, depth);
        if random.below(4) > 0 {
            let operator = LOGICAL[random.below(LOGICAL.len())];
            let mut args = vec![nested, comparison(random, 0)];
            args.rotate_left(random.below(2) * (operator.1 - 1));
            args.truncate(operator.1);
            nested = apply(operator, args);
        }
        let rows = iproduct!(-2..=2, -1..=2).map(|(a, b)| [a, b, large * a + b, other * b]);
        let values = rows.map(|row| (nested.value)(&row)).collect_vec();
        let expected =
            values.iter().filter(|&&value| value.is_some_and(|value| value != 0)).count();
        let equation = |list: &str, coeffs: String| {
            format!(
                "<sum> <list> {list} </list> <coeffs> {coeffs} </coeffs> <condition> (eq,0) </condition> </sum>"
            )
        };
        let text = format!(
            "<instance format=\"XCSP3\" type=\"CSP\"><variables><var id=\"a\"> -2..2 </var>\
             <var id=\"b\"> -1..2 </var><var id=\"x\"> -9000000000000..9000000000000 </var>\
             <var id=\"y\"> -900000..900000 </var></variables><constraints>{}{}<intension> {} \
             </intension></constraints></instance>",
            equation("x a b", format!("1 {} -1", -large)),
            equation("y b", format!("1 {}", -other)),
            nested.text
        );
        match instance::parse(&text) {
            Ok(instance) => {
                let (count, _) = exact::count(&instance.puzzle.csp(), &Limits::default()).unwrap();
                assert!(count.exact, "seed {seed}: {}", nested.text);
                assert_eq!(count.solutions, BigUint::from(expected), "seed {seed}\n{text}");
                some += u32::from(expected > 0);
                undefined += u32::from(values.contains(&None));
            }
            Err(error) => {
                assert!(error.to_string().contains("62 bits"), "seed {seed}: {error}");
                refused += 1;
            }
        }
    }
    assert!(some > 50 && undefined > 10 && refused < 15, "{some} {undefined} {refused}");
}
