//! Bounds propagation for weighted sums.

use super::Domains;
use crate::csp::{Ranges, Terms, Value, VarId};

/// The most values of two variables for which each value of one is checked for a partner in the
/// other.
const MAX_PAIR_VALUES: usize = 100_000;

/// A term during propagation.
struct Part {
    variable: VarId,
    weight: i64,
    /// The least and the greatest value of the term.
    least: i64,
    most: i64,
}

impl Domains<'_> {
    /// Propagates that the sum plus a constant is in the set: each variable must leave room for the
    /// least and the greatest values of the others. (Harvey and Schimpf, Bounds Consistency
    /// Techniques for Long Linear Constraints, TRICS 2002.)
    pub(super) fn weighted_sum(&mut self, terms: &Terms, constant: i64, within: &Ranges) {
        let parts = terms.as_slice().iter().map(|term| {
            let (first, last) = self.ends(term.variable);
            let ends = [term.weight * first, term.weight * last];
            let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            Part { variable: term.variable, weight: term.weight, least, most }
        });
        let parts: Vec<Part> = parts.collect();
        let least = constant + parts.iter().map(|part| part.least).sum::<i64>();
        let most = constant + parts.iter().map(|part| part.most).sum::<i64>();
        self.work(parts.len());
        if !within.meets(least, most) {
            self.empty = true;
            if let Some(part) = parts.first() {
                self.retain(part.variable, |_| false);
            }
            return;
        }
        if within.covers(least, most) {
            return;
        }
        let ends = within.intervals().first().zip(within.intervals().last());
        let Some((&(first, _), &(_, last))) = ends else { return };
        for part in &parts {
            // The range that the other terms leave.
            let (rest_least, rest_most) = (least - part.least, most - part.most);
            if within.intervals().len() > 1 {
                self.retain(part.variable, |value| {
                    let own = part.weight * i64::from(value);
                    within.meets(rest_least + own, rest_most + own)
                });
                continue;
            }
            let from = first.saturating_sub(rest_most).max(part.least);
            let to = last.saturating_sub(rest_least).min(part.most);
            let (low, high) = match part.weight > 0 {
                true => (ceiling(from, part.weight), floor(to, part.weight)),
                false => (ceiling(-to, -part.weight), floor(-from, -part.weight)),
            };
            self.keep_between(part.variable, low, high);
            if self.empty {
                return;
            }
        }
        if first == last {
            self.pair(&parts, first - constant);
        }
    }

    /// If all but two terms are fixed, each value of one needs its partner in the other.
    fn pair(&mut self, parts: &[Part], sum: i64) {
        let (known, open): (Vec<&Part>, Vec<&Part>) =
            parts.iter().partition(|part| self.only(part.variable).is_some());
        let [one, other] = open[..] else { return };
        let size = |part: &Part| self.values[part.variable.index()].len();
        if size(one) + size(other) > MAX_PAIR_VALUES {
            return;
        }
        let known = known.into_iter().filter_map(|part| {
            self.only(part.variable).map(|value| part.weight * i64::from(value))
        });
        let sum = sum - known.sum::<i64>();
        for (part, partner) in [(one, other), (other, one)] {
            let domain = std::mem::take(&mut self.values[partner.variable.index()]);
            self.retain(part.variable, |value| {
                let rest = sum - part.weight * i64::from(value);
                let needed = Value::try_from(rest / partner.weight);
                rest % partner.weight == 0
                    && needed.is_ok_and(|value| domain.binary_search(&value).is_ok())
            });
            self.values[partner.variable.index()] = domain;
        }
    }
}

/// Division by a positive number, rounded down and up.
fn floor(number: i64, by: i64) -> i64 {
    number.div_euclid(by)
}

fn ceiling(number: i64, by: i64) -> i64 {
    -(-number).div_euclid(by)
}
