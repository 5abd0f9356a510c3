//! Constraints stated value by value: which values exclude or imply others.

use cnfetti_core::csp::{
    Channel, Comparison, Condition, Element, Extreme, Extremum, Operand, Operation, Ranges, Value,
    VarId,
};
use cnfetti_encodings::{Lit, Relation};
use itertools::Itertools;

use super::Line;
use super::words::{Words, ones};

/// So many combinations of values are looked at.
const MOST_COMBINATIONS: usize = 1 << 16;
/// So many lines are written.
const MOST_LINES: usize = 1 << 12;

/// When all of these are true, one of those is.
fn implied(all: Vec<Lit>, one: impl IntoIterator<Item = Lit>) -> Line {
    let most = all.len() as i64 - 1;
    let then = one.into_iter().map(|lit| (-1, lit));
    Line::new(ones(all).into_iter().chain(then).collect(), Relation::AtMost, most)
}

/// A number, and the literal that says it, if it is not always that.
type Choice = (i64, Option<Lit>);

/// All combinations of one choice each; `None` where these are too many.
fn combinations(each: &[Vec<Choice>]) -> Option<impl Iterator<Item = Vec<Choice>> + use<'_>> {
    let number = each.iter().try_fold(1_usize, |all, some| all.checked_mul(some.len()));
    let is_stated = number.is_some_and(|number| number <= MOST_COMBINATIONS);
    is_stated.then(|| each.iter().map(|choices| choices.iter().copied()).multi_cartesian_product())
}

/// The values of a variable.
fn choices(words: &Words<'_>, variable: VarId) -> Option<Vec<Choice>> {
    let values = words.map.values(variable).map(|(value, lit)| (value.into(), Some(lit)));
    words.map.has_values(variable).then(|| values.collect())
}

fn lits(chosen: &[Choice]) -> Vec<Lit> {
    chosen.iter().filter_map(|&(_, lit)| lit).collect()
}

/// No values with which the sum of weighted variables and literals would be in a gap between the numbers.
pub(super) fn gaps(
    words: &Words<'_>,
    variables: &[(VarId, i64)],
    terms: &[(i64, Lit)],
    numbers: &Ranges,
) -> Option<Vec<Line>> {
    let intervals = numbers.intervals().iter();
    let gaps: Vec<(i64, i64)> =
        intervals.tuple_windows().map(|(one, two)| (one.1, two.0)).collect();
    if gaps.is_empty() {
        return Some(Vec::new());
    }
    let weighted = variables.iter().map(|&(variable, weight)| {
        let values = choices(words, variable)?.into_iter();
        values.map(|(value, lit)| Some((weight.checked_mul(value)?, lit))).collect()
    });
    let of_terms =
        terms.iter().map(|&(weight, lit)| Some(vec![(0, Some(!lit)), (weight, Some(lit))]));
    let each: Vec<Vec<Choice>> = weighted.chain(of_terms).collect::<Option<_>>()?;
    let mut lines = Vec::new();
    for chosen in combinations(&each)? {
        let sum: i128 = chosen.iter().map(|&(number, _)| i128::from(number)).sum();
        let is_in = |&(before, after): &(i64, i64)| sum > before.into() && sum < after.into();
        if gaps.iter().any(is_in) {
            lines.push(implied(lits(&chosen), []));
        }
    }
    (lines.len() <= MOST_LINES).then_some(lines)
}

/// The result for all values of the arguments.
pub(super) fn operation(words: &Words<'_>, rule: &Operation) -> Option<Vec<Line>> {
    let inputs = rule.inputs();
    if !words.map.has_values(rule.result) {
        return None;
    }
    let each = inputs.iter().map(|&input| choices(words, input)).collect::<Option<Vec<_>>>()?;
    let lines = combinations(&each)?.take(MOST_LINES + 1).map(|chosen| {
        let value = |&argument: &Operand| match argument {
            Operand::Constant(number) => i64::from(number),
            Operand::Variable(variable) => {
                let at = inputs.iter().position(|&input| input == variable);
                chosen[at.expect("an argument is an input")].0
            }
        };
        let result = rule.operator.apply(&rule.arguments.iter().map(value).collect_vec());
        let result = result.and_then(|result| Value::try_from(result).ok());
        implied(lits(&chosen), result.and_then(|result| words.literal(rule.result, result)))
    });
    let lines: Vec<Line> = lines.collect();
    (lines.len() <= MOST_LINES).then_some(lines)
}

/// For each place: when it is chosen, its entry goes with what the condition compares it with.
pub(super) fn element(words: &Words<'_>, rule: &Element) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    let mut indices = Vec::new();
    for index in &rule.indices {
        let (inside, outside): (Vec<Choice>, Vec<Choice>) =
            choices(words, index.variable)?.into_iter().partition(|&(value, _)| {
                Value::try_from(value).is_ok_and(|value| index.place(value).is_some())
            });
        lines.extend(outside.into_iter().map(|choice| implied(lits(&[choice]), [])));
        indices.push(inside);
    }
    let other = rule.condition.variable();
    let others = other.map_or(Some(vec![(0, None)]), |other| choices(words, other))?;
    for chosen in combinations(&indices)? {
        let place = rule.indices.iter().zip(&chosen).try_fold(0, |at, (index, &(value, _))| {
            Some(at * index.size + index.place(Value::try_from(value).ok()?)?)
        });
        let entries = match rule.list.get(place?) {
            None => Vec::new(),
            Some(&Operand::Constant(number)) => vec![(number.into(), None)],
            Some(&Operand::Variable(variable)) => choices(words, variable)?,
        };
        for entry in entries {
            let fits = |&&(value, _): &&Choice| {
                Value::try_from(value).is_ok_and(|value| rule.condition.allows(entry.0, value))
            };
            let able: Vec<Choice> = others.iter().filter(fits).copied().collect();
            if other.is_some() || able.is_empty() {
                lines.push(implied([lits(&chosen), lits(&[entry])].concat(), lits(&able)));
            }
        }
        if lines.len() > MOST_LINES {
            return None;
        }
    }
    Some(lines)
}

/// Nothing is beyond the end, and something is there. Of another condition: where something is that may not be
/// the end, something is beyond.
pub(super) fn extremum(words: &Words<'_>, rule: &Extremum) -> Option<Vec<Line>> {
    let Condition::Compare(Comparison::Equal, end) = rule.condition else {
        return refused_ends(words, rule);
    };
    let ends = choices(words, end)?;
    let scope = rule.scope.iter().map(|&variable| choices(words, variable));
    Some(end_of(rule.extreme, &scope.collect::<Option<Vec<_>>>()?, &ends))
}

/// The end of some numbers: nothing is beyond it, and something is there.
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

/// A place of the one list says a place of the other where that says it, or each where the other does.
pub(super) fn channel(words: &Words<'_>, rule: &Channel) -> Option<Vec<Line>> {
    if !rule.first.iter().chain(&rule.second).all(|&variable| words.map.has_values(variable)) {
        return None;
    }
    let mut lines = Vec::new();
    for &variable in &rule.first {
        let outside = words.map.values(variable).filter(|&(value, _)| rule.place(value).is_none());
        lines.extend(outside.map(|(_, lit)| Line::some([!lit])));
    }
    let relation = if rule.is_mutual() { Relation::Exactly } else { Relation::AtMost };
    for pair in rule.pairs() {
        let one = words.literal(pair.first, pair.to_second).map(|lit| (1, lit));
        let other = words.literal(pair.second, pair.to_first).map(|lit| (-1, lit));
        let is_said = one.is_some() || other.is_some() && rule.is_mutual();
        if is_said && one.map(|(_, lit)| lit) != other.map(|(_, lit)| lit) {
            lines.push(Line::new(one.into_iter().chain(other).collect(), relation, 0));
        }
    }
    Some(lines)
}
