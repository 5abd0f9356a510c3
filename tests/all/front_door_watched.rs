//! Questions of the library that show their progress: it fits the answers.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use cnfetti::Problem;
use cnfetti::compare::{Repeat, Settings, Task};
use cnfetti::csp::{Value, VarId};
use cnfetti::problem::{
    CompareOptions, Comparing, CountOptions, Counter, Counting, Listing, SampleOptions,
    SolutionsOptions, SolveOptions,
};
use cnfetti::search::optimize::News;
use num_bigint::BigUint;

use crate::optimal::any_problem;
use crate::random_csp::brute_force;
use crate::support::seeds;

fn problem(file: &str) -> Problem {
    Problem::from_file(Path::new("instances").join(file)).unwrap()
}

/// Few solutions, several, with interchangeable values, with an objective, and with auxiliary variables.
const FILES: [&str; 6] = [
    "signs/leepf.toml",
    "signs/leepf-open.toml",
    "dice/labeled-dice.toml",
    "../tests/puzzles/small-room.toml",
    "models/delivery.opb",
    "models/coins.xml",
];

#[test]
fn a_diagram_and_a_solver_list_the_same_solutions() {
    let mut by = Vec::new();
    for file in FILES {
        let problem = problem(file);
        let number = problem.count(&CountOptions::default()).unwrap();
        let all = SolutionsOptions { most: 100_000, ..SolutionsOptions::default() };
        let one = problem.solutions(&all).unwrap();
        let other =
            problem.solutions(&SolutionsOptions { by_solver: true, ..all.clone() }).unwrap();
        let next =
            problem.solutions(&SolutionsOptions { one_by_one: true, ..all.clone() }).unwrap();
        assert!(next.are_all(), "{file}");
        assert_eq!(one.solutions(), next.solutions(), "{file}");
        by.push(one.basis().by().to_owned());
        assert_ne!(other.basis().by(), "the exact counter", "{file}");
        assert!(one.are_all() && other.are_all(), "{file}");
        assert_eq!(&BigUint::from(one.solutions().len()), number.solutions(), "{file}");
        assert_eq!(one.solutions(), other.solutions(), "{file}");
        let all = SolutionsOptions { up_to_renaming: true, ..all };
        let by_solver = SolutionsOptions { by_solver: true, ..all.clone() };
        let one_by_one = SolutionsOptions { one_by_one: true, ..all.clone() };
        for options in [all, by_solver, one_by_one] {
            let classes = problem.solutions(&options).unwrap();
            assert!(classes.are_all());
            let listed = BigUint::from(classes.solutions().len());
            assert_eq!(&listed, number.up_to_renaming(), "{file}");
        }
    }
    assert!(by.iter().any(|by| by == "the exact counter"), "{by:?}");
}

#[test]
fn projected_solutions_are_listed_from_a_small_diagram_of_all_or_by_a_solver() {
    let problem = problem("signs/leepf-open.toml");
    let first = problem.csp().ids().take(3).collect();
    let projected = problem.counted_over(first).unwrap();
    let number = projected.count(&CountOptions::default()).unwrap();
    let wanted = SolutionsOptions::default();
    let by_solver = SolutionsOptions { by_solver: true, ..wanted.clone() };
    for (options, by) in [(wanted, "the exact counter"), (by_solver, "varisat")] {
        let listed = projected.solutions(&options).unwrap();
        assert!(listed.are_all() && listed.basis().is_checked());
        assert_eq!(listed.basis().by(), by);
        assert_eq!(&BigUint::from(listed.solutions().len()), number.solutions());
    }
}

/// Of random problems all solutions are listed, at once and one by one, and of some of their variables as well.
#[test]
fn random_problems_are_listed_as_brute_force_finds_them() {
    let (mut none, mut several) = (0, 0);
    for seed in seeds(100) {
        let csp = any_problem(seed).without_objective();
        let mut all = brute_force(&csp);
        all.sort_unstable();
        let problem = Problem::from(csp);
        let wanted = SolutionsOptions { most: 100_000, ..SolutionsOptions::default() };
        let by_solver = SolutionsOptions { by_solver: true, ..wanted.clone() };
        let one_by_one = SolutionsOptions { one_by_one: true, ..wanted.clone() };
        for options in [&wanted, &by_solver, &one_by_one] {
            let listed = problem.solutions(options).unwrap();
            let solutions: Vec<_> = listed.solutions().iter().map(|one| one.values()).collect();
            assert!(listed.are_all() && solutions == all, "seed {seed}");
        }
        none += usize::from(all.is_empty());
        several += usize::from(all.len() > 1);
        let first: Vec<VarId> = problem.csp().ids().take(2).collect();
        if let Ok(projected) = problem.counted_over(first.clone()) {
            let values = |one: &[Value]| first.iter().map(|id| one[id.index()]).collect::<Vec<_>>();
            let different: BTreeSet<_> = all.iter().map(|one| values(one)).collect();
            for options in [&wanted, &by_solver] {
                let listed = projected.solutions(options).unwrap();
                let found = listed.solutions().iter().map(|one| values(one.values()));
                assert!(listed.are_all() && listed.solutions().len() == different.len());
                assert_eq!(found.collect::<BTreeSet<_>>(), different, "seed {seed}");
            }
        }
    }
    assert!(none > 2 && several > 25, "{none} {several}");
}

#[test]
fn a_listing_ends_where_it_is_told_to() {
    let problem = problem("signs/leepf-open.toml");
    for options in [
        SolutionsOptions::default(),
        SolutionsOptions { by_solver: true, ..SolutionsOptions::default() },
    ] {
        for most in [1, 2, 5] {
            let options = SolutionsOptions { most, ..options.clone() };
            let few = problem.solutions(&options).unwrap();
            assert_eq!((few.solutions().len(), few.are_all()), (most, false));
            let (mut visited, mut formulas) = (0, 0);
            let listed = problem.each_solution_watched(&options, |progress| match progress {
                Listing::Compiled(csp, _) => {
                    assert_eq!(csp.variables().len(), problem.csp().variables().len());
                    formulas += 1;
                    ControlFlow::Continue(())
                }
                Listing::Solution(solution, model) => {
                    assert!(problem.csp().is_solution(solution));
                    assert_eq!(model.is_some(), formulas > 0);
                    visited += 1;
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            });
            let listed = listed.unwrap();
            assert_eq!((visited, listed.are_all()), (1, false));
            assert_eq!(listed.end().is_some(), formulas > 0);
        }
    }
}

#[test]
fn engines_that_count_to_the_end_agree() {
    for file in FILES {
        let (problem, mut engines) = (problem(file), Vec::new());
        let options = CountOptions { counter: Counter::All, ..CountOptions::default() };
        let number = problem.count_watched(&options, |progress| match progress {
            Counting::Begun(engine) => engines.push(engine.name()),
            progress => panic!("{progress:?}"),
        });
        let number = number.unwrap();
        assert_eq!(engines, ["exact", "blocking", "clauses"]);
        let mut answers: Vec<&str> = number.answers().iter().map(|by| by.engine().name()).collect();
        assert_eq!(answers.first(), Some(&number.basis().by()));
        answers.sort_unstable();
        assert_eq!(answers, ["blocking", "clauses", "exact"]);
        assert!(number.answers().iter().all(|by| by.count().exact));
        assert!(number.basis().is_checked(), "{file}");
        let usual = problem.count(&CountOptions::default()).unwrap();
        assert_eq!(number.numbers(), usual.numbers(), "{file}");
    }
}

#[test]
fn a_list_that_grows_is_reported() {
    let (problem, mut known) = (problem("signs/leepf-open.toml"), Vec::new());
    let options = CountOptions { counter: Counter::Blocking, ..CountOptions::default() };
    let number = problem.count_watched(&options, |progress| match progress {
        Counting::Known(count) => known.push(count.solutions.clone()),
        progress => panic!("{progress:?}"),
    });
    assert!(known.is_sorted() && !known.is_empty());
    assert_eq!(known.last(), Some(number.unwrap().solutions()));
}

#[test]
fn the_best_solution_leads_to_all_that_are_as_good() {
    let problem = problem("models/delivery.opb");
    let mut values = Vec::new();
    let solved = problem.solve_watched(
        &SolveOptions { by_solver: true, ..SolveOptions::default() },
        |news| {
            if let News::Improved(best) = news {
                values.push(best.value);
            }
        },
    );
    let solved = solved.unwrap();
    assert_eq!(values.last().copied(), solved.objective());
    assert!(solved.model().is_some());
    let optimal = problem.as_good_as(&solved);
    assert!(optimal.csp().objective().is_none());
    let all = problem.solutions(&SolutionsOptions::default()).unwrap();
    let as_good = optimal.solutions(&SolutionsOptions::default()).unwrap();
    assert!(as_good.are_all());
    assert_eq!(as_good.solutions(), all.solutions());
    assert!(as_good.solutions().contains(solved.solution().unwrap()));
}

#[test]
fn samples_come_one_by_one() {
    let problem = problem("signs/leepf-open.toml");
    let options = SampleOptions { number: 20, seed: 3, ..SampleOptions::default() };
    let all = problem.sample(&options).unwrap();
    let mut drawn = Vec::new();
    let basis = problem.each_sample(&options, |solution| {
        drawn.push(solution);
        if drawn.len() == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(drawn, all.solutions()[..7]);
    assert_eq!(basis.unwrap().limit(), None);
}

#[test]
fn a_comparison_reports_each_row_once() {
    let problem = problem("signs/leepf.toml");
    let settings = Settings { task: Task::Solve, repeat: Repeat::Times(1), shuffle: None };
    let encodings = ["pairwise", "product"].map(str::to_owned).to_vec();
    let options = CompareOptions { encodings, settings, ..CompareOptions::default() };
    let (mut begun, mut labels, mut most) = (0, Vec::new(), 0);
    let compared = problem.compare_watched(&options, |progress| match progress {
        Comparing::Begun => begun += 1,
        Comparing::Row { number, of, label, .. } => {
            assert!(number <= of);
            labels.push(label.to_owned());
        }
        Comparing::Rows(rows) => {
            most += 1;
            assert_eq!(rows.len(), most);
        }
        _ => {}
    });
    let compared = compared.unwrap();
    let rows: Vec<&str> = compared.rows().iter().map(|row| &*row.formula.candidate.label).collect();
    assert_eq!((begun, labels, most), (1, rows.iter().map(|&row| row.to_owned()).collect(), 2));
}
