//! Operations and weighted sums: their meaning, compared with a second definition; their formulas and the
//! exact counter, compared with brute force.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{Csp, Operand, Operator, Ranges, Value};
use cnfetti::encodings::{Family, Form};
use cnfetti::exact::{self, Limits};
use cnfetti::search::ended::Ended;
use cnfetti::search::models::each_projected;
use cnfetti::solver::{Budget, Model, by_name};
use itertools::Itertools;

use crate::random_csp::{Random, brute_force, operation, operators, random_ranges};
use crate::support::seeds;

/// The result of an operator, by its name; written from the specification of XCSP3.
fn meaning(name: &str, arguments: &[i64]) -> Option<i64> {
    let truths = arguments.iter().map(|&number| number != 0).collect_vec();
    let (a, b) = (arguments.first().copied(), arguments.get(1).copied());
    Some(match (name, a, b) {
        ("add", ..) => arguments.iter().sum(),
        ("sub", Some(a), Some(b)) => a - b,
        ("mul", Some(a), Some(b)) => (0..b.abs()).map(|_| a).sum::<i64>() * b.signum(),
        ("div", Some(a), Some(b)) => {
            let size = (0..=a.abs()).rev().find(|size| b != 0 && size * b.abs() <= a.abs())?;
            size * a.signum() * b.signum()
        }
        ("mod", Some(a), Some(b)) => a - b * meaning("div", &[a, b])?,
        ("pow", Some(a), Some(b)) if b >= 0 => (0..b).fold(1, |power, _| power * a),
        ("abs", Some(a), _) => a.max(-a),
        ("dist", Some(a), Some(b)) => (a - b).max(b - a),
        ("min", ..) => arguments.iter().copied().sorted().next()?,
        ("max", ..) => arguments.iter().copied().sorted().next_back()?,
        ("neg", Some(a), _) => -a,
        ("sqr", Some(a), _) => meaning("mul", &[a, a])?,
        ("if", ..) => {
            if truths[0] {
                arguments[1]
            } else {
                arguments[2]
            }
        }
        ("eq", Some(a), Some(b)) => (a - b == 0).into(),
        ("ne", Some(a), Some(b)) => (a - b != 0).into(),
        ("lt", Some(a), Some(b)) => (b - a > 0).into(),
        ("le", Some(a), Some(b)) => (b - a >= 0).into(),
        ("and", ..) => (!truths.contains(&false)).into(),
        ("or", ..) => truths.contains(&true).into(),
        ("xor", ..) => truths.iter().fold(false, |odd, &truth| odd != truth).into(),
        ("not", ..) => (!truths[0]).into(),
        ("imp", ..) => (truths[0] <= truths[1]).into(),
        ("iff", ..) => (truths[0] == truths[1]).into(),
        _ => return None,
    })
}

#[test]
fn operators_compute_what_their_names_say() {
    for operator in operators(&mut Random::new(1)) {
        if matches!(operator, Operator::In(_)) {
            continue;
        }
        let (least, most) = operator.arity();
        for number in least..=most.min(3) {
            let all = (0..number).map(|_| -4..=4).multi_cartesian_product();
            let all = if number == 0 { vec![Vec::new()] } else { all.collect_vec() };
            for arguments in all {
                let expected = meaning(operator.name(), &arguments);
                assert_eq!(operator.apply(&arguments), expected, "{operator:?} {arguments:?}");
            }
        }
    }
    let big = i64::from(Value::MAX);
    assert_eq!(Operator::Mul.apply(&[big, -big]), Some(-big * big));
    assert_eq!(Operator::Pow.apply(&[10, 30]), None, "no number of 64 bits");
    assert_eq!(Operator::Pow.apply(&[-1, big]), Some(-1));
    assert_eq!(Operator::In(Ranges::of([2, 3])).apply(&[4]), Some(0));
}

/// Up to four variables with few values, with negative ones and gaps.
fn variables(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    for number in 0..2 + random.below(3) {
        let first = random.below(4) as Value - 3;
        let size = 1 + random.below(5) as Value;
        let gaps = random.below(3) == 0;
        let domain = (first..first + size).filter(|_| !gaps || random.below(3) > 0);
        csp.variable(format!("x{number}"), domain.collect_vec());
    }
    if random.below(2) == 0 {
        csp.variable("b", 0..2);
    }
    csp
}

/// Any encoding of each family.
pub(crate) fn choices(random: &mut Random) -> Choices {
    let mut choices = Choices::default();
    for family in Family::ALL {
        let rows = family.encodings().chain([family.auto()]).collect_vec();
        choices = choices.with(rows[random.below(rows.len())]);
    }
    // Includes the literals of variables with many values.
    Choices { few_values: [1, 3, 100][random.below(3)], ..choices }
}

/// Every model of the formula is one solution, and every solution one model.
pub(crate) fn check_formula(csp: &Csp, choices: &Choices, expected: &[Vec<Value>], context: &str) {
    let compiled = compile(csp, choices).unwrap();
    let all = match choices.form {
        Form::TwoSided => (1..=compiled.cnf.num_vars()).collect_vec(),
        Form::OneSided => (1..=compiled.problem_variables()).collect_vec(),
    };
    let mut found = Vec::new();
    let (varisat, budget) = (by_name("varisat").unwrap(), Budget::default());
    let end = each_projected(&compiled.cnf, &all, varisat, &budget, |literals| {
        found.push(compiled.map.decode(&Model::new(literals.to_vec())).unwrap());
        ControlFlow::Continue(())
    });
    assert!(matches!(end, Ok(Ended::Exhausted(_))));
    found.sort();
    assert_eq!(found, expected, "{context}");
}

#[test]
fn formulas_of_operations_have_a_model_for_each_solution() {
    let mut reached = BTreeSet::new();
    for seed in seeds(20) {
        let random = &mut Random::new(seed);
        for operator in operators(random) {
            let mut csp = variables(random);
            let constraint = operation(random, &csp, operator);
            let repeats = !constraint.arguments.iter().all_unique();
            let constant = constraint.arguments.iter().any(|a| matches!(a, Operand::Constant(_)));
            let fixpoint = constraint.arguments.contains(&Operand::Variable(constraint.result));
            reached.insert((repeats, constant, fixpoint));
            csp.post(constraint.into(), "of chance");
            let choices = Choices {
                form: if random.below(4) == 0 { Form::OneSided } else { Form::TwoSided },
                ..choices(random)
            };
            let expected = brute_force(&csp);
            let context = format!("seed {seed}, {choices}: {:?}", csp.constraints());
            check_formula(&csp, &choices, &expected, &context);
        }
    }
    assert!(reached.len() >= 6, "{reached:?}");
}

#[test]
fn sums_with_any_condition_have_a_model_for_each_solution() {
    use cnfetti::csp::{Linear, Terms};
    for seed in 0..150 {
        let random = &mut Random::new(seed);
        let mut csp = variables(random);
        let weights = csp.ids().map(|id| (id, random.below(9) as i64 - 4)).collect_vec();
        let within = random_ranges(random);
        csp.post(Linear { terms: Terms::new(weights), within }.into(), "of chance");
        let choices = choices(random);
        let context = format!("seed {seed}, {choices}: {:?}", csp.constraints());
        check_formula(&csp, &choices, &brute_force(&csp), &context);
    }
}

/// Sums of equal steps over variables with two values, which a cardinality encoding states, and some that
/// only resemble these.
#[test]
fn sums_that_count_obey_the_encoding_of_cardinalities() {
    use cnfetti::csp::{Linear, Terms};
    let mut counted = 0;
    for seed in 0..600 {
        let random = &mut Random::new(seed);
        let mut csp = Csp::new();
        let terms = (0..1 + random.below(6)).map(|number| {
            let gap = [1, 2, 3][random.below(3)];
            let low = random.below(5) as Value - 3;
            let values = if random.one_in(6) { vec![low] } else { vec![low, low + gap] };
            let sign = if random.one_in(2) { 1 } else { -1 };
            let odd = i64::from(random.one_in(20));
            (csp.variable(format!("x{number}"), values), sign * 6 / i64::from(gap) + odd)
        });
        let terms = Terms::new(terms.collect_vec());
        let shift = random.below(31) as i64 - 15;
        let within = random_ranges(random);
        let within = Ranges::of_intervals(within.intervals().iter().map(|&(first, last)| {
            let stretch = |number: i64| number.saturating_mul(3).saturating_add(shift);
            (stretch(first), stretch(last))
        }));
        csp.post(Linear { terms, within }.into(), "of chance");
        let rows = Family::Cardinality.encodings().collect_vec();
        let mut choices = match random.one_in(3) {
            true => Choices::default(),
            false => Choices::default().with(rows[random.below(rows.len())]),
        };
        choices.few_values = [1, 100][random.below(2)];
        if random.one_in(4) {
            choices.form = Form::OneSided;
        }
        let context = format!("seed {seed}, {choices}: {:?}", csp.constraints());
        check_formula(&csp, &choices, &brute_force(&csp), &context);
        let compiled = compile(&csp, &choices).unwrap();
        counted +=
            usize::from(compiled.cnf.sections().iter().any(|one| one.family == "cardinality"));
    }
    assert!(counted > 30, "{counted}");
}

#[test]
fn larger_domains_are_compared_and_computed_as_well() {
    for seed in 0..12 {
        let random = &mut Random::new(seed);
        for operator in operators(random) {
            let mut csp = Csp::new();
            let result = csp.variable("z", -3..14);
            let x = csp.variable("x", (-9..9).filter(|_| random.below(9) > 0).collect_vec());
            let y = csp.variable("y", -4..11);
            let (least, most) = operator.arity();
            let arguments = [x.into(), y.into(), Operand::Constant(2)];
            let arguments =
                arguments[..most.min(3.max(least)).min(if most == 2 { 2 } else { 3 })].to_vec();
            let operation = cnfetti::csp::Operation { operator, arguments, result };
            csp.post(operation.into(), "of chance");
            let diagram = exact::solutions(&csp, &Limits::default());
            let expected = brute_force(&csp);
            assert_eq!(diagram.count(), expected.len().into(), "{:?}", csp.constraints());
            if seed < 1 && expected.len() < 400 {
                check_formula(
                    &csp,
                    &Choices::default(),
                    &expected,
                    &format!("{:?}", csp.constraints()),
                );
            }
        }
    }
}
