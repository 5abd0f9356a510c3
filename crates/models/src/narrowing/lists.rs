//! Which values the narrowed variables get: a list of them, or none if their values follow from others.

use std::collections::HashMap;
use std::sync::Arc;

use itertools::Itertools;

use super::{Bounds, Open};
use crate::declared::{MAX_ALL_VALUES, MAX_VALUES, can_be_listed, is_short, values_of};
use crate::formulas::{Large, Linear, define, define_all, is_weighted_sum, others_need, width};
use crate::tree::{Constraint, Model};
use cnfetti_core::csp::Value;
use cnfetti_input::InputError;

/// If the file gives a long domain to a variable that only sums mention, and more values than these are left, it has digits
/// if nothing defines it: the others in its equations have digits too.
const FEW_VALUES: i128 = 1000;

/// Gives each variable the values between its bounds, or else a formula.
pub(super) fn list(model: &mut Model, open: &[Open], bounds: &[Bounds]) -> Result<(), InputError> {
    let mut lists = Lists::default();
    let (needed, mentioned, summed) = (others_need(model), model.mentioned(), only_summed(model));
    let mut large = Vec::new();
    for one in open {
        let left = bounds[one.variable];
        if !mentioned[one.variable] {
            // It belongs to no solution, so any domain will do.
            model.variables[one.variable].domain = Arc::from([0]);
            continue;
        }
        let is_long = one.bounds.is_some() && width(left).is_some_and(|width| width > FEW_VALUES);
        let is_number = is_long && summed[one.variable];
        let has_few = !one.follows && !is_number && ends(left).is_some_and(is_short);
        // Formulas over it need its bounds.
        let is_needed = needed.contains(&one.variable);
        match has_few || is_needed {
            true => lists.give(model, one, left)?,
            false => {
                let (variable, span) = (one.variable, one.span.clone());
                large.push((one, Large { variable, bounds: left, span }));
            }
        }
    }
    define(model, &large.iter().map(|(_, large)| large.clone()).collect_vec());
    // Nothing defines the others. With lists of some of them, further variables may follow from these.
    large.retain(|(_, large)| model.variables[large.variable].formula.is_none());
    let (listed, large): (Vec<_>, Vec<_>) = large.into_iter().partition(|(one, large)| {
        let is_number = summed[large.variable] && !one.follows;
        !is_number && ends(large.bounds).is_some_and(can_be_listed)
    });
    for (one, Large { bounds, .. }) in listed {
        lists.give(model, one, bounds)?;
    }
    define_all(model, &large.iter().map(|(_, large)| large.clone()).collect_vec());
    for (one, Large { variable, bounds, .. }) in large {
        if model.variables[variable].formula.is_none() {
            lists.give(model, one, bounds)?;
        }
    }
    Ok(())
}

/// For each variable, whether only weighted sums mention it, at least one of them an equation, and there is no objective.
/// Where bounds matter more than equations, as in schedules and for optima, lists are better than digits.
fn only_summed(model: &Model) -> Vec<bool> {
    let mut summed = vec![false; model.variables.len()];
    if !model.objectives.is_empty() {
        return summed;
    }
    let mut mark = |of: &dyn Fn(&Constraint) -> bool, mark: bool| {
        for posted in model.constraints.iter().filter(|posted| of(&posted.constraint)) {
            posted.constraint.scope().into_iter().for_each(|variable| summed[variable] = mark);
        }
    };
    mark(&|constraint| Linear::of_equation(constraint).is_some(), true);
    mark(&|constraint| !is_weighted_sum(constraint), false);
    summed
}

/// The lists of values so far. Variables with the same bounds share one.
#[derive(Default)]
struct Lists {
    known: HashMap<(i64, i64), Arc<[Value]>>,
    /// Their total length.
    values: usize,
}

impl Lists {
    /// Gives a variable the values between its bounds, or if that is too much in total, those that the file gives it.
    fn give(&mut self, model: &mut Model, one: &Open, left: Bounds) -> Result<(), InputError> {
        let variable = &mut model.variables[one.variable];
        let narrowed = ends(left).and_then(|ends| self.get(ends, MAX_ALL_VALUES));
        let domain = narrowed.or_else(|| self.get(one.bounds?, usize::MAX));
        variable.domain = match domain {
            Some(domain) => domain,
            None if ends(left).is_some_and(can_be_listed) => {
                let expected = format!("at most {MAX_ALL_VALUES} values of all variables");
                return Err(InputError::expected(one.span.clone(), expected, "more"));
            }
            None => return Err(one.too_large(&variable.name, left)),
        };
        Ok(())
    }

    /// The values between these ends; `None` if they are too many, or more than these in total.
    fn get(&mut self, ends: (i64, i64), most: usize) -> Option<Arc<[Value]>> {
        if let Some(known) = self.known.get(&ends) {
            return Some(Arc::clone(known));
        }
        let domain = values_of(&[ends])?;
        if domain.len() > most.saturating_sub(self.values) {
            return None;
        }
        self.values += domain.len();
        self.known.insert(ends, Arc::clone(&domain));
        Some(domain)
    }
}

impl Open {
    fn too_large(&self, name: &str, left: Bounds) -> InputError {
        let span = self.span.clone();
        if self.follows {
            let expected = "floats that are integers of at most 62 bits once multiplied by their common denominator";
            return InputError::expected(span, expected, format!("`{name}` with more digits"));
        }
        match (self.bounds, left) {
            (Some(_), (Some(low), Some(high))) => {
                let expected =
                    format!("at most {MAX_VALUES} values, each of at most 31 bits, for `{name}`");
                let found = format!("{low}..{high}, as far as the constraints show");
                InputError::expected(span, expected, found)
            }
            _ => {
                let found =
                    format!("none for `{name}`, and its constraints give it too many values");
                InputError::expected(span, "bounds of each variable", found)
                    .help("declare it with a range, such as `var 0..1000`")
            }
        }
    }
}

/// The ends of these bounds, if both are known; of an empty interval if no value is left.
fn ends(bounds: Bounds) -> Option<(i64, i64)> {
    let (low, high) = (bounds.0?, bounds.1?);
    match low > high {
        true => Some((1, 0)),
        false => Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?)),
    }
}
