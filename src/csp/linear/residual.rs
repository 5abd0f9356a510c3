//! What is left of a bound on a weighted sum: how far the sum has come.

use itertools::Itertools;

use super::{Ranges, Terms};
use crate::csp::VarId;
use crate::csp::residual::{Field, Frame, Residual, View};

/// How much the assigned variables have added.
///
/// Each term is counted from its smallest value on, so what is stored begins at 0 and only grows.
/// When every completion is allowed nothing has to be known any more.
pub(crate) struct Open {
    within: Ranges,
    /// The value of each row.
    values: Vec<i64>,
    /// For each term its bit, its weight and its smallest value.
    terms: Vec<(usize, i64, i64)>,
    /// The bit's position in `terms`.
    position: Vec<Option<usize>>,
    /// The sum of the smallest values.
    base: i64,
    /// What was added to that; one more than can be when all completions are allowed.
    added: Field,
    free: u64,
}

impl Open {
    /// For a sum that is far from the ends of 64 bits.
    pub(crate) fn new(sum: &Terms, within: &Ranges, frame: &mut Frame) -> Open {
        let (mut terms, mut position) = (Vec::new(), Vec::new());
        let (mut base, mut largest) = (0, 0);
        for term in &sum.0 {
            let domain = frame.domain(term.variable);
            let ends = [domain.first(), domain.last()];
            let ends = ends.map(|end| term.weight * end.map_or(0, |&value| i64::from(value)));
            let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let bit = frame.bit(term.variable).expect("the variables of a sum are not pieces");
            if position.len() <= bit {
                position.resize(bit + 1, None);
            }
            position[bit] = Some(terms.len());
            terms.push((bit, term.weight, least));
            base += least;
            largest += most - least;
        }
        let free = largest as u64 + 1;
        let added = frame.field(free);
        let values = (0..frame.rows()).map(|row| i64::from(frame.value(row))).collect();
        Open { within: within.clone(), values, terms, position, base, added, free }
    }

    /// What the row adds to the term's smallest value.
    fn above(&self, position: usize, row: usize) -> i64 {
        let (_, weight, least) = self.terms[position];
        weight * self.values[row] - least
    }

    /// For each term that is left its position, and how little and how much it can add.
    fn rest<'a>(&'a self, view: &'a View<'_>) -> impl Iterator<Item = (usize, i64, i64)> + 'a {
        self.terms.iter().enumerate().filter_map(|(position, &(bit, ..))| {
            let first = (0..view.rows()).find(|&row| view.can(row, bit))?;
            let last = (first..view.rows()).rfind(|&row| view.can(row, bit))?;
            let ends = [first, last].map(|row| self.above(position, row));
            Some((position, ends[0].min(ends[1]), ends[0].max(ends[1])))
        })
    }
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let added = view.get(self.added);
        let position = view.bit(variable).and_then(|bit| *self.position.get(bit)?);
        if added != self.free
            && let Some(position) = position
        {
            view.set(self.added, added + self.above(position, row) as u64);
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let added = view.get(self.added);
        if added == self.free {
            return true;
        }
        let now = self.base + added as i64;
        let rest = self.rest(view).collect_vec();
        let (least, most) = rest
            .iter()
            .fold((now, now), |(least, most), &(_, low, high)| (least + low, most + high));
        if !self.within.meets(least, most) {
            return false;
        }
        if self.within.covers(least, most) {
            view.set(self.added, self.free);
            return true;
        }
        for (position, low, high) in rest {
            let bit = self.terms[position].0;
            for row in 0..view.rows() {
                let above = self.above(position, row);
                if view.can(row, bit)
                    && !self.within.meets(least - low + above, most - high + above)
                {
                    view.remove_one(row, bit);
                }
            }
        }
        true
    }
}
