//! Picks the encoding with the fewest auxiliaries and clauses together, among those that are
//! domain consistent.

use super::Encoding;
use super::binomial::Binomial;
use super::cardinality_network::CardinalityNetwork;
use super::sequential_counter::SequentialCounter;
use super::totalizer::Totalizer;
use crate::memo::Memo;
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct Auto;

type Question = (usize, Relation, usize, Form);

thread_local! {
    static PICKS: Memo<Question, &'static dyn Encoding> = Memo::new();
}

/// Up to this n·k the encodings are tried out; above, the network is the smallest.
const MAX_TRIED: usize = 20_000;

impl Encoding for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn paper(&self) -> &'static str {
        "this crate"
    }

    fn promises(&self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (form, relation) {
            (Form::TwoSided, _) | (_, Relation::Exactly) => Auxiliaries::Determined,
            (Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: Propagation::DomainConsistent }
    }

    fn pick(
        &self,
        n: usize,
        relation: Relation,
        k: usize,
        form: Form,
    ) -> Option<&'static dyn Encoding> {
        if n * k > MAX_TRIED {
            return Some(&CardinalityNetwork);
        }
        let question = (n, relation, k, form);
        Some(PICKS.with(|picks| picks.answer(question, || smallest(n, relation, k, form))))
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], relation: Relation, k: usize, form: Form) {
        if let Some(encoding) = self.pick(lits.len(), relation, k, form) {
            encoding.encode(cnf, lits, relation, k, form);
        }
    }
}

/// The one with the fewest auxiliaries and clauses, found by writing them.
fn smallest(n: usize, relation: Relation, k: usize, form: Form) -> &'static dyn Encoding {
    let mut candidates: Vec<&'static dyn Encoding> =
        vec![&Totalizer, &SequentialCounter, &CardinalityNetwork];
    if Binomial::num_literals(n, relation, k) <= (8 * n * k) as f64 {
        candidates.insert(0, &Binomial);
    }
    let size = |encoding: &&dyn Encoding| {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(n);
        encoding.encode(&mut cnf, &lits, relation, k, form);
        cnf.num_vars() as usize + cnf.num_clauses()
    };
    candidates.into_iter().min_by_key(size).unwrap_or(&Totalizer)
}
