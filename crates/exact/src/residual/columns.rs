//! The values of the next variables, variable by variable.
//!
//! A residual problem stores its domains by value, so that rows of interchangeable values can be sorted. To propagate,
//! one wants them by variable: the smallest value of a variable, or the variables with one value left. Scanning the
//! rows for that took most of the time of sums. So the domains of the variables that are decided next are also kept by
//! variable, while a state is expanded. Each choice records the values that it removes, and they come back before the
//! next one.

use std::ops::Range;

use super::{Frame, bits};

/// The most words of variables that are kept by variable: the others are far from being decided, and loading them
/// would take longer than it saves.
const MOST_WORDS: usize = 4;

/// With fewer rows than this, scanning them is as quick.
const FEWEST_ROWS: usize = 8;

/// The domains of some variables, each as a set of rows.
pub(crate) struct Columns {
    /// The words of sets of variables that are here.
    window: Range<usize>,
    /// The length of a domain in words.
    words: usize,
    /// For each variable its domain.
    domains: Vec<u64>,
    /// For each variable the number of its values.
    sizes: Vec<u32>,
    /// For each word the variables that have a value, and those that have exactly one.
    some: Vec<u64>,
    single: Vec<u64>,
    /// The variables and rows removed since the state was loaded.
    removed: Vec<(u32, u32)>,
}

impl Columns {
    /// No variables yet; there is room for all that are loaded later.
    pub(crate) fn new(frame: &Frame) -> Columns {
        let most = if frame.rows() < FEWEST_ROWS { 0 } else { MOST_WORDS.min(frame.set_words) };
        let words = frame.rows().div_ceil(64);
        Columns {
            window: 0..0,
            words,
            domains: vec![0; 64 * most * words],
            sizes: vec![0; 64 * most],
            some: vec![0; most],
            single: vec![0; most],
            removed: Vec::new(),
        }
    }

    /// Takes the domains of a state before this step.
    pub(crate) fn load(&mut self, frame: &Frame, state: &[u64], step: usize) {
        if self.some.is_empty() {
            return;
        }
        let start = frame.first_open[step] / 64;
        self.window = start..(start + self.some.len()).min(frame.set_words);
        self.domains.fill(0);
        self.sizes.fill(0);
        self.some.fill(0);
        self.single.fill(0);
        self.removed.clear();
        for (row, words) in state.chunks_exact(frame.row.words).take(frame.rows()).enumerate() {
            for (word, &can) in words[self.window.clone()].iter().enumerate() {
                self.single[word] = self.single[word] & !can | can & !self.some[word];
                self.some[word] |= can;
                for at in bits(word, can) {
                    self.domains[at * self.words + row / 64] |= 1 << (row % 64);
                    self.sizes[at] += 1;
                }
            }
        }
    }

    /// Gives back the values that were removed since the state was loaded.
    pub(crate) fn undo(&mut self) {
        for (at, row) in self.removed.drain(..).rev() {
            let (at, row) = (at as usize, row as usize);
            let (word, bit) = (at / 64, 1 << (at % 64));
            self.domains[at * self.words + row / 64] |= 1 << (row % 64);
            self.sizes[at] += 1;
            match self.sizes[at] {
                1 => {
                    self.some[word] |= bit;
                    self.single[word] |= bit;
                }
                2 => self.single[word] &= !bit,
                _ => {}
            }
        }
    }

    /// Takes the value of the row from these variables of a word, which all have it.
    #[inline]
    pub(crate) fn remove(&mut self, row: usize, word: usize, losers: u64) {
        if self.window.contains(&word) {
            self.remove_here(row, word - self.window.start, losers);
        }
    }

    #[inline(never)]
    fn remove_here(&mut self, row: usize, word: usize, losers: u64) {
        for at in bits(word, losers) {
            let bit = 1 << (at % 64);
            self.domains[at * self.words + row / 64] &= !(1 << (row % 64));
            self.sizes[at] -= 1;
            self.removed.push((at as u32, row as u32));
            match self.sizes[at] {
                0 => {
                    self.some[word] &= !bit;
                    self.single[word] &= !bit;
                }
                1 => self.single[word] |= bit,
                _ => {}
            }
        }
    }

    /// The variables of a word that have a value, and those that have exactly one; `None` if they are not here.
    #[inline]
    pub(crate) fn by_size(&self, word: usize) -> Option<(u64, u64)> {
        let word = self.window.contains(&word).then(|| word - self.window.start)?;
        Some((self.some[word], self.single[word]))
    }

    /// The rows of a variable's values as a set; `None` if it is not here.
    #[inline]
    pub(crate) fn domain(&self, bit: usize) -> Option<&[u64]> {
        let at = self.window.contains(&(bit / 64)).then(|| bit - 64 * self.window.start)?;
        Some(&self.domains[at * self.words..(at + 1) * self.words])
    }
}

/// The first and the last row of a set of rows; `None` if it is empty.
#[inline]
pub(crate) fn ends(domain: &[u64]) -> Option<(usize, usize)> {
    let (first, last) = match domain {
        [0] => return None,
        [_] => (0, 0),
        _ => {
            let first = domain.iter().position(|&word| word != 0)?;
            (first, domain.iter().rposition(|&word| word != 0)?)
        }
    };
    let from = 64 * first + domain[first].trailing_zeros() as usize;
    Some((from, 64 * last + 63 - domain[last].leading_zeros() as usize))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use cnfetti_core::csp::{Csp, Value};
    use cnfetti_core::random::Random;

    use super::*;
    use crate::residual::{Decided, View};

    fn random_frame(random: &mut Random) -> (Frame, Csp) {
        let mut csp = Csp::new();
        let (variables, values) = (1 + random.below(420), [8, 12, 64, 65, 130][random.below(5)]);
        for _ in 0..variables {
            let first = random.below(values) as Value;
            let kept = (0..values as Value).filter(|&value| value == first || random.below(8) == 0);
            let kept: Vec<Value> = kept.collect();
            csp.variable("v", kept);
        }
        // So that all values have a row.
        csp.variable("v", 0..values as Value);
        let decided = (0..=variables).map(Decided::At).collect();
        let mut frame = Frame::new(&csp, decided, HashMap::new(), variables + 1);
        if random.below(2) == 0 {
            frame.row_field(6);
        }
        (frame, csp)
    }

    /// After random removals, columns and rows say what sets of values do; and after undoing them, what they said
    /// before.
    #[test]
    fn columns_and_rows_say_the_same() {
        let random = &mut Random::new(5);
        let mut kept = 0;
        for _ in 0..60 {
            let (frame, csp) = random_frame(random);
            let variables = csp.variables().len();
            let step = random.below(variables);
            let mut words = frame.start();
            // The variables of earlier steps are assigned.
            for (row, bit) in (0..frame.rows()).flat_map(|row| (0..step).map(move |bit| (row, bit)))
            {
                words[row * frame.row_words() + bit / 64] &= !(1 << (bit % 64));
            }
            let mut columns = Columns::new(&frame);
            columns.load(&frame, &words, step);
            kept += (step..variables).filter(|&bit| columns.domain(bit).is_some()).count();
            let mut sets: Vec<BTreeSet<usize>> = csp
                .variables()
                .iter()
                .map(|v| v.domain().iter().map(|&v| v as usize).collect())
                .collect();
            sets[..step].iter_mut().for_each(BTreeSet::clear);
            let before = sets.clone();
            let (mut other_words, mut none) = (words.clone(), Columns::new(&frame));
            let (mut changed, mut other_changed) = (frame.set(&[]), frame.set(&[]));
            let mut view = View::new(&frame, (&mut words, &mut columns), &mut changed, step);
            let mut plain =
                View::new(&frame, (&mut other_words, &mut none), &mut other_changed, step);
            for _ in 0..random.below(400) {
                let row = random.below(frame.rows());
                let chosen: Vec<usize> =
                    (0..1 + random.below(9)).map(|_| random.below(variables)).collect();
                let ids: Vec<_> = csp.ids().collect();
                let chosen_set = frame.set(&chosen.iter().map(|&bit| ids[bit]).collect::<Vec<_>>());
                chosen.iter().for_each(|&bit| {
                    sets[bit].remove(&row);
                });
                view.remove(row, &chosen_set);
                chosen.iter().for_each(|&bit| plain.remove_one(row, bit));
            }
            compare(&view, &sets, step);
            compare(&plain, &sets, step);
            columns.undo();
            let mut start = frame.start();
            let view = View::new(&frame, (&mut start, &mut columns), &mut changed, step);
            compare(&view, &before, step);
        }
        assert!(kept > 3000, "{kept}");
    }

    fn compare(view: &View<'_>, sets: &[BTreeSet<usize>], step: usize) {
        let all = vec![u64::MAX; sets.len().div_ceil(64)];
        for (bit, set) in sets.iter().enumerate().skip(step) {
            let ends = set.first().copied().zip(set.last().copied());
            let rows = (0, view.rows() - 1);
            assert_eq!(view.ends(rows, bit), ends, "variable {bit}");
            let (none, one, more) = view.by_domain_size(&all, bit / 64);
            let is_in = |word: u64| word >> (bit % 64) & 1 == 1;
            let sizes = (set.is_empty(), set.len() == 1, set.len() > 1);
            assert_eq!((is_in(none), is_in(one), is_in(more)), sizes, "variable {bit}");
            if set.len() == 1 {
                assert_eq!(view.only(bit), set.first().copied());
            }
        }
        assert_eq!(view.all_have_values(), sets[step..].iter().all(|set| !set.is_empty()));
    }
}
