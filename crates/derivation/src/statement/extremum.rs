//! Nothing is beyond the extreme value, and something has it. For other conditions: if a value is present
//! that may not be the extreme one, another value is beyond it.

use super::Line;
use super::values::{Choice, MOST_LINES, choices, implied, lits};
use super::words::{Words, ones};
use cnfetti_core::csp::{Comparison, Condition, Extreme, Extremum, Operand, Operation, Value};
use cnfetti_encodings::Relation;
use itertools::Itertools;

pub(super) fn state(words: &Words<'_>, rule: &Extremum) -> Option<Vec<Line>> {
    let Condition::Compare(Comparison::Equal, end) = rule.condition else {
        return refused_ends(words, rule);
    };
    let ends = choices(words, end)?;
    let scope = rule.scope.iter().map(|&variable| choices(words, variable));
    Some(end_of(rule.extreme, &scope.collect::<Option<Vec<_>>>()?, &ends))
}

/// The extreme of some numbers: nothing is beyond it, and something has it.
fn end_of(extreme: Extreme, scope: &[Vec<Choice>], ends: &[Choice]) -> Vec<Line> {
    let mut lines = Vec::new();
    for &(value, lit) in scope.iter().flatten() {
        let is_beaten = |&&(end, _): &&Choice| match extreme {
            Extreme::Minimum => value < end,
            Extreme::Maximum => value > end,
        };
        let beaten = ends.iter().filter(is_beaten).copied().collect_vec();
        if !beaten.is_empty() {
            let both = lits(&beaten).into_iter().chain(lit);
            lines.push(Line::new(ones(both), Relation::AtMost, i64::from(lit.is_some())));
        }
    }
    for &(end, lit) in ends {
        let mut there = scope.iter().flatten().filter(|&&(value, _)| value == end);
        if there.clone().all(|(_, lit)| lit.is_some()) {
            let there = there.by_ref().filter_map(|&(_, lit)| lit);
            lines.push(Line::some(there.chain(lit.map(|lit| !lit))));
        }
    }
    lines
}

/// The smallest or the largest of the arguments.
pub(super) fn extreme(words: &Words<'_>, rule: &Operation, extreme: Extreme) -> Option<Vec<Line>> {
    let scope = rule.arguments.iter().map(|&argument| match argument {
        Operand::Constant(number) => Some(vec![(number.into(), None)]),
        Operand::Variable(variable) => choices(words, variable),
    });
    let scope = scope.collect::<Option<Vec<_>>>()?;
    Some(end_of(extreme, &scope, &choices(words, rule.result)?))
}

fn refused_ends(words: &Words<'_>, rule: &Extremum) -> Option<Vec<Line>> {
    let scope = rule.scope.iter().map(|&variable| choices(words, variable));
    let scope: Vec<Choice> = scope.collect::<Option<Vec<_>>>()?.concat();
    let other = rule.condition.variable();
    let others = other.map_or(Some(vec![(0, None)]), |other| choices(words, other))?;
    let mut lines = Vec::new();
    for (&there, &(other, said)) in scope.iter().cartesian_product(&others) {
        if rule.condition.allows(there.0, Value::try_from(other).ok()?) {
            continue;
        }
        let beyond = scope.iter().filter(|(value, _)| match rule.extreme {
            Extreme::Minimum => *value < there.0,
            Extreme::Maximum => *value > there.0,
        });
        let beyond = beyond.filter_map(|&(_, lit)| lit);
        lines.push(implied(there.1.into_iter().chain(said).collect(), beyond));
    }
    (!scope.is_empty() && lines.len() <= MOST_LINES).then_some(lines)
}
