//! Smallest sets of rules that contradict each other, or that decide a variable.

use std::collections::HashSet;

use itertools::Itertools;

use cnfetti_encodings::Lit;
use fixedbitset::FixedBitSet;

use crate::helpers::{Helpers, MOST_VARIABLES};
use crate::rules::{Rule, rules, used};
use crate::selectors::{Answer, Switched};
use crate::smus::{Patience, Reply, Subset, smallest};
use crate::{ExplainError, Problem, Task};
use cnfetti_core::csp::{Csp, VarId};
use cnfetti_sat::compile::{Choices, compile_within};
use cnfetti_sat::search::candidates::confirm_ruled_out;
use cnfetti_sat::search::candidates::{Candidates, Fact};
use cnfetti_sat::search::confirm::{Claim, Evidence};
use cnfetti_sat::solver::{Fault, NoAnswer};

/// Rules that imply something, none of them redundant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// For each rule, its first constraint, as increasing positions in [`Csp::constraints`].
    pub rules: Vec<usize>,
    /// All constraints of the rules, even those that only define variables that readers do not see; increasing.
    pub constraints: Vec<usize>,
    /// Whether fewer rules are surely not enough.
    pub is_smallest: bool,
    /// The evidence that they imply it.
    pub evidence: Evidence,
}

/// The fewest rules, including givens, that contradict each other; `None` if the puzzle has a solution. No rules if the
/// domain of a variable that readers see is empty.
pub fn contradiction(csp: &Csp, task: &Task) -> Result<Option<Reason>, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), &task.budget)?;
    let all: Vec<usize> = (0..csp.constraints().len()).collect();
    let helpers = Helpers::new(csp, &task.noted);
    let rules = rules(csp, &helpers, &all, MOST_VARIABLES);
    let mut empty = csp.ids().filter(|&id| csp.domain(id).is_empty());
    if let Some(first) = empty.next() {
        let is_seen = !helpers.contains(first) || empty.any(|id| !helpers.contains(id));
        let of_helper = rules.iter().position(|rule| rule.mentions(csp, first));
        let elements = of_helper.filter(|_| !is_seen).into_iter().collect();
        return Ok(Some(Reason::of_rules(&rules, &Subset { elements, is_smallest: true })));
    }
    let mut whole = Switched::whole(csp, &compiled, &all, &task.backend, &task.budget);
    let patience = Patience::new(task.effort, &task.budget);
    let found = fewest(csp, &mut whole, (&all, &rules), &[], &patience)?;
    let Some(subset) = found else { return Ok(None) };
    let claim = Claim::by(&task.backend);
    let reason = Reason::of_rules(&rules, &subset);
    let (part, known) = (csp.with_only(&reason.constraints), Candidates::all(csp));
    let evidence = confirm_ruled_out(&part, &[], &known, None, claim, &task.budget)?;
    let evidence = evidence.map_err(NoAnswer::from)?;
    Ok(Some(Reason { evidence, ..reason }))
}

/// The fewest rules that imply what is known about a variable in the end, in a single step from the givens and the root.
///
/// # Errors
///
/// A limit is reached, a solver fails, or a second solver does not agree.
pub fn direct_reason(
    csp: &Csp,
    task: &Task,
    variable: VarId,
    end: &Candidates,
) -> Result<Reason, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), &task.budget)?;
    let problem = Problem::new(csp, &compiled, Helpers::new(csp, &task.noted), task);
    let known = Candidates::known(csp, &task.root);
    let mut whole = problem.whole();
    let assumed: Vec<Lit> = csp.ids().flat_map(|v| whole.known(&known, v)).collect();
    let facts: Vec<Fact> =
        end.since(&known).into_iter().filter(|fact| fact.variable == variable).collect();
    if facts.is_empty() {
        return Ok(Reason::of_nothing());
    }
    whole.deny(&facts);
    let rules = rules(csp, &problem.helpers, &problem.rules, MOST_VARIABLES);
    let asked = (&problem.rules[..], &rules[..]);
    let found =
        fewest(csp, &mut whole, asked, &assumed, &Patience::new(task.effort, &task.budget))?;
    let Some(subset) = found else {
        let (name, solver) = (csp.name(variable), &task.backend.name);
        let wrong = format!("{solver} contradicts itself: its claim about {name} does not follow");
        return Err(Fault(wrong).into());
    };
    let reason = Reason::of_rules(&rules, &subset);
    let mut learned = known.clone();
    facts.iter().for_each(|fact| learned.learn(fact));
    let given = csp.constraints().iter().positions(|posted| posted.given(csp).is_some());
    let part = csp.with_only(&reason.constraints.iter().copied().chain(given).collect_vec());
    let claim = Claim::by(&task.backend);
    let (root, budget) = (&task.root, &task.budget);
    let evidence = confirm_ruled_out(&part, root, &known, Some(&learned), claim, budget)?;
    let evidence = evidence.map_err(NoAnswer::from)?;
    Ok(Reason { evidence, ..reason })
}

impl Reason {
    /// The reason for what holds anyway.
    fn of_nothing() -> Reason {
        let (rules, constraints) = (Vec::new(), Vec::new());
        Reason { rules, constraints, is_smallest: true, evidence: Evidence::Nothing }
    }

    /// A reason of these rules, without evidence yet.
    fn of_rules(rules: &[Rule], Subset { elements, is_smallest }: &Subset) -> Reason {
        let chosen = elements.iter().map(|&at| &rules[at]);
        let constraints = chosen.clone().flat_map(|rule| rule.constraints.iter().copied());
        Reason {
            rules: chosen.map(Rule::first).collect(),
            constraints: constraints.sorted().dedup().collect(),
            is_smallest: *is_smallest,
            evidence: Evidence::Nothing,
        }
    }
}

/// The fewest of the rules that contradict the assumptions, as positions in `rules`. `constraints` are those of the rules, in
/// the order of the switches.
fn fewest(
    csp: &Csp,
    whole: &mut Switched<'_>,
    (constraints, rules): (&[usize], &[Rule]),
    assumed: &[Lit],
    patience: &Patience,
) -> Result<Option<Subset>, NoAnswer> {
    let all: Vec<usize> = (0..rules.len()).collect();
    let mut switches: Vec<Option<Lit>> = vec![None; csp.constraints().len()];
    for (&at, &switch) in constraints.iter().zip(whole.switches()) {
        switches[at] = Some(switch);
    }
    smallest(all.len(), &all, patience, |subset| {
        let chosen = subset.iter().flat_map(|&at| &rules[at].constraints);
        let chosen = chosen.filter_map(|&at| switches[at]).sorted().dedup();
        let assumptions: Vec<Lit> = chosen.chain(assumed.iter().copied()).collect();
        Ok(match whole.solve_with(&assumptions, patience)? {
            Answer::Contradiction(core) => {
                let core: HashSet<Lit> = core.into_iter().collect();
                let is_used = |at: &usize| switches[*at].is_some_and(|lit| core.contains(&lit));
                Reply::Contradiction(used(rules, subset, is_used))
            }
            Answer::Consistent(model) => {
                let values: Vec<_> = csp.ids().map(|v| whole.value(&model, v)).collect();
                let holds = |&at: &usize| csp.constraints()[at].constraint.rule().holds(&values);
                let mut broken = FixedBitSet::with_capacity(rules.len());
                for (at, rule) in rules.iter().enumerate() {
                    broken.set(at, !rule.constraints.iter().all(holds));
                }
                Reply::Consistent(broken)
            }
        })
    })
}
