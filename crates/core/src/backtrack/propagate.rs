//! Propagators: what each constraint removes from the domains. None must remove everything that it could, because
//! every solution is checked in the end.

mod counting;
mod element;
mod extremum;
mod hall;
mod linear;
mod lists;
mod operand;
mod operations;
mod paths;
mod scheduling;

use std::collections::{BTreeSet, VecDeque};

use super::domains::{BOUNDED, Domains, FIXED, REMOVED, Step};
use super::nogoods::Nogoods;
use crate::csp::{AllDifferent, Constraint, Csp, Operand, Ranges, Table, Terms, VarId};
use hall::Hall;
use linear::Linear;
use lists::{Different, Permutation, Rows};

/// A propagator, and when it runs.
pub(super) struct Propagator {
    rule: Rule,
    pub(super) scope: Vec<VarId>,
    /// The changes of a variable that can matter.
    events: u8,
    /// Whether it waits for the others.
    is_late: bool,
    is_queued: bool,
}

enum Rule {
    Linear(Linear),
    Different(Different),
    Permutation(Permutation),
    Hall(Hall),
    Rows(Rows),
    Other(Constraint),
}

/// The domains and the propagators that wait to run.
pub(super) struct Engine {
    pub(super) domains: Domains,
    pub(super) propagators: Vec<Propagator>,
    pub(super) nogoods: Nogoods,
    /// For each variable, the propagators with it, and the changes that matter to them.
    watchers: Vec<Vec<(u32, u8)>>,
    /// Those that run at once, and those that wait.
    queues: [VecDeque<u32>; 2],
}

impl Engine {
    /// The propagators of a problem, all of which are waiting. No domain may be empty.
    pub(super) fn new(csp: &Csp) -> Engine {
        let mut domains = Domains::new(csp);
        let mut propagators = Vec::new();
        for posted in csp.constraints() {
            add(&mut propagators, &mut domains, &posted.constraint);
        }
        let queues = [VecDeque::new(), VecDeque::new()];
        let watchers = vec![Vec::new(); domains.len()];
        let nogoods = Nogoods::default();
        let mut engine = Engine { domains, propagators: Vec::new(), nogoods, watchers, queues };
        propagators.into_iter().for_each(|propagator| engine.post(propagator));
        engine
    }

    fn post(&mut self, propagator: Propagator) {
        let number = self.propagators.len() as u32;
        for variable in &propagator.scope {
            self.watchers[variable.index()].push((number, propagator.events));
        }
        self.propagators.push(propagator);
        self.wake(number);
    }

    /// Adds a bound on the cost, to be lowered by [`demand`](Self::demand). Returns its number.
    pub(super) fn post_cost(&mut self, terms: &Terms, sign: i64) -> usize {
        let terms: Vec<(VarId, i64)> =
            terms.as_slice().iter().map(|term| (term.variable, sign * term.weight)).collect();
        self.post(linear(terms, Ranges::at_most(i64::MAX)));
        self.propagators.len() - 1
    }

    /// From now on, the cost is at most this.
    pub(super) fn demand(&mut self, number: usize, most: i64) {
        if let Rule::Linear(linear) = &mut self.propagators[number].rule {
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
    pub(super) fn propagate(&mut self) -> Result<(), Option<usize>> {
        loop {
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
            let Some(number) = next else { return Ok(()) };
            let propagator = &mut self.propagators[number as usize];
            propagator.is_queued = false;
            self.domains.work += CALL;
            if propagator.rule.propagate(&mut self.domains).is_err() {
                self.drop_queues();
                return Err(Some(number as usize));
            }
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

impl Rule {
    fn propagate(&mut self, domains: &mut Domains) -> Step {
        match self {
            Rule::Linear(linear) => linear.propagate(domains),
            Rule::Different(different) => different.propagate(domains),
            Rule::Permutation(permutation) => permutation.propagate(domains),
            Rule::Hall(hall) => hall.propagate(domains),
            Rule::Rows(rows) => rows.propagate(domains),
            Rule::Other(constraint) => other(domains, constraint),
        }
    }
}

fn other(domains: &mut Domains, constraint: &Constraint) -> Step {
    match constraint {
        Constraint::AllEqual(constraint) => lists::all_equal(domains, constraint),
        Constraint::Automaton(constraint) => lists::automaton(domains, constraint),
        Constraint::BinPacking(constraint) => counting::bin_packing(domains, constraint),
        Constraint::Cardinality(constraint) => counting::cardinality(domains, constraint),
        Constraint::Channel(constraint) => paths::channel(domains, constraint),
        Constraint::Circuit(constraint) => paths::circuit(domains, constraint),
        Constraint::Count(constraint) => counting::count(domains, constraint),
        Constraint::Cumulative(constraint) => scheduling::cumulative(domains, constraint),
        Constraint::Element(constraint) => element::element(domains, constraint),
        Constraint::Extremum(constraint) => {
            let list: Vec<Operand> = constraint.scope.iter().map(|&one| one.into()).collect();
            extremum::extremum(domains, &list, constraint.extreme, &constraint.condition)
        }
        Constraint::Fixed(fixed) => domains.assign(fixed.atom.variable, fixed.atom.value.into()),
        Constraint::Increasing(constraint) => lists::increasing(domains, constraint),
        Constraint::Lex(constraint) => lists::lex(domains, constraint),
        Constraint::NoOverlap(constraint) => scheduling::no_overlap(domains, constraint),
        Constraint::Operation(constraint) => operations::operation(domains, constraint),
        Constraint::Selection(constraint) => lists::selection(domains, constraint),
        Constraint::Table(table) => lists::excluded(domains, table),
        // The others have propagators of their own, or are only checked.
        _ => Ok(()),
    }
}

/// Adds the propagators of a constraint.
fn add(propagators: &mut Vec<Propagator>, domains: &mut Domains, constraint: &Constraint) {
    let one = match constraint {
        Constraint::Linear(one) => linear(weighted(&one.terms), one.within.clone()),
        Constraint::Operation(one) if one.as_sum().is_some() => {
            let (terms, constant) = one.as_sum().unwrap_or_default();
            linear(weighted(&terms), Ranges::exactly(-constant))
        }
        Constraint::AllDifferent(one) => {
            let by_values = permutation(domains, one);
            if by_values.is_none() && one.except.is_empty() && one.scope.len() > 2 {
                let rule = Rule::Hall(Hall { scope: one.scope.clone() });
                propagators.push(propagator(rule, &one.scope, BOUNDED, true));
            }
            propagators.extend(by_values);
            let except = one.except.iter().map(|&value| value.into()).collect();
            let cell = domains.new_cell(0);
            let different = Different { scope: one.scope.clone(), except, cell };
            propagator(Rule::Different(different), &one.scope, FIXED, false)
        }
        Constraint::Table(Table { scope, rows, is_positive: true }) => {
            let rule = Rule::Rows(Rows::new(domains, scope, rows));
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
            propagator(Rule::Other(other.clone()), &other.rule().scope(), events, is_late)
        }
    };
    propagators.push(one);
}

fn propagator(rule: Rule, scope: &[VarId], events: u8, is_late: bool) -> Propagator {
    Propagator { rule, scope: scope.to_vec(), events, is_late, is_queued: false }
}

fn weighted(terms: &Terms) -> Vec<(VarId, i64)> {
    terms.as_slice().iter().map(|term| (term.variable, term.weight)).collect()
}

fn linear(terms: Vec<(VarId, i64)>, within: Ranges) -> Propagator {
    let scope: Vec<VarId> = terms.iter().map(|term| term.0).collect();
    propagator(Rule::Linear(Linear { terms, within }), &scope, BOUNDED, false)
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
