use cnfetti_encodings::domain::{AUTO, ENCODINGS, by_name, encode};
use cnfetti_encodings::{Cnf, Form, at_most_one};

use crate::examine::{Verdict, examine};

#[test]
fn labels_are_what_brute_force_finds() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for at_most_one in at_most_one::ENCODINGS.iter().chain([&at_most_one::AUTO]) {
            for form in [Form::TwoSided, Form::OneSided] {
                let mut verdict = Verdict::default();
                for n in 0..=7 {
                    let mut cnf = Cnf::new();
                    let values = cnf.new_lits(n);
                    encode(&mut cnf, &values, encoding, at_most_one, form);
                    let rule = |inputs: &[bool]| inputs.iter().filter(|&&input| input).count() == 1;
                    let what =
                        format!("{} {} {form:?} n = {n}", encoding.name(), at_most_one.name());
                    verdict.add(examine(&cnf, 0, n, &rule, &what));
                }
                let label = encoding.promises(at_most_one, form);
                let names = format!("{} {}", at_most_one.name(), encoding.name());
                verdict.assert_label(label, &names, &format!("{names} {form:?}"));
            }
        }
    }
}

#[test]
fn sizes() {
    // name, values, two-sided (auxiliaries, clauses), one-sided
    let expected = [
        ("one_hot", 5, (0, 11), (0, 11)),
        ("one_hot", 20, (0, 191), (0, 191)),
        ("order", 5, (2, 12), (2, 12)),
        ("order", 20, (17, 72), (17, 72)),
        ("log", 5, (3, 24), (3, 16)),
        ("log", 20, (5, 133), (5, 101)),
    ];
    let pairwise = at_most_one::by_name("pairwise").unwrap();
    for (name, n, two_sided, one_sided) in expected {
        let encoding = by_name(name).unwrap();
        for (form, size) in [(Form::TwoSided, two_sided), (Form::OneSided, one_sided)] {
            let mut cnf = Cnf::new();
            let values = cnf.new_lits(n);
            encode(&mut cnf, &values, encoding, pairwise, form);
            let found = (cnf.num_vars() as usize - n, cnf.num_clauses());
            assert_eq!(found, size, "{name} n = {n} {form:?}");
        }
    }
}
