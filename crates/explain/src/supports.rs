//! Which candidates of their variables some constraints leave.
//!
//! A candidate stays when some assignment with it satisfies the constraints. Such assignments are
//! kept from step to step, as long as nothing in them is ruled out (Lecoutre and Hemery, A Study of
//! Residual Supports in Arc Consistency, IJCAI 2007). If a candidate has none, it replaces the value of another assignment.
//! Only if the constraints do not hold then, a solver has to find one.

pub(super) mod selected;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use cnfetti_encodings::Lit;

use crate::Problem;
use crate::selectors::{Answer, Switched};
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::solver::NoAnswer;

/// A candidate is tried in this many assignments of the solver.
const TRIED: usize = 4;

/// Known assignments that satisfy some constraints, over the variables of these.
#[derive(Default)]
pub(super) struct Supports {
    /// The candidates at the last question.
    asked: Vec<Vec<Value>>,
    /// For each variable and candidate, an assignment with it.
    of: Vec<HashMap<Value, Rc<[Value]>>>,
    /// The last assignments that the solver found.
    found: Vec<Rc<[Value]>>,
    /// An assignment of all variables of the CSP, to try values in.
    scratch: Vec<Value>,
}

/// What is left.
pub(super) struct Narrowed {
    pub(super) candidates: Candidates,
    /// Facts about this many variables are enough to rule the others out.
    pub(super) facts: usize,
}

impl Supports {
    /// With an assignment that satisfies them.
    pub(super) fn with(values: Rc<[Value]>) -> Supports {
        Supports { found: vec![values], ..Supports::default() }
    }

    /// Whether the candidates have changed since the last question.
    pub(super) fn are_outdated(&self, part: &Switched<'_>, known: &Candidates) -> bool {
        self.asked.is_empty()
            || part.variables().iter().zip(&self.asked).any(|(&v, asked)| known.of(v) != asked)
    }

    /// The candidates that are left; `None` if they contradict the constraints.
    pub(super) fn narrow(
        &mut self,
        problem: &Problem<'_>,
        part: &mut Switched<'_>,
        constraints: &[usize],
        known: &Candidates,
    ) -> Result<Option<Narrowed>, NoAnswer> {
        let variables = part.variables().to_vec();
        self.forget(&variables, known);
        if let Some(selection) = problem.only_placement(constraints) {
            let left = selected::narrowed(selection, known);
            // No caller uses the number of facts.
            return Ok(left.map(|candidates| Narrowed { candidates, facts: 0 }));
        }
        let blocks: Vec<Vec<Lit>> = variables.iter().map(|&v| part.known(known, v)).collect();
        let mut assumed = part.switches().to_vec();
        assumed.extend(blocks.iter().flatten());
        if self.found.is_empty() {
            match part.solve(&assumed)? {
                Answer::Contradiction(_) => return Ok(None),
                Answer::Consistent(model) => {
                    self.note(variables.iter().map(|&v| part.value(&model, v)).collect());
                }
            }
        }
        let mut candidates = known.clone();
        let mut used: HashSet<Lit> = HashSet::new();
        let is_seen = |(_, variable): &(usize, &VarId)| !problem.helpers.contains(**variable);
        for (at, &variable) in variables.iter().enumerate().filter(is_seen) {
            for &value in known.of(variable) {
                if self.of[at].contains_key(&value)
                    || self.was_found(at, value)
                    || self.try_out(problem, &variables, constraints, at, value)
                {
                    continue;
                }
                let atom = Atom { variable, value };
                let lit = problem.compiled.map.literal(atom);
                assumed.push(part.literal(lit.expect("candidates are in the domain")));
                match part.solve(&assumed)? {
                    Answer::Contradiction(core) => {
                        candidates.remove(variable, value);
                        used.extend(core);
                    }
                    Answer::Consistent(model) => {
                        self.note(variables.iter().map(|&v| part.value(&model, v)).collect());
                    }
                }
                assumed.pop();
            }
        }
        let is_used = |block: &&Vec<Lit>| block.iter().any(|lit| used.contains(lit));
        let facts = blocks.iter().filter(is_used).count();
        Ok(Some(Narrowed { candidates, facts }))
    }

    /// Drops the assignments that have a value that is ruled out by now.
    fn forget(&mut self, variables: &[VarId], known: &Candidates) {
        if self.asked.is_empty() {
            self.of = vec![HashMap::new(); variables.len()];
        }
        let pairs = variables.iter().zip(&self.asked).enumerate();
        let changed = pairs.filter(|(_, (v, asked))| known.of(**v) != *asked);
        let changed: Vec<(usize, VarId)> = changed.map(|(at, (&v, _))| (at, v)).collect();
        let holds = |values: &Rc<[Value]>| {
            changed.iter().all(|&(at, v)| known.of(v).binary_search(&values[at]).is_ok())
        };
        self.of.iter_mut().for_each(|of| of.retain(|_, values| holds(values)));
        self.found.retain(holds);
        self.asked = variables.iter().map(|&v| known.of(v).to_vec()).collect();
    }

    /// Keeps an assignment of the solver.
    fn note(&mut self, values: Rc<[Value]>) {
        for (of, &value) in self.of.iter_mut().zip(values.iter()) {
            of.entry(value).or_insert_with(|| values.clone());
        }
        self.found.push(values);
    }

    /// Whether the solver has found an assignment with the value.
    fn was_found(&mut self, at: usize, value: Value) -> bool {
        let Some(values) = self.found.iter().find(|values| values[at] == value) else {
            return false;
        };
        self.of[at].insert(value, values.clone());
        true
    }

    /// Whether the value can replace another one in a known assignment.
    fn try_out(
        &mut self,
        problem: &Problem<'_>,
        variables: &[VarId],
        constraints: &[usize],
        at: usize,
        value: Value,
    ) -> bool {
        self.scratch.resize(problem.csp.variables().len(), 0);
        for values in self.found.iter().rev().take(TRIED) {
            for (variable, &value) in variables.iter().zip(values.iter()) {
                self.scratch[variable.index()] = value;
            }
            self.scratch[variables[at].index()] = value;
            let rule = |&at: &usize| problem.csp.constraints()[at].constraint.rule();
            if constraints.iter().all(|at| rule(at).holds(&self.scratch)) {
                let mut values = values.to_vec();
                values[at] = value;
                self.of[at].insert(value, values.into());
                return true;
            }
        }
        false
    }
}
