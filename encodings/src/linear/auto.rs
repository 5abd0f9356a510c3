//! Picks the encoding by size and propagation: the smallest of those that count in unary; for
//! an exact sum the decision diagram, which alone is domain consistent, unless it is much
//! larger; the adder when there are too many partial sums for any of them.

use super::adder::Adder;
use super::decision_diagram::{DecisionDiagram, plus};
use super::generalized_totalizer::GeneralizedTotalizer;
use super::sequential_counter::SequentialCounter;
use super::{Encoding, Group};
use crate::memo::Memo;
use crate::{Auxiliaries, Cnf, Form, Promises, Propagation, Relation};

pub(super) struct Auto;

/// Each group by its weights and how many literals have them.
type Shape = Vec<Vec<(u64, usize)>>;
type Question = (Shape, Relation, u64, Form);

thread_local! {
    static PICKS: Memo<Question, &'static dyn Encoding> = Memo::new();
}

/// With more steps from partial sum to partial sum than this the sum is added in binary.
const MAX_STEPS: usize = 300_000;

/// How much larger than the smallest a domain consistent encoding of an exact sum may be, in
/// percent: the others are as strong until the values of some group have gaps.
const WORTH: usize = 120;

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
        // Of the adder nothing is promised: sums so large are left out here.
        let propagation = match relation {
            Relation::AtMost | Relation::AtLeast => Propagation::DomainConsistent,
            Relation::Exactly => Propagation::None,
        };
        Promises { auxiliaries, propagation }
    }

    fn pick(
        &self,
        groups: &[Group],
        relation: Relation,
        bound: u64,
        form: Form,
    ) -> Option<&'static dyn Encoding> {
        let classes = |group: &Group| {
            group.classes().iter().map(|class| (class.weight, class.lits.len())).collect()
        };
        let question = (groups.iter().map(classes).collect(), relation, bound, form);
        Some(PICKS.with(|picks| picks.answer(question, || best(groups, relation, bound, form))))
    }

    fn encode(&self, cnf: &mut Cnf, groups: &[Group], relation: Relation, bound: u64, form: Form) {
        if let Some(encoding) = self.pick(groups, relation, bound, form) {
            encoding.encode(cnf, groups, relation, bound, form);
        }
    }
}

/// The first of those that are small enough, in the order of their strength.
fn best(groups: &[Group], relation: Relation, bound: u64, form: Form) -> &'static dyn Encoding {
    if has_too_many_steps(groups, bound) {
        return &Adder;
    }
    let candidates: [&'static dyn Encoding; 3] =
        [&DecisionDiagram, &GeneralizedTotalizer, &SequentialCounter];
    let sizes = candidates.map(|encoding| size(encoding, groups, relation, bound, form));
    let smallest = sizes.iter().min().copied().unwrap_or(0);
    let limit = if relation == Relation::Exactly { smallest * WORTH / 100 } else { smallest };
    let mut fits = candidates.into_iter().zip(sizes);
    fits.find(|&(_, size)| size <= limit).map_or(&Adder, |(encoding, _)| encoding)
}

/// Auxiliaries and clauses, found by writing them.
fn size(
    encoding: &dyn Encoding,
    groups: &[Group],
    relation: Relation,
    bound: u64,
    form: Form,
) -> usize {
    let mut cnf = Cnf::new();
    let lits = groups.iter().flat_map(Group::classes).flat_map(|class| &class.lits);
    let last = lits.map(|lit| lit.variable()).max().unwrap_or(0);
    cnf.declare(last);
    encoding.encode(&mut cnf, groups, relation, bound, form);
    (cnf.num_vars() - last) as usize + cnf.num_clauses()
}

fn has_too_many_steps(groups: &[Group], bound: u64) -> bool {
    let mut sums = vec![0];
    let mut steps = 0;
    for group in groups {
        steps += sums.len() * group.classes().len();
        if steps > MAX_STEPS {
            return true;
        }
        sums = plus(&sums, group, bound);
    }
    false
}
