//! How many variables have certain values.

use super::super::domains::{Domains, Empty, Step};
use super::operand::bounded;
use crate::csp::{BinPacking, Cardinality, Condition, Count, Ranges, Value, VarId};

/// The number of variables with one of the values satisfies the condition.
pub(super) fn count(domains: &mut Domains, count: &Count) -> Step {
    counted(domains, &count.scope, &count.values, &count.condition)
}

pub(super) fn cardinality(domains: &mut Domains, cardinality: &Cardinality) -> Step {
    for one in &cardinality.occurrences {
        let within = Condition::Within(Ranges::related(one.relation, one.count as i64));
        counted(domains, &cardinality.scope, &[one.value], &within)?;
    }
    Ok(())
}

fn counted(
    domains: &mut Domains,
    scope: &[VarId],
    values: &[Value],
    condition: &Condition,
) -> Step {
    let (mut surely, mut perhaps) = (0, 0);
    let mut open = Vec::new();
    for &variable in scope {
        domains.work += values.len() as u64;
        let inside = values.iter().filter(|&&value| domains.has(variable, value.into())).count();
        if inside == domains.size(variable) {
            surely += 1;
        } else if inside > 0 {
            perhaps += 1;
            open.push(variable);
        }
    }
    let (low, high) = bounded(domains, condition, surely, surely + perhaps)?;
    if high == surely {
        for variable in open {
            values.iter().try_for_each(|&value| domains.remove(variable, value.into()))?;
        }
    } else if low == surely + perhaps {
        for variable in open {
            domains.retain(variable, |value| values.iter().any(|&one| i64::from(one) == value))?;
        }
    }
    Ok(())
}

/// Each bin has room for what must be in it, and something to fill it.
pub(super) fn bin_packing(domains: &mut Domains, packing: &BinPacking) -> Step {
    for &variable in &packing.scope {
        let is_bin = |value: i64| packing.bins.iter().any(|bin| i64::from(bin.value) == value);
        if domains.size(variable) > packing.bins.len() || !domains.values(variable).all(is_bin) {
            domains.retain(variable, is_bin)?;
        }
    }
    for bin in &packing.bins {
        domains.work += packing.scope.len() as u64;
        let value = bin.value.into();
        let (mut surely, mut perhaps) = (0, 0);
        for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
            if domains.has(variable, value) {
                perhaps += size;
                surely += if domains.is_fixed(variable) { size } else { 0 };
            }
        }
        let (low, high) = bounded(domains, &bin.load, surely, perhaps)?;
        for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
            if !domains.has(variable, value) || domains.is_fixed(variable) {
                continue;
            }
            match (surely + size > high, perhaps - size < low) {
                (true, true) => return Err(Empty),
                (true, false) => domains.remove(variable, value)?,
                (false, true) => domains.assign(variable, value)?,
                (false, false) => {}
            }
        }
    }
    Ok(())
}
