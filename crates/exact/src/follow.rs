//! What to follow after a limit is reached: every solution found this way exists, and the counts become lower
//! bounds.

use std::time::Duration;

use itertools::Itertools;

use super::frontier::Frontier;
use super::meter::Meter;

/// The largest number of states to follow at each step.
const BEAM: usize = 400;

/// The speed at which states were expanded so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    expanded: u32,
}

impl Pace {
    /// Adds this many expanded states.
    pub(super) fn expanded(&mut self, states: usize) {
        self.expanded = self.expanded.saturating_add(u32::try_from(states).unwrap_or(u32::MAX));
    }

    /// How many states to follow at each of the remaining steps.
    fn beam(self, steps_left: usize, meter: &Meter<'_>) -> usize {
        let Some(overtime) = meter.overtime() else { return BEAM };
        let each = meter.elapsed() / self.expanded.max(1);
        let each = each.max(Duration::from_nanos(100)).as_secs_f64();
        let states = overtime.as_secs_f64() / each / steps_left.max(1) as f64;
        (states as usize).clamp(1, BEAM)
    }
}

/// Which states to follow at a step when a limit is reached: those that most partial assignments lead to, as
/// many as the time allows.
pub(super) fn followed(
    frontier: &Frontier,
    steps_left: usize,
    pace: Pace,
    meter: &Meter<'_>,
) -> Vec<bool> {
    let mut follow = vec![false; frontier.len()];
    let ways = |number: usize| frontier.ways(number).solutions;
    let by_ways = (0..frontier.len())
        .sorted_unstable_by(|&one, &other| ways(other).cmp(&ways(one)).then(one.cmp(&other)));
    by_ways.take(pace.beam(steps_left, meter)).for_each(|number| follow[number] = true);
    follow
}
