//! The inequalities of a constraint allow what the constraint allows, assignment by assignment, and the formula
//! has a proof from them.

#![allow(clippy::unwrap_used)]

mod common;

use cnfetti_core::csp::{
    Atom, Bin, BinPacking, Channel, Comparison, Condition, Constraint, Csp, Element, Extreme,
    Extremum, Index, Lex, Linear, Operand, Operation, Operator, Ranges, Terms, Value, VarId,
};
use cnfetti_core::limit::Budget;
use cnfetti_core::random::Random;
use cnfetti_derivation::{Statement, derive, state};
use cnfetti_encodings::Relation;
use cnfetti_sat::compile::{Choices, Compiled, compile_defined};

use common::checked;

/// A variable with some values from -1 to 3, or with 0 and 1.
fn variable(csp: &mut Csp, random: &mut Random) -> VarId {
    let name = format!("x[{}]", csp.variables().len());
    if random.one_in(4) {
        return csp.variable(name, [0, 1]);
    }
    let least = random.below(3) as Value - 1;
    let size = 2 + random.below(3) as Value;
    csp.variable(name, least..least + size)
}

fn variables(csp: &mut Csp, number: usize, random: &mut Random) -> Vec<VarId> {
    (0..number).map(|_| variable(csp, random)).collect()
}

fn condition(csp: &mut Csp, random: &mut Random) -> Condition {
    if random.one_in(2) {
        return Condition::Within(numbers(random));
    }
    Condition::Compare(*random.pick(&Comparison::ALL), variable(csp, random))
}

/// Some numbers, often with gaps between them.
fn numbers(random: &mut Random) -> Ranges {
    let some: Vec<i64> = (-2..6).filter(|_| random.one_in(2)).collect();
    Ranges::of(some)
}

const OPERATORS: [Operator; 14] = [
    Operator::Mul,
    Operator::Div,
    Operator::Mod,
    Operator::Dist,
    Operator::Pow,
    Operator::Min,
    Operator::Max,
    Operator::Eq,
    Operator::Ne,
    Operator::Lt,
    Operator::Le,
    Operator::Xor,
    Operator::Iff,
    Operator::If,
];

fn operation(csp: &mut Csp, operator: &Operator, random: &mut Random) -> Constraint {
    let number = operator.arity().0.max(2);
    let argument = |csp: &mut Csp, random: &mut Random| match random.below(4) {
        0 => Operand::Constant(random.below(4) as Value - 1),
        _ => Operand::Variable(variable(csp, random)),
    };
    let arguments = (0..number).map(|_| argument(csp, random)).collect();
    let result = match operator.is_statement() {
        true => csp.variable("holds", [0, 1]),
        false => variable(csp, random),
    };
    Operation { operator: operator.clone(), arguments, result }.into()
}

/// A constraint of each sort that is said value by value or digit by digit.
fn constraint(csp: &mut Csp, sort: usize, random: &mut Random) -> Constraint {
    match sort {
        0 => {
            let scope = variables(csp, 1 + random.below(4), random);
            let weight = |random: &mut Random| [-2, -1, 1, 1, 3][random.below(5)];
            let terms = scope.into_iter().map(|variable| (variable, weight(random)));
            let terms = Terms::new(terms.collect::<Vec<_>>());
            Linear { terms, within: numbers(random) }.into()
        }
        1 => {
            let index = variable(csp, random);
            let size = 2 + random.below(2);
            let list: Vec<Operand> = (0..size)
                .map(|_| match random.one_in(3) {
                    true => Operand::Constant(random.below(3) as Value),
                    false => Operand::Variable(variable(csp, random)),
                })
                .collect();
            let indices = vec![Index { variable: index, first: random.below(2) as Value, size }];
            let condition = condition(csp, random);
            Element { list, indices, condition }.into()
        }
        2 => {
            let number = 1 + random.below(3);
            let scope = variables(csp, number, random);
            let extreme = *random.pick(&[Extreme::Minimum, Extreme::Maximum]);
            let end = variable(csp, random);
            let condition = Condition::Compare(Comparison::Equal, end);
            Extremum { scope, extreme, condition }.into()
        }
        3 => {
            let first_number = 1 + random.below(3);
            let first = variables(csp, first_number, random);
            let more = first_number + random.below(2);
            let second = match random.one_in(3) {
                true => first.clone(),
                false => variables(csp, more, random),
            };
            let [first_place, second_place] = [0, 1].map(|_| random.below(2) as Value);
            Channel { first, first_place, second, second_place }.into()
        }
        4 => {
            let scope = variables(csp, 3, random);
            let sizes = scope.iter().map(|_| random.below(4) as i64).collect();
            let values = (0..=random.below(3) as Value).collect::<Vec<_>>();
            let bins = values.into_iter().map(|value| Bin { value, load: condition(csp, random) });
            let bins = bins.collect();
            BinPacking { scope, sizes, bins }.into()
        }
        5 => {
            let number = 1 + random.below(3);
            let first = variables(csp, number, random);
            let mut second = variables(csp, number, random);
            if random.one_in(4) {
                second[0] = first[number - 1];
            }
            Lex { first, second, is_strict: random.one_in(2) }.into()
        }
        sort => operation(csp, &OPERATORS[sort - 6], random),
    }
}

/// All assignments, value by value.
fn assignments(csp: &Csp) -> Vec<Vec<Value>> {
    (0..csp.variables().len()).map(VarId::at).fold(vec![Vec::new()], |all, variable| {
        let with = |begun: Vec<Value>| {
            let values = csp.domain(variable).iter();
            values.map(move |&value| [&begun[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(with).collect()
    })
}

/// Whether all lines of a statement hold, of which each literal says one value of a variable.
fn allows(statement: &Statement, compiled: &Compiled, solution: &[Value]) -> bool {
    let lines = statement.parts.iter().flat_map(|part| &part.lines);
    lines.into_iter().all(|line| {
        let value = |lit: cnfetti_encodings::Lit| {
            let positive = if lit.is_positive() { lit } else { !lit };
            let holds = (0..solution.len()).any(|at| {
                let variable = VarId::at(at);
                let atom = Atom { variable, value: solution[at] };
                compiled.map.literal(atom) == Some(positive)
            });
            i64::from(holds == lit.is_positive())
        };
        let sum: i64 = line.terms.iter().map(|&(weight, lit)| weight * value(lit)).sum();
        match line.relation {
            Relation::AtLeast => sum >= line.bound,
            Relation::AtMost => sum <= line.bound,
            Relation::Exactly => sum == line.bound,
        }
    })
}

const SORTS: usize = 6 + OPERATORS.len();

#[test]
fn statements_allow_what_constraints_allow() {
    let (mut proved, mut refused) = ([0; SORTS], Vec::new());
    for seed in 0..40 * SORTS {
        let (sort, random) = (seed % SORTS, &mut Random::new(seed as u64));
        let mut csp = Csp::new();
        let constraint = constraint(&mut csp, sort, random);
        csp.post(constraint.clone(), "a test says so");
        let what = format!("seed {seed}: {}", constraint.rule().describe(&csp));
        let compiled = compile_defined(&csp, &Choices::default(), &Budget::default()).unwrap();
        let statement = state(&csp, &compiled).unwrap_or_else(|error| panic!("{what}: {error}"));
        for solution in assignments(&csp) {
            let expected = constraint.rule().holds(&solution);
            assert_eq!(allows(&statement, &compiled, &solution), expected, "{what}: {solution:?}");
        }
        match derive(&csp, &compiled, &Budget::default()) {
            Err(error) => refused.push(format!("{what}: {error}")),
            Ok(derivation) => {
                checked(&derivation, &compiled).unwrap_or_else(|error| panic!("{what}: {error}"));
                proved[sort] += 1;
            }
        }
    }
    assert!(proved.iter().all(|&times| times >= 38), "{proved:?}\n{}", refused.join("\n"));
}
