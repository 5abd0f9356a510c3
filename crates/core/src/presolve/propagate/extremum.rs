//! Bounds propagation for the minimum and maximum of variables.

use super::Domains;
use crate::csp::{Comparison, Condition, Extreme, Extremum, Ranges, VarId};

impl Domains<'_> {
    /// The extremum lies between the extremum of the lower ends and that of the upper ends, and no variable
    /// lies beyond it.
    pub(super) fn extremum(&mut self, constraint: &Extremum) {
        self.work(1 + constraint.scope.len());
        let ends: Vec<(i64, i64)> =
            constraint.scope.iter().map(|&variable| self.ends(variable)).collect();
        let (firsts, lasts) = (ends.iter().map(|ends| ends.0), ends.iter().map(|ends| ends.1));
        let of = match constraint.extreme {
            Extreme::Minimum => firsts.min().zip(lasts.min()),
            Extreme::Maximum => firsts.max().zip(lasts.max()),
        };
        let Some((least, most)) = of else { return };
        let (least, most) = match &constraint.condition {
            Condition::Within(ranges) => within(ranges, least, most),
            &Condition::Compare(comparison, variable) => {
                self.compared(comparison, variable, least, most)
            }
        };
        if self.empty {
            return;
        }
        for &variable in &constraint.scope {
            match constraint.extreme {
                Extreme::Minimum => self.keep_between(variable, least, i64::MAX),
                Extreme::Maximum => self.keep_between(variable, i64::MIN, most),
            }
            if self.empty {
                return;
            }
        }
    }

    /// Narrows the range of a number that compares with the variable, and removes the variable's values that
    /// no number of the range allows.
    fn compared(
        &mut self,
        comparison: Comparison,
        variable: VarId,
        least: i64,
        most: i64,
    ) -> (i64, i64) {
        match comparison {
            Comparison::Less => self.keep_between(variable, least + 1, i64::MAX),
            Comparison::AtMost => self.keep_between(variable, least, i64::MAX),
            Comparison::Equal => self.keep_between(variable, least, most),
            Comparison::Different => {}
            Comparison::AtLeast => self.keep_between(variable, i64::MIN, most),
            Comparison::Greater => self.keep_between(variable, i64::MIN, most - 1),
        }
        if self.empty {
            return (least, most);
        }
        let (first, last) = self.ends(variable);
        match comparison {
            Comparison::Less => (least, most.min(last - 1)),
            Comparison::AtMost => (least, most.min(last)),
            Comparison::Equal => (least.max(first), most.min(last)),
            Comparison::Different => (least, most),
            Comparison::AtLeast => (least.max(first), most),
            Comparison::Greater => (least.max(first + 1), most),
        }
    }
}

/// Narrows the range to the numbers of the set. The range is empty if none is left.
fn within(ranges: &Ranges, least: i64, most: i64) -> (i64, i64) {
    let mut intervals =
        ranges.intervals().iter().filter(|&&(first, last)| first <= most && last >= least);
    let Some(&(first, end)) = intervals.next() else { return (most + 1, least - 1) };
    let last = intervals.next_back().map_or(end, |&(_, last)| last);
    (least.max(first), most.min(last))
}
