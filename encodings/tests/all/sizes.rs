//! The sizes of the encodings, on both sides of their thresholds. Leaving out or merging clauses
//! keeps the meaning, so only the size shows it.
//!
//! `tests/sizes.txt` has a line for each encoding, constraint and form. Its words are
//! `clauses/literals/auxiliaries`, `.` if nothing is written, and the name of the encoding if one
//! picks another. Run with `CNFETTI_WRITE_SIZES=1` to rewrite it, and look at the difference.

use std::fmt::Write as _;
use std::path::Path;

use cnfetti_encodings::cardinality::Count;
use cnfetti_encodings::integer::{Binary, Order};
use cnfetti_encodings::linear::Term;
use cnfetti_encodings::{Bit, Cnf, Form, Lit, Relation};
use cnfetti_encodings::{at_most_one, cardinality, comparison, domain, linear};

const FORMS: [(Form, &str); 2] = [(Form::TwoSided, "two-sided"), (Form::OneSided, "one-sided")];

const RELATIONS: [(Relation, &str); 3] = [
    (Relation::AtMost, "at most"),
    (Relation::AtLeast, "at least"),
    (Relation::Exactly, "exactly"),
];

/// The size of what `write` adds over this many literals.
fn size(n: usize, write: impl FnOnce(&mut Cnf, &[Lit])) -> String {
    let mut cnf = Cnf::new();
    let lits = cnf.new_lits(n);
    let before = (cnf.num_clauses(), cnf.num_literals(), cnf.num_vars());
    write(&mut cnf, &lits);
    grown(&cnf, before)
}

/// What was added since `before`.
fn grown(cnf: &Cnf, before: (usize, usize, u32)) -> String {
    let [clauses, literals] = [cnf.num_clauses() - before.0, cnf.num_literals() - before.1];
    let auxiliaries = cnf.num_vars() - before.2;
    if clauses == 0 && auxiliaries == 0 {
        return ".".to_owned();
    }
    let picked = cnf.sections().last().map_or(String::new(), |own| format!(" {}", own.encoding));
    format!("{clauses}/{literals}/{auxiliaries}{picked}")
}

struct Sizes(String);

impl Sizes {
    /// Adds a line. A name that all of its words share comes first, once.
    fn line(&mut self, what: &str, sizes: impl IntoIterator<Item = String>) {
        let sizes: Vec<String> = sizes.into_iter().collect();
        let name = |size: &String| size.split_once(' ').map(|(_, name)| name.to_owned());
        let names: Vec<String> = sizes.iter().filter_map(name).collect();
        let (_, own) = what.split_once(": ").expect("family: encoding, …");
        let own = own.split(',').next().expect("there is one");
        let is_own = names.iter().all(|name| name == own);
        let word = |size: &String| match size.split_once(' ') {
            Some((size, name)) if !is_own => format!("{size}={name}"),
            Some((size, _)) => size.to_owned(),
            None => size.clone(),
        };
        let words: Vec<String> = sizes.iter().map(word).collect();
        writeln!(self.0, "{what}: {}", words.join(" ")).expect("a string takes everything");
    }

    fn at_most_one(&mut self) {
        let lengths = (2..=13).chain([15, 16, 17, 18, 24, 25, 26, 36, 37, 38, 49, 50, 54, 65, 129]);
        for encoding in at_most_one::ENCODINGS.iter().chain([&at_most_one::AUTO]) {
            for (form, form_name) in FORMS {
                let what = format!("at_most_one: {}, {form_name}", encoding.name());
                let write = |n| size(n, |cnf, lits| at_most_one::encode(cnf, lits, encoding, form));
                self.line(&what, lengths.clone().map(write));
            }
        }
    }

    fn cardinality(&mut self) {
        for &encoding in cardinality::ENCODINGS.iter().chain([&cardinality::AUTO]) {
            for ((relation, relation_name), (form, form_name)) in
                RELATIONS.iter().flat_map(|&relation| FORMS.map(|form| (relation, form)))
            {
                for n in [3, 5, 6, 8, 13, 33] {
                    if encoding.name() == "binomial" && n > 13 {
                        continue;
                    }
                    let write = |k| {
                        size(n, |cnf, lits| {
                            cardinality::encode(cnf, lits, relation, k, encoding, form);
                        })
                    };
                    let name = encoding.name();
                    let what = format!("cardinality: {name}, {relation_name} of {n}, {form_name}");
                    let bounds: Vec<usize> = match n {
                        33 => vec![1, 2, 7, 16, 17, 25, 31, 32],
                        _ => (0..=n).collect(),
                    };
                    self.line(&what, bounds.into_iter().map(write));
                }
            }
        }
        for (name, new) in [
            ("totalizer", Count::totalizer as fn(&[Lit]) -> Count),
            ("sequential_counter", Count::sequential_counter),
        ] {
            let mut cnf = Cnf::new();
            let lits = cnf.new_lits(9);
            let mut count = new(&lits);
            let asked = [0, 10, 2, 2, 1, 5, 4, 9].map(|k| {
                let before = (cnf.num_clauses(), cnf.num_literals(), cnf.num_vars());
                count.at_least(&mut cnf, k);
                grown(&cnf, before)
            });
            self.line(&format!("count: {name}, of 9 at least 0 10 2 2 1 5 4 9"), asked);
        }
    }

    fn linear(&mut self) {
        let weights: [&[i64]; 8] = [
            &[3, 5],
            &[2, 2, 3],
            &[1, 1, 1, 1, 1],
            &[5, 3, 0, -2, -2, 4],
            &[1, 2, 4, 8, 16, 32],
            &[7, 7, 7, 9, 9, 11, 11, 11],
            &[100, 37, 250, 999, 1001, 42, 77, 5, 613, 88],
            &[1_000_000_007, 999_999_937, 998_244_353, 1_000_003, 65_537, 8_191],
        ];
        for &encoding in linear::ENCODINGS.iter().chain([&linear::AUTO]) {
            for weights in weights {
                let [low, high] = [-1, 1].map(|sign: i64| {
                    weights.iter().filter(|&&weight| weight * sign > 0).sum::<i64>()
                });
                for ((relation, relation_name), (form, form_name)) in
                    RELATIONS.iter().flat_map(|&relation| FORMS.map(|form| (relation, form)))
                {
                    let bounds = [0, 1, 2, 3, 4].map(|quarter| low + (high - low) * quarter / 4);
                    let write = |bound| {
                        size(weights.len(), |cnf, lits| {
                            let terms = lits.iter().zip(weights);
                            let terms: Vec<Term> =
                                terms.map(|(&l, &w)| Term::boolean(l, w)).collect();
                            linear::encode(cnf, &terms, relation, bound, encoding, form);
                        })
                    };
                    let name = encoding.name();
                    let what = format!("linear: {name}, {relation_name}, {weights:?}, {form_name}");
                    self.line(&what, bounds.map(write));
                }
            }
            for (relation, relation_name) in RELATIONS {
                let write = |bound| {
                    size(0, |cnf, _| {
                        let x = Order::new(cnf, [0, 2, 3, 7, 9]).expect("there are values");
                        let y = Binary::new(cnf, -3..=8).expect("there are values");
                        let values = cnf.new_lits(4);
                        let z = Term::one_of(values.into_iter().zip([4, 0, 4, 6]));
                        let terms = [Term::order(&x, 2), Term::binary(&y, -3), z];
                        linear::encode(cnf, &terms, relation, bound, encoding, Form::TwoSided);
                    })
                };
                let what =
                    format!("linear: {}, {relation_name}, of three integers", encoding.name());
                self.line(&what, [-20, -3, 0, 5, 20].map(write));
            }
        }
    }

    /// A sum with more partial sums than `auto` tries out.
    fn long_sum(&mut self) {
        let weight = |index: i64| 1_000_003 * index * index + 17 * index + 5;
        let write = |bound| {
            size(40, |cnf, lits| {
                let terms =
                    lits.iter().zip(1..).map(|(&lit, index)| Term::boolean(lit, weight(index)));
                let terms: Vec<Term> = terms.collect();
                linear::encode(cnf, &terms, Relation::AtMost, bound, linear::AUTO, Form::TwoSided);
            })
        };
        self.line("linear: auto, of 40 large weights", [1_000_000_000, 10_000_000_000].map(write));
    }

    fn domains(&mut self) {
        let pairwise = at_most_one::by_name("pairwise").expect("it is in the table");
        for &encoding in domain::ENCODINGS.iter().chain([&domain::AUTO]) {
            for (form, form_name) in FORMS {
                let write =
                    |n| size(n, |cnf, lits| domain::encode(cnf, lits, encoding, pairwise, form));
                let what = format!("domain: {}, {form_name}", encoding.name());
                self.line(&what, (1..=20).chain([63, 64, 65, 100, 101]).map(write));
            }
        }
    }

    fn integers(&mut self) {
        let ranges = [(0, 1), (0, 6), (-3, 4), (5, 13), (-9, -2), (0, 100)];
        let number = |cnf: &mut Cnf, (min, max): (i64, i64)| {
            Binary::new(cnf, min..=max).expect("there are values")
        };
        let after = |range, write: &dyn Fn(&mut Cnf, &Binary)| {
            let mut cnf = Cnf::new();
            let x = number(&mut cnf, range);
            let before = (cnf.num_clauses(), cnf.num_literals(), cnf.num_vars());
            write(&mut cnf, &x);
            grown(&cnf, before)
        };
        self.line(
            "integer: binary, new",
            ranges.map(|range| size(0, |cnf, _| drop(number(cnf, range)))),
        );
        for factor in [-7, -1, 0, 1, 2, 3, 6] {
            let write = |range| after(range, &|cnf, x| drop(x.times_constant(cnf, factor)));
            self.line(&format!("integer: binary, times {factor}"), ranges.map(write));
        }
        for other in ranges {
            let with = |write: &dyn Fn(&mut Cnf, &Binary, &Binary)| {
                let both = |range| {
                    let mut cnf = Cnf::new();
                    let (x, y) = (number(&mut cnf, range), number(&mut cnf, other));
                    let before = (cnf.num_clauses(), cnf.num_literals(), cnf.num_vars());
                    write(&mut cnf, &x, &y);
                    grown(&cnf, before)
                };
                ranges.map(both)
            };
            let sums = with(&|cnf, x, y| drop(x.plus(cnf, y)));
            self.line(&format!("integer: binary, plus {other:?}"), sums);
            let products = with(&|cnf, x, y| drop(x.times(cnf, y)));
            self.line(&format!("integer: binary, times {other:?}"), products);
            for (relation, name) in RELATIONS {
                let stated =
                    with(&|cnf, x, y| comparison::encode(cnf, x, relation, y, Form::TwoSided));
                self.line(&format!("comparison: {name} {other:?}, stated"), stated);
                let reified = with(&|cnf, x, y| {
                    let _: Bit = comparison::reify(cnf, x, relation, y);
                });
                self.line(&format!("comparison: {name} {other:?}, reified"), reified);
            }
        }
        for (relation, name) in RELATIONS {
            let alone = |range| {
                after(range, &|cnf, x| comparison::encode(cnf, x, relation, x, Form::TwoSided))
            };
            self.line(&format!("comparison: {name} itself, stated"), ranges.map(alone));
            let alone = |range| {
                after(range, &|cnf, x| {
                    let _: Bit = comparison::reify(cnf, x, relation, x);
                })
            };
            self.line(&format!("comparison: {name} itself, reified"), ranges.map(alone));
        }
        let square = |range| after(range, &|cnf, x| drop(x.times(cnf, &x.clone())));
        self.line("integer: binary, squared", ranges.map(square));
        let order = |range: (i64, i64)| {
            let mut cnf = Cnf::new();
            let x = Order::new(&mut cnf, range.0..=range.1).expect("there are values");
            let before = (cnf.num_clauses(), cnf.num_literals(), cnf.num_vars());
            x.to_binary(&mut cnf);
            grown(&cnf, before)
        };
        self.line("integer: order, as binary", ranges.map(order));
        let values = |range| after(range, &|cnf, x| drop(x.to_order(cnf, range.0..=range.1)));
        self.line("integer: binary, as order", ranges.map(values));
    }
}

/// What to do if the sizes changed on purpose.
const HOW: &str = "if this is as it should be, run \
     `CNFETTI_WRITE_SIZES=1 cargo test -p cnfetti-encodings sizes`";

#[test]
fn sizes_are_as_they_were() {
    let mut sizes = Sizes(String::new());
    sizes.at_most_one();
    sizes.cardinality();
    sizes.linear();
    sizes.long_sum();
    sizes.domains();
    sizes.integers();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sizes.txt");
    if std::env::var_os("CNFETTI_WRITE_SIZES").is_some() {
        std::fs::write(&path, &sizes.0).expect("the folder of the tests can be written");
    }
    let before = std::fs::read_to_string(&path).expect("the sizes are there");
    for (was, is) in before.lines().zip(sizes.0.lines()) {
        assert_eq!(was, is, "{HOW}");
    }
    assert_eq!(before.lines().count(), sizes.0.lines().count(), "{HOW}");
}

/// Which encoding is picked does not depend on earlier picks.
#[test]
fn picks_do_not_depend_on_each_other() {
    let sums: [&[i64]; 6] = [
        &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        &[97, 89, 83, 79, 73, 71, 67, 61, 59, 53, 47, 43],
        &[6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7],
        &[1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32],
        &[50, 50, 50, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    ];
    let written = |weights: &[i64]| {
        size(weights.len(), |cnf, lits| {
            let terms = lits.iter().zip(weights).map(|(&lit, &weight)| Term::boolean(lit, weight));
            let terms: Vec<Term> = terms.collect();
            linear::encode(cnf, &terms, Relation::AtMost, 6, linear::AUTO, Form::TwoSided);
        })
    };
    for first in sums {
        for second in sums {
            // A new thread starts with an empty cache.
            let alone = std::thread::scope(|scope| scope.spawn(|| written(second)).join());
            let both = std::thread::scope(|scope| {
                scope.spawn(|| (written(first), written(second)).1).join()
            });
            assert_eq!(both.ok(), alone.ok(), "{second:?} after {first:?}");
        }
    }
}
