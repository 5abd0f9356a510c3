//! Boxes on a line.

use super::Most;
use super::tasks::{is_overloaded, task};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::NoOverlap;

/// Boxes on a line.
pub(super) fn most(constraint: &NoOverlap, gains: &Gains<'_>) -> Most {
    let tasks = constraint.boxes.iter().filter_map(|extents| match extents[..] {
        [extent] => {
            let (length, _) = gains.ends(extent.length)?;
            task(gains.ends(extent.origin.into())?, length, 1)
        }
        _ => None,
    });
    if is_overloaded(&tasks.collect::<Vec<_>>(), 1, gains) { None } else { gains.rest() }
}
