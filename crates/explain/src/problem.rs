//! What all parts of an explanation share: the problem, and steps before their check.

use std::collections::HashSet;
use std::sync::Arc;

use crate::areas::Areas;
use crate::backbone::possible;
use crate::helpers::Helpers;
use crate::selectors::{Answer, Switched};
use crate::shrink::few_facts;
use crate::supports::Supports;
use crate::techniques::Technique;
use crate::{ExplainError, Pattern, Task};
use cnfetti_core::csp::{Atom, Constraint, Csp, Selection, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_sat::compile::Compiled;
use cnfetti_sat::search::candidates::{Candidates, Fact};
use cnfetti_sat::solver::{Backend, NoAnswer};
use itertools::Itertools;

/// What all parts of an explanation share.
#[derive(Clone)]
pub(super) struct Problem<'a> {
    pub(super) csp: &'a Csp,
    pub(super) compiled: &'a Compiled,
    /// The posted constraints except givens. A given is a fact, unless it is about a helper.
    pub(super) rules: Arc<Vec<usize>>,
    /// What is fixed in addition to the givens.
    pub(super) root: &'a [Atom],
    pub(super) noted: &'a [VarId],
    pub(super) helpers: Arc<Helpers>,
    pub(super) areas: Arc<Areas>,
    pub(super) backend: &'a Backend,
    pub(super) budget: &'a Budget,
}

/// A step before its check.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    pub(super) technique: &'static Technique,
    pub(super) constraints: Vec<usize>,
    pub(super) facts: Vec<Fact>,
    pub(super) conclusions: Vec<Fact>,
    /// If it is several thoughts, one after another, a draft for each.
    pub(super) parts: Vec<Draft>,
    /// If it is one thought about several places, a draft for each place.
    pub(super) alike: Vec<Draft>,
    /// The pattern in the pencil marks that shows it.
    pub(super) pattern: Option<Box<Pattern>>,
}

/// The rule of a reason, without the places that follow it after a colon.
pub(super) fn rule_of(reason: &str) -> &str {
    reason.split(": ").next().unwrap_or(reason)
}

impl Draft {
    /// A draft that may have redundant constraints and facts.
    pub(super) fn proposed(
        technique: &'static Technique,
        constraints: Vec<usize>,
        facts: Vec<Fact>,
        conclusions: Vec<Fact>,
    ) -> Draft {
        Draft {
            technique,
            constraints,
            facts,
            conclusions,
            parts: Vec::new(),
            alike: Vec::new(),
            pattern: None,
        }
    }
}

impl<'a> Problem<'a> {
    pub(super) fn new(
        csp: &'a Csp,
        compiled: &'a Compiled,
        helpers: Helpers,
        task: &'a Task,
    ) -> Problem<'a> {
        let is_rule = |&at: &usize| {
            let given = csp.constraints()[at].given(csp);
            given.is_none_or(|(variable, _)| helpers.contains(variable))
        };
        let rules = (0..csp.constraints().len()).filter(is_rule).collect();
        let Task { ref root, ref noted, ref backend, ref budget, .. } = *task;
        let (rules, helpers, areas) =
            (Arc::new(rules), Arc::new(helpers), Arc::new(Areas::new(csp)));
        Problem { csp, compiled, rules, root, noted, helpers, areas, backend, budget }
    }

    /// All rules over all variables.
    pub(super) fn whole(&self) -> Switched<'a> {
        Switched::whole(self.csp, self.compiled, &self.rules, self.backend, self.budget)
    }

    /// Some constraints over their own variables, and their values in this solution.
    pub(super) fn part_with(
        &self,
        constraints: &[usize],
        solution: &[Value],
    ) -> (Switched<'a>, Supports) {
        let part = self.part(constraints);
        let values = part.variables().iter().map(|variable| solution[variable.index()]).collect();
        (part, Supports::with(values))
    }

    /// Some constraints over their own variables.
    pub(super) fn part(&self, constraints: &[usize]) -> Switched<'a> {
        Switched::new(self.csp, self.compiled, constraints, self.backend, self.budget)
    }

    /// The variables to be known in the end: all of them, or if some are only noted, those that decide a solution and those
    /// that are counted.
    pub(super) fn wanted(&self) -> Vec<VarId> {
        if self.noted.is_empty() {
            return self.seen();
        }
        let projected = self.csp.projections().iter().flat_map(|projection| &projection.scope);
        self.csp.deciding().iter().chain(projected).copied().collect()
    }

    /// The variables that a reader sees.
    fn seen(&self) -> Vec<VarId> {
        self.csp.ids().filter(|&variable| !self.helpers.contains(variable)).collect()
    }

    /// Whether every variable that a reader sees has a single value.
    pub(super) fn is_decided(&self, known: &Candidates) -> bool {
        self.seen().into_iter().all(|variable| known.decided(variable).is_some())
    }

    /// A constraint with the definitions of the helpers in it.
    pub(super) fn whole_rule(&self, constraint: usize) -> Vec<usize> {
        self.helpers.whole_rule(self.csp, constraint)
    }

    /// How many rules a person counts. Each of these is one rule: which piece lies where, for any number of places; how often each
    /// value occurs in the same places; and a rule that names several places after a colon. The definition of a helper
    /// belongs to the rule that uses it.
    pub(super) fn count_rules(&self, constraints: &[usize]) -> usize {
        let rules = self.helpers.without_definitions(self.csp, constraints);
        let tiling = rules.iter().filter(|&&at| self.is_about_placement(at)).count();
        let tallies = rules.iter().filter_map(|&at| match &self.csp.constraints()[at].constraint {
            Constraint::Cardinality(cardinality) => Some(&cardinality.scope),
            _ => None,
        });
        let again = tallies.clone().count() - tallies.collect::<HashSet<_>>().len();
        let of_places = rules.iter().filter_map(|&at| self.rule_of_places(at));
        let elsewhere = of_places.clone().count() - of_places.collect::<HashSet<_>>().len();
        rules.len() - tiling + tiling.min(1) - again - elsewhere
    }

    /// The rule in the reason of the constraint, if places follow it after a colon.
    fn rule_of_places(&self, at: usize) -> Option<&str> {
        let reason = &self.csp.constraints()[at].reason;
        Some(rule_of(reason)).filter(|rule| rule.len() < reason.len())
    }

    /// Whether all constraints state the same rule for several places.
    pub(super) fn is_one_rule(&self, constraints: &[usize]) -> bool {
        let rules = self.helpers.without_definitions(self.csp, constraints);
        let mut rules = rules.into_iter().map(|at| self.rule_of_places(at));
        let first = rules.next().flatten();
        first.is_some() && rules.all(|rule| rule == first)
    }

    /// Whether the constraint only says which piece lies where.
    pub(super) fn is_about_placement(&self, at: usize) -> bool {
        match &self.csp.constraints()[at].constraint {
            Constraint::Selection(selection) => {
                selection.choices.iter().all(|choice| self.noted.contains(&choice.atom.variable))
            }
            _ => false,
        }
    }

    /// The constraint, if it is the only one and only says which piece lies where.
    pub(super) fn only_placement(&self, constraints: &[usize]) -> Option<&'a Selection> {
        let &[only] = constraints else { return None };
        match &self.csp.constraints()[only].constraint {
            Constraint::Selection(selection) if self.is_about_placement(only) => Some(selection),
            _ => None,
        }
    }

    /// The rules that are not about areas.
    pub(super) fn other_rules(&self) -> Vec<usize> {
        let of_areas = self.areas.constraints();
        self.rules.iter().copied().filter(|at| !of_areas.contains(at)).collect()
    }

    /// The values of a solution; `None` if there is none.
    pub(super) fn solution(
        &self,
        whole: &mut Switched<'_>,
        known: &Candidates,
    ) -> Result<Option<Vec<Value>>, NoAnswer> {
        let mut assumptions = whole.switches().to_vec();
        assumptions.extend(self.csp.ids().flat_map(|variable| whole.known(known, variable)));
        let Answer::Consistent(model) = whole.solve(&assumptions)? else { return Ok(None) };
        Ok(Some(self.csp.ids().map(|variable| whole.value(&model, variable)).collect()))
    }

    /// What holds in every solution, for the variables that a reader sees; `None` if there is no solution.
    pub(super) fn backbone(
        &self,
        whole: &mut Switched<'_>,
        known: &Candidates,
    ) -> Result<Option<Candidates>, NoAnswer> {
        if self.is_decided(known) {
            return self.backbone_of(whole, known, &self.seen());
        }
        let possible = match possible(self.csp, self.root, self.backend, self.budget) {
            Ok(possible) => possible,
            Err(ExplainError::Stopped(stopped)) => return Err(stopped.into()),
            Err(ExplainError::Fault(fault)) => return Err(fault.into()),
            // The strengthened problem may be too large, even if the problem itself is not.
            Err(_) => return self.backbone_of(whole, known, &self.seen()),
        };
        let seen = |variable: VarId, possible: &Candidates| match self.helpers.contains(variable) {
            true => known.of(variable).to_vec(),
            false => possible.of(variable).to_vec(),
        };
        let rows =
            |possible: Candidates| self.csp.ids().map(|id| seen(id, &possible)).collect_vec();
        Ok(possible.map(|possible| Candidates::new(rows(possible))))
    }

    /// The same for all variables.
    pub(super) fn whole_backbone(
        &self,
        whole: &mut Switched<'_>,
        known: &Candidates,
    ) -> Result<Option<Candidates>, NoAnswer> {
        self.backbone_of(whole, known, &self.csp.ids().collect::<Vec<_>>())
    }

    fn backbone_of(
        &self,
        whole: &mut Switched<'_>,
        known: &Candidates,
        variables: &[VarId],
    ) -> Result<Option<Candidates>, NoAnswer> {
        if variables.iter().any(|&variable| known.of(variable).is_empty()) {
            return Ok(None);
        }
        let mut assumptions = whole.switches().to_vec();
        for &variable in variables {
            assumptions.extend(whole.known(known, variable));
        }
        whole.narrow(&assumptions, known, variables)
    }

    /// Everything that these constraints imply about their variables, and the facts that this needs; `None` if that is
    /// nothing new.
    pub(super) fn draft(
        &self,
        part: &mut Switched<'_>,
        technique: &'static Technique,
        constraints: &[usize],
        known: &Candidates,
    ) -> Result<Option<Draft>, NoAnswer> {
        let narrowed = Supports::default().narrow(self, part, constraints, known)?;
        let conclusions =
            narrowed.map(|narrowed| narrowed.candidates.since(known)).unwrap_or_default();
        if conclusions.is_empty() {
            return Ok(None);
        }
        let facts = few_facts(self, constraints, known, &conclusions)?;
        Ok(Some(Draft::proposed(technique, constraints.to_vec(), facts, conclusions)))
    }
}
