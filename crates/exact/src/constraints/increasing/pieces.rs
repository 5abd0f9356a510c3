//! What is left of a chain of pieces: the values that a neighbour without a value is compared
//! with.

use crate::residual::{Field, Frame, Residual, View};
use cnfetti_core::csp::{Atom, Value, VarId};

use cnfetti_core::csp::Increasing;

/// The values of the pieces that are still compared with anything.
pub(super) struct Open {
    scope: Vec<VarId>,
    domains: Vec<Vec<Value>>,
    /// For each piece and step the smallest and the largest value it can get from then on.
    ranges: Vec<Vec<Option<(Value, Value)>>>,
    /// For each piece [`NONE`], [`SETTLED`], or [`VALUE`] plus a position in its domain.
    values: Vec<Field>,
}

/// The piece has no value.
const NONE: u64 = 0;

/// The piece has a value, and no comparison with it can fail.
const SETTLED: u64 = 1;

/// The piece has a value that matters.
const VALUE: u64 = 2;

impl Open {
    pub(super) fn new(chain: &Increasing, frame: &mut Frame) -> Open {
        let scope = chain.scope.clone();
        let domains: Vec<Vec<Value>> = scope.iter().map(|&v| frame.domain(v).to_vec()).collect();
        Open {
            ranges: scope.iter().map(|&variable| ranges(frame, variable)).collect(),
            values: domains.iter().map(|d| frame.field(VALUE + d.len() as u64)).collect(),
            domains,
            scope,
        }
    }
}

fn ranges(frame: &Frame, variable: VarId) -> Vec<Option<(Value, Value)>> {
    let steps = |value: &Value| frame.step(Atom { variable, value: *value });
    let length = frame.domain(variable).iter().map(steps).max().map_or(0, |last| last + 1);
    let mut ranges = vec![None; length + 1];
    for &value in frame.domain(variable) {
        for range in &mut ranges[..=frame.step(Atom { variable, value })] {
            let (low, high) = range.unwrap_or((value, value));
            *range = Some((value.min(low), value.max(high)));
        }
    }
    ranges
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, index: usize) -> bool {
        let place = self.scope.iter().position(|&other| other == variable);
        if let Some(place) = place {
            view.set(self.values[place], VALUE + index as u64);
        }
        place.is_some()
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let values: Vec<u64> = self.values.iter().map(|&field| view.get(field)).collect();
        let mut settled: Vec<bool> = values.iter().map(|&value| value != NONE).collect();
        for place in 1..values.len() {
            match self.compare(view, place, values[place - 1], values[place]) {
                Some(true) => {}
                Some(false) => return false,
                None => (settled[place - 1], settled[place]) = (false, false),
            }
        }
        for (place, settled) in settled.into_iter().enumerate() {
            if settled {
                view.set(self.values[place], SETTLED);
            }
        }
        true
    }
}

impl Open {
    /// Whether the piece before `place` has a smaller value than the piece at `place`; `None`
    /// when that is open.
    fn compare(&self, view: &View<'_>, place: usize, before: u64, after: u64) -> Option<bool> {
        if before == SETTLED || after == SETTLED {
            return Some(true);
        }
        let (low_before, high_before) = self.range(view, place - 1, before)?;
        let (low_after, high_after) = self.range(view, place, after)?;
        match (high_before < low_after, low_before < high_after) {
            // Two pieces without values are compared when they get them.
            (true, _) if before != NONE || after != NONE => Some(true),
            (_, false) => Some(false),
            _ => None,
        }
    }

    fn range(&self, view: &View<'_>, place: usize, code: u64) -> Option<(Value, Value)> {
        if code == NONE {
            return self.ranges[place].get(view.step()).copied().flatten();
        }
        let value = self.domains[place][(code - VALUE) as usize];
        Some((value, value))
    }
}
