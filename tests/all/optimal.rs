//! The best solution, and bounds on it, from the solver and the exact counter, compared with brute
//! force.

use cnfetti::compile::Choices;
use cnfetti::csp::{
    Bin, BinPacking, Comparison, Condition, Csp, Cumulative, DistinctCount, Extent, Extreme,
    Extremum, Linear, NoOverlap, Objective, Operand, Ranges, Sense, Task, Terms, Value, VarId,
};
use cnfetti::limit::Budget;
use cnfetti::presolve::bound::bound;
use cnfetti::search::ended::Ended;
use cnfetti::search::optimize::{News, Optimum, optimize, optimize_by_portfolio};
use cnfetti::search::unique::{Verdict, unique_by_portfolio};
use cnfetti::solver::{self, by_name};

use crate::objectives::{optimal, problem};
use crate::random_csp::{Random, brute_force, random_csp};
use crate::support::seeds;

/// The sorts of problems that [`known_sort`] has.
const SORTS: usize = 5;

/// A knapsack, jobs on a machine, tasks on a resource or items in bins: the problems that the bounds are made for.
fn known_sort(seed: u64) -> Csp {
    let random = &mut Random::new(seed);
    let mut csp = Csp::new();
    let mut number = |most: usize| random.below(most) as Value;
    let sense = if number(2) == 0 { Sense::Minimize } else { Sense::Maximize };
    let count = 3 + number(2);
    let ids: Vec<VarId> = (0..count)
        .map(|at| {
            let first = number(3) - 1;
            csp.variable(format!("x{at}"), first..=first + 2 + number(4))
        })
        .collect();
    let weights: Vec<i64> = ids.iter().map(|_| i64::from(number(9)) - 4).collect();
    let terms = Terms::new(ids.iter().copied().zip(weights));
    match seed % SORTS as u64 {
        0 => {
            let sum = Terms::new(ids.iter().map(|&id| (id, i64::from(number(7)) - 2)));
            let first = i64::from(number(8)) - 3;
            let within = match number(3) {
                0 => Ranges::at_most(first),
                1 => Ranges::exactly(first),
                _ => Ranges::between(first, first + 2).complement(),
            };
            csp.post(Linear { terms: sum, within }.into(), "of chance");
            csp.optimize(Objective { terms, sense }).unwrap();
            return csp;
        }
        1 => {
            let boxes = ids
                .iter()
                .map(|&origin| vec![Extent { origin, length: Operand::Constant(number(3)) }]);
            let boxes = boxes.collect();
            csp.post(NoOverlap { boxes, ignores_empty: number(2) == 0 }.into(), "of chance");
        }
        2 => {
            let tasks = ids.iter().map(|&origin| Task {
                origin,
                length: Operand::Constant(number(4)),
                height: Operand::Constant(number(3)),
            });
            let tasks = tasks.collect();
            let limit = Operand::Constant(1 + number(3));
            csp.post(Cumulative { tasks, limit }.into(), "of chance");
        }
        3 => {
            let sizes = ids.iter().map(|_| i64::from(number(5))).collect();
            let load = csp.variable("load", 0..=3 + number(9));
            let is_wanted = number(3) == 0;
            let compare = [Comparison::AtMost, Comparison::Less, Comparison::Equal];
            let listed: Vec<Value> = (-1..=6).filter(|_| number(5) > 0).collect();
            let bins = listed.into_iter().map(|value| Bin {
                value,
                load: match if is_wanted { 0 } else { number(8) } {
                    0 => Condition::Compare(compare[[0, 0, 0, 1, 2][number(5) as usize]], load),
                    1 => Condition::Within(Ranges::at_least(number(2).into())),
                    _ => Condition::Within(Ranges::at_most(number(6).into())),
                },
            });
            let bins = bins.collect();
            csp.post(BinPacking { scope: ids.clone(), sizes, bins }.into(), "of chance");
            if is_wanted {
                csp.optimize(Objective { terms: Terms::new([(load, 1)]), sense }).unwrap();
                return csp;
            }
        }
        _ => {
            let cost = csp.variable("cost", -30..=30);
            let defined = terms.as_slice().iter().map(|term| (term.variable, term.weight));
            let sum = Terms::new(defined.chain([(cost, if number(2) == 0 { 1 } else { -1 })]));
            csp.post(Linear { terms: sum, within: Ranges::exactly(2) }.into(), "of chance");
            let sum = Terms::new(ids.iter().map(|&id| (id, 1 + i64::from(number(3)))));
            let within = Ranges::at_least(i64::from(number(12)));
            csp.post(Linear { terms: sum, within }.into(), "of chance");
            csp.optimize(Objective { terms: Terms::new([(cost, 1)]), sense }).unwrap();
            return csp;
        }
    }
    // The last end, or the first.
    let most = csp.variable("most", -5..=20);
    let extreme = if number(2) == 0 { Extreme::Maximum } else { Extreme::Minimum };
    csp.post(Extremum { scope: ids, extreme, condition: Condition::is(most) }.into(), "of chance");
    csp.optimize(Objective { terms: Terms::new([(most, 1)]), sense }).unwrap();
    csp
}

pub(crate) fn any_problem(seed: u64) -> Csp {
    if seed.is_multiple_of(2) { problem(seed / 2) } else { known_sort(seed / 2) }
}

#[test]
fn no_solution_is_better_than_the_bound() {
    let (mut tight, mut better, mut none) = (0, [0; SORTS], 0);
    for seed in seeds(500) {
        let csp = any_problem(seed);
        let objective = csp.objective().unwrap();
        let (best, _) = optimal(&csp);
        let (Some(best), bound) = (best, bound(&csp, &Budget::default())) else {
            none += 1;
            continue;
        };
        let bound = bound.unwrap_or_else(|| panic!("seed {seed}: there is a solution of {csp:#?}"));
        assert!(!objective.is_better(best, bound), "seed {seed}: {best}, {bound}, {csp:#?}");
        tight += usize::from(best == bound);
        // The bound that the domains alone give.
        let ends = objective.terms.as_slice().iter().map(|term| {
            let domain = csp.domain(term.variable);
            let ends = [domain[0], domain[domain.len() - 1]];
            let costs = ends.map(|end| term.weight * i64::from(end) * objective.sense.sign());
            costs[0].min(costs[1])
        });
        if seed % 2 == 1 && bound * objective.sense.sign() > ends.sum() {
            better[seed as usize / 2 % SORTS] += 1;
        }
    }
    assert!(tight > 250 && none > 12, "{tight} tight, {none} without a solution");
    assert!(better.iter().all(|&number| number > 12), "{better:?}");
}

/// Asserts that the claimed optimum is one.
fn assert_best(csp: &Csp, optimum: &Optimum, seed: u64) {
    let (best, solutions) = optimal(csp);
    assert!(matches!(optimum.end, Ended::Exhausted(_)), "seed {seed}");
    assert_eq!(optimum.best.as_ref().map(|best| best.value), best, "seed {seed}: {csp:#?}");
    assert_eq!(optimum.bound, best, "seed {seed}");
    assert!(optimum.best.as_ref().is_none_or(|best| solutions.contains(&best.solution)));
}

/// The portfolio solves easy problems before it orders anything, so here the orders are looked at by themselves.
#[test]
fn an_order_leaves_a_best_solution() {
    let (mut by_values, mut by_variables) = (0, 0);
    for seed in seeds(600) {
        let csp = any_problem(seed);
        let (best, _) = optimal(&csp);
        let values = csp.with_values_in_order();
        let variables = values.as_ref().unwrap_or(&csp).with_variables_in_order();
        by_values += usize::from(values.is_some());
        by_variables += usize::from(variables.is_some());
        for ordered in [values, variables].into_iter().flatten() {
            assert_eq!(optimal(&ordered).0, best, "seed {seed}: {ordered:#?}");
        }
    }
    assert!(by_values > 60 && by_variables > 15, "{by_values} {by_variables}");
}

#[test]
fn either_finds_the_best() {
    let (choices, budget) = (Choices::default(), Budget::default());
    let mut wide = 0;
    for seed in seeds(200) {
        let csp = any_problem(seed);
        let mut values = Vec::new();
        let told = |news: News<'_>| {
            if let News::Improved(best) = news {
                values.push(best.value);
            }
        };
        let optimum =
            optimize_by_portfolio(&csp, &choices, &solver::default(), &budget, told).unwrap();
        assert_best(&csp, &optimum, seed);
        let objective = csp.objective().unwrap();
        assert!(values.windows(2).all(|pair| objective.is_better(pair[1], pair[0])));
        wide += usize::from(values.len() > 2);
        if let Ended::Exhausted(no_better) = &optimum.end {
            assert!(no_better.confirm(&budget).unwrap().is_checked(), "seed {seed}");
        }
        for name in ["batsat", "varisat"] {
            let backend = by_name(name).unwrap();
            let optimum = optimize(&csp, &choices, backend, &Budget::default(), |_| {}).unwrap();
            assert_best(&csp, &optimum, seed);
        }
    }
    assert!(wide > 1, "{wide}");
}

/// As few colours as brute force finds, however their number is stated.
#[test]
fn graphs_get_as_few_colours_as_possible() {
    const NODES: usize = 6;
    let mut seen = [0; NODES + 1];
    for seed in seeds(60) {
        let random = &mut Random::new(seed);
        let pairs = (0..NODES).flat_map(|one| (0..one).map(move |other| (one, other)));
        let density = random.below(5);
        let edges: Vec<(usize, usize)> = pairs.filter(|_| random.below(4) < density).collect();
        let fits = |colours: usize| {
            (0..colours.pow(NODES as u32)).any(|code| {
                let of = |node: usize| code / colours.pow(node as u32) % colours;
                edges.iter().all(|&(one, other)| of(one) != of(other))
            })
        };
        let least = (1..=NODES).find(|&colours| fits(colours)).unwrap();
        seen[least] += 1;
        let mut csp = Csp::new();
        let last = NODES as Value - 1;
        let scope: Vec<VarId> =
            (0..NODES).map(|at| csp.variable(format!("x{at}"), 0..=last)).collect();
        let cost = csp.variable("cost", 0..=NODES as Value);
        for &(one, other) in &edges {
            let terms = Terms::new([(scope[one], 1), (scope[other], -1)]);
            csp.post(Linear { terms, within: Ranges::not(0) }.into(), "an edge");
        }
        let condition = Condition::is(cost);
        let is_number = seed % 3 == 0;
        match seed % 3 {
            0 => csp.post(
                DistinctCount { scope, except: Vec::new(), condition }.into(),
                "the number of colours",
            ),
            1 => {
                let largest = Extremum { scope, extreme: Extreme::Maximum, condition };
                csp.post(largest.into(), "the largest colour");
            }
            _ => scope.iter().for_each(|&node| {
                let terms = Terms::new([(node, 1), (cost, -1)]);
                csp.post(Linear { terms, within: Ranges::at_most(0) }.into(), "a bound");
            }),
        }
        let terms = Terms::new([(cost, 1)]);
        csp.optimize(Objective { terms, sense: Sense::Minimize }).unwrap();
        assert!(csp.with_values_in_order().is_some(), "seed {seed}");
        let (choices, budget) = (Choices::default(), Budget::default());
        let optimum =
            optimize_by_portfolio(&csp, &choices, &solver::default(), &budget, |_| {}).unwrap();
        let best = optimum.best.unwrap();
        assert!(csp.is_solution(&best.solution), "seed {seed}");
        assert_eq!(best.value, least as i64 - i64::from(!is_number), "seed {seed}");
        let Ended::Exhausted(no_better) = &optimum.end else { panic!("seed {seed}") };
        assert!(no_better.confirm(&budget).unwrap().is_checked(), "seed {seed}");
    }
    assert!(seen[1..].iter().all(|&number| number > 0), "{seen:?}");
}

#[test]
fn what_a_limit_ends_is_between_the_best_and_the_bound() {
    let mut stopped = [0; 2];
    for seed in seeds(100) {
        let csp = any_problem(seed);
        let steps = Budget::default().of_steps(1 << (seed % 24));
        let batsat = by_name("batsat").unwrap();
        let optimum = optimize(&csp, &Choices::default(), batsat, &steps, |_| {}).unwrap();
        let (best, solutions) = optimal(&csp);
        let objective = csp.objective().unwrap();
        let Ended::Stopped(_) = optimum.end else { continue };
        stopped[usize::from(optimum.best.is_some())] += 1;
        if let Some(found) = &optimum.best {
            assert!(brute_force(&csp).contains(&found.solution));
            assert!(!objective.is_better(found.value, best.unwrap()), "seed {seed}");
        }
        if let (Some(bound), Some(best)) = (optimum.bound, best) {
            assert!(!objective.is_better(best, bound), "seed {seed}: {solutions:?}");
        }
    }
    assert!(stopped[0] > 3, "{stopped:?}");
}

#[test]
fn either_says_whether_a_solution_is_the_only_one() {
    let mut seen = [0; 3];
    let alone = Budget { alone: true, ..Budget::default() };
    for seed in seeds(50) {
        let csp = random_csp(seed);
        let all = brute_force(&csp);
        for budget in [&Budget::default(), &alone] {
            let decided =
                unique_by_portfolio(&csp, &Choices::default(), &solver::default(), budget).unwrap();
            match &decided.verdict {
                Verdict::None => assert!(all.is_empty(), "seed {seed}"),
                Verdict::Unique(only) => assert!(all.contains(only), "seed {seed}"),
                Verdict::Several(first, second) => {
                    assert!(first != second && all.contains(first) && all.contains(second));
                }
                Verdict::Unknown(..) => panic!("seed {seed}: there is no limit"),
            }
            let number = match decided.verdict {
                Verdict::None => 0,
                Verdict::Unique(_) => 1,
                _ => 2,
            };
            seen[number] += 1;
            if csp.symmetry().is_trivial() && !csp.is_projected() {
                assert_eq!(number, all.len().min(2), "seed {seed}");
            }
        }
    }
    assert!(seen.iter().all(|&number| number > 1), "{seen:?}");
}
