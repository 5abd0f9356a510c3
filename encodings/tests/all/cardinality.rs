use cnfetti_encodings::cardinality::{ENCODINGS, by_name, encode};
use cnfetti_encodings::{Auxiliaries, Cnf, Form, Lit, Relation};

use crate::examine::{Verdict, examine};

const FORMS: [Form; 2] = [Form::TwoSided, Form::OneSided];

#[test]
fn labels_are_what_brute_force_finds() {
    for encoding in ENCODINGS {
        for form in FORMS {
            for relation in Relation::ALL {
                let mut verdict = Verdict::default();
                for n in 0..=7 {
                    for k in 0..=n + 1 {
                        let mut cnf = Cnf::new();
                        let lits = cnf.new_lits(n);
                        encode(&mut cnf, &lits, relation, k, *encoding, form);
                        let rule = |inputs: &[bool]| relation.holds(count(inputs), k);
                        let what = format!("{} {form:?} n = {n} {relation} {k}", encoding.name());
                        verdict.add(examine(&cnf, n, &rule, &what));
                    }
                }
                assert_eq!(
                    verdict.promises(),
                    encoding.promises(form, relation),
                    "{} {form:?} {relation}",
                    encoding.name()
                );
            }
        }
    }
}

#[test]
fn larger_ones_are_right_and_keep_the_count() {
    for encoding in ENCODINGS {
        for (n, k) in [(9, 3), (11, 5), (12, 4), (13, 2)] {
            for relation in Relation::ALL {
                let mut cnf = Cnf::new();
                let lits = cnf.new_lits(n);
                encode(&mut cnf, &lits, relation, k, *encoding, Form::TwoSided);
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

#[test]
fn repeated_and_opposite_literals() {
    for encoding in ENCODINGS {
        for form in FORMS {
            for relation in Relation::ALL {
                for k in 0..=6 {
                    let mut cnf = Cnf::new();
                    let inputs = cnf.new_lits(3);
                    let (x, y, z) = (inputs[0], inputs[1], inputs[2]);
                    let lits: [Lit; 6] = [x, y, !x, y, z, x];
                    encode(&mut cnf, &lits, relation, k, *encoding, form);
                    let rule = |v: &[bool]| {
                        relation.holds(count(&[v[0], v[1], !v[0], v[1], v[2], v[0]]), k)
                    };
                    let found = examine(&cnf, 3, &rule, encoding.name());
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
        ("binomial", 6, AtLeast, 4, (0, 20), (0, 20)),
        ("binomial", 6, Exactly, 3, (0, 30), (0, 30)),
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
