//! Divides states, and sets of them, among parts.

use std::collections::BTreeMap;
use std::ops::Range;

use itertools::Itertools;

use super::Set;

/// What one part gets.
pub(super) struct Share {
    /// The states, each with whether this is the first part that has it.
    pub(super) states: Vec<(usize, bool)>,
    /// The sets of states, by the places of the states in this part.
    pub(super) sets: Vec<Set>,
}

/// Divides this many states, and the sets of each projection. Without sets, each state goes to one part; sets are never
/// divided. Keeps neighbours together, because they have most in common.
pub(super) fn share(states: usize, sets: &[Vec<Set>], parts: usize) -> Vec<Share> {
    let mut has_part = vec![false; states];
    let of_set = |set: &Set| set.states.len() as f64;
    let of_sets = |sets: &Vec<Set>| shares(&sets.iter().map(of_set).collect_vec(), parts);
    let shares_of_sets = sets.iter().map(of_sets).collect_vec();
    let shares_of_states = shares(&vec![1.0; states], parts);
    let of_part = |part: usize| {
        let mut own: Vec<Set> = Vec::new();
        for (of_projection, shares) in sets.iter().zip(&shares_of_sets) {
            own.extend_from_slice(&of_projection[shares[part].clone()]);
        }
        let in_sets = own.iter().flat_map(|set| &set.states).map(|&state| state as usize);
        let states = match sets {
            [] => shares_of_states[part].clone().collect_vec(),
            _ => in_sets.sorted_unstable().dedup().collect_vec(),
        };
        let places: BTreeMap<u32, u32> =
            states.iter().enumerate().map(|(place, &state)| (state as u32, place as u32)).collect();
        for set in &mut own {
            set.states.iter_mut().for_each(|state| *state = places[state]);
        }
        let mut is_first = |state: usize| !std::mem::replace(&mut has_part[state], true);
        let states = states.into_iter().map(|state| (state, is_first(state)));
        Share { states: states.collect(), sets: own }
    };
    (0..parts).map(of_part).collect()
}

/// Divides a list, given the work at each place, into ranges with similar work.
fn shares(work: &[f64], parts: usize) -> Vec<Range<usize>> {
    let all: f64 = work.iter().sum();
    let mut before = 0.0;
    let mut sizes = vec![0; parts];
    for work in work {
        let middle = (before + work / 2.0) / all * parts as f64;
        sizes[(middle as usize).min(parts - 1)] += 1;
        before += work;
    }
    let mut start = 0;
    let range = |size| {
        start += size;
        start - size..start
    };
    sizes.into_iter().map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::shares;
    use cnfetti_core::random::Random;

    #[test]
    fn shares_are_about_equal_and_everything() {
        assert_eq!(shares(&[1.0, 1.0, 1.0, 1.0, 4.0], 2), [0..4, 4..5]);
        assert_eq!(shares(&[], 2), [0..0, 0..0]);
        assert_eq!(shares(&[7.0], 3), [0..0, 0..1, 1..1]);
        let random = &mut Random::new(5);
        for _ in 0..1000 {
            let (length, parts) = (random.below(50), 1 + random.below(9));
            let work: Vec<f64> = (0..length).map(|_| 1.0 + random.below(20) as f64).collect();
            let shares = shares(&work, parts);
            assert_eq!(shares.len(), parts);
            assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert_eq!((shares[0].start, shares[parts - 1].end), (0, length));
            let fair = work.iter().sum::<f64>() / parts as f64;
            for share in shares {
                assert!(work[share].iter().sum::<f64>() <= fair + 20.0);
            }
        }
    }
}
