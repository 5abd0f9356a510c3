//! Optimal solutions: both engines, compared with brute force in their value and their number.

use cnfetti::compile::Choices;
use cnfetti::csp::{Csp, Malformed, Objective, Sense, Symmetry, Terms, Value};
use cnfetti::encodings::Family;
use cnfetti::exact::{self, Limits};
use cnfetti::limit::Budget;
use cnfetti::search::blocking::count;
use cnfetti::search::ended::Ended;
use cnfetti::search::engine::{Engine, Engines};
use cnfetti::search::optimize::{News, optimize};
use cnfetti::solver::by_name;
use num_bigint::BigUint;

use crate::random_csp::{Random, brute_force, random_csp};

/// A random problem without symmetries, with any objective, even one without variables.
pub(crate) fn problem(seed: u64) -> Csp {
    let random = &mut Random::new(seed);
    let mut csp = random_csp(seed);
    csp.declare_symmetry(Symmetry::default()).unwrap();
    let wide = random.below(4) == 0;
    let weight = |random: &mut Random| match random.below(9) as i64 - 4 {
        weight if wide => weight * 1_000,
        weight => weight,
    };
    let mut terms = Vec::new();
    for id in csp.ids() {
        if random.below(3) > 0 {
            terms.push((id, weight(random)));
        }
    }
    let sense = if random.below(2) == 0 { Sense::Minimize } else { Sense::Maximize };
    csp.optimize(Objective { terms: Terms::new(terms), sense }).unwrap();
    csp
}

/// The best value, and the solutions that have it.
pub(crate) fn optimal(csp: &Csp) -> (Option<i64>, Vec<Vec<Value>>) {
    let objective = csp.objective().unwrap();
    let cost = |solution: &Vec<Value>| -> i64 {
        let terms = objective.terms.as_slice().iter();
        terms.map(|term| term.weight * i64::from(solution[term.variable.index()])).sum()
    };
    let all = brute_force(csp);
    let best = match objective.sense {
        Sense::Minimize => all.iter().map(cost).min(),
        Sense::Maximize => all.iter().map(cost).max(),
    };
    (best, all.into_iter().filter(|solution| Some(cost(solution)) == best).collect())
}

#[test]
fn the_exact_counter_counts_the_optimal_solutions() {
    for seed in 0..250 {
        let csp = problem(seed);
        let (best, solutions) = optimal(&csp);
        let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
        assert!(count.exact);
        assert_eq!(count.optimum, best, "seed {seed}: {csp:#?}");
        assert_eq!(count.solutions, BigUint::from(solutions.len()), "seed {seed}: {csp:#?}");
        for (projection, number) in csp.projections().iter().zip(&count.projected) {
            let seen = |solution: &Vec<Value>| -> Vec<Value> {
                projection.scope.iter().map(|id| solution[id.index()]).collect()
            };
            let seen: std::collections::HashSet<_> = solutions.iter().map(seen).collect();
            assert_eq!(*number, BigUint::from(seen.len()), "seed {seed}");
        }
    }
}

#[test]
fn a_solver_finds_and_counts_the_optimal_solutions() {
    let varisat = by_name("varisat").unwrap();
    let mut improvements = 0;
    for seed in 0..120 {
        let csp = problem(seed);
        let random = &mut Random::new(seed);
        let rows: Vec<_> = Family::Linear.encodings().collect();
        let choices = Choices::default().with(rows[random.below(rows.len())]);
        let (best, solutions) = optimal(&csp);
        let mut found = Vec::new();
        let told = |news: News<'_>| {
            if let News::Improved(best) = news {
                found.push(best.value);
            }
        };
        let optimum = optimize(&csp, &choices, varisat, &Budget::default(), told).unwrap();
        assert!(matches!(optimum.end, Ended::Exhausted(_)));
        assert_eq!(
            optimum.best.as_ref().map(|best| best.value),
            best,
            "seed {seed}, {choices}: {csp:#?}"
        );
        assert!(optimum.best.is_none_or(|best| solutions.contains(&best.solution)));
        assert_eq!(found.last().copied(), best);
        improvements += found.len().saturating_sub(1);
        if solutions.len() <= 12 {
            let counted = count(&csp, &choices, varisat, &Budget::default(), |_| {}).unwrap().count;
            assert!(counted.exact);
            assert_eq!(counted.optimum, best);
            assert_eq!(counted.solutions, BigUint::from(solutions.len()), "seed {seed}: {csp:#?}");
        }
        if let Some(best) = best {
            let alike = csp.at_best(csp.objective().unwrap(), best);
            assert_eq!(brute_force(&alike), solutions);
        }
    }
    assert!(improvements > 50, "{improvements}");
}

#[test]
fn both_engines_race_for_the_optimum() {
    let csp = problem(3);
    let (best, solutions) = optimal(&csp);
    let (backend, choices) = (by_name("varisat").unwrap(), Choices::default());
    let limits = &Limits::default();
    let engines = Engines { csp: &csp, choices: &choices, backend, limits };
    let agreed = engines.race(|_| {}).unwrap();
    assert_eq!(agreed.best.count().optimum, best);
    for engine in [Engine::Exact, Engine::Blocking] {
        let answer = engines.run(engine, |_| {}).unwrap();
        assert_eq!(answer.count().solutions, BigUint::from(solutions.len()));
    }
}

#[test]
fn an_objective_over_symmetries_is_refused() {
    let mut csp = (0..).map(random_csp).find(|csp| !csp.symmetry().is_trivial()).unwrap();
    let optimize = |csp: &mut Csp, terms| csp.optimize(Objective { terms, sense: Sense::Maximize });
    assert_eq!(optimize(&mut csp, Terms::default()), Err(Malformed::ObjectiveAndSymmetry));
    let symmetry = csp.symmetry().clone();
    csp.declare_symmetry(Symmetry::default()).unwrap();
    let huge = Terms::new([(csp.ids().next().unwrap(), i64::MAX)]);
    assert!(matches!(optimize(&mut csp, huge), Err(Malformed::TooLarge(_))));
    assert_eq!(optimize(&mut csp, Terms::default()), Ok(()));
    assert_eq!(csp.declare_symmetry(symmetry), Err(Malformed::ObjectiveAndSymmetry));
}

/// A program that answers right, except that it claims at the second question that no solution is
/// better.
#[cfg(unix)]
#[test]
fn a_lie_about_the_optimum_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let asked = folder.path().join("asked").display().to_string();
    let honest = crate::solvers::solve_dimacs().display().to_string();
    let script = format!(
        "echo >> '{asked}'; \
         if [ $(wc -l < '{asked}') -eq 2 ]; then echo s UNSATISFIABLE; else '{honest}' \"$0\"; fi"
    );
    let script = format!("cmd:sh -c {}", shlex::try_quote(&script).unwrap());
    let liar = cnfetti::solver::choose(&script).unwrap();
    let mut found_out = 0;
    for seed in 0..12 {
        let csp = problem(seed);
        let (best, solutions) = optimal(&csp);
        if best.is_none() || solutions.len() > 12 {
            continue;
        }
        let _ = std::fs::remove_file(&asked);
        match count(&csp, &Choices::default(), &liar, &Budget::default(), |_| {}) {
            Err(error) => {
                let told = error.to_string();
                let about_better = told.contains("no solution is better than");
                let about_listing = told.contains("it finds no optimal solution");
                let about_formula = told.contains("unsatisfiable, but it has a model");
                assert!(about_better || about_listing || about_formula, "seed {seed}: {told}");
                found_out += 1;
            }
            // The first solution happened to be optimal, and the claim was true.
            Ok(counted) => {
                assert_eq!(counted.count.optimum, best, "seed {seed}: {csp:#?}");
                assert_eq!(counted.count.solutions, BigUint::from(solutions.len()));
            }
        }
    }
    assert!(found_out > 0);
}
