//! Translates operators of the format to those of the CSP.

use itertools::Itertools;

use crate::{COMPARISONS, Comparison, Expr, Operator};
use cnfetti_core::csp::{self, Ranges};

/// The operator of the CSP with its arguments; `None` if it has none for these, in which case
/// [`simpler`] applies.
pub(super) fn stated(operator: Operator, args: &[Expr]) -> Option<(csp::Operator, Vec<Expr>)> {
    use csp::Operator as Stated;
    let is = |stated| Some((stated, args.to_vec()));
    match (operator, args) {
        (Operator::Neg, _) => is(Stated::Neg),
        (Operator::Abs, _) => is(Stated::Abs),
        (Operator::Sqr, _) => is(Stated::Sqr),
        (Operator::Add, _) => is(Stated::Add),
        (Operator::Sub, _) => is(Stated::Sub),
        (Operator::Mul, [_, _]) => is(Stated::Mul),
        (Operator::Div, _) => is(Stated::Div),
        (Operator::Mod, _) => is(Stated::Mod),
        (Operator::Pow, _) => is(Stated::Pow),
        (Operator::Dist, _) => is(Stated::Dist),
        (Operator::Min, _) => is(Stated::Min),
        (Operator::Max, _) => is(Stated::Max),
        (Operator::Lt, _) => is(Stated::Lt),
        (Operator::Le, _) => is(Stated::Le),
        (Operator::Gt, [a, b]) => Some((Stated::Lt, vec![b.clone(), a.clone()])),
        (Operator::Ge, [a, b]) => Some((Stated::Le, vec![b.clone(), a.clone()])),
        (Operator::Ne, _) => is(Stated::Ne),
        (Operator::Eq, [_, _]) => is(Stated::Eq),
        (Operator::Iff, [_, _]) => is(Stated::Iff),
        (Operator::Not, _) => is(Stated::Not),
        (Operator::And, _) => is(Stated::And),
        (Operator::Or, _) => is(Stated::Or),
        (Operator::Xor, _) => is(Stated::Xor),
        (Operator::Imp, _) => is(Stated::Imp),
        (Operator::If, _) => is(Stated::If),
        (Operator::In | Operator::NotIn, [first, set @ ..]) => {
            let set = Ranges::of(numbers(set)?);
            let set = if operator == Operator::In { set } else { set.complement() };
            Some((Stated::In(set), vec![first.clone()]))
        }
        _ => None,
    }
}

/// An equivalent expression with operators that the CSP has, for those that [`stated`] does not
/// translate.
pub(super) fn simpler(operator: Operator, args: &[Expr]) -> Expr {
    let apply = |operator, args: &[Expr]| Expr::Apply(operator, args.to_vec());
    let each_with_first = |operator| -> Vec<Expr> {
        let others = args[1..].iter();
        others.map(|other| Expr::two(operator, args[0].clone(), other.clone())).collect()
    };
    match (operator, args) {
        // A power is an operation on one variable.
        (Operator::Mul, [_, _, ..]) if args.iter().all_equal() => {
            Expr::two(Operator::Pow, args[0].clone(), Expr::Number(args.len() as i64))
        }
        (Operator::Mul, [first @ .., last]) if !first.is_empty() => {
            Expr::two(Operator::Mul, apply(Operator::Mul, first), last.clone())
        }
        (Operator::In, _) => Expr::Apply(Operator::Or, each_with_first(Operator::Eq)),
        (Operator::NotIn, _) => Expr::Apply(Operator::And, each_with_first(Operator::Ne)),
        (Operator::Eq | Operator::Iff, _) => Expr::Apply(Operator::And, each_with_first(operator)),
        _ => args[0].clone(),
    }
}

/// The values, if all items are numbers or words.
pub(super) fn numbers(list: &[Expr]) -> Option<Vec<i64>> {
    let numbers = list.iter().map(|expr| match expr {
        Expr::Number(number) | Expr::Word(number) => Some(*number),
        _ => None,
    });
    numbers.collect()
}

/// How the arguments of an operator compare if it is true.
pub(super) fn comparison_of(operator: Operator) -> Option<Comparison> {
    COMPARISONS.iter().find(|row| row.3 == operator).map(|row| row.0)
}
