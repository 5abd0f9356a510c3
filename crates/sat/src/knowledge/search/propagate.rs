//! Unit propagation within a region.

use super::{Search, contains};
use crate::knowledge::formula::Code;
use crate::knowledge::graph::Step;
use cnfetti_core::limit::Stopped;

/// The literals that a clause leaves open.
enum Open {
    None,
    One(Code),
    Enough,
}

impl Search<'_> {
    /// Makes a literal true.
    pub(super) fn assign(&mut self, lit: Code, reason: u32) {
        self.is_true[lit as usize] = true;
        self.trail.push(Step { lit, reason });
    }

    /// Propagates within a region. Returns a clause that is then false.
    pub(super) fn propagate(
        &mut self,
        region: &[u64],
        mut head: usize,
    ) -> Result<Option<u32>, Stopped> {
        let formula = self.formula;
        while let Some(&Step { lit, .. }) = self.trail.get(head) {
            head += 1;
            for &number in formula.clauses_with(lit ^ 1) {
                if !contains(region, number) {
                    continue;
                }
                let clause = formula.clause(number);
                self.poll.steps(clause.len())?;
                match self.only_open(clause) {
                    Open::None => return Ok(Some(number)),
                    Open::One(lit) => self.assign(lit, number),
                    Open::Enough => {}
                }
            }
        }
        Ok(None)
    }

    fn only_open(&self, clause: &[Code]) -> Open {
        let mut open = Open::None;
        for &lit in clause {
            if self.is_true[lit as usize] {
                return Open::Enough;
            }
            if !self.is_true[lit as usize ^ 1] {
                match open {
                    Open::None => open = Open::One(lit),
                    _ => return Open::Enough,
                }
            }
        }
        open
    }
}
