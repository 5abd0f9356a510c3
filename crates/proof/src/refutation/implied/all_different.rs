//! No two variables are equal.

use std::collections::{BTreeMap, BTreeSet};

use super::{Most, Values, add};
use crate::refutation::gains::{Gains, INFEASIBLE};
use cnfetti_core::csp::AllDifferent;
use cnfetti_core::limit::Budget;

pub(super) fn most(constraint: &AllDifferent, mut gains: Gains<'_>) -> Most {
    let except: Vec<i64> = constraint.except.iter().map(|&value| value.into()).collect();
    let scope = constraint.scope.iter().map(|&variable| gains.take(variable.into()));
    let scope: Vec<Values> = scope.collect();
    if gains.wanted == INFEASIBLE && !can_differ(&scope, &except, gains.budget) {
        return None;
    }
    add(different(&scope, &except), gains.rest())
}

/// With more variables, it is not looked for values of all.
const MAX_MATCHED: usize = 500;

/// Whether each variable finds a value of its own, perhaps after others have moved to other values (Kuhn, The Hungarian
/// Method for the Assignment Problem, 1955).
fn can_differ(scope: &[Values], except: &[i64], budget: &Budget) -> bool {
    fn find(
        scope: &[Values],
        at: usize,
        taken: &mut BTreeMap<i64, usize>,
        seen: &mut BTreeSet<i64>,
    ) -> bool {
        scope[at].iter().any(|&(value, _)| {
            let is_free = seen.insert(value)
                && taken.get(&value).copied().is_none_or(|other| find(scope, other, taken, seen));
            if is_free {
                taken.insert(value, at);
            }
            is_free
        })
    }
    let mut taken = BTreeMap::new();
    let has_exception = |at: usize| scope[at].iter().any(|(value, _)| except.contains(value));
    let mut alone = (0..scope.len()).filter(|&at| !has_exception(at));
    scope.len() > MAX_MATCHED
        || alone.all(|at| {
            let mut seen = BTreeSet::new();
            let is_found = find(scope, at, &mut taken, &mut seen);
            budget.spend(8 * seen.len() as u64);
            is_found
        })
}

/// The most that different values add. Each value adds at most what it adds for any variable; the number of variables
/// says how many values there are. What all values of a variable add anyway can be set aside first, which gives other
/// bounds.
pub(super) fn different(scope: &[Values], except: &[i64]) -> Most {
    let aside: [fn(&Values) -> Most; 3] = [
        |_| Some(0),
        |values| values.iter().map(|value| value.1).min(),
        |values| values.iter().map(|value| value.1).max(),
    ];
    let mut fixed: Vec<i64> = scope
        .iter()
        .filter_map(|values| match values[..] {
            [(value, _)] if !except.contains(&value) => Some(value),
            _ => None,
        })
        .collect();
    let number = fixed.len();
    fixed.sort_unstable();
    fixed.dedup();
    if fixed.len() < number {
        return None;
    }
    let bounds = aside.iter().map(|aside| {
        let mut best: BTreeMap<i64, i128> = BTreeMap::new();
        let mut total = 0;
        for values in scope {
            let own = aside(values)?;
            total += own;
            for &(value, gain) in values {
                let gain = gain - own;
                best.entry(value).and_modify(|best| *best = gain.max(*best)).or_insert(gain);
            }
        }
        let times = |value: &i64| if except.contains(value) { scope.len() } else { 1 };
        let gains = best.iter().flat_map(|(value, &gain)| std::iter::repeat_n(gain, times(value)));
        let mut gains: Vec<i128> = gains.collect();
        gains.sort_unstable_by(|one, other| other.cmp(one));
        let chosen = gains.get(..scope.len())?;
        Some(total + chosen.iter().sum::<i128>())
    });
    bounds.min().flatten()
}
