//! Tasks that share a resource.

use cnfetti_encodings::linear::Term;
use cnfetti_encodings::{Bit, Cnf, Lit, Relation, linear};
use itertools::Itertools;

use super::conditions::Thresholds;
use super::{add_bits, any_of};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Cumulative, Operand, Task};

/// For each time at which a task can begin, and each task, whether it runs then; the heights of those
/// sum up to the limit at most. (The time decomposition of Schutt, Feydy, Stuckey and Wallace, Why
/// Cumulative Decomposition Is Not as Bad as It Sounds, CP 2009, at the times that matter.)
pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Cumulative, choices: &Choices) {
    let operands = constraint.tasks.iter().flat_map(|task| [task.length, task.height]);
    for operand in operands.chain([constraint.limit]) {
        for (_, lit) in values(map, operand).into_iter().filter(|(value, _)| *value < 0) {
            cnf.add_clause(lit.map(|lit| !lit));
        }
    }
    let starts = constraint.tasks.iter().flat_map(|task| map.values(task.origin));
    let times: Vec<i64> =
        starts.map(|(value, _)| i64::from(value)).sorted_unstable().dedup().collect();
    let lengths: Vec<Option<Thresholds>> = constraint
        .tasks
        .iter()
        .map(|task| task.length.variable().map(|length| Thresholds::new(cnf, map, length)))
        .collect();
    let limits = values(map, constraint.limit);
    let smallest = limits.iter().map(|&(limit, _)| limit).min().unwrap_or(0);
    for time in times {
        // Each time is asked about every start of every task.
        if cnf.gives_up() {
            return;
        }
        let able =
            constraint.tasks.iter().zip(&lengths).filter(|(task, _)| can_run(map, task, time));
        let able = able.collect_vec();
        let highest = able.iter().map(|(task, _)| {
            values(map, task.height).into_iter().map(|(height, _)| height).max().unwrap_or(0)
        });
        if highest.sum::<i64>() <= smallest {
            continue;
        }
        let (mut terms, mut bound) = (Vec::new(), 0);
        for (task, lengths) in able {
            match (runs(cnf, map, task, lengths.as_ref(), time), task.height) {
                (Bit::True, Operand::Constant(height)) => bound -= i64::from(height),
                (runs, _) => terms.push(used(cnf, map, task, runs)),
            }
        }
        match constraint.limit {
            Operand::Constant(limit) => bound += i64::from(limit),
            Operand::Variable(_) => terms
                .push(Term::one_of(limits.iter().filter_map(|&(limit, lit)| Some((lit?, -limit))))),
        }
        linear::encode(cnf, &terms, Relation::AtMost, bound, choices.linear, choices.form);
    }
}

/// What the operand can be, with the literals that say so; a number has none.
fn values(map: &Map, operand: Operand) -> Vec<(i64, Option<Lit>)> {
    match operand {
        Operand::Constant(value) => vec![(value.into(), None)],
        Operand::Variable(variable) => {
            map.values(variable).map(|(value, lit)| (value.into(), Some(lit))).collect()
        }
    }
}

fn can_run(map: &Map, task: &Task, time: i64) -> bool {
    let longest = values(map, task.length).into_iter().map(|(length, _)| length).max();
    let longest = longest.unwrap_or(0);
    map.values(task.origin).any(|(begin, _)| (0..longest).contains(&(time - i64::from(begin))))
}

/// Whether the task runs at this time.
fn runs(cnf: &mut Cnf, map: &Map, task: &Task, lengths: Option<&Thresholds>, time: i64) -> Bit {
    let since = map.values(task.origin).map(|(begin, lit)| (time - i64::from(begin), lit));
    let since = since.collect_vec();
    let Some(lengths) = lengths else {
        let length = task.length.constant().unwrap_or(0).into();
        let running = since.iter().filter(|(since, _)| (0..length).contains(since));
        let running: Vec<Lit> = running.map(|&(_, lit)| lit).collect();
        return match running.len() == since.len() {
            true => Bit::True,
            false => Bit::Lit(any_of(cnf, &running)),
        };
    };
    let lit = cnf.new_lit();
    means_runs(cnf, map, lit, task, time);
    let runs = Bit::Lit(lit);
    for (since, lit) in since {
        let still = if since < 0 { Bit::False } else { lengths.at_least(since + 1) };
        add_bits(cnf, &[Bit::Lit(!lit), !still, runs]);
        add_bits(cnf, &[Bit::Lit(!lit), still, !runs]);
    }
    runs
}

/// The literal says that the task has begun and ends later: origin and length are together more than the time,
/// where an origin that is later counts so little that it never is.
fn means_runs(cnf: &mut Cnf, map: &Map, runs: Lit, task: &Task, time: i64) {
    let lengths = values(map, task.length);
    let longest = lengths.iter().map(|&(length, _)| length).max().unwrap_or(0);
    let lengths = lengths.into_iter().filter_map(|(length, lit)| Some((length, lit?)));
    let origins = map.values(task.origin).map(|(value, lit)| match i64::from(value) {
        origin if origin > time => (time - longest, lit),
        origin => (origin, lit),
    });
    cnf.define_at_least(runs, &origins.chain(lengths).collect_vec(), time + 1);
}

/// What the task uses, given whether it runs; unless it always runs and always uses the same.
fn used(cnf: &mut Cnf, map: &Map, task: &Task, runs: Bit) -> Term {
    let height = i64::from(task.height.constant().unwrap_or(0));
    let heights = values(map, task.height).into_iter();
    let heights = heights.filter_map(|(height, lit)| Some((lit?, height)));
    match (task.height, runs.lit()) {
        (Operand::Constant(_), Some(runs)) => Term::boolean(runs, height),
        (Operand::Variable(_), Some(runs)) => {
            let uses = heights.map(|(lit, height)| (!any_of(cnf, &[!runs, !lit]), height));
            Term::one_of(uses.chain([(!runs, 0)]).collect_vec())
        }
        (_, None) => Term::one_of(heights),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::compile::compile;
    use cnfetti_core::csp::Csp;

    /// Many tasks that never exceed the limit: there is no clause, and much to look at.
    #[test]
    fn each_time_asks_whether_to_go_on() {
        let mut csp = Csp::new();
        let tasks = (0..20).map(|at| {
            let origin = csp.variable(format!("x{at}"), 0..50);
            Task { origin, length: Operand::Constant(3), height: Operand::Constant(1) }
        });
        let constraint = Cumulative { tasks: tasks.collect(), limit: Operand::Constant(20) };
        csp.post(constraint.clone().into(), "they share");
        let choices = Choices::default();
        let map = compile(&csp, &choices).unwrap().map;
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        let stop: cnfetti_encodings::Stop =
            Arc::new(move || counter.fetch_add(1, Ordering::Relaxed) == 9);
        let mut cnf = Cnf::new();
        cnf.within(&stop, |cnf| encode(cnf, &map, &constraint, &choices));
        assert_eq!(asked.load(Ordering::Relaxed), 10);
    }
}
