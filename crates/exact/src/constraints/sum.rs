//! A bound on the sum of the variables.

use crate::residual::{Field, Frame, Residual, View};
use cnfetti_core::csp::{Sum, VarId};
use cnfetti_encodings::Relation;
use itertools::Itertools;

pub(super) fn residual(constraint: &Sum, frame: &mut Frame) -> Box<dyn Residual> {
    Box::new(Open::new(constraint, frame))
}

/// How much of the bound is used up.
///
/// Each variable is counted from the end of its domain that the relation favours: from its
/// smallest value, or for `≥` from its largest. The distance of the value from there is its cost,
/// and the costs may sum up to the allowance, or have to.
struct Open {
    exactly: bool,
    /// The value of each row.
    values: Vec<i64>,
    /// For each variable of the scope its bit and the value from which its costs are counted.
    costs: Vec<(usize, i64)>,
    /// The bit's position in `costs`.
    position: Vec<Option<usize>>,
    /// `None` when the bound cannot be reached at all.
    allowance: Option<i64>,
    /// The costs so far; one more than the allowance when all that is left can be paid.
    spent: Field,
}

impl Open {
    fn new(sum: &Sum, frame: &mut Frame) -> Open {
        let from_largest = sum.relation == Relation::AtLeast;
        let (mut costs, mut position) = (Vec::new(), Vec::new());
        let (mut base, mut range) = (0, 0);
        for &variable in &sum.scope {
            let domain = frame.domain(variable);
            let smallest = domain.first().map_or(0, |&value| i64::from(value));
            let largest = domain.last().map_or(0, |&value| i64::from(value));
            let bit = frame.bit(variable).expect("the variables of a sum are not pieces");
            if position.len() <= bit {
                position.resize(bit + 1, None);
            }
            position[bit] = Some(costs.len());
            let favoured = if from_largest { largest } else { smallest };
            costs.push((bit, favoured));
            base += favoured;
            range += largest - smallest;
        }
        let exactly = sum.relation == Relation::Exactly;
        let allowance = if from_largest {
            base.saturating_sub(sum.bound)
        } else {
            sum.bound.saturating_sub(base)
        };
        let allowance = match allowance {
            allowance if allowance < 0 || exactly && allowance > range => None,
            allowance => Some(allowance.min(range)),
        };
        let spent = frame.field(allowance.unwrap_or(0) as u64 + 1);
        let values = (0..frame.rows()).map(|row| i64::from(frame.value(row))).collect();
        Open { exactly, values, costs, position, allowance, spent }
    }
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let Some(allowance) = self.allowance else { return false };
        let spent = view.get(self.spent) as i64;
        if spent > allowance {
            return true;
        }
        let position = view.bit(variable).and_then(|bit| self.position[bit]);
        let spent = spent + position.map_or(0, |position| self.cost(position, row));
        if spent <= allowance {
            view.set(self.spent, spent as u64);
        }
        spent <= allowance
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let Some(allowance) = self.allowance else { return false };
        let left = allowance - view.get(self.spent) as i64;
        if left < 0 {
            return true;
        }
        let (mut least, mut most, mut widest) = (0, 0, 0);
        for (low, high) in self.ranges(view).map(|(_, low, high)| (low, high)) {
            (least, most, widest) = (least + low, most + high, widest.max(high - low));
        }
        if left < least || self.exactly && left > most {
            return false;
        }
        if !self.exactly && most <= left {
            view.set(self.spent, allowance as u64 + 1);
            return true;
        }
        if least + widest > left || self.exactly && most - widest < left {
            self.remove_extremes(view, left - least, left - most);
        }
        true
    }
}

impl Open {
    /// What the row costs the variable with this position.
    fn cost(&self, position: usize, row: usize) -> i64 {
        (self.values[row] - self.costs[position].1).abs()
    }

    /// For each variable that is left its position, its smallest and its largest cost.
    fn ranges<'a>(&'a self, view: &'a View<'_>) -> impl Iterator<Item = (usize, i64, i64)> + 'a {
        self.costs.iter().enumerate().filter_map(|(position, (bit, _))| {
            let rows = (0..view.rows()).filter(|&row| view.can(row, *bit));
            let (low, high) = rows.map(|row| self.cost(position, row)).minmax().into_option()?;
            Some((position, low, high))
        })
    }

    /// Removes what is more than `spare` above a variable's smallest cost, and for `=` what is
    /// further below its largest cost than `lack`, which is not positive.
    fn remove_extremes(&self, view: &mut View<'_>, spare: i64, lack: i64) {
        for (position, low, high) in self.ranges(view).collect_vec() {
            let bit = self.costs[position].0;
            for row in 0..view.rows() {
                let cost = self.cost(position, row);
                if cost > low + spare || self.exactly && cost < high + lack {
                    view.remove_one(row, bit);
                }
            }
        }
    }
}
