//! Breaks the symmetry of interchangeable values before an explanation begins.
//!
//! Without that, nothing could be deduced about such values, because no variable can have one of them and not the others.
//! But variables that have different values can name them: the first variable has the first value, and so on. These
//! variables with their values are the *root* of the explanation. What is deduced from it holds up to renaming.

use crate::ExplainError;
use crate::selectors::Switched;
use cnfetti_core::csp::{Atom, Constraint, Csp, Interchangeable, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_sat::compile::{Choices, compile_within};
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::search::confirm::{Claim, Evidence, confirm};
use cnfetti_sat::solver::{Backend, NoAnswer};

/// Variables that have different values, each with the interchangeable value that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The variables with their values.
    pub atoms: Vec<Atom>,
    /// The posted constraint that says that they are different, if there is one, as a position in [`Csp::constraints`].
    pub constraint: Option<usize>,
    /// The evidence that they are different.
    pub evidence: Evidence,
}

/// Why variables cannot be a root.
#[derive(Debug, thiserror::Error)]
pub enum BadRoot {
    /// There are more variables than values to name, or one has other values too.
    #[error("{0}")]
    Unfit(String),
    /// Two of them can be equal.
    #[error("{0} and {1} are not always different, so they cannot both be fixed")]
    NotDifferent(String, String),
    /// The search for it failed.
    #[error(transparent)]
    Failed(#[from] ExplainError),
}

/// The best root, if values are interchangeable: the all-different constraints with the most variables compete, and the
/// root that leaves the fewest candidates wins.
pub fn best_root(
    csp: &Csp,
    backend: &Backend,
    budget: &Budget,
) -> Result<Option<Root>, ExplainError> {
    let candidates = candidates(csp);
    if candidates.len() <= 1 {
        return Ok(candidates.into_iter().next());
    }
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let all: Vec<usize> = (0..csp.constraints().len()).collect();
    let mut whole = Switched::whole(csp, &compiled, &all, backend, budget);
    let variables: Vec<VarId> = csp.ids().collect();
    let mut best: Option<(usize, Root)> = None;
    for root in candidates {
        let known = Candidates::known(csp, &root.atoms);
        let mut assumptions = whole.switches().to_vec();
        assumptions.extend(variables.iter().flat_map(|&v| whole.known(&known, v)));
        let left = whole.narrow(&assumptions, &known, &variables)?;
        let left = left.map_or(0, |left| left.rows().iter().map(Vec::len).sum());
        if best.as_ref().is_none_or(|&(least, _)| left < least) {
            best = Some((left, root));
        }
    }
    Ok(best.map(|(_, root)| root))
}

/// The root in which these variables name values, in this order.
pub fn root_of(
    csp: &Csp,
    variables: &[VarId],
    backend: &Backend,
    budget: &Budget,
) -> Result<Root, BadRoot> {
    let fits = |group: &&Interchangeable| variables.iter().all(|&v| is_named_by(csp, v, group));
    let Some(group) = csp.symmetry().interchangeable.iter().find(fits) else {
        return Err(BadRoot::Unfit("their values are not interchangeable".to_owned()));
    };
    if variables.len() > group.values.len() {
        let (variables, values) = (variables.len(), group.values.len());
        let message = format!(
            "there are {values} values to name, expected no more than that, found {variables}"
        );
        return Err(BadRoot::Unfit(message));
    }
    match all_different(csp, variables, group.values[0], backend, budget)? {
        Ok(evidence) => Ok(Root { evidence, ..named(variables, &group.values, None) }),
        Err(pair) => {
            let [other, one] = pair.map(|variable| csp.name(variable).to_owned());
            Err(BadRoot::NotDifferent(other, one))
        }
    }
}

/// The evidence that no two of the variables can be equal, or two that can both have this value. It stands for all values
/// that can be exchanged with it.
fn all_different(
    csp: &Csp,
    variables: &[VarId],
    value: Value,
    backend: &Backend,
    budget: &Budget,
) -> Result<Result<Evidence, [VarId; 2]>, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let has_value = |variable| {
        let lit = compiled.map.literal(Atom { variable, value });
        lit.expect("the value is in the domains")
    };
    let mut cnf = compiled.cnf.to_unlimited();
    let mut pairs = Vec::new();
    for (at, &one) in variables.iter().enumerate() {
        for &other in &variables[..at] {
            let both = cnf.new_lit();
            cnf.add_clause([!both, has_value(one)]);
            cnf.add_clause([!both, has_value(other)]);
            pairs.push((both, [other, one]));
        }
    }
    if pairs.is_empty() {
        return Ok(Ok(Evidence::Nothing));
    }
    cnf.add_clause(pairs.iter().map(|&(both, _)| both));
    if let Ok(model) = backend.load(&cnf, budget).solve(&[]).answer()? {
        let equal = pairs.iter().find(|(both, _)| model.contains(*both));
        return Ok(Err(equal.expect("the model satisfies the last clause").1));
    }
    let claim = Claim::by(backend);
    Ok(Ok(confirm(&cnf, claim, budget).map_err(NoAnswer::from)?))
}

/// The roots of the all-different constraints with the most variables; without such a constraint, that of the first variable
/// with interchangeable values only.
fn candidates(csp: &Csp) -> Vec<Root> {
    let mut roots: Vec<Root> = Vec::new();
    for group in &csp.symmetry().interchangeable {
        for (at, posted) in csp.constraints().iter().enumerate() {
            if let Constraint::AllDifferent(constraint) = &posted.constraint
                && constraint.scope.len() <= group.values.len()
                && constraint.scope.iter().all(|&variable| is_named_by(csp, variable, group))
            {
                roots.push(named(&constraint.scope, &group.values, Some(at)));
            }
        }
        if roots.is_empty()
            && let Some(&variable) =
                group.scope.iter().find(|&&variable| is_named_by(csp, variable, group))
        {
            roots.push(named(&[variable], &group.values, None));
        }
    }
    let most = roots.iter().map(|root| root.atoms.len()).max().unwrap_or(0);
    roots.retain(|root| root.atoms.len() == most);
    roots
}

/// Whether the variable has no values but those of the group.
fn is_named_by(csp: &Csp, variable: VarId, group: &Interchangeable) -> bool {
    group.scope.contains(&variable)
        && csp.domain(variable).iter().all(|value| group.values.contains(value))
        && csp.domain(variable).len() == group.values.len()
}

fn named(variables: &[VarId], values: &[Value], constraint: Option<usize>) -> Root {
    let atoms = variables.iter().zip(values).map(|(&variable, &value)| Atom { variable, value });
    Root { atoms: atoms.collect(), constraint, evidence: Evidence::Nothing }
}
