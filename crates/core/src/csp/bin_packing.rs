//! Items of given sizes go into bins.

use super::operand::bounded;
use super::rows::Rows;
use super::{Condition, Csp, Malformed, Rule, Value, VarId, malformed::same_length};
use crate::domains::{Domains, Empty, Step};
use crate::program::Sum;
use itertools::Itertools;

/// Each variable is the bin of one item, and the load of each bin satisfies that bin's condition. An
/// item cannot be in a bin that is not listed. (Shaw, A Constraint for Bin Packing, CP 2004.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinPacking {
    /// The bin of each item, each variable once.
    pub scope: Vec<VarId>,
    /// The size of each item, not negative.
    pub sizes: Vec<i64>,
    /// The bins, each value once.
    pub bins: Vec<Bin>,
}

/// A bin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bin {
    /// The value that stands for this bin.
    pub value: Value,
    /// The condition on the sum of the sizes of the items in this bin. Its variable is not in the
    /// scope; other bins may share it.
    pub load: Condition,
}

impl BinPacking {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        if let Some(bin) = self.bins.iter().map(|bin| bin.value).duplicates().next() {
            return Err(Malformed::ValueTwice(bin));
        }
        let sizes = self.sizes.iter().try_fold(0_i64, |sum, &size| sum.checked_add(size));
        match self.sizes.iter().find(|&&size| size < 0) {
            Some(&size) => Err(Malformed::Negative(size)),
            None if sizes.is_none_or(|sum| sum > i64::MAX / 4) => {
                Err(Malformed::TooLarge(self.sizes.iter().join(" + ")))
            }
            None => same_length("the sizes", self.sizes.len(), self.scope.len()),
        }
    }
}

impl Rule for BinPacking {
    fn scope(&self) -> Vec<VarId> {
        let limits = self.bins.iter().filter_map(|bin| bin.load.variable()).unique();
        self.scope.iter().copied().chain(limits).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let bin_of = |variable: &VarId| solution[variable.index()];
        let is_listed = |value: Value| self.bins.iter().any(|bin| bin.value == value);
        self.scope.iter().all(|variable| is_listed(bin_of(variable)))
            && self.bins.iter().all(|bin| {
                let things = self.scope.iter().zip(&self.sizes);
                let inside = things.filter(|(variable, _)| bin_of(variable) == bin.value);
                bin.load.holds(inside.map(|(_, size)| size).sum(), solution)
            })
    }

    fn describe(&self, csp: &Csp) -> String {
        let things = self.scope.iter().zip(&self.sizes);
        let things = things.map(|(&variable, size)| format!("{size} in {}", csp.name(variable)));
        let bin = |bin: &Bin| format!("bin {} {}", bin.value, bin.load.describe(csp));
        format!("BinPacking({}; {})", things.format(", "), self.bins.iter().map(bin).format(", "))
    }
}

/// Each bin has room for what must be in it, and something to fill it.
pub(super) fn propagate(domains: &mut Domains, packing: &BinPacking) -> Step {
    for &variable in &packing.scope {
        let is_bin = |value: i64| packing.bins.iter().any(|bin| i64::from(bin.value) == value);
        if domains.size(variable) > packing.bins.len() || !domains.values(variable).all(is_bin) {
            domains.retain(variable, is_bin)?;
        }
    }
    for bin in &packing.bins {
        domains.work += packing.scope.len() as u64;
        let value = bin.value.into();
        let (mut surely, mut perhaps) = (0, 0);
        for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
            if domains.has(variable, value) {
                perhaps += size;
                surely += if domains.is_fixed(variable) { size } else { 0 };
            }
        }
        let (low, high) = bounded(domains, &bin.load, surely, perhaps)?;
        for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
            if !domains.has(variable, value) || domains.is_fixed(variable) {
                continue;
            }
            match (surely + size > high, perhaps - size < low) {
                (true, true) => return Err(Empty),
                (true, false) => domains.remove(variable, value)?,
                (false, true) => domains.assign(variable, value)?,
                (false, false) => {}
            }
        }
    }
    Ok(())
}

impl Rows<'_> {
    pub(super) fn bin_packing(&mut self, packing: &BinPacking) {
        for bin in &packing.bins {
            let mut sum = Sum::default();
            for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
                let Some(part) = self.is(variable, bin.value) else { return };
                sum.add(part, size);
            }
            self.condition(sum, &bin.load);
        }
    }
}
