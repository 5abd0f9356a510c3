//! Lists all solutions of a diagram, and checks that they are as many as it counts.

use hashbrown::HashTable;
use num_bigint::BigUint;

use super::blocking::CountError;
use super::confirm::Evidence;
use super::second_opinion::{FEW, no_others};
use super::symmetry::{break_renaming, rename, renamings};
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Budget;
use cnfetti_exact::{Diagram, Walk};

/// How many solutions are checked for repetitions: their fingerprints take about ten megabytes.
const MAX_DISTINCT: usize = 1_000_000;

/// The solutions of a complete diagram, or one of each set that differs by renaming.
pub struct Listing<'a> {
    csp: &'a Csp,
    diagram: &'a Diagram,
    up_to_renaming: bool,
    walk: Walk<'a>,
    number: u64,
    /// How many solutions the listed ones represent, if each represents a class.
    stands_for: BigUint,
    /// The first solutions.
    first: Vec<Vec<Value>>,
    fingerprints: HashTable<u128>,
}

/// A diagram that contradicts itself or the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongListing {
    /// What it lists is no solution.
    #[error("internal error: solution {0} of the exact counter breaks a constraint")]
    NotASolution(u64),
    /// It lists a solution again.
    #[error("internal error: solution {0} of the exact counter was listed before")]
    Twice(u64),
    /// It lists another number than it counts.
    #[error("internal error: the exact counter counts {counted} solutions and lists {listed}")]
    OtherNumber {
        /// How many it counts.
        counted: BigUint,
        /// How many it lists, or those listed stand for.
        listed: BigUint,
    },
}

impl<'a> Listing<'a> {
    /// The solutions of a diagram that was made from the problem.
    pub fn new(csp: &'a Csp, diagram: &'a Diagram, up_to_renaming: bool) -> Listing<'a> {
        let walk = if up_to_renaming { diagram.walk_classes() } else { diagram.walk() };
        Listing {
            csp,
            diagram,
            up_to_renaming,
            walk,
            number: 0,
            stands_for: BigUint::ZERO,
            first: Vec::new(),
            fingerprints: HashTable::new(),
        }
    }

    /// How many were listed by now.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next solution, different from those before; `None` once as many are listed as were counted. Only
    /// the first ones are checked against the constraints: whoever prints them checks the puzzle's rules.
    ///
    /// # Errors
    ///
    /// When the diagram is wrong.
    #[expect(clippy::should_implement_trait, reason = "what is returned is overwritten")]
    pub fn next(&mut self) -> Result<Option<&[Value]>, WrongListing> {
        let Some(solution) = self.walk.next() else {
            let listed = match self.up_to_renaming {
                true => self.stands_for.clone(),
                false => self.number.into(),
            };
            let counted = self.diagram.count();
            return match counted == listed {
                true => Ok(None),
                false => Err(WrongListing::OtherNumber { counted, listed }),
            };
        };
        self.number += 1;
        if self.up_to_renaming {
            self.stands_for += renamings(self.csp.symmetry(), solution);
        }
        if self.first.len() <= FEW {
            if !self.csp.is_solution(solution) {
                return Err(WrongListing::NotASolution(self.number));
            }
            self.first.push(solution.to_vec());
        }
        if self.fingerprints.len() < MAX_DISTINCT && !note(&mut self.fingerprints, solution) {
            return Err(WrongListing::Twice(self.number));
        }
        Ok(Some(solution))
    }

    /// The evidence, once all solutions are listed, that there are no others.
    ///
    /// # Errors
    ///
    /// When there are others.
    pub fn no_others(&self, budget: &Budget) -> Result<Evidence, CountError> {
        if !self.up_to_renaming {
            return no_others(self.csp, &self.first, budget);
        }
        // Value precedence allows only one solution of each set, perhaps not this one.
        let mut first = self.first.clone();
        first.iter_mut().for_each(|solution| rename(self.csp.symmetry(), solution));
        no_others(&break_renaming(self.csp), &first, budget)
    }
}

/// Records a solution. Returns whether it differs from those before.
fn note(fingerprints: &mut HashTable<u128>, solution: &[Value]) -> bool {
    let fingerprint = fingerprint(solution);
    let hash = |&fingerprint: &u128| (fingerprint >> 64) as u64;
    let is_new = fingerprints.find(hash(&fingerprint), |&other| other == fingerprint).is_none();
    if is_new {
        fingerprints.insert_unique(hash(&fingerprint), fingerprint, hash);
    }
    is_new
}

/// FNV-1a of the values, in 128 bits; nobody chooses solutions so that two hashes are equal.
fn fingerprint(solution: &[Value]) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let word =
        |hash: u128, &value: &Value| (hash ^ u128::from(value.cast_unsigned())).wrapping_mul(PRIME);
    solution.iter().fold(OFFSET, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_time_is_noticed() {
        let mut seen = HashTable::new();
        for first in 0..40 {
            for second in -40..0 {
                assert!(note(&mut seen, &[first, second]), "{first} {second}");
                assert!(note(&mut seen, &[second, first, 0]), "{second} {first}");
            }
        }
        assert!(!note(&mut seen, &[7, -7]) && !note(&mut seen, &[-7, 7, 0]));
        assert!(note(&mut seen, &[-7, 7]) && note(&mut seen, &[]));
    }
}
