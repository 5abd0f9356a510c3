//! What holds in every solution.

use crate::compile::{Choices, compile_within};
use crate::csp::{Atom, Csp, Role, VarId};
use crate::explain::ExplainError;
use crate::explain::selectors::Switched;
use crate::limit::Budget;
use crate::search::candidates::Candidates;
use crate::search::confirm::{Claim, Evidence};
use crate::search::ruled_out::confirm_ruled_out;
use crate::solver::{Backend, Fault};

/// What holds in every solution with given values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backbone {
    /// For each variable the values that it has in some solution; `None` when there is none.
    pub candidates: Option<Candidates>,
    /// What it rests on that there are no others.
    pub evidence: Evidence,
}

/// For each variable the values that it has in some solution with these atoms.
///
/// # Errors
///
/// When a limit is reached, or when the solver is wrong or fails.
pub fn backbone(
    csp: &Csp,
    root: &[Atom],
    backend: &Backend,
    budget: &Budget,
) -> Result<Backbone, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let all: Vec<usize> = (0..csp.constraints.len()).collect();
    let mut whole = Switched::whole(csp, &compiled, &all, backend, budget);
    let candidates = without(csp, &mut whole, root, None)?;
    let claim = Claim::after_many(backend);
    let known = Candidates::known(csp, root);
    let confirmed = confirm_ruled_out(csp, root, &known, candidates.as_ref(), claim, budget)?;
    Ok(Backbone { candidates, evidence: confirmed.map_err(Fault::from)? })
}

/// A rule of every puzzle of the kind, and the variables that would be open without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The rule, as a position in [`Csp::constraints`].
    pub constraint: usize,
    /// What would be open, and is decided.
    pub variables: Vec<VarId>,
}

/// Puzzles with more general rules than this have one for each cell, and what is decided by one
/// of them alone is of no interest.
const MOST_RULES: usize = 3;

/// For each general rule what only it decides, where there are few of them. `end` is the backbone.
/// That something would be open is shown by solutions, which are checked.
pub fn decided_by_rules(
    csp: &Csp,
    root: &[Atom],
    end: &Candidates,
    backend: &Backend,
    budget: &Budget,
) -> Result<Vec<Needed>, ExplainError> {
    let is_rule = |&at: &usize| csp.constraints[at].role == Role::Rule;
    let rules: Vec<usize> = (0..csp.constraints.len()).filter(is_rule).collect();
    if rules.len() > MOST_RULES {
        return Ok(Vec::new());
    }
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let all: Vec<usize> = (0..csp.constraints.len()).collect();
    let mut whole = Switched::whole(csp, &compiled, &all, backend, budget);
    let mut needed = Vec::new();
    for constraint in rules {
        let Some(left) = without(csp, &mut whole, root, Some(constraint))? else { continue };
        let opened = |&v: &VarId| end.decided(v).is_some() && left.decided(v).is_none();
        let variables: Vec<VarId> = csp.ids().filter(opened).collect();
        if !variables.is_empty() {
            needed.push(Needed { constraint, variables });
        }
    }
    Ok(needed)
}

/// The backbone when one posted constraint is left out.
fn without(
    csp: &Csp,
    whole: &mut Switched<'_>,
    root: &[Atom],
    left_out: Option<usize>,
) -> Result<Option<Candidates>, ExplainError> {
    let mut known = Candidates::all(csp);
    root.iter().for_each(|&atom| known.fix(atom));
    let variables: Vec<VarId> = csp.ids().collect();
    if variables.iter().any(|&variable| known.of(variable).is_empty()) {
        return Ok(None);
    }
    let switches = whole.switches().iter().enumerate();
    let on = switches.filter(|&(at, _)| Some(at) != left_out).map(|(_, &switch)| switch);
    let mut assumptions: Vec<_> = on.collect();
    assumptions.extend(variables.iter().flat_map(|&variable| whole.known(&known, variable)));
    Ok(whole.narrow(&assumptions, &known, &variables)?)
}
