//! The outputs of a count, requested in any order.

use cnfetti_encodings::cardinality::Count;
use cnfetti_encodings::{Auxiliaries, Bit, Cnf, Lit, Propagation, Relation};

use crate::examine::{auxiliaries, examine};

const SHAPES: [fn(&[Lit]) -> Count; 2] = [Count::totalizer, Count::sequential_counter];

fn count(values: &[bool]) -> usize {
    values.iter().filter(|&&value| value).count()
}

/// Makes a bit an input.
fn tie(cnf: &mut Cnf, input: Lit, bit: Bit) {
    match bit {
        Bit::False => cnf.add_clause([!input]),
        Bit::True => cnf.add_clause([input]),
        Bit::Lit(lit) => {
            cnf.add_clause([!input, lit]);
            cnf.add_clause([input, !lit]);
        }
    }
}

#[test]
fn outputs_are_right_determined_and_domain_consistent() {
    for shape in SHAPES {
        for n in 0..=5 {
            for order in [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 1, 5, 0, 2, 6, 4]] {
                let asked = &order[..4];
                let mut cnf = Cnf::new();
                let inputs = cnf.new_lits(n + asked.len());
                let (lits, outputs) = inputs.split_at(n);
                let mut count_of = shape(lits);
                let first = cnf.num_clauses();
                for (&output, &k) in outputs.iter().zip(asked) {
                    let bit = count_of.at_least(&mut cnf, k);
                    assert_eq!(bit, count_of.at_least(&mut cnf, k), "asked twice");
                    tie(&mut cnf, output, bit);
                }
                let rule = |values: &[bool]| {
                    let (values, outputs) = values.split_at(n);
                    let reached = |(&k, &output): (&usize, &bool)| output == (count(values) >= k);
                    asked.iter().zip(outputs).all(reached)
                };
                let what = format!("n = {n}, asked {asked:?}");
                let found = examine(&cnf, first, inputs.len(), &rule, &what);
                assert_ne!(found.auxiliaries, Auxiliaries::Free, "{what}");
                assert_eq!(found.propagation, Propagation::DomainConsistent, "{what}");
            }
        }
    }
}

#[test]
fn bounds_are_tightened() {
    for shape in SHAPES {
        for n in 0..=6 {
            for (first, second) in [(5, 3), (3, 3), (7, 0), (2, 4), (0, 6), (usize::MAX, 1)] {
                for relation in Relation::ALL {
                    let mut cnf = Cnf::new();
                    let lits = cnf.new_lits(n);
                    let mut count_of = shape(&lits);
                    count_of.require(&mut cnf, Relation::AtMost, first);
                    count_of.require(&mut cnf, relation, second);
                    let rule = |values: &[bool]| {
                        count(values) <= first && relation.holds(count(values), second)
                    };
                    let what = format!("n = {n}, at most {first} and {relation} {second}");
                    // Repeating a bound repeats its unit clause.
                    let posed = cnf.num_clauses();
                    let found = auxiliaries(&cnf, posed, n, &rule, &what);
                    assert_ne!(found, Auxiliaries::Free, "{what}");
                }
            }
        }
    }
}

#[test]
fn a_tighter_bound_costs_a_unit_clause() {
    for shape in SHAPES {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(40);
        let mut count_of = shape(&lits);
        count_of.require(&mut cnf, Relation::AtMost, 12);
        let (variables, clauses) = (cnf.num_vars(), cnf.num_clauses());
        for (cost, k) in [(1, 11), (2, 7), (3, 4)] {
            count_of.require(&mut cnf, Relation::AtMost, k);
            assert_eq!((cnf.num_vars(), cnf.num_clauses()), (variables, clauses + cost));
        }
        // A looser bound requests more outputs, which extend the existing ones.
        let mut grown = cnf.clone();
        count_of.at_least(&mut grown, 20);
        let mut fresh = Cnf::new();
        let lits = fresh.new_lits(40);
        shape(&lits).at_least(&mut fresh, 20);
        assert_eq!(grown.num_vars(), fresh.num_vars());
        // The unit clauses of four bounds come on top.
        assert_eq!(grown.num_clauses(), fresh.num_clauses() + 4);
    }
}

#[test]
fn sizes() {
    // n, asked for at least k, totalizer (auxiliaries, clauses), sequential counter
    let expected = [
        (6, 2, (10, 35), (10, 35)),
        (6, 6, (16, 67), (20, 75)),
        (20, 4, (56, 239), (73, 273)),
        (33, 1, (32, 96), (32, 96)),
    ];
    for (n, k, totalizer, sequential_counter) in expected {
        for (shape, size) in SHAPES.into_iter().zip([totalizer, sequential_counter]) {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(n);
            shape(&lits).at_least(&mut cnf, k);
            assert_eq!((cnf.num_vars() as usize - n, cnf.num_clauses()), size, "n = {n} k = {k}");
        }
    }
}

#[test]
fn a_count_belongs_to_its_formula() {
    let mut cnf = Cnf::new();
    let lits = cnf.new_lits(8);
    let mut count_of = Count::totalizer(&lits);
    count_of.at_least(&mut cnf, 3);
    let mut other = Cnf::new();
    other.new_lits(8);
    let ask = || count_of.at_least(&mut other, 2);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).is_err());
}
