//! Sums that satisfy a condition.

use super::Line;
use super::values::{Choice, MOST_LINES, choices, combinations, implied, lits};
use super::variables::weighted;
use super::words::Words;
use cnfetti_core::csp::{Condition, Ranges, VarId};
use cnfetti_encodings::{Lit, Relation};
use itertools::Itertools;

/// A sum satisfies a condition.
pub(super) fn number(
    words: &Words<'_>,
    sum: Vec<(i64, Lit)>,
    condition: &Condition,
) -> Option<Vec<Line>> {
    match condition {
        Condition::Within(ranges) => within(words, &[], sum, ranges),
        Condition::Compare(comparison, variable) => {
            within(words, &[(*variable, -1)], sum, &comparison.with(0))
        }
    }
}

/// The sum of weighted variables and literals is one of the numbers. Gaps between them are excluded value by
/// value.
pub(super) fn within(
    words: &Words<'_>,
    variables: &[(VarId, i64)],
    mut terms: Vec<(i64, Lit)>,
    numbers: &Ranges,
) -> Option<Vec<Line>> {
    let gaps = gaps(words, variables, &terms, numbers)?;
    let intervals = numbers.intervals();
    let (Some(&(first, _)), Some(&(_, last))) = (intervals.first(), intervals.last()) else {
        return Some(vec![Line::some([])]);
    };
    let mut constant = 0_i64;
    for &(variable, weight) in variables {
        let (more, shift) = weighted(words, variable, weight);
        terms.extend(more);
        constant = constant.checked_add(shift)?;
    }
    let line = |relation, bound: i64| {
        Some(Line::new(terms.clone(), relation, bound.checked_sub(constant)?))
    };
    if first == last {
        return Some(vec![line(Relation::Exactly, first)?]);
    }
    let mut lines = Vec::new();
    if first != i64::MIN {
        lines.push(line(Relation::AtLeast, first)?);
    }
    if last != i64::MAX {
        lines.push(line(Relation::AtMost, last)?);
    }
    lines.extend(gaps);
    Some(lines)
}

/// Excludes values whose weighted sum would be in a gap between the numbers.
fn gaps(
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
