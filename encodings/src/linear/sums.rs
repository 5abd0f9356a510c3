//! The possible sums of summands.

use crate::summand::Summand;

/// For each summand, the possible sums of the summands after it, increasing and up to the bound.
pub(super) fn suffix_sums(summands: &[Summand], bound: u64) -> Vec<Vec<u64>> {
    let mut suffixes = vec![vec![0]];
    for summand in summands[1..].iter().rev() {
        let after = &suffixes[suffixes.len() - 1];
        suffixes.push(plus(after, summand, bound));
    }
    suffixes.reverse();
    suffixes
}

/// The possible sums of one of `sums` and the summand, increasing and up to the bound.
pub(super) fn plus(sums: &[u64], summand: &Summand, bound: u64) -> Vec<u64> {
    let mut longer: Vec<u64> = sums
        .iter()
        .flat_map(|&sum| summand.weights().filter_map(move |weight| sum.checked_add(weight)))
        .filter(|&sum| sum <= bound)
        .collect();
    longer.sort_unstable();
    longer.dedup();
    longer
}
