//! Sums in unary: one bit for each threshold that a sum can reach.
//!
//! Sequential counters and totalizers, weighted or not, use one operation, [`merge`]: it computes
//! the thresholds of a sum from those of its two parts. In a counter, one part is a single literal
//! or summand; in a totalizer, the parts are halves of a tree. [`conclude`] compares the whole sum
//! with its bound.

mod leaves;
mod merge;

use crate::labels::Relation;
use crate::lit::{Bit, Lit};
use crate::summand::Summand;
use crate::writer::Writer;

pub(crate) use leaves::leaf;
pub(crate) use merge::merge;

/// What the thresholds are for. Only those that can matter get a variable, and only the needed
/// directions get clauses.
pub(crate) struct Goal {
    relation: Relation,
    bound: u64,
    /// The largest value of the whole sum.
    total: u64,
    /// The possible values of the rest of the sum, increasing, if partial sums that it completes
    /// in the same ways are to be merged.
    pub(crate) rests: Option<Vec<u64>>,
    /// Whether partial sums skip values, so that a threshold does not imply the one below by
    /// itself.
    has_gaps: bool,
    /// Whether the constraint always holds, so that thresholds need to be right in solutions only.
    holds_always: bool,
    /// Whether true literals must make thresholds true.
    upward: bool,
    /// Whether false literals must make thresholds false.
    downward: bool,
}

impl Goal {
    /// A goal for a number of true literals.
    pub(crate) fn of_literals(
        out: &Writer<'_>,
        lits: &[Lit],
        relation: Relation,
        k: usize,
    ) -> Goal {
        Goal::new(out, relation, k as u64, lits.len() as u64, false)
    }

    /// A goal for a weighted sum.
    pub(crate) fn of_summands(
        out: &Writer<'_>,
        summands: &[Summand],
        relation: Relation,
        bound: u64,
    ) -> Goal {
        Goal::new(out, relation, bound, summands.iter().map(Summand::max).sum(), true)
    }

    fn new(out: &Writer<'_>, relation: Relation, bound: u64, total: u64, has_gaps: bool) -> Goal {
        let (upward, downward) = out.directions(relation);
        Goal {
            relation,
            bound,
            total,
            rests: None,
            has_gaps,
            holds_always: out.holds_always(),
            upward,
            downward,
        }
    }

    fn has_upper_bound(&self) -> bool {
        self.relation != Relation::AtLeast
    }

    fn has_lower_bound(&self) -> bool {
        self.relation != Relation::AtMost
    }

    /// Whether the rest of the sum meets the bound in the same ways after both partial sums.
    fn are_alike(&self, sum: u64, other: u64) -> bool {
        let Some(rests) = &self.rests else { return false };
        let split = |sum: u64| match self.bound.checked_sub(sum) {
            None => 0,
            Some(open) if self.has_upper_bound() => rests.partition_point(|&rest| rest <= open),
            Some(open) => rests.partition_point(|&rest| rest < open),
        };
        split(sum) == split(other)
    }

    /// Classifies the thresholds of a partial sum before anything is assigned. `sums` are its
    /// values, increasing from 0, and `max` is the largest. Leaves out the values that have the
    /// same consequences as the one before.
    fn classify(&self, sums: impl IntoIterator<Item = u64>, max: u64) -> Vec<(u64, Kind)> {
        let rest = self.total - max;
        let is_too_small = |sum: u64| self.has_lower_bound() && sum + rest < self.bound;
        let mut kinds = vec![(0, Kind::Certain)];
        let mut before = 0;
        for sum in sums.into_iter().skip(1) {
            let last = std::mem::replace(&mut before, sum);
            if last > self.bound || (last == self.bound && !self.has_upper_bound()) {
                break;
            }
            let is_skipped = !self.holds_always && is_too_small(sum);
            if is_skipped || self.are_alike(last, sum) {
                continue;
            }
            let is_impossible = self.holds_always && self.has_upper_bound() && sum > self.bound;
            let is_certain = self.holds_always && is_too_small(last);
            let is_irrelevant = !self.has_lower_bound() && sum + rest <= self.bound;
            kinds.push(match (is_impossible, is_certain, is_irrelevant) {
                (true, ..) => (sum, Kind::Impossible),
                (_, true, _) => (sum, Kind::Certain),
                (.., true) => (sum, Kind::Irrelevant),
                _ => (sum, Kind::Open),
            });
        }
        kinds
    }

    /// The sums of one value of each part that can matter as thresholds, and the ones just
    /// outside, increasing from 0.
    fn sums_that_matter(&self, left: &Unary, right: &Unary) -> Vec<u64> {
        let rest = self.total - left.max - right.max;
        let lowest = self.bound.saturating_sub(rest);
        let mut sums = vec![0];
        let (mut below, mut at_most, mut above) = (0, 0, None);
        for a in &left.steps {
            let first = |limit: u64| right.steps.partition_point(|b| a.sum + b.sum < limit);
            let (from, past) = (first(lowest), first(lowest + 1));
            let end = past + right.steps[past..].partition_point(|b| a.sum + b.sum <= self.bound);
            let sum_with = |index: usize| a.sum + right.steps[index].sum;
            below = from.checked_sub(1).map_or(below, |last| below.max(sum_with(last)));
            at_most = past.checked_sub(1).map_or(at_most, |last| at_most.max(sum_with(last)));
            sums.extend((past..end).map(sum_with));
            if end < right.steps.len() {
                above = Some(above.map_or(sum_with(end), |least: u64| least.min(sum_with(end))));
            }
        }
        sums.extend([below, at_most].into_iter().chain(above));
        sums.sort_unstable();
        sums.dedup();
        sums
    }
}

/// What is known of a threshold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Every solution reaches it.
    Certain,
    /// No solution reaches it.
    Impossible,
    /// Whether it is reached makes no difference.
    Irrelevant,
    /// It needs a literal.
    Open,
}

/// A partial sum, given by its thresholds.
pub(crate) struct Unary {
    /// Increasing from the sum 0.
    steps: Vec<Step>,
    /// The largest value of the partial sum.
    max: u64,
    /// The terms of the sum, if definitions are recorded.
    terms: Vec<(u64, Lit)>,
}

/// A value that a partial sum can have.
#[derive(Clone, Copy)]
struct Step {
    sum: u64,
    /// Whether the partial sum is at least this; `None` if irrelevant.
    reached: Option<Bit>,
}

impl Unary {
    /// A literal as a sum of 0 or 1.
    pub(crate) fn literal(out: &Writer<'_>, lit: Lit) -> Unary {
        let zero = Step { sum: 0, reached: Some(Bit::True) };
        let terms = if out.keeps_definitions() { vec![(1, lit)] } else { Vec::new() };
        Unary { steps: vec![zero, Step { sum: 1, reached: Some(lit.into()) }], max: 1, terms }
    }

    /// The last step that `sum` reaches.
    fn step_at(&self, sum: u64) -> usize {
        self.steps.partition_point(|step| step.sum <= sum) - 1
    }

    /// Whether the step after this one is reached.
    fn next_reached(&self, index: usize) -> Option<Bit> {
        self.steps.get(index + 1).map_or(Some(Bit::False), |step| step.reached)
    }
}

/// All thresholds of a summand but the first, which it always reaches.
pub(crate) fn thresholds(out: &mut Writer<'_>, summand: &Summand) -> Vec<Bit> {
    // A larger sum whose other part is unknown makes every threshold matter.
    let beyond = summand.max() + 1;
    let mut goal = Goal::new(out, Relation::AtLeast, beyond, summand.max() + beyond, true);
    goal.holds_always = false;
    leaf(out, &goal, summand).steps[1..].iter().filter_map(|step| step.reached).collect()
}

/// Requires that the whole sum meets its bound.
pub(crate) fn conclude(out: &mut Writer<'_>, goal: &Goal, whole: &Unary) {
    let first_beyond = |limit: u64| whole.steps.iter().find(|step| step.sum >= limit);
    if goal.has_lower_bound() {
        match first_beyond(goal.bound) {
            Some(step) if step.sum == goal.bound || !goal.has_upper_bound() => {
                out.require(step.reached);
            }
            _ => out.require(None::<Bit>),
        }
    }
    if goal.has_upper_bound()
        && let Some(step) = first_beyond(goal.bound + 1)
    {
        out.require(step.reached.map(|reached| !reached));
    }
}
