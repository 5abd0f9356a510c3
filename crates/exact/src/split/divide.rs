//! Divides the states of a problem among parts that count them to the end.

use itertools::Itertools;
use num_bigint::BigUint;

use super::front::{Front, Weighted};
use super::rounds::{Rounds, layout};
use super::{Set, SplitError, Unit};
use crate::build::{build_top, states_in_all};
use crate::meter::Meter;
use crate::project::{Sets, read};
use cnfetti_core::limit::Stopped;

impl Rounds<'_> {
    /// The states of all units, divided into this many parts: each part has a front of each unit of which it gets
    /// states. A unit is divided as soon as it has `states` states, or where it has most; parts with many states
    /// take similar times. A unit that counts what a renaming or a rotation leaves unchanged goes to one part as a
    /// whole if it has at most `whole_states` states in all.
    ///
    /// # Errors
    ///
    /// A limit is reached first.
    pub fn divide(
        &self,
        parts: usize,
        (states, whole_states): (usize, usize),
    ) -> Result<Vec<Vec<Front>>, SplitError> {
        let mut divided = vec![Vec::new(); parts];
        for unit in 0..self.units().len() {
            if let Some(whole) = self.whole(unit, whole_states)? {
                divided[unit % parts].push(whole);
                continue;
            }
            let (work, front) = self.top(unit, states)?;
            for (part, front) in front.divide_by(&work, parts).into_iter().enumerate() {
                if !front.states.is_empty() {
                    divided[part].push(front);
                }
            }
        }
        Ok(divided)
    }

    /// The beginning of a unit that counts unchanged solutions, if it has at most this many states in all.
    fn whole(&self, unit: usize, most: usize) -> Result<Option<Front>, SplitError> {
        if !matches!(self.units()[unit], Unit::Fixed { .. }) {
            return Ok(None);
        }
        let meter = &mut Meter::new(self.limits);
        let (plan, decisions) = self.plan(unit, meter)?;
        let states = states_in_all(&plan, &decisions, most, &mut meter.anew()).map_err(Stopped)?;
        match states {
            Some(states) if states > 0 => self.start(unit).map(Some),
            _ => Ok(None),
        }
    }

    /// The states of a unit before a step with this many states, or with most, and an estimate of the work below each.
    fn top(&self, unit: usize, states: usize) -> Result<(Vec<f64>, Front), SplitError> {
        let meter = &mut Meter::new(self.limits);
        let (plan, decisions) = self.plan(unit, meter)?;
        let top = build_top(&plan, &decisions, states, &mut meter.anew()).map_err(Stopped)?;
        let mut sets = Vec::new();
        for (projection, about) in self.projections(unit).iter().enumerate() {
            let start = Sets::from([(Box::from([0]), BigUint::from(1_u32))]);
            let start = if top.states.len() == 0 { Sets::new() } else { start };
            let found = read(&top.diagram, start, &about.scope, meter);
            let found = found.map_err(|(_, limit)| Stopped(limit))?.into_iter().sorted_unstable();
            sets.extend(found.map(|(states, readings)| Set {
                projection,
                readings,
                states: states.into(),
            }));
        }
        let state = |number| {
            let ways = top.states.ways(number);
            Weighted {
                words: top.states.state(number).into(),
                solutions: ways.solutions.into(),
                classes: ways.classes.into(),
            }
        };
        let states = (0..top.states.len()).map(state).collect();
        let layout = layout(&plan, &decisions, meter);
        let steps = plan.steps.len();
        Ok((top.work, Front { unit, step: top.step, steps, layout, states, sets }))
    }
}
