//! Smallest contradicting sets (SMUS), by implicit hitting sets.
//!
//! A contradicting set has at least one element that a consistent set leaves out. So a smallest set that hits the complements
//! of all known consistent sets is a lower bound. If it contradicts, it is a smallest contradicting set. (Ignatiev, Previti,
//! Liffiton and Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set Dualization, CP 2015.)

use std::cell::Cell;
use std::time::Duration;

use fixedbitset::FixedBitSet;

use cnfetti_core::limit::Budget;
use cnfetti_sat::solver::NoAnswer;

/// How hard to look for the fewest rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For this time.
    Time(Duration),
    /// With this much work, which is the same on every machine. A node of the search for hitting sets counts 1, and so does
    /// a conflict of a solver. A question about a candidate for the smallest set counts 100 more.
    Work(u64),
}

/// The work of a question to a solver.
const QUESTION: u64 = 100;

/// What is left of an effort.
pub(super) struct Patience {
    budget: Budget,
    work: Cell<u64>,
}

impl Patience {
    /// All of an effort, by the clock of the budget.
    pub(super) fn new(effort: Effort, budget: &Budget) -> Patience {
        let unlimited = budget.without_end();
        match effort {
            Effort::Time(time) => Patience::within(unlimited.at_most(time)),
            Effort::Work(work) => Patience { budget: unlimited, work: Cell::new(work) },
        }
    }

    pub(super) fn within(budget: Budget) -> Patience {
        Patience { budget, work: Cell::new(u64::MAX) }
    }

    /// Counts work.
    pub(super) fn spend(&self, work: u64) {
        self.work.set(self.work.get().saturating_sub(work));
    }

    /// Whether it is used up.
    pub(super) fn is_over(&self) -> bool {
        self.work.get() == 0 || self.budget.is_spent()
    }
}

/// Whether a set of elements contradicts.
pub(super) enum Reply {
    /// It does, and these of its elements are enough for that.
    Contradiction(Vec<usize>),
    /// It does not: something satisfies all elements but these.
    Consistent(FixedBitSet),
}

/// A contradicting set without redundant elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subset {
    /// Its elements, increasing.
    pub(super) elements: Vec<usize>,
    /// Whether sets with fewer elements surely do not contradict.
    pub(super) is_smallest: bool,
}

/// A smallest contradicting subset of `all`, whose elements are below `n`. If the effort is used up first, it has no redundant
/// elements, but may not be the smallest. `None` if `all` is consistent.
pub(super) fn smallest(
    n: usize,
    all: &[usize],
    patience: &Patience,
    mut ask: impl FnMut(&[usize]) -> Result<Reply, NoAnswer>,
) -> Result<Option<Subset>, NoAnswer> {
    let mut best = match ask(all)? {
        Reply::Contradiction(core) => core,
        Reply::Consistent(_) => return Ok(None),
    };
    let mut left_out: Vec<FixedBitSet> = Vec::new();
    shrink(n, all, &mut best, &mut left_out, patience, &mut ask)?;
    loop {
        let is_smallest = match minimum(&left_out, best.len(), patience) {
            Minimum::NotBelow => true,
            Minimum::OutOfTime => false,
            Minimum::Found(candidate) => {
                if !patience.is_over() {
                    patience.spend(QUESTION);
                    match ask(&candidate)? {
                        Reply::Contradiction(_) => best = candidate,
                        Reply::Consistent(broken) => {
                            left_out.push(grow(n, all, broken, patience, &mut ask)?);
                            continue;
                        }
                    }
                    true
                } else {
                    false
                }
            }
        };
        best.sort_unstable();
        return Ok(Some(Subset { elements: best, is_smallest }));
    }
}

/// Drops redundant elements of a contradicting set. As long as there is effort left, it collects the complements of the
/// consistent sets that it meets, which help to find a smaller set.
fn shrink(
    n: usize,
    all: &[usize],
    core: &mut Vec<usize>,
    left_out: &mut Vec<FixedBitSet>,
    patience: &Patience,
    ask: &mut impl FnMut(&[usize]) -> Result<Reply, NoAnswer>,
) -> Result<(), NoAnswer> {
    let mut at = 0;
    while at < core.len() {
        let mut without = core.clone();
        without.remove(at);
        match ask(&without)? {
            Reply::Contradiction(smaller) => {
                // The order stays, so that elements known to be needed are in front.
                core.retain(|element| smaller.contains(element));
            }
            Reply::Consistent(broken) => {
                if !patience.is_over() {
                    left_out.push(grow(n, all, broken, patience, ask)?);
                }
                at += 1;
            }
        }
    }
    Ok(())
}

/// Grows the consistent set without the broken elements as far as possible, or until the effort is used up. Returns its
/// complement.
fn grow(
    n: usize,
    all: &[usize],
    mut broken: FixedBitSet,
    patience: &Patience,
    ask: &mut impl FnMut(&[usize]) -> Result<Reply, NoAnswer>,
) -> Result<FixedBitSet, NoAnswer> {
    broken.grow(n);
    for &element in all {
        if broken.contains(element) && !patience.is_over() {
            let kept = |other: usize| other == element || !broken.contains(other);
            let more: Vec<usize> = all.iter().copied().filter(|&other| kept(other)).collect();
            if let Reply::Consistent(mut fewer) = ask(&more)? {
                fewer.grow(n);
                broken = fewer;
            }
        }
    }
    Ok(broken)
}

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
