//! Constraints on lists of variables.

use std::collections::BTreeMap;

use super::{Most, add, conditioned, max};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{
    AllDifferent, Circuit, Condition, Element, Extreme, Operand, Table, Value, VarId,
};

/// The values of a variable, with what it adds.
type Values = Vec<(i64, i128)>;

pub(super) fn all_different(constraint: &AllDifferent, mut gains: Gains<'_>) -> Most {
    let except: Vec<i64> = constraint.except.iter().map(|&value| value.into()).collect();
    let scope = constraint.scope.iter().map(|&variable| gains.take(variable.into()));
    let scope: Vec<Values> = scope.collect();
    add(different(&scope, &except), gains.rest())
}

/// Each variable takes another place, and unless some may be left out, none its own.
pub(super) fn circuit(circuit: &Circuit, mut gains: Gains<'_>) -> Most {
    let is_alone = circuit.size.is_none() && circuit.scope.len() > 1;
    let places = circuit.scope.iter().enumerate().map(|(own, &variable)| {
        let mut values = gains.take(variable.into());
        let first = i64::from(circuit.first);
        values.retain(|&(value, _)| {
            let place = usize::try_from(value - first).ok();
            place.is_some_and(|at| at < circuit.scope.len() && !(is_alone && at == own))
        });
        values
    });
    let places: Vec<Values> = places.collect();
    let most = different(&places, &[])?;
    add(Some(most.min(leaving(&places, circuit.first)?)), gains.rest())
}

/// The most that all places add, if one of those that matter has its successor elsewhere: the circuit leaves them if it
/// visits one of them, and another place. `None` if that is impossible. A place whose only successor matters may count as
/// one that does.
fn leaving(places: &[Values], first: Value) -> Most {
    let best = |values: &Values| values.iter().map(|value| value.1).max();
    let all: i128 = places.iter().map(best).sum::<Option<_>>()?;
    let to = |value: i64| (value - i64::from(first)) as usize;
    let is_visited = |at: usize| places[at].iter().all(|value| to(value.0) != at);
    let matters = |values: &Values| values.iter().any(|value| value.1 != 0);
    let mut matters: Vec<bool> = places.iter().map(matters).collect();
    let mut most = all;
    loop {
        let visits = |side: bool| (0..places.len()).any(|at| matters[at] == side && is_visited(at));
        if visits(true) && visits(false) {
            let part = places.iter().zip(&matters).filter(|(_, matters)| **matters);
            let losses = part.filter_map(|(values, _)| {
                let outside = values.iter().filter(|(value, _)| !matters[to(*value)]);
                Some(best(values)? - outside.map(|value| value.1).max()?)
            });
            most = most.min(all - losses.min()?);
        }
        let follows = |at: &usize| match places[*at][..] {
            [(value, _)] => !matters[*at] && matters[to(value)],
            _ => false,
        };
        match (0..places.len()).find(follows) {
            Some(at) => matters[at] = true,
            None => return Some(most),
        }
    }
}

/// The most that different values add. Each value adds at most what it adds for any variable; the number of variables
/// says how many values there are. What all values of a variable add anyway can be set aside first, which gives other
/// bounds.
fn different(scope: &[Values], except: &[i64]) -> Most {
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

pub(super) fn all_equal(scope: &[VarId], mut gains: Gains<'_>) -> Most {
    let mut common: Option<BTreeMap<i64, i128>> = None;
    for &variable in scope {
        let values = gains.take(variable.into());
        common = Some(match common {
            None => values.into_iter().collect(),
            Some(common) => values
                .into_iter()
                .filter_map(|(value, gain)| Some((value, gain + common.get(&value)?)))
                .collect(),
        });
    }
    let most = common.map_or(Some(0), |common| common.into_values().max());
    add(most, gains.rest())
}

/// The most that the variables up to one add, for each value of this one.
pub(super) fn increasing(scope: &[VarId], mut gains: Gains<'_>) -> Most {
    let mut before: Option<Values> = None;
    for &variable in scope {
        let values = gains.take(variable.into());
        before = Some(match before {
            None => values,
            Some(before) => {
                let best = |value: i64| {
                    before.iter().filter(|other| other.0 < value).map(|other| other.1).max()
                };
                let all = values.into_iter();
                all.filter_map(|(value, gain)| Some((value, gain + best(value)?))).collect()
            }
        });
    }
    add(before.map_or(Some(0), |last| last.into_iter().map(|value| value.1).max()), gains.rest())
}

/// A single row of the table.
pub(super) fn table(table: &Table, mut gains: Gains<'_>) -> Most {
    if !table.is_positive {
        return gains.rest();
    }
    gains.budget.spend(8 * (table.rows.len() * table.scope.len()) as u64);
    let row = |row: &Vec<Option<Value>>| -> Most {
        let cells = row.iter().zip(&table.scope);
        let gain = |(cell, &variable): (&Option<Value>, &VarId)| {
            let domain = gains.domain(variable);
            match cell {
                Some(value) => domain.binary_search(value).ok().map(|_| gains.at(variable, *value)),
                None => domain.iter().map(|&value| gains.at(variable, value)).max(),
            }
        };
        cells.map(gain).sum()
    };
    let most = table.rows.iter().map(row).max().flatten();
    table.scope.iter().for_each(|&variable| gains.forget(variable.into()));
    add(most, gains.rest())
}

/// The entry at each place of a list.
pub(super) fn element(element: &Element, mut gains: Gains<'_>) -> Most {
    let [index] = element.indices[..] else { return gains.rest() };
    let places = gains.take(index.variable.into());
    let most = places.into_iter().map(|(value, gain)| {
        let place = Value::try_from(value).ok().and_then(|value| index.place(value));
        let entry = *element.list.get(place?)?;
        let mut gains = gains.clone();
        let number = gains.take(entry);
        let most = conditioned(number, &element.condition, &mut gains);
        add(add(most, Some(gain)), gains.rest())
    });
    most.max().flatten()
}

/// The most over the possible values of the extremum: one number has it, and no other is beyond.
pub(super) fn extremum<Number: Copy + Into<Operand>>(
    extreme: Extreme,
    scope: &[Number],
    condition: &Condition,
    mut gains: Gains<'_>,
) -> Most {
    let sign = if extreme == Extreme::Maximum { 1 } else { -1 };
    let scope = scope.iter().map(|&number| {
        let mut values = gains.take(number.into());
        values.iter_mut().for_each(|value| value.0 *= sign);
        values.sort_unstable();
        values
    });
    let scope: Vec<Values> = scope.collect();
    // For each value of the extremum: of each number the most so far.
    let mut all: Vec<i64> = scope.iter().flatten().map(|value| value.0).collect();
    all.sort_unstable();
    all.dedup();
    gains.budget.spend(8 * (all.len() * scope.len()) as u64);
    let mut seen = vec![0; scope.len()];
    let mut so_far: Vec<Most> = vec![None; scope.len()];
    let mut ends: Values = Vec::new();
    for end in all {
        let mut here: Vec<Most> = vec![None; scope.len()];
        for (number, values) in scope.iter().enumerate() {
            while let Some(&(_, gain)) = values.get(seen[number]).filter(|value| value.0 == end) {
                here[number] = max(here[number], Some(gain));
                so_far[number] = max(so_far[number], Some(gain));
                seen[number] += 1;
            }
        }
        let Some(total) = so_far.iter().copied().sum::<Most>() else { continue };
        let losses = here.iter().zip(&so_far).filter_map(|(&here, &most)| Some(most? - here?));
        if let Some(loss) = losses.min() {
            ends.push((sign * end, total - loss));
        }
    }
    let most = conditioned(ends, condition, &mut gains);
    add(most, gains.rest())
}
