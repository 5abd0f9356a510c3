//! Uniqueness, and the smaller and stronger CSP that decides it.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{
    AllDifferent, AllEqual, Atom, Choice, Constraint, Csp, Fixed, Linear, Ranges, Selection, Value,
    VarId,
};
use cnfetti::encodings::Relation;
use cnfetti::instance;
use cnfetti::presolve::propagate::propagate;
use cnfetti::presolve::strengthen::strengthen;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::search::unique::{Verdict, unique, unique_by_portfolio};
use cnfetti::solver::{self, Budget, by_name};
use itertools::Itertools;

use crate::formulas::Random;

/// All solutions, by trying all assignments.
fn solutions(csp: &Csp) -> BTreeSet<Vec<Value>> {
    let domains = csp.variables().iter().map(|variable| variable.domain().iter().copied());
    domains.multi_cartesian_product().filter(|values| csp.is_solution(values)).collect()
}

/// All solutions, from a solver, restricted to the first variables.
fn found(csp: &Csp, variables: usize) -> BTreeSet<Vec<Value>> {
    let compiled = compile(csp, &Choices::default()).unwrap();
    let (backend, mut found) = (by_name("batsat").unwrap(), BTreeSet::new());
    each_solution(csp, &compiled, backend, &Budget::default(), |solution, _| {
        assert!(found.insert(solution[..variables].to_vec()), "found twice");
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

/// A few variables with a few constraints of the kinds that matter here.
fn random_csp(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let ids: Vec<VarId> = (0..6)
        .map(|number| {
            let values: Vec<Value> = (0..4).filter(|_| random.below(4) > 0).collect();
            csp.variable(format!("x{number}"), if values.is_empty() { vec![1] } else { values })
        })
        .collect();
    for _ in 0..1 + random.below(3) {
        let scope: Vec<VarId> = ids[..4].iter().copied().filter(|_| random.below(2) > 0).collect();
        let value = random.below(4) as Value;
        let constraint: Constraint = match random.below(5) {
            0 => AllDifferent { scope, except: (value == 0).then_some(0).into_iter().collect() }
                .into(),
            1 => AllEqual { scope }.into(),
            2 => Fixed { atom: Atom { variable: ids[random.below(4) as usize], value } }.into(),
            3 => {
                let relations = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];
                let relation = relations[random.below(3) as usize];
                Linear::sum(scope, Ranges::related(relation, random.below(9) as i64)).into()
            }
            _ => {
                let atoms = ids[..4].iter().cartesian_product(0..4);
                let choices = atoms.filter_map(|(&variable, value)| {
                    let atom = Atom { variable, value };
                    (random.below(3) == 0).then(|| Choice { atom, value: random.below(3) as Value })
                });
                let choices = choices.collect();
                Selection { choices, result: ids[4 + random.below(2) as usize] }.into()
            }
        };
        csp.post(constraint, "a test");
    }
    csp
}

#[test]
fn neither_propagation_nor_strengthening_changes_the_solutions() {
    for seed in 1..400 {
        let csp = random_csp(&mut Random(seed));
        let expected = solutions(&csp);
        assert_eq!(
            solutions(&propagate(&csp, &Budget::default())),
            expected,
            "seed {seed}: propagate {csp:?}"
        );
        let spent = Budget::default().at_most(Duration::ZERO);
        assert_eq!(solutions(&propagate(&csp, &spent)), expected, "seed {seed}: propagate {csp:?}");
        let strong = strengthen(&propagate(&csp, &Budget::default()));
        assert_eq!(found(&strong, csp.variables().len()), expected, "seed {seed}: {csp:?}");
    }
}

/// The same of which one solution is kept, where the seed says so: by values that only it has.
fn with_few(mut csp: Csp, seed: u64) -> Csp {
    let only =
        solutions(&csp).into_iter().nth(seed as usize % 7).filter(|_| !seed.is_multiple_of(3));
    for (variable, &value) in csp.ids().zip(only.iter().flatten()).collect_vec() {
        csp.post(Fixed { atom: Atom { variable, value } }.into(), "a test");
        if seed % 3 == 1 && solutions(&csp).len() == 1 {
            break;
        }
    }
    csp
}

/// Where nobody chose a solver, a small one decides, and proves that there is no other solution by what it has
/// learned.
#[test]
fn verdicts_where_nobody_chose_a_solver() {
    let (budget, choices) = (Budget::default(), Choices::default());
    let mut seen = [0; 3];
    for seed in 1..500 {
        let csp = with_few(random_csp(&mut Random(seed)), seed);
        let all = solutions(&csp);
        for decide in [unique, unique_by_portfolio] {
            let decided = decide(&csp, &choices, &solver::default(), &budget).unwrap();
            let found: BTreeSet<Vec<Value>> = match decided.verdict {
                Verdict::None => BTreeSet::new(),
                Verdict::Unique(only) => [only].into(),
                Verdict::Several(one, other) => [one, other].into(),
                Verdict::Unknown(..) => panic!("seed {seed}"),
            };
            assert_eq!(found.len(), all.len().min(2), "seed {seed}");
            assert!(found.is_subset(&all), "seed {seed}");
            if let Ended::Exhausted(no_other) = decided.end {
                let evidence = no_other.confirm(&budget);
                assert!(matches!(evidence, Ok(Evidence::Proof(_))), "seed {seed} {evidence:?}");
                assert_eq!(no_other.claim().by, "cnfetti's own solver", "seed {seed}");
            }
            seen[found.len()] += 1;
        }
    }
    assert!(seen.iter().all(|&number| number > 100), "{seen:?}");
}

#[test]
fn propagation_alone_solves_a_board_with_all_numbers() {
    let instance = instance::load(Path::new("instances/pips/dominosa-6.txt")).unwrap();
    let csp = propagate(&instance.puzzle.csp(), &Budget::default());
    let open = csp.variables().iter().filter(|variable| variable.domain().len() > 1).count();
    assert!(open < 10, "{open} variables are open");
}

#[test]
fn verdicts_of_small_boards() {
    let verdict = |board: &str, dominoes: &str| {
        let text = format!("kind='pips'\nboard='''\n{board}\n'''\ndominoes=[{dominoes}]");
        let csp = instance::parse(&text).unwrap().puzzle.csp();
        let backend = by_name("varisat").unwrap();
        unique(&csp, &Choices::default(), backend, &Budget::default()).unwrap().verdict
    };
    assert!(matches!(verdict("1#", "'12'"), Verdict::Unique(solution) if solution[1..] == [1, 2]));
    assert!(matches!(verdict("##", "'12'"), Verdict::Several(one, other) if one != other));
    assert_eq!(verdict("3#", "'12'"), Verdict::None);
    assert_eq!(verdict("###", "'12'"), Verdict::None);
    assert!(matches!(verdict("####", "'11','11'"), Verdict::Unique(_)));
    assert!(matches!(verdict("", ""), Verdict::Unique(solution) if solution.is_empty()));
}

#[test]
fn a_spent_budget_gives_no_verdict() {
    let instance = instance::load(Path::new("instances/pips/growing-28.toml")).unwrap();
    let budget = Budget::default().at_most(Duration::ZERO);
    let (csp, backend) = (instance.puzzle.csp(), by_name("varisat").unwrap());
    let verdict = unique(&csp, &Choices::default(), backend, &budget).unwrap().verdict;
    assert!(matches!(verdict, Verdict::Unknown(None, _)), "{verdict:?}");
}

#[test]
fn every_instance_with_a_known_number_has_its_verdict() {
    let mut judged = 0;
    for entry in std::fs::read_dir("instances/pips").unwrap() {
        let path = entry.unwrap().path();
        for instance in instance::load_all(&path).unwrap() {
            let Some(expected) = &instance.expect.solutions else { continue };
            let (csp, backend) = (instance.puzzle.csp(), by_name("varisat").unwrap());
            let verdict =
                unique(&csp, &Choices::default(), backend, &Budget::default()).unwrap().verdict;
            let agrees = match expected.as_str() {
                "0" => verdict == Verdict::None,
                "1" => matches!(verdict, Verdict::Unique(_)),
                _ => matches!(verdict, Verdict::Several(..)),
            };
            assert!(agrees, "{}: {verdict:?}", path.display());
            judged += 1;
        }
    }
    assert!(judged > 10, "{judged} puzzles say how many solutions they have");
}
