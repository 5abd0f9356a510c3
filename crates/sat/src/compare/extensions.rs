//! In how many ways a solution extends to the auxiliary variables of a formula.

use std::collections::{BTreeMap, HashMap};

use cnfetti_encodings::Lit;
use num_bigint::BigUint;

use crate::compile::Compiled;
use cnfetti_core::csp::{Atom, Csp, Value};

/// After this many decisions the counting is given up.
const MAX_STEPS: usize = 20_000;

/// At most this many solutions are looked at.
const MAX_SOLUTIONS: usize = 10;

/// Larger formulas are not looked at.
const MAX_CLAUSES: usize = 20_000;

/// The average number of models for each of the first solutions; `None` when there is no solution or the counting takes too long.
pub(super) fn per_solution(
    csp: &Csp,
    compiled: &Compiled,
    solutions: &[Vec<Value>],
) -> Option<f64> {
    if compiled.cnf.num_clauses() > MAX_CLAUSES {
        return None;
    }
    let solutions = &solutions[..solutions.len().min(MAX_SOLUTIONS)];
    let mut counter = Counter { known: HashMap::new(), steps: 0 };
    let mut total = 0.0;
    for solution in solutions {
        let models = counter.models(residue(csp, compiled, solution)?, compiled)?;
        total += models.to_string().parse::<f64>().ok()?;
    }
    (!solutions.is_empty()).then(|| total / solutions.len() as f64)
}

/// A formula over auxiliary variables.
type Clauses = Vec<Vec<Lit>>;

/// What the clauses still ask of the auxiliaries once the solution is filled in.
fn residue(csp: &Csp, compiled: &Compiled, solution: &[Value]) -> Option<Clauses> {
    let mut is_true = vec![false; compiled.problem_variables() as usize + 1];
    let mut is_shown = vec![false; compiled.cnf.num_vars() as usize + 1];
    compiled.map.shown().into_iter().for_each(|number| is_shown[number as usize] = true);
    for variable in csp.ids() {
        let value = *solution.get(variable.index())?;
        for lit in compiled.map.signed(Atom { variable, value }) {
            is_true[lit.variable() as usize] = lit.is_positive();
        }
    }
    let holds = |lit: &Lit| is_true[lit.variable() as usize] == lit.is_positive();
    let is_auxiliary = |lit: &Lit| !is_shown[lit.variable() as usize];
    let open = compiled
        .cnf
        .clauses()
        .filter(|clause| !clause.iter().any(|lit| !is_auxiliary(lit) && holds(lit)));
    Some(open.map(|clause| clause.iter().copied().filter(is_auxiliary).collect()).collect())
}

/// Counts models by branching; parts that share no variable are counted one by one, and each
/// only once.
struct Counter {
    known: HashMap<Clauses, BigUint>,
    steps: usize,
}

impl Counter {
    /// The models over all variables that are not shown.
    fn models(&mut self, clauses: Clauses, compiled: &Compiled) -> Option<BigUint> {
        let mentioned = variables(&clauses).len();
        let hidden = compiled.cnf.num_vars() as usize - compiled.map.shown().len();
        let free = hidden - mentioned;
        Some(self.count(clauses)? << free)
    }

    /// The models over the variables that the clauses mention.
    fn count(&mut self, clauses: Clauses) -> Option<BigUint> {
        let before = variables(&clauses).len();
        let Some((clauses, assigned)) = propagate(clauses) else { return Some(BigUint::ZERO) };
        let free = before - assigned - variables(&clauses).len();
        let mut product = BigUint::from(1_u32) << free;
        for part in parts(clauses) {
            product *= self.branch(part)?;
        }
        Some(product)
    }

    fn branch(&mut self, clauses: Clauses) -> Option<BigUint> {
        if let Some(known) = self.known.get(&clauses) {
            return Some(known.clone());
        }
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        let counts = variables(&clauses);
        let (&variable, _) = counts.iter().max_by_key(|&(_, count)| count)?;
        let lit = Lit::from_dimacs(variable as i32)?;
        let mut sum = BigUint::ZERO;
        for lit in [lit, !lit] {
            let mut side = clauses.clone();
            side.push(vec![lit]);
            sum += self.count(side)?;
        }
        self.known.insert(clauses, sum.clone());
        Some(sum)
    }
}

/// How often each variable is mentioned.
fn variables(clauses: &Clauses) -> BTreeMap<u32, usize> {
    let mut counts = BTreeMap::new();
    for lit in clauses.iter().flatten() {
        *counts.entry(lit.variable()).or_default() += 1;
    }
    counts
}

/// Unit propagation: what is left, and how many variables have a value; `None` on a conflict.
fn propagate(mut clauses: Clauses) -> Option<(Clauses, usize)> {
    let mut assigned = 0;
    loop {
        if clauses.iter().any(Vec::is_empty) {
            return None;
        }
        let Some(unit) = clauses.iter().find(|clause| clause.len() == 1).map(|clause| clause[0])
        else {
            return Some((clauses, assigned));
        };
        assigned += 1;
        clauses.retain(|clause| !clause.contains(&unit));
        clauses.iter_mut().for_each(|clause| clause.retain(|&lit| lit != !unit));
    }
}

/// The clauses by the variables that connect them.
fn parts(clauses: Clauses) -> Vec<Clauses> {
    let mut part_of = BTreeMap::<u32, usize>::new();
    let mut parts: Vec<Clauses> = Vec::new();
    for clause in clauses {
        let mut touched: Vec<usize> =
            clause.iter().filter_map(|lit| part_of.get(&lit.variable()).copied()).collect();
        touched.sort_unstable();
        touched.dedup();
        let target = touched.first().copied().unwrap_or(parts.len());
        if target == parts.len() {
            parts.push(Vec::new());
        }
        for &other in touched.iter().skip(1) {
            let moved = std::mem::take(&mut parts[other]);
            parts[target].extend(moved);
            part_of.values_mut().filter(|part| **part == other).for_each(|part| *part = target);
        }
        clause.iter().for_each(|lit| {
            part_of.insert(lit.variable(), target);
        });
        parts[target].push(clause);
    }
    parts.retain(|part| !part.is_empty());
    parts.iter_mut().for_each(|part| part.sort_unstable());
    parts
}
