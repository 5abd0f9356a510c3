//! Measures how fast formulas are made and written: `cargo bench --bench compile`.
//!
//! Each line has an encoding and its number of literals. `item/s` are clauses per second: they should not
//! fall as the number grows, because then the time would grow faster than the output.

use std::fmt;

use cnfetti::dimacs;
use cnfetti::encodings::linear::Term;
use cnfetti::encodings::{Cnf, Form, Lit, Relation, at_most_one, cardinality, domain, linear};
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

fn main() {
    divan::main();
}

/// An encoding of a family, by its index in the table, over n literals.
struct Case {
    row: usize,
    name: &'static str,
    n: usize,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.n)
    }
}

/// The largest size leaves out encodings whose number of clauses grows with a power of n.
fn cases(names: impl Iterator<Item = &'static str>) -> Vec<Case> {
    let mut cases = Vec::new();
    for (row, name) in names.enumerate() {
        let sizes: &[usize] = match name {
            "binomial" => &[],
            "pairwise" => &[100, 1_000],
            _ => &[100, 1_000, 10_000],
        };
        cases.extend(sizes.iter().map(|&n| Case { row, name, n }));
    }
    cases
}

/// Measures clauses per second.
fn measure(bencher: Bencher<'_, '_>, n: usize, encode: impl Fn(&mut Cnf, &[Lit]) + Sync) {
    let formula = || {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(n);
        encode(&mut cnf, &lits);
        cnf
    };
    bencher.counter(ItemsCount::new(formula().num_clauses())).bench(formula);
}

#[divan::bench(args = cases(at_most_one::ENCODINGS.iter().map(|row| row.name())))]
fn at_most_one(bencher: Bencher<'_, '_>, case: &Case) {
    measure(bencher, case.n, |cnf, lits| {
        at_most_one::encode(cnf, lits, at_most_one::ENCODINGS[case.row], Form::TwoSided);
    });
}

/// The goal is less than a second.
#[divan::bench(sample_count = 10)]
fn at_most_one_of_a_million(bencher: Bencher<'_, '_>) {
    let encoding = at_most_one::by_name("sequential_counter").expect("it is in the table");
    measure(bencher, 1_000_000, |cnf, lits| {
        at_most_one::encode(cnf, lits, encoding, Form::TwoSided);
    });
}

/// At most 10 of n.
#[divan::bench(args = cases(cardinality::ENCODINGS.iter().map(|row| row.name())))]
fn cardinality(bencher: Bencher<'_, '_>, case: &Case) {
    let encoding = cardinality::ENCODINGS[case.row];
    measure(bencher, case.n, |cnf, lits| {
        cardinality::encode(cnf, lits, Relation::AtMost, 10, encoding, Form::TwoSided);
    });
}

/// At most 20, as the sum of groups with the values 0 to 4; n literals in all.
#[divan::bench(args = cases(linear::ENCODINGS.iter().map(|row| row.name())))]
fn linear(bencher: Bencher<'_, '_>, case: &Case) {
    let encoding = linear::ENCODINGS[case.row];
    measure(bencher, case.n, |cnf, lits| {
        let terms: Vec<Term> =
            lits.chunks(5).map(|values| Term::one_of(values.iter().copied().zip(0..))).collect();
        linear::encode(cnf, &terms, Relation::AtMost, 20, encoding, Form::TwoSided);
    });
}

#[divan::bench(args = cases(domain::ENCODINGS.iter().map(|row| row.name())))]
fn domain(bencher: Bencher<'_, '_>, case: &Case) {
    let encoding = domain::ENCODINGS[case.row];
    measure(bencher, case.n, |cnf, lits| {
        domain::encode(cnf, lits, encoding, at_most_one::AUTO, Form::TwoSided);
    });
}

/// Bytes per second; the goal is 200 MB.
#[divan::bench(sample_count = 20)]
fn write_dimacs(bencher: Bencher<'_, '_>) {
    let mut cnf = Cnf::new();
    let lits = cnf.new_lits(1_000_000);
    let encoding = at_most_one::by_name("sequential_counter").expect("it is in the table");
    at_most_one::encode(&mut cnf, &lits, encoding, Form::TwoSided);
    let write = || {
        let mut bytes = Vec::with_capacity(1 << 27);
        dimacs::write_plain(&mut bytes, &[], &cnf).expect("memory takes every byte");
        bytes
    };
    bencher.counter(BytesCount::new(write().len())).bench(write);
}
