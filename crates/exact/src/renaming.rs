//! States up to renaming of interchangeable values.
//!
//! A renaming permutes rows. Sorting the rows of each set of interchangeable values picks one of the states
//! that differ by a renaming. Equal rows belong to values that are still alike: only one of them is followed,
//! with their number as its weight.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use itertools::Itertools;

use crate::residual::{Frame, RowField, View};
use cnfetti_core::csp::{Constraint, Csp, Interchangeable, ValuePrecedence, VarId};

/// The sets of rows that can be permuted.
pub(super) struct Renaming {
    sets: Vec<Vec<usize>>,
    /// For each row in a set, the row before it in that set.
    before: Vec<Option<usize>>,
    /// The set that contains each row.
    set_of: Vec<Option<usize>>,
    /// Whether the value of each row was ever used.
    used: Option<RowField>,
    /// Blocks of rows that can be exchanged and rotated: lists of blocks of equal length.
    blocks: Vec<Vec<Vec<usize>>>,
    /// For each declared set whose values some constraint tells apart, or may tell apart, a condition that
    /// one solution of each class satisfies. These sets are not renamed.
    precedences: Vec<ValuePrecedence>,
}

impl Renaming {
    /// Renames nothing.
    pub(super) fn none() -> Renaming {
        Renaming {
            sets: Vec::new(),
            before: Vec::new(),
            set_of: Vec::new(),
            used: None,
            blocks: Vec::new(),
            precedences: Vec::new(),
        }
    }

    /// The renamings that commute with one that has these cycles in each declared set: they can exchange
    /// cycles of equal length, and rotate each. Leaves out sets that the permutation of the variables does
    /// not preserve, and sets whose values some constraint tells apart.
    pub(super) fn of_cycles(
        csp: &Csp,
        constraints: &[&Constraint],
        permutation: &[VarId],
        lengths: &[Vec<usize>],
        frame: &Frame,
    ) -> Renaming {
        let mut renaming = Renaming::none();
        for (set, lengths) in csp.symmetry().interchangeable.iter().zip(lengths) {
            let keeps = |id: &VarId| set.scope.contains(&permutation[id.index()]);
            let rows: Option<Vec<usize>> =
                set.values.iter().map(|&value| frame.row(value)).collect();
            let Some(mut rows) = rows else { continue };
            if !set.is_plain(csp, constraints.iter().copied()) || !set.scope.iter().all(keeps) {
                continue;
            }
            let mut by_length: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
            for &length in lengths {
                by_length.entry(length).or_default().push(rows.drain(..length).collect());
            }
            renaming.blocks.extend(by_length.into_values());
        }
        renaming
    }

    /// Renames the declared sets of interchangeable values, except those that some constraint tells apart.
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

    /// For each set that is not renamed, the condition that one solution of each class satisfies.
    pub(super) fn precedences(&self) -> &[ValuePrecedence] {
        &self.precedences
    }

    /// Whether there is nothing to rename.
    pub(super) fn is_trivial(&self) -> bool {
        self.sets.is_empty() && self.blocks.is_empty()
    }

    /// The number of the set that the row is in.
    pub(super) fn set_of(&self, row: usize) -> Option<usize> {
        self.set_of.get(row).copied().flatten()
    }

    /// Records that the value of the row is used.
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

    /// Sorts the rows. `origin` becomes, for each row, the row that moved there.
    pub(super) fn sort(&self, words: &mut [u64], row_words: usize, origin: &mut [u32]) {
        for (row, origin) in origin.iter_mut().enumerate() {
            *origin = row as u32;
        }
        let mut rows = Rows { words, width: row_words, origin };
        for set in &self.sets {
            for end in 1..set.len() {
                let mut at = end;
                while at > 0 && rows.get(set[at - 1]) < rows.get(set[at]) {
                    rows.swap(set[at - 1], set[at]);
                    at -= 1;
                }
            }
        }
        for blocks in &self.blocks {
            blocks.iter().for_each(|block| rows.turn(block));
            for end in 1..blocks.len() {
                let mut at = end;
                while at > 0 && rows.compare(&blocks[at - 1], &blocks[at]).is_lt() {
                    let pairs = blocks[at - 1].iter().zip(&blocks[at]);
                    pairs.for_each(|(&one, &other)| rows.swap(one, other));
                    at -= 1;
                }
            }
        }
    }
}

/// The rows of a state, and their origins.
struct Rows<'a> {
    words: &'a mut [u64],
    width: usize,
    origin: &'a mut [u32],
}

impl Rows<'_> {
    fn get(&self, row: usize) -> &[u64] {
        slice(self.words, row, self.width)
    }

    fn swap(&mut self, one: usize, other: usize) {
        for word in 0..self.width {
            self.words.swap(one * self.width + word, other * self.width + word);
        }
        self.origin.swap(one, other);
    }

    /// Compares two blocks by their rows.
    fn compare(&self, one: &[usize], other: &[usize]) -> Ordering {
        let pairs = one.iter().zip(other);
        let rows = pairs.map(|(&one, &other)| self.get(one).cmp(self.get(other)));
        rows.fold(Ordering::Equal, Ordering::then)
    }

    /// Rotates a block so that its rows are as large as possible.
    fn turn(&mut self, block: &[usize]) {
        let from =
            |start: usize| block[start..].iter().chain(&block[..start]).copied().collect_vec();
        let mut best = 0;
        for start in 1..block.len() {
            if self.compare(&from(start), &from(best)).is_gt() {
                best = start;
            }
        }
        for _ in 0..best {
            for pair in block.windows(2) {
                self.swap(pair[0], pair[1]);
            }
        }
    }
}

fn slice(words: &[u64], row: usize, row_words: usize) -> &[u64] {
    &words[row * row_words..(row + 1) * row_words]
}
