//! The search for steps: easy ones first, general ones when no other is left.

use crate::checked_steps::CheckedSteps;
use crate::finders::Finders;
use crate::journal::Journal;
use crate::multi_rule::MultiRuleSearch;
use crate::propagation::{Conflict, Propagator};
use crate::selectors::Switched;
use crate::shrink::{reduced, shrink, with_consequences};
use crate::single_rule::SingleRuleSearch;
use crate::techniques::CONTRADICTION;
use crate::tiling::Tiling;
use crate::{Draft, Problem};
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::{Fault, NoAnswer};

/// A pattern in the pencil marks is as hard as one more rule or fact if its rating is this much higher.
const PER_EFFORT: usize = 7;

/// What is known, and the steps that led there.
pub(super) struct Steps<'a> {
    problem: &'a Problem<'a>,
    tiling: &'a Tiling,
    single_rule: SingleRuleSearch<'a>,
    finders: Finders,
    multi_rule: MultiRuleSearch<'a>,
    propagator: Propagator,
    pub(super) journal: Journal,
    pub(super) drafts: Vec<Draft>,
    /// Those of them that have been checked.
    pub(super) checked: CheckedSteps<'a>,
}

/// How the search continues.
pub(super) enum Next {
    /// With this step.
    Step(Draft),
    /// No step is found by one rule or by propagation.
    Stuck,
    /// What is known contradicts the rules.
    Contradiction,
}

impl<'a> Steps<'a> {
    pub(super) fn new(
        problem: &'a Problem<'a>,
        tiling: &'a Tiling,
        whole: Switched<'a>,
        (start, solution): (&Candidates, &[Value]),
        checked: CheckedSteps<'a>,
    ) -> Steps<'a> {
        let mut rules = problem.other_rules();
        let without_steps = tiling.without_steps();
        rules.retain(|at| !without_steps.contains(at));
        Steps {
            problem,
            tiling,
            single_rule: SingleRuleSearch::new(problem, rules, solution),
            finders: Finders::new(problem.csp, &problem.helpers),
            multi_rule: MultiRuleSearch::new(problem, whole),
            propagator: Propagator::new(problem.compiled),
            journal: tiling.begin(start),
            drafts: Vec::new(),
            checked,
        }
    }

    pub(super) fn known(&self) -> &Candidates {
        &self.journal.known
    }

    /// Records a step.
    pub(super) fn take(&mut self, draft: Draft) {
        let number = self.drafts.len();
        self.tiling.take_in(&mut self.journal, number, &draft.conclusions);
        self.drafts.push(draft);
    }

    /// The next step of one rule, or else of a contradiction.
    pub(super) fn next(&mut self, end: Option<&Candidates>) -> Result<Next, NoAnswer> {
        if let Some(draft) = self.easy()? {
            return Ok(Next::Step(draft));
        }
        let Steps { problem, journal, .. } = &*self;
        if problem.areas.are_broken(&journal.known) {
            return Ok(Next::Contradiction);
        }
        let found = problem.areas.contradiction(&journal.known, problem.budget)?;
        if let Some(draft) = found.or_else(|| problem.areas.ruled_out(&journal.known)) {
            return Ok(Next::Step(draft));
        }
        if self.propagator.start(self.problem.compiled, &self.journal.known).is_err() {
            return Ok(Next::Contradiction);
        }
        for noted in [false, true] {
            // Steps about noted variables come only if nothing follows for those that a reader sees.
            if let Some(draft) = self.contradiction(end, noted)? {
                let whole = with_consequences(self.problem, self.known(), draft)?;
                return Ok(Next::Step(whole));
            }
        }
        Ok(Next::Stuck)
    }

    /// A step of one rule, or of one thought.
    fn easy(&mut self) -> Result<Option<Draft>, NoAnswer> {
        let single = self.single_rule.best(&self.journal.known)?;
        let found = self.by_techniques().into_iter();
        let found = found.min_by_key(|draft| self.rank(draft));
        let effort = single.iter().chain(&found).map(|draft| self.rank(draft).0).min();
        if let Some(pattern) = self.pattern(effort)? {
            return Ok(Some(pattern));
        }
        match (single, found) {
            (single, None) => Ok(single),
            (Some(single), Some(found)) if self.rank(&single) <= self.rank(&found) => {
                Ok(Some(single))
            }
            (_, Some(found)) => shrink(self.problem, found).map(Some),
        }
    }

    /// A step of a pattern in the pencil marks, if it takes no more effort than this.
    fn pattern(&self, effort: Option<usize>) -> Result<Option<Draft>, NoAnswer> {
        let Some(pencil) = &self.tiling.pencil else { return Ok(None) };
        let most = effort.map_or(usize::MAX, |effort| (effort + 1) * PER_EFFORT - 1);
        let drafts = pencil.drafts(&self.journal, most).into_iter();
        let nearest = drafts.min_by_key(|draft| self.distance(draft));
        match nearest {
            // Two groups that share places may be more than is needed.
            Some(draft) if draft.constraints.len() > 1 => reduced(self.problem, draft).map(Some),
            nearest => Ok(nearest),
        }
    }

    /// The order in which patterns are taken: those that continue the last step first, then those with few places.
    fn distance(&self, draft: &Draft) -> (usize, usize, Vec<VarId>) {
        let Some(pattern) = &draft.pattern else { return (0, 0, Vec::new()) };
        let last = self.drafts.last();
        let news = |place: VarId| {
            last.is_some_and(|last| last.conclusions.iter().any(|fact| fact.variable == place))
        };
        let constraints = self.problem.csp.constraints();
        let scope = |at: &usize| constraints[*at].constraint.rule().scope();
        let is_near = draft.constraints.iter().any(|at| scope(at).into_iter().any(news));
        let open = pattern.groups.iter().flat_map(scope);
        let open = open.filter(|&place| !self.journal.has_said(place)).count();
        let places = draft.conclusions.iter().map(|fact| fact.variable).collect();
        (usize::from(!is_near), pattern.places.len() * 4 + open, places)
    }

    /// Whether nothing is left to be filled in where a single value is left.
    pub(super) fn is_filled(&self) -> bool {
        self.tiling.pencil.as_ref().is_none_or(|pencil| pencil.is_filled(&self.journal))
    }

    /// Steps that techniques find.
    fn by_techniques(&self) -> Vec<Draft> {
        let Steps { problem, tiling, finders, journal, .. } = self;
        let mut found = tiling.drafts(journal);
        found.extend(finders.drafts(tiling, &journal.known));
        found.extend(problem.areas.deciding(&journal.known));
        for draft in &mut found {
            draft.conclusions.retain(|fact| !problem.helpers.contains(fact.variable));
        }
        found.retain(|draft| !draft.conclusions.is_empty());
        found
    }

    /// The order in which steps are taken: easy ones first, then those that decide a value, that continue the last step,
    /// and that conclude most.
    fn rank(&self, draft: &Draft) -> (usize, bool, bool, usize, usize) {
        let decides = draft.conclusions.iter().any(|fact| matches!(fact.said, Said::Is(_)));
        let last = self.drafts.last();
        let is_near = last.is_some_and(|last| {
            let news = |variable: VarId| last.conclusions.iter().any(|f| f.variable == variable);
            draft.facts.iter().any(|fact| news(fact.variable))
        });
        let effort = draft.technique.effort(draft.constraints.len(), draft.facts.len());
        let says = usize::MAX - draft.conclusions.len();
        (effort, !decides, !is_near, says, draft.constraints.len() + draft.facts.len())
    }

    /// A step whose value leads to a contradiction by propagation: the one with the fewest rules and facts.
    fn contradiction(
        &mut self,
        end: Option<&Candidates>,
        noted: bool,
    ) -> Result<Option<Draft>, NoAnswer> {
        let found = self.conflicts(end, noted)?.into_iter().min_by_key(|(size, ..)| *size);
        let draft = found.map(|(_, atom, conflict)| self.draft_of(atom, conflict));
        draft.map(|draft| shrink(self.problem, draft)).transpose()
    }

    /// Values whose assumption leads to a contradiction by propagation, with the number of rules and facts: of noted
    /// variables, or of the others.
    fn conflicts(
        &mut self,
        end: Option<&Candidates>,
        noted: bool,
    ) -> Result<Vec<(usize, Atom, Conflict)>, NoAnswer> {
        let Steps { problem, propagator, journal, .. } = self;
        let mut found = Vec::new();
        let is_asked = |atom: &Atom| {
            problem.noted.contains(&atom.variable) == noted
                && !problem.helpers.contains(atom.variable)
        };
        for atom in open_atoms(problem.csp, &journal.known, end).filter(is_asked) {
            problem.budget.check()?;
            if let Some(conflict) = propagator.refute(problem.compiled, atom) {
                let size = conflict.size(problem);
                found.push((size, atom, conflict));
            }
        }
        Ok(found)
    }

    /// As [`Explanation::score`](super::Explanation::score) counts it.
    pub(super) fn score(&self, draft: &Draft) -> usize {
        match &draft.pattern {
            Some(pattern) => pattern.rating / 10,
            None => draft.technique.score(self.size(draft)),
        }
    }

    fn size(&self, draft: &Draft) -> usize {
        self.problem.count_rules(&draft.constraints) + draft.facts.len()
    }

    fn draft_of(&self, atom: Atom, conflict: Conflict) -> Draft {
        let known = &self.journal.known;
        let mut after = known.clone();
        after.remove(atom.variable, atom.value);
        let conclusions = after.since(known);
        let own = conclusions.iter().map(|fact| fact.variable);
        let facts = conflict.facts.iter().copied().chain(own);
        let facts: Vec<Fact> = facts.filter_map(|v| known.fact(self.problem.csp, v)).collect();
        let constraints = conflict.constraints.into_iter().collect();
        Draft::proposed(&CONTRADICTION, constraints, facts, conclusions)
    }

    /// A step of several rules, as the solver finds it.
    pub(super) fn hard(&mut self, end: &Candidates) -> Result<Draft, NoAnswer> {
        let draft = self.multi_rule.best(&self.journal.known, end)?;
        with_consequences(self.problem, &self.journal.known, draft)
    }

    /// The backbone, given what is known; `None` if there is no solution.
    pub(super) fn end(&mut self) -> Result<Option<Candidates>, NoAnswer> {
        let Steps { problem, multi_rule, journal, .. } = self;
        problem.backbone(multi_rule.whole(), &journal.known)
    }

    /// The end, with the values of helper variables.
    pub(super) fn with_helpers(&mut self, end: &Candidates) -> Result<Candidates, NoAnswer> {
        let whole = self.problem.whole_backbone(self.multi_rule.whole(), end)?;
        let contradicts = || Fault("the solver contradicts itself: the end has no solution".into());
        Ok(whole.ok_or_else(contradicts)?)
    }
}

/// What can still be ruled out.
fn open_atoms<'b>(
    csp: &'b Csp,
    known: &'b Candidates,
    end: Option<&'b Candidates>,
) -> impl Iterator<Item = Atom> + 'b {
    let open = csp.ids().filter(|&variable| known.decided(variable).is_none());
    let atoms = open
        .flat_map(|variable| known.of(variable).iter().map(move |&value| Atom { variable, value }));
    atoms.filter(move |atom| end.is_none_or(|end| !end.of(atom.variable).contains(&atom.value)))
}

impl Conflict {
    /// How many rules and facts there are.
    fn size(&self, problem: &Problem<'_>) -> usize {
        let constraints: Vec<usize> = self.constraints.iter().copied().collect();
        problem.count_rules(&constraints) + self.facts.len()
    }
}
