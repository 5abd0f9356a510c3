//! How many different values occur.

mod seen;

use itertools::Itertools;

use super::reading::Reading;
use super::residual::{Field, Frame, Residual, RowField, VarSet, View};
use super::{Comparison, Condition, Constraint, Csp, Rule, Value, VarId};

/// The number of different values in the scope is as the condition demands. (Pachet and Roy,
/// Automatic Generation of Music Programs, CP 1999: "NValues".)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctCount {
    /// The variables whose values are counted, each once. May be empty: then the count is 0.
    pub scope: Vec<VarId>,
    /// Values that are not counted, each once.
    pub except: Vec<Value>,
    /// What the number must be. Its variable is not in the scope.
    pub condition: Condition,
}

impl From<DistinctCount> for Constraint {
    fn from(constraint: DistinctCount) -> Constraint {
        Constraint::DistinctCount(constraint)
    }
}

impl Rule for DistinctCount {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.condition.variable()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let values = self.scope.iter().map(|variable| solution[variable.index()]);
        let counted = values.filter(|value| !self.except.contains(value));
        self.condition.holds(counted.unique().count() as i64, solution)
    }

    fn describe(&self, csp: &Csp) -> String {
        let (names, condition) = (csp.names(&self.scope), self.condition.describe(csp));
        match self.except[..] {
            [] => format!("DistinctCount({names}) {condition}"),
            _ => {
                let except = self.except.iter().join(", ");
                format!("DistinctCount({names}; except {except}) {condition}")
            }
        }
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        matches!(self.condition, Condition::Compare(Comparison::Equal, _))
            && !self.except.iter().any(|except| values.contains(except))
    }

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let Condition::Compare(Comparison::Equal, count) = self.condition else {
            let reading = Reading::new(Rule::scope(self), frame);
            let seen = seen::Seen::new(self, &reading);
            return reading.open(seen, frame);
        };
        let except = self.except.iter().filter_map(|&value| frame.row(value)).collect();
        Box::new(Open {
            scope: frame.set(&self.scope),
            variables: self.scope.len() as i64,
            count,
            count_set: frame.set(&[count]),
            values: (0..frame.rows()).map(|row| i64::from(frame.value(row))).collect(),
            except,
            seen: frame.row_field(1),
            total: frame.field(self.scope.len() as u64),
            counted: frame.field(1),
        })
    }
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
