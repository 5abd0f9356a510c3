//! The values of expressions for one puzzle. Values that depend on unknowns are expressions of the
//! model.

use std::rc::Rc;

use cnfetti_models::{Expr, Operator};

use crate::board::{Direction, Place};
use crate::kind::word_value;

/// A value. Truths and numbers that depend on unknowns are expressions of the model, where a truth
/// is 0 or 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Val {
    Truth(bool),
    Number(i64),
    Expr(Expr),
    Place(Place),
    Direction(Direction),
    Word(u32),
    List(Rc<List>),
}

/// A list; if its items belong to places, `at` has these places.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct List {
    pub(crate) items: Vec<Val>,
    pub(crate) at: Option<Vec<Val>>,
}

impl Val {
    pub(crate) fn list(items: Vec<Val>) -> Val {
        Val::List(Rc::new(List { items, at: None }))
    }

    pub(crate) fn list_at(items: Vec<Val>, at: Vec<Val>) -> Val {
        Val::List(Rc::new(List { items, at: Some(at) }))
    }

    pub(crate) fn places(places: impl IntoIterator<Item = Place>) -> Val {
        Val::list(places.into_iter().map(Val::Place).collect())
    }

    /// The items; none if it is not a list, which the types exclude.
    pub(crate) fn items(&self) -> &[Val] {
        match self {
            Val::List(list) => &list.items,
            _ => &[],
        }
    }

    pub(crate) fn place(&self) -> Option<Place> {
        match self {
            Val::Place(place) => Some(*place),
            _ => None,
        }
    }

    /// A truth, a number, a word or a direction as an expression of the model.
    pub(crate) fn expr(&self) -> Expr {
        match self {
            Val::Truth(truth) => Expr::Number(i64::from(*truth)),
            Val::Number(number) => Expr::Number(*number),
            Val::Expr(expr) => expr.clone(),
            Val::Word(word) => Expr::Word(i64::from(word_value(*word))),
            Val::Direction(direction) => Expr::Word(*direction as i64),
            Val::Place(_) | Val::List(_) => Expr::Number(0),
        }
    }

    /// The same without a copy.
    fn into_expr(self) -> Expr {
        match self {
            Val::Expr(expr) => expr,
            other => other.expr(),
        }
    }

    /// The truth, if it is known.
    pub(crate) fn truth(&self) -> Option<bool> {
        match self {
            Val::Truth(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The number, if it is known.
    pub(crate) fn number(&self) -> Option<i64> {
        match self {
            Val::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// The negation of a truth.
pub(crate) fn not(truth: &Val) -> Val {
    match truth {
        Val::Truth(truth) => Val::Truth(!truth),
        Val::Expr(Expr::Apply(Operator::Not, inner)) => Val::Expr(inner[0].clone()),
        other => Val::Expr(Expr::Apply(Operator::Not, vec![other.expr()])),
    }
}

/// Whether all of the truths hold (`And`), or at least one (`Or`).
pub(crate) fn junction(operator: Operator, truths: impl IntoIterator<Item = Val>) -> Val {
    let decisive = operator == Operator::Or;
    let mut open = Vec::new();
    for truth in truths {
        match truth.truth() {
            Some(truth) if truth == decisive => return Val::Truth(decisive),
            Some(_) => {}
            None => match truth.into_expr() {
                Expr::Apply(inner, mut args) if inner == operator => open.append(&mut args),
                expr => open.push(expr),
            },
        }
    }
    match open.len() {
        0 => Val::Truth(!decisive),
        1 => Val::Expr(open.remove(0)),
        _ => Val::Expr(Expr::Apply(operator, open)),
    }
}

/// The sum of truths or numbers.
pub(crate) fn sum(terms: impl IntoIterator<Item = Val>) -> Val {
    let mut known = 0_i64;
    let mut open = Vec::new();
    for term in terms {
        match term {
            Val::Truth(truth) => known = known.saturating_add(i64::from(truth)),
            Val::Number(number) => known = known.saturating_add(number),
            other => match other.into_expr() {
                Expr::Apply(Operator::Add, args) => {
                    for arg in args {
                        match arg {
                            Expr::Number(number) => known = known.saturating_add(number),
                            other => open.push(other),
                        }
                    }
                }
                expr => open.push(expr),
            },
        }
    }
    match (open.len(), known) {
        (0, _) => Val::Number(known),
        (1, 0) => Val::Expr(open.remove(0)),
        _ => {
            if known != 0 {
                open.push(Expr::Number(known));
            }
            Val::Expr(Expr::Apply(Operator::Add, open))
        }
    }
}

/// Applies an operator of the model to two numbers; computes the result if both are known.
pub(crate) fn two(operator: Operator, first: &Val, second: &Val) -> Val {
    if let (Val::Truth(_) | Val::Number(_), Val::Truth(_) | Val::Number(_)) = (first, second)
        && let (Expr::Number(first), Expr::Number(second)) = (first.expr(), second.expr())
        && let Some(value) = operator.apply(&[first, second])
    {
        return if operator.is_logical() { Val::Truth(value != 0) } else { Val::Number(value) };
    }
    Val::Expr(Expr::Apply(operator, vec![first.expr(), second.expr()]))
}

/// Whether two values of one type are equal.
pub(crate) fn equal(first: &Val, second: &Val) -> Val {
    match (first, second) {
        (Val::List(first), Val::List(second)) => {
            if first.items.len() != second.items.len() {
                return Val::Truth(false);
            }
            let pairs = first.items.iter().zip(&second.items);
            junction(Operator::And, pairs.map(|(first, second)| equal(first, second)))
        }
        (Val::Truth(truth), other) | (other, Val::Truth(truth)) => match truth {
            true => other.clone(),
            false => not(other),
        },
        (Val::Expr(_), _) | (_, Val::Expr(_)) | (Val::Number(_), Val::Number(_)) => {
            two(Operator::Eq, first, second)
        }
        _ => Val::Truth(first == second),
    }
}

/// The second value if the condition is true, else the third.
pub(crate) fn choice(condition: &Val, then: &Val, otherwise: &Val) -> Val {
    match condition.truth() {
        Some(true) => then.clone(),
        Some(false) => otherwise.clone(),
        None => {
            let args = vec![condition.expr(), then.expr(), otherwise.expr()];
            Val::Expr(Expr::Apply(Operator::If, args))
        }
    }
}
