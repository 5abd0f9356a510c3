//! Divides the states of a problem among parts.

use std::collections::BTreeMap;
use std::ops::Range;

use itertools::Itertools;
use num_bigint::BigUint;

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
        for (part, piece) in divide(&top, all, parts, unit).into_iter().enumerate() {
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

/// Keeps neighbours together, because they have most in common. Sets are not divided, so some states are in
/// several pieces; only the first counts their solutions.
fn divide(top: &Top, sets: Vec<Vec<Set>>, parts: usize, unit: usize) -> Vec<Piece> {
    let representatives = top.representatives();
    let mut is_counted = vec![false; top.states.len()];
    let of_set = |set: &Set| set.states.iter().map(|&state| top.work[state as usize]).sum();
    let of_sets = |sets: &Vec<Set>| shares(&sets.iter().map(of_set).collect_vec(), parts);
    let shares_of_sets = sets.iter().map(of_sets).collect_vec();
    let shares_of_states = shares(&top.work, parts);
    let of_part = |part: usize| {
        let mut places: BTreeMap<u32, u32> = BTreeMap::new();
        let mut own: Vec<Set> = Vec::new();
        for (of_projection, shares) in sets.iter().zip(&shares_of_sets) {
            own.extend_from_slice(&of_projection[shares[part].clone()]);
        }
        let in_sets = own.iter().flat_map(|set| &set.states).copied();
        let states = if sets.is_empty() {
            shares_of_states[part].clone().map(|state| state as u32).collect_vec()
        } else {
            in_sets.sorted_unstable().dedup().collect_vec()
        };
        for (place, &state) in states.iter().enumerate() {
            places.insert(state, place as u32);
        }
        for set in &mut own {
            set.states.iter_mut().for_each(|state| *state = places[state]);
        }
        let state = |&number: &u32| {
            let (number, ways) = (number as usize, top.states.ways(number as usize));
            let is_first = !std::mem::replace(&mut is_counted[number], true);
            State {
                atoms: representatives[number].clone(),
                solutions: if is_first { ways.solutions } else { 0 },
                classes: if is_first { ways.classes } else { 0 },
            }
        };
        Piece { unit, step: top.step, states: states.iter().map(state).collect(), sets: own }
    };
    (0..parts).map(of_part).collect()
}

/// Divides a list, given the work at each place, into ranges with similar work.
fn shares(work: &[f64], parts: usize) -> Vec<Range<usize>> {
    let all: f64 = work.iter().sum();
    let mut before = 0.0;
    let mut sizes = vec![0; parts];
    for work in work {
        let middle = (before + work / 2.0) / all * parts as f64;
        sizes[(middle as usize).min(parts - 1)] += 1;
        before += work;
    }
    let mut start = 0;
    let range = |size| {
        start += size;
        start - size..start
    };
    sizes.into_iter().map(range).collect()
}

#[cfg(test)]
mod tests {
    use super::shares;
    use cnfetti_core::random::Random;

    #[test]
    fn shares_are_about_equal_and_everything() {
        assert_eq!(shares(&[1.0, 1.0, 1.0, 1.0, 4.0], 2), [0..4, 4..5]);
        assert_eq!(shares(&[], 2), [0..0, 0..0]);
        assert_eq!(shares(&[7.0], 3), [0..0, 0..1, 1..1]);
        let random = &mut Random::new(5);
        for _ in 0..1000 {
            let (length, parts) = (random.below(50), 1 + random.below(9));
            let work: Vec<f64> = (0..length).map(|_| 1.0 + random.below(20) as f64).collect();
            let shares = shares(&work, parts);
            assert_eq!(shares.len(), parts);
            assert!(shares.windows(2).all(|pair| pair[0].end == pair[1].start));
            assert_eq!((shares[0].start, shares[parts - 1].end), (0, length));
            let fair = work.iter().sum::<f64>() / parts as f64;
            for share in shares {
                assert!(work[share].iter().sum::<f64>() <= fair + 20.0);
            }
        }
    }
}
