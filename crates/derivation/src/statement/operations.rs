//! Operations as inequalities.

use cnfetti_core::csp::{Extreme, Operand, Operation, Operator, Ranges, VarId};
use cnfetti_encodings::{Lit, Relation};

use super::rules::within;
use super::words::Words;
use super::{Line, values};

/// What is known to be true or false, or a literal.
#[derive(Clone, Copy)]
enum Truth {
    Known(bool),
    Of(Lit),
}

/// The result is what comes out; `None` where that has no statement.
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
        Operator::Min => return values::extreme(words, operation, Extreme::Minimum),
        Operator::Max => return values::extreme(words, operation, Extreme::Maximum),
        _ => return values::operation(words, operation),
    };
    let result = statement(words, operation.result)?;
    // Each is a conjunction, of these or of their opposites.
    let (holds, parts) = match operation.operator {
        Operator::And => (result, truths),
        Operator::Or => (result.not(), truths.into_iter().map(Truth::not).collect()),
        Operator::Imp => (result.not(), vec![truths[0], truths[1].not()]),
        _ => (result.not(), truths),
    };
    conjunction(holds, &parts)
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

/// The first holds exactly when all of the others do.
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
