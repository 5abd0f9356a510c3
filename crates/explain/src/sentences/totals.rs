//! Sentences of the techniques for sums of different numbers.

use std::collections::HashMap;

use itertools::Itertools;

use super::reasons::grouped;
use super::{Speaker, list};
use crate::Step;
use crate::finders::combinations::combinations as combinations_of;
use crate::finders::exact_sum;
use cnfetti_core::csp::{Constraint, Value, VarId};

/// More combinations than this are not listed.
const MOST: usize = 3;

/// `The word below r1c2 sums to 7; r3c2 is not 4; as 3 different numbers, that is 1 + 2 + 4: so r2c2 is 4.`
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
    let reason = &speaker.csp.constraints()[at].reason;
    let (facts, conclusions) = (speaker.and_facts(&step.facts), speaker.conclusions_in_short(step));
    let number = scope.len();
    Some(match sets.len() {
        1..=MOST => {
            let sets = list(sets.iter().map(|set| set.iter().join(" + ")), "or");
            format!(
                "{reason}{facts}; as {number} different numbers, that is {sets}: so {conclusions}."
            )
        }
        _ => format!("{reason}, of different numbers{facts}: so {conclusions}."),
    })
}

/// `Row 1 has each number once, which makes 45; area A sums to 20, likewise B; r1c1 is 3: so r1c2 is 2.`
pub(super) fn innies(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let posted = |at: usize| &speaker.csp.constraints()[at];
    let is_row = |at: &usize| matches!(posted(*at).constraint, Constraint::AllDifferent(_));
    let (rows, areas): (Vec<usize>, Vec<usize>) =
        step.constraints.iter().partition(|at| is_row(at));
    let sum: i64 =
        rows.iter().map(|&at| sum_of_all(speaker, &posted(at).constraint.rule().scope())).sum();
    let said = |rules: &[usize]| grouped(speaker.reasons(rules)).join("; ");
    let (rows, areas) = (said(&rows), said(&areas));
    let (facts, conclusions) = (speaker.and_facts(&step.facts), speaker.conclusions_in_short(step));
    let left = left_over(speaker, step).unwrap_or_default();
    Some(format!("{rows}, which makes {sum}; {areas}{facts}{left}: so {conclusions}."))
}

/// `The word to the right of r2c1 sums to 9, likewise r3c1: 18 in all; the word below r1c2 sums to 12: so r3c3 is 6.`
pub(super) fn crossings(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let signed = signed(speaker, step)?;
    let side = |sign: i64| {
        let side = signed.iter().filter(|(_, own)| *own == sign).map(|(at, _)| *at).collect_vec();
        let sums =
            side.iter().filter_map(|&at| exact_sum(&speaker.csp.constraints()[at].constraint));
        let sum: i64 = sums.map(|(_, sum)| sum).sum();
        let said = grouped(speaker.reasons(&side)).join("; ");
        if side.len() > 1 { format!("{said}: {sum} in all") } else { said }
    };
    let (one, other) = (side(1), side(-1));
    let (facts, conclusions) = (speaker.and_facts(&step.facts), speaker.conclusions_in_short(step));
    let left = left_over(speaker, step)?;
    Some(format!("{one}; {other}{facts}{left}: so {conclusions}."))
}

/// The sums of a step, each with a sign: two that share places have different ones.
fn signed(speaker: &Speaker<'_>, step: &Step) -> Option<Vec<(usize, i64)>> {
    let scope = |at: usize| speaker.csp.constraints()[at].constraint.rule().scope();
    let mut signed = vec![(*step.constraints.first()?, 1)];
    let mut at = 0;
    while let Some(&(one, sign)) = signed.get(at) {
        let places = scope(one);
        for &other in &step.constraints {
            let is_new = signed.iter().all(|(known, _)| *known != other);
            if is_new && scope(other).iter().any(|place| places.contains(place)) {
                signed.push((other, -sign));
            }
        }
        at += 1;
    }
    (signed.len() == step.constraints.len()).then_some(signed)
}

/// `; r1c1 + r2c2 is 12` if two places are left; empty if it is one.
fn left_over(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let (mut weights, mut sum): (HashMap<VarId, i64>, i64) = (HashMap::new(), 0);
    for (at, sign) in signed(speaker, step)? {
        let constraint = &speaker.csp.constraints()[at].constraint;
        let scope = constraint.rule().scope();
        sum += sign
            * exact_sum(constraint).map_or_else(|| sum_of_all(speaker, &scope), |(_, sum)| sum);
        scope.iter().for_each(|&place| *weights.entry(place).or_default() += sign);
    }
    let mut open = Vec::new();
    for (place, weight) in weights.into_iter().filter(|(_, weight)| *weight != 0).sorted() {
        let facts = step.facts.iter().filter(|fact| fact.variable == place).collect_vec();
        let is_left = |value: &&Value| facts.iter().all(|fact| fact.allows(**value));
        match speaker.csp.domain(place).iter().filter(is_left).exactly_one() {
            Ok(&value) => sum -= weight * i64::from(value),
            Err(_) => open.push((place, weight)),
        }
    }
    let [(one, first), (other, second)] = open[..] else { return Some(String::new()) };
    let [one, other] = [one, other].map(|place| speaker.subject(place));
    Some(match (first, second) {
        (1, 1) => format!("; {one} + {other} is {sum}"),
        (-1, -1) => format!("; {one} + {other} is {}", -sum),
        (1, -1) if sum >= 0 => format!("; {one} - {other} is {sum}"),
        (1, -1) => format!("; {other} - {one} is {}", -sum),
        (-1, 1) if sum >= 0 => format!("; {other} - {one} is {sum}"),
        (-1, 1) => format!("; {one} - {other} is {}", -sum),
        _ => String::new(),
    })
}

/// The sum of all values of these places, each once.
fn sum_of_all(speaker: &Speaker<'_>, scope: &[VarId]) -> i64 {
    let values = scope.iter().flat_map(|&place| speaker.csp.domain(place)).unique();
    values.map(|&value| i64::from(value)).sum()
}
