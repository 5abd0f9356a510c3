//! States up to renaming of interchangeable values.
//!
//! A renaming permutes rows. Sorting the rows of each set of interchangeable values picks one of
//! the states that differ by a renaming, and equal rows show values that are still alike: only
//! one of them is followed, with the number of them as its weight.

use itertools::Itertools;

use crate::residual::{Frame, RowField, View};
use cnfetti_core::csp::{Constraint, Csp, Interchangeable, ValuePrecedence};

/// The sets of rows that can be permuted.
pub(super) struct Renaming {
    sets: Vec<Vec<usize>>,
    /// For each row that is in a set, the row before it in the set.
    before: Vec<Option<usize>>,
    /// For each row the set it is in.
    set_of: Vec<Option<usize>>,
    /// In each row whether the value was ever used.
    used: Option<RowField>,
    /// For each declared set whose values some constraint tells apart, or does not say that it
    /// treats them alike: what holds of one solution of each class. These are not renamed.
    precedences: Vec<ValuePrecedence>,
}

impl Renaming {
    /// Nothing is renamed.
    pub(super) fn none() -> Renaming {
        Renaming {
            sets: Vec::new(),
            before: Vec::new(),
            set_of: Vec::new(),
            used: None,
            precedences: Vec::new(),
        }
    }

    /// The declared sets of interchangeable values, except those that some constraint tells
    /// apart.
    pub(super) fn new(csp: &Csp, constraints: &[&Constraint], frame: &mut Frame) -> Renaming {
        let mut renaming = Renaming {
            before: vec![None; frame.rows()],
            set_of: vec![None; frame.rows()],
            ..Renaming::none()
        };
        for set in &csp.symmetry().interchangeable {
            if !set.is_plain(csp, constraints.iter().copied()) {
                let Interchangeable { scope, values } = set.clone();
                renaming.precedences.push(ValuePrecedence { scope, values });
                continue;
            }
            let rows = set.values.iter().filter_map(|&value| frame.row(value));
            let rows = rows.sorted_unstable().collect_vec();
            for (&before, &row) in rows.iter().tuple_windows() {
                renaming.before[row] = Some(before);
            }
            rows.iter().for_each(|&row| renaming.set_of[row] = Some(renaming.sets.len()));
            renaming.sets.push(rows);
        }
        if !renaming.sets.is_empty() {
            renaming.used = Some(frame.row_field(1));
        }
        renaming
    }

    /// The rows of each set.
    pub(super) fn sets(&self) -> &[Vec<usize>] {
        &self.sets
    }

    /// What holds of one solution of each class of the sets that are not renamed.
    pub(super) fn precedences(&self) -> &[ValuePrecedence] {
        &self.precedences
    }

    /// Whether there is nothing to rename.
    pub(super) fn is_trivial(&self) -> bool {
        self.sets.is_empty()
    }

    /// The number of the set that the row is in.
    pub(super) fn set_of(&self, row: usize) -> Option<usize> {
        self.set_of.get(row).copied().flatten()
    }

    /// Notes that the value of the row is used.
    pub(super) fn mark_used(&self, view: &mut View<'_>, row: usize) {
        if let Some(used) = self.used
            && self.set_of(row).is_some()
        {
            view.set_in(row, used, 1);
        }
    }

    /// Whether the value of the row was never used.
    pub(super) fn is_fresh(&self, frame: &Frame, words: &[u64], row: usize) -> bool {
        self.used
            .is_some_and(|used| self.set_of(row).is_some() && frame.get_in(words, row, used) == 0)
    }

    /// Whether the row is equal to the row before it in its set.
    pub(super) fn repeats(&self, words: &[u64], row: usize, row_words: usize) -> bool {
        let before = self.before.get(row).copied().flatten();
        before.is_some_and(|before| slice(words, before, row_words) == slice(words, row, row_words))
    }

    /// Sorts the rows. `origin` becomes for each row the one whose place it takes.
    pub(super) fn sort(&self, words: &mut [u64], row_words: usize, origin: &mut [u32]) {
        for (row, origin) in origin.iter_mut().enumerate() {
            *origin = row as u32;
        }
        for rows in &self.sets {
            for end in 1..rows.len() {
                let mut at = end;
                while at > 0
                    && slice(words, rows[at - 1], row_words) < slice(words, rows[at], row_words)
                {
                    let (low, high) = (rows[at - 1], rows[at]);
                    for word in 0..row_words {
                        words.swap(low * row_words + word, high * row_words + word);
                    }
                    origin.swap(low, high);
                    at -= 1;
                }
            }
        }
    }
}

fn slice(words: &[u64], row: usize, row_words: usize) -> &[u64] {
    &words[row * row_words..(row + 1) * row_words]
}
