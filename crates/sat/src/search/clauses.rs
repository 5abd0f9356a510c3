//! Counting by knowledge compilation: from the formula alone, without listing solutions.
//!
//! Up to symmetry, it counts by the lemma that is not Burnside's: the number of classes is the average
//! number of solutions that a symmetry leaves unchanged, and a few clauses say that it does. The exact counter
//! computes this in another way, so the two check each other.

use cnfetti_encodings::{Cnf, Lit};
use num_bigint::BigUint;

use super::blocking::{Count, CountError};
use super::cycles::{MANY, Renaming, renamings};
use super::ended::Ended;
use super::optimize::optimize;
use super::symmetry::break_renaming;
use crate::compile::{Choices, Compiled as Formula, Map, compile_within};
use crate::knowledge::{Strategy, count_models, count_models_in_order};
use crate::solver::Backend;
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::{Limit, Stopped};
use cnfetti_exact::Limits;

/// Numbers, and the limit because of which they are lower bounds.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The numbers.
    pub count: Count,
    /// The limit that was reached.
    pub stopped: Option<Limit>,
}

/// Counts everything that the problem declares; with an objective, the optimal solutions, once a solver
/// has proved the optimum. A number that a limit prevents is 0, a lower bound.
///
/// # Errors
///
/// When the formula would be too large.
pub fn count(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    limits: &Limits,
) -> Result<Compiled, CountError> {
    if let Some(objective) = &csp.objective() {
        let found = optimize(csp, choices, backend, &limits.budget, |_| {})?;
        let none = Count::none(csp);
        return match (found.end, found.best) {
            (Ended::Exhausted(_), Some(best)) => {
                let alike = csp.at_best(objective, best.value);
                let mut compiled = count(&alike, choices, backend, limits)?;
                compiled.count.optimum = Some(best.value);
                Ok(compiled)
            }
            (Ended::Stopped(limit), _) => Ok(Compiled { count: none, stopped: Some(limit) }),
            _ => Ok(Compiled { count: Count { exact: true, ..none }, stopped: None }),
        };
    }
    let mut count = Count::none(csp);
    let compiled = match compile_within(csp, choices, &limits.budget) {
        Ok(compiled) => compiled,
        Err(error) => return Ok(Compiled { count, stopped: Some(error.limit()?) }),
    };
    let stopped =
        fill(&mut count, csp, choices, &compiled, limits)?.err().map(|Stopped(limit)| limit);
    count.exact = stopped.is_none();
    Ok(Compiled { count, stopped })
}

fn fill(
    count: &mut Count,
    csp: &Csp,
    choices: &Choices,
    compiled: &Formula,
    limits: &Limits,
) -> Result<Result<(), Stopped>, CountError> {
    let order = order(csp, &compiled.map, limits);
    let models = |cnf: &Cnf| models((cnf, &order), &compiled.map.shown(), limits);
    match models(&compiled.cnf) {
        Ok(solutions) => count.solutions = solutions,
        Err(stopped) => return Ok(Err(stopped)),
    }
    for (projection, number) in csp.projections().iter().zip(&mut count.projected) {
        let literals =
            projection.scope.iter().flat_map(|&variable| compiled.map.literals(variable));
        let show: Vec<u32> = literals.map(Lit::variable).collect();
        match self::models((&compiled.cnf, &order), &show, limits) {
            Ok(models) => *number = models,
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    let symmetry = csp.symmetry();
    let renamings = renamings(&symmetry.interchangeable);
    let identity: Vec<VarId> = csp.ids().collect();
    if renamings.len() * (symmetry.permutations.len() + 1) > MANY {
        let broken = match compile_within(&break_renaming(csp), choices, &limits.budget) {
            Ok(broken) => broken,
            Err(error) => return Ok(Err(Stopped(error.limit()?))),
        };
        // Names come in the order of the variables, so any other order would have more states.
        match count_models(Strategy::Auto, &broken.cnf, Some(&broken.map.shown()), limits) {
            Ok(number) => count.up_to_renaming = number,
            Err(stopped) => return Ok(Err(stopped)),
        }
        count.classes = count.up_to_renaming.clone();
        // Not counted; this is a lower bound.
        let order = BigUint::from(symmetry.permutations.len() + 1);
        count.classes = (&count.classes + &order - 1_u32) / &order;
        let is_known = symmetry.permutations.is_empty();
        return Ok(if is_known { Ok(()) } else { Err(Stopped(Limit::Steps)) });
    }
    let mut fixed = Vec::new();
    for permutation in std::iter::once(&identity).chain(&symmetry.permutations) {
        let mut sum = BigUint::ZERO;
        for renaming in &renamings {
            let is_identity = *permutation == identity && renaming.is_identity();
            let number = if is_identity {
                Ok(count.solutions.clone())
            } else {
                let mut cnf = compiled.cnf.to_unlimited();
                require_fixed(&mut cnf, csp, &compiled.map, permutation, renaming);
                models(&cnf)
            };
            match number {
                Ok(number) => sum += number * &renaming.alike,
                Err(stopped) => return Ok(Err(stopped)),
            }
        }
        fixed.push(sum);
    }
    let all: BigUint = renamings.iter().map(|renaming| &renaming.alike).sum();
    count.up_to_renaming = &fixed[0] / &all;
    count.classes = fixed.iter().sum::<BigUint>() / (all * fixed.len());
    Ok(Ok(()))
}

/// How many models there are, projected on these variables.
fn models(formula: (&Cnf, &[Vec<u32>]), show: &[u32], limits: &Limits) -> Result<BigUint, Stopped> {
    count_models_in_order(formula, Some(show), limits)
}

/// The variables of a problem's formula by the decisions of the exact counter, in its order.
pub fn order(csp: &Csp, map: &Map, limits: &Limits) -> Vec<Vec<u32>> {
    let variables = |atom: &Atom| match map.literal(*atom) {
        Some(lit) => vec![lit.variable()],
        None => map.literals(atom.variable).map(Lit::variable).collect(),
    };
    let decisions = cnfetti_exact::order_of_atoms(csp, limits);
    decisions.iter().map(|atoms| atoms.iter().flat_map(variables).collect()).collect()
}

/// Adds clauses that require that moving and renaming a solution does not change it.
fn require_fixed(cnf: &mut Cnf, csp: &Csp, map: &Map, permutation: &[VarId], renaming: &Renaming) {
    for (target, &source) in csp.ids().zip(permutation) {
        let renamed = |value: Value| -> Value {
            let sets = csp.symmetry().interchangeable.iter().zip(&renaming.becomes);
            let mut sets = sets.filter(|(set, _)| set.scope.contains(&target));
            let becomes = sets.find_map(|(set, becomes)| {
                let mut sorted = set.values.clone();
                sorted.sort_unstable();
                Some(becomes[sorted.binary_search(&value).ok()?])
            });
            becomes.unwrap_or(value)
        };
        for &value in map.domain(source) {
            let Some(moved) = map.saying(Atom { variable: source, value }) else { continue };
            let not_moved: Vec<Lit> = moved.into_iter().map(|lit| !lit).collect();
            match map.saying(Atom { variable: target, value: renamed(value) }) {
                Some(stays) => {
                    for lit in stays {
                        cnf.add_clause(not_moved.iter().copied().chain([lit]));
                    }
                }
                None => cnf.add_clause(not_moved),
            }
        }
    }
}
