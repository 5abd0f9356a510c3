//! Boxes that do not overlap.

use super::{Csp, Malformed, Operand, Rule, Value, VarId, malformed::same_length};
use crate::domains::{Domains, Empty, Step};
use itertools::Itertools;

/// No two of the boxes overlap: tasks in one dimension, rectangles in two, and so on. (Beldiceanu and
/// Contejean, Introducing Global Constraints in CHIP, 1994: diffn.)
///
/// Two boxes do not overlap if in some dimension one ends before the other begins. A box of length 0
/// in some dimension can lie on the border of another box, but not inside it; if such boxes are
/// ignored, it can lie anywhere. No length is negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoOverlap {
    /// The boxes, all with the same number of dimensions.
    pub boxes: Vec<Vec<Extent>>,
    /// Whether boxes of length 0 in some dimension are ignored.
    pub ignores_empty: bool,
}

/// The extent of a box in one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Where it begins. No two extents share this variable.
    pub origin: VarId,
    /// How long it is. A variable may be the length of several boxes, but not also an origin.
    pub length: Operand,
}

impl NoOverlap {
    /// Whether all lengths are nonnegative constants.
    pub fn has_lengths(&self) -> bool {
        let mut lengths = self.boxes.iter().flatten().map(|extent| extent.length.constant());
        lengths.all(|length| length.is_some_and(|length| length >= 0))
    }

    pub(super) fn verify(&self) -> Result<(), Malformed> {
        let dimensions = self.boxes.first().map_or(0, Vec::len);
        let mut boxes = self.boxes.iter();
        boxes.try_for_each(|one| same_length("the dimensions of a box", one.len(), dimensions))
    }
}

impl Rule for NoOverlap {
    fn scope(&self) -> Vec<VarId> {
        let extents = self.boxes.iter().flatten();
        let lengths = extents.clone().filter_map(|extent| extent.length.variable()).unique();
        extents.map(|extent| extent.origin).chain(lengths).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let length = |extent: &Extent| extent.length.value(solution);
        let begin = |extent: &Extent| i64::from(solution[extent.origin.index()]);
        let is_empty = |extents: &Vec<Extent>| extents.iter().any(|extent| length(extent) == 0);
        let pairs = self.boxes.iter().array_combinations();
        let are_apart = |[one, other]: [&Vec<Extent>; 2]| {
            self.ignores_empty && (is_empty(one) || is_empty(other))
                || one.iter().zip(other).any(|(one, other)| {
                    begin(one) + length(one) <= begin(other)
                        || begin(other) + length(other) <= begin(one)
                })
        };
        self.boxes.iter().flatten().all(|extent| length(extent) >= 0)
            && pairs.into_iter().all(are_apart)
    }

    fn describe(&self, csp: &Csp) -> String {
        let extent = |extent: &Extent| {
            format!("{} for {}", csp.name(extent.origin), extent.length.describe(csp))
        };
        let boxes = self.boxes.iter().map(|extents| extents.iter().map(extent).join(" and "));
        format!("NoOverlap({})", boxes.format(", "))
    }
}

/// Two boxes that certainly overlap in all dimensions but one are apart in that.
pub(super) fn propagate(domains: &mut Domains, constraint: &NoOverlap) -> Step {
    for extent in constraint.boxes.iter().flatten() {
        domains.keep(extent.length, 0, i64::MAX)?;
    }
    for (place, one) in constraint.boxes.iter().enumerate() {
        for other in &constraint.boxes[place + 1..] {
            domains.work += one.len() as u64;
            let is_empty =
                |extents: &[Extent]| extents.iter().any(|extent| domains.least(extent.length) == 0);
            if !constraint.ignores_empty || !is_empty(one) && !is_empty(other) {
                apart(domains, one, other)?;
            }
        }
    }
    Ok(())
}

fn apart(domains: &mut Domains, one: &[Extent], other: &[Extent]) -> Step {
    // The only way in which they can be apart: the one that comes first, and the other.
    let mut only = None;
    for (&one, &other) in one.iter().zip(other) {
        for (first, second) in [(one, other), (other, one)] {
            if domains.low(first.origin) + domains.least(first.length)
                <= domains.high(second.origin)
                && only.replace((first, second)).is_some()
            {
                return Ok(());
            }
        }
    }
    let Some((first, second)) = only else { return Err(Empty) };
    let length = domains.least(first.length);
    domains.at_least(second.origin, domains.low(first.origin) + length)?;
    domains.at_most(first.origin, domains.high(second.origin) - length)?;
    if let Operand::Variable(variable) = first.length {
        let most = domains.high(second.origin) - domains.low(first.origin);
        domains.at_most(variable, most)?;
    }
    Ok(())
}
