//! How much a reader has to look at in a step, as a person counts it.
//!
//! What is seen at a glance counts once: places of one rule that say the same, the places of a row that are taken,
//! the cells and walls of an area that is counted.

use std::collections::HashSet;

use crate::techniques::{CLOSED_LOOP, ONLY_CELL, ONLY_VALUE, PARITY, POINTING};
use crate::{Draft, Link, Problem};
use cnfetti_core::csp::{Value, VarId};
use cnfetti_sat::search::candidates::{Fact, Said};

/// Rules and facts, as a person counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// The rules.
    pub rules: usize,
    /// The facts.
    pub facts: usize,
}

impl Load {
    /// Both.
    pub fn total(&self) -> usize {
        self.rules + self.facts
    }

    /// Of a step.
    pub(super) fn of(problem: &Problem<'_>, draft: &Draft) -> Load {
        let Draft { technique, constraints, facts, parts, .. } = draft;
        match (technique, single_value(draft)) {
            _ if draft.pattern.is_some() => {
                Load { rules: constraints.len(), facts: facts.len().min(1) }
            }
            _ if !parts.is_empty() => Load::in_rules(problem, constraints, facts),
            (&&ONLY_CELL, Some(value)) => Load::of_single(1, constraints, facts, value),
            (&&POINTING, Some(value)) => Load::of_single(2, constraints, facts, value),
            (&&ONLY_VALUE, _) => {
                let own =
                    |fact: &&Fact| draft.conclusions.iter().any(|c| c.variable == fact.variable);
                Load { rules: 1, facts: constraints.len() + facts.iter().filter(own).count() }
            }
            // The loop; its lines, and the one elsewhere.
            (&&CLOSED_LOOP, _) => Load { rules: 1, facts: 2 },
            (&&PARITY, _) => Load { rules: 1, facts: facts.len().min(1) },
            _ => Load::in_rules(problem, constraints, facts),
        }
    }

    /// Of one link of a supposition.
    pub(super) fn of_link(problem: &Problem<'_>, link: &Link) -> Load {
        Load::in_rules(problem, &link.constraints, &link.facts)
    }

    /// Of a value that has few places in a row: the row, what else has each value once, where the value is, and
    /// that the other places are taken.
    fn of_single(rows: usize, constraints: &[usize], facts: &[Fact], value: Value) -> Load {
        let has_value = |fact: &&Fact| fact.said == Said::Is(value);
        let places = facts.iter().filter(has_value).count();
        Load {
            rules: rows + usize::from(constraints.len() > rows),
            facts: places + usize::from(places < facts.len()),
        }
    }

    /// Of rules and facts in general: facts that say the same of places of one rule count once.
    fn in_rules(problem: &Problem<'_>, constraints: &[usize], facts: &[Fact]) -> Load {
        let rules = problem.helpers.without_definitions(problem.csp, constraints);
        let scope = |&rule: &usize| -> HashSet<VarId> {
            let whole = problem.whole_rule(rule).into_iter();
            let whole = whole.filter(|at| constraints.contains(at));
            let rule = |at: usize| problem.csp.constraints()[at].constraint.rule();
            whole.flat_map(|at| rule(at).scope()).collect()
        };
        let scopes: Vec<HashSet<VarId>> = rules.iter().map(scope).collect();
        let mut left: Vec<&Fact> = facts.iter().collect();
        let mut groups = 0;
        while let Some(&first) = left.first() {
            let together = |scope: &HashSet<VarId>, fact: &Fact| {
                scope.contains(&fact.variable) && says_the_same(problem, first, fact)
            };
            let with_first = scopes.iter().filter(|scope| scope.contains(&first.variable));
            let size =
                |scope: &&HashSet<VarId>| left.iter().filter(|fact| together(scope, fact)).count();
            let largest = with_first.max_by_key(size);
            left.retain(|fact| {
                fact.variable != first.variable
                    && !largest.is_some_and(|scope| together(scope, fact))
            });
            groups += 1;
        }
        Load { rules: problem.count_rules(constraints), facts: groups }
    }
}

/// Whether both facts say the same: of what is only noted, that it is not there.
fn says_the_same(problem: &Problem<'_>, one: &Fact, other: &Fact) -> bool {
    let is_gone = |fact: &Fact| {
        problem.noted.contains(&fact.variable) && matches!(fact.said, Said::IsNone(_))
    };
    one.said == other.said || is_gone(one) && is_gone(other)
}

/// The value of which a step of a single, or of pointing, speaks.
fn single_value(draft: &Draft) -> Option<Value> {
    match &draft.conclusions.first()?.said {
        Said::Is(value) => Some(*value),
        Said::IsNone(gone) => gone.first().copied(),
    }
}
