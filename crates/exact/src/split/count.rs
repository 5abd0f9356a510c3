//! Counts pieces, and adds them up.

use std::collections::HashSet;

use itertools::Itertools;
use num_bigint::BigUint;

use super::units::Units;
use super::{Piece, SplitError, Unit};
use crate::build::{build_after, build_through};
use crate::consistency::{self, Inconsistent};
use crate::count::Arithmetic;
use crate::decisions::Decisions;
use crate::diagram::Diagram;
use crate::fixed::average;
use crate::frontier::{Frontier, Ways};
use crate::meter::Meter;
use crate::plan::Plan;
use crate::project::{Sets, project_from};
use crate::replay::Replay;
use crate::weigh::{Unit as Counted, from_first_nodes};
use cnfetti_core::count::Count;
use cnfetti_core::csp::{Csp, VarId};
use cnfetti_core::limit::{Limit, Limits, Stopped};

/// The number that a piece adds to its unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of solutions.
    pub solutions: BigUint,
    /// The number of solutions up to renaming.
    pub classes: BigUint,
    /// The number of readings of each projection; empty if none are read.
    pub projected: Vec<BigUint>,
}

/// Counts each of the pieces.
///
/// # Errors
///
/// A limit is reached first, so that a piece has no number; a state does not belong to the problem; or
/// numbers that were found in two ways contradict each other.
pub fn count(csp: &Csp, pieces: &[Piece], limits: &Limits) -> Result<Vec<Found>, SplitError> {
    csp.verify()?;
    let meter = &mut Meter::new(limits);
    let units = Units::new(csp, meter).map_err(Stopped)?;
    let of_piece = |piece: &Piece| {
        let (plan, decisions) = prepared(csp, &units, piece, meter)?;
        let is_read = piece.unit == units.of_projections();
        let read = csp.projections().iter().filter(|_| is_read);
        let scopes = read.map(|projection| &projection.scope[..]).collect_vec();
        count_piece((&plan, &decisions), piece, &scopes, meter)
    };
    pieces.iter().map(of_piece).collect()
}

/// The plan of a piece's unit; an error if the piece cannot belong to this problem.
fn prepared(
    csp: &Csp,
    units: &Units,
    piece: &Piece,
    meter: &mut Meter<'_>,
) -> Result<(Plan, Decisions), SplitError> {
    if piece.unit >= units.list.len() {
        return Err(SplitError::NoState(0));
    }
    let (plan, decisions) =
        units.plan(csp, (piece.unit, piece.step == 0), meter).map_err(Stopped)?;
    if piece.step > plan.steps.len().saturating_sub(1) {
        return Err(SplitError::NoState(0));
    }
    Ok((plan, decisions))
}

/// The words of a state of a piece.
fn state_of(
    replay: &mut Replay<'_, '_>,
    piece: &Piece,
    number: usize,
) -> Result<Vec<u64>, SplitError> {
    match replay.state(&piece.states[number].atoms, piece.step) {
        Some(words) => Ok(words),
        None => Err(replay.limit().map_or(SplitError::NoState(number), |l| Stopped(l).into())),
    }
}

fn count_piece(
    (plan, decisions): (&Plan, &Decisions),
    piece: &Piece,
    scopes: &[&[VarId]],
    meter: &mut Meter<'_>,
) -> Result<Found, SplitError> {
    let mut replay = Replay::new(plan, decisions, meter);
    let mut frontier = Frontier::new(plan.frame.words());
    let mut nodes = Vec::with_capacity(piece.states.len());
    for (number, state) in piece.states.iter().enumerate() {
        let words = state_of(&mut replay, piece, number)?;
        let ways = Ways { solutions: state.solutions, classes: state.classes };
        nodes.push(frontier.add(&words, ways));
    }
    let first = (0..frontier.len()).map(|number| frontier.ways(number)).collect_vec();
    let diagram = build_after(plan, decisions, (frontier, piece.step), &mut meter.anew());
    diagram.stopped().map_or(Ok(()), |limit| Err(Stopped(limit)))?;
    let (solutions, classes) = sums(&diagram, &first, meter).map_err(Stopped)?;
    let (solutions, classes) = consistency::totals(&diagram, (solutions, classes))?;
    let mut projected = Vec::new();
    if !scopes.is_empty() {
        let (reduced, places) = diagram.reduced_with_places(meter);
        for (number, scope) in scopes.iter().enumerate() {
            let mut start = Sets::new();
            for set in piece.sets.iter().filter(|set| set.projection == number) {
                let node = |&state: &u32| nodes.get(state as usize).copied();
                let of_set: Option<Vec<u32>> = set.states.iter().map(node).collect();
                let of_set = of_set.ok_or(SplitError::NoState(0))?.into_iter();
                let left = of_set.filter_map(|node| *places.get(node as usize)?);
                let left = left.sorted_unstable().dedup().collect_vec();
                if !left.is_empty() {
                    *start.entry(left.into()).or_default() += &set.readings;
                }
            }
            let read = project_from(&reduced, start, scope, meter);
            read.stopped.map_or(Ok(()), |limit| Err(Stopped(limit)))?;
            projected.push(read.number);
        }
    }
    Ok(Found { solutions, classes, projected })
}

/// The completions of the first nodes, each times the number of ways to reach it.
fn sums(
    diagram: &Diagram,
    first: &[Ways],
    meter: &mut Meter<'_>,
) -> Result<(BigUint, BigUint), Limit> {
    let mut sum = |unit, ways: fn(&Ways) -> u128| {
        let follow = from_first_nodes(diagram, unit, meter).ok_or(meter.limit())?;
        Ok(follow.iter().zip(first).map(|(follow, first)| follow * ways(first)).sum())
    };
    Ok((sum(Counted::Solution, |ways| ways.solutions)?, sum(Counted::Class, |ways| ways.classes)?))
}

/// The solutions of a piece of the first unit, as a diagram, in the same order as in the diagram of all.
/// Leaves out states that another piece counts.
///
/// # Errors
///
/// The same as for [`count`].
pub fn solutions(csp: &Csp, piece: &Piece, limits: &Limits) -> Result<Diagram, SplitError> {
    csp.verify()?;
    let meter = &mut Meter::new(limits);
    let units = Units::new(csp, meter).map_err(Stopped)?;
    let (plan, decisions) = prepared(csp, &units, piece, meter)?;
    let mut replay = Replay::new(&plan, &decisions, meter);
    let mut wanted: HashSet<Vec<u64>> = HashSet::new();
    for (number, _) in piece.states.iter().enumerate().filter(|(_, s)| s.solutions > 0) {
        wanted.insert(state_of(&mut replay, piece, number)?);
    }
    let diagram = build_through(&plan, &decisions, (&wanted, piece.step), &mut meter.anew());
    Ok(diagram.reduced(meter))
}

/// The numbers of the problem, from the sums of its units in their order; lower bounds unless the sums
/// contain all pieces.
///
/// # Errors
///
/// The numbers contradict each other, or a limit is reached.
pub fn total(csp: &Csp, sums: &[Found], exact: bool, limits: &Limits) -> Result<Count, SplitError> {
    let units = Units::new(csp, &mut Meter::new(limits)).map_err(Stopped)?;
    let sum = |unit: usize| sums.get(unit).cloned().unwrap_or_default();
    let mut count = Count { exact, solutions: sum(0).solutions, ..Count::default() };
    let by_name = sum(units.of_projections());
    if exact && by_name.solutions != count.solutions {
        let (what, down, up) = ("solutions", count.solutions, by_name.solutions);
        return Err(Inconsistent::Directions { what, down, up }.into());
    }
    count.projected = by_name.projected;
    count.projected.resize(csp.projections().len(), BigUint::ZERO);
    let fixed_by = |by: Option<usize>| {
        let numbers = units.list.iter().enumerate().filter_map(|(at, unit)| match unit {
            Unit::Fixed { permutation, cycles } if *permutation == by => {
                Some((cycles.clone(), sum(at).solutions))
            }
            _ => None,
        });
        average(csp, numbers, exact)
    };
    count.up_to_renaming = if units.has_precedences { fixed_by(None)? } else { sum(0).classes };
    count.classes = count.up_to_renaming.clone();
    if !units.alike.is_empty() {
        let mut fixed = units.alike.iter().map(|&number| fixed_by(Some(number)));
        let fixed: BigUint = fixed.fold_ok(BigUint::ZERO, |sum, number| sum + number)?;
        let all = fixed + &count.up_to_renaming;
        let group = BigUint::from(units.alike.len() + 1);
        count.classes = consistency::average(all, group, "permutations", exact)?;
    }
    consistency::numbers(&count, &Arithmetic::default())?;
    Ok(count)
}
