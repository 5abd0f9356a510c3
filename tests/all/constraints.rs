//! Constraints of general models as clauses, one at a time: an assignment is a model, and only one,
//! if and only if the constraint holds.

use std::collections::HashSet;

use cnfetti::compile::compile;
use cnfetti::csp::{
    Automaton, Bin, BinPacking, Channel, Condition, Constraint, Count, Csp, Cumulative, Element,
    Extent, Index, Lex, NoOverlap, Table, Task, Transition, Value, VarId,
};
use cnfetti::encodings::{Form, Lit};
use cnfetti::solver::{Budget, Outcome, by_name};
use itertools::Itertools;

use crate::formulas;
use crate::fuzz_solvers::choices;
use crate::random_csp::{Random, general_constraint};
use crate::support::seeds;

/// The logarithm, base 2, of the largest number of assignments to try.
const LARGEST: f64 = 7.0;

#[test]
fn every_solution_is_one_model() {
    let mut held = HashSet::new();
    for seed in seeds(600) {
        let csp = one_constraint(&mut Random::new(seed));
        let holds = |values: &Vec<Value>| csp.is_solution(values);
        let domains = csp.variables().iter().map(|variable| variable.domain().iter().copied());
        let assignments = domains.multi_cartesian_product().collect_vec();
        let sort = std::mem::discriminant(&csp.constraints()[0].constraint);
        held.extend(assignments.iter().map(|values| (sort, holds(values))));
        for form in [Form::TwoSided, Form::OneSided] {
            let mut random = formulas::Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
            let choices = cnfetti::compile::Choices { form, ..choices(&mut random) };
            let compiled = compile(&csp, &choices).unwrap();
            let mut solver = by_name("varisat").unwrap().load(&compiled.cnf, &Budget::default());
            for values in &assignments {
                let atoms = csp.ids().zip(values).flat_map(|(variable, &value)| {
                    compiled.map.saying(cnfetti::csp::Atom { variable, value }).unwrap()
                });
                let atoms = atoms.collect_vec();
                let context =
                    || format!("seed {seed}, {choices}, {values:?}, {:?}", csp.constraints()[0]);
                let model = match solver.solve(&atoms) {
                    Outcome::Satisfiable(model) => Some(model),
                    Outcome::Unsatisfiable(_) => None,
                    _ => panic!("{}", context()),
                };
                assert_eq!(model.is_some(), holds(values), "{}", context());
                let Some(model) = model.filter(|_| form == Form::TwoSided) else { continue };
                let all = (1..=compiled.cnf.num_vars() as i32).filter_map(Lit::from_dimacs);
                let other = all.map(|lit| if model.contains(lit) { !lit } else { lit });
                solver.add_clause(&other.collect_vec());
                let again = solver.solve(&atoms);
                assert!(matches!(again, Outcome::Unsatisfiable(_)), "two models: {}", context());
            }
        }
    }
    let sorts = held.iter().map(|&(sort, _)| sort).unique().count();
    assert_eq!(held.len(), 2 * sorts, "each constraint holds at times and does not at times");
}

/// Draws up to four variables, and a constraint on some of them.
fn one_constraint(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    for number in 0..1 + random.below(4) {
        let first = random.below(3) as Value - 1;
        let values = (first..first + 4).filter(|_| random.below(4) > 0);
        let values = values.collect_vec();
        let fits = csp.log2_assignments() + (values.len().max(1) as f64).log2() <= LARGEST;
        if fits || number == 0 {
            csp.variable(format!("x{number}"), values);
        }
    }
    let constraint = general_constraint(random, &csp);
    csp.post(constraint, "of chance");
    csp
}

#[test]
fn what_does_not_go_together_is_refused() {
    let mut csp = Csp::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| csp.variable(name, 0..3));
    let step = |to| Transition { from: 0, value: 1, to };
    let bin = |value| Bin { value, load: Condition::is(z) };
    let extent = |origin| Extent { origin, length: 2.into() };
    let task = |length: VarId| Task { origin: x, length: length.into(), height: 1.into() };
    let refused: [(Constraint, &str); 12] = [
        (
            Table { scope: vec![x, y], rows: vec![vec![None]], is_positive: true }.into(),
            "the cells of a row: 1 instead of 2",
        ),
        (
            Element {
                list: vec![x.into(), 5.into()],
                indices: vec![Index { variable: y, first: 0, size: 3 }],
                condition: Condition::is(z),
            }
            .into(),
            "the entries of the list: 2 instead of 3",
        ),
        (
            Count { scope: vec![x], values: vec![1, 1], condition: Condition::is(y) }.into(),
            "the value 1 is listed twice",
        ),
        (
            Count { scope: vec![x], values: vec![1], condition: Condition::is(x) }.into(),
            "the variable `x` occurs twice in the scope",
        ),
        (
            Lex { first: vec![x], second: vec![y, z], is_strict: true }.into(),
            "the second list: 2 instead of 1",
        ),
        (
            Automaton {
                scope: vec![x],
                start: 0,
                accepting: vec![0],
                transitions: vec![step(0), step(2)],
            }
            .into(),
            "two transitions leave the state 0 with the value 1",
        ),
        (
            Channel { first: vec![x, x], first_place: 0, second: vec![y, z], second_place: 0 }
                .into(),
            "the variable `x` occurs twice in the scope",
        ),
        (
            BinPacking { scope: vec![x], sizes: vec![1, 2], bins: vec![bin(0)] }.into(),
            "the sizes: 2 instead of 1",
        ),
        (
            BinPacking { scope: vec![x], sizes: vec![-1], bins: vec![bin(0)] }.into(),
            "the size -1 is negative",
        ),
        (
            BinPacking { scope: vec![x], sizes: vec![1], bins: vec![bin(0), bin(0)] }.into(),
            "the value 0 is listed twice",
        ),
        (
            NoOverlap {
                boxes: vec![vec![extent(x)], vec![extent(y), extent(z)]],
                ignores_empty: false,
            }
            .into(),
            "the dimensions of a box: 2 instead of 1",
        ),
        (
            Cumulative { tasks: vec![task(x)], limit: y.into() }.into(),
            "the variable `x` occurs twice in the scope",
        ),
    ];
    for (constraint, message) in refused {
        let error = csp.try_post(constraint, "").unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    assert!(csp.constraints().is_empty());
}
