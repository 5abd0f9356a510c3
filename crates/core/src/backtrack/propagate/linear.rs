//! Sums: each variable leaves room for the smallest and the largest values of the others.

use super::super::domains::{Domains, Empty, Step};
use super::operand::hull;
use crate::csp::{Ranges, VarId};

/// A weighted sum is in a set of numbers.
pub(in super::super) struct Linear {
    pub(in super::super) terms: Vec<(VarId, i64)>,
    pub(in super::super) within: Ranges,
}

impl Linear {
    pub(super) fn propagate(&self, domains: &mut Domains) -> Step {
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
            if widest == 0 || (below >= widest && above >= widest && open.is_none()) {
                return Ok(());
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
                return Ok(());
            }
        }
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
