use super::*;
use crate::ModelBuilder;
use crate::tree::{Automaton, Link};
use cnfetti_core::csp::Role;
use cnfetti_core::limit::Budget;

/// A model of four truth values and two numbers, with this constraint.
fn model(constraint: Constraint) -> Model {
    let mut builder = ModelBuilder::default();
    let named = |name: &str, domain: &[i32]| (name.to_owned(), domain.to_vec());
    builder.array("b", ["p", "q", "r", "s"].map(|name| named(name, &[0, 1])).to_vec(), true);
    builder.array("n", ["x", "y"].map(|name| named(name, &[0, 1, 2])).to_vec(), false);
    builder.post(constraint, String::new(), Role::Rule);
    builder.build()
}

fn stays(constraint: Constraint, image: [usize; 6]) -> bool {
    let model = model(constraint);
    let lowered = Lowered::new(&model, &Budget::default()).unwrap();
    Exchange::new(&model, &lowered).permutation(&image).is_some()
}

const SAME: [usize; 6] = [0, 1, 2, 3, 4, 5];
const FIRST_TWO: [usize; 6] = [1, 0, 2, 3, 4, 5];
const BACKWARDS: [usize; 6] = [3, 2, 1, 0, 4, 5];
const NUMBERS: [usize; 6] = [0, 1, 2, 3, 5, 4];

fn v(variable: usize) -> Expr {
    Expr::Variable(variable)
}

fn apply(operator: Operator, args: &[Expr]) -> Expr {
    Expr::Apply(operator, args.to_vec())
}

#[test]
fn what_commutes_stays_and_what_does_not_does_not() {
    use Operator::*;
    for operator in [Add, Mul, Dist, Min, Max, Ne, Eq, And, Or, Xor, Iff] {
        let expr = apply(operator, &[v(4), v(5)]);
        let other = apply(Ge, &[expr, Expr::Number(1)]);
        assert!(stays(Constraint::Intension(other), NUMBERS), "{operator}");
    }
    for operator in [Sub, Lt, Le, Gt, Ge, Imp] {
        let expr = apply(operator, &[v(4), v(5)]);
        assert!(stays(Constraint::Intension(expr.clone()), SAME), "{operator}");
        assert!(!stays(Constraint::Intension(expr), NUMBERS), "{operator}");
    }
    let both = [apply(Lt, &[v(4), v(5)]), apply(Gt, &[v(4), v(5)])];
    assert!(stays(Constraint::Intension(apply(Or, &both)), NUMBERS));
    let among = apply(In, &[v(4), v(5), Expr::Number(2)]);
    assert!(!stays(Constraint::Intension(among), NUMBERS));
    let choice = apply(If, &[v(0), v(4), v(5)]);
    assert!(!stays(Constraint::Intension(choice), NUMBERS));
    // Variables with different domains are never exchanged.
    assert!(!stays(Constraint::Intension(apply(Eq, &[v(0), v(4)])), [4, 1, 2, 3, 0, 5]));
}

#[test]
fn sums_are_read_from_both_sides() {
    let sum = |relation, bound, weights: [i64; 4]| Constraint::Sum {
        terms: (0..4).map(v).collect(),
        weights: weights.map(Expr::Number).to_vec(),
        condition: Condition::Compare(relation, Expr::Number(bound)),
    };
    let sides = [1, 1, -1, -1];
    for (relation, bound, is_same) in [
        (Comparison::Equal, 0, true),
        (Comparison::Different, 0, true),
        (Comparison::Equal, 1, false),
        (Comparison::AtMost, 0, false),
        (Comparison::Less, 0, false),
    ] {
        assert_eq!(stays(sum(relation, bound, sides), BACKWARDS), is_same, "{relation} {bound}");
        assert!(stays(sum(relation, bound, sides), FIRST_TWO), "{relation} {bound}");
    }
    assert!(!stays(sum(Comparison::AtMost, 2, [1, 2, 1, 2]), FIRST_TWO));
    assert!(stays(sum(Comparison::AtLeast, 2, [1, 2, 2, 1]), BACKWARDS));
}

/// Runs of these lengths, by an automaton with more states than necessary.
fn runs(lengths: &[usize]) -> Constraint {
    let mut transitions = vec![(0, 0, 0)];
    let mut state = 0;
    for (at, &length) in lengths.iter().enumerate() {
        if at > 0 {
            transitions.extend([(state, 0, state + 1), (state + 1, 0, state + 1)]);
            state += 1;
        }
        for _ in 0..length {
            transitions.push((state, 1, state + 1));
            state += 1;
        }
    }
    transitions.extend([(state, 0, state + 1), (state + 1, 0, state + 1)]);
    let finals = vec![state, state + 1];
    let states = (0..=state + 1).map(|state| state.to_string()).collect();
    let automaton = Automaton { states, transitions, start: 0, finals }.into();
    Constraint::Regular { scope: (0..4).map(v).collect(), automaton }
}

#[test]
fn words_are_read_backwards() {
    for (lengths, is_same) in
        [(&[2][..], true), (&[1, 1], true), (&[1, 2], false), (&[2, 1], false), (&[4], true)]
    {
        assert_eq!(stays(runs(lengths), BACKWARDS), is_same, "{lengths:?}");
        assert!(stays(runs(lengths), SAME), "{lengths:?}");
    }
    assert!(!stays(runs(&[2]), FIRST_TWO));
}

#[test]
fn tables_have_no_order() {
    let table = |rows: &[[i32; 3]]| Constraint::Extension {
        scope: vec![v(0), v(1), v(2)],
        tuples: Tuples { arity: 3, cells: rows.iter().flatten().copied().map(Some).collect() }
            .into(),
        positive: true,
    };
    assert!(stays(table(&[[0, 1, 1], [1, 0, 1]]), FIRST_TWO));
    assert!(!stays(table(&[[0, 1, 1], [1, 1, 1]]), FIRST_TWO));
}

#[test]
fn places_are_told_apart_by_their_links() {
    let path = |ends: &[[usize; 2]], size: Option<i64>| {
        let links = ends.iter().map(|&ends| Link { ends, condition: None }).collect();
        let places: Vec<Expr> = (0..4).map(v).collect();
        match size {
            None => Constraint::Connected { places, links, may_be_empty: true },
            Some(size) => Constraint::Parts {
                places,
                links,
                sizes: vec![Some(Expr::Number(size)), None, None, None],
                marks: Some(vec![0]),
            },
        }
    };
    assert!(stays(path(&[[0, 1], [1, 2], [2, 3]], None), BACKWARDS));
    assert!(!stays(path(&[[0, 1], [1, 2], [2, 3]], None), FIRST_TWO));
    assert!(stays(path(&[[0, 2], [1, 2], [2, 3]], None), FIRST_TWO));
    assert!(!stays(path(&[[0, 1], [1, 2], [2, 3]], Some(2)), BACKWARDS));
    // Places that always hold differ only by their links, so two with the same links are
    // indistinguishable.
    let constant = |when: [usize; 3]| Constraint::Connected {
        places: vec![Expr::Number(1); 3],
        links: [[0, 1], [1, 2], [2, 0]]
            .into_iter()
            .zip(when)
            .map(|(ends, when)| Link { ends, condition: Some(v(when)) })
            .collect(),
        may_be_empty: true,
    };
    assert!(stays(constant([0, 1, 2]), FIRST_TWO));
    assert!(!stays(constant([0, 1, 1]), FIRST_TWO));
}
