//! How often a row is run.

/// How often each row is run. The times are medians.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeat {
    /// This many times, and at least once.
    Times(usize),
    /// Three times, or once if that is much work: then the time varies little.
    #[default]
    Usual,
}

/// How often a row is run that is not much work.
const USUAL: usize = 3;

/// What is more than this is much work, in steps: about ten milliseconds. It is not the time, so that the number
/// of runs is the same each time.
const MUCH: u64 = 10_000_000;

impl Repeat {
    /// Whether to run a row once more, after so many runs with so many steps.
    pub(super) fn is_more(self, runs: usize, steps: u64) -> bool {
        match self {
            Repeat::Times(times) => runs < times.max(1),
            Repeat::Usual => runs == 0 || (runs < USUAL && steps <= MUCH),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_much_work_is_run_once() {
        let runs = |repeat: Repeat, each: u64| {
            (0..).find(|&runs| !repeat.is_more(runs, runs as u64 * each)).unwrap()
        };
        assert_eq!([0, 1, 5].map(|times| runs(Repeat::Times(times), MUCH)), [1, 1, 5]);
        assert_eq!([0, MUCH / 2, MUCH + 1].map(|each| runs(Repeat::Usual, each)), [3, 3, 1]);
    }
}
