//! FlatZinc's standard constraints: relations, functions and element constraints.
//!
//! `NAME_reif` has one more argument, which is true exactly when the constraint holds; `NAME_imp`
//! has one that implies the constraint. Division truncates, and the remainder has the dividend's
//! sign.

use super::globals;
use super::names::{Names, wrong};
use super::parser::Placed;
use crate::tree::{Comparison, Condition, Constraint, Element, Extreme, Rank, operator};
use crate::{Expr, Operator};
use cnfetti_input::{InputError, Span};

type Args<'a, 's> = &'a [Placed<'s>];

/// Translates a constraint to an expression, so that its truth can be a variable.
type ToExpr = fn(&Names<'_>, Args<'_, '_>) -> Result<Expr, InputError>;

/// The relations, with the number of their arguments.
const RELATIONS: &[(&str, usize, ToExpr)] = &[
    ("int_eq", 2, |names, args| two(names, Operator::Eq, args)),
    ("int_ne", 2, |names, args| two(names, Operator::Ne, args)),
    ("int_le", 2, |names, args| two(names, Operator::Le, args)),
    ("int_lt", 2, |names, args| two(names, Operator::Lt, args)),
    ("int_ge", 2, |names, args| two(names, Operator::Ge, args)),
    ("int_gt", 2, |names, args| two(names, Operator::Gt, args)),
    ("bool_eq", 2, |names, args| two(names, Operator::Eq, args)),
    ("bool_ne", 2, |names, args| two(names, Operator::Ne, args)),
    ("bool_not", 2, |names, args| two(names, Operator::Ne, args)),
    ("bool_le", 2, |names, args| two(names, Operator::Le, args)),
    ("bool_lt", 2, |names, args| two(names, Operator::Lt, args)),
    ("bool2int", 2, |names, args| two(names, Operator::Eq, args)),
    ("int_lin_eq", 3, |names, args| weighted(names, Operator::Eq, args)),
    ("int_lin_ne", 3, |names, args| weighted(names, Operator::Ne, args)),
    ("int_lin_le", 3, |names, args| weighted(names, Operator::Le, args)),
    ("bool_lin_eq", 3, |names, args| weighted(names, Operator::Eq, args)),
    ("bool_lin_le", 3, |names, args| weighted(names, Operator::Le, args)),
    ("set_in", 2, |names, args| Ok(member(names.expr(&args[0])?, &names.set(&args[1])?))),
    ("bool_clause", 2, |names, args| {
        let (mut list, negative) = (names.list(&args[0])?, names.list(&args[1])?);
        list.extend(negative.into_iter().map(|expr| Expr::Apply(Operator::Not, vec![expr])));
        Ok(many(Operator::Or, list))
    }),
    ("array_bool_xor", 1, |names, args| Ok(many(Operator::Xor, names.list(&args[0])?))),
    // A relation only with two arguments; with three, it is a function.
    ("bool_xor", 2, |names, args| two(names, Operator::Ne, args)),
];

/// The functions; the last argument is the result.
const FUNCTIONS: &[(&str, usize, Operator)] = &[
    ("int_plus", 3, Operator::Add),
    ("int_minus", 3, Operator::Sub),
    ("int_times", 3, Operator::Mul),
    ("int_div", 3, Operator::Div),
    ("int_mod", 3, Operator::Mod),
    ("int_abs", 2, Operator::Abs),
    ("int_negate", 2, Operator::Neg),
    ("int_min", 3, Operator::Min),
    ("int_max", 3, Operator::Max),
    ("int_pow", 3, Operator::Pow),
    ("bool_and", 3, Operator::And),
    ("bool_or", 3, Operator::Or),
    ("bool_xor", 3, Operator::Xor),
    ("bool_eq_reif", 3, Operator::Iff),
    ("array_bool_and", 2, Operator::And),
    ("array_bool_or", 2, Operator::Or),
];

/// The element constraints: index, list, result.
const ELEMENTS: &[&str] =
    &["array_int_element", "array_var_int_element", "array_bool_element", "array_var_bool_element"];

impl<'s> Names<'s> {
    /// The constraint with this name and these arguments.
    pub(super) fn constraint(
        &self,
        name: &str,
        args: &[Placed<'s>],
        span: &Span,
    ) -> Result<Constraint, InputError> {
        if let Some((.., operator)) = row(FUNCTIONS, name, args) {
            return self.function(*operator, args).map(Constraint::Intension);
        }
        if let Some((.., said)) = row(RELATIONS, name, args) {
            return match name.strip_suffix("_eq").or(name.strip_suffix("_le")) {
                Some("int_lin" | "bool_lin") => self.sum(name, args),
                _ if name == "int_lin_ne" => self.sum(name, args),
                _ => said(self, args).map(Constraint::Intension),
            };
        }
        for (suffix, operator) in [("_reif", Operator::Iff), ("_imp", Operator::Imp)] {
            let Some(base) = name.strip_suffix(suffix) else { continue };
            let Some((truth, args)) = args.split_last() else { continue };
            if let Some((.., said)) = row(RELATIONS, base, args) {
                let whole = Expr::two(operator, self.expr(truth)?, said(self, args)?);
                return Ok(Constraint::Intension(whole));
            }
        }
        match (name, args) {
            (_, [index, list, result]) if ELEMENTS.contains(&name) => {
                self.element(index, list, result)
            }
            ("array_int_minimum", [result, list]) => self.extreme(Extreme::Minimum, result, list),
            ("array_int_maximum", [result, list]) => self.extreme(Extreme::Maximum, result, list),
            _ => globals::constraint(self, name, args, span),
        }
    }

    fn function(&self, operator: Operator, args: &[Placed<'s>]) -> Result<Expr, InputError> {
        let Some((result, args)) = args.split_last() else { return Ok(Expr::Number(1)) };
        let result = self.expr(result)?;
        let mut args: Vec<Expr> = match args {
            [list] if matches!(operator, Operator::And | Operator::Or) => self.list(list)?,
            _ => args.iter().map(|arg| self.expr(arg)).collect::<Result<_, _>>()?,
        };
        if operator == Operator::Pow {
            return Ok(Expr::two(Operator::Eq, result, power(args.remove(0), args.remove(0))));
        }
        let is_truth = operator.is_logical();
        let equals = if is_truth { Operator::Iff } else { Operator::Eq };
        Ok(Expr::two(equals, result, many(operator, args)))
    }

    /// A sum of `weight · variable`, compared with a number.
    fn sum(&self, name: &str, args: &[Placed<'s>]) -> Result<Constraint, InputError> {
        let relation = match name.rsplit('_').next() {
            Some("eq") => Comparison::Equal,
            Some("ne") => Comparison::Different,
            _ => Comparison::AtMost,
        };
        let (weights, terms) = self.weights(args)?;
        let weights: Vec<Expr> = weights.into_iter().map(Expr::Number).collect();
        let condition = Condition::Compare(relation, self.expr(&args[2])?);
        if terms.is_empty() {
            return weighted(self, operator(relation), args).map(Constraint::Intension);
        }
        Ok(Constraint::Sum { terms, weights, condition })
    }

    fn weights(&self, args: &[Placed<'s>]) -> Result<(Vec<i64>, Vec<Expr>), InputError> {
        let (weights, terms) = (self.numbers(&args[0])?, self.list(&args[1])?);
        if weights.len() != terms.len() {
            let expected = format!("{} variables, one for each weight", weights.len());
            let span = args[1].span.clone();
            return Err(InputError::expected(span, expected, terms.len().to_string()));
        }
        Ok((weights, terms))
    }

    fn element(
        &self,
        index: &Placed<'s>,
        list: &Placed<'s>,
        result: &Placed<'s>,
    ) -> Result<Constraint, InputError> {
        let (index, items) = (self.expr(index)?, self.list(list)?);
        if items.is_empty() {
            return Err(wrong(list, "a list that is not empty"));
        }
        let element = Element::List { list: items, start: 1, index, rank: Rank::Any };
        let condition = Condition::Compare(Comparison::Equal, self.expr(result)?);
        Ok(Constraint::Element { element, condition })
    }

    fn extreme(
        &self,
        extreme: Extreme,
        result: &Placed<'s>,
        list: &Placed<'s>,
    ) -> Result<Constraint, InputError> {
        let items = self.list(list)?;
        if items.is_empty() {
            return Err(wrong(list, "a list that is not empty"));
        }
        let condition = Condition::Compare(Comparison::Equal, self.expr(result)?);
        Ok(Constraint::Extreme { extreme, list: items, condition })
    }
}

fn row<'t, T>(
    table: &'t [(&str, usize, T)],
    name: &str,
    args: &[Placed<'_>],
) -> Option<&'t (&'t str, usize, T)> {
    table.iter().find(|(row, number, _)| *row == name && *number == args.len())
}

fn two(names: &Names<'_>, operator: Operator, args: Args<'_, '_>) -> Result<Expr, InputError> {
    Ok(Expr::two(operator, names.expr(&args[0])?, names.expr(&args[1])?))
}

fn weighted(names: &Names<'_>, operator: Operator, args: Args<'_, '_>) -> Result<Expr, InputError> {
    let (weights, terms) = names.weights(args)?;
    let products = weights.into_iter().zip(terms).map(|(weight, term)| match weight {
        1 => term,
        weight => Expr::two(Operator::Mul, Expr::Number(weight), term),
    });
    let sum = many(Operator::Add, products.collect());
    Ok(Expr::two(operator, sum, names.expr(&args[2])?))
}

/// An operator on any number of arguments, including none.
fn many(operator: Operator, args: Vec<Expr>) -> Expr {
    match (operator, args.is_empty()) {
        (Operator::And, true) => Expr::Number(1),
        (_, true) => Expr::Number(0),
        _ => Expr::Apply(operator, args),
    }
}

/// An expression for "`expr` lies in one of these intervals".
pub(super) fn member(expr: Expr, intervals: &[(i64, i64)]) -> Expr {
    let inside = intervals.iter().map(|&(low, high)| {
        let number = |number: i64| Expr::Number(number);
        if low == high {
            return Expr::two(Operator::Eq, expr.clone(), number(low));
        }
        let at_least = Expr::two(Operator::Ge, expr.clone(), number(low));
        let at_most = Expr::two(Operator::Le, expr.clone(), number(high));
        Expr::two(Operator::And, at_least, at_most)
    });
    many(Operator::Or, inside.collect())
}

/// MiniZinc's power: for a negative exponent, it is 1 divided by the power, and undefined for the
/// base 0.
fn power(base: Expr, exponent: Expr) -> Expr {
    let positive = Expr::Apply(Operator::Abs, vec![exponent.clone()]);
    let power = Expr::two(Operator::Pow, base, positive);
    match exponent {
        Expr::Number(0..) => power,
        Expr::Number(_) => Expr::two(Operator::Div, Expr::Number(1), power),
        exponent => {
            let is_negative = Expr::two(Operator::Lt, exponent, Expr::Number(0));
            // If the exponent is not negative, the quotient is not used; it divides by 1 then.
            let divisor = Expr::Apply(
                Operator::If,
                vec![is_negative.clone(), power.clone(), Expr::Number(1)],
            );
            let quotient = Expr::two(Operator::Div, Expr::Number(1), divisor);
            Expr::Apply(Operator::If, vec![is_negative, quotient, power])
        }
    }
}
