//! Sums of integers in all encodings. Reads every model of a formula over them.

use std::collections::BTreeSet;

use cnfetti_encodings::integer::{Binary, Order};
use cnfetti_encodings::linear::{self, Term};
use cnfetti_encodings::{Cnf, Form, Lit, Relation, at_most_one, domain};

use crate::integers::{FORMS, Model};
use crate::propagator::Propagator;

/// An integer in one of its encodings, or the value literals of a finite-domain variable.
enum Integer {
    Order(Order),
    Binary(Binary),
    Values(Vec<(Lit, i64)>),
}

impl Integer {
    fn new(cnf: &mut Cnf, kind: usize, values: &[i64]) -> Integer {
        let values = values.iter().copied();
        match kind {
            0 => Integer::Order(Order::new(cnf, values).unwrap()),
            1 => Integer::Binary(Binary::new(cnf, values).unwrap()),
            _ => {
                let lits = cnf.new_lits(values.len());
                let one_hot = domain::by_name("one_hot").unwrap();
                domain::encode(cnf, &lits, one_hot, at_most_one::AUTO, Form::TwoSided);
                Integer::Values(lits.into_iter().zip(values).collect())
            }
        }
    }

    fn term(&self, factor: i64) -> Term {
        match self {
            Integer::Order(integer) => Term::order(integer, factor),
            Integer::Binary(integer) => Term::binary(integer, factor),
            Integer::Values(values) => {
                Term::one_of(values.iter().map(|&(lit, value)| (lit, factor * value)))
            }
        }
    }

    fn value(&self, model: &Model<'_>) -> i64 {
        match self {
            Integer::Order(integer) => model.order(integer),
            Integer::Binary(integer) => model.binary(integer),
            Integer::Values(values) => {
                values.iter().find(|&&(lit, _)| model.bit(lit.into())).unwrap().1
            }
        }
    }
}

/// Domains and factors of sums, and how the first integer is encoded; the others take the next
/// encodings in turn.
const SUMS: &[&[(&[i64], i64)]] = &[
    &[(&[0, 1, 2, 3], 1)],
    &[(&[-2, 0, 1, 5], -3)],
    &[(&[0, 1, 2, 3], 1), (&[0, 1, 2, 3], -1)],
    &[(&[1, 2, 4], 2), (&[-1, 0, 3], 3)],
    &[(&[0, 1, 2], 1), (&[0, 1, 2], 1), (&[0, 1, 2, 3], -1)],
    &[(&[-3, 1], 5), (&[2, 3, 4], -2), (&[0, 7], 0), (&[4], 9)],
];

#[test]
fn sums_of_integers() {
    for sum in SUMS {
        for first in 0..3 {
            for &encoding in linear::ENCODINGS.iter().chain([&linear::AUTO]) {
                for relation in Relation::ALL {
                    for bound in -14..=14 {
                        bounded(sum, first, encoding, relation, bound);
                    }
                }
            }
        }
    }
}

fn bounded(
    sum: &[(&[i64], i64)],
    first: usize,
    encoding: &linear::Encoding,
    relation: Relation,
    bound: i64,
) {
    let what = format!("{} {sum:?} {first} {relation} {bound}", encoding.name());
    let mut cnf = Cnf::new();
    let kinds = first..;
    let integers: Vec<Integer> = sum
        .iter()
        .zip(kinds)
        .map(|((values, _), kind)| Integer::new(&mut cnf, kind % 3, values))
        .collect();
    let terms: Vec<Term> =
        integers.iter().zip(sum).map(|(integer, &(_, factor))| integer.term(factor)).collect();
    let condition = cnf.new_lit();
    linear::encode_if(&mut cnf, condition, &terms, relation, bound, encoding, Form::TwoSided);
    let result = linear::reify(&mut cnf, &terms, relation, bound, encoding);
    let read = |model: &Model<'_>| -> Vec<i64> {
        integers.iter().map(|integer| integer.value(model)).collect()
    };
    let holds = |values: &[i64]| {
        let total = values.iter().zip(sum).map(|(value, &(_, factor))| value * factor).sum::<i64>();
        relation.holds(total, bound)
    };
    let mut found = BTreeSet::new();
    Propagator::new(&cnf).each_model(&mut |model| {
        let model = Model(model);
        let values = read(&model);
        assert_eq!(model.bit(result), holds(&values), "{what}: {values:?}");
        assert!(found.insert((model.bit(condition.into()), values)), "{what}: twice");
    });
    let mut all = vec![vec![]];
    for (values, _) in sum {
        let longer = |tuple: &Vec<i64>| {
            let tuple = tuple.clone();
            values.iter().map(move |&value| [&tuple[..], &[value]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    let expected = all
        .into_iter()
        .flat_map(|values| [(false, values.clone()), (true, values)])
        .filter(|(condition, values)| !condition || holds(values))
        .collect();
    assert_eq!(found, expected, "{what}");
    for form in FORMS {
        let mut stated = cnf.clone();
        linear::encode(&mut stated, &terms, relation, bound, encoding, form);
        stated.add_clause([condition]);
        let mut seen = BTreeSet::new();
        Propagator::new(&stated).each_model(&mut |model| {
            let is_new = seen.insert((true, read(&Model(model))));
            assert!(is_new || form == Form::OneSided, "{what}: twice");
        });
        let expected = found.iter().filter(|(condition, _)| *condition).cloned().collect();
        assert_eq!(seen, expected, "{what} {form:?}");
    }
}
