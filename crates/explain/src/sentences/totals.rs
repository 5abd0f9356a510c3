//! Sentences of the techniques for sums of different numbers.

use itertools::Itertools;

use super::reasons::grouped;
use super::{Speaker, list};
use crate::Step;
use crate::finders::combinations::combinations as combinations_of;
use crate::finders::exact_sum;
use cnfetti_core::csp::{Constraint, Value};

/// More combinations than this are not listed.
const MOST: usize = 3;

/// `The word below r1c2 sums to 7, of different numbers: 1 + 2 + 4; r3c2 is not 4: so r2c2 is 4.`
pub(super) fn combinations(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let constraint = |at: usize| &speaker.csp.constraints()[at].constraint;
    let totals =
        step.constraints.iter().copied().filter_map(|at| Some((at, exact_sum(constraint(at))?)));
    let (at, (scope, sum)) = totals.exactly_one().ok()?;
    let left = scope.iter().map(|&place| {
        let facts = step.facts.iter().filter(|fact| fact.variable == place).collect_vec();
        let is_left = |value: &Value| facts.iter().all(|fact| fact.allows(*value));
        speaker.csp.domain(place).iter().copied().filter(is_left).collect_vec()
    });
    let sets = combinations_of(&left.collect_vec(), sum);
    let sets = match sets.len() {
        1..=MOST => {
            format!(": {}", list(sets.iter().map(|set| set.iter().join(" + ")), "or"))
        }
        _ => String::new(),
    };
    let reason = &speaker.csp.constraints()[at].reason;
    let (facts, conclusions) = (facts(speaker, step), speaker.conclusions_in_short(step));
    Some(format!("{reason}, of different numbers{sets}{facts}: so {conclusions}."))
}

/// `Row 1 has each number once, which makes 45; area A sums to 20, likewise B; r1c1 is 3: so r1c2 is 2.`
pub(super) fn innies(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let posted = |at: usize| &speaker.csp.constraints()[at];
    let is_row = |at: &usize| matches!(posted(*at).constraint, Constraint::AllDifferent(_));
    let (rows, areas): (Vec<usize>, Vec<usize>) =
        step.constraints.iter().partition(|at| is_row(at));
    let values = |&at: &usize| {
        let scope = posted(at).constraint.rule().scope().into_iter();
        scope
            .flat_map(|place| speaker.csp.domain(place))
            .unique()
            .map(|&value| i64::from(value))
            .sum::<i64>()
    };
    let sum: i64 = rows.iter().map(values).sum();
    let said = |rules: &[usize]| grouped(speaker.reasons(rules)).join("; ");
    let (rows, areas) = (said(&rows), said(&areas));
    let (facts, conclusions) = (facts(speaker, step), speaker.conclusions_in_short(step));
    Some(format!("{rows}, which makes {sum}; {areas}{facts}: so {conclusions}."))
}

fn facts(speaker: &Speaker<'_>, step: &Step) -> String {
    match step.facts.is_empty() {
        true => String::new(),
        false => format!("; {}", speaker.facts_in_short(&step.facts)),
    }
}
