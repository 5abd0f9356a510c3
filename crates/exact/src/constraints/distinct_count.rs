//! How many different values occur.

mod seen;

use super::reading::Reading;
use crate::residual::{Field, Frame, Residual, RowField, VarSet, View};
use cnfetti_core::csp::{Comparison, Condition, DistinctCount, Rule, VarId};

pub(super) fn residual(constraint: &DistinctCount, frame: &mut Frame) -> Box<dyn Residual> {
    let Condition::Compare(Comparison::Equal, count) = constraint.condition else {
        let reading = Reading::new(Rule::scope(constraint), frame);
        let seen = seen::Seen::new(constraint, &reading);
        return reading.open(seen, frame);
    };
    let except = constraint.except.iter().filter_map(|&value| frame.row(value)).collect();
    Box::new(Open {
        scope: frame.set(&constraint.scope),
        variables: constraint.scope.len() as i64,
        count,
        count_set: frame.set(&[count]),
        values: (0..frame.rows()).map(|row| i64::from(frame.value(row))).collect(),
        except,
        seen: frame.row_field(1),
        total: frame.field(constraint.scope.len() as u64),
        counted: frame.field(1),
    })
}

/// Which values that can occur again have occurred, and how many have.
struct Open {
    scope: VarSet,
    /// How many variables the scope has.
    variables: i64,
    count: VarId,
    count_set: VarSet,
    /// For each row.
    values: Vec<i64>,
    /// The rows that are not counted.
    except: Vec<usize>,
    seen: RowField,
    /// How many values have occurred; once the count is assigned, how many new ones must follow.
    total: Field,
    counted: Field,
}

/// What the variables that are left can do.
struct Outlook {
    /// Values that can still occur and have occurred, or are not counted.
    old: Vec<usize>,
    /// Values that can still occur and have not.
    new: Vec<usize>,
    /// How many new values occur at least.
    least: usize,
    /// How many new values occur at most.
    most: usize,
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let total = view.get(self.total);
        if variable == self.count {
            let Some(missing) = self.values[row].checked_sub_unsigned(total) else { return false };
            view.set(self.counted, 1);
            // Others of the scope may be assigned at once with it: whether enough are left is seen after that.
            let fits = (0..=self.variables).contains(&missing);
            if fits {
                view.set(self.total, missing as u64);
            }
            return fits;
        }
        if view.get_in(row, self.seen) == 1 || self.except.contains(&row) {
            return true;
        }
        view.set_in(row, self.seen, 1);
        if view.get(self.counted) == 0 {
            view.set(self.total, total + 1);
        } else if total > 0 {
            view.set(self.total, total - 1);
        } else {
            return false;
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let outlook = self.look_ahead(view);
        let Some(missing) = self.bound_count(view, &outlook) else { return true };
        if missing < outlook.least as i64 || missing > outlook.most as i64 {
            return false;
        }
        if missing == 0 {
            outlook.new.iter().for_each(|&row| view.remove(row, &self.scope));
        } else if missing == view.rest(&self.scope) as i64 {
            outlook.old.iter().for_each(|&row| view.remove(row, &self.scope));
        }
        true
    }
}

impl Open {
    fn look_ahead(&self, view: &mut View<'_>) -> Outlook {
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for row in 0..view.rows() {
            if view.count(row, &self.scope) == 0 {
                view.set_in(row, self.seen, 0);
            } else if view.get_in(row, self.seen) == 1 || self.except.contains(&row) {
                old.push(row);
            } else {
                new.push(row);
            }
        }
        let (mut able, mut forced, mut surely) = (0, false, 0);
        let mut decided_words = Vec::new();
        for word in 0..self.scope.len() {
            let rest = view.rest_word(&self.scope, word);
            let any = |rows: &[usize]| rows.iter().fold(0, |any, &row| any | view.row(row)[word]);
            able += (rest & any(&new)).count_ones() as usize;
            forced |= rest & !any(&old) != 0;
            decided_words.push(view.by_domain_size(&self.scope, word).1);
        }
        for &row in &new {
            let decided = decided_words.iter().zip(view.row(row)).any(|(a, b)| a & b != 0);
            surely += usize::from(decided);
        }
        let (least, most) = (surely.max(usize::from(forced)), able.min(new.len()));
        Outlook { old, new, least, most }
    }

    /// Keeps the counts that can be reached, and tells how many new values must follow when there
    /// is but one.
    fn bound_count(&self, view: &mut View<'_>, outlook: &Outlook) -> Option<i64> {
        let total = view.get(self.total) as i64;
        if view.get(self.counted) == 1 {
            return Some(total);
        }
        let reachable = total + outlook.least as i64..=total + outlook.most as i64;
        let mut left = Vec::new();
        for row in 0..view.rows() {
            if view.count(row, &self.count_set) == 0 {
                continue;
            }
            if reachable.contains(&self.values[row]) {
                left.push(row);
            } else {
                view.remove(row, &self.count_set);
            }
        }
        if let [row] = left[..] { Some(self.values[row] - total) } else { None }
    }
}
