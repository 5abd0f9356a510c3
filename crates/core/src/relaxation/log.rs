//! Writes down the search, so that its result can be checked.

use crate::program::Program;
use crate::refutation::{Case, Column, Refutation, Removal, Split, Step};

/// The most numbers in all steps; longer searches are not written down.
const MAX_NUMBERS: usize = 4_000_000;

/// The cases so far.
pub(super) struct Log {
    removals: Vec<Removal>,
    columns: Vec<Column>,
    cases: Vec<Case>,
    numbers: usize,
}

impl Log {
    pub(super) fn new(removals: Vec<Removal>, columns: Vec<Column>) -> Log {
        Log { removals, columns, cases: vec![Case::default()], numbers: 0 }
    }

    fn is_full(&self) -> bool {
        self.numbers > MAX_NUMBERS
    }

    /// The steps of a case.
    pub(super) fn note(&mut self, case: usize, steps: Vec<Step>) {
        let number = |step: &Step| match step {
            Step::Row(_) => 1,
            Step::Sum(rows) => rows.len(),
        };
        self.numbers += 1 + steps.iter().map(number).sum::<usize>();
        if self.is_full() {
            self.cases = Vec::new();
        } else {
            self.cases[case].steps = steps;
        }
    }

    /// Divides a case. Returns the numbers of both halves.
    pub(super) fn split(&mut self, case: usize, column: usize, middle: i64) -> [usize; 2] {
        if self.is_full() {
            return [0, 0];
        }
        let [below, above] = [0, 1].map(|half| self.cases.len() + half);
        self.cases[case].split = Some(Split { column, middle, below, above });
        self.cases.extend([Case::default(), Case::default()]);
        [below, above]
    }

    /// The search as a refutation of solutions that cost at most this; `None` if it was too long. The row of the costs
    /// follows from this constraint.
    pub(super) fn refutation(
        &self,
        program: &Program,
        most: i64,
        constraint: usize,
    ) -> Option<Refutation> {
        let mut costs = program.costs_at_most(most);
        costs.constraint = (most < i64::MAX).then_some(constraint);
        let rows = [costs].into_iter().chain(program.rows.iter().cloned()).collect();
        (!self.is_full()).then(|| Refutation {
            removals: self.removals.clone(),
            columns: self.columns.clone(),
            rows,
            cases: self.cases.clone(),
        })
    }
}
