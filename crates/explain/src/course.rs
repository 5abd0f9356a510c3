//! The course of an explanation: from step to step until nothing more follows, then what is needed of
//! it, checked.

use crate::journal::Journal;
use crate::load::Load;
use crate::steps::{Next, Steps};
use crate::techniques::{CONTRADICTION, SMALLEST_REASON};
use crate::tiling::Tiling;
use crate::{
    Draft, ExplainError, Explanation, Extent, Problem, Step, Supposition, Task, merge, needed,
    supposition, verify,
};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::search::confirm::{Claim, Evidence};
use cnfetti_sat::search::ruled_out::confirm_ruled_out;
use cnfetti_sat::solver::{Fault, NoAnswer};

/// How the search for steps ended.
pub(super) enum Course {
    /// Nothing more follows, or enough is found.
    Done,
    /// There is no solution.
    NoSolution,
    /// The steps are harder than the task allows.
    TooHard,
}

/// Finds steps until nothing more follows. `end` is what holds in every solution, once that is known.
pub(super) fn find(
    steps: &mut Steps<'_>,
    task: &Task,
    end: &mut Option<Candidates>,
    progress: &mut impl FnMut(&Candidates),
) -> Result<Course, NoAnswer> {
    let mut score = 0;
    let is_enough = |steps: &Steps<'_>| task.extent == Extent::First && !steps.drafts.is_empty();
    while end.as_ref() != Some(steps.known()) && !is_enough(steps) {
        task.budget.check()?;
        let draft = match steps.next(end.as_ref())? {
            Next::Contradiction => return Ok(Course::NoSolution),
            Next::Step(draft) => draft,
            Next::Stuck => match end.as_ref() {
                Some(end) => steps.hard(end)?,
                None => {
                    *end = steps.end()?;
                    if end.is_none() {
                        return Ok(Course::NoSolution);
                    }
                    continue;
                }
            },
        };
        score += steps.score(&draft);
        if task.most.is_some_and(|most| score > most) {
            return Ok(Course::TooHard);
        }
        let before = steps.journal.measure();
        steps.take(draft);
        if steps.journal.measure() == before {
            // A solver that lies could have it found for ever.
            let wrong = "the solver contradicts itself: a step is new and says nothing new";
            return Err(Fault(wrong.to_owned()).into());
        }
        progress(steps.known());
    }
    Ok(Course::Done)
}

/// Leaves out what is not needed, and has the steps checked.
pub(super) fn finish(
    problem: &Problem<'_>,
    tiling: &Tiling,
    mut steps: Steps<'_>,
    task: &Task,
    start: Candidates,
    end: Option<Candidates>,
    mut stopped: Option<Stopped>,
) -> Result<Option<Explanation>, ExplainError> {
    let reaches_end = end.as_ref() == Some(steps.known());
    let mut end = end.unwrap_or_else(|| steps.known().clone());
    // What helpers are then, no step says; where all else is decided there is nothing to say.
    let is_all = problem.helpers.is_empty() || problem.is_decided(&end);
    if stopped.is_none() && !problem.helpers.is_empty() {
        match steps.with_helpers(&end) {
            Ok(whole) => end = whole,
            Err(NoAnswer::Stopped(why)) => stopped = Some(why),
            Err(NoAnswer::Fault(fault)) => return Err(fault.into()),
        }
    }
    let Steps { journal, mut drafts, .. } = steps;
    if stopped.is_none() && task.extent == Extent::Needed {
        let wanted = task.only.map_or_else(|| problem.wanted(), |only| vec![only]);
        match needed::needed(problem, drafts.clone(), &journal, &wanted) {
            Ok(needed) => drafts = needed,
            Err(NoAnswer::Stopped(why)) => stopped = Some(why),
            Err(NoAnswer::Fault(fault)) => return Err(fault.into()),
        }
    }
    if task.merged && task.extent != Extent::First {
        match merge::merged(problem, tiling, &start, drafts.clone()) {
            Ok(merged) => drafts = merged,
            Err(NoAnswer::Stopped(why)) => stopped = stopped.or(Some(why)),
            Err(NoAnswer::Fault(fault)) => return Err(fault.into()),
        }
    }
    let steps = in_order(problem, tiling, &start, drafts)?;
    // What was found is checked, even when the time is over.
    let checked = Problem { budget: &Budget::default(), ..problem.clone() };
    let checker = verify::verify(&checked, tiling, &start, &steps)?;
    let leads_there = task.extent == Extent::First || reaches_end && is_all && task.only.is_none();
    let evidence = if stopped.is_none() && leads_there {
        Evidence::Second(checker)
    } else {
        let claim = Claim::by(&task.backend);
        confirm_ruled_out(problem.csp, &task.root, &start, Some(&end), claim, &task.budget)?
            .map_err(Fault::from)?
    };
    let seen_by = tiling.constraints.clone();
    Ok(Some(Explanation { start, steps, seen_by, end, evidence, stopped }))
}

fn in_order(
    problem: &Problem<'_>,
    tiling: &Tiling,
    start: &Candidates,
    drafts: Vec<Draft>,
) -> Result<Vec<Step>, ExplainError> {
    let mut journal = tiling.begin(start);
    let steps = drafts.into_iter().enumerate();
    steps.map(|(number, draft)| step(problem, tiling, &mut journal, number, draft)).collect()
}

/// The step of a draft, and of all that it consists of.
fn step(
    problem: &Problem<'_>,
    tiling: &Tiling,
    journal: &mut Journal,
    number: usize,
    draft: Draft,
) -> Result<Step, ExplainError> {
    let supposition = supposition(problem, &draft, &journal.known)?;
    let load = Load::of(problem, &draft);
    let mut each = |drafts: Vec<Draft>| -> Result<Vec<Step>, ExplainError> {
        drafts.into_iter().map(|draft| step(problem, tiling, journal, number, draft)).collect()
    };
    let (parts, alike) = (each(draft.parts)?, each(draft.alike)?);
    let Draft { technique, constraints, facts, conclusions, is_smallest, .. } = draft;
    let size = problem.count_rules(&constraints) + facts.len();
    let at_once = match &supposition {
        Some(Supposition { links, .. }) => {
            links.iter().map(|link| Load::of_link(problem, link).total()).max()
        }
        None => parts.iter().map(|part: &Step| part.at_once).max(),
    };
    let at_once = at_once.unwrap_or(load.total());
    tiling.take_in(journal, number, &conclusions);
    let after = journal.known.clone();
    Ok(Step {
        technique,
        load,
        at_once,
        size,
        constraints,
        facts,
        conclusions,
        is_smallest,
        after,
        parts,
        alike,
        supposition,
    })
}

/// What leads to the contradiction of a step of several rules; nothing when a limit comes first.
fn supposition(
    problem: &Problem<'_>,
    draft: &Draft,
    before: &Candidates,
) -> Result<Option<Supposition>, ExplainError> {
    let is_contradiction = [&CONTRADICTION, &SMALLEST_REASON].contains(&draft.technique);
    if !is_contradiction
        || draft.constraints.len() < 2 && draft.facts.is_empty()
        || !draft.parts.is_empty()
    {
        return Ok(None);
    }
    match supposition::of_step(problem, draft, before) {
        Err(NoAnswer::Stopped(_)) => Ok(None),
        found => Ok(found?),
    }
}
