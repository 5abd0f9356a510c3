//! The tested promises of each encoding, with the sizes of examples.

use cnfetti::compile::Size;
use cnfetti::encodings::linear::Term;
use cnfetti::encodings::{
    Cnf, Encoding, Family, Form, Lit, Promises, Relation, at_most_one, cardinality, domain, linear,
};

/// An encoding for one relation.
#[derive(Clone)]
pub(super) struct Label {
    pub(super) family: Family,
    pub(super) name: &'static str,
    pub(super) relation: String,
    pub(super) two_sided: Promises,
    pub(super) one_sided: Promises,
    pub(super) small: Example,
    pub(super) large: Example,
    pub(super) paper: &'static str,
}

/// The sizes of an example in both forms.
#[derive(Clone, Copy)]
pub(super) struct Example {
    pub(super) two_sided: Option<Size>,
    pub(super) one_sided: Option<Size>,
}

/// The examples of each family: its name, the small one and the large one.
pub(super) const EXAMPLES: [(Family, &str, &str); 4] = [
    (Family::AtMostOne, "10 literals", "100 literals"),
    (Family::Cardinality, "3 of 10 literals", "10 of 100 literals"),
    (Family::Linear, "4 variables from 0 to 6, bound 12", "20 variables from 0 to 9, bound 90"),
    (Family::Domain, "5 values, pairwise", "50 values, pairwise"),
];

/// The size, in literals, above which examples are not generated.
const MAX_LITERALS: usize = 1_000_000;

/// The labels of every encoding, in the order of the tables.
pub(super) fn labels() -> Vec<Label> {
    let rows = |family: Family| family.encodings().chain([family.auto()]);
    Family::ALL.into_iter().flat_map(rows).flat_map(of).collect()
}

/// The labels of one encoding.
fn of(encoding: Encoding) -> Vec<Label> {
    let each = |of: &dyn Fn(Relation) -> Label| Relation::ALL.map(of).to_vec();
    match encoding {
        Encoding::AtMostOne(row) => vec![of_at_most_one(row)],
        Encoding::Cardinality(row) => each(&|relation| of_cardinality(row, relation)),
        Encoding::Linear(row) => each(&|relation| of_linear(row, relation)),
        Encoding::Domain(row) => vec![of_domain(row)],
    }
}

fn of_at_most_one(row: &'static at_most_one::Encoding) -> Label {
    let example = |n| in_both_forms(n, |cnf, lits, form| at_most_one::encode(cnf, lits, row, form));
    Label {
        family: Family::AtMostOne,
        name: row.name(),
        relation: "<= 1".to_owned(),
        two_sided: row.promises(Form::TwoSided),
        one_sided: row.promises(Form::OneSided),
        small: example(10),
        large: example(100),
        paper: row.paper(),
    }
}

fn of_cardinality(row: &'static cardinality::Encoding, relation: Relation) -> Label {
    let example = |n, k| {
        in_both_forms(n, |cnf, lits, form| cardinality::encode(cnf, lits, relation, k, row, form))
    };
    Label {
        family: Family::Cardinality,
        name: row.name(),
        relation: relation.to_string(),
        two_sided: row.promises(Form::TwoSided, relation),
        one_sided: row.promises(Form::OneSided, relation),
        small: example(10, 3),
        large: example(100, 10),
        paper: row.paper(),
    }
}

fn of_linear(row: &'static linear::Encoding, relation: Relation) -> Label {
    let example = |variables, values: usize, bound| {
        in_both_forms(variables * values, |cnf, lits, form| {
            let terms: Vec<Term> = lits
                .chunks(values)
                .map(|values| Term::one_of(values.iter().copied().zip(0..)))
                .collect();
            linear::encode(cnf, &terms, relation, bound, row, form);
        })
    };
    Label {
        family: Family::Linear,
        name: row.name(),
        relation: relation.to_string(),
        two_sided: row.promises(Form::TwoSided, relation),
        one_sided: row.promises(Form::OneSided, relation),
        small: example(4, 7, 12),
        large: example(20, 10, 90),
        paper: row.paper(),
    }
}

/// The label of a domain encoding. If it needs an at-most-one constraint, that is pairwise.
fn of_domain(row: &'static domain::Encoding) -> Label {
    let pairwise = at_most_one::ENCODINGS[0];
    let example =
        |n| in_both_forms(n, |cnf, lits, form| domain::encode(cnf, lits, row, pairwise, form));
    Label {
        family: Family::Domain,
        name: row.name(),
        relation: "one value".to_owned(),
        two_sided: row.promises(pairwise, Form::TwoSided),
        one_sided: row.promises(pairwise, Form::OneSided),
        small: example(5),
        large: example(50),
        paper: row.paper(),
    }
}

/// The sizes over `n` literals.
fn in_both_forms(n: usize, encode: impl Fn(&mut Cnf, &[Lit], Form)) -> Example {
    let size = |form| {
        let mut cnf = Cnf::with_max_literals(MAX_LITERALS);
        let lits = cnf.new_lits(n);
        encode(&mut cnf, &lits, form);
        (!cnf.has_overflowed()).then(|| Size::of(&cnf, n as u32))
    };
    Example { two_sided: size(Form::TwoSided), one_sided: size(Form::OneSided) }
}
