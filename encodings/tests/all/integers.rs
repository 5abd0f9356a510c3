//! Integers in order encoding and in binary. Reads every model of a formula over them, to find
//! wrong values, missing values and auxiliaries that are not determined.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use cnfetti_encodings::integer::{Binary, Order};
use cnfetti_encodings::{Bit, Cnf, Form, Lit, Relation, at_most_one, comparison, domain};

use crate::examine::assert_tidy;
use crate::propagator::Propagator;

pub(crate) const FORMS: [Form; 2] = [Form::TwoSided, Form::OneSided];

/// Domains with and without gaps, on both sides of 0, of one value, and of powers of two.
fn domains() -> Vec<Vec<i64>> {
    let ranges: [RangeInclusive<i64>; 9] =
        [0..=0, -4..=-4, 0..=1, 0..=3, 1..=4, -3..=3, -7..=-2, 5..=9, -1..=6];
    let mut domains: Vec<Vec<i64>> = ranges.into_iter().map(Iterator::collect).collect();
    domains.extend([vec![2, 3, 7], vec![-6, 0, 1, 2, 9], vec![-1, 5], vec![-8, -4, 0, 4]]);
    domains
}

/// The truth values of a model.
pub(crate) struct Model<'a>(pub(crate) &'a Propagator);

impl Model<'_> {
    pub(crate) fn bit(&self, bit: Bit) -> bool {
        match bit {
            Bit::False => false,
            Bit::True => true,
            Bit::Lit(lit) => self.0.value(lit).unwrap(),
        }
    }

    pub(crate) fn binary(&self, integer: &Binary) -> i64 {
        let digits = integer.digits().iter().enumerate();
        let above = digits.map(|(place, &digit)| i64::from(self.bit(digit)) << place).sum::<i64>();
        let value = integer.offset() + above;
        assert!((integer.min()..=integer.max()).contains(&value), "{value} of {integer:?}");
        value
    }

    pub(crate) fn order(&self, integer: &Order) -> i64 {
        let reached = |&&value: &&i64| self.bit(integer.at_least(value));
        let values = integer.values();
        let last = *values.iter().rfind(reached).unwrap();
        assert!(values.iter().all(|value| reached(&value) == (*value <= last)));
        last
    }
}

/// What `read` returns for each model: all different, and sorted.
fn models<T: Ord + std::fmt::Debug>(
    cnf: &Cnf,
    what: &str,
    read: impl Fn(&Model<'_>) -> T,
) -> BTreeSet<T> {
    assert_tidy(cnf, 0, what);
    let mut found = BTreeSet::new();
    Propagator::new(cnf).each_model(&mut |model| {
        let value = read(&Model(model));
        let text = format!("{value:?}");
        assert!(found.insert(value), "{what}: {text} twice");
    });
    found
}

fn set<T: Ord>(values: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    values.into_iter().collect()
}

fn pairs(a: &[i64], b: &[i64]) -> BTreeSet<(i64, i64)> {
    a.iter().flat_map(|&x| b.iter().map(move |&y| (x, y))).collect()
}

#[test]
fn new_integers_have_their_values_once() {
    for bits in 1..128_u32 {
        let values: Vec<i64> =
            (0..7).filter(|bit| bits >> bit & 1 == 1).map(|bit| bit - 3).collect();
        let mut cnf = Cnf::new();
        let order = Order::new(&mut cnf, values.iter().rev().copied()).unwrap();
        assert_eq!(models(&cnf, "order", |model| model.order(&order)), set(values.clone()));
        let mut cnf = Cnf::new();
        let binary = Binary::new(&mut cnf, values.iter().rev().copied()).unwrap();
        assert_eq!(models(&cnf, "binary", |model| model.binary(&binary)), set(values));
    }
    assert_eq!(Order::new(&mut Cnf::new(), []), None);
    assert_eq!(Binary::new(&mut Cnf::new(), []), None);
}

#[test]
fn channeling_keeps_the_value() {
    for values in domains() {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(values.len());
        let one_hot = domain::by_name("one_hot").unwrap();
        let pairwise = at_most_one::by_name("pairwise").unwrap();
        domain::encode(&mut cnf, &lits, one_hot, pairwise, Form::TwoSided);
        let posed = cnf.num_clauses();
        let pairs: Vec<(i64, Lit)> = values.iter().copied().zip(lits).collect();
        let order = Order::of_values(&mut cnf, pairs.iter().rev().copied()).unwrap();
        let binary = Binary::of_values(&mut cnf, pairs.iter().rev().copied()).unwrap();
        let order_too = binary.to_order(&mut cnf, values.iter().copied()).unwrap();
        let binary_too = order.to_binary(&mut cnf);
        assert_tidy(&cnf, posed, "channeling");
        let mut found = BTreeSet::new();
        Propagator::new(&cnf).each_model(&mut |model| {
            let model = Model(model);
            let value = pairs.iter().find(|&&(_, lit)| model.bit(lit.into())).unwrap().0;
            assert_eq!(value, model.order(&order));
            assert_eq!(value, model.order(&order_too));
            assert_eq!(value, model.binary(&binary));
            assert_eq!(value, model.binary(&binary_too));
            assert!(found.insert(value), "{value} twice");
        });
        assert_eq!(found, set(values));
    }
    assert_eq!(Order::of_values(&mut Cnf::new(), []), None);
    assert_eq!(Binary::of_values(&mut Cnf::new(), []), None);
}

/// Over variables that the caller has declared, alone and tied to each other.
#[test]
fn integers_over_given_variables_have_their_values_once() {
    for values in domains() {
        let (min, max) = (values[0], values[values.len() - 1]);
        for sorts in 0..3 {
            let mut cnf = Cnf::new();
            let reached = cnf.new_lits(values.len() - 1);
            let order = Order::over(values.iter().copied(), reached).unwrap();
            order.restrict(&mut cnf);
            let mut lits = Vec::new();
            let mut binary = None;
            if sorts == 1 {
                lits = cnf.new_lits(values.len());
                order.tie_values(&mut cnf, &lits);
            } else if sorts == 2 {
                let digits = cnf.new_lits(Binary::num_digits(min, max));
                let number = Binary::over(min, max, &digits);
                order.tie_binary(&mut cnf, &number);
                binary = Some(number);
            }
            let found = models(&cnf, "over thresholds", |model| {
                let value = model.order(&order);
                for (&other, &lit) in values.iter().zip(&lits) {
                    assert_eq!(model.bit(lit.into()), other == value);
                }
                assert!(binary.iter().all(|number| model.binary(number) == value));
                value
            });
            assert_eq!(found, set(values.clone()));
        }
        let mut cnf = Cnf::new();
        let digits = cnf.new_lits(Binary::num_digits(min, max));
        let number = Binary::over(min, max, &digits);
        let mut tied = cnf.clone();
        number.restrict(&mut cnf, values.iter().copied());
        let found = models(&cnf, "over digits", |model| model.binary(&number));
        assert_eq!(found, set(values.clone()));
        let lits = tied.new_lits(values.len());
        if values.len() > 1 {
            tied.add_clause(lits.iter().copied());
            number.tie_values(&mut tied, values.iter().copied().zip(lits.iter().copied()));
            let found = models(&tied, "tied digits", |model| {
                let value = model.binary(&number);
                for (&other, &lit) in values.iter().zip(&lits) {
                    assert_eq!(model.bit(lit.into()), other == value);
                }
                value
            });
            assert_eq!(found, set(values));
        }
    }
    assert_eq!(Order::over([], Vec::new()), None);
}

/// Several literals can stand for one value.
#[test]
fn values_with_several_literals() {
    for values in [&[3, 3][..], &[0, 0, 2], &[0, 2, 2], &[1, 0, 1, 0, 5, 5, 5], &[4, -1, 4, 2]] {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(values.len());
        let one_hot = domain::by_name("one_hot").unwrap();
        let pairwise = at_most_one::by_name("pairwise").unwrap();
        domain::encode(&mut cnf, &lits, one_hot, pairwise, Form::TwoSided);
        let posed = cnf.num_clauses();
        let pairs: Vec<(i64, Lit)> = values.iter().copied().zip(lits.iter().copied()).collect();
        let order = Order::of_values(&mut cnf, pairs.iter().copied()).unwrap();
        let binary = Binary::of_values(&mut cnf, pairs.iter().copied()).unwrap();
        assert_tidy(&cnf, posed, "several");
        let mut models = 0;
        Propagator::new(&cnf).each_model(&mut |model| {
            let model = Model(model);
            let value = pairs.iter().find(|&&(_, lit)| model.bit(lit.into())).unwrap().0;
            assert_eq!((model.order(&order), model.binary(&binary)), (value, value));
            models += 1;
        });
        assert_eq!(models, values.len());
    }
}

#[test]
fn a_new_order_restricts_to_its_values() {
    let mut cnf = Cnf::new();
    let binary = Binary::new(&mut cnf, 0..=9).unwrap();
    let order = binary.to_order(&mut cnf, [-5, 2, 3, 8, 40]).unwrap();
    assert_eq!(order.values(), [2, 3, 8]);
    let found = models(&cnf, "restricted", |model| (model.binary(&binary), model.order(&order)));
    assert_eq!(found, set([(2, 2), (3, 3), (8, 8)]));
    assert_eq!(binary.to_order(&mut cnf, [10]), None);
}

#[test]
fn thresholds_and_values_have_literals() {
    for values in domains() {
        let (first, last) = (values[0] - 2, values[values.len() - 1] + 2);
        let mut cnf = Cnf::new();
        let order = Order::new(&mut cnf, values.iter().copied()).unwrap();
        let equal: Vec<Bit> = (first..=last).map(|value| order.equals(&mut cnf, value)).collect();
        let found = models(&cnf, "order", |model| {
            let own = model.order(&order);
            for (value, &equal) in (first..).zip(&equal) {
                assert_eq!(model.bit(order.at_least(value)), own >= value);
                assert_eq!(model.bit(equal), own == value, "{own} {value}");
            }
            own
        });
        assert_eq!(found, set(values.clone()));
        let mut cnf = Cnf::new();
        let binary = Binary::new(&mut cnf, values.iter().copied()).unwrap();
        let bits: Vec<(Bit, Bit)> = (first..=last)
            .map(|value| (binary.equals(&mut cnf, value), binary.at_least(&mut cnf, value)))
            .collect();
        assert_eq!(bits[0], (Bit::False, Bit::True));
        assert_eq!(bits[bits.len() - 1], (Bit::False, Bit::False));
        let found = models(&cnf, "binary", |model| {
            let own = model.binary(&binary);
            for (value, &(equal, at_least)) in (first..).zip(&bits) {
                assert_eq!(model.bit(equal), own == value, "{own} {value}");
                assert_eq!(model.bit(at_least), own >= value, "{own} {value}");
            }
            own
        });
        assert_eq!(found, set(values));
    }
}

#[test]
fn sums_and_products() {
    for a in domains() {
        for b in domains() {
            let mut cnf = Cnf::new();
            let x = Binary::new(&mut cnf, a.iter().copied()).unwrap();
            let y = Binary::new(&mut cnf, b.iter().copied()).unwrap();
            let sum = x.plus(&mut cnf, &y);
            let difference = x.plus(&mut cnf, &y.negated());
            let product = x.times(&mut cnf, &y);
            let shifted = product.plus_constant(-11).negated();
            let found = models(&cnf, &format!("{a:?} {b:?}"), |model| {
                let (x, y) = (model.binary(&x), model.binary(&y));
                assert_eq!(model.binary(&sum), x + y);
                assert_eq!(model.binary(&difference), x - y);
                assert_eq!(model.binary(&product), x * y);
                assert_eq!(model.binary(&shifted), 11 - x * y);
                (x, y)
            });
            assert_eq!(found, pairs(&a, &b));
            let ends = [a[0] * b[0], a[0] * b[b.len() - 1], a[a.len() - 1] * b[0]];
            let ends = ends.into_iter().chain([a[a.len() - 1] * b[b.len() - 1]]);
            assert_eq!((product.min(), product.max()), {
                let ends: Vec<i64> = ends.collect();
                (*ends.iter().min().unwrap(), *ends.iter().max().unwrap())
            });
        }
    }
}

#[test]
fn an_integer_with_itself_and_with_constants() {
    for values in domains() {
        let mut cnf = Cnf::new();
        let x = Binary::new(&mut cnf, values.iter().copied()).unwrap();
        let double = x.plus(&mut cnf, &x);
        let zero = x.plus(&mut cnf, &x.negated());
        let square = x.times(&mut cnf, &x);
        let cube = square.times(&mut cnf, &x);
        let multiples: Vec<(i64, Binary)> =
            (-9..=9).map(|factor| (factor, x.times_constant(&mut cnf, factor))).collect();
        let constants: Vec<(i64, Binary)> =
            (-3..=3).map(|factor| (factor, Binary::constant(factor).times(&mut cnf, &x))).collect();
        let found = models(&cnf, &format!("{values:?}"), |model| {
            let own = model.binary(&x);
            assert_eq!(model.binary(&double), 2 * own);
            assert_eq!(model.binary(&zero), 0);
            assert_eq!(model.binary(&square), own * own);
            assert_eq!(model.binary(&cube), own * own * own);
            for (factor, multiple) in multiples.iter().chain(&constants) {
                assert_eq!(model.binary(multiple), factor * own, "{factor} * {own}");
            }
            own
        });
        assert_eq!(found, set(values));
    }
}

#[test]
fn comparisons() {
    for a in domains() {
        for b in domains() {
            for relation in Relation::ALL {
                compare(&a, &b, relation);
            }
        }
    }
}

fn compare(a: &[i64], b: &[i64], relation: Relation) {
    let what = format!("{a:?} {relation} {b:?}");
    let holds = |&(x, y): &(i64, i64)| relation.holds(x, y);
    for form in FORMS {
        let mut cnf = Cnf::new();
        let x = Binary::new(&mut cnf, a.iter().copied()).unwrap();
        let y = Binary::new(&mut cnf, b.iter().copied()).unwrap();
        comparison::encode(&mut cnf, &x, relation, &y, form);
        let mut found = BTreeSet::new();
        Propagator::new(&cnf).each_model(&mut |model| {
            let model = Model(model);
            let is_new = found.insert((model.binary(&x), model.binary(&y)));
            assert!(is_new || form == Form::OneSided, "{what}: a pair twice");
        });
        assert_eq!(found, pairs(a, b).into_iter().filter(holds).collect(), "{what}");
    }
    let mut cnf = Cnf::new();
    let x = Binary::new(&mut cnf, a.iter().copied()).unwrap();
    let y = Binary::new(&mut cnf, b.iter().copied()).unwrap();
    let condition = cnf.new_lit();
    comparison::encode_if(&mut cnf, condition, &x, relation, &y, Form::TwoSided);
    let result = comparison::reify(&mut cnf, &x, relation, &y);
    let found = models(&cnf, &what, |model| {
        let (x, y) = (model.binary(&x), model.binary(&y));
        assert_eq!(model.bit(result), relation.holds(x, y), "{what}: {x} {y}");
        (model.bit(condition.into()), (x, y))
    });
    let with = |condition| pairs(a, b).into_iter().map(move |pair| (condition, pair));
    let expected = with(false).chain(with(true).filter(|(_, pair)| holds(pair))).collect();
    assert_eq!(found, expected, "{what}");
}

#[test]
fn an_integer_compares_with_itself() {
    for relation in Relation::ALL {
        let mut cnf = Cnf::new();
        let x = Binary::new(&mut cnf, 3..=9).unwrap();
        comparison::encode(&mut cnf, &x, relation, &x.plus_constant(0), Form::TwoSided);
        let more = comparison::reify(&mut cnf, &x, relation, &x.plus_constant(1));
        let found = models(&cnf, "itself", |model| {
            assert_eq!(model.bit(more), relation == Relation::AtMost);
            model.binary(&x)
        });
        assert_eq!(found, set(3..=9));
    }
}
