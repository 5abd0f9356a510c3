//! Picks the encoding by size and propagation: the smallest one that counts in unary; for an exact
//! sum the decision diagram, which alone is domain consistent, unless it is much larger; the adder
//! if there are too many partial sums for the others.

use super::sums::plus;
use super::{Encoding, write_normal};
use super::{adder, decision_diagram, generalized_totalizer, sequential_counter};
use crate::cnf::Cnf;
use crate::labels::{Form, Labels, Propagation, Relation};
use crate::memo::Memo;
use crate::row::Method;
use crate::summand::Summand;
use crate::writer;

pub(super) const ROW: Encoding = Encoding {
    name: "auto",
    paper: "this crate",
    // The adder guarantees nothing; these labels leave out the sums that are large enough for it.
    labels: Labels::new(Propagation::DomainConsistent, Propagation::None),
    method: Method::Pick(pick),
};

/// For each summand, its weights and how many literals have each.
type Shape = Vec<Vec<(u64, usize)>>;
type Question = (Shape, Relation, u64, Form);

thread_local! {
    static PICKS: Memo<Question, &'static Encoding> = Memo::new();
}

/// If there are more steps between partial sums than this, add in binary.
const MAX_STEPS: usize = 30_000;

/// The most that a domain consistent encoding of an exact sum may take, in percent of the
/// smallest. Not more, because the others are as strong until the values of some summand have
/// gaps.
const MAX_PERCENT: usize = 120;

fn pick(summands: &[Summand], relation: Relation, bound: u64, form: Form) -> &'static Encoding {
    if has_too_many_steps(summands, bound) {
        // A sum of two summands needs no partial sums.
        return if summands.len() <= 2 { &sequential_counter::ROW } else { &adder::ROW };
    }
    let shape = summands.iter().map(shape).collect();
    let question = (shape, relation, bound, form);
    PICKS.with(|picks| picks.answer(question, || best(summands, relation, bound, form)))
}

fn shape(summand: &Summand) -> Vec<(u64, usize)> {
    match summand {
        Summand::OneOf(classes) => {
            classes.iter().map(|class| (class.weight, class.lits.len())).collect()
        }
        // 0 literals mark an integer in order encoding: every class has at least one.
        Summand::Order { weights, .. } => weights.iter().map(|&weight| (weight, 0)).collect(),
    }
}

/// The strongest encoding that is small enough.
fn best(summands: &[Summand], relation: Relation, bound: u64, form: Form) -> &'static Encoding {
    let candidates: [&'static Encoding; 3] =
        [&decision_diagram::ROW, &generalized_totalizer::ROW, &sequential_counter::ROW];
    let sizes = candidates.map(|encoding| size(encoding, summands, relation, bound, form));
    let smallest = sizes.iter().min().copied().unwrap_or(0);
    let limit = if relation == Relation::Exactly { smallest * MAX_PERCENT / 100 } else { smallest };
    let mut fits = candidates.into_iter().zip(sizes);
    fits.find(|&(_, size)| size <= limit).map_or(&adder::ROW, |(encoding, _)| encoding)
}

/// The number of auxiliaries and clauses, found by writing them.
fn size(
    encoding: &Encoding,
    summands: &[Summand],
    relation: Relation,
    bound: u64,
    form: Form,
) -> usize {
    let mut cnf = Cnf::new();
    let lits = || summands.iter().flat_map(Summand::lits);
    let last = lits().map(|lit| lit.variable()).max().unwrap_or(0);
    cnf.declare(last);
    writer::state(&mut cnf, lits(), form, |out| {
        write_normal(out, summands, relation, bound, encoding);
    });
    (cnf.num_vars() - last) as usize + cnf.num_clauses()
}

fn has_too_many_steps(summands: &[Summand], bound: u64) -> bool {
    let mut sums = vec![0];
    let mut steps = 0;
    for summand in summands {
        steps += sums.len() * summand.num_values();
        if steps > MAX_STEPS {
            return true;
        }
        sums = plus(&sums, summand, bound);
    }
    false
}
