use cnfetti_encodings::domain::{ENCODINGS, encode};
use cnfetti_encodings::{Cnf, Form, at_most_one};

use crate::examine::{Verdict, examine};

#[test]
fn labels_are_what_brute_force_finds() {
    for encoding in ENCODINGS {
        for at_most_one in at_most_one::ENCODINGS {
            for form in [Form::TwoSided, Form::OneSided] {
                let mut verdict = Verdict::default();
                for n in 0..=7 {
                    let mut cnf = Cnf::new();
                    let values = cnf.new_lits(n);
                    encode(&mut cnf, &values, *encoding, *at_most_one, form);
                    let rule = |inputs: &[bool]| inputs.iter().filter(|&&input| input).count() == 1;
                    let what =
                        format!("{} {} {form:?} n = {n}", encoding.name(), at_most_one.name());
                    verdict.add(examine(&cnf, n, &rule, &what));
                }
                assert_eq!(
                    verdict.promises(),
                    encoding.promises(*at_most_one, form),
                    "{} {} {form:?}",
                    encoding.name(),
                    at_most_one.name()
                );
            }
        }
    }
}
