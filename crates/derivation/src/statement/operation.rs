//! Results of operations.

use super::sums::within;
use super::values::lits;
use super::values::{MOST_LINES, choices, combinations, implied};
use super::words::Words;
use super::{Line, extremum};
use cnfetti_core::csp::{Extreme, Operand, Operation, Operator, Ranges, Value, VarId};
use cnfetti_encodings::{Lit, Relation};
use itertools::Itertools;

/// A literal, or a truth value that is known.
#[derive(Clone, Copy)]
enum Truth {
    Known(bool),
    Of(Lit),
}

/// The result is what the operation gives; `None` if that has no statement.
pub(super) fn state(words: &Words<'_>, operation: &Operation) -> Option<Vec<Line>> {
    if let Some((terms, constant)) = operation.as_sum() {
        let terms: Vec<(VarId, i64)> =
            terms.as_slice().iter().map(|term| (term.variable, term.weight)).collect();
        return within(words, &terms, Vec::new(), &Ranges::exactly(constant.checked_neg()?));
    }
    let truths = || operation.arguments.iter().map(|&argument| truth(words, argument));
    let truths: Vec<Truth> = match operation.operator {
        Operator::And | Operator::Or | Operator::Imp | Operator::Not => {
            truths().collect::<Option<_>>()?
        }
        Operator::Min => return extremum::extreme(words, operation, Extreme::Minimum),
        Operator::Max => return extremum::extreme(words, operation, Extreme::Maximum),
        _ => return by_values(words, operation),
    };
    let result = statement(words, operation.result)?;
    // Each is a conjunction of these, or of their opposites.
    let (holds, parts) = match operation.operator {
        Operator::And => (result, truths),
        Operator::Or => (result.not(), truths.into_iter().map(Truth::not).collect()),
        Operator::Imp => (result.not(), vec![truths[0], truths[1].not()]),
        _ => (result.not(), truths),
    };
    conjunction(holds, &parts)
}

/// Gives the result for all values of the arguments.
fn by_values(words: &Words<'_>, rule: &Operation) -> Option<Vec<Line>> {
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

impl Truth {
    fn not(self) -> Truth {
        match self {
            Truth::Known(value) => Truth::Known(!value),
            Truth::Of(lit) => Truth::Of(!lit),
        }
    }
}

/// Whether the operand is not 0.
fn truth(words: &Words<'_>, operand: Operand) -> Option<Truth> {
    match operand {
        Operand::Constant(number) => Some(Truth::Known(number != 0)),
        Operand::Variable(variable) if words.map.has_values(variable) => {
            let zero = words.literal(variable, 0);
            Some(zero.map_or(Truth::Known(true), |lit| Truth::Of(!lit)))
        }
        Operand::Variable(_) => None,
    }
}

/// Whether a result that is 0 or 1 is 1.
fn statement(words: &Words<'_>, result: VarId) -> Option<Truth> {
    match words.csp.domain(result) {
        [0] => Some(Truth::Known(false)),
        [1] => Some(Truth::Known(true)),
        [0, 1] if words.map.has_values(result) => words.literal(result, 1).map(Truth::Of),
        _ => None,
    }
}

/// The first holds exactly when all the others do.
fn conjunction(holds: Truth, parts: &[Truth]) -> Option<Vec<Line>> {
    let is_false = parts.iter().any(|part| matches!(part, Truth::Known(false)));
    let lits: Vec<Lit> = parts
        .iter()
        .filter_map(|part| match part {
            Truth::Of(lit) => Some(*lit),
            Truth::Known(_) => None,
        })
        .collect();
    let ones = |lits: &[Lit]| lits.iter().map(|&lit| (1, lit)).collect::<Vec<_>>();
    let count = lits.len() as i64;
    Some(match holds {
        Truth::Known(true) if is_false => vec![Line::some([])],
        Truth::Known(false) if is_false => Vec::new(),
        Truth::Of(lit) if is_false => vec![Line::some([!lit])],
        Truth::Known(true) => vec![Line::new(ones(&lits), Relation::AtLeast, count)],
        Truth::Known(false) => vec![Line::new(ones(&lits), Relation::AtMost, count - 1)],
        Truth::Of(lit) => {
            let with = |weight: i64| ones(&lits).into_iter().chain([(weight, lit)]).collect();
            vec![
                Line::new(with(-count), Relation::AtLeast, 0),
                Line::new(with(-1), Relation::AtMost, count - 1),
            ]
        }
    })
}
