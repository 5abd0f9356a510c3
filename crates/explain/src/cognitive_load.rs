//! The cognitive load of a step: how many rules and facts a reader has to look at.
//!
//! What a reader sees at a glance counts once: facts that say the same about places of one rule, the
//! cells and walls of an area that is counted.

use std::collections::HashSet;

use crate::techniques::CLOSED_LOOP;
use crate::{Draft, Link, Problem};
use cnfetti_core::csp::VarId;
use cnfetti_sat::search::candidates::{Fact, Said};

/// The numbers of rules and facts, as a person counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CognitiveLoad {
    /// How many rules.
    pub rules: usize,
    /// How many facts.
    pub facts: usize,
}

impl CognitiveLoad {
    /// Rules and facts together.
    pub fn total(&self) -> usize {
        self.rules + self.facts
    }

    /// The load of a step.
    pub(super) fn of(problem: &Problem<'_>, draft: &Draft) -> CognitiveLoad {
        let Draft { technique, constraints, facts, parts, .. } = draft;
        match *technique {
            _ if draft.pattern.is_some() => {
                CognitiveLoad { rules: constraints.len(), facts: facts.len().min(1) }
            }
            _ if !parts.is_empty() => CognitiveLoad::in_rules(problem, constraints, facts),
            // The loop; its lines, and the one elsewhere.
            technique if technique == &CLOSED_LOOP => CognitiveLoad { rules: 1, facts: 2 },
            _ => CognitiveLoad::in_rules(problem, constraints, facts),
        }
    }

    /// The load of one link of a supposition.
    pub(super) fn of_link(problem: &Problem<'_>, link: &Link) -> CognitiveLoad {
        CognitiveLoad::in_rules(problem, &link.constraints, &link.facts)
    }

    /// The load of rules and facts in general: facts that say the same about places of one rule count once.
    fn in_rules(problem: &Problem<'_>, constraints: &[usize], facts: &[Fact]) -> CognitiveLoad {
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
        CognitiveLoad { rules: problem.count_rules(constraints), facts: groups }
    }
}

/// Whether both facts say the same, or both say that a piece is not somewhere.
fn says_the_same(problem: &Problem<'_>, one: &Fact, other: &Fact) -> bool {
    let is_gone = |fact: &Fact| {
        problem.noted.contains(&fact.variable) && matches!(fact.said, Said::IsNone(_))
    };
    one.said == other.said || is_gone(one) && is_gone(other)
}
