//! Counts in rounds: the states before a step are divided, each part carries its states some steps further, and
//! equal states of different parts are merged before the next round. So parts share their work, as long as a round
//! is short. In a count of one round, each part carries its states to the end, and needs no other.

use std::collections::HashSet;

use itertools::Itertools;
use num_bigint::BigUint;

use super::front::{Front, Weighted};
use super::units::Units;
use super::{Found, Set, SplitError, Unit};
use crate::build::{build_between, build_start, build_through};
use crate::consistency::Inconsistent;
use crate::decisions::Decisions;
use crate::diagram::Diagram;
use crate::frontier::{Frontier, Ways};
use crate::meter::Meter;
use crate::plan::Plan;
use crate::project::{Sets, read};
use crate::weigh::{self, from_first_nodes, to_ends};
use cnfetti_core::csp::{Csp, Projection};
use cnfetti_core::limit::{Limits, Stopped};
use cnfetti_core::mix::mix;

/// A problem to count in rounds.
pub struct Rounds<'a> {
    pub(super) csp: &'a Csp,
    pub(super) units: Units,
    limits: &'a Limits,
}

impl<'a> Rounds<'a> {
    /// Prepares the problem. Everything that follows keeps to these limits.
    ///
    /// # Errors
    ///
    /// The problem has an objective or is not valid, or a limit is reached.
    pub fn new(csp: &'a Csp, limits: &'a Limits) -> Result<Rounds<'a>, SplitError> {
        csp.verify()?;
        if csp.objective().is_some() {
            return Err(SplitError::Objective);
        }
        let units = Units::new(csp, &mut Meter::new(limits)).map_err(Stopped)?;
        Ok(Rounds { csp, units, limits })
    }

    /// The numbers that make up the count.
    pub fn units(&self) -> &[Unit] {
        &self.units.list
    }

    /// The state before any decision, for each unit.
    ///
    /// # Errors
    ///
    /// A limit is reached.
    pub fn begin(&self) -> Result<Vec<Front>, SplitError> {
        (0..self.units.list.len()).map(|unit| self.start(unit)).collect()
    }

    /// The state before any decision for a unit; none if there is no solution.
    fn start(&self, unit: usize) -> Result<Front, SplitError> {
        let meter = &mut Meter::new(self.limits);
        let (plan, decisions) = self.plan(unit, meter)?;
        let start = build_start(&plan, &decisions, meter);
        let one = || BigUint::from(1_u32);
        let state = |number| Weighted {
            words: start.state(number).into(),
            solutions: one(),
            classes: one(),
        };
        let states = (0..start.len()).map(state).collect_vec();
        let set = |projection| Set { projection, readings: one(), states: vec![0] };
        let projections = if states.is_empty() { 0 } else { self.projections(unit).len() };
        let sets = (0..projections).map(set).collect();
        let layout = layout(&plan, &decisions, meter);
        Ok(Front { unit, step: 0, steps: plan.steps.len(), layout, states, sets })
    }

    /// The projections that the unit reads.
    fn projections(&self, unit: usize) -> &'a [Projection] {
        match unit == self.units.of_projections() {
            true => self.csp.projections(),
            false => &[],
        }
    }

    fn plan(&self, unit: usize, meter: &mut Meter<'_>) -> Result<(Plan, Decisions), SplitError> {
        Ok(self.units.plan(self.csp, unit, meter).map_err(Stopped)?)
    }

    /// What the states lead to, sorted: the states before a later step, or at the end if there are fewer steps.
    ///
    /// # Errors
    ///
    /// A limit is reached, a state does not belong to the problem, or the number of ways is another one on the way
    /// up.
    pub fn carry(&self, front: &Front, to: usize) -> Result<Front, SplitError> {
        let meter = &mut Meter::new(self.limits);
        let (plan, decisions) = self.planned(front, meter)?;
        let to = to.min(plan.steps.len());
        let mut carried = self.carry_on(front, to, (&plan, &decisions), meter)?;
        carried.sort();
        Ok(carried)
    }

    /// Carries the states on until there are at least this many, or to the end. Returns `None` in place of the front
    /// at the end, with the numbers of the unit.
    ///
    /// # Errors
    ///
    /// The same as for [`Rounds::carry`].
    pub fn carry_until(
        &self,
        mut front: Front,
        many: usize,
    ) -> Result<(Option<Front>, Found), SplitError> {
        let meter = &mut Meter::new(self.limits);
        let (plan, decisions) = self.planned(&front, meter)?;
        while front.step < plan.steps.len() {
            if front.states.len() >= many {
                return Ok((Some(front), Found::default()));
            }
            front = self.carry_on(&front, front.step + 1, (&plan, &decisions), meter)?;
        }
        Ok((None, self.found(&front)))
    }

    /// Carries the states on until there are at least this many, or else to the step with the most. Never takes the last
    /// step.
    ///
    /// # Errors
    ///
    /// The same as for [`Rounds::carry`].
    pub fn carry_to_widest(&self, front: Front, many: usize) -> Result<Front, SplitError> {
        let meter = &mut Meter::new(self.limits);
        let (plan, decisions) = self.planned(&front, meter)?;
        let (mut front, mut widest) = (front.clone(), front);
        while widest.states.len() < many && front.step + 1 < plan.steps.len() {
            front = self.carry_on(&front, front.step + 1, (&plan, &decisions), meter)?;
            if front.states.len() > widest.states.len() {
                widest = front.clone();
            }
        }
        Ok(widest)
    }

    /// The numbers of a front at the end.
    pub fn found(&self, front: &Front) -> Found {
        let read = |projection| {
            let of_projection = front.sets.iter().filter(|set| set.projection == projection);
            of_projection.map(|set| &set.readings).sum()
        };
        Found {
            solutions: front.solutions(),
            classes: front.classes(),
            projected: (0..self.projections(front.unit).len()).map(read).collect(),
        }
    }

    /// The solutions that pass through the states of a front of the first unit, as a diagram, in the same order as in
    /// the diagram of all. Leaves out states that another part counts.
    ///
    /// # Errors
    ///
    /// The same as for [`Rounds::carry`].
    pub fn solutions(&self, front: &Front) -> Result<Diagram, SplitError> {
        let meter = &mut Meter::new(self.limits);
        let (plan, decisions) = self.planned(front, meter)?;
        let counted = front.states.iter().filter(|state| state.solutions > BigUint::ZERO);
        let wanted: HashSet<&[u64]> = counted.map(|state| &state.words[..]).collect();
        let diagram = build_through(&plan, &decisions, (&wanted, front.step), &mut meter.anew());
        Ok(diagram.reduced(meter))
    }

    /// The plan of the front's unit; an error if the front belongs to another problem or counter.
    fn planned(
        &self,
        front: &Front,
        meter: &mut Meter<'_>,
    ) -> Result<(Plan, Decisions), SplitError> {
        if front.unit >= self.units.list.len() {
            return Err(SplitError::NoState(0));
        }
        let (plan, decisions) = self.plan(front.unit, meter)?;
        let is_of = front.steps == plan.steps.len() && front.step <= front.steps;
        if !is_of || front.layout != layout(&plan, &decisions, meter) {
            return Err(SplitError::NoState(0));
        }
        Ok((plan, decisions))
    }

    fn carry_on(
        &self,
        front: &Front,
        to: usize,
        (plan, decisions): (&Plan, &Decisions),
        meter: &mut Meter<'_>,
    ) -> Result<Front, SplitError> {
        let mut frontier = Frontier::new(plan.frame.words());
        for (number, state) in front.states.iter().enumerate() {
            let is_whole = state.words.len() == plan.frame.words();
            if !is_whole || frontier.add(&state.words, Ways::ONE) as usize != number {
                return Err(SplitError::NoState(number));
            }
        }
        let steps = front.step..to.max(front.step);
        let built = build_between(plan, decisions, (frontier, steps), &mut meter.anew());
        let (diagram, ends) = built.map_err(Stopped)?;
        let first =
            |ways: fn(&Weighted) -> &BigUint| front.states.iter().map(ways).cloned().collect_vec();
        let solutions = first(|state| &state.solutions);
        let solutions = ways(&diagram, weigh::Unit::Solution, "solutions", &solutions, meter)?;
        let classes = first(|state| &state.classes);
        let classes = ways(&diagram, weigh::Unit::Class, "classes", &classes, meter)?;
        let states = solutions.into_iter().zip(classes).enumerate();
        let states = states.map(|(number, (solutions, classes))| Weighted {
            words: ends.state(number).into(),
            solutions,
            classes,
        });
        let is_end = to == plan.steps.len();
        let sets = self.read_sets(front, (diagram, is_end), meter)?;
        Ok(Front { step: to, states: states.collect(), sets, ..*front })
    }

    /// The sets of ends that the readings of each projection lead to.
    fn read_sets(
        &self,
        front: &Front,
        (mut diagram, is_end): (Diagram, bool),
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Set>, SplitError> {
        let projections = self.projections(front.unit);
        let mut places: Vec<Option<u32>> = (0..front.states.len() as u32).map(Some).collect();
        if is_end && !projections.is_empty() {
            // Without the states that lead to no solution, fewer sets differ.
            (diagram, places) = diagram.reduced_with_places(meter);
            diagram.stopped().map_or(Ok(()), |limit| Err(Stopped(limit)))?;
        }
        let mut all = Vec::new();
        for (projection, about) in projections.iter().enumerate() {
            let mut start = Sets::new();
            for set in front.sets.iter().filter(|set| set.projection == projection) {
                let places = set.states.iter().map(|&state| places.get(state as usize));
                let places = places.collect::<Option<Vec<_>>>().ok_or(SplitError::NoState(0))?;
                let left = places.into_iter().flatten().copied();
                let left = left.sorted_unstable().dedup().collect_vec();
                if !left.is_empty() {
                    *start.entry(left.into()).or_default() += &set.readings;
                }
            }
            let sets = read(&diagram, start, &about.scope, meter);
            let sets = sets.map_err(|(_, limit)| Stopped(limit))?.into_iter();
            let set = |(states, readings): (Box<[u32]>, _)| Set {
                projection,
                readings,
                states: states.into(),
            };
            all.extend(sets.sorted_unstable().map(set));
        }
        Ok(all)
    }
}

/// The number of ways to each end, by the ways to each first node. An error if the way up, which multiplies in the
/// other order, finds another sum.
fn ways(
    diagram: &Diagram,
    unit: weigh::Unit,
    what: &'static str,
    first: &[BigUint],
    meter: &mut Meter<'_>,
) -> Result<Vec<BigUint>, SplitError> {
    let found = to_ends(diagram, unit, first, meter);
    let below = from_first_nodes(diagram, unit, meter);
    let (Some(found), Some(below)) = (found, below) else {
        return Err(Stopped(meter.limit()).into());
    };
    let down: BigUint = found.iter().sum();
    let up: BigUint = first.iter().zip(&below).map(|(ways, below)| ways * below).sum();
    match down == up {
        true => Ok(found),
        false => Err(Inconsistent::Directions { what, down, up }.into()),
    }
}

/// A sum of the decisions, and of the states on one path through them.
fn layout(plan: &Plan, decisions: &Decisions, meter: &Meter<'_>) -> u64 {
    let mut sums = vec![plan.frame.words() as u64, plan.frame.row_words() as u64];
    for decision in decisions.list.iter() {
        let atoms = decision.choices.items().iter();
        let atoms = atoms.flat_map(|atom| [atom.variable.index() as u64, atom.value as u64]);
        sums.push(mix(atoms.chain([decision.choices.len() as u64, decision.optional.into()])));
    }
    let mut decider = plan.decider(meter.clone());
    let mut words = plan.frame.start();
    let mut origin = vec![0; plan.frame.rows()];
    let mut is_possible = decider.begin(&mut words);
    for (step, at) in plan.steps.iter().enumerate() {
        if !is_possible {
            break;
        }
        if !plan.renaming.is_trivial() {
            plan.renaming.sort(&mut words, plan.frame.row_words(), &mut origin);
        }
        sums.push(mix(words.iter().copied()));
        let nothing = at.optional.then_some(&[][..]);
        decider.enter(&words, step);
        let after = at.choices.iter().chain(nothing).find_map(|effects| {
            let mut next = words.clone();
            decider.choose(&mut next, effects).then_some(next)
        });
        is_possible = after.is_some();
        words = after.unwrap_or(words);
    }
    mix(sums)
}
