//! Depth-first search that propagates the constraints after each decision, without a formula.
//!
//! It decides the variable with the fewest values for its weight, which grows whenever a constraint with it fails
//! (Boussemart, Hemery, Lecoutre and Sais, Boosting Systematic Search by Weighting Constraints, 2004), but first the
//! one whose decision failed last (Lecoutre, Sais, Tabary and Vidal, Reasoning from Last Conflict(s) in Constraint
//! Programming, 2009). It restarts after ever more failures, keeps what it refuted, and decides for the values of the best
//! solution so far.
//!
//! Nothing is written down. That there is no solution is therefore somebody's word until it is confirmed.

use crate::csp::{Csp, Value, VarId};
use crate::domains::Effort;
use crate::limit::Budget;
use crate::propagation::{Decision, Engine};
use crate::random::Random;
use crate::relaxation::Progress;

/// Problems with more values or more variables in their constraints are not searched.
const MAX_VALUES: usize = 1_000_000_000;
const MAX_MENTIONS: usize = 5_000_000;

/// The failures before the first restart, and by how much their number grows, in percent.
const FIRST_FAILURES: u64 = 20;
const GROWTH: u64 = 110;

/// The steps of one unit of work.
const STEPS_OF_WORK: u64 = 4;

/// A search that can be interrupted and resumed. A cost is a value of the objective, negated when maximizing.
pub struct Backtrack<'a> {
    csp: &'a Csp,
    engine: Engine,
    /// The number of the propagator of the cost, and what a solution must cost less than.
    cost: Option<usize>,
    below: i64,
    /// The decisions that were not refuted yet.
    decisions: Vec<Decision>,
    /// Those that were refuted, and how many of the decisions that were not came before each.
    refuted: Vec<(usize, Decision)>,
    /// The variables, those that may be open in front, as many as the cell says.
    open: Vec<VarId>,
    cell: usize,
    weights: Vec<f64>,
    /// Variables that others determine, so they are decided last.
    is_determined: Vec<bool>,
    /// The variable whose decision failed last.
    last: Option<VarId>,
    /// The values of the best solution.
    preferred: Vec<Option<i64>>,
    way: Way,
    restarts: u64,
    failures: u64,
    until_restart: u64,
    /// Whether the root must be propagated before the search goes on.
    is_new: bool,
    is_done: bool,
    random: Random,
}

/// How a run between two restarts decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The fewest values for the weight; the smallest value.
    Weighted,
    /// The same, with variables last that others determine.
    Deciding,
    /// The same; any value.
    Random,
    /// The smallest value of all first, with variables last that others determine.
    Earliest,
}

impl<'a> Backtrack<'a> {
    /// Prepares a search. `None` if the problem is too large or a domain is empty.
    pub fn new(csp: &'a Csp, budget: &Budget) -> Option<Backtrack<'a>> {
        let values = csp.num_values();
        let scopes = csp.constraints().iter().map(|posted| posted.constraint.rule().scope().len());
        let mentions: usize = scopes.sum();
        if values > MAX_VALUES || mentions > MAX_MENTIONS {
            return None;
        }
        if csp.variables().iter().any(|one| one.domain().is_empty()) {
            return None;
        }
        budget.spend(values as u64 / 64 + 4 * mentions as u64);
        let mut engine = Engine::new(csp, Effort::Search, |_| true);
        let cost = csp
            .objective()
            .map(|objective| engine.post_cost(&objective.terms, objective.sense.sign()));
        let mut weights = vec![1.0; csp.variables().len()];
        for propagator in &engine.propagators {
            propagator.scope.iter().for_each(|variable| weights[variable.index()] += 1.0);
        }
        let cell = engine.domains.new_cell(weights.len());
        let mut is_determined = vec![true; weights.len()];
        csp.deciding().iter().for_each(|variable| is_determined[variable.index()] = false);
        Some(Backtrack {
            csp,
            engine,
            cost,
            below: i64::MAX,
            decisions: Vec::new(),
            refuted: Vec::new(),
            open: csp.ids().collect(),
            cell,
            preferred: vec![None; weights.len()],
            weights,
            is_determined,
            last: None,
            way: WAYS[0],
            restarts: 0,
            failures: 0,
            until_restart: FIRST_FAILURES,
            is_new: true,
            is_done: false,
            random: Random::new(1),
        })
    }

    /// Restricts the search to solutions that cost less. Returns whether it was not before.
    pub fn improve_on(&mut self, cost: i64) -> bool {
        let Some(number) = self.cost.filter(|_| cost < self.below) else { return false };
        self.below = cost;
        self.restart();
        self.engine.demand(number, cost - 1);
        true
    }

    /// Decides for the values of this solution from now on.
    pub fn prefer(&mut self, solution: &[Value]) {
        self.preferred = solution.iter().map(|&value| Some(value.into())).collect();
    }

    /// Searches until it finds a solution, there is none, or the steps are used up. With an objective, each solution
    /// is better than the one before, whose values it prefers.
    pub fn work(&mut self, steps: u64, budget: &Budget) -> Progress {
        let (mut left, mut reported) = (steps, self.engine.domains.work);
        loop {
            if self.is_done {
                return Progress::Done;
            }
            if reported == self.engine.domains.work && budget.is_spent() {
                return Progress::Later;
            }
            let found = self.step();
            let made = STEPS_OF_WORK * (self.engine.domains.work - reported);
            if made >= REPORTED || found.is_some() {
                reported = self.engine.domains.work;
                budget.spend(made);
                left = left.saturating_sub(made);
                if let Some(solution) = found {
                    if let Some(objective) = self.csp.objective() {
                        self.prefer(&solution);
                        self.improve_on(objective.value(&solution) * objective.sense.sign());
                    }
                    return Progress::Found(solution);
                }
                if left == 0 || budget.is_spent() {
                    return Progress::Later;
                }
            }
        }
    }

    /// Goes back to the root, with what was refuted on the way.
    fn restart(&mut self) {
        while self.engine.domains.depth() > 0 {
            self.engine.domains.pop();
        }
        for (before, refuted) in self.refuted.drain(..) {
            let decisions = self.decisions[..before].iter().copied().chain([refuted]).collect();
            if self.engine.nogoods.add(decisions, &mut self.engine.domains).is_err() {
                self.is_done = true;
            }
        }
        self.decisions.clear();
        self.last = None;
        self.is_new = true;
    }

    /// One decision, with what follows from it. Returns a solution if that is one.
    fn step(&mut self) -> Option<Vec<Value>> {
        if std::mem::take(&mut self.is_new) {
            if self.engine.propagate(self.csp).is_err() {
                self.is_done = true;
            }
            return None;
        }
        if self.failures >= self.until_restart {
            self.restarts += 1;
            self.failures = 0;
            self.until_restart = self.until_restart * GROWTH / 100 + 1;
            self.way = WAYS[self.restarts as usize % WAYS.len()];
            self.restart();
            return None;
        }
        let Some(variable) = self.next_variable() else {
            let domains = &self.engine.domains;
            let solution: Vec<Value> = self.csp.ids().map(|id| domains.low(id) as Value).collect();
            if self.csp.is_solution(&solution) {
                return Some(solution);
            }
            self.fail(None);
            return None;
        };
        let value = self.next_value(variable);
        self.engine.domains.push();
        self.decisions.push((variable, value));
        let step = self.engine.domains.assign(variable, value);
        debug_assert!(step.is_ok(), "the value is in the domain");
        if let Err(number) = self.engine.propagate(self.csp) {
            self.last = Some(variable);
            self.fail(number);
        }
        None
    }

    /// Takes the last decision back and refutes it, and those before it while that fails too.
    fn fail(&mut self, mut number: Option<usize>) {
        loop {
            self.failures += 1;
            if let Some(number) = number {
                self.blame(number);
            }
            let Some((variable, value)) = self.decisions.pop() else {
                self.is_done = true;
                return;
            };
            self.engine.domains.pop();
            let before = self.decisions.len();
            let is_later = |(at, _): &(usize, Decision)| *at > before;
            while self.refuted.pop_if(|refuted| is_later(refuted)).is_some() {}
            if before > 0 {
                self.refuted.push((before, (variable, value)));
            }
            if self.engine.domains.remove(variable, value).is_err() {
                // It was the only value that was left.
                number = None;
                self.engine.domains.forget_changes();
                continue;
            }
            match self.engine.propagate(self.csp) {
                Ok(()) => return,
                Err(failed) => number = failed,
            }
        }
    }

    /// The open variables of a propagator that failed become heavier, those of a nearly decided one more so.
    fn blame(&mut self, number: usize) {
        let scope = &self.engine.propagators[number].scope;
        let domains = &self.engine.domains;
        let open = scope.iter().filter(|variable| !domains.is_fixed(**variable)).count();
        for variable in scope.iter().filter(|variable| !domains.is_fixed(**variable)) {
            self.weights[variable.index()] += 1.0 / open as f64;
        }
    }

    /// The variable to decide; `None` if all have their values.
    fn next_variable(&mut self) -> Option<VarId> {
        let domains = &mut self.engine.domains;
        if let Some(last) = self.last.filter(|&last| !domains.is_fixed(last)) {
            return Some(last);
        }
        let mut length = domains.cell(self.cell);
        let mut at = 0;
        let mut best: Option<(bool, f64, VarId)> = None;
        domains.work += length as u64 / 2;
        while at < length {
            let variable = self.open[at];
            if domains.is_fixed(variable) {
                length -= 1;
                self.open.swap(at, length);
                continue;
            }
            let weight = self.weights[variable.index()];
            let ratio = domains.size(variable) as f64 / weight;
            let is_determined = self.is_determined[variable.index()];
            let key = match self.way {
                Way::Weighted | Way::Random => (false, ratio),
                Way::Deciding => (is_determined, ratio),
                Way::Earliest => (is_determined, domains.low(variable) as f64 - weight * 1e-6),
            };
            let key = (key.0, key.1, variable);
            if best.is_none_or(|best| key < best) {
                best = Some(key);
            }
            at += 1;
        }
        domains.set_cell(self.cell, length);
        best.map(|(_, _, variable)| variable)
    }

    fn next_value(&mut self, variable: VarId) -> i64 {
        let domains = &self.engine.domains;
        let preferred = self.preferred[variable.index()];
        if let Some(value) = preferred.filter(|&value| domains.has(variable, value)) {
            return value;
        }
        match self.way {
            Way::Random => {
                let place = self.random.below(domains.size(variable).min(1 << 20));
                domains.values(variable).nth(place).unwrap_or_else(|| domains.low(variable))
            }
            _ => domains.low(variable),
        }
    }
}

/// How the runs decide, one after the other.
const WAYS: [Way; 4] = [Way::Weighted, Way::Earliest, Way::Deciding, Way::Random];

/// Work is reported in pieces of so many steps.
const REPORTED: u64 = 20_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csp::{AllDifferent, Linear, Objective, Ranges, Sense, Table, Terms};
    use itertools::Itertools;

    /// Variables with few values, clauses on three of them each, some that differ, and a cost.
    fn problem(random: &mut Random) -> Csp {
        let mut csp = Csp::new();
        let ids: Vec<VarId> = (0..7).map(|at| csp.variable(format!("x{at}"), 0..=2)).collect();
        for _ in 0..25 + random.below(90) {
            let order = random.order(ids.len());
            let scope: Vec<VarId> = order[..3].iter().map(|&at| ids[at]).collect();
            let row = scope.iter().map(|_| Some(random.below(3) as Value)).collect();
            let table = Table { scope, rows: vec![row], is_positive: false };
            csp.post(table.into(), "not together");
        }
        if random.one_in(2) {
            let scope = ids[..2 + random.below(2)].to_vec();
            csp.post(AllDifferent { scope, except: Vec::new() }.into(), "they differ");
        }
        let terms = Terms::new(ids.iter().map(|&id| (id, random.below(9) as i64 - 4)));
        if random.one_in(2) {
            let sum = Terms::new(ids.iter().map(|&id| (id, 1 + random.below(3) as i64)));
            let within = Ranges::exactly(12);
            csp.post(Linear { terms: sum, within }.into(), "a sum");
        }
        csp.optimize(Objective { terms, sense: Sense::Minimize }).unwrap();
        csp
    }

    /// With a restart after nearly every failure, the best solution is found, and nothing is searched twice.
    #[test]
    fn what_is_refuted_before_a_restart_has_no_solution() {
        let (mut none, mut kept, mut failures) = (0, 0, 0);
        for seed in 0..1_000 {
            let csp = problem(&mut Random::new(seed));
            let objective = csp.objective().unwrap();
            let domains = csp.ids().map(|id| csp.domain(id).to_vec()).multi_cartesian_product();
            let solutions = domains.filter(|solution| csp.is_solution(solution));
            let best = solutions.map(|solution| objective.value(&solution)).min();
            let budget = Budget::default();
            let mut search = Backtrack::new(&csp, &budget).unwrap();
            let mut found = None;
            loop {
                // Never more than a few failures in a run.
                search.until_restart = search.until_restart.min(1 + seed % 3);
                if search.is_done {
                    break;
                }
                failures += u64::from(search.failures > 0);
                assert!(failures < 50_000, "seed {seed}: the search does not end");
                if let Some(solution) = search.step() {
                    let value = objective.value(&solution);
                    assert!(found.is_none_or(|found| value < found), "seed {seed}");
                    found = Some(value);
                    search.improve_on(value);
                }
            }
            assert_eq!(found, best, "seed {seed}: {csp:#?}");
            none += usize::from(best.is_none());
            kept += search.engine.nogoods.len();
        }
        assert!(none > 25 && kept > 2_000, "{none} {kept} {failures}");
    }
}
