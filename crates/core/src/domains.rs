//! The domains of a search: sets of values that shrink, and a trail to undo that.

use std::sync::Arc;

use crate::values::{Value, VarId, Variable};

/// What happened to a domain, as bits.
pub(crate) const REMOVED: u8 = 1;
pub(crate) const BOUNDED: u8 = 2;
pub(crate) const FIXED: u8 = 4;

/// How much propagators try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// After each decision of a search.
    Search,
    /// Before a search.
    Once,
}

/// A domain is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Empty;

pub(crate) type Step = Result<(), Empty>;

/// The values that are left to each variable. Values are numbered as in the first domain.
pub(crate) struct Domains {
    all: Vec<Arc<[Value]>>,
    /// The first value, if the numbers of the values are their distances to it.
    dense: Vec<Option<Value>>,
    /// For each variable, its first word of bits. A bit outside the bounds means nothing.
    start: Vec<usize>,
    words: Vec<u64>,
    left: Vec<Left>,
    /// Numbers of propagators that are undone like the domains.
    cells: Vec<usize>,
    trail: Vec<Undo>,
    /// The lengths of the trail at the decisions.
    levels: Vec<usize>,
    /// The variables that changed, each once, and how.
    pub(crate) changed: Vec<u32>,
    pub(crate) events: Vec<u8>,
    /// The work so far, in values or words looked at.
    pub(crate) work: u64,
    pub(crate) effort: Effort,
}

/// The bounds and the number of the values that are left.
#[derive(Clone, Copy)]
struct Left {
    low: u32,
    high: u32,
    size: u32,
}

enum Undo {
    Left(u32, Left),
    Word(u32, u64),
    Cell(u32, usize),
}

impl Domains {
    /// The domains of these variables, none of which is empty.
    pub(crate) fn new(variables: &[Variable], effort: Effort) -> Domains {
        let all: Vec<Arc<[Value]>> = variables.iter().map(|one| one.shared_domain()).collect();
        let dense = all.iter().map(|values| {
            let span = i64::from(values[values.len() - 1]) - i64::from(values[0]);
            (span as usize == values.len() - 1).then_some(values[0])
        });
        let mut start = Vec::with_capacity(all.len());
        let mut length = 0;
        for values in &all {
            start.push(length);
            length += values.len().div_ceil(64);
        }
        let left = all.iter().map(|values| {
            let size = values.len() as u32;
            Left { low: 0, high: size - 1, size }
        });
        Domains {
            dense: dense.collect(),
            start,
            words: vec![u64::MAX; length],
            left: left.collect(),
            cells: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            changed: Vec::new(),
            events: vec![0; all.len()],
            work: 0,
            effort,
            all,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn low(&self, variable: VarId) -> i64 {
        self.all[variable.index()][self.left[variable.index()].low as usize].into()
    }

    pub(crate) fn high(&self, variable: VarId) -> i64 {
        self.all[variable.index()][self.left[variable.index()].high as usize].into()
    }

    pub(crate) fn size(&self, variable: VarId) -> usize {
        self.left[variable.index()].size as usize
    }

    pub(crate) fn is_fixed(&self, variable: VarId) -> bool {
        self.left[variable.index()].size == 1
    }

    /// The only value, if just one is left.
    pub(crate) fn only(&self, variable: VarId) -> Option<i64> {
        self.is_fixed(variable).then(|| self.low(variable))
    }

    /// The number of a value of the first domain.
    pub(crate) fn number(&self, variable: VarId, value: i64) -> Option<u32> {
        let index = variable.index();
        let number = match self.dense[index] {
            // A difference that does not fit is none of these numbers.
            Some(first) => usize::try_from(value.wrapping_sub(first.into())).ok()?,
            None => self.all[index].binary_search_by(|other| i64::from(*other).cmp(&value)).ok()?,
        };
        (number < self.all[index].len()).then_some(number as u32)
    }

    /// Whether the value with this number is left to the variable with this index.
    pub(crate) fn is_left(&self, index: usize, number: u32) -> bool {
        let Left { low, high, .. } = self.left[index];
        (low..=high).contains(&number)
            && self.words[self.start[index] + number as usize / 64] >> (number % 64) & 1 == 1
    }

    pub(crate) fn has(&self, variable: VarId, value: i64) -> bool {
        self.number(variable, value).is_some_and(|number| self.is_left(variable.index(), number))
    }

    /// The values that are left, increasing.
    pub(crate) fn values(&self, variable: VarId) -> impl Iterator<Item = i64> + '_ {
        let index = variable.index();
        let Left { low, high, .. } = self.left[index];
        let numbers = (low..=high).filter(move |&number| self.is_left(index, number));
        numbers.map(move |number| self.all[index][number as usize].into())
    }

    /// Removes the values with numbers that are not in a set, given as bits.
    pub(crate) fn keep_numbers(&mut self, variable: VarId, kept: &[u64]) -> Step {
        let index = variable.index();
        let Left { low, high, .. } = self.left[index];
        self.work += u64::from(high - low + 1);
        for number in low..=high {
            if kept[number as usize / 64] >> (number % 64) & 1 == 0 && self.is_left(index, number) {
                self.remove(variable, self.all[index][number as usize].into())?;
            }
        }
        Ok(())
    }

    /// How many values there were first.
    pub(crate) fn first_size(&self, variable: VarId) -> usize {
        self.all[variable.index()].len()
    }

    /// Starts a decision.
    pub(crate) fn push(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Undoes everything since the last decision.
    pub(crate) fn pop(&mut self) {
        let length = self.levels.pop().unwrap_or(0);
        for undo in self.trail.drain(length..).rev() {
            match undo {
                Undo::Left(index, left) => self.left[index as usize] = left,
                Undo::Word(at, word) => self.words[at as usize] = word,
                Undo::Cell(at, number) => self.cells[at as usize] = number,
            }
        }
        self.forget_changes();
    }

    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(crate) fn forget_changes(&mut self) {
        for index in self.changed.drain(..) {
            self.events[index as usize] = 0;
        }
    }

    pub(crate) fn new_cell(&mut self, number: usize) -> usize {
        self.cells.push(number);
        self.cells.len() - 1
    }

    pub(crate) fn cell(&self, at: usize) -> usize {
        self.cells[at]
    }

    pub(crate) fn set_cell(&mut self, at: usize, number: usize) {
        if self.cells[at] != number {
            self.undo_by(Undo::Cell(at as u32, self.cells[at]));
            self.cells[at] = number;
        }
    }

    /// Before the first decision, nothing will be undone.
    fn undo_by(&mut self, undo: Undo) {
        if !self.levels.is_empty() {
            self.trail.push(undo);
        }
    }

    fn note(&mut self, index: usize, old: Left) {
        let Left { low, high, size } = self.left[index];
        self.undo_by(Undo::Left(index as u32, old));
        if self.events[index] == 0 {
            self.changed.push(index as u32);
        }
        let bounded = if (low, high) != (old.low, old.high) { BOUNDED } else { 0 };
        self.events[index] |= REMOVED | bounded | if size == 1 { FIXED } else { 0 };
    }

    pub(crate) fn remove(&mut self, variable: VarId, value: i64) -> Step {
        self.work += 1;
        let index = variable.index();
        let Some(number) = self.number(variable, value).filter(|&at| self.is_left(index, at))
        else {
            return Ok(());
        };
        let old = self.left[index];
        if old.size == 1 {
            return Err(Empty);
        }
        if number == old.low {
            self.left[index].low = self.next(index, number + 1);
        } else if number == old.high {
            self.left[index].high = self.before(index, number - 1);
        } else {
            let at = self.start[index] + number as usize / 64;
            self.undo_by(Undo::Word(at as u32, self.words[at]));
            self.words[at] &= !(1 << (number % 64));
        }
        self.left[index].size -= 1;
        self.note(index, old);
        Ok(())
    }

    /// The first number from here on that is left. There must be one.
    fn next(&mut self, index: usize, number: u32) -> u32 {
        let mut at = number as usize / 64;
        let mut word = self.words[self.start[index] + at] & u64::MAX << (number % 64);
        while word == 0 {
            at += 1;
            self.work += 1;
            word = self.words[self.start[index] + at];
        }
        at as u32 * 64 + word.trailing_zeros()
    }

    /// The last number up to here that is left. There must be one.
    fn before(&mut self, index: usize, number: u32) -> u32 {
        let mut at = number as usize / 64;
        let mut word = self.words[self.start[index] + at] & u64::MAX >> (63 - number % 64);
        while word == 0 {
            at -= 1;
            self.work += 1;
            word = self.words[self.start[index] + at];
        }
        at as u32 * 64 + 63 - word.leading_zeros()
    }

    /// How many numbers are left from one to another.
    fn count(&mut self, index: usize, from: u32, to: u32) -> u32 {
        if from > to {
            return 0;
        }
        let words = &self.words[self.start[index]..];
        let (first, last) = (from as usize / 64, to as usize / 64);
        self.work += (last - first) as u64;
        let mask = |at: usize| {
            let above = if at == first { u64::MAX << (from % 64) } else { u64::MAX };
            let below = if at == last { u64::MAX >> (63 - to % 64) } else { u64::MAX };
            above & below
        };
        (first..=last).map(|at| (words[at] & mask(at)).count_ones()).sum()
    }

    pub(crate) fn at_least(&mut self, variable: VarId, value: i64) -> Step {
        self.work += 1;
        if self.low(variable) >= value {
            return Ok(());
        }
        if self.high(variable) < value {
            return Err(Empty);
        }
        let index = variable.index();
        let old = self.left[index];
        let number = match self.dense[index] {
            Some(first) => (value - i64::from(first)) as u32,
            None => self.all[index].partition_point(|&other| i64::from(other) < value) as u32,
        };
        let low = self.next(index, number);
        let gone = self.count(index, old.low, low - 1);
        self.left[index] = Left { low, size: old.size - gone, ..old };
        self.note(index, old);
        Ok(())
    }

    pub(crate) fn at_most(&mut self, variable: VarId, value: i64) -> Step {
        self.work += 1;
        if self.high(variable) <= value {
            return Ok(());
        }
        if self.low(variable) > value {
            return Err(Empty);
        }
        let index = variable.index();
        let old = self.left[index];
        let behind = match self.dense[index] {
            Some(first) => (value - i64::from(first) + 1) as u32,
            None => self.all[index].partition_point(|&other| i64::from(other) <= value) as u32,
        };
        let high = self.before(index, behind - 1);
        let gone = self.count(index, high + 1, old.high);
        self.left[index] = Left { high, size: old.size - gone, ..old };
        self.note(index, old);
        Ok(())
    }

    pub(crate) fn between(&mut self, variable: VarId, low: i64, high: i64) -> Step {
        self.at_least(variable, low)?;
        self.at_most(variable, high)
    }

    pub(crate) fn assign(&mut self, variable: VarId, value: i64) -> Step {
        if !self.has(variable, value) {
            return Err(Empty);
        }
        self.between(variable, value, value)
    }

    pub(crate) fn retain(&mut self, variable: VarId, mut keep: impl FnMut(i64) -> bool) -> Step {
        self.work += self.size(variable) as u64;
        let gone: Vec<i64> = self.values(variable).filter(|&value| !keep(value)).collect();
        gone.into_iter().try_for_each(|value| self.remove(variable, value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Random;

    /// Random changes of one domain, beside a set of its values.
    #[test]
    fn domains_are_sets_that_go_back() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let all: BTreeSet<Value> = match random.below(2) {
                0 => (-70..random.below(200) as Value).collect(),
                _ => (0..1 + random.below(150)).map(|_| random.below(500) as Value).collect(),
            };
            let x = VarId::at(0);
            let domain = all.iter().copied().collect();
            let variable = Variable { name: "x".to_owned(), domain, words: None };
            let mut domains = Domains::new(&[variable], Effort::Search);
            let mut sets = vec![all];
            for _ in 0..60 {
                let value = random.below(600) as i64 - 80;
                let mut set = sets[sets.len() - 1].clone();
                let (step, keep): (Step, Box<dyn Fn(i64) -> bool>) = match random.below(7) {
                    0 => (domains.at_least(x, value), Box::new(|other| other >= value)),
                    1 => (domains.at_most(x, value), Box::new(|other| other <= value)),
                    2 => (domains.retain(x, |other| other % 3 != 0), Box::new(|it| it % 3 != 0)),
                    3 => {
                        domains.push();
                        sets.push(set);
                        continue;
                    }
                    4 if sets.len() > 1 => {
                        domains.pop();
                        sets.pop();
                        assert!(domains.changed.is_empty());
                        continue;
                    }
                    _ => (domains.remove(x, value), Box::new(|other| other != value)),
                };
                set.retain(|&other| keep(other.into()));
                assert_eq!(step.is_err(), set.is_empty(), "seed {seed}");
                if set.is_empty() {
                    break;
                }
                let left: Vec<i64> = set.iter().map(|&value| value.into()).collect();
                assert_eq!(domains.values(x).collect::<Vec<_>>(), left, "seed {seed}");
                assert_eq!(domains.size(x), left.len());
                assert_eq!((domains.low(x), domains.high(x)), (left[0], left[left.len() - 1]));
                let last = sets.len() - 1;
                sets[last] = set;
            }
        }
    }
}
