//! The domains of variables, and their numeric values.

use cnfetti_core::csp::VarId;
use cnfetti_encodings::{Lit, Relation};
use cnfetti_sat::compile::Meaning;

use super::Line;
use super::words::{Words, ones};

/// The literals of a variable by what they say.
#[derive(Default)]
struct Literals {
    values: Vec<(i64, Lit)>,
    thresholds: Vec<(i64, Lit)>,
    digits: Vec<Lit>,
}

fn literals(words: &Words<'_>, variable: VarId) -> Literals {
    let mut found = Literals::default();
    for lit in words.map.literals(variable) {
        match words.map.meaning(lit) {
            Some(Meaning::Is(atom)) => found.values.push((atom.value.into(), lit)),
            Some(Meaning::AtLeast(atom)) => found.thresholds.push((atom.value.into(), lit)),
            Some(Meaning::Bit { .. }) => found.digits.push(lit),
            None => {}
        }
    }
    found
}

/// The variable has exactly one value, which all of its literals say. `None` where that has no statement.
pub(super) fn state(words: &Words<'_>, variable: VarId) -> Option<Vec<Line>> {
    let Literals { values, thresholds, digits } = literals(words, variable);
    let domain = words.csp.domain(variable);
    let mut lines = Vec::new();
    let has_values = words.map.has_values(variable);
    if has_values || domain.is_empty() {
        let lits = values.iter().map(|&(_, lit)| lit);
        lines.push(Line::new(ones(lits), Relation::Exactly, 1));
    }
    if has_values {
        for &(threshold, lit) in &thresholds {
            let from = values.iter().filter(|&&(value, _)| value >= threshold);
            lines.push(same(from.map(|&(_, lit)| lit), lit));
        }
        let least = values.first().map_or(0, |&(value, _)| value);
        for (place, &digit) in digits.iter().enumerate() {
            let ones = values.iter().filter(|&&(value, _)| (value - least) >> place & 1 == 1);
            lines.push(same(ones.map(|&(_, lit)| lit), digit));
        }
        return Some(lines);
    }
    for pair in thresholds.windows(2) {
        let terms = vec![(1, pair[0].1), (-1, pair[1].1)];
        lines.push(Line::new(terms, Relation::AtLeast, 0));
    }
    if let (Some(&first), Some(&last), false) = (domain.first(), domain.last(), digits.is_empty()) {
        let range = i64::from(last) - i64::from(first);
        if thresholds.is_empty() {
            if domain.len() as i64 != range + 1 {
                return None;
            }
            lines.push(Line::new(powers(&digits, 1), Relation::AtMost, range));
        } else {
            let steps = steps(&thresholds, first.into(), -1);
            let terms = powers(&digits, 1).into_iter().chain(steps).collect();
            lines.push(Line::new(terms, Relation::Exactly, 0));
        }
    }
    Some(lines)
}

/// The literal is true exactly when one of the others is, of which at most one is.
fn same(others: impl Iterator<Item = Lit>, lit: Lit) -> Line {
    Line::new(ones(others).into_iter().chain([(-1, lit)]).collect(), Relation::Exactly, 0)
}

fn powers(digits: &[Lit], weight: i64) -> Vec<(i64, Lit)> {
    digits.iter().enumerate().map(|(place, &digit)| (weight << place, digit)).collect()
}

fn steps(thresholds: &[(i64, Lit)], first: i64, weight: i64) -> Vec<(i64, Lit)> {
    let before = [first].into_iter().chain(thresholds.iter().map(|&(value, _)| value));
    let steps = thresholds.iter().zip(before);
    steps.map(|(&(value, lit), before)| (weight * (value - before), lit)).collect()
}

/// A weighted variable as a sum of weighted literals and a number.
pub(super) fn weighted(words: &Words<'_>, variable: VarId, weight: i64) -> (Vec<(i64, Lit)>, i64) {
    let Literals { values, thresholds, digits } = literals(words, variable);
    if words.map.has_values(variable) {
        let valued = values.into_iter().filter(|&(value, _)| value != 0);
        return (valued.map(|(value, lit)| (weight.saturating_mul(value), lit)).collect(), 0);
    }
    let first = words.csp.domain(variable).first().map_or(0, |&value| i64::from(value));
    let terms = if thresholds.is_empty() {
        powers(&digits, weight)
    } else {
        steps(&thresholds, first, weight)
    };
    (terms, weight.saturating_mul(first))
}
