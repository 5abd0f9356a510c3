//! Boxes that do not overlap.

use itertools::Itertools;

use super::{Csp, Operand, Rule, Value, VarId};

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
