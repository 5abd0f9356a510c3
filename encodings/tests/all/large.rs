//! Encodings at sizes that brute force cannot reach, on both sides of every recursion and
//! threshold of their construction. In the two-sided form of every encoding, once all inputs have
//! a value, unit propagation alone must find a conflict or the value of every auxiliary. So the
//! tests need no search to judge a random assignment.

use cnfetti_encodings::linear::Term;
use cnfetti_encodings::{Bit, Cnf, Form, Lit, Relation, at_most_one, cardinality, domain, linear};

use crate::propagator::Propagator;

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Which of n inputs are true, for this number of true ones.
    fn choice(&mut self, n: usize, trues: usize) -> Vec<bool> {
        let mut values: Vec<bool> = (0..n).map(|index| index < trues).collect();
        for index in (1..n).rev() {
            values.swap(index, self.below(index + 1));
        }
        values
    }
}

/// Returns the propagator if the formula has a model with these values of the inputs.
fn decide<'a>(
    propagator: &'a mut Propagator,
    inputs: &[Lit],
    values: &[bool],
    what: &str,
) -> Option<&'a Propagator> {
    let assigned = inputs.iter().zip(values);
    let consistent = assigned
        .into_iter()
        .all(|(&lit, &value)| propagator.assign(if value { lit } else { !lit }));
    if !consistent {
        return None;
    }
    assert!(propagator.is_complete(), "{what}: an auxiliary is not determined");
    Some(propagator)
}

/// A constraint in its three uses: stated, conditional, reified.
struct Uses {
    stated: Cnf,
    conditional: Cnf,
    condition: Lit,
    result: Bit,
    reified: Cnf,
    inputs: Vec<Lit>,
}

impl Uses {
    fn new(
        inputs: usize,
        encode: impl Fn(&mut Cnf, &[Lit]),
        encode_if: impl Fn(&mut Cnf, Lit, &[Lit]),
        reify: impl Fn(&mut Cnf, &[Lit]) -> Bit,
    ) -> Uses {
        let mut stated = Cnf::new();
        let lits = stated.new_lits(inputs);
        encode(&mut stated, &lits);
        let mut conditional = Cnf::new();
        conditional.new_lits(inputs);
        let condition = conditional.new_lit();
        encode_if(&mut conditional, condition, &lits);
        let mut reified = Cnf::new();
        reified.new_lits(inputs);
        let result = reify(&mut reified, &lits);
        Uses { stated, conditional, condition, result, reified, inputs: lits }
    }

    /// Checks assignments that satisfy the constraint, and others that do not.
    fn judge(&self, assignments: &[Vec<bool>], holds: impl Fn(&[bool]) -> bool, what: &str) {
        let start = |cnf: &Cnf| {
            let mut propagator = Propagator::new(cnf);
            assert!(propagator.start(), "{what}");
            propagator
        };
        let mut stated = start(&self.stated);
        let mut conditional = start(&self.conditional);
        let mut reified = start(&self.reified);
        for values in assignments {
            let expected = holds(values);
            let mark = stated.mark();
            let found = decide(&mut stated, &self.inputs, values, what).is_some();
            assert_eq!(found, expected, "{what} {values:?}");
            stated.undo(mark);
            for condition in [true, false] {
                let inputs = [&self.inputs[..], &[self.condition]].concat();
                let values = [&values[..], &[condition]].concat();
                let mark = conditional.mark();
                let found = decide(&mut conditional, &inputs, &values, what).is_some();
                assert_eq!(found, expected || !condition, "{what} if {values:?}");
                conditional.undo(mark);
            }
            let mark = reified.mark();
            let model = decide(&mut reified, &self.inputs, values, what);
            let model = model.unwrap_or_else(|| panic!("{what} reified {values:?}"));
            let result = match self.result {
                Bit::True => Some(true),
                Bit::False => Some(false),
                Bit::Lit(lit) => model.value(lit),
            };
            assert_eq!(result, Some(expected), "{what} reified {values:?}");
            reified.undo(mark);
        }
    }
}

fn count(values: &[bool]) -> usize {
    values.iter().filter(|&&value| value).count()
}

/// Assignments with every number of true inputs that matters for a bound.
fn around(random: &mut Random, n: usize, k: usize) -> Vec<Vec<bool>> {
    let mut assignments = Vec::new();
    for trues in [0, 1, k.saturating_sub(1), k, k + 1, k + 2, n - 1, n, random.below(n + 1)] {
        for _ in 0..2 {
            assignments.push(random.choice(n, trues.min(n)));
        }
    }
    assignments
}

#[test]
fn at_most_one() {
    let mut random = Random(20_261_121);
    for &encoding in at_most_one::ENCODINGS.iter().chain([&at_most_one::AUTO]) {
        for n in [8, 15, 16, 17, 18, 25, 26, 35, 36, 37, 38, 49, 50, 64, 65, 128, 129] {
            if encoding.name() == "pairwise" && n > 38 {
                continue;
            }
            let uses = Uses::new(
                n,
                |cnf, lits| at_most_one::encode(cnf, lits, encoding, Form::TwoSided),
                |cnf, condition, lits| {
                    at_most_one::encode_if(cnf, condition, lits, encoding, Form::TwoSided);
                },
                |cnf, lits| at_most_one::reify(cnf, lits, encoding),
            );
            let what = format!("{} n = {n}", encoding.name());
            let holds = |values: &[bool]| count(values) <= 1;
            // Single literals, pairs of neighbours, and random pairs.
            let mut assignments = around(&mut random, n, 1);
            for first in (0..n).step_by(1 + n / 40) {
                for second in [first, (first + 1) % n, random.below(n)] {
                    assignments.push((0..n).map(|i| i == first || i == second).collect());
                }
            }
            uses.judge(&assignments, holds, &what);
        }
    }
}

#[test]
fn at_most_one_has_one_model_more_than_literals() {
    for &encoding in at_most_one::ENCODINGS.iter().chain([&at_most_one::AUTO]) {
        for n in [50, 200] {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(n);
            at_most_one::encode(&mut cnf, &lits, encoding, Form::TwoSided);
            let mut models = 0;
            Propagator::new(&cnf).each_model(&mut |_| models += 1);
            assert_eq!(models, n + 1, "{} n = {n}", encoding.name());
        }
    }
}

#[test]
fn cardinality() {
    let mut random = Random(20_261_122);
    for &encoding in cardinality::ENCODINGS.iter().chain([&cardinality::AUTO]) {
        for (n, k) in [(8, 4), (16, 3), (17, 8), (31, 5), (33, 2), (50, 1), (50, 49), (64, 7)] {
            if encoding.name() == "binomial" && k > 3 {
                continue;
            }
            for relation in Relation::ALL {
                let uses = Uses::new(
                    n,
                    |cnf, lits| {
                        cardinality::encode(cnf, lits, relation, k, encoding, Form::TwoSided);
                    },
                    |cnf, condition, lits| {
                        let form = Form::TwoSided;
                        cardinality::encode_if(cnf, condition, lits, relation, k, encoding, form);
                    },
                    |cnf, lits| cardinality::reify(cnf, lits, relation, k, encoding),
                );
                let what = format!("{} n = {n} {relation} {k}", encoding.name());
                let holds = |values: &[bool]| relation.holds(count(values), k);
                uses.judge(&around(&mut random, n, k), holds, &what);
            }
        }
    }
}

/// Up to n·k = 20,000, all are tried; up to 200,000, the totalizer is picked, and above, the network.
#[test]
fn cardinality_picks_on_both_sides_of_its_thresholds() {
    let by_name = |name| cardinality::by_name(name).unwrap();
    for (n, picks) in [
        (4_000, None),
        (4_001, Some("totalizer")),
        (40_000, Some("totalizer")),
        (40_001, Some("cardinality_network")),
    ] {
        let size = |encoding| {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(n);
            let (relation, k) = (Relation::AtMost, 5);
            cardinality::encode(&mut cnf, &lits, relation, k, encoding, Form::TwoSided);
            (cnf.num_vars() as usize + cnf.num_clauses(), cnf.sections()[0].encoding)
        };
        let (auto, picked) = size(cardinality::AUTO);
        let tried = ["totalizer", "sequential_counter", "cardinality_network"];
        match picks {
            None => {
                assert_eq!(
                    auto,
                    tried.map(|name| size(by_name(name)).0).into_iter().min().unwrap()
                );
            }
            Some(name) => assert_eq!((auto, picked), size(by_name(name))),
        }
    }
}

#[test]
fn domains() {
    let mut random = Random(20_261_123);
    let product = at_most_one::by_name("product").unwrap();
    for &encoding in domain::ENCODINGS.iter().chain([&domain::AUTO]) {
        for n in [8, 15, 16, 17, 31, 32, 33, 37, 64, 65] {
            let uses = Uses::new(
                n,
                |cnf, lits| domain::encode(cnf, lits, encoding, product, Form::TwoSided),
                |cnf, condition, lits| {
                    domain::encode_if(cnf, condition, lits, encoding, product, Form::TwoSided);
                },
                |cnf, lits| domain::reify(cnf, lits, encoding, product),
            );
            let what = format!("{} n = {n}", encoding.name());
            let mut assignments = around(&mut random, n, 1);
            for first in (0..n).step_by(1 + n / 40) {
                for second in [first, (first + 1) % n, random.below(n)] {
                    assignments.push((0..n).map(|i| i == first || i == second).collect());
                }
            }
            uses.judge(&assignments, |values| count(values) == 1, &what);
        }
    }
}

/// Sums of Booleans and of variables, with random weights up to a limit.
#[test]
fn sums() {
    let mut random = Random(20_261_124);
    for round in 0..120 {
        // With large weights, nearly every choice has its own sum, so allow fewer choices.
        let (largest, most) = [(3, 1 << 20), (20, 4000), (1000, 300), (1 << 40, 100)][round % 4];
        let mut weights: Vec<Vec<i64>> = Vec::new();
        let mut choices = 1;
        while choices < most && weights.len() < 8 {
            let size = [1, 1, 2, 3, 6, 11][random.below(6)];
            let weight = |_| random.below(largest) as i64 - largest as i64 / 3;
            weights.push((0..size).map(weight).collect());
            choices *= size.max(2);
        }
        let inputs: usize = weights.iter().map(Vec::len).sum();
        // The chosen literal of each group; for a Boolean, whether it is true.
        let draw = |random: &mut Random| -> Vec<usize> {
            weights.iter().map(|weights| random.below(weights.len().max(2))).collect()
        };
        let sum = |chosen: &[usize]| -> i64 {
            let weight = |(weights, &chosen): (&Vec<i64>, &usize)| match weights[..] {
                [weight] => weight * chosen as i64,
                _ => weights[chosen],
            };
            weights.iter().zip(chosen).map(weight).sum()
        };
        let values = |chosen: &[usize]| -> Vec<bool> {
            let of = |(weights, &chosen): (&Vec<i64>, &usize)| -> Vec<bool> {
                match weights.len() {
                    1 => vec![chosen == 1],
                    n => (0..n).map(|index| index == chosen).collect(),
                }
            };
            weights.iter().zip(chosen).flat_map(of).collect()
        };
        let terms = |lits: &[Lit]| -> Vec<Term> {
            let mut rest = lits;
            let mut terms = Vec::new();
            for weights in &weights {
                let (own, others) = rest.split_at(weights.len());
                rest = others;
                terms.push(match weights[..] {
                    [weight] => Term::boolean(own[0], weight),
                    _ => Term::one_of(own.iter().copied().zip(weights.iter().copied())),
                });
            }
            terms
        };
        let chosen: Vec<Vec<usize>> = (0..12).map(|_| draw(&mut random)).collect();
        // A bound that one of them meets exactly.
        let bound = sum(&chosen[0]);
        let relation = Relation::ALL[random.below(3)];
        let assignments: Vec<Vec<bool>> = chosen.iter().map(|chosen| values(chosen)).collect();
        let by_values = |inputs: &[bool]| {
            let index = assignments.iter().position(|values| values == inputs).unwrap();
            relation.holds(sum(&chosen[index]), bound)
        };
        for &encoding in linear::ENCODINGS.iter().chain([&linear::AUTO]) {
            let uses = Uses::new(
                inputs,
                |cnf, lits| {
                    let terms = terms(lits);
                    linear::encode(cnf, &terms, relation, bound, encoding, Form::TwoSided);
                },
                |cnf, condition, lits| {
                    let (terms, form) = (terms(lits), Form::TwoSided);
                    linear::encode_if(cnf, condition, &terms, relation, bound, encoding, form);
                },
                |cnf, lits| linear::reify(cnf, &terms(lits), relation, bound, encoding),
            );
            let what = format!("{} {weights:?} {relation} {bound}", encoding.name());
            uses.judge(&assignments, by_values, &what);
        }
    }
}
