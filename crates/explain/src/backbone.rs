//! The backbone: what holds in every solution.

use std::collections::BTreeSet;

use num_bigint::BigUint;

use crate::ExplainError;
use crate::selectors::Switched;
use cnfetti_core::csp::{Atom, Csp, Fixed, Role, Value, VarId};
use cnfetti_core::limit::{Budget, Limits};
use cnfetti_core::presolve::propagate::propagate;
use cnfetti_core::presolve::strengthen::strengthen;
use cnfetti_exact;
use cnfetti_sat::compile::{Choices, compile_within};
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::search::candidates::confirm_ruled_out;
use cnfetti_sat::search::confirm::{CHECK, Claim, Evidence};
use cnfetti_sat::search::enumerate::WrongModel;
use cnfetti_sat::search::second_opinion::EXACT_COUNTER;
use cnfetti_sat::solver::{Backend, Fault, Model, NoAnswer};

/// What holds in every solution with given values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backbone {
    /// For each variable, the values that it has in some solution; `None` if there is no solution.
    pub candidates: Option<Candidates>,
    /// The evidence that there are no others.
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
    let candidates = possible(csp, root, backend, budget)?;
    let evidence = confirmed(csp, root, candidates.as_ref(), backend, budget)?;
    Ok(Backbone { candidates, evidence })
}

/// The steps of the search for a proof before the exact counter is asked.
const PROOF: u64 = CHECK / 10;

/// The evidence that there are no other values: a proof, or the exact counter if that is quicker. For values that an external
/// program found, it is a proof, however long that takes.
fn confirmed(
    csp: &Csp,
    root: &[Atom],
    left: Option<&Candidates>,
    backend: &Backend,
    budget: &Budget,
) -> Result<Evidence, ExplainError> {
    let (claim, known) = (Claim::by(backend), Candidates::known(csp, root));
    // Once one of several interchangeable values is named, they are no longer interchangeable.
    let is_counted = !backend.is_program() && root.is_empty();
    let time = if is_counted { budget.of_steps(PROOF) } else { budget.clone() };
    let evidence =
        confirm_ruled_out(csp, root, &known, left, claim, &time)?.map_err(NoAnswer::from)?;
    if !is_counted || evidence.is_checked() {
        return Ok(evidence);
    }
    let limits = Limits { budget: budget.of_steps(CHECK), ..Limits::default() };
    let diagram = cnfetti_exact::solutions(csp, &limits);
    match diagram.candidates(csp, &limits) {
        Some(counted) if diagram.stopped().is_none() && !limits.budget.is_spent() => {
            let values = |row: Vec<(Value, BigUint)>| {
                let possible = row.into_iter().filter(|(_, number)| *number > BigUint::ZERO);
                possible.map(|(value, _)| value).collect()
            };
            let counted = Candidates::new(counted.into_iter().map(values));
            let is_same = match left {
                Some(left) => *left == counted,
                None => counted.rows().iter().all(Vec::is_empty),
            };
            if !is_same {
                let what = format!("{} and {EXACT_COUNTER} find different values", backend.name);
                return Err(Fault(what).into());
            }
            Ok(Evidence::Second(EXACT_COUNTER))
        }
        _ => Ok(evidence),
    }
}

/// The values that each variable has in some solution with these atoms, each found in a solution; `None` if there is no
/// solution. The solver gets the smaller and stronger problem of [`unique`](cnfetti_sat::search::unique::unique), which has
/// the same solutions.
pub(crate) fn possible(
    csp: &Csp,
    root: &[Atom],
    backend: &Backend,
    budget: &Budget,
) -> Result<Option<Candidates>, ExplainError> {
    let mut fixed = csp.clone();
    root.iter().for_each(|&atom| fixed.post(Fixed { atom }.into(), "it is fixed"));
    let strong = strengthen(&propagate(&fixed, budget));
    if csp.ids().any(|variable| strong.domain(variable).is_empty()) {
        return Ok(None);
    }
    let compiled = compile_within(&strong, &Choices::with_values(), budget)?;
    let mut solver = backend.load(&compiled.cnf, budget);
    let Ok(model) = solver.solve(&[]).answer()? else { return Ok(None) };
    let mut seen: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); csp.variables().len()];
    let show = |seen: &mut [BTreeSet<Value>], model: &Model| {
        let values = compiled.map.decode(model).map_err(|error| Fault(error.to_string()))?;
        let values = &values[..seen.len()];
        if !csp.is_solution(values) {
            let wrong = WrongModel::BreaksConstraint { solver: backend.name.to_string() };
            return Err(Fault(wrong.to_string()));
        }
        seen.iter_mut().zip(values).for_each(|(seen, &value)| _ = seen.insert(value));
        Ok(())
    };
    show(&mut seen, &model)?;
    for variable in csp.ids() {
        for &value in strong.domain(variable) {
            if seen[variable.index()].contains(&value) {
                continue;
            }
            let lit = compiled.map.literal(Atom { variable, value });
            let lit = lit.expect("each value of the domain has a literal");
            match solver.solve(&[lit]).answer()? {
                Ok(model) => show(&mut seen, &model)?,
                Err(_) => solver.add_clause(&[!lit]),
            }
        }
    }
    Ok(Some(Candidates::new(seen.into_iter().map(|seen| seen.into_iter().collect()))))
}

/// A rule of every puzzle of the kind, and the variables that would be open without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needed {
    /// The rule, as a position in [`Csp::constraints`].
    pub constraint: usize,
    /// The variables that are decided, and would be open.
    pub variables: Vec<VarId>,
}

/// If a puzzle has more general rules than this, they are about single cells, and what one of them decides is of no interest.
const MOST_RULES: usize = 3;

/// For each general rule, the variables that would be open without it; nothing if there are many general rules. `end` is
/// the backbone. Solutions show that the variables would be open, and these are checked.
pub fn decided_by_rules(
    csp: &Csp,
    root: &[Atom],
    end: &Candidates,
    backend: &Backend,
    budget: &Budget,
) -> Result<Vec<Needed>, ExplainError> {
    let is_rule = |&at: &usize| csp.constraints()[at].role == Role::Rule;
    let rules: Vec<usize> = (0..csp.constraints().len()).filter(is_rule).collect();
    if rules.len() > MOST_RULES {
        return Ok(Vec::new());
    }
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let all: Vec<usize> = (0..csp.constraints().len()).collect();
    let mut whole = Switched::whole(csp, &compiled, &all, backend, budget);
    let mut needed = Vec::new();
    for constraint in rules {
        let Some(left) = without(csp, &mut whole, root, constraint)? else { continue };
        let opened = |&v: &VarId| end.decided(v).is_some() && left.decided(v).is_none();
        let variables: Vec<VarId> = csp.ids().filter(opened).collect();
        if !variables.is_empty() {
            needed.push(Needed { constraint, variables });
        }
    }
    Ok(needed)
}

/// The backbone without one of the posted constraints.
fn without(
    csp: &Csp,
    whole: &mut Switched<'_>,
    root: &[Atom],
    left_out: usize,
) -> Result<Option<Candidates>, ExplainError> {
    let mut known = Candidates::all(csp);
    root.iter().for_each(|&atom| known.fix(atom));
    let variables: Vec<VarId> = csp.ids().collect();
    if variables.iter().any(|&variable| known.of(variable).is_empty()) {
        return Ok(None);
    }
    let switches = whole.switches().iter().enumerate();
    let on = switches.filter(|&(at, _)| at != left_out).map(|(_, &switch)| switch);
    let mut assumptions: Vec<_> = on.collect();
    assumptions.extend(variables.iter().flat_map(|&variable| whole.known(&known, variable)));
    Ok(whole.narrow(&assumptions, &known, &variables)?)
}
