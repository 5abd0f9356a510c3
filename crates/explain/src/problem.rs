//! What all parts of an explanation share: the problem, and steps that nobody has checked yet.

use std::sync::Arc;

use crate::patience::{Effort, Patience};
use crate::selectors::{Answer, Switched};
use crate::supports::Supports;
use crate::techniques::{self, Technique};
use crate::{Task, facts};
use cnfetti_core::csp::{Constraint, Csp, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_sat::compile::Compiled;
use cnfetti_sat::search::candidates::{Candidates, Fact};
use cnfetti_sat::solver::{Backend, NoAnswer};

/// What all parts of an explanation share.
#[derive(Clone)]
pub(super) struct Problem<'a> {
    pub(super) csp: &'a Csp,
    pub(super) compiled: &'a Compiled,
    /// The posted constraints but the givens, which are facts.
    pub(super) rules: Arc<Vec<usize>>,
    pub(super) noted: &'a [VarId],
    pub(super) effort: Effort,
    pub(super) backend: &'a Backend,
    pub(super) budget: &'a Budget,
}

/// A step that nobody has checked yet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    pub(super) technique: &'static Technique,
    pub(super) constraints: Vec<usize>,
    pub(super) facts: Vec<Fact>,
    pub(super) conclusions: Vec<Fact>,
    pub(super) is_smallest: bool,
    /// Where it is several thoughts, one after another: these.
    pub(super) parts: Vec<Draft>,
}

impl Draft {
    /// One that may have needless constraints and facts, and of which nobody knows whether there are
    /// others with fewer.
    pub(super) fn proposed(
        technique: &'static Technique,
        constraints: Vec<usize>,
        facts: Vec<Fact>,
        conclusions: Vec<Fact>,
    ) -> Draft {
        Draft { technique, constraints, facts, conclusions, is_smallest: false, parts: Vec::new() }
    }
}

impl<'a> Problem<'a> {
    pub(super) fn new(csp: &'a Csp, compiled: &'a Compiled, task: &'a Task) -> Problem<'a> {
        let is_rule =
            |&at: &usize| !matches!(csp.constraints()[at].constraint, Constraint::Fixed(_));
        let rules = (0..csp.constraints().len()).filter(is_rule).collect();
        let Task { effort, ref noted, ref backend, ref budget, .. } = *task;
        Problem { csp, compiled, rules: Arc::new(rules), noted, effort, backend, budget }
    }

    /// All rules over all variables.
    pub(super) fn whole(&self) -> Switched<'a> {
        Switched::whole(self.csp, self.compiled, &self.rules, self.backend, self.budget)
    }

    /// Some constraints over their own variables.
    pub(super) fn part(&self, constraints: &[usize]) -> Switched<'a> {
        Switched::new(self.csp, self.compiled, constraints, self.backend, self.budget)
    }

    /// What has to be known in the end: the variables that decide a solution and those that it is
    /// told by; all of them where nothing is only noted.
    pub(super) fn wanted(&self) -> Vec<VarId> {
        if self.noted.is_empty() {
            return self.csp.ids().collect();
        }
        let told = self.csp.projections().iter().flat_map(|projection| &projection.scope);
        self.csp.deciding().iter().chain(told).copied().collect()
    }

    pub(super) fn has_solution(
        &self,
        whole: &mut Switched<'_>,
        known: &Candidates,
    ) -> Result<bool, NoAnswer> {
        let mut assumptions = whole.switches().to_vec();
        assumptions.extend(self.csp.ids().flat_map(|variable| whole.known(known, variable)));
        Ok(matches!(whole.solve(&assumptions)?, Answer::Consistent(_)))
    }

    /// What holds in every solution; `None` when there is none.
    pub(super) fn backbone(
        &self,
        whole: &mut Switched<'_>,
        known: &Candidates,
    ) -> Result<Option<Candidates>, NoAnswer> {
        let variables: Vec<VarId> = self.csp.ids().collect();
        if variables.iter().any(|&variable| known.of(variable).is_empty()) {
            return Ok(None);
        }
        let mut assumptions = whole.switches().to_vec();
        for &variable in &variables {
            assumptions.extend(whole.known(known, variable));
        }
        whole.narrow(&assumptions, known, &variables)
    }

    /// All that these constraints say of their variables now, and which facts of those they need
    /// for it; `None` when they say nothing new.
    pub(super) fn draft(
        &self,
        part: &mut Switched<'_>,
        constraints: &[usize],
        known: &Candidates,
    ) -> Result<Option<Draft>, NoAnswer> {
        let narrowed = Supports::default().narrow(self, part, constraints, known)?;
        let conclusions =
            narrowed.map(|narrowed| narrowed.candidates.since(known)).unwrap_or_default();
        if conclusions.is_empty() {
            return Ok(None);
        }
        let (facts, fewest) = facts::fewest(self, constraints, known, &conclusions)?;
        let (technique, constraints) = (&techniques::SMALLEST_REASON, constraints.to_vec());
        let draft = Draft::proposed(technique, constraints, facts, conclusions);
        Ok(Some(Draft { is_smallest: fewest, ..draft }))
    }

    pub(super) fn patience(&self) -> Patience {
        Patience::new(self.effort, self.budget)
    }
}
