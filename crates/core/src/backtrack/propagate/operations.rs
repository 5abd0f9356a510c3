//! Results of operations: arithmetic, and statements that are true or false.

use super::super::domains::{Domains, Empty, Step};
use super::extremum::extremum;
use super::operand::{compare, compares};
use crate::csp::{Comparison, Condition, Extreme, Operand, Operation, Operator, Ranges};

/// So many combinations of values are tried one by one.
const MAX_COMBINATIONS: usize = 400;

pub(super) fn operation(domains: &mut Domains, operation: &Operation) -> Step {
    let Operation { operator, arguments, result } = operation;
    let result = *result;
    if operator.is_statement() {
        domains.between(result, 0, 1)?;
    }
    match (operator, &arguments[..]) {
        (Operator::Min, list) => extremum(domains, list, Extreme::Minimum, &Condition::is(result)),
        (Operator::Max, list) => extremum(domains, list, Extreme::Maximum, &Condition::is(result)),
        (Operator::If, &[condition, then, other]) => {
            choose(domains, condition, [then, other], result.into())
        }
        (Operator::Eq, &[a, b]) => statement(domains, a, Comparison::Equal, b, result.into()),
        (Operator::Ne, &[a, b]) => statement(domains, a, Comparison::Different, b, result.into()),
        (Operator::Lt, &[a, b]) => statement(domains, a, Comparison::Less, b, result.into()),
        (Operator::Le, &[a, b]) => statement(domains, a, Comparison::AtMost, b, result.into()),
        (Operator::In(set), &[a]) => inside(domains, a, set, result.into()),
        (Operator::Not, &[a]) => same(domains, a, result.into(), true),
        (Operator::And, list) => all(domains, list, result.into(), true),
        (Operator::Or, list) => all(domains, list, result.into(), false),
        (Operator::Imp, &[a, b]) => implied(domains, a, b, result.into()),
        (Operator::Xor, list) => parity(domains, list, result.into(), false),
        (Operator::Iff, &[a, b]) => parity(domains, &[a, b], result.into(), true),
        (_, list) => arithmetic(domains, operator, list, result.into()),
    }
}

/// Whether an operand is true, which is whether it is not 0; `None` if that is open.
fn truth(domains: &Domains, operand: Operand) -> Option<bool> {
    match domains.may_be(operand, 0) {
        false => Some(true),
        true => (domains.choices(operand) == 1).then_some(false),
    }
}

fn make(domains: &mut Domains, operand: Operand, is_true: bool) -> Step {
    match is_true {
        true => domains.exclude(operand, 0),
        false => domains.keep(operand, 0, 0),
    }
}

/// The result says whether two operands compare so.
fn statement(
    domains: &mut Domains,
    first: Operand,
    comparison: Comparison,
    second: Operand,
    result: Operand,
) -> Step {
    domains.work += 1;
    match truth(domains, result) {
        Some(true) => compare(domains, first, comparison, second),
        Some(false) => compare(domains, first, comparison.opposite(), second),
        None => match compares(domains, first, comparison, second) {
            Some(is_true) => make(domains, result, is_true),
            None => Ok(()),
        },
    }
}

/// The result says whether the operand is in the set.
fn inside(domains: &mut Domains, operand: Operand, set: &Ranges, result: Operand) -> Step {
    match truth(domains, result) {
        Some(is_in) => domains.keep_if(operand, |value| set.contains(value) == is_in),
        None => {
            let (low, high) = (domains.least(operand), domains.most(operand));
            if set.covers(low, high) {
                return make(domains, result, true);
            }
            if !set.meets(low, high) {
                return make(domains, result, false);
            }
            if domains.choices(operand) > MAX_COMBINATIONS {
                return Ok(());
            }
            let values = domains.listed(operand);
            domains.work += values.len() as u64;
            let number = values.iter().filter(|&&value| set.contains(value)).count();
            match number {
                0 => make(domains, result, false),
                number if number == values.len() => make(domains, result, true),
                _ => Ok(()),
            }
        }
    }
}

/// Both are true, or neither; with `negated`, exactly one.
fn same(domains: &mut Domains, first: Operand, second: Operand, negated: bool) -> Step {
    if let Some(is_true) = truth(domains, first) {
        make(domains, second, is_true != negated)?;
    }
    if let Some(is_true) = truth(domains, second) {
        make(domains, first, is_true != negated)?;
    }
    Ok(())
}

/// The result says whether all are true; without `is_and`, whether any is.
fn all(domains: &mut Domains, list: &[Operand], result: Operand, is_and: bool) -> Step {
    domains.work += list.len() as u64;
    // What decides the result alone is `!is_and`.
    let mut open = None;
    let mut number = 0;
    for &operand in list {
        match truth(domains, operand) {
            Some(is_true) if is_true != is_and => return make(domains, result, !is_and),
            Some(_) => {}
            None => (open, number) = (Some(operand), number + 1),
        }
    }
    let Some(open) = open else { return make(domains, result, is_and) };
    match truth(domains, result) {
        Some(is_true) if is_true == is_and => {
            list.iter().try_for_each(|&operand| make(domains, operand, is_and))
        }
        Some(_) if number == 1 => make(domains, open, !is_and),
        _ => Ok(()),
    }
}

fn implied(domains: &mut Domains, first: Operand, second: Operand, result: Operand) -> Step {
    match (truth(domains, first), truth(domains, second), truth(domains, result)) {
        (Some(false), _, _) | (_, Some(true), _) => make(domains, result, true),
        (Some(true), Some(false), _) => make(domains, result, false),
        (Some(true), _, Some(is_true)) => make(domains, second, is_true),
        (_, Some(false), Some(is_true)) => make(domains, first, !is_true),
        (_, _, Some(false)) => {
            make(domains, first, true)?;
            make(domains, second, false)
        }
        _ => Ok(()),
    }
}

/// The result says whether an odd number is true; with `is_even`, an even number.
fn parity(domains: &mut Domains, list: &[Operand], result: Operand, is_even: bool) -> Step {
    domains.work += list.len() as u64;
    let (mut odd, mut open, mut number) = (is_even, None, 0);
    for &operand in list.iter().chain([&result]) {
        match truth(domains, operand) {
            Some(is_true) => odd ^= is_true,
            None => (open, number) = (Some(operand), number + 1),
        }
    }
    match (open, number) {
        (None, _) if odd => Err(Empty),
        (Some(operand), 1) => make(domains, operand, odd),
        _ => Ok(()),
    }
}

/// The result is one of two operands, as the condition says.
fn choose(
    domains: &mut Domains,
    condition: Operand,
    branches: [Operand; 2],
    result: Operand,
) -> Step {
    domains.work += 2;
    if truth(domains, condition).is_none() {
        for (branch, is_true) in branches.into_iter().zip([true, false]) {
            if compares(domains, branch, Comparison::Equal, result) == Some(false) {
                make(domains, condition, !is_true)?;
            }
        }
    }
    match truth(domains, condition) {
        Some(is_true) => {
            compare(domains, branches[usize::from(!is_true)], Comparison::Equal, result)
        }
        None => {
            let low = branches.map(|branch| domains.least(branch));
            let high = branches.map(|branch| domains.most(branch));
            domains.keep(result, low[0].min(low[1]), high[0].max(high[1]))
        }
    }
}

/// The result of an operation on one or two operands.
fn arithmetic(
    domains: &mut Domains,
    operator: &Operator,
    list: &[Operand],
    result: Operand,
) -> Step {
    let &[first, ref others @ ..] = list else { return Ok(()) };
    let second = others.first().copied().unwrap_or(Operand::Constant(0));
    let apply = |a: i64, b: i64| match list.len() {
        1 => operator.apply(&[a]),
        _ => operator.apply(&[a, b]),
    };
    if list.len() > 2 {
        return Ok(());
    }
    let number = domains.choices(first).saturating_mul(domains.choices(second));
    let is_open = list.len() == 2 && domains.choices(first) > 1 && domains.choices(second) > 1;
    if is_open && first == second || number > MAX_COMBINATIONS {
        bounds(domains, operator, first, second, result)?;
        if is_open || number > MAX_VALUES {
            return Ok(());
        }
    }
    domains.work += number as u64;
    let (firsts, seconds) = (domains.listed(first), domains.listed(second));
    let mut can = [vec![false; firsts.len()], vec![false; seconds.len()]];
    let mut results = Vec::new();
    for (place, &a) in firsts.iter().enumerate() {
        for (at, &b) in seconds.iter().enumerate() {
            let Some(value) = apply(a, b).filter(|&value| domains.may_be(result, value)) else {
                continue;
            };
            (can[0][place], can[1][at]) = (true, true);
            results.push(value);
        }
    }
    for ((operand, values), can) in [(first, firsts), (second, seconds)].into_iter().zip(&can) {
        for (value, _) in values.into_iter().zip(can).filter(|(_, can)| !**can) {
            domains.exclude(operand, value)?;
        }
    }
    results.sort_unstable();
    results.dedup();
    if results.len() < domains.choices(result) {
        let (&least, &most) = results.first().zip(results.last()).ok_or(Empty)?;
        domains.keep(result, least, most)?;
        if results.len() < domains.choices(result) && domains.choices(result) <= MAX_VALUES {
            return domains.keep_if(result, |value| results.binary_search(&value).is_ok());
        }
    }
    Ok(())
}

/// Values of larger domains are not looked at one by one.
const MAX_VALUES: usize = 20_000;

/// Bounds of the result where there are too many combinations, and of the arguments of a product.
fn bounds(
    domains: &mut Domains,
    operator: &Operator,
    first: Operand,
    second: Operand,
    result: Operand,
) -> Step {
    let (a, b) = (ends(domains, first), ends(domains, second));
    let size = |(low, high): (i64, i64)| low.abs().max(high.abs());
    match operator {
        Operator::Mul => {
            let corners =
                [a.0, a.1].into_iter().flat_map(|x| [b.0, b.1].map(|y| x.saturating_mul(y)));
            let low = corners.clone().min().unwrap_or(i64::MIN);
            domains.keep(result, low, corners.max().unwrap_or(i64::MAX))?;
            factor(domains, result, second, first)?;
            factor(domains, result, first, second)
        }
        Operator::Sqr => {
            let most = size(a).saturating_mul(size(a));
            let least = if a.0 <= 0 && a.1 >= 0 { 0 } else { a.0.abs().min(a.1.abs()) };
            domains.keep(result, least.saturating_mul(least), most)?;
            let root = domains.most(result).max(0).isqrt();
            domains.keep(first, -root, root)
        }
        Operator::Div if b.0 > 0 => {
            let corners = [a.0, a.1].into_iter().flat_map(|x| [b.0, b.1].map(|y| x / y));
            let low = corners.clone().min().unwrap_or(i64::MIN);
            domains.keep(result, low, corners.max().unwrap_or(i64::MAX))?;
            let (low, high) = ends(domains, result);
            let most = if high >= 0 { (high + 1).saturating_mul(b.1) - 1 } else { i64::MAX };
            let least = if low <= 0 { (low - 1).saturating_mul(b.1) + 1 } else { low * b.0 };
            let most = if high < 0 { high * b.0 } else { most };
            domains.keep(first, least, most)
        }
        Operator::Mod => {
            let most = size(b) - 1;
            let low = if a.0 >= 0 { 0 } else { -most.min(-a.0) };
            domains.keep(result, low, if a.1 <= 0 { 0 } else { most.min(a.1) })
        }
        Operator::Abs => {
            let least = if a.0 <= 0 && a.1 >= 0 { 0 } else { a.0.abs().min(a.1.abs()) };
            domains.keep(result, least, size(a))?;
            let most = domains.most(result);
            domains.keep(first, -most, most)
        }
        Operator::Dist => {
            let least = (a.0 - b.1).max(b.0 - a.1).max(0);
            domains.keep(result, least, (a.1 - b.0).max(b.1 - a.0))?;
            let most = domains.most(result);
            domains.keep(first, b.0 - most, b.1 + most)?;
            let a = ends(domains, first);
            domains.keep(second, a.0 - most, a.1 + most)
        }
        _ => Ok(()),
    }
}

fn ends(domains: &Domains, operand: Operand) -> (i64, i64) {
    (domains.least(operand), domains.most(operand))
}

/// Bounds of one factor of a product, if all numbers are positive.
fn factor(domains: &mut Domains, product: Operand, other: Operand, factor: Operand) -> Step {
    let (p, o) = (ends(domains, product), ends(domains, other));
    if p.0 <= 0 || o.0 <= 0 || domains.least(factor) < 0 {
        return Ok(());
    }
    domains.keep(factor, (p.0 + o.1 - 1) / o.1, p.1 / o.0)
}
