//! What is in a list twice.

/// The first of these that is there a second time. Most lists are in order, and then one look is enough.
pub(super) fn repeated<T: Copy + Ord>(all: impl IntoIterator<Item = T>) -> Option<T> {
    let all: Vec<T> = all.into_iter().collect();
    if all.is_sorted_by(|one, next| one < next) {
        return None;
    }
    let mut placed: Vec<(T, usize)> = all.into_iter().zip(0..).collect();
    placed.sort_unstable();
    let pairs = placed.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    pairs.map(|pair| pair[1]).min_by_key(|&(_, place)| place).map(|(one, _)| one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// In random short lists, against comparing each with all before.
    #[test]
    fn the_first_repetition_is_found() {
        let mut seen = [0; 3];
        for seed in 0..2_000 {
            let random = &mut Random::new(seed);
            let mut list: Vec<usize> = (0..random.below(9)).map(|_| random.below(12)).collect();
            if random.one_in(2) {
                list.sort_unstable();
            }
            let is_again = |&at: &usize| list[..at].contains(&list[at]);
            let expected = (0..list.len()).find(is_again).map(|at| list[at]);
            assert_eq!(repeated(list.iter().copied()), expected, "{list:?}");
            let others = expected.is_some_and(|first| {
                let again = (0..list.len()).filter(is_again);
                again.map(|at| list[at]).any(|other| other < first)
            });
            seen[usize::from(expected.is_some()) + usize::from(others)] += 1;
        }
        assert!(seen.iter().all(|&number| number > 50), "{seen:?}");
    }
}
