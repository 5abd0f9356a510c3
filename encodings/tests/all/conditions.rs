//! Conditional and reified constraints: every row of every family, with the condition as one more
//! input.

use cnfetti_encodings::linear::Term;
use cnfetti_encodings::{
    Auxiliaries, Bit, Cnf, Form, Lit, Promises, Propagation, Relation, at_most_one, cardinality,
    domain, linear,
};

use crate::examine::{Verdict, examine};

const FORMS: [Form; 2] = [Form::TwoSided, Form::OneSided];

type Encode<'a> = dyn Fn(&mut Cnf, Lit, &[Lit], Form) + 'a;

/// A constraint, conditional and reified.
struct Case<'a> {
    what: String,
    inputs: usize,
    holds: &'a dyn Fn(&[bool]) -> bool,
    /// Adds clauses that always hold.
    pose: &'a dyn Fn(&mut Cnf),
    encode_if: &'a Encode<'a>,
    reify: &'a dyn Fn(&mut Cnf, &[Lit]) -> Bit,
    /// Whether these clauses allow the inputs.
    is_posed: &'a dyn Fn(&[bool]) -> bool,
}

impl Case<'_> {
    fn condition(&self, form: Form) -> Promises {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(self.inputs + 1);
        let (&condition, lits) = lits.split_last().unwrap();
        (self.pose)(&mut cnf);
        let posed = cnf.num_clauses();
        (self.encode_if)(&mut cnf, condition, lits, form);
        let rule = |values: &[bool]| {
            let (&condition, values) = values.split_last().unwrap();
            (self.is_posed)(values) && (!condition || (self.holds)(values))
        };
        examine(&cnf, posed, self.inputs + 1, &rule, &format!("{} if, {form:?}", self.what))
    }

    /// Makes the result an input.
    fn result(&self) -> Promises {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(self.inputs + 1);
        let (&result, lits) = lits.split_last().unwrap();
        (self.pose)(&mut cnf);
        let posed = cnf.num_clauses();
        match (self.reify)(&mut cnf, lits) {
            Bit::False => cnf.add_clause([!result]),
            Bit::True => cnf.add_clause([result]),
            Bit::Lit(lit) => {
                cnf.add_clause([!result, lit]);
                cnf.add_clause([result, !lit]);
            }
        }
        let rule = |values: &[bool]| {
            let (&result, values) = values.split_last().unwrap();
            (self.is_posed)(values) && result == (self.holds)(values)
        };
        examine(&cnf, posed, self.inputs + 1, &rule, &format!("{} reified", self.what))
    }
}

/// What an encoding achieves in all cases: conditional and reified.
#[derive(Default)]
struct Found {
    two_sided: Verdict,
    one_sided: Verdict,
    reified: Verdict,
}

impl Found {
    fn add(&mut self, case: &Case<'_>) {
        for form in FORMS {
            let found = case.condition(form);
            if form == Form::TwoSided {
                assert_ne!(found.auxiliaries, Auxiliaries::Free, "{}", case.what);
                self.two_sided.add(found);
            } else {
                self.one_sided.add(found);
            }
        }
        let found = case.result();
        assert_ne!(found.auxiliaries, Auxiliaries::Free, "{} reified", case.what);
        self.reified.add(found);
    }

    /// Under a condition, unit propagation is as strong as without one, in either form.
    fn assert_labels(&self, encoding: &str, own: Promises, reified: Propagation) {
        for (verdict, label) in [
            (&self.two_sided, own.propagation),
            (&self.one_sided, own.propagation),
            (&self.reified, reified),
        ] {
            verdict.assert_propagation(label, encoding);
        }
    }
}

fn count(values: &[bool]) -> usize {
    values.iter().filter(|&&value| value).count()
}

#[test]
fn at_most_one() {
    for &encoding in at_most_one::ENCODINGS.iter().chain([&at_most_one::AUTO]) {
        let mut found = Found::default();
        for n in 0..=7 {
            found.add(&Case {
                what: format!("{} n = {n}", encoding.name()),
                inputs: n,
                holds: &|values| count(values) <= 1,
                pose: &|_| {},
                encode_if: &|cnf, condition, lits, form| {
                    at_most_one::encode_if(cnf, condition, lits, encoding, form);
                },
                reify: &|cnf, lits| at_most_one::reify(cnf, lits, encoding),
                is_posed: &|_| true,
            });
        }
        let own = encoding.promises(Form::TwoSided);
        found.assert_labels(encoding.name(), own, encoding.reified());
    }
}

#[test]
fn cardinality() {
    for &encoding in cardinality::ENCODINGS.iter().chain([&cardinality::AUTO]) {
        for relation in Relation::ALL {
            let mut found = Found::default();
            for n in 0..=6 {
                for k in 0..=n + 1 {
                    found.add(&Case {
                        what: format!("{} n = {n} {relation} {k}", encoding.name()),
                        inputs: n,
                        holds: &|values| relation.holds(count(values), k),
                        pose: &|_| {},
                        encode_if: &|cnf, condition, lits, form| {
                            cardinality::encode_if(
                                cnf, condition, lits, relation, k, encoding, form,
                            );
                        },
                        reify: &|cnf, lits| cardinality::reify(cnf, lits, relation, k, encoding),
                        is_posed: &|_| true,
                    });
                }
            }
            let own = encoding.promises(Form::TwoSided, relation);
            let name = format!("{} {relation}", encoding.name());
            found.assert_labels(&name, own, encoding.reified(relation));
        }
    }
}

#[test]
fn domain() {
    let pairwise = at_most_one::by_name("pairwise").unwrap();
    let product = at_most_one::by_name("product").unwrap();
    for &encoding in domain::ENCODINGS.iter().chain([&domain::AUTO]) {
        for inner in [pairwise, product] {
            let mut found = Found::default();
            for n in 0..=6 {
                found.add(&Case {
                    what: format!("{} {} n = {n}", encoding.name(), inner.name()),
                    inputs: n,
                    holds: &|values| count(values) == 1,
                    pose: &|_| {},
                    encode_if: &|cnf, condition, lits, form| {
                        domain::encode_if(cnf, condition, lits, encoding, inner, form);
                    },
                    reify: &|cnf, lits| domain::reify(cnf, lits, encoding, inner),
                    is_posed: &|_| true,
                });
            }
            let own = encoding.promises(inner, Form::TwoSided);
            let name = format!("{} {}", encoding.name(), inner.name());
            found.assert_labels(&name, own, encoding.reified(inner));
        }
    }
}

/// For each term, the weights of its literals, exactly one of which holds; a single weight is a
/// Boolean.
const SUMS: &[&[&[i64]]] = &[
    &[],
    &[&[]],
    &[&[3]],
    &[&[0, 1, 2, 5]],
    &[&[0, 1, 2], &[0, 1, 2]],
    &[&[0, 3, 4], &[1, 2, 5]],
    &[&[0, 1, 6], &[0, 5], &[0, 2, 3]],
    &[&[4, 4, 1], &[2, 2, 6]],
    &[&[-2, 0, 3], &[-4], &[1, 1]],
    &[&[1], &[2], &[3], &[4], &[5]],
    &[&[1], &[1], &[2], &[2], &[5]],
];

#[test]
fn linear() {
    let pairwise = at_most_one::by_name("pairwise").unwrap();
    for &encoding in linear::ENCODINGS.iter().chain([&linear::AUTO]) {
        for relation in Relation::ALL {
            let mut found = Found::default();
            for weights in SUMS {
                let inputs = weights.iter().map(|weights| weights.len()).sum();
                let scopes = || {
                    weights.iter().scan(0, |end, weights| {
                        let start = *end;
                        *end += weights.len();
                        Some((start..*end, *weights))
                    })
                };
                let terms = |lits: &[Lit]| -> Vec<Term> {
                    let term = |(range, weights): (std::ops::Range<usize>, &[i64])| match weights {
                        &[weight] => Term::boolean(lits[range.start], weight),
                        _ => Term::one_of(lits[range].iter().copied().zip(weights.iter().copied())),
                    };
                    scopes().map(term).collect()
                };
                let sum = |values: &[bool]| -> i64 {
                    let weights = weights.iter().copied().flatten();
                    weights.zip(values).filter(|&(_, &value)| value).map(|(weight, _)| weight).sum()
                };
                let is_posed = |values: &[bool]| {
                    scopes()
                        .all(|(range, weights)| weights.len() <= 1 || count(&values[range]) == 1)
                };
                let pose = |cnf: &mut Cnf| {
                    for (range, weights) in scopes().filter(|(_, weights)| weights.len() > 1) {
                        let lit = |index| Lit::from_dimacs(index as i32 + 1).unwrap();
                        let lits: Vec<Lit> = range.map(lit).collect();
                        assert_eq!(lits.len(), weights.len());
                        cnf.add_clause(lits.iter().copied());
                        at_most_one::encode(cnf, &lits, pairwise, Form::TwoSided);
                    }
                };
                for bound in -6..=16 {
                    let has_values = weights.iter().all(|weights| !weights.is_empty());
                    found.add(&Case {
                        what: format!("{} {weights:?} {relation} {bound}", encoding.name()),
                        inputs,
                        holds: &|values| has_values && relation.holds(sum(values), bound),
                        pose: &pose,
                        encode_if: &|cnf, condition, lits, form| {
                            let terms = terms(lits);
                            linear::encode_if(
                                cnf, condition, &terms, relation, bound, encoding, form,
                            );
                        },
                        reify: &|cnf, lits| {
                            linear::reify(cnf, &terms(lits), relation, bound, encoding)
                        },
                        is_posed: &is_posed,
                    });
                }
            }
            let own = encoding.promises(Form::TwoSided, relation);
            let name = format!("{} {relation}", encoding.name());
            found.assert_labels(&name, own, encoding.reified(relation));
        }
    }
}
