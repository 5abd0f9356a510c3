//! What a search has refuted before it restarts, so that no run searches it again.
//!
//! A run that ends leaves, for each decision that it refuted, the decisions before it that were not refuted: together with
//! that one they have no solution (Lecoutre, Sais, Tabary and Vidal, Nogood Recording from Restarts, IJCAI 2007).

use std::collections::BTreeMap;

use crate::csp::VarId;
use crate::domains::{Domains, Empty, Step};

/// Longer ones exclude little, and are not kept.
const LONGEST: usize = 40;

/// A variable has a value.
pub(crate) type Decision = (VarId, i64);

/// Sets of decisions that do not hold together.
#[derive(Default)]
pub(crate) struct Nogoods {
    /// The first two decisions of each are watched: unless one of them does not hold, at most one of all holds that is not
    /// one of the two.
    all: Vec<Vec<Decision>>,
    /// For each decision the sets in which it is watched.
    watched: BTreeMap<Decision, Vec<u32>>,
}

impl Nogoods {
    /// Adds a set of decisions that do not hold together. Nothing is decided now.
    pub(crate) fn add(&mut self, mut decisions: Vec<Decision>, domains: &mut Domains) -> Step {
        if decisions.iter().any(|&(variable, value)| !domains.has(variable, value)) {
            return Ok(());
        }
        decisions.retain(|&(variable, _)| !domains.is_fixed(variable));
        match decisions[..] {
            [] => return Err(Empty),
            [(variable, value)] => return domains.remove(variable, value),
            _ if decisions.len() > LONGEST => return Ok(()),
            _ => {}
        }
        let number = self.all.len() as u32;
        for &decision in &decisions[..2] {
            self.watched.entry(decision).or_default().push(number);
        }
        self.all.push(decisions);
        Ok(())
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// Removes what cannot hold, now that this decision does.
    pub(super) fn hold(&mut self, decision: Decision, domains: &mut Domains) -> Step {
        let Some(mut numbers) = self.watched.remove(&decision) else { return Ok(()) };
        let mut step = Ok(());
        numbers.retain(|&number| {
            domains.work += 1;
            if step.is_err() {
                return true;
            }
            let decisions = &mut self.all[number as usize];
            if decisions[0] == decision {
                decisions.swap(0, 1);
            }
            let (variable, value) = decisions[0];
            if !domains.has(variable, value) {
                return true;
            }
            let is_open = |&(variable, value): &Decision| domains.only(variable) != Some(value);
            if let Some(at) = decisions[2..].iter().position(is_open) {
                decisions.swap(1, at + 2);
                self.watched.entry(decisions[1]).or_default().push(number);
                return false;
            }
            step = match domains.is_fixed(variable) {
                true => Err(Empty),
                false => domains.remove(variable, value),
            };
            true
        });
        self.watched.entry(decision).or_default().extend(numbers);
        step
    }
}
