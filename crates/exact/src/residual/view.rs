//! A residual problem that is being worked on.

use std::ops::Range;

use super::columns::{Columns, ends};
use super::{Field, Frame, Place, RowField};
use cnfetti_core::csp::VarId;

/// A residual problem that is being worked on.
pub(crate) struct View<'a> {
    frame: &'a Frame,
    words: &'a mut [u64],
    columns: &'a mut Columns,
    changed: &'a mut [u64],
    step: usize,
}

impl<'a> View<'a> {
    /// The residual problem in `words`, whose domains are also in `columns`, before step `step`. Records in `changed`
    /// which variables lose a value.
    pub(crate) fn new(
        frame: &'a Frame,
        (words, columns): (&'a mut [u64], &'a mut Columns),
        changed: &'a mut [u64],
        step: usize,
    ) -> View<'a> {
        View { frame, words, columns, changed, step }
    }

    /// The next step: variables of earlier steps are assigned.
    pub(crate) fn step(&self) -> usize {
        self.step
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.frame.rows()
    }

    /// The length of a set of variables in words.
    pub(crate) fn set_words(&self) -> usize {
        self.frame.set_words
    }

    /// The variable's position in sets of variables; `None` for a piece.
    pub(crate) fn bit(&self, variable: VarId) -> Option<usize> {
        self.frame.bit(variable)
    }

    /// The variables that can take the value of the row.
    pub(crate) fn row(&self, row: usize) -> &[u64] {
        let start = row * self.frame.row.words;
        &self.words[start..start + self.frame.set_words]
    }

    /// Whether the variable with this bit can take the value of the row.
    pub(crate) fn can(&self, row: usize, bit: usize) -> bool {
        self.words[row * self.frame.row.words + bit / 64] >> (bit % 64) & 1 == 1
    }

    /// How many variables of the set can take the value of the row.
    pub(crate) fn count(&self, row: usize, set: &[u64]) -> usize {
        self.row(row).iter().zip(set).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// How many rows have a value that some variable of the set can take.
    pub(crate) fn rows_of_any(&self, set: &[u64]) -> usize {
        if let [only] = *set {
            let column = self.column(0, 0..self.rows());
            return column.map(|can| usize::from(can & only != 0)).sum();
        }
        let can = |row: &usize| self.row(*row).iter().zip(set).any(|(a, b)| a & b != 0);
        (0..self.rows()).filter(can).count()
    }

    /// Whether the variable with this bit is not assigned yet.
    fn is_open(&self, bit: usize) -> bool {
        self.frame.open_word(self.step, bit / 64) >> (bit % 64) & 1 == 1
    }

    /// Removes the value of the row from all variables of the set.
    pub(crate) fn remove(&mut self, row: usize, set: &[u64]) {
        let start = row * self.frame.row.words;
        for (word, mask) in set.iter().enumerate() {
            self.take(row, start, word, *mask);
        }
    }

    /// Removes the value of the row from the variables of one word of a set.
    pub(crate) fn remove_from(&mut self, row: usize, word: usize, variables: u64) {
        self.take(row, row * self.frame.row.words, word, variables);
    }

    /// Removes the value of the row from the variable with this bit.
    pub(crate) fn remove_one(&mut self, row: usize, bit: usize) {
        self.take(row, row * self.frame.row.words, bit / 64, 1 << (bit % 64));
    }

    /// Removes the value of the row, whose words begin at `start`, from the variables of a mask.
    #[inline(always)]
    fn take(&mut self, row: usize, start: usize, word: usize, mask: u64) {
        let lost = self.words[start + word] & mask;
        self.words[start + word] &= !mask;
        self.changed[word] |= lost;
        if lost != 0 {
            self.columns.remove(row, word, lost);
        }
    }

    /// How many variables of the set are not assigned.
    pub(crate) fn rest(&self, set: &[u64]) -> usize {
        (0..set.len()).map(|word| self.rest_word(set, word).count_ones() as usize).sum()
    }

    /// The variables of the set that are not assigned, one word of the set at a time.
    pub(crate) fn rest_word(&self, set: &[u64], word: usize) -> u64 {
        self.frame.open_word(self.step, word) & set[word]
    }

    /// One word of the variables of the set that have no value, exactly one, and more than one.
    #[inline]
    pub(crate) fn by_domain_size(&self, set: &[u64], word: usize) -> (u64, u64, u64) {
        let rest = self.rest_word(set, word);
        let (some, single) = self.columns.by_size(word).unwrap_or_else(|| self.scan_sizes(word));
        (rest & !some, rest & single, rest & some & !single)
    }

    /// The variables of a word that have a value, and those that have exactly one.
    fn scan_sizes(&self, word: usize) -> (u64, u64) {
        let (mut once, mut twice) = (0, 0);
        for can in self.column(word, 0..self.rows()) {
            twice |= once & can;
            once |= can;
        }
        (once, once & !twice)
    }

    /// Whether every unassigned variable has a value left.
    pub(crate) fn all_have_values(&self) -> bool {
        self.have_values(|_| u64::MAX)
    }

    /// Whether every unassigned variable that is known to have lost a value has one left.
    pub(crate) fn changed_have_values(&self) -> bool {
        self.have_values(|word| self.changed[word])
    }

    fn have_values(&self, set: impl Fn(usize) -> u64) -> bool {
        let first_word = self.frame.first_open[self.step] / 64;
        (first_word..self.frame.set_words).all(|word| {
            let mut without = self.frame.open_word(self.step, word) & set(word);
            if let Some((some, _)) = self.columns.by_size(word) {
                return without & !some == 0;
            }
            // Most have a value in the first few rows.
            let mut rows = self.column(word, 0..self.rows());
            without == 0
                || rows.any(|can| {
                    without &= !can;
                    without == 0
                })
        })
    }

    /// The first and the last row whose value the variable with this bit can take; `None` if there is none, as when it
    /// is assigned. All its values are in these rows.
    #[inline]
    pub(crate) fn ends(&self, rows: (usize, usize), bit: usize) -> Option<(usize, usize)> {
        match self.columns.domain(bit) {
            Some(domain) => ends(domain),
            None => self.scan_ends(rows, bit),
        }
    }

    /// The only row whose value a variable can take that has one value left.
    pub(crate) fn only(&self, bit: usize) -> Option<usize> {
        match self.columns.domain(bit) {
            Some(domain) => ends(domain).map(|(row, _)| row),
            None => {
                self.column(bit / 64, 0..self.rows()).position(|can| can >> (bit % 64) & 1 == 1)
            }
        }
    }

    fn scan_ends(&self, (first, last): (usize, usize), bit: usize) -> Option<(usize, usize)> {
        if !self.is_open(bit) {
            return None;
        }
        let mask = 1 << (bit % 64);
        if self.frame.row.words == 1 {
            let rows = self.words.get(first..last + 1)?;
            return Some((first + first_with(rows, mask)?, first + last_with(rows, mask)?));
        }
        let mut column = self.column(bit / 64, first..last + 1);
        let before = column.position(|can| can & mask != 0)?;
        let behind = column.rev().position(|can| can & mask != 0);
        Some((first + before, behind.map_or(first + before, |behind| last - behind)))
    }

    /// One word of the sets of some rows.
    fn column(
        &self,
        word: usize,
        rows: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator + '_ {
        let width = self.frame.row.words;
        let rows = &self.words[rows.start * width..rows.end.max(rows.start) * width];
        rows.chunks_exact(width).map(move |row| row[word])
    }

    /// The number in a field.
    pub(crate) fn get(&self, field: Field) -> u64 {
        let Field(place) = field;
        self.words[self.whole(place)] >> place.shift & place.mask
    }

    /// Stores a number in a field.
    pub(crate) fn set(&mut self, field: Field, number: u64) {
        let Field(place) = field;
        debug_assert!(number <= place.mask);
        let word = self.whole(place);
        self.words[word] = self.words[word] & !(place.mask << place.shift) | number << place.shift;
    }

    fn whole(&self, place: Place) -> usize {
        self.frame.rows() * self.frame.row.words + place.word
    }

    /// The number in a row's field.
    pub(crate) fn get_in(&self, row: usize, field: RowField) -> u64 {
        self.frame.get_in(self.words, row, field)
    }

    /// Stores a number in a row's field.
    pub(crate) fn set_in(&mut self, row: usize, field: RowField, number: u64) {
        let RowField(place) = field;
        debug_assert!(number <= place.mask);
        let word = row * self.frame.row.words + place.word;
        self.words[word] = self.words[word] & !(place.mask << place.shift) | number << place.shift;
    }
}

/// How many words to read together, which takes hardly longer than reading one.
const TOGETHER: usize = 16;

/// The first word with a bit of the mask.
fn first_with(words: &[u64], mask: u64) -> Option<usize> {
    let start = words.chunks(TOGETHER).position(|chunk| any_of(chunk) & mask != 0)? * TOGETHER;
    words[start..].iter().position(|word| word & mask != 0).map(|at| start + at)
}

/// The last word with a bit of the mask.
fn last_with(words: &[u64], mask: u64) -> Option<usize> {
    let behind = words.rchunks(TOGETHER).position(|chunk| any_of(chunk) & mask != 0)? * TOGETHER;
    words[..words.len() - behind].iter().rposition(|word| word & mask != 0)
}

fn any_of(words: &[u64]) -> u64 {
    words.iter().fold(0, |any, word| any | word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_word_with_a_bit_are_found() {
        for length in 0..70 {
            for (one, other) in (0..length).flat_map(|one| (0..length).map(move |at| (one, at))) {
                let mut words = vec![0b101; length];
                words[one] |= 2;
                words[other] |= 2;
                assert_eq!(first_with(&words, 2), Some(one.min(other)));
                assert_eq!(last_with(&words, 2), Some(one.max(other)));
            }
            assert_eq!(first_with(&vec![0b101; length], 2), None);
            assert_eq!(last_with(&vec![0b101; length], 2), None);
        }
    }
}
