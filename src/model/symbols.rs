//! The words that are the values of symbolic variables: each is a number, and only its name is shown.

use std::collections::HashMap;

use super::tree::{Constraint, Model};
use super::{Expr, Operator};
use crate::csp::Value;
use crate::input::InputError;

/// The words of a file, numbered from 0 as they come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    names: Vec<String>,
    numbers: HashMap<String, Value>,
}

impl Symbols {
    /// The number of a word, which may be new.
    pub(super) fn add(&mut self, name: &str) -> Value {
        if let Some(number) = self.number(name) {
            return number;
        }
        let number = self.names.len() as Value;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Whether the file has no symbolic variables.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of a word that some domain has.
    pub(crate) fn number(&self, name: &str) -> Option<Value> {
        self.numbers.get(name).copied()
    }
}

impl Model {
    /// The value of a variable as its file writes it.
    pub(crate) fn value_text(&self, variable: usize, value: Value) -> String {
        let symbol = usize::try_from(value).ok().and_then(|at| self.symbols.names.get(at));
        let symbol = symbol.filter(|_| self.variables[variable].symbolic);
        symbol.cloned().unwrap_or_else(|| value.to_string())
    }

    /// Refuses what would compute with words, or compare them with numbers.
    pub(super) fn verify_symbols(&self) -> Result<(), InputError> {
        if self.symbols.is_empty() {
            return Ok(());
        }
        let is_symbol = |variable: usize| self.variables[variable].symbolic;
        for posted in &self.constraints {
            let mut fits = true;
            posted.constraint.each_expr(&mut |expr| fits &= self.is_typed(expr));
            let scope = posted.constraint.scope();
            if !takes_symbols(&posted.constraint) {
                fits &= !scope.iter().any(|&variable| is_symbol(variable));
            }
            if !fits {
                let expected = "numbers here: words are only equal or different";
                return Err(InputError::expected(posted.span.clone(), expected, "words"));
            }
        }
        for objective in &self.objectives {
            let mut symbolic = false;
            for expr in objective.goal.exprs() {
                expr.each_variable(&mut |variable| symbolic |= is_symbol(variable));
            }
            if symbolic {
                let expected = "an objective of numbers";
                return Err(InputError::expected(objective.span.clone(), expected, "words"));
            }
        }
        Ok(())
    }

    /// Whether words are only told from words.
    fn is_typed(&self, expr: &Expr) -> bool {
        let Expr::Apply(operator, args) = expr else { return true };
        let is_symbol = |arg: &Expr| match arg {
            Expr::Variable(variable) => Some(self.variables[*variable].symbolic),
            Expr::Apply(..) => Some(false),
            Expr::Number(_) => None,
        };
        let mut kinds = args.iter().filter_map(is_symbol);
        let fits = match operator {
            Operator::Eq | Operator::Ne | Operator::In | Operator::NotIn => {
                let first = kinds.next();
                kinds.all(|kind| Some(kind) == first)
            }
            _ => !kinds.any(|kind| kind),
        };
        fits && args.iter().all(|arg| self.is_typed(arg))
    }
}

/// Whether a constraint only asks which values are equal.
fn takes_symbols(constraint: &Constraint) -> bool {
    matches!(
        constraint,
        Constraint::Intension(_)
            | Constraint::Extension { .. }
            | Constraint::Regular { .. }
            | Constraint::AllDifferent { .. }
            | Constraint::AllDifferentMatrix { .. }
            | Constraint::DifferentLists { .. }
            | Constraint::AllEqual { .. }
            | Constraint::Precedence { .. }
            | Constraint::Count { .. }
            | Constraint::DistinctCount { .. }
            | Constraint::Cardinality { .. }
            | Constraint::Element { .. }
    )
}
