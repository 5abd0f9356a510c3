//! Prints the sizes of the encodings of at most, at least and exactly k of n literals:
//! `cargo run -p cnfetti-encodings --example size -- 20,3 50,10`
//!
//! Each line has the encoding, n, k, the relation, the form, auxiliaries and clauses. Leaves out
//! encodings with more than ten million literals.

use std::process::ExitCode;

use cnfetti_encodings::{Cnf, Form, Relation, at_most_one, cardinality};

const MAX_LITERALS: usize = 10_000_000;

fn main() -> ExitCode {
    for argument in std::env::args().skip(1) {
        let Some((n, k)) = pair(&argument) else {
            eprintln!("expected n,k such as 20,3, found {argument}");
            return ExitCode::FAILURE;
        };
        for (form, named) in [(Form::OneSided, "one_sided"), (Form::TwoSided, "two_sided")] {
            print_sizes(n, k, form, named);
        }
    }
    ExitCode::SUCCESS
}

fn pair(text: &str) -> Option<(usize, usize)> {
    let (n, k) = text.split_once(',')?;
    Some((n.parse().ok()?, k.parse().ok()?))
}

fn print_sizes(n: usize, k: usize, form: Form, named: &str) {
    for encoding in at_most_one::ENCODINGS.iter().filter(|_| k == 1) {
        let size = size(n, |cnf, lits| at_most_one::encode(cnf, lits, encoding, form));
        print(encoding.name(), n, k, Relation::AtMost, named, size);
    }
    for encoding in cardinality::ENCODINGS {
        for relation in Relation::ALL {
            let size = size(n, |cnf, lits| {
                cardinality::encode(cnf, lits, relation, k, encoding, form);
            });
            print(encoding.name(), n, k, relation, named, size);
        }
    }
}

/// The numbers of auxiliaries and clauses.
fn size(n: usize, encode: impl Fn(&mut Cnf, &[cnfetti_encodings::Lit])) -> Option<(usize, usize)> {
    let mut cnf = Cnf::with_max_literals(MAX_LITERALS);
    let lits = cnf.new_lits(n);
    encode(&mut cnf, &lits);
    (!cnf.has_overflowed()).then(|| (cnf.num_vars() as usize - n, cnf.num_clauses()))
}

fn print(
    name: &str,
    n: usize,
    k: usize,
    relation: Relation,
    form: &str,
    size: Option<(usize, usize)>,
) {
    if let Some((auxiliaries, clauses)) = size {
        println!("{name} {n} {k} {relation} {form} {auxiliaries} {clauses}");
    }
}
