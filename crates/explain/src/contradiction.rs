//! Smallest sets of posted constraints: that contradict each other, or that decide a variable.

use itertools::Itertools;

use cnfetti_encodings::Lit;
use fixedbitset::FixedBitSet;

use crate::helpers::Helpers;
use crate::patience::Patience;
use crate::selectors::{Answer, Switched};
use crate::smallest::{Reply, Subset, smallest};
use crate::{ExplainError, Problem, Task};
use cnfetti_core::csp::{Csp, VarId};
use cnfetti_sat::compile::{Choices, compile_within};
use cnfetti_sat::search::candidates::{Candidates, Fact};
use cnfetti_sat::search::confirm::{Claim, Evidence};
use cnfetti_sat::search::ruled_out::confirm_ruled_out;
use cnfetti_sat::solver::{Fault, NoAnswer};

/// Posted constraints from which something follows, none of them needless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Positions in [`Csp::constraints`], increasing.
    pub constraints: Vec<usize>,
    /// Whether it is known that no fewer constraints will do.
    pub is_smallest: bool,
    /// What it rests on that it follows.
    pub evidence: Evidence,
}

/// The fewest posted constraints, givens among them, that contradict each other; `None` when the
/// puzzle has a solution. Empty when some variable has no value at all.
pub fn contradiction(csp: &Csp, task: &Task) -> Result<Option<Reason>, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), &task.budget)?;
    if csp.variables().iter().any(|variable| variable.domain().is_empty()) {
        return Ok(Some(Reason::of_nothing()));
    }
    let all: Vec<usize> = (0..csp.constraints().len()).collect();
    let mut whole = Switched::whole(csp, &compiled, &all, &task.backend, &task.budget);
    let patience = Patience::new(task.effort, &task.budget);
    let found = fewest(csp, &mut whole, &all, &[], &patience)?;
    let Some(Subset { elements, is_smallest }) = found else { return Ok(None) };
    let claim = Claim::by(&task.backend);
    let (part, known) = (csp.with_only(&elements), Candidates::all(csp));
    let evidence = confirm_ruled_out(&part, &[], &known, None, claim, &task.budget)?;
    let evidence = evidence.map_err(Fault::from)?;
    Ok(Some(Reason { constraints: elements, is_smallest, evidence }))
}

/// The fewest posted constraints that tell all at once what is known of a variable in the end,
/// from the givens and the root alone.
///
/// # Errors
///
/// When a limit is reached, or a solver fails or does not agree that it follows.
pub fn direct_reason(
    csp: &Csp,
    task: &Task,
    variable: VarId,
    end: &Candidates,
) -> Result<Reason, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), &task.budget)?;
    let problem = Problem::new(csp, &compiled, Helpers::default(), task);
    let known = Candidates::known(csp, &task.root);
    let mut whole = problem.whole();
    let assumed: Vec<Lit> = csp.ids().flat_map(|v| whole.known(&known, v)).collect();
    let facts: Vec<Fact> =
        end.since(&known).into_iter().filter(|fact| fact.variable == variable).collect();
    if facts.is_empty() {
        return Ok(Reason::of_nothing());
    }
    whole.deny(&facts);
    let found = fewest(csp, &mut whole, &problem.rules, &assumed, &problem.patience())?;
    let Some(Subset { elements, is_smallest }) = found else {
        let (name, solver) = (csp.name(variable), &task.backend.name);
        let wrong = format!("{solver} contradicts itself: its claim about {name} does not follow");
        return Err(Fault(wrong).into());
    };
    let constraints: Vec<usize> = elements.into_iter().map(|at| problem.rules[at]).collect();
    let mut learned = known.clone();
    facts.iter().for_each(|fact| learned.learn(fact));
    let given = csp.constraints().iter().positions(|posted| posted.given(csp).is_some());
    let part = csp.with_only(&constraints.iter().copied().chain(given).collect::<Vec<_>>());
    let claim = Claim::by(&task.backend);
    let (root, budget) = (&task.root, &task.budget);
    let evidence = confirm_ruled_out(&part, root, &known, Some(&learned), claim, budget)?;
    let evidence = evidence.map_err(Fault::from)?;
    Ok(Reason { constraints, is_smallest, evidence })
}

impl Reason {
    /// The reason for what needs none.
    fn of_nothing() -> Reason {
        Reason { constraints: Vec::new(), is_smallest: true, evidence: Evidence::Nothing }
    }
}

/// The fewest of the constraints that contradict what is assumed, as positions in `constraints`.
fn fewest(
    csp: &Csp,
    whole: &mut Switched<'_>,
    constraints: &[usize],
    assumed: &[Lit],
    patience: &Patience,
) -> Result<Option<Subset>, NoAnswer> {
    let all: Vec<usize> = (0..constraints.len()).collect();
    smallest(all.len(), &all, patience, |subset| {
        let switches = whole.switches();
        let chosen = subset.iter().map(|&at| switches[at]);
        let assumptions: Vec<Lit> = chosen.chain(assumed.iter().copied()).collect();
        Ok(match whole.solve_with(&assumptions, patience)? {
            Answer::Contradiction(core) => {
                let switches = whole.switches();
                let used = subset.iter().copied().filter(|&at| core.contains(&switches[at]));
                Reply::Contradiction(used.collect())
            }
            Answer::Consistent(model) => {
                let values: Vec<_> = csp.ids().map(|v| whole.value(&model, v)).collect();
                let mut broken = FixedBitSet::with_capacity(constraints.len());
                for (at, &constraint) in constraints.iter().enumerate() {
                    let posted = &csp.constraints()[constraint];
                    broken.set(at, !posted.constraint.rule().holds(&values));
                }
                Reply::Consistent(broken)
            }
        })
    })
}
