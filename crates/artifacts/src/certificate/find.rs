//! Finds all solutions, their models, and the proof that blocking them leaves nothing.

use std::ops::ControlFlow;

use cnfetti_encodings::{Cnf, Lit};

use super::issue::Limits;
use super::manifest::Scope;
use super::{CertificateError, Result};
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_exact;
use cnfetti_sat::compile::{Choices, Compiled, compile_within};
use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::enumerate::{WrongModel, blocking_clause, each_solution};
use cnfetti_sat::search::symmetry::break_renaming;
use cnfetti_sat::solver::complete::Completion;
use cnfetti_sat::solver::decision_tree::{self, Hints};
use cnfetti_sat::solver::{Backend, Model, NoAnswer, ProofFormat, prove};

/// Up to this many solutions, a solver finds them one by one, and proves that there are no others.
const FEW: usize = 128;

/// The steps and bytes that a diagram may take to list more of them.
const DIAGRAM_STEPS: u64 = 250_000_000;
const DIAGRAM_BYTES: usize = 100 << 20;

/// The number of decisions, per solution, that the proof that there are no others may take.
const NODES_PER_SOLUTION: usize = 16;

/// The solutions to list.
pub(super) struct Found {
    pub(super) scope: Scope,
    pub(super) compiled: Compiled,
    /// In increasing order of the deciding variables.
    pub(super) solutions: Vec<Vec<Value>>,
    /// The formula with a blocking clause for each solution, in the same order.
    pub(super) rest: Cnf,
    deciding: Vec<VarId>,
}

/// Finds all solutions, or, if these are too many, one of each set that differs only by renaming.
pub(super) fn find(
    csp: &Csp,
    choices: &Choices,
    backend: &Backend,
    limits: Limits,
    budget: &Budget,
) -> Result<Found> {
    if csp.symmetry().interchangeable.is_empty() {
        return find_in(csp, Scope::Solutions, choices, backend, limits.listed, budget);
    }
    match find_in(csp, Scope::Solutions, choices, backend, limits.solutions, budget) {
        Err(CertificateError::TooMany(_)) => {
            let ordered = break_renaming(csp);
            find_in(&ordered, Scope::UpToRenaming, choices, backend, limits.listed, budget)
        }
        other => other,
    }
}

fn find_in(
    csp: &Csp,
    scope: Scope,
    choices: &Choices,
    backend: &Backend,
    limit: usize,
    budget: &Budget,
) -> Result<Found> {
    let compiled = compile_within(csp, choices, budget)?;
    let mut solutions = list(csp, &compiled, backend, limit, budget)?;
    let deciding = csp.projection_set();
    solutions.sort_by_cached_key(|solution| {
        deciding.iter().map(|id| solution[id.index()]).collect::<Vec<Value>>()
    });
    let mut rest = compiled.cnf.to_unlimited();
    for solution in &solutions {
        rest.add_clause(blocking_clause(&compiled, &deciding, solution));
    }
    Ok(Found { scope, compiled, solutions, rest, deciding })
}

/// Lists all solutions. A few, or those of a large problem, come from a solver; many come from a
/// diagram, which is faster.
fn list(
    csp: &Csp,
    compiled: &Compiled,
    backend: &Backend,
    limit: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Value>>> {
    match enumerate(csp, compiled, backend, limit.min(FEW), budget) {
        Err(CertificateError::TooMany(_)) if limit > FEW => {}
        other => return other,
    }
    match from_diagram(csp, limit, budget) {
        Some(listed) => listed,
        None => enumerate(csp, compiled, backend, limit, budget),
    }
}

fn enumerate(
    csp: &Csp,
    compiled: &Compiled,
    backend: &Backend,
    limit: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Value>>> {
    let mut solutions = Vec::new();
    let end = each_solution(csp, compiled, backend, budget, |solution, _| {
        solutions.push(solution.to_vec());
        if solutions.len() > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    match end {
        Ended::Exhausted(_) => Ok(solutions),
        Ended::Enough => Err(CertificateError::TooMany(limit)),
        Ended::Stopped(limit) => Err(Stopped(limit).into()),
    }
}

/// Lists all solutions from a diagram; `None` if it takes too long or too much memory.
fn from_diagram(csp: &Csp, limit: usize, budget: &Budget) -> Option<Result<Vec<Vec<Value>>>> {
    let budget = budget.of_steps(DIAGRAM_STEPS);
    let limits = cnfetti_exact::Limits {
        budget,
        memory_bytes: DIAGRAM_BYTES,
        ..cnfetti_process::machine::limits()
    };
    let diagram = cnfetti_exact::solutions(csp, &limits);
    if !diagram.is_complete() {
        return None;
    }
    let assignments = diagram.assignments(csp, &limits)?;
    if assignments.count() > limit.into() {
        return Some(Err(CertificateError::TooMany(limit)));
    }
    Some(Ok(assignments.walk().collect()))
}

/// Completes solutions to models.
pub(super) struct Models<'a> {
    compiled: &'a Compiled,
    completion: Completion<'a>,
    /// The deciding variables, then the others.
    order: Vec<VarId>,
}

impl Models<'_> {
    /// The model of a solution.
    pub(super) fn complete(&mut self, solution: &[Value]) -> Result<Model> {
        let atoms =
            self.order.iter().map(|&variable| Atom { variable, value: solution[variable.index()] });
        let literals = atoms.map(|atom| self.compiled.map.saying(atom));
        let literals: Option<Vec<Vec<Lit>>> = literals.collect();
        let literals = literals.ok_or(CertificateError::Rejected)?.concat();
        match self.completion.model(&literals).answer() {
            Ok(Ok(model)) => Ok(model),
            Ok(Err(_)) => Err(CertificateError::Rejected),
            Err(NoAnswer::Stopped(stopped)) => Err(stopped.into()),
            Err(NoAnswer::Fault(fault)) => Err(WrongModel::from(fault).into()),
        }
    }
}

impl Found {
    /// Returns a completer for these solutions.
    pub(super) fn models<'a>(&'a self, budget: &'a Budget) -> Models<'a> {
        let Found { compiled, deciding, .. } = self;
        let all = (0..compiled.map.num_variables()).map(VarId::at);
        let others = all.filter(|id| !deciding.contains(id));
        let order = deciding.iter().copied().chain(others).collect();
        Models { compiled, completion: Completion::new(&compiled.cnf, budget), order }
    }

    /// Writes a DRAT proof that there are no other solutions. The last clauses of `rest` block the solutions, in
    /// increasing order of the deciding variables.
    pub(super) fn prove(&self, budget: &Budget) -> Result<Vec<u8>> {
        let Found { rest, compiled, deciding, solutions, .. } = self;
        let blocking = solutions.len();
        if blocking > FEW {
            let nodes = NODES_PER_SOLUTION * blocking;
            let literals = |&id: &VarId| compiled.map.literals(id);
            let order: Vec<Lit> = deciding.iter().flat_map(literals).collect();
            let hints = Hints { order: &order, blocking, nodes };
            if let Some(proof) = decision_tree::prove(rest, &hints, budget)? {
                return Ok(proof);
            }
        }
        let mut proof = Vec::new();
        prove(rest, ProofFormat::Text, budget, &mut proof)?;
        Ok(proof)
    }
}
