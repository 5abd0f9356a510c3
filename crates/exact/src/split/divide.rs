//! Divides the states of a problem among parts.

use itertools::Itertools;
use num_bigint::BigUint;

use super::shares::{Share, share};
use super::units::Units;
use super::{Piece, Set, SplitError, State, Unit};
use crate::build::{Top, build_top, states_in_all};
use crate::meter::Meter;
use crate::project::{Sets, read};
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::{Limits, Stopped};

/// The units of a problem, with their states divided into this many parts: each part has a piece of each unit
/// of which it gets states. A unit is divided as soon as it has `states` states, or where it has most; parts
/// with many states take similar times. A unit that counts what a renaming or a rotation leaves unchanged goes to
/// one part as a whole if it has at most `whole_states` states in all.
///
/// # Errors
///
/// The problem has an objective or is not valid, or a limit is reached first.
pub fn split(
    csp: &Csp,
    parts: usize,
    (states, whole_states): (usize, usize),
    limits: &Limits,
) -> Result<(Vec<Unit>, Vec<Vec<Piece>>), SplitError> {
    csp.verify()?;
    if csp.objective().is_some() {
        return Err(SplitError::Objective);
    }
    let meter = &mut Meter::new(limits);
    let units = Units::new(csp, meter).map_err(Stopped)?;
    let mut divided = vec![Vec::new(); parts];
    for unit in 0..units.list.len() {
        if let Some(whole) = whole(csp, &units, (unit, whole_states), meter)? {
            divided[unit % parts].extend(whole);
            continue;
        }
        let (plan, decisions) = units.plan(csp, (unit, false), meter).map_err(Stopped)?;
        // At such a step the chosen atoms alone determine the state.
        let may_end = decisions.determined_by_chosen(csp);
        let top = build_top(&plan, &decisions, (states, &may_end), &mut meter.anew());
        let top = top.map_err(Stopped)?;
        let mut all = Vec::new();
        if unit == units.of_projections() {
            for (projection, about) in csp.projections().iter().enumerate() {
                let start = Sets::from([(Box::from([0]), BigUint::from(1_u32))]);
                let start = if top.states.len() == 0 { Sets::new() } else { start };
                let sets = read(&top.diagram, start, &about.scope, meter);
                let sets = sets.map_err(|(_, limit)| Stopped(limit))?;
                let sets = sets.into_iter().sorted_unstable();
                all.push(
                    sets.map(|(states, readings)| Set {
                        projection,
                        readings,
                        states: states.into(),
                    })
                    .collect(),
                );
            }
        }
        for (part, piece) in divide(&top, &all, parts, unit).into_iter().enumerate() {
            if !piece.states.is_empty() {
                divided[part].push(piece);
            }
        }
    }
    Ok((units.list, divided))
}

/// A unit that counts unchanged solutions, as one piece, if it has at most this many states in all. Returns `None` if
/// the unit is to be divided, and no piece if it has no states.
fn whole(
    csp: &Csp,
    units: &Units,
    (unit, most): (usize, usize),
    meter: &mut Meter<'_>,
) -> Result<Option<Option<Piece>>, Stopped> {
    if !matches!(units.list[unit], Unit::Fixed { .. }) {
        return Ok(None);
    }
    let (plan, decisions) = units.plan(csp, (unit, true), meter).map_err(Stopped)?;
    let states = states_in_all(&plan, &decisions, most, &mut meter.anew()).map_err(Stopped)?;
    let begun = || State { atoms: Vec::new(), solutions: 1, classes: 1 };
    let piece = || Piece { unit, step: 0, states: vec![begun()], sets: Vec::new() };
    Ok(states.map(|states| (states > 0).then(piece)))
}

/// Sets are not divided, so some states are in several pieces; only the first counts their solutions.
fn divide(top: &Top, sets: &[Vec<Set>], parts: usize, unit: usize) -> Vec<Piece> {
    let representatives = top.representatives();
    let piece = |share: Share| {
        let state = |(number, is_first): (usize, bool)| {
            let ways = top.states.ways(number);
            State {
                atoms: representatives[number].clone(),
                solutions: if is_first { ways.solutions } else { 0 },
                classes: if is_first { ways.classes } else { 0 },
            }
        };
        let states = share.states.into_iter().map(state).collect();
        Piece { unit, step: top.step, states, sets: share.sets }
    };
    share(&top.work, sets, parts).into_iter().map(piece).collect()
}
