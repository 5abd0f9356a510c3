//! Constraints that a sum of functions, one of each variable, is in a set.

use std::collections::BTreeMap;

use super::{Most, add};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Condition, Ranges, Value, VarId};

/// The most different sums, and the most additions, for which all sums are computed.
const MAX_SUMS: i128 = 200_000;

const MAX_WORK: i128 = 20_000_000;

/// A constant and a function of each variable, by its values in the order of the domain. Their sum is in the set.
pub(super) struct Total<'a, 'g> {
    gains: &'a Gains<'g>,
    pub(super) constant: i128,
    of: BTreeMap<VarId, Vec<i128>>,
    within: Ranges,
}

impl<'a, 'g> Total<'a, 'g> {
    pub(super) fn new(within: Ranges, gains: &'a Gains<'g>) -> Total<'a, 'g> {
        Total { gains, constant: 0, of: BTreeMap::new(), within }
    }

    /// A sum with this condition: its variable is subtracted.
    pub(super) fn with(condition: &Condition, gains: &'a Gains<'g>) -> Total<'a, 'g> {
        match condition {
            Condition::Within(ranges) => Total::new(ranges.clone(), gains),
            &Condition::Compare(comparison, variable) => {
                let mut total = Total::new(comparison.with(0), gains);
                total.add(variable, |value| -i128::from(value));
                total
            }
        }
    }

    pub(super) fn add(&mut self, variable: VarId, function: impl Fn(Value) -> i128) {
        let domain = self.gains.domain(variable);
        self.gains.budget.spend(8 * domain.len() as u64);
        let sums = self.of.entry(variable).or_insert_with(|| vec![0; domain.len()]);
        sums.iter_mut().zip(domain).for_each(|(sum, &value)| *sum += function(value));
    }

    /// The least and the greatest sum.
    fn ends(&self) -> (i128, i128) {
        let least = |sums: &Vec<i128>| sums.iter().min().copied().unwrap_or(0);
        let most = |sums: &Vec<i128>| sums.iter().max().copied().unwrap_or(0);
        let (low, high) = (self.of.values().map(least), self.of.values().map(most));
        (self.constant + low.sum::<i128>(), self.constant + high.sum::<i128>())
    }

    /// The most that the gains can be.
    pub(super) fn most(&self) -> Most {
        let bound = self.bound();
        if bound.is_none_or(|most| most <= self.gains.wanted) {
            return bound;
        }
        let (least, most) = self.ends();
        let (number, values) = (most - least + 1, self.of.values().map(Vec::len).sum::<usize>());
        if number > MAX_SUMS || number * values as i128 > MAX_WORK {
            return self.by_cases().map_or(bound, |most| most.min(bound));
        }
        let within = |number: i128| {
            let number = i64::try_from(number).ok();
            number.is_some_and(|number| self.within.contains(number))
        };
        add(self.by_sums(least, number as usize, within), self.others())
    }

    /// A bound on the gains: their part beyond the sum or its negative, or beyond nothing, and the bound of that.
    fn bound(&self) -> Most {
        let (least, most) = self.ends();
        let clipped = self.within.intervals().iter().filter_map(|&(first, last)| {
            let interval = (least.max(first.into()), most.min(last.into()));
            (interval.0 <= interval.1).then_some(interval)
        });
        let clipped: Vec<(i128, i128)> = clipped.collect();
        let (&(low, _), &(_, high)) = clipped.first().zip(clipped.last())?;
        let beyond = |times: i128| {
            let most = |(&variable, sums): (&VarId, &Vec<i128>)| {
                let domain = self.gains.domain(variable).iter().zip(sums);
                domain.map(|(&value, sum)| self.gains.at(variable, value) - times * sum).max()
            };
            self.of.iter().map(most).sum::<Option<i128>>()
        };
        let bounds = [
            beyond(0),
            add(beyond(1), Some(high - self.constant)),
            add(beyond(-1), Some(self.constant - low)),
        ];
        add(bounds.into_iter().min().flatten(), self.others())
    }

    /// The greater bound for the two values of a variable, of those with two values the one that changes the sum most;
    /// `None` if there is none.
    fn by_cases(&self) -> Option<Most> {
        let all = self.of.iter().filter(|(_, sums)| sums.len() == 2);
        let (&variable, sums) = all.max_by_key(|(_, sums)| (sums[0] - sums[1]).abs())?;
        let (mut gains, mut of) = (self.gains.clone(), self.of.clone());
        gains.forget(variable.into());
        of.remove(&variable);
        let cases = self.gains.domain(variable).iter().zip(sums).map(|(&value, sum)| {
            let constant = self.constant + sum;
            let rest =
                Total { gains: &gains, constant, of: of.clone(), within: self.within.clone() };
            add(rest.bound(), Some(self.gains.at(variable, value)))
        });
        cases.max()
    }

    /// The gains of the variables that are not part of the sum.
    fn others(&self) -> Most {
        let mut others = self.gains.clone();
        self.of.keys().for_each(|&variable| others.forget(variable.into()));
        others.rest()
    }

    /// The most gains for each possible sum, one variable after the other, then those of the sums that are allowed.
    fn by_sums(&self, least: i128, number: usize, is_allowed: impl Fn(i128) -> bool) -> Most {
        let mut most: Vec<Most> = vec![None; number];
        most[0] = Some(0);
        for (&variable, sums) in &self.of {
            let nearest = sums.iter().min().copied()?;
            let mut next = vec![None; number];
            self.gains.budget.spend((number * sums.len()) as u64);
            for (&value, sum) in self.gains.domain(variable).iter().zip(sums) {
                let gain = self.gains.at(variable, value);
                let step = usize::try_from(sum - nearest).ok()?;
                for (before, after) in most.iter().zip(next.iter_mut().skip(step)) {
                    if let Some(before) = before {
                        *after = (*after).max(Some(before + gain));
                    }
                }
            }
            most = next;
        }
        let sums = most.into_iter().zip(least..).filter(|&(_, sum)| is_allowed(sum));
        sums.filter_map(|(most, _)| most).max()
    }
}
