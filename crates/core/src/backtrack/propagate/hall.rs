//! Bounds of variables that are all different: an interval with as many variables inside as it has values leaves nothing
//! for the others (Hall's theorem).

use super::super::domains::{Domains, Empty, Step};
use crate::csp::VarId;

/// Variables that are all different.
pub(in super::super) struct Hall {
    pub(in super::super) scope: Vec<VarId>,
}

impl Hall {
    /// Moves the ends of the domains out of such intervals.
    pub(super) fn propagate(&self, domains: &mut Domains) -> Step {
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

#[cfg(test)]
mod tests {
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
