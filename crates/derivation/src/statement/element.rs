//! For each place, if it is chosen, its entry satisfies the condition.

use super::Line;
use super::values::{Choice, MOST_LINES, choices, combinations, implied, lits};
use super::words::Words;
use cnfetti_core::csp::{Element, Operand, Value};

pub(super) fn state(words: &Words<'_>, rule: &Element) -> Option<Vec<Line>> {
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
