//! Picks the domain consistent encoding with the fewest auxiliaries and clauses in total. For large sums it takes the
//! totalizer instead, with which varisat, batsat and CaDiCaL all took less time, until its clauses are too many.

use super::Encoding;
use super::{binomial, cardinality_network, sequential_counter, totalizer};
use crate::cnf::Cnf;
use crate::labels::{Form, Labels, Relation};
use crate::memo::Memo;
use crate::row::Method;

pub(super) const ROW: Encoding = Encoding {
    name: "auto",
    paper: "this crate",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Pick(pick),
};

type Question = (usize, Relation, usize, Form);

thread_local! {
    static PICKS: Memo<Question, &'static Encoding> = Memo::new();
}

/// Up to this n·k, try the encodings out; above, the network would always be the smallest.
const MAX_TRIED: usize = 20_000;

/// Up to this n·k, the totalizer takes less than half a million clauses.
const MAX_TOTALIZER: usize = 200_000;

fn pick(n: usize, relation: Relation, k: usize, form: Form) -> &'static Encoding {
    if n * k > MAX_TOTALIZER {
        return &cardinality_network::ROW;
    }
    if n * k > MAX_TRIED {
        return &totalizer::ROW;
    }
    let question = (n, relation, k, form);
    PICKS.with(|picks| picks.answer(question, || smallest(n, relation, k, form)))
}

/// Writes each encoding, and returns the one with the fewest auxiliaries and clauses.
fn smallest(n: usize, relation: Relation, k: usize, form: Form) -> &'static Encoding {
    let mut candidates: Vec<&'static Encoding> =
        vec![&totalizer::ROW, &sequential_counter::ROW, &cardinality_network::ROW];
    if binomial::num_literals(n, relation, k) <= (8 * n * k) as f64 {
        candidates.insert(0, &binomial::ROW);
    }
    let size = |encoding: &&Encoding| {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(n);
        super::encode(&mut cnf, &lits, relation, k, encoding, form);
        cnf.num_vars() as usize + cnf.num_clauses()
    };
    candidates.into_iter().min_by_key(size).unwrap_or(&totalizer::ROW)
}
