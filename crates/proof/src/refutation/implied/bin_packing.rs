//! Each bin by itself, and all bins between two of them: what must be in these is not larger than what they can hold.

use super::Most;
use super::sums::Total;
use super::tasks::MAX_TASKS;
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{BinPacking, Comparison, Condition};

pub(super) fn most(packing: &BinPacking, gains: &Gains<'_>) -> Most {
    if is_overfull(packing, gains)? { None } else { each_bin(packing, gains) }
}

/// Each bin by itself.
fn each_bin(packing: &BinPacking, gains: &Gains<'_>) -> Most {
    let bounds = packing.bins.iter().map(|bin| {
        let mut total = Total::with(&bin.load, gains);
        for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
            total.add(variable, |value| if value == bin.value { size.into() } else { 0 });
        }
        total.most()
    });
    bounds.min().unwrap_or_else(|| gains.rest())
}

/// `None` if a variable has no value.
fn is_overfull(packing: &BinPacking, gains: &Gains<'_>) -> Option<bool> {
    let (items, bins) = (packing.scope.len(), packing.bins.len());
    if items.max(bins) > MAX_TASKS {
        return Some(false);
    }
    gains.budget.spend((bins * (bins + items)) as u64);
    let total: i128 = packing.sizes.iter().map(|&size| i128::from(size)).sum();
    let mut holds = Vec::new();
    for bin in &packing.bins {
        let most = match &bin.load {
            Condition::Within(ranges) => ranges.intervals().last().map(|&(_, last)| last.into()),
            &Condition::Compare(comparison, variable) => {
                let (_, last) = gains.ends(variable.into())?;
                match comparison {
                    Comparison::Less => Some(i128::from(last) - 1),
                    Comparison::AtMost | Comparison::Equal => Some(last.into()),
                    _ => Some(total),
                }
            }
        };
        holds.push((i64::from(bin.value), most.unwrap_or(0).clamp(0, total)));
    }
    holds.sort_unstable();
    let mut things = Vec::new();
    for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
        let (first, last) = gains.ends(variable.into())?;
        things.push((last, first, i128::from(size)));
    }
    things.sort_unstable();
    Some((0..bins).any(|from| {
        let before = from.checked_sub(1).map(|before| holds[before].0);
        let mut inside = things.iter().peekable();
        let mut left = 0;
        holds[from..].iter().enumerate().any(|(at, &(_, room))| {
            left += room;
            let high = holds.get(from + at + 1).map_or(i64::MAX, |&(next, _)| next - 1);
            while let Some(&(_, first, size)) = inside.next_if(|&&(last, ..)| last <= high) {
                left -= if before.is_none_or(|bin| first > bin) { size } else { 0 };
            }
            left < 0
        })
    }))
}
