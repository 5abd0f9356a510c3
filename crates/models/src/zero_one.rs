//! Models with numbered variables that are 0 or 1: x1, x2 and so on.

use std::sync::Arc;

use super::declared::{Array, Declared, Output};
use super::expression::{Expr, Operator};
use super::tree::{Constraint, Model, Posted};
use cnfetti_input::{InputError, Span};

/// Models with more variables are refused.
pub(super) const MAX_VARIABLES: usize = 2_000_000;

/// The name of the array of all variables that are counted over.
const SHOWN: &str = "x";

/// The name of the array of the others.
const HIDDEN: &str = "auxiliary";

/// A model under construction.
#[derive(Default)]
pub(super) struct ZeroOne {
    /// The number of variables that the file announces.
    promised: Option<usize>,
    is_mentioned: Vec<bool>,
    /// The variables to count over, if the file gives them.
    shown: Option<Vec<usize>>,
    pub(super) model: Model,
}

impl ZeroOne {
    /// Creates a model with this many variables, if the file announces it.
    pub(super) fn new(promised: Option<(usize, Span)>) -> Result<ZeroOne, InputError> {
        match promised {
            Some((number, place)) if number > MAX_VARIABLES => {
                let expected = format!("at most {MAX_VARIABLES} variables");
                Err(InputError::expected(place, expected, number.to_string()))
            }
            _ => {
                let promised = promised.map(|(number, _)| number);
                let is_mentioned = vec![false; promised.unwrap_or_default()];
                Ok(ZeroOne { promised, is_mentioned, ..ZeroOne::default() })
            }
        }
    }

    /// The variable with this number, from 1 on. For error messages, there are the letter of variables, what the
    /// file has, and its place.
    pub(super) fn variable(
        &mut self,
        number: usize,
        (name, typed): (&str, &str),
        place: &Span,
    ) -> Result<Expr, InputError> {
        let most = self.promised.unwrap_or(MAX_VARIABLES);
        if !(1..=most).contains(&number) {
            let expected = format!("a variable from {name}1 to {name}{most}");
            return Err(InputError::expected(place.clone(), expected, typed));
        }
        if self.is_mentioned.len() < number {
            self.is_mentioned.resize(number, false);
        }
        self.is_mentioned[number - 1] = true;
        Ok(Expr::Variable(number - 1))
    }

    /// Counts over the variables with these numbers, which are those of
    /// [`variable`](ZeroOne::variable).
    pub(super) fn show(&mut self, shown: &[(usize, Span)], name: &str) -> Result<(), InputError> {
        for (number, place) in shown {
            self.variable(*number, (name, &format!("{name}{number}")), place)?;
        }
        self.shown = Some(shown.iter().map(|(number, _)| number - 1).collect());
        Ok(())
    }

    /// Adds a constraint.
    pub(super) fn post(&mut self, constraint: Constraint, span: Span) {
        self.model.constraints.push(Posted::rule(constraint, None, span));
    }

    /// Returns the model. All announced variables belong to a solution; without an announcement,
    /// those that something mentions.
    pub(super) fn finish(mut self) -> Result<Model, InputError> {
        let domain = Arc::from([0, 1]);
        let number = self.is_mentioned.len();
        let declared = |at| Declared {
            name: format!("x{}", at + 1),
            domain: Arc::clone(&domain),
            ..Declared::default()
        };
        self.model.variables = (0..number).map(declared).collect();
        if number > 0 {
            let mut is_shown = vec![self.shown.is_none(); number];
            self.shown.iter().flatten().for_each(|&at| is_shown[at] = true);
            let takes_part = |at: usize| self.promised.is_some() || self.is_mentioned[at];
            let cells = |wanted: bool| -> Vec<Option<usize>> {
                let cell = |at| Some(at).filter(|&at| takes_part(at) && is_shown[at] == wanted);
                (0..number).map(cell).collect()
            };
            let (shown, hidden) = (cells(true), cells(false));
            self.model.outputs.push(Output {
                name: SHOWN.to_owned(),
                sizes: vec![(1, number as i64)],
                cells: shown.iter().chain(&hidden).flatten().copied().collect(),
                boolean: false,
            });
            let has_hidden = hidden.iter().any(Option::is_some);
            let arrays = [(SHOWN, shown, false), (HIDDEN, hidden, true)];
            for (id, cells, introduced) in arrays.into_iter().take(1 + usize::from(has_hidden)) {
                self.model.names.insert(id.to_owned(), self.model.arrays.len());
                let (id, sizes, starts) = (id.to_owned(), vec![number], vec![1]);
                self.model.arrays.push(Array { id, sizes, starts, cells, introduced });
            }
        }
        self.model.verify()?;
        Ok(self.model)
    }
}

/// A variable or its negation.
pub(super) fn literal(variable: Expr, is_negated: bool) -> Expr {
    match is_negated {
        true => Expr::Apply(Operator::Not, vec![variable]),
        false => variable,
    }
}
