//! Comparison with brute force: solutions satisfy all rows, bounds are valid, and a complete search finds the optimum.

use super::*;
use crate::csp::{
    AllDifferent, AllEqual, Bin, BinPacking, Cardinality, Circuit, Comparison, Condition,
    Constraint, Count, Element, Extreme, Extremum, Increasing, Index, Linear, Objective,
    Occurrence, Operand, Operation, Operator, Ranges, Sense, Table, Terms,
};
use crate::program::{Part, Row, Sum};
use crate::random::Random;
use cnfetti_encodings::Relation;
use itertools::Itertools;

/// The number of kinds of constraints.
const SORTS: usize = 35;

/// A random problem with constraints of one kind, a weighted sum with small or huge weights, and an objective.
fn problem(seed: u64) -> Csp {
    let random = &mut Random::new(seed);
    let mut csp = Csp::new();
    let is_small = seed as usize % SORTS < 10 || matches!(seed as usize % SORTS, 30 | 33..);
    let ids: Vec<VarId> = (0..4)
        .map(|at| {
            let first = random.below(3) as Value - 1;
            let size = if is_small && at < 3 { 2 } else { 1 + random.below(4) as Value };
            let first = if is_small && at < 3 { 0 } else { first };
            let holes = random.below(4) == 0;
            if matches!(seed as usize % SORTS, 21 | 22) {
                // Places of a circuit.
                return csp.variable(format!("x{at}"), random.below(2) as Value..4);
            }
            let domain = (first..first + size).map(|value| if holes { 2 * value } else { value });
            csp.variable(format!("x{at}"), domain)
        })
        .collect();
    for _ in 0..1 + random.below(2) {
        let constraint = constraint(seed as usize % SORTS, &ids, random);
        csp.try_post(constraint, "of chance").expect("it is well-formed");
    }
    let scale = [1, 1, 1, 1_000, 1 << 40, (1 << 54) + 1][random.below(6)];
    let mut terms = || {
        let weight =
            |random: &mut Random| (random.below(9) as i64 - 4) * scale + random.below(2) as i64;
        Terms::new(ids.iter().map(|&id| (id, weight(random))).collect::<Vec<_>>())
    };
    let (sum, terms) = (terms(), terms());
    let first = (random.below(9) as i64 - 4) * scale;
    let within = match random.below(4) {
        0 => Ranges::at_most(first),
        1 => Ranges::at_least(first),
        2 => Ranges::between(first, first + scale),
        _ => Ranges::between(first, first + 1).complement(),
    };
    csp.post(Linear { terms: sum, within }.into(), "of chance");
    let sense = if random.below(2) == 0 { Sense::Minimize } else { Sense::Maximize };
    csp.optimize(Objective { terms, sense }).expect("it fits");
    csp
}

/// A random constraint of this kind on four variables, the last of which can be a result.
fn constraint(sort: usize, ids: &[VarId], random: &mut Random) -> Constraint {
    let operators = [
        Operator::And,
        Operator::Or,
        Operator::Imp,
        Operator::Not,
        Operator::Le,
        Operator::Lt,
        Operator::If,
        Operator::In(Ranges::of([0, 2])),
        Operator::Eq,
        Operator::Ne,
        Operator::Max,
        Operator::Min,
        Operator::Mul,
        Operator::Abs,
        Operator::Dist,
        Operator::Add,
        Operator::Sub,
        Operator::Neg,
    ];
    let few = random.below(3) as Value;
    let (scope, result) = (ids[..3].to_vec(), ids[3]);
    let condition = match random.below(3) {
        0 => Condition::Within(Ranges::between(0, few.into())),
        _ => Condition::Compare(Comparison::ALL[random.below(6)], result),
    };
    match sort {
        18 => Linear::sum(scope, Ranges::related(relation(random), few.into())).into(),
        19 | 20 => {
            AllDifferent { scope, except: if sort == 19 { Vec::new() } else { vec![few] } }.into()
        }
        21 | 22 => {
            let size = (sort == 22).then(|| Condition::Within(Ranges::at_least(few.into())));
            Circuit { scope: ids.to_vec(), first: 0, size }.into()
        }
        23 | 24 => {
            let entry = |random: &mut Random| match sort {
                23 => Operand::Constant(random.below(5) as Value - 2),
                _ => Operand::Variable(ids[random.below(2)]),
            };
            let list: Vec<Operand> = (0..3).map(|_| entry(random)).collect();
            let indices = vec![Index { variable: ids[2], first: few - 1, size: 3 }];
            let condition = if sort == 24 { Condition::is(result) } else { condition };
            Element { list, indices, condition }.into()
        }
        25 | 26 => {
            let extreme = if sort == 25 { Extreme::Maximum } else { Extreme::Minimum };
            Extremum { scope, extreme, condition }.into()
        }
        27 => Count { scope, values: vec![few, few + 1], condition }.into(),
        28 => {
            let bound =
                Occurrence { value: few, relation: relation(random), count: random.below(3) };
            Cardinality { scope, occurrences: vec![bound] }.into()
        }
        29 => {
            let bin = |value| Bin { value, load: condition.clone() };
            let sizes = scope.iter().map(|_| random.below(3) as i64).collect();
            BinPacking { scope, sizes, bins: [-1, 0, 1, 2].map(bin).into() }.into()
        }
        30 => {
            let mut cell = |_: &VarId| (random.below(3) > 0).then(|| random.below(2) as Value);
            let rows = (0..2).map(|_| scope.iter().map(&mut cell).collect()).collect();
            Table { scope, rows, is_positive: false }.into()
        }
        31 => AllEqual { scope: ids[..2 + random.below(3)].to_vec() }.into(),
        32 => Increasing { scope: ids[..2 + random.below(2)].to_vec() }.into(),
        33 | 34 => {
            let operator = if sort == 33 { Operator::Iff } else { Operator::Xor };
            let arguments = vec![Operand::Variable(ids[0]), Operand::Variable(ids[1])];
            Operation { operator, arguments, result: ids[2] }.into()
        }
        _ => {
            let operator = operators[sort].clone();
            let number = operator.arity().0.max(usize::from(operator.arity().1 > 3) * 3);
            let argument = |at: usize| match random.below(8) {
                0 => Operand::Constant(few),
                _ => Operand::Variable(ids[at]),
            };
            let mut arguments: Vec<Operand> = (0..number).map(argument).collect();
            if matches!(operator, Operator::Eq | Operator::Ne) {
                arguments[1] = few.into();
            }
            // The third variable is often a Boolean.
            let is_early = operator.is_statement() && number < 3;
            Operation { operator, arguments, result: if is_early { ids[2] } else { result } }.into()
        }
    }
}

fn rows(csp: &Csp) -> Rows<'_> {
    let objective = csp.objective().expect("there is one");
    Rows::new(csp, objective, usize::MAX, &Budget::default()).expect("it is small")
}

fn relation(random: &mut Random) -> Relation {
    [Relation::AtMost, Relation::AtLeast, Relation::Exactly][random.below(3)]
}

/// All solutions, each with its cost.
fn solutions(csp: &Csp) -> Vec<(Vec<Value>, i64)> {
    let mut all = vec![Vec::new()];
    for variable in csp.variables() {
        let longer = |values: Vec<Value>| {
            variable.domain().iter().map(move |&value| [&values[..], &[value]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.retain(|values| csp.is_solution(values));
    let objective = csp.objective().expect("there is one");
    let cost = |values: &Vec<Value>| objective.value(values) * objective.sense.sign();
    all.into_iter().map(|values| (values.clone(), cost(&values))).collect()
}

/// Every solution satisfies all rows, and the program has its cost.
#[test]
fn rows_keep_every_solution() {
    let (mut kept, mut lost) = ([0; SORTS], [0; SORTS]);
    for seed in 0..10_500 {
        let csp = problem(seed);
        let rows = rows(&csp);
        let all = solutions(&csp);
        for (values, cost) in &all {
            let point = rows.point(values);
            assert!(
                rows.program.rows.iter().all(|row| holds(row, &point)),
                "{seed}: {values:?} {csp:#?}"
            );
            let costs = rows.program.costs.iter().zip(&point).map(|(cost, x)| cost * x);
            assert_eq!(rows.program.constant + costs.sum::<i64>(), *cost, "{seed}");
        }
        kept[seed as usize % SORTS] += all.len();
        // The rows also exclude something.
        let free = Csp { constraints: Vec::new(), ..csp.clone() };
        let is_lost = |values: &Vec<Value>| {
            let point = rows.point(values);
            !rows.program.rows.iter().all(|row| holds(row, &point))
        };
        let others = solutions(&free);
        lost[seed as usize % SORTS] += others.iter().filter(|(values, _)| is_lost(values)).count();
    }
    assert!(kept.iter().all(|&number| number > 300), "{kept:?}");
    assert!(lost.iter().all(|&number| number > 2_000), "{lost:?}");
}

fn holds(row: &Row, point: &[i64]) -> bool {
    let sum: i128 = row
        .terms
        .iter()
        .map(|&(column, weight)| i128::from(weight) * i128::from(point[column]))
        .sum();
    i128::from(row.low) <= sum && sum <= i128::from(row.high)
}

/// The lower bound is valid after each step, and a complete search finds the optimum unless it gave up a branch.
#[test]
fn a_search_finds_the_best() {
    let (mut closed, mut above) = ([0; SORTS], [0; SORTS]);
    let (mut narrowed, mut none, mut unclear) = (0, 0, 0);
    for seed in 0..10_500 {
        let (csp, budget) = (problem(seed), Budget::default());
        let all = solutions(&csp);
        let best = all.iter().map(|(_, cost)| *cost).min();
        let Some(mut search) = Relaxation::new(&csp, &budget) else {
            narrowed += usize::from(best.is_none());
            continue;
        };
        if seed % 3 == 0
            && let Some((_, cost)) = all.first()
        {
            // A solution from elsewhere.
            search.improve_on(*cost);
        }
        let mut known = search.best;
        for turn in 0.. {
            assert!(turn < 10_000, "{seed}: it has no end");
            match search.work(1, &budget) {
                Progress::Found(solution) => {
                    let cost = all.iter().find(|(values, _)| *values == solution).map(|one| one.1);
                    let cost = cost.unwrap_or_else(|| panic!("{seed}: {solution:?} is none"));
                    assert!(known.is_none_or(|known| cost < known), "{seed}");
                    known = Some(cost);
                }
                Progress::Later => {}
                Progress::Done => break,
            }
            assert!(best.is_none_or(|best| search.floor() <= best), "{seed}: {csp:#?}");
            if turn == 0 && search.floor() > ends(&csp) {
                above[seed as usize % SORTS] += 1;
            }
        }
        assert!(search.is_done());
        assert!(best.is_none_or(|best| search.floor() <= best), "{seed}: {csp:#?}");
        match search.unclear {
            Some(_) => unclear += 1,
            None => {
                assert_eq!(known, best, "{seed}: {csp:#?}");
                none += usize::from(best.is_none());
                closed[seed as usize % SORTS] += usize::from(best.is_some());
            }
        }
    }
    assert!(closed.iter().all(|&number| number > 20), "{closed:?}");
    assert!(above.iter().all(|&number| number > 10), "{above:?}");
    assert!(narrowed + none > 600 && none > 150, "{narrowed} {none}");
    assert!(unclear > 20 && unclear < 900, "{unclear}");
}

/// The bound from the domains alone.
fn ends(csp: &Csp) -> i64 {
    let objective = csp.objective().expect("there is one");
    let (least, most) = objective.terms.range(csp);
    if objective.sense == Sense::Minimize { least as i64 } else { -most as i64 }
}

/// Random multipliers prove valid bounds only.
#[test]
fn any_multipliers_prove_what_holds() {
    let (mut tight, mut cut, mut contradictions) = (0, 0, 0);
    for seed in 0..6_000 {
        let csp = problem(seed);
        let rows = rows(&csp);
        let all = solutions(&csp);
        let best = all.iter().map(|(_, cost)| *cost).min();
        let random = &mut Random::new(seed);
        let scale = [1e-12, 1e-3, 1.0, 1e9, f64::INFINITY, f64::NAN][random.below(6)];
        let multiplier = |_: &Row| (random.below(2_001) as f64 - 1_000.0) / 500.0 * scale;
        let multipliers: Vec<f64> = rows.program.rows.iter().map(multiplier).collect();
        let multipliers = rounded(&rows.program, &multipliers);
        if let Some(proof) = proof(&rows.program, &rows.within, &multipliers, true) {
            assert!(best.is_none_or(|best| proof.bound() <= best), "{seed}");
            tight += usize::from(best.is_some_and(|best| proof.bound() > best - 3));
            let most = best.unwrap_or(0) + random.below(3) as i64;
            let mut within = rows.within.clone();
            let fixed = proof.fix(&mut within, most);
            for (values, cost) in all.iter().filter(|(_, cost)| *cost <= most) {
                let point = rows.point(values);
                let is_inside = |column: usize| {
                    within.lows[column] <= point[column] && point[column] <= within.highs[column]
                };
                assert!(fixed != Fixed::Empty, "{seed}: {cost}");
                assert!((0..point.len()).all(is_inside), "{seed}: {values:?}");
            }
            cut += usize::from(fixed == Fixed::Some);
        }
        let contradiction = proof(&rows.program, &rows.within, &multipliers, false);
        if contradiction.is_some_and(|proof| proof.is_contradiction()) {
            assert!(all.is_empty(), "{seed}");
            contradictions += 1;
        }
    }
    assert!(tight > 100 && cut > 100 && contradictions > 20, "{tight} {cut} {contradictions}");
}

/// Smaller weights of Boolean columns keep the integer points of a row, and cut off others.
#[test]
fn tightened_rows_have_the_same_points() {
    let (mut tightened, mut cut) = (0, 0);
    for seed in 0..3_000 {
        let random = &mut Random::new(seed);
        let highs = [1, 1, random.below(4) as i64, 1 + random.below(3) as i64];
        let within = Box { lows: vec![0; 4], highs: highs.to_vec() };
        let mut sum = Sum::default();
        sum.add(Part::constant(random.below(5) as i64 - 2), 1);
        for column in 0..4 {
            sum.add(Part::column(column), random.below(17) as i64 - 8);
        }
        let high = random.below(24) as i64 - 8;
        let row = |sum: Sum, high: i64| {
            let mut program = Program::default();
            program.state(sum, i64::MIN, high);
            program.rows
        };
        let before = row(sum.clone(), high);
        let new = sum.tightened(high, &within);
        let after = row(sum, new);
        tightened += usize::from(before != after);
        let points = (0..4).map(|column| 0..=highs[column]).multi_cartesian_product();
        for point in points {
            let keeps = |rows: &[Row]| rows.iter().all(|row| holds(row, &point));
            assert_eq!(keeps(&before), keeps(&after), "seed {seed}, {point:?}");
        }
        // Points between the integers, in halves.
        let halves = (0..4).map(|column| 0..=2 * highs[column]).multi_cartesian_product();
        for point in halves {
            let keeps = |rows: &[Row]| {
                rows.iter().all(|row| {
                    let sum: i64 = row.terms.iter().map(|&(at, weight)| weight * point[at]).sum();
                    sum <= 2 * row.high
                })
            };
            assert!(keeps(&before) || !keeps(&after), "seed {seed}, {point:?}");
            cut += usize::from(keeps(&before) && !keeps(&after));
        }
    }
    assert!(tightened > 400 && cut > 1_000, "{tightened} {cut}");
}
