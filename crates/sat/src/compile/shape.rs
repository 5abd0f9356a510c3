//! The literals of each variable.
//!
//! Variables with few values have a literal for each, as puzzles need it. One with many values has
//! what its constraints need: a literal for each value where one of them speaks of values, else for
//! each threshold or each binary digit.

use cnfetti_encodings::{Cnf, domain};

use super::constraints::bounds::fits;
use super::{Choices, Map};
use cnfetti_core::csp::{Constraint, Csp, Operator, VarId};

/// Up to this many values a variable that is compared has a literal for each threshold: more are
/// better compared digit by digit.
const SOME: usize = 1_024;

/// The sorts of literals that a variable has: one of them, or two that are tied together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// For each value whether it is the variable's.
    pub(super) values: bool,
    /// For each value but the smallest whether the variable is at least that large.
    pub(super) thresholds: bool,
    /// The binary digits of the distance from the smallest value.
    pub(super) digits: bool,
}

const VALUES: Shape = Shape { values: true, thresholds: false, digits: false };
const THRESHOLDS: Shape = Shape { values: false, thresholds: true, digits: false };
const DIGITS: Shape = Shape { values: false, thresholds: false, digits: true };

/// What a constraint needs of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    /// A literal for each value.
    Values,
    /// Any literals; thresholds are best.
    Thresholds,
    /// Any literals; digits are best.
    Digits,
    /// Any literals.
    Nothing,
}

/// What a constraint needs of each of its variables.
fn need(constraint: &Constraint, choices: &Choices) -> Need {
    match constraint {
        _ if choices.for_search && fits(constraint) => Need::Thresholds,
        Constraint::Linear(_) => Need::Thresholds,
        Constraint::AllEqual(_) | Constraint::Fixed(_) | Constraint::Increasing(_) => Need::Nothing,
        Constraint::Operation(operation) => match operation.operator {
            Operator::Mul | Operator::Div | Operator::Mod | Operator::Pow => Need::Digits,
            Operator::Abs | Operator::Dist | Operator::Sqr => Need::Digits,
            Operator::And | Operator::Or | Operator::Xor | Operator::Not => Need::Nothing,
            Operator::Imp | Operator::Iff => Need::Nothing,
            _ => Need::Thresholds,
        },
        Constraint::AllDifferent(_)
        | Constraint::ArgExtremum(_)
        | Constraint::Automaton(_)
        | Constraint::BinPacking(_)
        | Constraint::Cardinality(_)
        | Constraint::Channel(_)
        | Constraint::Circuit(_)
        | Constraint::Connected(_)
        | Constraint::Count(_)
        | Constraint::Cumulative(_)
        | Constraint::DistinctCount(_)
        | Constraint::Element(_)
        | Constraint::Extremum(_)
        | Constraint::Lex(_)
        | Constraint::NoOverlap(_)
        | Constraint::Parts(_)
        | Constraint::Selection(_)
        | Constraint::Table(_)
        | Constraint::ValuePrecedence(_) => Need::Values,
    }
}

/// What is needed of a variable by all constraints.
#[derive(Clone, Copy, Default)]
struct Needs {
    values: bool,
    thresholds: usize,
    digits: bool,
}

/// The literals of each variable.
pub(super) fn shapes(csp: &Csp, choices: &Choices) -> Vec<Shape> {
    let is_wide = |variable: VarId| csp.domain(variable).len() > choices.few_values;
    let mut needs = vec![Needs::default(); csp.variables().len()];
    if csp.ids().any(is_wide) {
        for posted in csp.constraints() {
            let need = need(&posted.constraint, choices);
            for variable in posted.constraint.rule().scope() {
                let needs = &mut needs[variable.index()];
                match need {
                    Need::Values => needs.values = true,
                    Need::Thresholds => needs.thresholds += 1,
                    Need::Digits => needs.digits = true,
                    Need::Nothing => {}
                }
            }
        }
        // As the bound on it, so that the literals are the same with and without.
        for variable in csp.objective().iter().flat_map(|objective| objective.terms.scope()) {
            needs[variable.index()].thresholds += 1;
        }
    }
    let shape = |variable: VarId| match choices.domain.name() {
        _ if !is_wide(variable) => VALUES,
        "one_hot" => VALUES,
        "order" | "log" if needs[variable.index()].values => VALUES,
        "order" => THRESHOLDS,
        "log" => DIGITS,
        _ => picked(needs[variable.index()], csp.domain(variable).len()),
    };
    csp.ids().map(shape).collect()
}

fn picked(needs: Needs, size: usize) -> Shape {
    match needs {
        // Thresholds that several constraints read are made once.
        Needs { values: true, thresholds: 2.., .. } if size <= SOME => {
            Shape { thresholds: true, ..VALUES }
        }
        Needs { values: true, digits: true, .. } => Shape { digits: true, ..VALUES },
        Needs { values: true, .. } => VALUES,
        Needs { digits: true, thresholds: 2.., .. } if size <= SOME => {
            Shape { digits: true, ..THRESHOLDS }
        }
        Needs { digits: true, .. } => DIGITS,
        _ if size <= SOME => THRESHOLDS,
        _ => DIGITS,
    }
}

/// States that the variable has exactly one of its values, and ties its literals together.
pub(super) fn restrict(cnf: &mut Cnf, map: &Map, variable: VarId, choices: &Choices) {
    let Choices { domain, at_most_one, form, .. } = *choices;
    let literals: Vec<_> = map.values(variable).map(|(_, lit)| lit).collect();
    let numbers = || map.domain(variable).iter().map(|&value| i64::from(value));
    match (map.own_order(variable), map.own_binary(variable)) {
        (None, None) => domain::encode(cnf, &literals, domain, at_most_one, form),
        (Some(order), binary) => {
            order.restrict(cnf);
            if map.has_values(variable) {
                order.tie_values(cnf, &literals);
            }
            if let Some(binary) = binary {
                order.tie_binary(cnf, &binary);
            }
        }
        (None, Some(binary)) if map.has_values(variable) => {
            cnf.add_clause(literals.iter().copied());
            binary.tie_values(cnf, numbers().zip(literals));
        }
        (None, Some(binary)) => binary.restrict(cnf, numbers()),
    }
}
