//! A bound on a weighted sum of variables.

use std::collections::BTreeMap;

use super::operand::hull;
use super::rows::Rows;
use super::{AllDifferent, AllEqual, Constraint, Csp, Malformed, Ranges, Rule, Value, VarId};
use crate::domains::{Domains, Effort, Empty, Step};
use crate::program::Sum;

/// A variable times a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weighted {
    /// The variable.
    pub variable: VarId,
    /// The factor by which its value is multiplied.
    pub weight: i64,
}

/// A weighted sum of variables: each occurs once, and no weight is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms(Vec<Weighted>);

/// The weighted sum of the variables is in the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The sum; each variable once.
    pub terms: Terms,
    /// The values that the sum can take.
    pub within: Ranges,
}

impl Terms {
    /// The sum of these terms. Adds up the weights of a variable that occurs several times, and
    /// drops terms of weight 0.
    pub fn new(terms: impl IntoIterator<Item = (VarId, i64)>) -> Terms {
        let mut weights = BTreeMap::<VarId, i128>::new();
        for (variable, weight) in terms {
            *weights.entry(variable).or_default() += i128::from(weight);
        }
        let terms = weights.into_iter().filter(|&(_, weight)| weight != 0);
        // `verify` refuses a weight that does not fit when the terms are posted.
        let fitting = |weight: i128| weight.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let term = |(variable, weight)| Weighted { variable, weight: fitting(weight) };
        Terms(terms.map(term).collect())
    }

    /// The variables with their weights.
    pub fn as_slice(&self) -> &[Weighted] {
        &self.0
    }

    /// The variables.
    pub fn scope(&self) -> Vec<VarId> {
        self.0.iter().map(|term| term.variable).collect()
    }

    /// The value of the sum if each variable `v` has the value `solution[v.index()]`.
    pub fn value(&self, solution: &[Value]) -> i128 {
        let terms = self.0.iter();
        terms
            .map(|term| i128::from(term.weight) * i128::from(solution[term.variable.index()]))
            .sum()
    }

    /// The smallest and the largest value that the domains allow. A variable with an empty domain
    /// counts as 0.
    pub fn range(&self, csp: &Csp) -> (i128, i128) {
        let mut range = (0, 0);
        for term in &self.0 {
            let domain = csp.domain(term.variable);
            let (Some(&first), Some(&last)) = (domain.first(), domain.last()) else { continue };
            let ends = [first, last].map(|end| i128::from(term.weight) * i128::from(end));
            range = (range.0 + ends[0].min(ends[1]), range.1 + ends[0].max(ends[1]));
        }
        range
    }

    /// The sum as text, such as `2*x - y`.
    pub fn describe(&self, csp: &Csp) -> String {
        let mut text = String::new();
        for (place, term) in self.0.iter().enumerate() {
            text += match (place, term.weight < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            if term.weight.unsigned_abs() != 1 {
                text += &format!("{}*", term.weight.unsigned_abs());
            }
            text += csp.name(term.variable);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// Checks that no sum, not even of some of the terms, comes near the limits of 64 bits.
    pub(super) fn verify(&self, csp: &Csp) -> Result<(), Malformed> {
        let size = |term: &Weighted| {
            let domain = csp.domain(term.variable);
            let ends = [domain.first(), domain.last()].into_iter().flatten();
            let largest = ends.map(|end| end.unsigned_abs()).max().unwrap_or(0);
            u128::from(term.weight.unsigned_abs()) * u128::from(largest.max(1))
        };
        let size: u128 = self.0.iter().map(size).sum();
        if size < 1 << 62 { Ok(()) } else { Err(Malformed::TooLarge(self.describe(csp))) }
    }
}

impl Linear {
    /// The sum of the variables is in the set.
    pub fn sum(scope: impl IntoIterator<Item = VarId>, within: Ranges) -> Linear {
        Linear { terms: Terms::new(scope.into_iter().map(|variable| (variable, 1))), within }
    }
}

impl Constraint {
    /// The same without numbers, if it is a sum that says that two variables are equal, or that they are different.
    pub(super) fn as_equality(&self) -> Option<Constraint> {
        let Constraint::Linear(Linear { terms, within }) = self else { return None };
        let [one, other] = terms.as_slice() else { return None };
        let scope = vec![one.variable, other.variable];
        let zero = Ranges::exactly(0);
        if i128::from(one.weight) != -i128::from(other.weight) {
            None
        } else if *within == zero {
            Some(AllEqual { scope }.into())
        } else if *within == zero.complement() {
            Some(AllDifferent { scope, except: Vec::new() }.into())
        } else {
            None
        }
    }
}

impl Rule for Linear {
    fn scope(&self) -> Vec<VarId> {
        self.terms.scope()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        i64::try_from(self.terms.value(solution)).is_ok_and(|sum| self.within.contains(sum))
    }

    fn describe(&self, csp: &Csp) -> String {
        let within = match self.terms.as_slice() {
            [Weighted { variable, weight: 1 }] => csp.within_text(*variable, &self.within),
            _ => self.within.to_string(),
        };
        format!("Linear({}) {within}", self.terms.describe(csp))
    }
}

/// The most values of two variables of which each is checked for one of the other.
const MAX_PAIR_VALUES: usize = 100_000;

/// A weighted sum is in a set of numbers.
pub(crate) struct WeightedSum {
    pub(crate) terms: Vec<(VarId, i64)>,
    pub(crate) within: Ranges,
}

impl WeightedSum {
    pub(crate) fn propagate(&self, domains: &mut Domains) -> Step {
        loop {
            domains.work += self.terms.len() as u64;
            let (mut least, mut most, mut open, mut widest) = (0, 0, None, 0);
            for &(variable, weight) in &self.terms {
                let (low, high) = ends(domains, variable, weight);
                (least, most) = (least + low, most + high);
                if low < high {
                    open = if widest == 0 { Some(variable) } else { None };
                    widest = widest.max(high - low);
                }
            }
            let (first, last) = hull(&self.within, least, most).ok_or(Empty)?;
            let (below, above) = (last - least, most - first);
            if widest == 0 {
                return Ok(());
            }
            if below >= widest && above >= widest && open.is_none() {
                return self.holes(domains, least, most);
            }
            let mut has_changed = false;
            for &(variable, weight) in &self.terms {
                let (low, high) = ends(domains, variable, weight);
                let (most, least) = (low + below, high - above);
                if high <= most && low >= least {
                    continue;
                }
                let before = domains.size(variable);
                // Rounded towards what is possible.
                let (down, up) = match weight > 0 {
                    true => (-(-least).div_euclid(weight), most.div_euclid(weight)),
                    false => (-most.div_euclid(-weight), (-least).div_euclid(-weight)),
                };
                domains.between(variable, down, up)?;
                has_changed |= domains.size(variable) < before;
            }
            if let Some(variable) = open
                && self.within.intervals().len() > 1
            {
                let (low, _) = ends(domains, variable, self.weight(variable));
                let rest = least - low;
                let weight = self.weight(variable);
                if !has_changed {
                    domains
                        .retain(variable, |value| self.within.contains(rest + weight * value))?;
                }
            }
            if !has_changed {
                return self.holes(domains, least, most);
            }
        }
    }

    /// Before a search, each value needs a sum that is allowed, and of two variables that are left each a value of the
    /// other.
    fn holes(&self, domains: &mut Domains, least: i64, most: i64) -> Step {
        if domains.effort == Effort::Search {
            return Ok(());
        }
        if self.within.intervals().len() > 1 {
            for &(variable, weight) in &self.terms {
                let (low, high) = ends(domains, variable, weight);
                domains.retain(variable, |value| {
                    let own = weight * value;
                    self.within.meets(least - low + own, most - high + own)
                })?;
            }
        }
        let open = self.terms.iter().filter(|term| !domains.is_fixed(term.0));
        let open: Vec<(VarId, i64)> = open.take(3).copied().collect();
        let ([one, other], &[(sum, last)]) = (&open[..], self.within.intervals()) else {
            return Ok(());
        };
        if sum < last || domains.size(one.0) + domains.size(other.0) > MAX_PAIR_VALUES {
            return Ok(());
        }
        let known = self.terms.iter().filter_map(|term| Some(term.1 * domains.only(term.0)?));
        let rest = sum - known.sum::<i64>();
        for (&(variable, weight), &(partner, by)) in [(one, other), (other, one)] {
            let gone = domains.values(variable).filter(|value| {
                let rest = rest - weight * value;
                rest % by != 0 || !domains.has(partner, rest / by)
            });
            let gone: Vec<i64> = gone.collect();
            domains.work += (domains.size(variable) - gone.len()) as u64;
            gone.into_iter().try_for_each(|value| domains.remove(variable, value))?;
        }
        Ok(())
    }

    fn weight(&self, variable: VarId) -> i64 {
        self.terms.iter().find(|term| term.0 == variable).map_or(0, |term| term.1)
    }
}

/// The smallest and the largest value of a term.
fn ends(domains: &Domains, variable: VarId, weight: i64) -> (i64, i64) {
    let ends = [weight * domains.low(variable), weight * domains.high(variable)];
    (ends[0].min(ends[1]), ends[0].max(ends[1]))
}

impl Rows<'_> {
    pub(super) fn linear(&mut self, linear: &Linear) {
        let mut sum = Sum::default();
        for term in linear.terms.as_slice() {
            let part = self.variable(term.variable);
            sum.add(part, term.weight);
        }
        match *linear.within.intervals() {
            [(low, high)] if low != high => {
                self.bounded_above(sum.clone(), high);
                self.bounded_above(sum.negated(), low.checked_neg().unwrap_or(i64::MAX));
            }
            _ => self.within(sum, &linear.within),
        }
    }
}
