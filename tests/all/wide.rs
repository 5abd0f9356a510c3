//! Variables with many values, which have literals for thresholds or digits instead.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use cnfetti::compile::{Choices, Compiled, Meaning, compile};
use cnfetti::csp::{
    Atom, Constraint, Csp, Fixed, Increasing, Linear, Operand, Operation, Operator, Ranges, Terms,
    Value, VarId,
};
use cnfetti::encodings::{Lit, domain};
use cnfetti::limit::Budget;
use cnfetti::search::blocking::count;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::solver::{Model, by_name};
use itertools::Itertools;
use num_bigint::BigUint;

use crate::operations::{check_formula, choices};
use crate::random_csp::{Random, brute_force, general_constraint, random_csp};

fn compiled(csp: &Csp) -> Compiled {
    compile(csp, &Choices::default()).unwrap()
}

/// What each literal of a variable says, without its name.
fn sorts(compiled: &Compiled, variable: VarId) -> String {
    let sort = |lit: Lit| match compiled.map.meaning(lit).unwrap() {
        Meaning::Is(_) => '=',
        Meaning::AtLeast(_) => '>',
        Meaning::Bit { .. } => 'b',
    };
    compiled.map.literals(variable).map(sort).dedup().collect()
}

#[test]
fn any_problem_has_a_model_for_each_solution_with_any_literals() {
    for seed in 0..300 {
        let csp = random_csp(seed);
        let solutions = brute_force(&csp);
        if solutions.len() > 60 {
            continue;
        }
        let choices = Choices { few_values: 1, ..choices(&mut Random::new(seed)) };
        check_formula(&csp, &choices, &solutions, &format!("seed {seed}, {choices}: {csp:#?}"));
    }
}

/// A constraint about values must not take the literals of thresholds and digits for further
/// values.
#[test]
fn values_are_told_from_the_literals_beside_them() {
    let mut seen = BTreeSet::new();
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let mut csp = Csp::new();
        let scope: Vec<VarId> = (0..3)
            .map(|number| csp.variable(format!("x{number}"), -1..=random.below(4) as Value))
            .collect();
        csp.post(general_constraint(random, &csp), "of chance");
        let product = csp.variable("product", -3..=9);
        let arguments = scope[..2].iter().map(|&id| Operand::Variable(id)).collect();
        if random.below(2) == 0 {
            let operator = Operator::Mul;
            csp.post(Operation { operator, result: product, arguments }.into(), "makes digits");
        }
        for factor in [1, 2].into_iter().filter(|_| random.below(2) == 0) {
            let terms = Terms::new(scope.iter().map(|&id| (id, factor)).collect::<Vec<_>>());
            let sum = Linear { terms, within: Ranges::at_least(-5) };
            csp.post(sum.into(), "makes thresholds");
        }
        let solutions = brute_force(&csp);
        let choices = Choices { few_values: 1, ..Choices::default() };
        let compiled = compile(&csp, &choices).unwrap();
        seen.extend(scope.iter().map(|&id| sorts(&compiled, id)));
        check_formula(&csp, &choices, &solutions, &format!("seed {seed}: {csp:#?}"));
    }
    for sorts in ["=", ">", "b", "=>", "=b", ">b"] {
        assert!(seen.contains(sorts), "{sorts}: {seen:?}");
    }
}

#[test]
fn blocking_clauses_are_over_any_literals() {
    let varisat = by_name("varisat").unwrap();
    for (at, row) in domain::ENCODINGS.iter().enumerate() {
        let mut csp = Csp::new();
        let x = csp.variable("x", (0..40).map(|number| number * number));
        let y = csp.variable("y", -9..9);
        let terms = Terms::new([(x, 1), (y, -3)]);
        csp.post(Linear { terms, within: Ranges::at_least(9) }.into(), "of a test");
        let choices = Choices { few_values: 4, domain: row, ..Choices::default() };
        let expected = brute_force(&csp);
        assert!(expected.len() > 500, "the search space is split");
        let compiled = compile(&csp, &choices).unwrap();
        assert_eq!(sorts(&compiled, x), ["=", ">", "b"][at]);
        let mut found = Vec::new();
        let end = each_solution(&csp, &compiled, varisat, &Budget::default(), |solution, model| {
            assert_eq!(compiled.map.decode(model).unwrap(), solution);
            found.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        assert!(matches!(end, Ok(Ended::Exhausted(_))));
        found.sort();
        assert_eq!(found, expected, "{choices}");
    }
}

#[test]
fn each_literal_says_what_it_is_called() {
    let csp = &mut Csp::new();
    csp.variable("x", [-7, -5, 0, 1, 2, 3, 30]);
    for row in domain::ENCODINGS {
        let choices = Choices { few_values: 2, domain: row, ..Choices::default() };
        let compiled = compile(csp, &choices).unwrap();
        let names: HashMap<String, Lit> =
            compiled.map.meanings().map(|(lit, meaning)| (meaning.describe(csp), lit)).collect();
        assert_eq!(names.len(), compiled.map.num_literals() as usize);
        let variable = csp.ids().next().unwrap();
        for &value in csp.domain(variable) {
            let signed = compiled.map.signed(Atom { variable, value }).collect_vec();
            for (name, lit) in &names {
                let expected = match name.split_at(1).1.split_at(1) {
                    ("=", number) => value == number.parse::<Value>().unwrap(),
                    (">", number) => value >= number[1..].parse::<Value>().unwrap(),
                    (":", bit) => (value + 7) >> bit[3..].parse::<u32>().unwrap() & 1 == 1,
                    _ => panic!("{name}"),
                };
                let lit = if expected { *lit } else { !*lit };
                assert!(signed.contains(&lit), "{name} {value}");
                assert!(compiled.map.holds(lit, value), "{name} {value}");
            }
            let model = Model::new(signed.clone());
            assert_eq!(compiled.map.decode(&model).unwrap(), [value]);
            // A contradictory model decodes to nothing.
            let wrong = signed.iter().map(|&lit| if lit == signed[0] { !lit } else { lit });
            let decoded = compiled.map.decode(&Model::new(wrong.collect()));
            assert!(decoded.is_err() || decoded.unwrap() != [value]);
        }
    }
}

#[test]
fn literals_are_chosen_by_what_constraints_need() {
    let mut csp = Csp::new();
    let [few, some, many, valued] =
        [9, 500, 2_000, 600].map(|last| csp.variable(format!("to{last}"), 0..=last));
    let sum = |ids: &[VarId]| Terms::new(ids.iter().map(|&id| (id, 1)));
    let bound = |ids: &[VarId]| Linear { terms: sum(ids), within: Ranges::at_most(20) };
    csp.post(bound(&[few, some, many, valued]).into(), "of a test");
    csp.post(bound(&[few, valued]).into(), "of a test");
    let scope = vec![few, valued];
    csp.post(cnfetti::csp::ValuePrecedence { scope, values: vec![1, 2] }.into(), "of a test");
    let sorts = [few, some, many, valued].map(|id| sorts(&compiled(&csp), id));
    assert_eq!(sorts, ["=", ">", "b", "=>"]);
    let with_values = compile(&csp, &Choices::with_values()).unwrap();
    assert!(csp.ids().all(|id| with_values.map.has_values(id)));
}

#[test]
fn a_million_values_are_multiplied_compared_and_counted() {
    let mut csp = Csp::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| csp.variable(name, 0..=1_000_000));
    let values = |at: usize| csp.variables()[at].domain().as_ptr();
    assert_eq!(values(0), values(2), "equal domains are shared");
    let product =
        Operation { operator: Operator::Mul, arguments: vec![x.into(), y.into()], result: z };
    csp.post(product.into(), "of a test");
    csp.post(Increasing { scope: vec![x, y] }.into(), "of a test");
    csp.post(Fixed { atom: Atom { variable: z, value: 99_990 } }.into(), "of a test");
    let compiled = compiled(&csp);
    assert!(compiled.cnf.num_literals() < 100_000, "{}", compiled.cnf.num_literals());
    let (choices, varisat) = (Choices::default(), by_name("varisat").unwrap());
    let counted = count(&csp, &choices, varisat, &Budget::default(), |_| {}).unwrap().count;
    let divisors = (1..=99_990_u32).filter(|number| 99_990 % number == 0).count();
    assert_eq!(counted.solutions, BigUint::from(divisors / 2));
}

#[test]
fn sums_of_a_million_values_are_small() {
    let mut csp = Csp::new();
    let all = (0..20).map(|at| csp.variable(format!("x{at}"), -500_000..=500_000)).collect_vec();
    let terms = Terms::new(all.iter().zip(1..).map(|(&id, weight)| (id, weight * 7)));
    csp.post(Linear { terms, within: Ranges::between(123_459, 200_000) }.into(), "of a test");
    for pair in all.windows(2) {
        let operation = Operation {
            operator: Operator::Lt,
            arguments: vec![pair[0].into(), pair[1].into()],
            result: csp.variable("less", [1]),
        };
        csp.post(Constraint::from(operation), "of a test");
    }
    let compiled = compiled(&csp);
    assert!(compiled.cnf.num_literals() < 1_000_000, "{}", compiled.cnf.num_literals());
    let solved = by_name("varisat").unwrap();
    let mut found = 0;
    let end = each_solution(&csp, &compiled, solved, &Budget::default(), |solution, _| {
        assert!(solution[..20].windows(2).all(|pair| pair[0] < pair[1]));
        found += 1;
        ControlFlow::Break(())
    });
    assert!(end.is_ok() && found == 1);
}
