//! Finds the regions that can be joined.

use itertools::Itertools;

use crate::random::Random;

use super::Region;
use super::layout::Layout;
use super::mix::Mix;
use super::rule::Rule;

/// The largest number of cells of a region.
const MOST_CELLS: usize = 6;

impl Layout {
    /// Returns the index pairs of neighbouring regions that can be joined, because they are small enough, without
    /// bounds, and not both without a rule: first those with equal pips throughout, each group in random order.
    pub(super) fn pairs(&self, regions: &[Region], random: &mut Random) -> Vec<[usize; 2]> {
        let pairs = (0..regions.len()).array_combinations();
        let mut pairs: Vec<[usize; 2]> = pairs
            .filter(|pair| {
                let [one, other] = pair.map(|region| &regions[region].cells);
                let rules = pair.map(|region| regions[region].rule);
                rules != [Rule::Any; 2]
                    && !rules.iter().any(|rule| rule.is_bound())
                    && one.len() + other.len() <= MOST_CELLS
                    && one.iter().cartesian_product(other).any(|(&a, &b)| self.touch(a, b))
            })
            .collect();
        random.shuffle(&mut pairs);
        pairs.sort_by_key(|pair| {
            !union(regions, pair).iter().map(|&cell| self.pips[cell]).all_equal()
        });
        pairs
    }

    /// Returns a region with a rule that its pips obey.
    pub(super) fn region(&self, cells: Vec<usize>, mix: &Mix, random: &mut Random) -> Region {
        let pips = cells.iter().map(|&cell| self.pips[cell]).collect_vec();
        Region { cells, rule: Rule::of(&pips, self.largest(), mix, random) }
    }
}

/// The cells of two regions, in order.
pub(super) fn union(regions: &[Region], pair: &[usize; 2]) -> Vec<usize> {
    pair.iter().flat_map(|&one| regions[one].cells.iter().copied()).sorted().collect()
}
