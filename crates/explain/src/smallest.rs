//! Smallest contradicting sets (SMUS), by implicit hitting sets.
//!
//! A contradicting set has at least one element that a consistent set leaves out. So a smallest set that hits the complements
//! of all known consistent sets is a lower bound. If it contradicts, it is a smallest contradicting set. (Ignatiev, Previti,
//! Liffiton and Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set Dualization, CP 2015.)

use fixedbitset::FixedBitSet;

use crate::hitting_set::{Minimum, minimum};
use crate::patience::{Patience, QUESTION};
use cnfetti_sat::solver::NoAnswer;

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
pub(super) fn grow(
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
