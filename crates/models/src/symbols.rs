//! The words that are values of symbolic variables: each has a number, and only its name is shown.

use std::collections::HashMap;

use super::declared::Declared;
use super::tree::{Constraint, Element, Model, Occurs};
use super::{Comparison, Condition, Expr, Operator};
use cnfetti_core::csp::Value;
use cnfetti_core::decimal::decimal;
use cnfetti_input::{InputError, Span};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// A number.
    Number,
    /// A word; words can only be compared for equality.
    Word,
}

impl Sort {
    /// The type in the singular, for error messages.
    pub(super) fn one(self) -> &'static str {
        match self {
            Sort::Number => "a number",
            Sort::Word => "a word",
        }
    }

    /// The type in the plural, for error messages.
    pub(super) fn many(self) -> &'static str {
        match self {
            Sort::Number => "numbers",
            Sort::Word => "words",
        }
    }
}

/// The words of a file, numbered from 0 in order of appearance.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    names: Vec<String>,
    numbers: HashMap<String, Value>,
}

impl Symbols {
    /// Returns the number of a word; adds the word if it is new.
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
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All words, in the order of their numbers.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The word with this number.
    pub(super) fn name(&self, number: i64) -> &str {
        usize::try_from(number).ok().and_then(|at| self.names.get(at)).map_or("", String::as_str)
    }

    /// The number of a word that occurs in a domain.
    pub fn number(&self, name: &str) -> Option<Value> {
        self.numbers.get(name).copied()
    }
}

impl Model {
    /// The value of a variable as its file writes it.
    pub fn value_text(&self, variable: usize, value: i64) -> String {
        let Declared { symbolic, unit, .. } = self.variables[variable];
        match unit {
            _ if symbolic => self.symbols.name(value).to_owned(),
            Some(unit) => decimal(value, unit),
            None => value.to_string(),
        }
    }

    /// The type of an expression's value.
    pub(super) fn sort(&self, expr: &Expr) -> Sort {
        match expr {
            Expr::Word(_) => Sort::Word,
            Expr::Variable(variable) if self.variables[*variable].symbolic => Sort::Word,
            Expr::Number(_) | Expr::Variable(_) | Expr::Apply(..) => Sort::Number,
        }
    }

    /// Returns an error if something computes with words, or compares words with numbers.
    pub(super) fn verify_symbols(&self) -> Result<(), InputError> {
        if self.symbols.is_empty() {
            return Ok(());
        }
        for posted in &self.constraints {
            let mut fits = self.fits(&posted.constraint);
            posted.constraint.each_expr(&mut |expr| fits = fits.and_then(|()| self.is_typed(expr)));
            fits.map_err(|misfit| misfit.at(posted.span.clone()))?;
        }
        for objective in &self.objectives {
            let exprs = objective.goal.exprs();
            let fits = self.are_numbers(exprs);
            let fits = fits.and_then(|()| exprs.iter().try_for_each(|expr| self.is_typed(expr)));
            fits.map_err(|misfit| misfit.at(objective.span.clone()))?;
        }
        Ok(())
    }

    /// Checks that within an expression, words are only compared with words.
    fn is_typed(&self, expr: &Expr) -> Fits {
        let Expr::Apply(operator, args) = expr else { return Ok(()) };
        match operator {
            Operator::Eq | Operator::Ne | Operator::In | Operator::NotIn => self.are_alike(args),
            _ => self.are_numbers(args),
        }?;
        args.iter().try_for_each(|arg| self.is_typed(arg))
    }

    /// Checks that a constraint compares values of one type, and computes only with numbers. The
    /// values of tables and automata, and excepted values, were read with the type of what they are
    /// compared with.
    fn fits(&self, constraint: &Constraint) -> Fits {
        match constraint {
            Constraint::Extension { .. } | Constraint::Regular { .. } => Ok(()),
            Constraint::AllDifferent { list, .. }
            | Constraint::AllEqual { list, .. }
            | Constraint::Precedence { list, .. } => self.are_alike(list),
            Constraint::AllDifferentMatrix { rows, .. } => self.are_alike(rows.iter().flatten()),
            Constraint::DifferentLists { lists, .. } => {
                let column = |at: usize| lists.iter().filter_map(move |list| list.get(at));
                (0..lists[0].len()).try_for_each(|at| self.are_alike(column(at)))
            }
            Constraint::DistinctCount { list, condition, .. } => {
                self.are_alike(list)?;
                self.are_numbers(condition.expr())
            }
            Constraint::Count { list, values, condition } => {
                self.are_alike(list.iter().chain(values))?;
                self.are_numbers(condition.expr())
            }
            Constraint::Cardinality { list, values, occurs, .. } => {
                self.are_alike(list.iter().chain(values))?;
                self.are_numbers(occurs.iter().filter_map(Occurs::expr))
            }
            Constraint::Element { element, condition } => self.looks_up(element, condition),
            other => {
                let mut fits = Ok(());
                other.each_expr(&mut |expr| fits = fits.and_then(|()| self.are_numbers([expr])));
                fits
            }
        }
    }

    fn looks_up(&self, element: &Element, condition: &Condition) -> Fits {
        let (list, index): (Vec<&Expr>, &[Expr]) = match element {
            Element::Member(list) => (list.iter().collect(), &[]),
            Element::List { list, index, .. } => {
                (list.iter().collect(), std::slice::from_ref(index))
            }
            Element::Matrix { rows, index, .. } => (rows.iter().flatten().collect(), index),
        };
        self.are_numbers(index)?;
        self.are_alike(list.iter().copied().chain(condition.expr()))?;
        let only_equal = [Comparison::Equal, Comparison::Different];
        match condition {
            Condition::Compare(relation, _) if !only_equal.contains(relation) => {
                self.are_numbers(list)
            }
            _ => Ok(()),
        }
    }

    fn are_alike<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Fits {
        let mut sorts = exprs.into_iter().map(|expr| self.sort(expr));
        let first = sorts.next();
        if sorts.all(|sort| Some(sort) == first) { Ok(()) } else { Err(Misfit::Both) }
    }

    fn are_numbers<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Fits {
        let all = exprs.into_iter().all(|expr| self.sort(expr) == Sort::Number);
        if all { Ok(()) } else { Err(Misfit::Words) }
    }
}

/// A misuse of words.
#[derive(Clone, Copy)]
enum Misfit {
    /// A computation with words.
    Words,
    /// Words mixed with numbers.
    Both,
}

type Fits = Result<(), Misfit>;

impl Misfit {
    fn at(self, place: Span) -> InputError {
        match self {
            Misfit::Words => {
                let expected = "numbers here: words can only be equal or different";
                InputError::expected(place, expected, "words")
            }
            Misfit::Both => {
                let expected = "only numbers or only words: no word is equal to a number";
                InputError::expected(place, expected, "both")
            }
        }
    }
}
