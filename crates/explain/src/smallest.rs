//! Smallest sets that contradict: implicit hitting sets.
//!
//! Whatever a consistent set leaves out, a contradicting set must take something of. So a
//! smallest hitting set of what the consistent sets found so far leave out is a lower bound, and
//! when it contradicts it is a smallest contradicting set. (Ignatiev, Previti, Liffiton and
//! Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set Dualization, CP 2015.)

use fixedbitset::FixedBitSet;

use crate::hitting_set::{Minimum, minimum};
use crate::patience::{Patience, QUESTION};
use cnfetti_sat::solver::NoAnswer;

/// Whether a set of elements contradicts.
pub(super) enum Reply {
    /// It does, already with these elements.
    Contradiction(Vec<usize>),
    /// It does not: something agrees with all elements but these.
    Consistent(FixedBitSet),
}

/// A contradicting set without needless elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subset {
    /// Its elements, increasing.
    pub(super) elements: Vec<usize>,
    /// Whether it is known that no set with fewer elements contradicts.
    pub(super) is_smallest: bool,
}

/// A smallest contradicting subset of `all`, out of elements below `n`; without the proof that it
/// is the smallest, but still without needless elements, when the patience is over first. `None`
/// when not even all of them contradict.
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

/// Drops from a contradicting set what it does not need. What the consistent sets found on the way
/// leave out is noted as long as there is patience: it only serves to find a smaller one.
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
                // The order is kept, so what was found necessary stays in front.
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

/// The complement of a largest consistent set that contains what is not broken; of some consistent
/// set when the patience is over first.
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
