//! Comparison with brute force: what is left of a program has the same best cost, and each solution is one.

use super::copies::Copies;
use super::demands::Demands;
use super::*;
use crate::csp::{Linear, Objective, Operation, Operator, Ranges, Sense, Table, Terms};
use crate::program::{Box, Program, Row};

const COLUMNS: usize = 5;

/// A random program of five columns. Some rows say that a column repeats another one, or that it pays for a clause.
fn program(random: &mut Random) -> (Program, Box) {
    let lows: Vec<i64> = (0..COLUMNS).map(|_| random.below(3) as i64 - 1).collect();
    let highs: Vec<i64> = lows.iter().map(|low| low + 1 + random.below(2) as i64).collect();
    let mut rows = Vec::new();
    let row = |terms: &[(usize, i64)], low, high| Row {
        constraint: None,
        terms: terms.iter().copied().filter(|term| term.1 != 0).collect(),
        low,
        high,
    };
    for _ in 0..random.below(3) {
        let weights: Vec<(usize, i64)> =
            (0..3).map(|at| (at, random.below(5) as i64 - 2)).collect();
        let low = random.below(5) as i64 - 3;
        rows.push(match random.below(3) {
            0 => row(&weights, low, i64::MAX),
            1 => row(&weights, i64::MIN, low + 2),
            _ => row(&weights, low, low + 1 + random.below(2) as i64),
        });
    }
    if random.below(2) == 0 {
        let (one, other) = (random.below(2), 2 + random.below(2));
        let sign = if random.below(2) == 0 { 2 } else { -2 };
        let end = 2 * (random.below(4) as i64 - 1);
        rows.push(row(&[(one, 2), (other, sign)], end, end));
    }
    if random.below(2) == 0 {
        let (one, other) = (random.below(2), 2 + random.below(2));
        let weight = [-2, -1, 1, 2][random.below(4)];
        let low = random.below(3) as i64;
        rows.push(match random.below(2) {
            0 => row(&[(one, 1), (other, -1), (4, weight)], low, i64::MAX),
            _ => row(&[(one, 1), (other, 1), (4, weight)], i64::MIN, low - 1),
        });
        if random.below(4) > 0 {
            rows.push(row(&[(one, 1), (4, weight.signum())], i64::MIN, 1));
        }
    }
    rows.retain(|row| !row.terms.is_empty());
    let costs = (0..COLUMNS).map(|_| random.below(7) as i64 - 3).collect();
    (Program { rows, costs, constant: 5, from: None }, Box { lows, highs })
}

/// All points of a box.
fn points(within: &Box) -> Vec<Vec<i64>> {
    within.lows.iter().zip(&within.highs).fold(vec![Vec::new()], |all, (&low, &high)| {
        let longer = |point: Vec<i64>| (low..=high).map(move |x| [&point[..], &[x]].concat());
        all.into_iter().flat_map(longer).collect()
    })
}

fn sum(terms: &[(usize, i64)], point: &[i64]) -> i64 {
    terms.iter().map(|&(column, weight)| weight * point[column]).sum()
}

fn holds(program: &Program, point: &[i64]) -> bool {
    program.rows.iter().all(|row| {
        let sum = sum(&row.terms, point);
        row.low <= sum && sum <= row.high
    })
}

/// The cheapest points of the demands, with the columns that are left out computed, are those of the program.
#[test]
fn demands_have_the_best_cost_of_the_program() {
    let (mut copied, mut paid, mut dropped, mut none, mut closed) = (0, 0, 0, 0, 0);
    for seed in 0..30_000 {
        let (program, within) = program(&mut Random::new(seed));
        let cost = |point: &[i64]| -> i64 {
            let costs = program.costs.iter().zip(point).map(|(cost, x)| cost * x);
            program.constant + costs.sum::<i64>()
        };
        let best = points(&within).iter().filter(|p| holds(&program, p)).map(|p| cost(p)).min();
        let (mut left, mut left_within) = (program.clone(), within.clone());
        let copies = Copies::removed(&mut left, &mut left_within);
        let demands = Demands::new(&left, &left_within);
        let is_copied = left.rows.len() < program.rows.len();
        copied += usize::from(is_copied);
        paid += usize::from(!demands.payments.is_empty());
        let hard = demands.all.iter().filter(|demand| demand.cost.is_none()).count();
        let is_dropped = hard + demands.payments.len() < left.rows.len();
        dropped += usize::from(is_dropped);
        let mut found: Option<i64> = None;
        for mut point in points(&left_within) {
            let units: Vec<i64> =
                demands.all.iter().map(|demand| demand.units(sum(&demand.terms, &point))).collect();
            let is_hard = |at: usize| demands.all[at].cost.is_none() && units[at] > 0;
            if (0..units.len()).any(is_hard) {
                continue;
            }
            let costs = demands
                .all
                .iter()
                .zip(&units)
                .map(|(demand, units)| demand.cost.unwrap_or(0) * units);
            let total = demands.least + costs.sum::<i64>();
            demands.pay(&mut point, |at| units[at]);
            copies.complete(&mut point);
            assert!(holds(&program, &point), "{seed}: {program:?} {point:?}");
            assert_eq!(cost(&point), total, "{seed}: {program:?} {point:?}");
            found = Some(found.map_or(total, |found| found.min(total)));
        }
        assert_eq!(found, best, "{seed}: {program:?} {within:?}");
        none += usize::from(best.is_none());
        closed += usize::from(best.is_some());
    }
    let seen = [copied, paid, dropped, none, closed];
    assert!(seen.iter().all(|&number| number > 500), "{seen:?}");
}

/// A problem with clauses, a weighted sum, and an objective of literals and conjunctions.
fn problem(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let ids: Vec<VarId> = (0..6).map(|at| csp.variable(format!("x{at}"), 0..=1)).collect();
    let wide = csp.variable("y", -2..=3);
    for _ in 0..random.below(5) {
        let scope = vec![ids[random.below(3)], ids[3 + random.below(3)]];
        let row = scope.iter().map(|_| Some(random.below(2) as Value)).collect();
        csp.post(Table { scope, rows: vec![row], is_positive: false }.into(), "of chance");
    }
    let weight = |random: &mut Random| random.below(7) as i64 - 3;
    let terms = ids.iter().chain([&wide]).map(|&id| (id, weight(random)));
    let terms = Terms::new(terms.collect::<Vec<_>>());
    let within = Ranges::at_least(random.below(12) as i64 - 2);
    csp.post(Linear { terms, within }.into(), "of chance");
    let mut costs: Vec<(VarId, i64)> = vec![(wide, weight(random))];
    for at in 0..4 {
        let both = vec![ids[at].into(), ids[at + 1 + random.below(2)].into()];
        let operator = if random.below(2) == 0 { Operator::And } else { Operator::Or };
        let result = csp.variable(format!("b{at}"), 0..=1);
        csp.post(Operation { operator, arguments: both, result }.into(), "of chance");
        costs.push((result, weight(random)));
    }
    let sense = if random.below(2) == 0 { Sense::Minimize } else { Sense::Maximize };
    csp.optimize(Objective { terms: Terms::new(costs), sense }).expect("it fits");
    csp
}

/// The best cost by brute force.
fn best(csp: &Csp) -> Option<i64> {
    let objective = csp.objective().expect("there is one");
    let mut best: Option<i64> = None;
    let mut point: Vec<usize> = vec![0; csp.variables().len()];
    loop {
        let solution: Vec<Value> =
            point.iter().zip(csp.variables()).map(|(&at, own)| own.domain()[at]).collect();
        if csp.is_solution(&solution) {
            let cost = objective.value(&solution) * objective.sense.sign();
            best = Some(best.map_or(cost, |best| best.min(cost)));
        }
        let is_last = |&at: &usize| point[at] + 1 == csp.variables()[at].domain().len();
        let Some(at) = (0..point.len()).find(|at| !is_last(at)) else { return best };
        point[..at].fill(0);
        point[at] += 1;
    }
}

/// Solutions get better and better, and the last one is the best.
#[test]
fn small_problems_are_solved() {
    let (mut solved, mut none, mut improved) = (0, 0, 0);
    for seed in 0..400 {
        let csp = problem(&mut Random::new(seed));
        let objective = csp.objective().expect("there is one");
        let (budget, best) = (Budget::default(), best(&csp));
        let Some(mut local) = Local::new(&csp, None, &budget) else {
            assert_eq!(best, None, "{seed}");
            none += 1;
            continue;
        };
        let mut known: Option<i64> = None;
        while let Progress::Found(solution) = local.work(2_000_000, &budget) {
            assert!(csp.is_solution(&solution), "{seed}");
            let cost = objective.value(&solution) * objective.sense.sign();
            assert!(known.is_none_or(|known| cost < known), "{seed}");
            improved += usize::from(known.is_some());
            local.improve_on(cost);
            known = Some(cost);
        }
        assert_eq!(known, best, "{seed}: {csp:#?}");
        solved += usize::from(known.is_some());
        none += usize::from(known.is_none());
    }
    assert!(solved > 250 && none > 5 && improved > 100, "{solved} {none} {improved}");
}
