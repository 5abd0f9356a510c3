//! Resolves names and arguments.

use std::collections::HashMap;

use super::floats::Float;
use super::parser::{Declaration, Placed, Term, Type, number};
use crate::Expr;
use crate::ratio::Ratio;
use cnfetti_input::{InputError, Span};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Named {
    /// A variable or a number.
    One(Expr),
    List(Vec<Expr>),
    Float(Float),
    Floats(Vec<Float>),
    Set(Vec<(i64, i64)>),
    /// A list of sets, which no supported constraint uses.
    Other,
}

/// The declarations, by name.
#[derive(Default)]
pub(super) struct Names<'s>(HashMap<&'s str, Named>);

impl<'s> Names<'s> {
    pub(super) fn is_known(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn insert(&mut self, name: &'s str, named: Named) {
        self.0.insert(name, named);
    }

    /// The value of a parameter.
    pub(super) fn parameter(&self, declared: &Declaration<'s>) -> Result<Named, InputError> {
        let Some(value) = &declared.value else {
            return Err(InputError::expected(declared.span.clone(), "a value", "none"));
        };
        Ok(match (&declared.ty, declared.size) {
            (Type::Set, Some(_)) => Named::Other,
            (Type::Float(_), None) => Named::Float(self.float(value)?),
            (Type::Float(_), Some(_)) => Named::Floats(self.floats(value)?),
            (Type::Set, None) => Named::Set(self.set(value)?),
            (_, None) => Named::One(self.expr(value)?),
            (_, Some(_)) => Named::List(self.list(value)?),
        })
    }

    /// Resolves a variable or a number.
    pub(super) fn expr(&self, placed: &Placed<'s>) -> Result<Expr, InputError> {
        let found = match &placed.term {
            Term::Bool(truth) => return Ok(Expr::Number(i64::from(*truth))),
            Term::Int(number) => return Ok(Expr::Number(*number)),
            Term::Name(name) => match self.named(name, &placed.span)? {
                Named::One(expr) => Some(expr.clone()),
                _ => None,
            },
            Term::Cell(name, index) => match self.named(name, &placed.span)? {
                Named::List(list) => {
                    let at = usize::try_from(*index - 1).ok();
                    at.and_then(|at| list.get(at)).cloned()
                }
                _ => None,
            },
            _ => None,
        };
        found.ok_or_else(|| wrong(placed, "a variable or a whole number"))
    }

    /// Resolves a list of variables and numbers.
    pub(super) fn list(&self, placed: &Placed<'s>) -> Result<Vec<Expr>, InputError> {
        match &placed.term {
            Term::List(items) => items.iter().map(|item| self.expr(item)).collect(),
            Term::Name(name) => match self.named(name, &placed.span)? {
                Named::List(list) => Ok(list.clone()),
                _ => Err(wrong(placed, "a list")),
            },
            _ => Err(wrong(placed, "a list")),
        }
    }

    /// Resolves a float: a variable or a number.
    pub(super) fn float(&self, placed: &Placed<'s>) -> Result<Float, InputError> {
        let found = match &placed.term {
            Term::Float(text) => return Ok(Float::Number(number(text, &placed.span)?)),
            Term::Int(whole) => return Ok(Float::Number(Ratio::whole(*whole))),
            Term::Name(name) => match self.named(name, &placed.span)? {
                Named::Float(float) => Some(*float),
                _ => None,
            },
            Term::Cell(name, index) => match self.named(name, &placed.span)? {
                Named::Floats(list) => {
                    let at = usize::try_from(*index - 1).ok();
                    at.and_then(|at| list.get(at)).copied()
                }
                _ => None,
            },
            _ => None,
        };
        found.ok_or_else(|| wrong(placed, "a float"))
    }

    /// Resolves a list of floats.
    pub(super) fn floats(&self, placed: &Placed<'s>) -> Result<Vec<Float>, InputError> {
        match &placed.term {
            Term::List(items) => items.iter().map(|item| self.float(item)).collect(),
            Term::Name(name) => match self.named(name, &placed.span)? {
                Named::Floats(list) => Ok(list.clone()),
                _ => Err(wrong(placed, "a list of floats")),
            },
            _ => Err(wrong(placed, "a list of floats")),
        }
    }

    /// Resolves a number.
    pub(super) fn number(&self, placed: &Placed<'s>) -> Result<i64, InputError> {
        match self.expr(placed)? {
            Expr::Number(number) => Ok(number),
            _ => Err(wrong(placed, "a whole number, not a variable")),
        }
    }

    /// Resolves a list of numbers.
    pub(super) fn numbers(&self, placed: &Placed<'s>) -> Result<Vec<i64>, InputError> {
        let number = |(at, expr): (usize, Expr)| match expr {
            Expr::Number(number) => Ok(number),
            _ => Err(wrong(item(placed, at), "a list of whole numbers, not of variables")),
        };
        self.list(placed)?.into_iter().enumerate().map(number).collect()
    }

    /// Resolves a set of numbers, as increasing intervals that neither overlap nor touch.
    pub(super) fn set(&self, placed: &Placed<'s>) -> Result<Vec<(i64, i64)>, InputError> {
        let mut intervals = match &placed.term {
            Term::Set(intervals) => intervals.clone(),
            Term::Name(name) => match self.named(name, &placed.span)? {
                Named::Set(intervals) => return Ok(intervals.clone()),
                _ => return Err(wrong(placed, "a set of whole numbers")),
            },
            _ => return Err(wrong(placed, "a set of whole numbers")),
        };
        intervals.sort_unstable();
        let mut joined: Vec<(i64, i64)> = Vec::new();
        for (low, high) in intervals {
            match joined.last_mut() {
                Some((_, last)) if low <= last.saturating_add(1) => *last = high.max(*last),
                _ => joined.push((low, high)),
            }
        }
        Ok(joined)
    }

    /// The index sets of an annotation `output_array([1..2,1..3])` for an array with this many
    /// cells.
    pub(super) fn sizes(
        &self,
        annotation: &Placed<'s>,
        cells: usize,
    ) -> Result<Vec<(i64, i64)>, InputError> {
        let expected = "output_array with a list of ranges";
        let Term::Call(_, args) = &annotation.term else { return Err(wrong(annotation, expected)) };
        let [Placed { term: Term::List(ranges), .. }] = &args[..] else {
            return Err(wrong(annotation, expected));
        };
        let mut sizes = Vec::new();
        let mut product: i64 = 1;
        for range in ranges {
            let found = self.set(range)?;
            let (low, high) = match found[..] {
                [] => (1, 0),
                [range] => range,
                _ => return Err(wrong(range, "a range")),
            };
            product = product.saturating_mul(high.saturating_sub(low).saturating_add(1));
            sizes.push((low, high));
        }
        if product != cells as i64 {
            let expected = format!("ranges for {cells} cells");
            let span = annotation.span.clone();
            return Err(InputError::expected(span, expected, format!("ranges for {product}")));
        }
        Ok(sizes)
    }

    fn named(&self, name: &str, place: &Span) -> Result<&Named, InputError> {
        let unknown =
            || InputError::expected(place.clone(), "a declared name", format!("`{name}`"));
        self.0.get(name).ok_or_else(unknown)
    }
}

/// The item of a list with this index, or the list itself if that is only a name.
pub(super) fn item<'p, 's>(list: &'p Placed<'s>, at: usize) -> &'p Placed<'s> {
    match &list.term {
        Term::List(items) => items.get(at).unwrap_or(list),
        _ => list,
    }
}

/// The error "expected something else here, found this".
pub(super) fn found(placed: &Placed<'_>, expected: String, found: impl AsRef<str>) -> InputError {
    InputError::expected(placed.span.clone(), expected, found)
}

/// The error "expected something else here".
pub(super) fn wrong(placed: &Placed<'_>, expected: &str) -> InputError {
    let found = match &placed.term {
        Term::Bool(truth) => truth.to_string(),
        Term::Int(number) => number.to_string(),
        Term::Name(name) => format!("`{name}`"),
        Term::Cell(name, index) => format!("`{name}[{index}]`"),
        Term::Set(_) => "a set".to_owned(),
        Term::List(items) if items.is_empty() => "an empty list".to_owned(),
        Term::List(_) => "a list".to_owned(),
        Term::Call(name, _) => format!("`{name}(…)`"),
        Term::Float(text) => (*text).to_owned(),
        Term::Other => "a text or a range of floats".to_owned(),
    };
    InputError::expected(placed.span.clone(), expected, found)
}
