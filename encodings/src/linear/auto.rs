//! Picks the encoding by size and propagation: the smallest of those that count in unary; for
//! an exact sum the decision diagram, which alone is domain consistent, unless it is much
//! larger; the adder when there are too many partial sums for any of them.

use super::sums::plus;
use super::{Encoding, write_normal};
use super::{adder, decision_diagram, generalized_totalizer, sequential_counter};
use crate::cnf::Cnf;
use crate::labels::{Form, Labels, Propagation, Relation};
use crate::memo::Memo;
use crate::row::Means;
use crate::summand::Summand;
use crate::writer;

pub(super) const ROW: Encoding = Encoding {
    name: "auto",
    paper: "this crate",
    // Of the adder nothing is promised: sums so large are left out here.
    labels: Labels::new(Propagation::DomainConsistent, Propagation::None),
    means: Means::Pick(pick),
};

/// Each summand by its weights and how many literals have them.
type Shape = Vec<Vec<(u64, usize)>>;
type Question = (Shape, Relation, u64, Form);

thread_local! {
    static PICKS: Memo<Question, &'static Encoding> = Memo::new();
}

/// With more steps from partial sum to partial sum than this the sum is added in binary.
const MAX_STEPS: usize = 30_000;

/// How much larger than the smallest a domain consistent encoding of an exact sum may be, in
/// percent: the others are as strong until the values of some summand have gaps.
const WORTH: usize = 120;

fn pick(summands: &[Summand], relation: Relation, bound: u64, form: Form) -> &'static Encoding {
    if has_too_many_steps(summands, bound) {
        // Of two summands no partial sum is needed.
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
        // No class has no literals.
        Summand::Order { weights, .. } => weights.iter().map(|&weight| (weight, 0)).collect(),
    }
}

/// The first of those that are small enough, in the order of their strength.
fn best(summands: &[Summand], relation: Relation, bound: u64, form: Form) -> &'static Encoding {
    let candidates: [&'static Encoding; 3] =
        [&decision_diagram::ROW, &generalized_totalizer::ROW, &sequential_counter::ROW];
    let sizes = candidates.map(|encoding| size(encoding, summands, relation, bound, form));
    let smallest = sizes.iter().min().copied().unwrap_or(0);
    let limit = if relation == Relation::Exactly { smallest * WORTH / 100 } else { smallest };
    let mut fits = candidates.into_iter().zip(sizes);
    fits.find(|&(_, size)| size <= limit).map_or(&adder::ROW, |(encoding, _)| encoding)
}

/// Auxiliaries and clauses, found by writing them.
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
