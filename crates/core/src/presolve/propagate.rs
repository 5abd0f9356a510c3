//! Propagates the domains before compiling: removes values that a single constraint rules out.
//!
//! The removed values are in no solution, so the solutions and their number stay the same. Each
//! constraint is revised until nothing changes: bounds for sums, the intersection of the domains for
//! equality, the choices whose value the result can have for a [`Selection`], and the supported
//! values for an operation, a table or an element. Other constraints are not propagated.

mod bounds;
mod extremum;
mod lookups;
mod operations;

use crate::csp::{AllDifferent, AllEqual, Constraint, Csp, Selection, Value, VarId};
use crate::limit::Budget;
use crate::refutation::Removal;

/// Returns the same CSP with smaller domains. If propagation shows that there is no solution, a
/// domain is empty. Selections lose the choices that can no longer hold. If the budget is spent,
/// stops at once and keeps what is ruled out by then.
pub fn propagate(csp: &Csp, budget: &Budget) -> Csp {
    run(csp, budget, None)
}

/// The same, with what each constraint removed, in order.
pub fn propagate_with_reasons(csp: &Csp, budget: &Budget) -> (Csp, Vec<Removal>) {
    let mut removals = Vec::new();
    let propagated = run(csp, budget, Some(&mut removals));
    (propagated, removals)
}

/// What is left of these domains, one for each variable. The scopes are those of the constraints.
pub(crate) fn propagate_values(
    csp: &Csp,
    scopes: &[Vec<VarId>],
    values: Vec<Vec<Value>>,
    budget: &Budget,
) -> Vec<Vec<Value>> {
    fixpoint(csp, scopes, Domains::new(values, budget), None)
}

/// The variables of each constraint.
pub(crate) fn scopes(csp: &Csp) -> Vec<Vec<VarId>> {
    csp.constraints.iter().map(|posted| posted.constraint.rule().scope()).collect()
}

fn run(csp: &Csp, budget: &Budget, removals: Option<&mut Vec<Removal>>) -> Csp {
    let values = csp.variables.iter().map(|variable| variable.domain.to_vec()).collect();
    let values = fixpoint(csp, &scopes(csp), Domains::new(values, budget), removals);
    let mut propagated = csp.clone();
    for (variable, domain) in propagated.variables.iter_mut().zip(values) {
        variable.domain = domain.into();
    }
    let variables = &propagated.variables;
    let possible = |variable: VarId, value: Value| {
        variables[variable.index()].domain.binary_search(&value).is_ok()
    };
    for posted in &mut propagated.constraints {
        if let Constraint::Selection(selection) = &mut posted.constraint {
            selection.choices.retain(|choice| possible(choice.atom.variable, choice.atom.value));
        }
    }
    propagated
}

/// Revises the constraints until nothing changes, with what each removed.
fn fixpoint(
    csp: &Csp,
    scopes: &[Vec<VarId>],
    mut domains: Domains<'_>,
    mut removals: Option<&mut Vec<Removal>>,
) -> Vec<Vec<Value>> {
    // The time of each constraint's last revision; 0 before the first.
    let mut revised = vec![0; scopes.len()];
    while domains.changed && !domains.empty && !domains.is_over {
        domains.changed = false;
        let constraints = csp.constraints.iter().zip(scopes).zip(&mut revised).enumerate();
        for (number, ((posted, scope), revised)) in constraints {
            if domains.is_over || domains.empty {
                break;
            }
            if scope.iter().any(|variable| domains.changed_at[variable.index()] > *revised) {
                *revised = domains.now;
                let before = removals.is_some().then(|| domains.of(scope));
                domains.revise(&posted.constraint);
                if let (Some(before), Some(removals)) = (before, &mut removals) {
                    domains.note_removals(number, scope, before, removals);
                }
            }
        }
    }
    domains.values
}

/// Checks the budget after this much work, in values examined.
const CHECK_INTERVAL: usize = 1 << 16;

/// Bounds can approach each other in tiny steps, as in `x < y` and `y < x`. So propagation ends
/// after this much work, plus this much for each value.
const MAX_WORK: (usize, usize) = (10_000_000, 20);

/// Moving this many values is as much work as examining one.
const MOVES_PER_STEP: usize = 16;

struct Domains<'a> {
    values: Vec<Vec<Value>>,
    changed: bool,
    empty: bool,
    /// The time: grows with each change.
    now: u64,
    /// The time of each domain's last change.
    changed_at: Vec<u64>,
    budget: &'a Budget,
    work: usize,
    work_left: usize,
    is_over: bool,
}

impl Domains<'_> {
    fn new(values: Vec<Vec<Value>>, budget: &Budget) -> Domains<'_> {
        let empty = values.iter().any(Vec::is_empty);
        let work_left = MAX_WORK.0 + MAX_WORK.1 * values.iter().map(Vec::len).sum::<usize>();
        Domains {
            changed: true,
            empty,
            now: 1,
            changed_at: vec![1; values.len()],
            values,
            budget,
            work: 0,
            work_left,
            is_over: false,
        }
    }

    /// Records that this many values were examined.
    fn work(&mut self, values: usize) {
        self.work += values;
        if self.work >= CHECK_INTERVAL {
            self.work_left = self.work_left.saturating_sub(self.work);
            self.work = 0;
            self.is_over = self.work_left == 0 || self.budget.is_spent();
        }
    }

    fn of(&self, scope: &[VarId]) -> Vec<Vec<Value>> {
        scope.iter().map(|variable| self.values[variable.index()].clone()).collect()
    }

    /// Writes down what the constraint removed from the domains before.
    fn note_removals(
        &self,
        constraint: usize,
        scope: &[VarId],
        before: Vec<Vec<Value>>,
        removals: &mut Vec<Removal>,
    ) {
        for (&variable, before) in scope.iter().zip(before) {
            if before.len() == self.values[variable.index()].len() {
                continue;
            }
            let is_gone = |value: &Value| !self.has(variable, *value);
            for run in before.chunk_by(|one, next| is_gone(one) == is_gone(next)) {
                if let (true, &[first, ..], &[.., last]) = (is_gone(&run[0]), run, run) {
                    removals.push(Removal { constraint, variable, first, last });
                }
            }
        }
    }

    fn revise(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::AllDifferent(constraint) => self.all_different(constraint),
            Constraint::AllEqual(constraint) => self.all_equal(constraint),
            Constraint::Fixed(fixed) => {
                self.retain(fixed.atom.variable, |value| value == fixed.atom.value);
            }
            Constraint::Selection(constraint) => self.selection(constraint),
            Constraint::Linear(constraint) => {
                self.weighted_sum(&constraint.terms, 0, &constraint.within);
            }
            Constraint::Operation(constraint) => self.operation(constraint),
            Constraint::Table(constraint) => self.table(constraint),
            Constraint::Element(constraint) => self.element(constraint),
            Constraint::Extremum(constraint) => self.extremum(constraint),
            _ => {}
        }
    }

    fn has(&self, variable: VarId, value: Value) -> bool {
        self.values[variable.index()].binary_search(&value).is_ok()
    }

    /// The only value left, if there is just one.
    fn only(&self, variable: VarId) -> Option<Value> {
        match self.values[variable.index()][..] {
            [value] => Some(value),
            _ => None,
        }
    }

    fn retain(&mut self, variable: VarId, keep: impl Fn(Value) -> bool) {
        let domain = &mut self.values[variable.index()];
        let before = domain.len();
        domain.retain(|&value| keep(value));
        self.note(variable, before);
        self.work(1 + before);
    }

    /// Keeps the values from `first` to `last`.
    fn keep_between(&mut self, variable: VarId, first: i64, last: i64) {
        let domain = &mut self.values[variable.index()];
        let before = domain.len();
        domain.truncate(domain.partition_point(|&value| i64::from(value) <= last));
        let gone = domain.partition_point(|&value| i64::from(value) < first);
        domain.drain(..gone);
        // The remaining values move, which is cheaper than examining them.
        let moved = if gone > 0 { domain.len() / MOVES_PER_STEP } else { 0 };
        self.note(variable, before);
        self.work(1 + moved);
    }

    /// Records a change, if the domain had more values before.
    fn note(&mut self, variable: VarId, before: usize) {
        let domain = &self.values[variable.index()];
        if domain.len() < before {
            self.changed = true;
            self.now += 1;
            self.changed_at[variable.index()] = self.now;
            self.empty |= domain.is_empty();
        }
    }

    /// The smallest and the largest value left. The domain must not be empty.
    fn ends(&self, variable: VarId) -> (i64, i64) {
        let domain = &self.values[variable.index()];
        (i64::from(domain[0]), i64::from(domain[domain.len() - 1]))
    }

    /// Removes a variable's only value from all others.
    fn all_different(&mut self, constraint: &AllDifferent) {
        for &variable in &constraint.scope {
            if self.is_over {
                return;
            }
            self.work(1);
            let taken = self.only(variable).filter(|value| !constraint.except.contains(value));
            if let Some(taken) = taken {
                for &other in constraint.scope.iter().filter(|&&other| other != variable) {
                    self.retain(other, |value| value != taken);
                }
            }
        }
    }

    fn all_equal(&mut self, constraint: &AllEqual) {
        let Some((&first, others)) = constraint.scope.split_first() else { return };
        let mut common = self.values[first.index()].clone();
        for &other in others {
            common.retain(|&value| self.has(other, value));
        }
        for &variable in &constraint.scope {
            self.retain(variable, |value| common.binary_search(&value).is_ok());
        }
    }

    /// A choice needs its value in the result's domain, a value of the result needs a choice, and a
    /// choice that must hold excludes the others.
    fn selection(&mut self, constraint: &Selection) {
        let result = constraint.result;
        let mut written: Vec<Value> = Vec::new();
        let (mut possible, mut forced) = (0, None);
        for choice in &constraint.choices {
            let atom = choice.atom;
            if !self.has(atom.variable, atom.value) {
                continue;
            }
            if !self.has(result, choice.value) {
                self.retain(atom.variable, |value| value != atom.value);
                continue;
            }
            possible += 1;
            written.push(choice.value);
            if possible == 1 || self.only(atom.variable).is_some() {
                forced = Some(atom);
            }
        }
        self.retain(result, |value| written.contains(&value));
        let forced = forced.filter(|atom| possible == 1 || self.only(atom.variable).is_some());
        if let Some(atom) = forced {
            self.retain(atom.variable, |value| value == atom.value);
            for choice in constraint.choices.iter().filter(|choice| choice.atom != atom) {
                let other = choice.atom;
                self.retain(other.variable, |value| value != other.value);
            }
        }
    }
}
