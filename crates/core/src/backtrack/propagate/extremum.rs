//! The smallest or the largest of some operands.

use super::super::domains::{Domains, Empty, Step};
use super::operand::bounded;
use crate::csp::{Condition, Extreme, Operand};

/// The extreme of the operands satisfies the condition.
pub(super) fn extremum(
    domains: &mut Domains,
    list: &[Operand],
    extreme: Extreme,
    condition: &Condition,
) -> Step {
    domains.work += 2 * list.len() as u64;
    let ends = |pick: fn(i64, i64) -> i64| {
        let lows = list.iter().map(|&operand| domains.least(operand)).reduce(pick);
        let highs = list.iter().map(|&operand| domains.most(operand)).reduce(pick);
        lows.zip(highs)
    };
    let (low, high) = match extreme {
        Extreme::Minimum => ends(i64::min),
        Extreme::Maximum => ends(i64::max),
    }
    .ok_or(Empty)?;
    let (low, high) = bounded(domains, condition, low, high)?;
    for &operand in list {
        match extreme {
            Extreme::Minimum => domains.keep(operand, low, i64::MAX)?,
            Extreme::Maximum => domains.keep(operand, i64::MIN, high)?,
        }
    }
    // Who alone can reach the bound does.
    let can = |operand: &&Operand| match extreme {
        Extreme::Minimum => domains.least(**operand) <= high,
        Extreme::Maximum => domains.most(**operand) >= low,
    };
    let mut able = list.iter().filter(can);
    match (able.next().copied(), able.next()) {
        (None, _) => Err(Empty),
        (Some(operand), None) => match extreme {
            Extreme::Minimum => domains.keep(operand, i64::MIN, high),
            Extreme::Maximum => domains.keep(operand, low, i64::MAX),
        },
        _ => Ok(()),
    }
}
