//! What is left of a bound on a weighted sum: how far the sum has come.

use itertools::Itertools;

use super::{Ranges, Terms};
use crate::csp::residual::{Field, Frame, Residual, View};
use crate::csp::{Value, VarId};

struct Term {
    bit: usize,
    weight: i64,
    /// The smallest that it can be.
    least: i64,
    /// The first and the last row that its variable ever had.
    rows: (usize, usize),
}

/// How much the assigned variables have added.
///
/// Each term is counted from its smallest value on, so what is stored begins at 0 and only grows.
/// When every completion is allowed nothing has to be known any more.
pub(crate) struct Open {
    within: Ranges,
    /// The value of each row.
    values: Vec<i64>,
    terms: Vec<Term>,
    /// The bit's position in `terms`.
    position: Vec<Option<usize>>,
    /// The sum of the smallest values.
    base: i64,
    /// What was added to that; one more than can be when all completions are allowed.
    added: Field,
    free: u64,
}

/// What is left of a term.
struct Left {
    /// Which term.
    position: usize,
    /// The first and the last row of its variable.
    rows: (usize, usize),
    /// How little and how much it can add.
    low: i64,
    high: i64,
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
            let row = |value: Option<&Value>| value.and_then(|&value| frame.row(value));
            let rows = row(domain.first()).zip(row(domain.last())).unwrap_or((1, 0));
            terms.push(Term { bit, weight: term.weight, least, rows });
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
        let term = &self.terms[position];
        term.weight * self.values[row] - term.least
    }

    /// What is left of each term that is not decided.
    fn rest<'a>(&'a self, view: &'a View<'_>) -> impl Iterator<Item = Left> + 'a {
        let open = self.terms.iter().enumerate().filter(|(_, term)| view.is_open(term.bit));
        open.filter_map(|(position, term)| {
            let (first, last) = view.ends(term.rows, term.bit)?;
            let ends = [first, last].map(|row| self.above(position, row));
            let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            Some(Left { position, rows: (first, last), low, high })
        })
    }

    /// Takes the rows from a term with which the others cannot complete the sum: they add from
    /// `least` to `most`.
    fn prune(&self, view: &mut View<'_>, left: &Left, least: i64, most: i64) {
        let bit = self.terms[left.position].bit;
        let fails = |row: usize| {
            let above = self.above(left.position, row);
            !self.within.meets(least + above, most + above)
        };
        let (first, last) = left.rows;
        if self.within.intervals().len() > 1 {
            for row in first..=last {
                if view.can(row, bit) && fails(row) {
                    view.remove_one(row, bit);
                }
            }
            return;
        }
        // What is possible lies between two rows.
        let from = (first..=last).find(|&row| !fails(row)).unwrap_or(last + 1);
        (first..from).for_each(|row| view.remove_one(row, bit));
        for row in (from..=last).rev().take_while(|&row| fails(row)) {
            view.remove_one(row, bit);
        }
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
            .fold((now, now), |(least, most), left| (least + left.low, most + left.high));
        if !self.within.meets(least, most) {
            return false;
        }
        if self.within.covers(least, most) {
            view.set(self.added, self.free);
            return true;
        }
        for left in rest {
            self.prune(view, &left, least - left.low, most - left.high);
        }
        true
    }
}
