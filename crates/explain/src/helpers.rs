//! Variables that readers do not see, and the rules that mention them.
//!
//! A model says `not all of these cells are black` with a variable that says whether they are, and one
//! constraint that defines it. A reader knows no such variable: a rule is a constraint with the definitions
//! of the helpers in it, and facts and conclusions are about variables that a reader sees.

use std::collections::{BTreeSet, HashMap, HashSet};

use cnfetti_core::csp::{Constraint, Csp, VarId};

/// A rule that would have more variables than this goes without its definitions.
pub(super) const MOST_VARIABLES: usize = 2_000;

/// The helpers of a problem, and what defines them; none by default.
#[derive(Default)]
pub(super) struct Helpers {
    is_helper: Vec<bool>,
    /// For each helper, the first constraint that mentions it, because models define a variable before they use it.
    definitions: HashMap<VarId, usize>,
}

impl Helpers {
    /// The variables that the deciding ones determine, except those in a projection, those that are noted, and those that
    /// show where the noted ones lie.
    pub(super) fn new(csp: &Csp, noted: &[VarId]) -> Helpers {
        let deciding = csp.declared_deciding();
        if deciding.is_empty() {
            return Helpers::default();
        }
        let shown = csp.constraints().iter().filter_map(|posted| match &posted.constraint {
            Constraint::Selection(selection) => Some(selection.result),
            _ => None,
        });
        let shown: Vec<VarId> = shown.filter(|_| !noted.is_empty()).collect();
        let mut is_helper = vec![true; csp.variables().len()];
        let projected = csp.projection_set();
        let counted = csp.projections().iter().flat_map(|projection| &projection.scope);
        let seen = deciding.iter().chain(&projected).chain(counted).chain(noted).chain(&shown);
        for variable in seen {
            // A viewpoint notes variables that the problem itself lacks.
            if let Some(is_helper) = is_helper.get_mut(variable.index()) {
                *is_helper = false;
            }
        }
        let mut helpers = Helpers { is_helper, definitions: HashMap::new() };
        for (at, posted) in csp.constraints().iter().enumerate() {
            for variable in posted.constraint.rule().scope() {
                if helpers.contains(variable) && !is_number(csp, variable) {
                    helpers.definitions.entry(variable).or_insert(at);
                }
            }
        }
        helpers
    }

    /// Whether readers do not see the variable.
    pub(super) fn contains(&self, variable: VarId) -> bool {
        self.is_helper.get(variable.index()).copied().unwrap_or(false)
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// The helper that the constraint defines.
    pub(super) fn defined_by(&self, constraint: usize) -> Option<VarId> {
        let definitions = self.definitions.iter();
        definitions.filter(|(_, at)| **at == constraint).map(|(&helper, _)| helper).max()
    }

    /// The constraint with the definitions of its helpers, and of the helpers in these definitions; increasing.
    pub(super) fn whole_rule(&self, csp: &Csp, constraint: usize) -> Vec<usize> {
        self.with_definitions(csp, &[constraint], MOST_VARIABLES)
            .unwrap_or_else(|| vec![constraint])
    }

    /// The constraints with these definitions; `None` if all of them together have more variables than this.
    pub(super) fn with_definitions(
        &self,
        csp: &Csp,
        constraints: &[usize],
        most: usize,
    ) -> Option<Vec<usize>> {
        let mut rule: BTreeSet<usize> = constraints.iter().copied().collect();
        let mut variables: HashSet<VarId> = HashSet::new();
        let mut open = if self.is_empty() { Vec::new() } else { constraints.to_vec() };
        while let Some(at) = open.pop() {
            for variable in csp.constraints()[at].constraint.rule().scope() {
                if !variables.insert(variable) {
                    continue;
                }
                if let Some(&definition) = self.definitions.get(&variable)
                    && rule.insert(definition)
                {
                    open.push(definition);
                }
            }
            if variables.len() > most {
                return None;
            }
        }
        Some(rule.into_iter().collect())
    }

    /// The variables of the constraint, and of the definitions that belong to it, that a reader sees.
    pub(super) fn seen_in(&self, csp: &Csp, constraint: usize) -> Vec<VarId> {
        let rule = self.whole_rule(csp, constraint);
        let scopes =
            rule.into_iter().flat_map(|at| csp.constraints()[at].constraint.rule().scope());
        let mut seen: Vec<VarId> = scopes.filter(|&variable| !self.contains(variable)).collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    /// The constraints without those that only define a helper for another one of them.
    pub(super) fn without_definitions(&self, csp: &Csp, constraints: &[usize]) -> Vec<usize> {
        if self.is_empty() {
            return constraints.to_vec();
        }
        let mut mentions: HashMap<VarId, usize> = HashMap::new();
        for &at in constraints {
            for variable in csp.constraints()[at].constraint.rule().scope() {
                *mentions.entry(variable).or_default() += usize::from(self.contains(variable));
            }
        }
        let defines = |at: usize| {
            let scope = csp.constraints()[at].constraint.rule().scope();
            let mut scope = scope.into_iter();
            scope.any(|v| self.definitions.get(&v) == Some(&at) && mentions[&v] > 1)
        };
        constraints.iter().copied().filter(|&at| !defines(at)).collect()
    }
}

/// Whether the variable stands for a number, which needs no definition.
fn is_number(csp: &Csp, variable: VarId) -> bool {
    matches!(csp.domain(variable), [only] if csp.name(variable) == only.to_string())
}
