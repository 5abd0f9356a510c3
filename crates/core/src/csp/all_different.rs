//! No two variables are equal.

use std::collections::BTreeSet;

use super::rows::Rows;
use super::{Csp, Rule, Value, VarId};
use crate::domains::{Domains, Empty, Step};
use crate::program::Sum;
use itertools::Itertools;

/// No two variables of the scope are equal, except that several may have the same value of
/// `except`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllDifferent {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// Values that may repeat, such as 0 for an empty seat.
    pub except: Vec<Value>,
}

impl AllDifferent {
    /// Whether it holds, also of large and of negative values.
    fn holds_by_order(&self, solution: &[Value]) -> bool {
        let values = self.scope.iter().map(|variable| solution[variable.index()]);
        let values = values.filter(|value| !self.except.contains(value));
        values.sorted_unstable().tuple_windows().all(|(one, next)| one != next)
    }
}

impl Rule for AllDifferent {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        // Counts ask this about thousands of solutions, mostly with small values.
        let mut seen = 0_u128;
        for variable in &self.scope {
            let value = solution[variable.index()];
            if self.except.contains(&value) {
                continue;
            }
            let bit = u32::try_from(value).ok().and_then(|value| 1_u128.checked_shl(value));
            let Some(bit) = bit else { return self.holds_by_order(solution) };
            if seen & bit != 0 {
                return false;
            }
            seen |= bit;
        }
        true
    }

    fn describe(&self, csp: &Csp) -> String {
        let names = csp.names(&self.scope);
        let except = csp.values_text(&self.scope, &self.except);
        match self.except[..] {
            [] => format!("AllDifferent({names})"),
            [_] => format!("AllDifferentExcept{except}({names})"),
            _ => format!("AllDifferent({names}; except {except})"),
        }
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        !self.except.iter().any(|except| values.contains(except))
    }
}

/// Values that are taken, and variables that must be different: the scope begins with those that are done.
pub(crate) struct Different {
    pub(crate) scope: Vec<VarId>,
    pub(crate) except: Vec<i64>,
    pub(crate) cell: usize,
}

impl Different {
    pub(crate) fn propagate(&mut self, domains: &mut Domains) -> Step {
        let mut done = domains.cell(self.cell);
        let mut at = done;
        while at < self.scope.len() {
            domains.work += 1;
            let Some(taken) = domains.only(self.scope[at]) else {
                at += 1;
                continue;
            };
            self.scope.swap(at, done);
            done += 1;
            at = done;
            if !self.except.contains(&taken) {
                self.scope[done..].iter().try_for_each(|&other| domains.remove(other, taken))?;
            }
        }
        domains.set_cell(self.cell, done);
        Ok(())
    }
}

/// As many values as variables that are all different: each value is taken.
pub(crate) struct Permutation {
    pub(crate) scope: Vec<VarId>,
    pub(crate) values: Vec<i64>,
}

impl Permutation {
    /// A value that only one variable can take is taken by it.
    pub(crate) fn propagate(&self, domains: &mut Domains) -> Step {
        let mut takers: Vec<(Option<VarId>, u32)> = vec![(None, 0); self.values.len()];
        for &variable in &self.scope {
            domains.work += domains.size(variable) as u64;
            for value in domains.values(variable) {
                if let Ok(place) = self.values.binary_search(&value) {
                    takers[place] = (Some(variable), takers[place].1 + 1);
                }
            }
        }
        for (&value, taker) in self.values.iter().zip(takers) {
            match taker {
                (None, _) => return Err(Empty),
                (Some(variable), 1) => domains.assign(variable, value)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Variables that are all different.
pub(crate) struct Hall {
    pub(crate) scope: Vec<VarId>,
}

impl Hall {
    /// Moves the ends of the domains out of such intervals.
    pub(crate) fn propagate(&self, domains: &mut Domains) -> Step {
        let ends = |domains: &Domains| -> Vec<(i64, i64)> {
            self.scope.iter().map(|&one| (domains.low(one), domains.high(one))).collect()
        };
        domains.work += 8 * self.scope.len() as u64;
        let lows = raised(&ends(domains))?;
        for (&variable, low) in self.scope.iter().zip(lows) {
            domains.at_least(variable, low)?;
        }
        // The other ends are lower ends of the negated numbers.
        let negated: Vec<(i64, i64)> =
            ends(domains).into_iter().map(|(low, high)| (-high, -low)).collect();
        let highs = raised(&negated)?;
        for (&variable, high) in self.scope.iter().zip(highs) {
            domains.at_most(variable, -high)?;
        }
        Ok(())
    }
}

/// Pointers upwards in a forest over places.
struct Forest(Vec<usize>);

impl Forest {
    /// The last place on the way upwards from this one.
    fn last(&self, mut at: usize) -> usize {
        while self.0[at] > at {
            at = self.0[at];
        }
        at
    }

    /// Makes all places on the way from the first to the last one point to this one.
    fn point(&mut self, mut at: usize, last: usize, to: usize) {
        while at != last {
            at = std::mem::replace(&mut self.0[at], to);
        }
    }
}

/// The lower ends of intervals after those with as many intervals inside as they have values, in time O(n log n) (López-Ortiz,
/// Quimper, Tromp and van Beek, A Fast and Simple Algorithm for Bounds Consistency of the Alldifferent Constraint, IJCAI
/// 2003).
fn raised(ends: &[(i64, i64)]) -> Result<Vec<i64>, Empty> {
    let mut lows: Vec<i64> = ends.iter().map(|&(low, _)| low).collect();
    // Where intervals begin, and where values are that follow them, between two values that are outside of all.
    let mut places: Vec<i64> = ends.iter().flat_map(|&(low, high)| [low, high + 1]).collect();
    places.sort_unstable();
    places.dedup();
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return Ok(lows) };
    places.insert(0, first - 2);
    places.push(last + 2);
    let rank = |value: i64| places.partition_point(|&place| place < value);
    let mut order: Vec<usize> = (0..ends.len()).collect();
    order.sort_unstable_by_key(|&at| ends[at].1);
    let below = || (0..places.len()).map(|at| at.saturating_sub(1)).collect();
    // Places with free values after them, and ends of intervals that are full.
    let (mut free, mut full) = (Forest(below()), Forest(below()));
    // Of the values between the place before and this one how many are left.
    let mut left: Vec<i64> =
        (0..places.len()).map(|at| places[at] - places[at.saturating_sub(1)]).collect();
    for at in order {
        let (from, to) = (rank(ends[at].0), rank(ends[at].1 + 1));
        let mut taken = free.last(from + 1);
        let before = free.0[taken];
        left[taken] -= 1;
        if left[taken] == 0 {
            free.0[taken] = taken + 1;
            taken = free.last(taken + 1);
            free.0[taken] = before;
        }
        free.point(from + 1, taken, taken);
        let room = places[taken] - places[to];
        if left[taken] < room {
            return Err(Empty);
        }
        if full.0[from] > from {
            let end = full.last(full.0[from]);
            lows[at] = places[end];
            full.point(from, end, end);
        }
        if left[taken] == room {
            full.point(full.0[to], before - 1, to);
            full.0[to] = before - 1;
        }
    }
    Ok(lows)
}

impl Rows<'_> {
    pub(super) fn all_different(&mut self, constraint: &AllDifferent) {
        let values = self.values_of(&constraint.scope);
        let least =
            i64::from(constraint.except.is_empty() && values.len() == constraint.scope.len());
        for &value in values.iter().filter(|value| !constraint.except.contains(value)) {
            let Some(sum) = self.occurrences(&constraint.scope, value) else {
                return self.smallest_and_largest(constraint, &values);
            };
            self.program.state(sum, least, 1);
        }
    }

    /// The sum is at least that of the smallest values, and at most that of the largest.
    fn smallest_and_largest(&mut self, constraint: &AllDifferent, values: &BTreeSet<Value>) {
        if !constraint.except.is_empty() {
            return;
        }
        let number = constraint.scope.len();
        let total = |values: &mut dyn Iterator<Item = &Value>| -> i64 {
            values.take(number).map(|&value| i64::from(value)).sum()
        };
        let (least, most) = (total(&mut values.iter()), total(&mut values.iter().rev()));
        let mut sum = Sum::default();
        for &variable in &constraint.scope {
            let part = self.variable(variable);
            sum.add(part, 1);
        }
        self.program.state(sum, least, most);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::random::Random;

    /// Small values, negative ones, and those that do not fit into a set of bits.
    #[test]
    fn values_of_any_size_are_compared() {
        let (mut different, mut equal) = (0, 0);
        for seed in 0..3_000 {
            let random = &mut Random::new(seed);
            let (least, range) = [(0, 12), (-3, 9), (120, 15), (-200, 400)][random.below(4)];
            let mut draw = || least + random.below(range) as Value;
            let solution: Vec<Value> = (0..5).map(|_| draw()).collect();
            let except = (0..2).map(|_| draw()).collect();
            let all = AllDifferent { scope: (0..5).map(VarId::at).collect(), except };
            let counted = solution.iter().filter(|value| !all.except.contains(value));
            let (number, distinct) = (counted.clone().count(), counted.collect::<HashSet<_>>());
            assert_eq!(all.holds(&solution), number == distinct.len(), "{solution:?} {all:?}");
            *if number == distinct.len() { &mut different } else { &mut equal } += 1;
        }
        assert!(different > 500 && equal > 500, "{different} {equal}");
    }
}

#[cfg(test)]
mod hall_tests {
    use super::*;
    use crate::random::Random;

    /// Whether different values can be chosen, one of each interval: always of those that begin the one that ends first.
    fn fits(mut ends: Vec<(i64, i64)>) -> bool {
        let mut value = i64::MIN;
        while !ends.is_empty() {
            let next = ends.iter().map(|&(low, _)| low).min().unwrap_or(value);
            value = next.max(value);
            let open = (0..ends.len()).filter(|&at| ends[at].0 <= value);
            let Some(at) = open.min_by_key(|&at| ends[at].1) else { return false };
            if ends.swap_remove(at).1 < value {
                return false;
            }
            value += 1;
        }
        true
    }

    #[test]
    fn ends_are_the_least_values_that_fit() {
        let (mut raises, mut none) = (0, 0);
        for seed in 0..4_000 {
            let random = &mut Random::new(seed);
            let (size, width) = (1 + random.below(7), 1 + random.below(5));
            let ends: Vec<(i64, i64)> = (0..size)
                .map(|_| {
                    let low = random.below(9) as i64 - 4;
                    (low, low + random.below(width) as i64)
                })
                .collect();
            let with = |at: usize, value: i64| {
                let mut ends = ends.clone();
                ends[at] = (value, value);
                fits(ends)
            };
            if !fits(ends.clone()) {
                assert!(raised(&ends).is_err(), "seed {seed}: {ends:?}");
                none += 1;
                continue;
            }
            let least: Vec<i64> = (0..size)
                .map(|at| (ends[at].0..=ends[at].1).find(|&value| with(at, value)).unwrap())
                .collect();
            let found = raised(&ends).unwrap_or_default();
            assert_eq!(found, least, "seed {seed}: {ends:?}");
            raises += usize::from(least.iter().zip(&ends).any(|(low, ends)| *low > ends.0));
        }
        assert!(raises > 400 && none > 400, "{raises} {none}");
    }
}
