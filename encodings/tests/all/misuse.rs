//! Every build detects a caller's mistakes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cnfetti_encodings::cardinality::Count;
use cnfetti_encodings::integer::{Binary, Order};
use cnfetti_encodings::linear::{self, Term};
use cnfetti_encodings::{
    Bit, Cnf, Encoding, Family, Form, Lit, Relation, at_most_one, cardinality, domain,
};

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

/// The message of a panic.
fn message(run: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("it went through");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap()
}

type EntryPoint = Box<dyn Fn(&mut Cnf, &[Lit])>;

/// Every function that takes literals.
fn entry_points() -> Vec<(&'static str, EntryPoint)> {
    let pairwise = at_most_one::by_name("pairwise").unwrap();
    let form = Form::TwoSided;
    let auto = cardinality::AUTO;
    vec![
        ("clause", Box::new(|cnf, lits| cnf.add_clause(lits.iter().copied()))),
        ("at_most_one", Box::new(move |cnf, lits| at_most_one::encode(cnf, lits, pairwise, form))),
        (
            "at_most_one if",
            Box::new(move |cnf, lits| {
                let (&condition, lits) = lits.split_last().unwrap();
                at_most_one::encode_if(cnf, condition, lits, pairwise, form);
            }),
        ),
        (
            "at_most_one reified",
            Box::new(move |cnf, lits| {
                at_most_one::reify(cnf, lits, pairwise);
            }),
        ),
        (
            "cardinality",
            Box::new(move |cnf, lits| {
                cardinality::encode(cnf, lits, Relation::AtLeast, 2, auto, form);
            }),
        ),
        (
            "count",
            Box::new(move |cnf, lits| Count::totalizer(lits).require(cnf, Relation::AtMost, 1)),
        ),
        (
            "linear",
            Box::new(move |cnf, lits| {
                let terms: Vec<Term> = lits.iter().map(|&lit| Term::boolean(lit, 3)).collect();
                linear::encode(cnf, &terms, Relation::AtMost, 4, linear::AUTO, form);
            }),
        ),
        (
            "domain",
            Box::new(move |cnf, lits| domain::encode(cnf, lits, domain::AUTO, pairwise, form)),
        ),
        (
            "order",
            Box::new(move |cnf, lits| {
                Order::of_values(cnf, (0..).zip(lits.iter().copied()));
            }),
        ),
        (
            "binary",
            Box::new(move |cnf, lits| {
                Binary::of_values(cnf, (0..).zip(lits.iter().copied()));
            }),
        ),
    ]
}

#[test]
fn literals_that_were_not_declared_are_refused() {
    for (name, call) in entry_points() {
        for place in 0..3 {
            let mut cnf = Cnf::new();
            let mut lits = cnf.new_lits(3);
            lits[place] = lit(-4);
            let message = message(|| call(&mut cnf, &lits));
            assert_eq!(message, "the variable 4 was not declared: 3 are", "{name}");
        }
    }
}

#[test]
fn auxiliaries_are_no_inputs_unless_they_are_handed_out() {
    for (name, call) in entry_points().into_iter().skip(1) {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(9);
        at_most_one::encode(&mut cnf, &lits, at_most_one::AUTO, Form::TwoSided);
        let own = cnf.new_lit();
        let Bit::Lit(result) = at_most_one::reify(&mut cnf, &lits, at_most_one::AUTO) else {
            panic!("it is open");
        };
        let mut count = Count::totalizer(&lits);
        let Bit::Lit(output) = count.at_least(&mut cnf, 3) else { panic!("it is open") };
        let taken = [10, own.variable() - 1, own.variable() + 1, result.variable() - 1];
        for variable in taken.map(|variable| variable as i32) {
            let message = message(|| call(&mut cnf.clone(), &[lits[0], lits[1], lit(variable)]));
            assert_eq!(message, format!("{variable} is an auxiliary variable"), "{name}");
        }
        call(&mut cnf, &[own, result, output]);
    }
}

#[test]
fn numbers_of_auxiliaries_cannot_be_declared() {
    let mut cnf = Cnf::new();
    let lits = cnf.new_lits(9);
    at_most_one::encode(&mut cnf, &lits, at_most_one::AUTO, Form::TwoSided);
    cnf.declare(9);
    for variable in [10, 40] {
        let message = message(|| cnf.clone().declare(variable));
        assert_eq!(message, "the variable 10 is an auxiliary one of an encoding");
    }
    let copy = cnf.to_unlimited().num_vars();
    assert_eq!(copy, cnf.num_vars());
}

#[test]
fn every_family_finds_its_rows_by_name() {
    for family in Family::ALL {
        assert_eq!(family.by_name("naive").map(Encoding::name), None);
        for encoding in family.encodings().chain([family.auto()]) {
            let found = family.by_name(encoding.name()).unwrap();
            assert_eq!((found.name(), found.family()), (encoding.name(), family));
            assert!(format!("{encoding:?}").contains(encoding.name()));
        }
        assert_eq!(family.auto().name(), "auto");
        assert!(family.encodings().all(|encoding| encoding.name() != "auto"));
    }
    let rows = Family::ALL.map(|family| family.encodings().count());
    let tables = [
        at_most_one::ENCODINGS.len(),
        cardinality::ENCODINGS.len(),
        linear::ENCODINGS.len(),
        domain::ENCODINGS.len(),
    ];
    assert_eq!(rows, tables);
    assert_eq!(Family::ALL.map(Family::name), ["at_most_one", "cardinality", "linear", "domain"]);
}

/// Sections name the encoding that wrote them, also for conditional and reified constraints.
#[test]
fn sections_name_the_encoding_that_was_picked() {
    let mut cnf = Cnf::new();
    let lits = cnf.new_lits(9);
    at_most_one::encode(&mut cnf, &lits, at_most_one::AUTO, Form::TwoSided);
    let condition = cnf.new_lit();
    at_most_one::encode_if(&mut cnf, condition, &lits[..4], at_most_one::AUTO, Form::TwoSided);
    cardinality::reify(&mut cnf, &lits, Relation::Exactly, 4, cardinality::AUTO);
    Count::sequential_counter(&lits).at_least(&mut cnf, 2);
    let sections: Vec<_> =
        cnf.sections().iter().map(|section| (section.family, section.encoding)).collect();
    assert_eq!(
        sections,
        [
            ("at_most_one", "product"),
            ("at_most_one", "pairwise"),
            ("cardinality", "totalizer"),
            ("cardinality", "sequential_counter")
        ]
    );
    let ends = cnf.sections().iter().map(|section| section.clauses.clone());
    let mut start = 0;
    for clauses in ends {
        assert_eq!(clauses.start, start);
        start = clauses.end;
    }
    assert_eq!(start, cnf.num_clauses());
}
