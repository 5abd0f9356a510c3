//! What is left of a chain of variables: their bounds are in their domains.

use crate::residual::{Frame, Residual, VarSet, View};
use cnfetti_core::csp::VarId;

use cnfetti_core::csp::Increasing;

/// The chain; everything else is in the domains.
pub(super) struct Open {
    scope: Vec<VarId>,
    bits: Vec<usize>,
    /// For each position the variables before it.
    before: Vec<VarSet>,
    /// For each position the variables after it.
    after: Vec<VarSet>,
}

impl Open {
    pub(super) fn new(chain: &Increasing, frame: &Frame) -> Open {
        let scope = chain.scope.clone();
        let places = 0..scope.len();
        Open {
            bits: scope.iter().filter_map(|&variable| frame.bit(variable)).collect(),
            before: places.clone().map(|place| frame.set(&scope[..place])).collect(),
            after: places.map(|place| frame.set(&scope[place + 1..])).collect(),
            scope,
        }
    }
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let Some(place) = self.scope.iter().position(|&other| other == variable) else {
            return false;
        };
        (0..=row).for_each(|lower| view.remove(lower, &self.after[place]));
        (row..view.rows()).for_each(|higher| view.remove(higher, &self.before[place]));
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let mut next = 0;
        for &bit in &self.bits {
            if let Some(row) = raise(view, bit, next) {
                next = row + 1;
            }
        }
        let mut end = view.rows();
        for &bit in self.bits.iter().rev() {
            if let Some(row) = lower(view, bit, end) {
                end = row;
            }
        }
        true
    }
}

/// Keeps the rows from `start`; the first that is left.
fn raise(view: &mut View<'_>, bit: usize, start: usize) -> Option<usize> {
    (0..start.min(view.rows())).for_each(|row| view.remove_one(row, bit));
    (start..view.rows()).find(|&row| view.can(row, bit))
}

/// Keeps the rows before `end`; the last that is left.
fn lower(view: &mut View<'_>, bit: usize, end: usize) -> Option<usize> {
    (end..view.rows()).for_each(|row| view.remove_one(row, bit));
    (0..end).rev().find(|&row| view.can(row, bit))
}
