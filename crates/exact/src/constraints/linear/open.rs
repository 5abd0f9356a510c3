//! The state of a bound on a weighted sum: the sum so far.

use crate::residual::{Field, Frame, Residual, View};
use cnfetti_core::csp::{Ranges, Terms};
use cnfetti_core::csp::{Value, VarId};

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
    /// The sum, where it has to be one number.
    only: Option<i64>,
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
        for term in sum.as_slice() {
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
        Open {
            within: within.clone(),
            values,
            terms,
            position,
            base,
            added,
            free,
            only: within.single(),
        }
    }

    /// The row of a value. Most often the values have no gaps.
    fn row_of(&self, value: i64) -> Option<usize> {
        let at = usize::try_from(value - self.values.first()?).ok()?;
        match self.values.get(at) == Some(&value) {
            true => Some(at),
            false => self.values.binary_search(&value).ok(),
        }
    }

    /// What the row adds to the term's smallest value.
    fn above(&self, position: usize, row: usize) -> i64 {
        let term = &self.terms[position];
        term.weight * self.values[row] - term.least
    }

    /// What is left of the term, unless it is decided.
    #[inline]
    fn left(&self, view: &View<'_>, position: usize) -> Option<Left> {
        let term = &self.terms[position];
        let (first, last) = view.ends(term.rows, term.bit)?;
        let (one, other) = (self.above(position, first), self.above(position, last));
        let (low, high) = (one.min(other), one.max(other));
        Some(Left { position, rows: (first, last), low, high })
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

impl Open {
    /// Of two terms, which are all that is left, keeps the values that have a partner: with it they add
    /// so much.
    fn keep_partners(&self, view: &mut View<'_>, [one, other]: [usize; 2], sum: i64) {
        for (one, other) in [(one, other), (other, one)] {
            let (term, partner) = (&self.terms[one], &self.terms[other]);
            for row in term.rows.0..=term.rows.1 {
                if !view.can(row, term.bit) {
                    continue;
                }
                let left = sum - self.above(one, row) + partner.least;
                let value = (left % partner.weight == 0).then(|| left / partner.weight);
                let at = value.and_then(|value| self.row_of(value));
                if at.is_none_or(|at| !view.can(at, partner.bit)) {
                    view.remove_one(row, term.bit);
                }
            }
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
        let (mut least, mut most, mut widest) = (now, now, 0);
        let mut open = [0; 2];
        let mut number = 0;
        for left in (0..self.terms.len()).filter_map(|position| self.left(view, position)) {
            (least, most) = (least + left.low, most + left.high);
            widest = widest.max(left.high - left.low);
            open[number.min(1)] = left.position;
            number += 1;
        }
        if !self.within.meets(least, most) {
            return false;
        }
        if self.within.covers(least, most) {
            view.set(self.added, self.free);
            return true;
        }
        if let (Some(sum), 2) = (self.only, number) {
            self.keep_partners(view, open, sum - now);
            return true;
        }
        // Whatever a term that varies this much is, the others can complete it.
        let slack = match *self.within.intervals() {
            [(first, last)] => (last.saturating_sub(least)).min(most.saturating_sub(first)),
            _ => -1,
        };
        if widest <= slack {
            return true;
        }
        for position in 0..self.terms.len() {
            if let Some(left) = self.left(view, position)
                && left.high - left.low > slack
            {
                self.prune(view, &left, least - left.low, most - left.high);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use itertools::Itertools;

    use super::*;
    use crate::residual::{Columns, Decided};
    use cnfetti_core::csp::Csp;

    /// All equations of two variables with small weights: what is left of the domains is what some
    /// solution has.
    #[test]
    fn of_two_terms_the_values_are_kept_that_have_a_partner() {
        let domains = [vec![-1, 0, 2, 3], vec![0, 1, 2, 5]];
        let weights = [-3, -1, 1, 2];
        let mut removed = 0;
        for (one, other, sum) in itertools::iproduct!(weights, weights, -6..9) {
            let mut csp = Csp::new();
            let ids = domains.clone().map(|domain| csp.variable("v", domain));
            let terms = Terms::new(ids.into_iter().zip([one, other]));
            let decided = vec![Decided::At(0), Decided::At(1)];
            let mut frame = Frame::new(&csp, decided, HashMap::new(), 2);
            let open = Open::new(&terms, &Ranges::exactly(sum), &mut frame);
            let (mut words, mut changed) = (frame.start(), frame.set(&[]));
            let mut columns = Columns::new(&frame);
            columns.load(&frame, &words, 0);
            let domains_of = (&mut words[..], &mut columns);
            let holds = open.filter(&mut View::new(&frame, domains_of, &mut changed, 0));
            let pairs = domains[0].iter().cartesian_product(&domains[1]);
            let pairs = pairs.filter(|(a, b)| one * i64::from(**a) + other * i64::from(**b) == sum);
            let pairs = pairs.collect_vec();
            let left = |id: VarId| {
                let values = frame.domain(id).iter().copied();
                values.filter(|&v| frame.allows(&words, id, frame.row(v).unwrap())).collect_vec()
            };
            if holds {
                let first = pairs.iter().map(|pair| *pair.0).unique().sorted().collect_vec();
                let second = pairs.iter().map(|pair| *pair.1).unique().sorted().collect_vec();
                assert_eq!((left(ids[0]), left(ids[1])), (first, second), "{one} {other} {sum}");
                removed += 8 - left(ids[0]).len() - left(ids[1]).len();
            } else {
                assert!(pairs.is_empty(), "{one} {other} {sum}");
            }
        }
        assert!(removed > 100, "{removed}");
    }
}
