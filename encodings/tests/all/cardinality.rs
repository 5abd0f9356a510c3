use cnfetti_encodings::cardinality::{AUTO, ENCODINGS, by_name, encode};
use cnfetti_encodings::{Auxiliaries, Cnf, Form, Lit, Relation};

use crate::examine::{Verdict, auxiliaries, examine};

const FORMS: [Form; 2] = [Form::TwoSided, Form::OneSided];

#[test]
fn labels_are_what_brute_force_finds() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for form in FORMS {
            for relation in Relation::ALL {
                let mut verdict = Verdict::default();
                for n in 0..=7 {
                    for k in 0..=n + 1 {
                        let mut cnf = Cnf::new();
                        let lits = cnf.new_lits(n);
                        encode(&mut cnf, &lits, relation, k, encoding, form);
                        let rule = |inputs: &[bool]| relation.holds(count(inputs), k);
                        let what = format!("{} {form:?} n = {n} {relation} {k}", encoding.name());
                        verdict.add(examine(&cnf, 0, n, &rule, &what));
                    }
                }
                let (name, label) = (encoding.name(), encoding.promises(form, relation));
                verdict.assert_label(label, name, &format!("{name} {form:?} {relation}"));
            }
        }
    }
}

#[test]
fn larger_ones_are_right_and_keep_the_count() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for (n, k) in [(9, 3), (11, 5), (12, 4), (13, 2)] {
            for relation in Relation::ALL {
                let mut cnf = Cnf::new();
                let lits = cnf.new_lits(n);
                encode(&mut cnf, &lits, relation, k, encoding, Form::TwoSided);
                let mut propagator = crate::propagator::Propagator::new(&cnf);
                assert!(propagator.start());
                let expected = (0..1u32 << n)
                    .filter(|bits| relation.holds(bits.count_ones() as usize, k))
                    .count();
                let found = propagator.models(usize::MAX);
                assert_eq!(found, expected, "{} n = {n} {relation} {k}", encoding.name());
            }
        }
    }
}

/// Larger than the labels' sizes, where the modulo totalizer divides by three.
#[test]
fn larger_one_sided_ones_are_right() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for (n, k) in [(10, 5), (11, 6)] {
            for relation in Relation::ALL {
                let mut cnf = Cnf::new();
                let lits = cnf.new_lits(n);
                encode(&mut cnf, &lits, relation, k, encoding, Form::OneSided);
                let rule = |inputs: &[bool]| relation.holds(count(inputs), k);
                let what = format!("{} n = {n} {relation} {k}", encoding.name());
                auxiliaries(&cnf, 0, n, &rule, &what);
            }
        }
    }
}

#[test]
fn repeated_and_opposite_literals() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for form in FORMS {
            for relation in Relation::ALL {
                for k in 0..=6 {
                    let mut cnf = Cnf::new();
                    let inputs = cnf.new_lits(3);
                    let (x, y, z) = (inputs[0], inputs[1], inputs[2]);
                    let lits: [Lit; 6] = [x, y, !x, y, z, x];
                    encode(&mut cnf, &lits, relation, k, encoding, form);
                    let rule = |v: &[bool]| {
                        relation.holds(count(&[v[0], v[1], !v[0], v[1], v[2], v[0]]), k)
                    };
                    let found = examine(&cnf, 0, 3, &rule, encoding.name());
                    if form == Form::TwoSided {
                        assert_ne!(found.auxiliaries, Auxiliaries::Free, "{}", encoding.name());
                    }
                }
            }
        }
    }
}

fn count(inputs: &[bool]) -> usize {
    inputs.iter().filter(|&&input| input).count()
}

#[test]
fn sizes() {
    use Relation::{AtLeast, AtMost, Exactly};
    // name, n, relation, k, two-sided (auxiliaries, clauses), one-sided
    let expected = [
        ("binomial", 6, AtMost, 2, (0, 20), (0, 20)),
        ("binomial", 6, AtLeast, 2, (0, 6), (0, 6)),
        ("binomial", 6, Exactly, 2, (0, 26), (0, 26)),
        ("binomial", 9, AtMost, 4, (0, 126), (0, 126)),
        ("binomial", 9, AtLeast, 4, (0, 84), (0, 84)),
        ("binomial", 9, Exactly, 4, (0, 210), (0, 210)),
        ("sequential_counter", 6, AtMost, 2, (7, 28), (7, 17)),
        ("sequential_counter", 6, AtLeast, 2, (7, 26), (7, 13)),
        ("sequential_counter", 6, Exactly, 2, (7, 30), (7, 30)),
        ("sequential_counter", 9, AtMost, 4, (19, 74), (19, 40)),
        ("sequential_counter", 9, AtLeast, 4, (19, 73), (19, 38)),
        ("sequential_counter", 9, Exactly, 4, (19, 78), (19, 78)),
        ("totalizer", 6, AtMost, 2, (8, 30), (8, 18)),
        ("totalizer", 6, AtLeast, 2, (8, 28), (8, 14)),
        ("totalizer", 6, Exactly, 2, (8, 32), (8, 32)),
        ("totalizer", 9, AtMost, 4, (19, 74), (19, 40)),
        ("totalizer", 9, AtLeast, 4, (19, 73), (19, 38)),
        ("totalizer", 9, Exactly, 4, (19, 78), (19, 78)),
        ("cardinality_network", 6, AtMost, 2, (16, 49), (16, 26)),
        ("cardinality_network", 6, AtLeast, 2, (16, 49), (16, 24)),
        ("cardinality_network", 6, Exactly, 2, (16, 50), (16, 50)),
        ("cardinality_network", 9, AtMost, 4, (35, 106), (35, 54)),
        ("cardinality_network", 9, AtLeast, 4, (35, 106), (35, 53)),
        ("cardinality_network", 9, Exactly, 4, (35, 107), (35, 107)),
        ("modulo_totalizer", 6, AtMost, 2, (15, 53), (15, 30)),
        ("modulo_totalizer", 6, AtLeast, 2, (16, 56), (16, 29)),
        ("modulo_totalizer", 6, Exactly, 2, (15, 54), (15, 54)),
        ("modulo_totalizer", 9, AtMost, 4, (27, 105), (27, 59)),
        ("modulo_totalizer", 9, AtLeast, 4, (28, 110), (28, 55)),
        ("modulo_totalizer", 9, Exactly, 4, (27, 106), (27, 106)),
        ("adder", 6, AtMost, 2, (7, 48), (7, 25)),
        ("adder", 6, AtLeast, 2, (8, 51), (8, 27)),
        ("adder", 6, Exactly, 2, (7, 49), (7, 49)),
        ("adder", 9, AtMost, 4, (13, 85), (13, 43)),
        ("adder", 9, AtLeast, 4, (14, 87), (14, 46)),
        ("adder", 9, Exactly, 4, (13, 86), (13, 86)),
        ("decision_diagram", 6, AtMost, 2, (10, 37), (10, 20)),
        ("decision_diagram", 6, AtLeast, 2, (8, 29), (8, 14)),
        ("decision_diagram", 6, Exactly, 2, (11, 59), (11, 35)),
        ("decision_diagram", 9, AtMost, 4, (23, 86), (23, 44)),
        ("decision_diagram", 9, AtLeast, 4, (22, 82), (22, 41)),
        ("decision_diagram", 9, Exactly, 4, (26, 143), (26, 80)),
    ];
    for (name, n, relation, k, two_sided, one_sided) in expected {
        let encoding = by_name(name).unwrap();
        for (form, size) in [(Form::TwoSided, two_sided), (Form::OneSided, one_sided)] {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(n);
            encode(&mut cnf, &lits, relation, k, encoding, form);
            let found = (cnf.num_vars() as usize - n, cnf.num_clauses());
            assert_eq!(found, size, "{name} n = {n} {relation} {k} {form:?}");
        }
    }
}
