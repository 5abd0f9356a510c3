//! Smallest hitting sets: sets with at least one element of each given set.

use fixedbitset::FixedBitSet;

use crate::patience::Patience;

/// The answer of [`minimum`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Minimum {
    /// A smallest hitting set.
    Found(Vec<usize>),
    /// Every hitting set has at least as many elements as the bound.
    NotBelow,
    /// The patience was over first.
    OutOfTime,
}

/// A smallest set that has an element of each of `sets`, when there is one with fewer than
/// `below` elements. By branch and bound on the elements of a smallest set that is not hit.
pub(super) fn minimum(sets: &[FixedBitSet], below: usize, patience: &Patience) -> Minimum {
    let mut search = Search { below, best: None, patience, nodes: 0, out_of_time: false };
    search.branch(&mut Vec::new(), minimal_sets(sets));
    match search.best {
        _ if search.out_of_time => Minimum::OutOfTime,
        Some(best) => Minimum::Found(best),
        None => Minimum::NotBelow,
    }
}

/// The sets that contain no other, the smallest first.
fn minimal_sets(sets: &[FixedBitSet]) -> Vec<FixedBitSet> {
    let mut sorted: Vec<&FixedBitSet> = sets.iter().collect();
    sorted.sort_by_key(|set| set.count_ones(..));
    let mut minimal: Vec<FixedBitSet> = Vec::new();
    for set in sorted {
        if !minimal.iter().any(|smaller| smaller.is_subset(set)) {
            minimal.push(set.clone());
        }
    }
    minimal
}

struct Search<'a> {
    /// Only hitting sets with fewer elements are of interest.
    below: usize,
    best: Option<Vec<usize>>,
    patience: &'a Patience,
    nodes: u64,
    out_of_time: bool,
}

impl Search<'_> {
    /// `open` are the sets that `chosen` does not hit, without the elements ruled out.
    fn branch(&mut self, chosen: &mut Vec<usize>, open: Vec<FixedBitSet>) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.patience.spend(256);
            self.out_of_time |= self.patience.is_over();
        }
        if self.out_of_time || chosen.len() + disjoint(&open) >= self.below {
            return;
        }
        let Some(smallest) = open.iter().min_by_key(|set| set.count_ones(..)) else {
            self.below = chosen.len();
            self.best = Some(chosen.clone());
            return;
        };
        let mut elements: Vec<usize> = smallest.ones().collect();
        let hits = |element: usize| open.iter().filter(|set| set.contains(element)).count();
        elements.sort_by_key(|&element| std::cmp::Reverse(hits(element)));
        for at in 0..elements.len() {
            // What the earlier branches chose is ruled out in this one.
            let without = |set: &FixedBitSet| {
                let mut left = set.clone();
                elements[..at].iter().for_each(|&ruled_out| left.set(ruled_out, false));
                left
            };
            let left = open.iter().filter(|set| !set.contains(elements[at])).map(without);
            chosen.push(elements[at]);
            self.branch(chosen, left.collect());
            chosen.pop();
        }
    }
}

/// A lower bound: how many pairwise disjoint sets a greedy choice finds. An empty set cannot be
/// hit at all.
fn disjoint(sets: &[FixedBitSet]) -> usize {
    let mut used = FixedBitSet::new();
    let mut number = 0;
    for set in sets {
        if set.is_clear() {
            return usize::MAX / 2;
        }
        if set.is_disjoint(&used) {
            used.grow(set.len());
            used.union_with(set);
            number += 1;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cnfetti_core::limit::Budget;

    use super::*;

    fn soon() -> Patience {
        Patience::within(Budget::default().at_most(Duration::from_secs(60)))
    }

    fn sets(sets: &[&[usize]]) -> Vec<FixedBitSet> {
        let set = |elements: &&[usize]| {
            let mut set = FixedBitSet::with_capacity(8);
            elements.iter().for_each(|&element| set.insert(element));
            set
        };
        sets.iter().map(set).collect()
    }

    #[test]
    fn no_sets_need_no_element_and_an_empty_set_cannot_be_hit() {
        assert_eq!(minimum(&[], 8, &soon()), Minimum::Found(vec![]));
        assert_eq!(minimum(&sets(&[&[]]), 8, &soon()), Minimum::NotBelow);
    }

    #[test]
    fn agrees_with_trying_every_set() {
        let mut state = 7_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        for _ in 0..300 {
            let family: Vec<u32> = (0..random() % 9).map(|_| 1 + random() % 255).collect();
            let elements = |mask: u32| (0..8).filter(|bit| mask >> bit & 1 == 1).collect();
            let listed: Vec<Vec<usize>> = family.iter().map(|&mask| elements(mask)).collect();
            let listed: Vec<&[usize]> = listed.iter().map(Vec::as_slice).collect();
            let smallest = (0_u32..256)
                .filter(|mask| family.iter().all(|set| set & mask != 0))
                .map(u32::count_ones)
                .min();
            let found = match minimum(&sets(&listed), 9, &soon()) {
                Minimum::Found(set) => {
                    let mask = set.iter().fold(0, |mask, element| mask | 1 << element);
                    assert!(family.iter().all(|set| set & mask != 0));
                    Some(set.len() as u32)
                }
                _ => None,
            };
            assert_eq!(found, smallest, "{family:?}");
        }
    }
}
