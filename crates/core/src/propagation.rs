//! Runs what the constraints remove from the domains until nothing changes. None must remove everything that it could,
//! because every solution is checked in the end.
//!
//! A search runs it after each decision. What runs only once, before a search or a count, also looks at holes in
//! domains and at more combinations of values ([`Effort::Once`]).

mod nogoods;

use std::collections::{BTreeSet, VecDeque};

use crate::csp::{
    AllDifferent, Constraint, Csp, Different, Fitting, Hall, Permutation, Ranges, Table, Terms,
    VarId, WeightedSum,
};
use crate::domains::{BOUNDED, Domains, Effort, FIXED, REMOVED, Step};
use crate::limit::Budget;
use nogoods::Nogoods;

pub(crate) use nogoods::Decision;

/// A propagator, and when it runs.
pub(crate) struct Propagator {
    rule: Rule,
    /// The constraint, by its position; `None` for the cost.
    pub(crate) constraint: Option<usize>,
    pub(crate) scope: Vec<VarId>,
    /// The changes of a variable that can matter.
    events: u8,
    /// Whether it waits for the others.
    is_late: bool,
    is_queued: bool,
}

enum Rule {
    WeightedSum(WeightedSum),
    Different(Different),
    Permutation(Permutation),
    Hall(Hall),
    Fitting(Fitting),
    /// What the constraint itself says.
    Constraint,
}

/// The domains and the propagators that wait to run.
pub(crate) struct Engine {
    pub(crate) domains: Domains,
    pub(crate) propagators: Vec<Propagator>,
    pub(crate) nogoods: Nogoods,
    /// For each variable, the propagators with it, and the changes that matter to them.
    watchers: Vec<Vec<(u32, u8)>>,
    /// Those that run at once, and those that wait.
    queues: [VecDeque<u32>; 2],
}

impl Engine {
    /// The propagators of the constraints that are wanted, all of which are waiting. No domain may be empty.
    pub(crate) fn new(
        csp: &Csp,
        effort: Effort,
        is_wanted: impl Fn(&Constraint) -> bool,
    ) -> Engine {
        let domains = Domains::new(csp.variables(), effort);
        let queues = [VecDeque::new(), VecDeque::new()];
        let watchers = vec![Vec::new(); domains.len()];
        let nogoods = Nogoods::default();
        let mut engine = Engine { domains, propagators: Vec::new(), nogoods, watchers, queues };
        for (number, posted) in csp.constraints().iter().enumerate() {
            if is_wanted(&posted.constraint) {
                engine.add(number, &posted.constraint);
            }
        }
        engine
    }

    fn post(&mut self, mut propagator: Propagator) {
        let number = self.propagators.len() as u32;
        if self.domains.effort == Effort::Once {
            propagator.events = REMOVED;
        }
        for variable in &propagator.scope {
            self.watchers[variable.index()].push((number, propagator.events));
        }
        self.propagators.push(propagator);
        self.wake(number);
    }

    /// Adds a bound on the cost, to be lowered by [`demand`](Self::demand). Returns its number.
    pub(crate) fn post_cost(&mut self, terms: &Terms, sign: i64) -> usize {
        let terms: Vec<(VarId, i64)> =
            terms.as_slice().iter().map(|term| (term.variable, sign * term.weight)).collect();
        self.post(linear(terms, Ranges::at_most(i64::MAX)));
        self.propagators.len() - 1
    }

    /// From now on, the cost is at most this.
    pub(crate) fn demand(&mut self, number: usize, most: i64) {
        if let Rule::WeightedSum(linear) = &mut self.propagators[number].rule {
            linear.within = Ranges::at_most(most);
        }
        self.wake(number as u32);
    }

    fn wake(&mut self, number: u32) {
        let propagator = &mut self.propagators[number as usize];
        if !std::mem::replace(&mut propagator.is_queued, true) {
            self.queues[usize::from(propagator.is_late)].push_back(number);
        }
    }

    /// Propagates until nothing changes. If something fails, returns which propagator, or `None` if it was refuted before.
    pub(crate) fn propagate(&mut self, csp: &Csp) -> Result<(), Option<usize>> {
        while let Some(number) = self.next()? {
            if self.run(csp, number).is_err() {
                self.drop_queues();
                return Err(Some(number));
            }
        }
        Ok(())
    }

    /// Propagates until nothing changes, the budget is spent, or that took very long. Tells after each propagator its
    /// constraint; the domains say what it changed. If one fails, returns which.
    pub(crate) fn propagate_within(
        &mut self,
        csp: &Csp,
        budget: &Budget,
        mut ran: impl FnMut(Option<usize>, &Domains),
    ) -> Result<(), Option<usize>> {
        let mut to_check = self.domains.work;
        let most = to_check + MAX_WORK + WORK_PER_VALUE * csp.num_values() as u64;
        while let Some(number) = self.next()? {
            if self.domains.work >= to_check {
                to_check = self.domains.work + CHECK_INTERVAL;
                if budget.is_spent() || self.domains.work > most {
                    break;
                }
            }
            let step = self.run(csp, number);
            ran(self.propagators[number].constraint, &self.domains);
            if step.is_err() {
                self.drop_queues();
                return Err(Some(number));
            }
        }
        self.drop_queues();
        Ok(())
    }

    /// The propagator to run next, if one waits. Fails if what holds now was refuted before.
    fn next(&mut self) -> Result<Option<usize>, Option<usize>> {
        while let Some(index) = self.domains.changed.pop() {
            let events = std::mem::take(&mut self.domains.events[index as usize]);
            for at in 0..self.watchers[index as usize].len() {
                let (number, watched) = self.watchers[index as usize][at];
                if watched & events != 0 {
                    self.wake(number);
                }
            }
            self.domains.work += self.watchers[index as usize].len() as u64;
            let variable = VarId::at(index as usize);
            if events & FIXED != 0
                && let Some(value) = self.domains.only(variable)
                && self.nogoods.hold((variable, value), &mut self.domains).is_err()
            {
                self.drop_queues();
                return Err(None);
            }
        }
        let next = self.queues[0].pop_front().or_else(|| self.queues[1].pop_front());
        Ok(next.map(|number| number as usize))
    }

    fn run(&mut self, csp: &Csp, number: usize) -> Step {
        let propagator = &mut self.propagators[number];
        propagator.is_queued = false;
        self.domains.work += CALL;
        match (&mut propagator.rule, propagator.constraint) {
            (Rule::WeightedSum(sum), _) => sum.propagate(&mut self.domains),
            (Rule::Different(different), _) => different.propagate(&mut self.domains),
            (Rule::Permutation(permutation), _) => permutation.propagate(&mut self.domains),
            (Rule::Hall(hall), _) => hall.propagate(&mut self.domains),
            (Rule::Fitting(rows), _) => rows.propagate(&mut self.domains),
            (Rule::Constraint, Some(at)) => {
                csp.constraints()[at].constraint.propagate(&mut self.domains)
            }
            (Rule::Constraint, None) => Ok(()),
        }
    }

    /// Nothing waits any more: what changed is undone.
    fn drop_queues(&mut self) {
        for number in self.queues.iter_mut().flat_map(|queue| queue.drain(..)) {
            self.propagators[number as usize].is_queued = false;
        }
        self.domains.forget_changes();
    }
}

/// The work of calling a propagator.
const CALL: u64 = 8;

/// The budget is checked after so much work.
const CHECK_INTERVAL: u64 = 1 << 16;

/// Bounds can approach each other in tiny steps, as in `x < y` and `y < x`. So propagation before a search ends after this
/// much work, plus this much for each value.
const MAX_WORK: u64 = 10_000_000;
const WORK_PER_VALUE: u64 = 20;

impl Engine {
    /// Adds the propagators of a constraint.
    fn add(&mut self, number: usize, constraint: &Constraint) {
        let domains = &mut self.domains;
        let mut others = Vec::new();
        let mut own = match constraint {
            Constraint::Linear(one) => linear(weighted(&one.terms), one.within.clone()),
            Constraint::Operation(one) if one.as_sum().is_some() => {
                let (terms, constant) = one.as_sum().unwrap_or_default();
                linear(weighted(&terms), Ranges::exactly(-constant))
            }
            Constraint::AllDifferent(one) => {
                let by_values = permutation(domains, one);
                if by_values.is_none() && one.except.is_empty() && one.scope.len() > 2 {
                    let rule = Rule::Hall(Hall { scope: one.scope.clone() });
                    others.push(propagator(rule, &one.scope, BOUNDED, true));
                }
                others.extend(by_values);
                let except = one.except.iter().map(|&value| value.into()).collect();
                let cell = domains.new_cell(0);
                let different = Different { scope: one.scope.clone(), except, cell };
                propagator(Rule::Different(different), &one.scope, FIXED, false)
            }
            Constraint::Table(Table { scope, rows, is_positive: true }) => {
                let rule = Rule::Fitting(Fitting::new(domains, scope, rows));
                propagator(rule, scope, REMOVED, true)
            }
            other => {
                let (events, is_late) = match other {
                    Constraint::Cumulative(_) | Constraint::NoOverlap(_) => (BOUNDED, true),
                    Constraint::Increasing(_) | Constraint::Extremum(_) => (BOUNDED, false),
                    Constraint::Operation(_) | Constraint::Fixed(_) => (REMOVED, false),
                    Constraint::Table(table) => (REMOVED, table.rows.len() > 1),
                    _ => (REMOVED, true),
                };
                propagator(Rule::Constraint, &other.rule().scope(), events, is_late)
            }
        };
        for propagator in others.iter_mut().chain([&mut own]) {
            propagator.constraint = Some(number);
        }
        others.into_iter().chain([own]).for_each(|propagator| self.post(propagator));
    }
}

fn propagator(rule: Rule, scope: &[VarId], events: u8, is_late: bool) -> Propagator {
    Propagator { rule, constraint: None, scope: scope.to_vec(), events, is_late, is_queued: false }
}

fn weighted(terms: &Terms) -> Vec<(VarId, i64)> {
    terms.as_slice().iter().map(|term| (term.variable, term.weight)).collect()
}

fn linear(terms: Vec<(VarId, i64)>, within: Ranges) -> Propagator {
    let scope: Vec<VarId> = terms.iter().map(|term| term.0).collect();
    propagator(Rule::WeightedSum(WeightedSum { terms, within }), &scope, BOUNDED, false)
}

/// The propagator for as many values as variables.
fn permutation(domains: &Domains, constraint: &AllDifferent) -> Option<Propagator> {
    let scope = &constraint.scope;
    let mut values = BTreeSet::new();
    for &variable in scope {
        if domains.size(variable) > scope.len() {
            return None;
        }
        values.extend(domains.values(variable));
    }
    let is_one = constraint.except.is_empty() && values.len() == scope.len();
    let permutation = Permutation { scope: scope.clone(), values: values.into_iter().collect() };
    is_one.then(|| propagator(Rule::Permutation(permutation), scope, REMOVED, true))
}
