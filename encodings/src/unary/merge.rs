//! The thresholds of a sum of two parts.

use super::{Goal, Kind, Step, Unary};
use crate::definition::Meaning;
use crate::lit::Bit;
use crate::writer::Writer;

/// Adds two partial sums.
pub(crate) fn merge(out: &mut Writer<'_>, goal: &Goal, left: &Unary, right: &Unary) -> Unary {
    let sum = sum_of(out, goal, left, right);
    if goal.upward {
        raise(out, &sum, left, right);
    }
    if goal.downward {
        lower(out, &sum, left, right);
    }
    if goal.has_gaps {
        let open = sum.steps.iter().filter_map(|step| step.reached?.lit());
        open.clone().zip(open.skip(1)).for_each(|(below, above)| out.define([!above, below]));
    }
    sum
}

/// The thresholds of the sum, without clauses.
fn sum_of(out: &mut Writer<'_>, goal: &Goal, left: &Unary, right: &Unary) -> Unary {
    let max = left.max + right.max;
    let terms = [&left.terms[..], &right.terms].concat();
    let kinds = goal.classify(goal.sums_that_matter(left, right), max);
    let steps = kinds.into_iter().map(|(sum, kind)| {
        let reached = match kind {
            Kind::Certain => Some(Bit::True),
            Kind::Impossible => Some(Bit::False),
            Kind::Irrelevant => None,
            Kind::Open => {
                let lit = out.new_lit();
                out.means(lit, || Meaning::reaches(terms.iter().copied(), sum));
                Some(lit.into())
            }
        };
        Step { sum, reached }
    });
    Unary { steps: steps.collect(), max, terms }
}

/// If both parts reach a step, so does the sum. Of the pairs of steps that lead to the same step
/// of the sum, uses only the minimal ones.
fn raise(out: &mut Writer<'_>, sum: &Unary, left: &Unary, right: &Unary) {
    for (i, a) in left.steps.iter().enumerate() {
        let mut j = 0;
        while let Some(b) = right.steps.get(j) {
            let target = sum.step_at(a.sum + b.sum);
            let is_weaker = i > 0 && sum.step_at(left.steps[i - 1].sum + b.sum) == target;
            if let (Some(a), Some(b), Some(target), false) =
                (a.reached, b.reached, sum.steps[target].reached, is_weaker)
            {
                out.define([!a, !b, target]);
            }
            let Some(next) = sum.steps.get(target + 1) else { break };
            j += right.steps[j..].partition_point(|b| a.sum + b.sum < next.sum);
        }
    }
}

/// If neither part reaches the step after these, the sum does not reach its next relevant step
/// after theirs. Of the pairs of steps with the same conclusion, uses only the maximal ones.
fn lower(out: &mut Writer<'_>, sum: &Unary, left: &Unary, right: &Unary) {
    let relevant = next_relevant(sum);
    for (i, a) in left.steps.iter().enumerate() {
        let mut j = 0;
        while j < right.steps.len() {
            let after = |a: &Step, j: usize| relevant[sum.step_at(a.sum + right.steps[j].sum) + 1];
            let Some(target) = after(a, j) else { break };
            let beyond = sum.steps[target].sum;
            j += right.steps[j..].partition_point(|b| a.sum + b.sum < beyond);
            let is_weaker = left.steps.get(i + 1).is_some_and(|a| after(a, j - 1) == Some(target));
            if let (Some(a), Some(b), Some(target), false) = (
                left.next_reached(i),
                right.next_reached(j - 1),
                sum.steps[target].reached,
                is_weaker,
            ) {
                out.define([a, b, !target]);
            }
        }
    }
}

/// For each step of the sum, the first relevant step from it on; none after the last. The last one
/// of the certain steps stands for all.
fn next_relevant(sum: &Unary) -> Vec<Option<usize>> {
    let mut relevant = vec![None; sum.steps.len() + 1];
    for (index, step) in sum.steps.iter().enumerate().rev() {
        let next = relevant[index + 1];
        let is_certain = |index: usize| sum.steps[index].reached == Some(Bit::True);
        relevant[index] = match (step.reached, next) {
            (None, next) => next,
            (Some(Bit::True), Some(next)) if is_certain(next) => Some(next),
            (Some(_), _) => Some(index),
        };
    }
    relevant
}
