//! Checks the definitions of auxiliary variables in every model of every small formula.

use std::collections::HashSet;

use cnfetti_encodings::linear::Term;
use cnfetti_encodings::{
    Bit, Cnf, Definition, Form, Lit, Relation, at_most_one, cardinality, domain, linear,
};

use crate::propagator::Propagator;

/// The ways to state a constraint.
const USES: [Use; 3] = [Use::Always, Use::If, Use::Reified];

#[derive(Clone, Copy, Debug)]
enum Use {
    Always,
    If,
    Reified,
}

/// States a constraint in one of these ways, over the literals of the formula and a condition.
type Write<'a> = dyn Fn(&mut Cnf, &[Lit], Use, Lit) + 'a;

fn holds(definition: &Definition, propagator: &Propagator) -> bool {
    let is_true = |lit: Lit| propagator.value(lit).expect("models are complete");
    let counted = definition.terms.iter().filter(|&&(_, lit)| is_true(lit));
    let sum: u64 = counted.map(|&(weight, _)| weight).sum();
    is_true(definition.lit) == definition.relation.holds(sum, definition.bound)
}

/// Checks that every auxiliary variable has one definition, by earlier variables, and that it is
/// true.
fn examine(lits: usize, write: &Write<'_>, what: &str) {
    for usage in USES {
        let mut cnf = Cnf::new();
        cnf.keep_definitions();
        let inputs = cnf.new_lits(lits + 1);
        write(&mut cnf, &inputs[..lits], usage, inputs[lits]);
        let what = format!("{what} {usage:?}");
        let mut known: HashSet<u32> = (1..=inputs.len() as u32).collect();
        for definition in cnf.definitions() {
            let about = definition.terms.iter().all(|(_, lit)| known.contains(&lit.variable()));
            assert!(about, "{what}: {definition:?} is about what comes later");
            assert!(known.insert(definition.lit.variable()), "{what}: {definition:?} again");
            assert!(definition.relation != Relation::AtMost, "{what}");
        }
        assert_eq!(known.len(), cnf.num_vars() as usize, "{what}: some are not defined");
        Propagator::new(&cnf).each_model(&mut |model| {
            for definition in cnf.definitions() {
                assert!(holds(definition, model), "{what}: {definition:?}");
            }
        });
        let plain = {
            let mut plain = Cnf::new();
            let inputs = plain.new_lits(lits + 1);
            write(&mut plain, &inputs[..lits], usage, inputs[lits]);
            plain
        };
        assert!(plain.definitions().is_empty(), "nobody asked");
        assert!(plain.says_the_same(&cnf), "{what}: the clauses are the same");
    }
}

/// Ties the result of reification to an existing literal.
fn tie(cnf: &mut Cnf, result: Bit, condition: Lit) {
    match result {
        Bit::Lit(lit) => {
            cnf.add_clause([!lit, condition]);
            cnf.add_clause([lit, !condition]);
        }
        Bit::True => cnf.add_clause([condition]),
        Bit::False => cnf.add_clause([!condition]),
    }
}

#[test]
fn at_most_one() {
    for encoding in at_most_one::ENCODINGS {
        for n in 0..=9 {
            let write = |cnf: &mut Cnf, lits: &[Lit], usage, condition| match usage {
                Use::Always => at_most_one::encode(cnf, lits, encoding, Form::TwoSided),
                Use::If => {
                    at_most_one::encode_if(cnf, condition, lits, encoding, Form::TwoSided);
                }
                Use::Reified => {
                    let result = at_most_one::reify(cnf, lits, encoding);
                    tie(cnf, result, condition);
                }
            };
            examine(n, &write, &format!("{} n = {n}", encoding.name()));
        }
    }
}

#[test]
fn domains() {
    for encoding in domain::ENCODINGS {
        for inner in at_most_one::ENCODINGS {
            for n in 0..=8 {
                let write = |cnf: &mut Cnf, lits: &[Lit], usage, condition| match usage {
                    Use::Always => domain::encode(cnf, lits, encoding, inner, Form::TwoSided),
                    Use::If => {
                        domain::encode_if(cnf, condition, lits, encoding, inner, Form::TwoSided);
                    }
                    Use::Reified => {
                        let result = domain::reify(cnf, lits, encoding, inner);
                        tie(cnf, result, condition);
                    }
                };
                examine(n, &write, &format!("{} {} n = {n}", encoding.name(), inner.name()));
            }
        }
    }
}

#[test]
fn cardinality() {
    for encoding in cardinality::ENCODINGS {
        let sizes = (0..=7).flat_map(|n| (0..=n).map(move |k| (n, k)));
        for (n, k) in sizes.chain([(10, 5)]) {
            for relation in Relation::ALL {
                let write = |cnf: &mut Cnf, lits: &[Lit], usage, condition| match usage {
                    Use::Always => {
                        cardinality::encode(cnf, lits, relation, k, encoding, Form::TwoSided);
                    }
                    Use::If => {
                        let form = Form::TwoSided;
                        cardinality::encode_if(cnf, condition, lits, relation, k, encoding, form);
                    }
                    Use::Reified => {
                        let result = cardinality::reify(cnf, lits, relation, k, encoding);
                        tie(cnf, result, condition);
                    }
                };
                examine(n, &write, &format!("{} n = {n} {relation} {k}", encoding.name()));
            }
        }
    }
}

/// Sums of variables with these weights, each of which has exactly one value.
const SUMS: &[&[&[i64]]] = &[
    &[&[0, 1], &[0, 1], &[0, 1]],
    &[&[0, 1, 2], &[0, 1, 2], &[0, 2]],
    &[&[0, 3, 5], &[1, 2], &[0, -4, 4]],
    &[&[0, 1, 2, 3], &[0, 1, 2, 3], &[0, 1]],
    &[&[2, 4], &[0, 6], &[0, 2, 10], &[0, 4]],
    &[&[0, 0, 1], &[5, 0, 5], &[0, 3]],
    &[&[0, 1, 4, 5], &[-1, 1]],
];

#[test]
fn linear() {
    for encoding in linear::ENCODINGS {
        for (groups, bound) in SUMS.iter().flat_map(|sum| (-5..=16).map(move |bound| (sum, bound)))
        {
            for relation in Relation::ALL {
                let lits = groups.iter().map(|group| group.len()).sum();
                let write = |cnf: &mut Cnf, lits: &[Lit], usage, condition| {
                    let mut rest = lits;
                    let mut terms = Vec::new();
                    for group in groups.iter() {
                        let (own, others) = rest.split_at(group.len());
                        let form = Form::TwoSided;
                        domain::encode(cnf, own, domain::ONE_HOT, at_most_one::AUTO, form);
                        let pairs = own.iter().copied().zip(group.iter().copied());
                        terms.push(Term::one_of(pairs));
                        rest = others;
                    }
                    let form = Form::TwoSided;
                    match usage {
                        Use::Always => linear::encode(cnf, &terms, relation, bound, encoding, form),
                        Use::If => {
                            linear::encode_if(
                                cnf, condition, &terms, relation, bound, encoding, form,
                            );
                        }
                        Use::Reified => {
                            let result = linear::reify(cnf, &terms, relation, bound, encoding);
                            tie(cnf, result, condition);
                        }
                    }
                };
                examine(
                    lits,
                    &write,
                    &format!("{} {groups:?} {relation} {bound}", encoding.name()),
                );
            }
        }
    }
}
