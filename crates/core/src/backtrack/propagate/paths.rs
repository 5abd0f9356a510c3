//! Successors and inverses.

use super::super::domains::{Domains, Empty, Step};
use crate::csp::{Channel, Circuit, VarId};

/// All are different, and a chain closes only when it has everybody.
pub(super) fn circuit(domains: &mut Domains, circuit: &Circuit) -> Step {
    let Circuit { scope, first, size } = circuit;
    let (first, length) = (i64::from(*first), scope.len());
    for &variable in scope {
        domains.between(variable, first, first + length as i64 - 1)?;
    }
    if size.is_none() && length > 1 {
        for (place, &variable) in scope.iter().enumerate() {
            domains.remove(variable, first + place as i64)?;
        }
    }
    domains.work += 4 * length as u64;
    let next = |domains: &Domains, place: usize| {
        domains.only(scope[place]).map(|value| (value - first) as usize)
    };
    // Nobody has two predecessors.
    let mut before = vec![None; length];
    for place in 0..length {
        let Some(after) = next(domains, place) else { continue };
        if before[after].replace(place).is_some() {
            return Err(Empty);
        }
        let value = first + after as i64;
        for &other in scope.iter().filter(|&&other| other != scope[place]) {
            if domains.has(other, value) {
                domains.remove(other, value)?;
            }
        }
    }
    for (start, before) in before.iter().enumerate() {
        // Chains are followed from their beginnings.
        if before.is_some() {
            continue;
        }
        let (mut end, mut steps) = (start, 0);
        while let Some(after) = next(domains, end).filter(|_| steps < length) {
            (end, steps) = (after, steps + 1);
        }
        if size.is_none() && steps > 0 && steps + 1 < length {
            domains.remove(scope[end], first + start as i64)?;
        }
    }
    closed(domains, circuit, next)
}

/// A closed circuit leaves out nobody, or only those that point at themselves.
fn closed(
    domains: &mut Domains,
    circuit: &Circuit,
    next: impl Fn(&Domains, usize) -> Option<usize>,
) -> Step {
    let Circuit { scope, first, size } = circuit;
    let length = scope.len();
    let mut seen = vec![false; length];
    for start in 0..length {
        let (mut at, mut on) = (start, vec![false; length]);
        let mut steps = 0;
        while !seen[at] {
            (seen[at], on[at], steps) = (true, true, steps + 1);
            let Some(after) = next(domains, at) else { break };
            at = after;
            if at == start && (steps > 1 || size.is_none()) {
                domains.work += length as u64;
                if size.is_none() {
                    return if steps == length { Ok(()) } else { Err(Empty) };
                }
                for other in (0..length).filter(|&other| !on[other]) {
                    domains.assign(scope[other], i64::from(*first) + other as i64)?;
                }
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Two lists are each other's inverse; the second may be longer.
pub(super) fn channel(domains: &mut Domains, channel: &Channel) -> Step {
    inverse(
        domains,
        (&channel.first, channel.first_place.into()),
        (&channel.second, channel.second_place.into()),
    )?;
    if channel.is_mutual() {
        inverse(
            domains,
            (&channel.second, channel.second_place.into()),
            (&channel.first, channel.first_place.into()),
        )?;
    }
    Ok(())
}

/// Each variable of the first list points at one of the second that points back.
fn inverse(domains: &mut Domains, first: (&[VarId], i64), second: (&[VarId], i64)) -> Step {
    let last = second.1 + second.0.len() as i64 - 1;
    for (place, &variable) in first.0.iter().enumerate() {
        let own = first.1 + place as i64;
        domains.between(variable, second.1, last)?;
        domains.work += domains.size(variable) as u64;
        let gone: Vec<i64> = domains
            .values(variable)
            .filter(|value| !domains.has(second.0[(value - second.1) as usize], own))
            .collect();
        gone.into_iter().try_for_each(|value| domains.remove(variable, value))?;
        if let Some(value) = domains.only(variable) {
            domains.assign(second.0[(value - second.1) as usize], own)?;
        }
    }
    Ok(())
}
