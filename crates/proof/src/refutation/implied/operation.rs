//! A variable is the result of an operation on others.

use super::{Most, add, extremum, linear, max, pair};
use crate::refutation::gains::Gains;
use cnfetti_core::csp::{Comparison, Condition, Extreme, Operand, Operation, Operator};

pub(super) fn most(operation: &Operation, mut gains: Gains<'_>) -> Most {
    if let Some(most) = linear::of_operation(operation, &gains) {
        return most;
    }
    let result: Operand = operation.result.into();
    match (&operation.operator, &operation.arguments[..]) {
        (operator, &[one, other]) if comparison(operator).is_some() => {
            let holds = comparison(operator).unwrap_or(Comparison::Equal);
            statement(result, gains, |is_true, gains| {
                let comparison = if is_true { holds } else { opposite(holds) };
                pair(gains.take(one), gains.take(other), comparison)
            })
        }
        (Operator::And, all) => statement(result, gains, |is_true, gains| {
            all_or_not_all(all, is_true, |value| value != 0, gains)
        }),
        (Operator::Or, all) => statement(result, gains, |is_true, gains| {
            all_or_not_all(all, !is_true, |value| value == 0, gains)
        }),
        (Operator::In(set), &[one]) => statement(result, gains, |is_true, gains| {
            let values = gains.take(one).into_iter();
            let values = values.filter(|&(value, _)| set.contains(value) == is_true);
            values.map(|(_, gain)| gain).max()
        }),
        (Operator::Max | Operator::Min, all) => {
            let extreme = match operation.operator {
                Operator::Max => Extreme::Maximum,
                _ => Extreme::Minimum,
            };
            extremum::most(extreme, all, &Condition::is(operation.result), gains)
        }
        (Operator::If, &[condition, then, other]) => {
            let conditions = gains.take(condition);
            let [then, other, result] = [then, other, result].map(|operand| gains.take(operand));
            let best = |values: &[(i64, i128)]| values.iter().map(|value| value.1).max();
            let chosen = |is_true: bool, one: &[(i64, i128)], left_out: &[(i64, i128)]| {
                let conditions = conditions.iter().filter(|value| (value.0 != 0) == is_true);
                let condition = conditions.map(|value| value.1).max();
                let equal = pair(one.to_vec(), result.clone(), Comparison::Equal);
                add(condition, add(equal, best(left_out)))
            };
            let most = max(chosen(true, &then, &other), chosen(false, &other, &then));
            add(most, gains.rest())
        }
        (Operator::Mul, &[one, other]) => flat(one, other, result, gains, |a, b| a * b),
        (Operator::Dist, &[one, other]) => flat(one, other, result, gains, |a, b| (a - b).abs()),
        _ => gains.rest(),
    }
}

fn comparison(operator: &Operator) -> Option<Comparison> {
    match operator {
        Operator::Eq => Some(Comparison::Equal),
        Operator::Ne => Some(Comparison::Different),
        Operator::Lt => Some(Comparison::Less),
        Operator::Le => Some(Comparison::AtMost),
        _ => None,
    }
}

fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Equal => Comparison::Different,
        Comparison::Different => Comparison::Equal,
        Comparison::AtLeast => Comparison::Less,
        Comparison::Greater => Comparison::AtMost,
    }
}

/// The most over both truth values of the result, with what the arguments add for each.
fn statement(
    result: Operand,
    mut gains: Gains<'_>,
    arguments: impl Fn(bool, &mut Gains<'_>) -> Most,
) -> Most {
    let results = gains.take(result);
    let most = |is_true: bool| {
        let own = results.iter().find(|&&(value, _)| value == i64::from(is_true))?.1;
        let mut gains = gains.clone();
        let most = arguments(is_true, &mut gains);
        add(Some(own), add(most, gains.rest()))
    };
    max(most(true), most(false))
}

/// What the arguments add if all have the property, or if at least one does not.
fn all_or_not_all(
    arguments: &[Operand],
    are_all: bool,
    has_property: impl Fn(i64) -> bool,
    gains: &mut Gains<'_>,
) -> Most {
    let (mut with, mut total, mut least_loss) = (Some(0), Some(0), None);
    for &argument in arguments {
        let values = gains.take(argument);
        let best = |property: bool| {
            let values = values.iter().filter(|value| has_property(value.0) == property);
            values.map(|value| value.1).max()
        };
        let (own_with, own_without) = (best(true), best(false));
        let own = max(own_with, own_without);
        if let Some((own, without)) = own.zip(own_without) {
            let loss = own - without;
            least_loss = Some(least_loss.map_or(loss, |least: i128| least.min(loss)));
        }
        (with, total) = (add(with, own_with), add(total, own));
    }
    match are_all {
        true => with,
        false => add(total, least_loss.map(|loss| -loss)),
    }
}

/// A function of two numbers that is linear on both sides of the diagonal, or bilinear, so a linear sum has its most at a
/// corner of the ranges, or where the diagonal enters them.
fn flat(
    one: Operand,
    other: Operand,
    result: Operand,
    mut gains: Gains<'_>,
    function: impl Fn(i128, i128) -> i128,
) -> Most {
    let weights = [one, other, result].map(|operand| gains.weight(operand));
    let ends = [one, other, result].map(|operand| gains.ends(operand));
    let [Some(a), Some(b), Some(c)] = ends else { return None };
    let [Some(p), Some(q), Some(r)] = weights else { return gains.rest() };
    let [a, b, c] = [a, b, c].map(|(low, high)| (i128::from(low), i128::from(high)));
    let q = if one == other { 0 } else { q };
    if result == one || result == other {
        return gains.rest();
    }
    let corners = [a.0, a.1].into_iter().flat_map(|x| [(x, b.0), (x, b.1)]);
    let diagonal = [a.0, a.1, b.0, b.1]
        .into_iter()
        .filter(|&x| (a.0..=a.1).contains(&x) && (b.0..=b.1).contains(&x));
    let points = corners.chain(diagonal.map(|x| (x, x)));
    let mut most = None;
    let mut results = (i128::MAX, i128::MIN);
    for (x, y) in points {
        let result = function(x, y);
        results = (results.0.min(result), results.1.max(result));
        most = max(most, Some(p * x + q * y + r * result));
    }
    if results.1 < c.0 || results.0 > c.1 {
        return None;
    }
    [one, other, result].into_iter().for_each(|operand| gains.forget(operand));
    add(most, gains.rest())
}
