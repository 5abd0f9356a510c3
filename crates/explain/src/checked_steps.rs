//! Finished steps, each one checked.

use cnfetti_core::limit::Budget;
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::solver::NoAnswer;

use crate::cognitive_load::CognitiveLoad;
use crate::journal::Journal;
use crate::techniques::{CONTRADICTION, SEVERAL_RULES, is_general};
use crate::tiling::Tiling;
use crate::verify::Check;
use crate::{Draft, ExplainError, Problem, Step, Supposition, supposition};

/// Steps that have passed their check, in their order.
pub(super) struct CheckedSteps<'a> {
    problem: Problem<'a>,
    tiling: &'a Tiling,
    journal: Journal,
    check: Check<'a>,
    pub(super) steps: Vec<Step>,
    /// Drafts that passed their check, each with its chain to a contradiction if it has one.
    passed: Vec<(Draft, Option<Supposition>)>,
}

impl<'a> CheckedSteps<'a> {
    pub(super) fn new(
        problem: &Problem<'a>,
        tiling: &'a Tiling,
        start: &Candidates,
    ) -> CheckedSteps<'a> {
        let check = Check::new(problem, tiling, start);
        let (problem, journal) = (problem.clone(), tiling.begin(start));
        CheckedSteps { problem, tiling, journal, check, steps: Vec::new(), passed: Vec::new() }
    }

    /// The same, but drafts that have passed a check need not pass it again.
    pub(super) fn after(mut self, before: &CheckedSteps<'_>) -> CheckedSteps<'a> {
        self.check.passed(&before.check);
        CheckedSteps { passed: before.passed.clone(), ..self }
    }

    /// What checked them.
    pub(super) fn checked_by(&self) -> &'static str {
        self.check.name()
    }

    /// Adds the next step once it has passed its check.
    pub(super) fn take(&mut self, draft: Draft) -> Result<(), ExplainError> {
        let CheckedSteps { problem, tiling, journal, check, steps, passed } = self;
        // The conclusions of a step are known only once it has passed.
        let mut after = journal.clone();
        let is_known = |(_, supposition): &&(Draft, Option<Supposition>)| {
            supposition.as_ref().is_none_or(|supposition| supposition.rests_on(&journal.known))
        };
        let before = passed.iter().find(|(other, _)| *other == draft).filter(is_known);
        let again = before.map(|(_, supposition)| supposition.clone());
        let has_passed = again.is_some();
        let step = step(problem, tiling, &mut after, steps.len(), draft.clone(), again)?;
        check.step(&step, has_passed)?;
        if !has_passed {
            passed.push((draft, step.supposition.clone()));
        }
        *journal = after;
        steps.push(step);
        Ok(())
    }

    /// Adds the missing drafts until this budget or its own is spent.
    pub(super) fn catch_up(
        &mut self,
        drafts: &[Draft],
        budget: &Budget,
    ) -> Result<(), ExplainError> {
        for draft in drafts.iter().skip(self.steps.len()) {
            if budget.is_spent() {
                break;
            }
            match self.take(draft.clone()) {
                Err(ExplainError::Stopped(_)) => break,
                taken => taken?,
            }
        }
        Ok(())
    }

    /// What the steps say.
    pub(super) fn known(&self) -> &Candidates {
        &self.journal.known
    }
}

/// The step of a draft, with the steps of its parts.
fn step(
    problem: &Problem<'_>,
    tiling: &Tiling,
    journal: &mut Journal,
    number: usize,
    draft: Draft,
    supposed: Option<Option<Supposition>>,
) -> Result<Step, ExplainError> {
    let supposition = match supposed {
        Some(supposition) => supposition,
        None => supposition(problem, &draft, &journal.known)?,
    };
    let load = CognitiveLoad::of(problem, &draft);
    let mut each = |drafts: Vec<Draft>| -> Result<Vec<Step>, ExplainError> {
        let each = drafts.into_iter();
        each.map(|draft| step(problem, tiling, journal, number, draft, None)).collect()
    };
    let (parts, alike) = (each(draft.parts)?, each(draft.alike)?);
    let Draft { technique, constraints, facts, conclusions, pattern, .. } = draft;
    let size = problem.count_rules(&constraints) + facts.len();
    let at_once = match &supposition {
        Some(Supposition { links, .. }) => {
            links.iter().map(|link| CognitiveLoad::of_link(problem, link).total()).max()
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
        after,
        parts,
        alike,
        supposition,
        pattern,
    })
}

/// The chain that leads to the contradiction of a step of several rules; nothing if a limit comes first.
fn supposition(
    problem: &Problem<'_>,
    draft: &Draft,
    before: &Candidates,
) -> Result<Option<Supposition>, ExplainError> {
    let is_contradiction = [&CONTRADICTION, &SEVERAL_RULES].contains(&draft.technique);
    if !is_contradiction && !is_general(draft.technique)
        || is_contradiction && draft.constraints.len() < 2 && draft.facts.is_empty()
        || !draft.parts.is_empty()
    {
        return Ok(None);
    }
    match supposition::of_step(problem, draft, before) {
        Err(NoAnswer::Stopped(_)) => Ok(None),
        found => Ok(found?),
    }
}
