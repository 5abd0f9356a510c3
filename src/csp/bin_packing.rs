//! Things of given sizes go into bins.

use itertools::Itertools;

use super::layers::Machine;
use super::reading::Reading;
use super::residual::{Frame, Residual};
use super::{Condition, Constraint, Csp, Malformed, Rule, Value, VarId};

/// Each variable is the bin that a thing is in, and what is in a bin has a size as the condition of the
/// bin demands. A thing cannot be in a bin that is not listed. (Shaw, A Constraint for Bin Packing, CP
/// 2004.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinPacking {
    /// The bin of each thing, each variable once.
    pub scope: Vec<VarId>,
    /// The size of each thing, not negative.
    pub sizes: Vec<i64>,
    /// The bins, each value once.
    pub bins: Vec<Bin>,
}

/// A bin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bin {
    /// The value that says it.
    pub value: Value,
    /// What the sizes of the things in it must sum up to. Its variable, which may be that of other bins
    /// too, is not in the scope.
    pub load: Condition,
}

impl From<BinPacking> for Constraint {
    fn from(constraint: BinPacking) -> Constraint {
        Constraint::BinPacking(constraint)
    }
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
            None => Ok(()),
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

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let reading = Reading::new(Rule::scope(self), frame);
        let sizes = reading.scope.iter().map(|variable| {
            let thing = self.scope.iter().position(|other| other == variable)?;
            Some(self.sizes[thing])
        });
        let sizes = sizes.collect();
        let limit = |bin: &Bin| bin.load.variable().and_then(|limit| reading.place(limit));
        let limits = self.bins.iter().map(limit).collect();
        let domains = reading.domains.clone();
        reading.open(Loads { packing: self.clone(), sizes, limits, domains }, frame)
    }
}

/// What is in each bin so far, and then for each bin one more than the position of what that is compared
/// with.
struct Loads {
    packing: BinPacking,
    /// For each place of the reading the size of the thing; `None` for a variable of a condition.
    sizes: Vec<Option<i64>>,
    /// For each bin where the variable of its condition is read.
    limits: Vec<Option<usize>>,
    domains: Vec<Vec<Value>>,
}

impl Loads {
    fn is_right(&self, bin: usize, load: i64, limit: u64) -> bool {
        let limit = match (self.limits[bin], limit.checked_sub(1)) {
            (Some(place), Some(position)) => self.domains[place][position as usize],
            _ => 0,
        };
        self.packing.bins[bin].load.allows(load, limit)
    }
}

impl Machine for Loads {
    fn limits(&self) -> Vec<u64> {
        let all: i64 = self.packing.sizes.iter().sum();
        let loads = vec![all as u64; self.limits.len()];
        let limit = |place: &Option<usize>| place.map_or(0, |at| self.domains[at].len() as u64);
        loads.into_iter().chain(self.limits.iter().map(limit)).collect()
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let bins = self.limits.len();
        if let Some(size) = self.sizes[place] {
            let Some(bin) = self.packing.bins.iter().position(|bin| bin.value == value) else {
                return false;
            };
            state[bin] += size as u64;
            return match &self.packing.bins[bin].load {
                Condition::Within(ranges) => ranges.meets(state[bin] as i64, i64::MAX),
                Condition::Compare(..) => true,
            };
        }
        let position = self.domains[place].partition_point(|&other| other < value);
        for (bin, _) in self.limits.iter().enumerate().filter(|(_, limit)| **limit == Some(place)) {
            state[bins + bin] = 1 + position as u64;
        }
        true
    }

    fn accepts(&self, state: &[u64]) -> bool {
        let bins = self.limits.len();
        (0..bins).all(|bin| self.is_right(bin, state[bin] as i64, state[bins + bin]))
    }
}
