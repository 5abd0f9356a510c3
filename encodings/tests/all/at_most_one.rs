use cnfetti_encodings::at_most_one::{AUTO, ENCODINGS, by_name, encode};
use cnfetti_encodings::{Auxiliaries, Cnf, Form};

use crate::examine::{Verdict, examine};

const FORMS: [Form; 2] = [Form::TwoSided, Form::OneSided];

#[test]
fn labels_are_what_brute_force_finds() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for form in FORMS {
            let mut verdict = Verdict::default();
            for n in 0..=7 {
                let mut cnf = Cnf::new();
                let lits = cnf.new_lits(n);
                encode(&mut cnf, &lits, encoding, form);
                let rule = |inputs: &[bool]| inputs.iter().filter(|&&input| input).count() <= 1;
                let what = format!("{} {form:?} n = {n}", encoding.name());
                verdict.add(examine(&cnf, 0, n, &rule, &what));
            }
            let name = encoding.name();
            verdict.assert_label(encoding.promises(form), name, &format!("{name} {form:?}"));
        }
    }
}

#[test]
fn larger_ones_are_right_and_keep_the_count() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for n in [8, 9, 11, 12, 17] {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(n);
            encode(&mut cnf, &lits, encoding, Form::TwoSided);
            let mut propagator = crate::propagator::Propagator::new(&cnf);
            assert!(propagator.start());
            assert_eq!(propagator.models(100), n + 1, "{} n = {n}", encoding.name());
        }
    }
}

#[test]
fn repeated_and_opposite_literals() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for form in FORMS {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(2);
            let (x, y) = (lits[0], lits[1]);
            encode(&mut cnf, &[x, y, !x, y], encoding, form);
            let rule = |inputs: &[bool]| !inputs[1];
            let found = examine(&cnf, 0, 2, &rule, encoding.name());
            if form == Form::TwoSided {
                assert_ne!(found.auxiliaries, Auxiliaries::Free, "{}", encoding.name());
            }
        }
    }
}

#[test]
fn sizes() {
    // name, n, two-sided (auxiliaries, clauses), one-sided
    let expected = [
        ("pairwise", 5, (0, 10), (0, 10)),
        ("pairwise", 20, (0, 190), (0, 190)),
        ("sequential_counter", 5, (3, 13), (3, 10)),
        ("sequential_counter", 20, (18, 73), (18, 55)),
        ("ladder", 5, (4, 15), (4, 11)),
        ("ladder", 20, (19, 75), (19, 56)),
        ("product", 5, (5, 19), (5, 14)),
        ("product", 20, (9, 65), (9, 56)),
        ("commander", 5, (2, 12), (2, 10)),
        ("commander", 20, (9, 63), (9, 54)),
        ("bimander", 5, (2, 14), (2, 12)),
        ("bimander", 20, (4, 94), (4, 90)),
        ("bitwise", 5, (3, 18), (3, 15)),
        ("bitwise", 20, (5, 105), (5, 100)),
    ];
    for (name, n, two_sided, one_sided) in expected {
        let encoding = by_name(name).unwrap();
        for (form, size) in [(Form::TwoSided, two_sided), (Form::OneSided, one_sided)] {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(n);
            encode(&mut cnf, &lits, encoding, form);
            let found = (cnf.num_vars() as usize - n, cnf.num_clauses());
            assert_eq!(found, size, "{name} n = {n} {form:?}");
        }
    }
}
