//! One test suite for every solver in the table.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use cnfetti::encodings::{Cnf, Lit};
use cnfetti::solver::{
    self, Backend, Budget, Fault, Limit, Model, NoSuchSolver, Outcome, PROGRAM_PREFIX, SOLVERS,
    Solver, UnknownSolver,
};

use crate::formulas::{Random, cnf, lit, lits, pigeonhole};

fn names() -> String {
    SOLVERS.iter().map(|backend| backend.name.as_ref()).collect::<Vec<_>>().join(", ")
}

/// The table, an external program, and a solver that gets the formulas shuffled.
fn solvers() -> Vec<Backend> {
    let program = solver::choose(&format!("cmd:{}", solve_dimacs().display())).unwrap();
    let shuffled = SOLVERS[0].shuffled(7);
    SOLVERS.iter().cloned().chain([program, shuffled]).collect()
}

/// The example that solves a DIMACS file. `cargo test` builds it; `cargo test --test` does not.
pub(crate) fn solve_dimacs() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().and_then(Path::parent).unwrap().join("examples");
    let program = folder.join(format!("solve_dimacs{}", std::env::consts::EXE_SUFFIX));
    static BUILT: Once = Once::new();
    BUILT.call_once(|| {
        if !program.exists() {
            let mut build = Command::new(env!("CARGO"));
            assert!(build.args(["build", "--example", "solve_dimacs"]).status().unwrap().success());
        }
    });
    program
}

fn load(backend: &Backend, cnf: &Cnf) -> Box<dyn Solver> {
    backend.load(cnf, &Budget::default())
}

fn check_model(backend: &Backend, outcome: &Outcome, cnf: &Cnf, assumptions: &[Lit]) {
    let Outcome::Satisfiable(model) = outcome else {
        panic!("{}: {outcome:?} on a satisfiable formula", backend.name)
    };
    assert_eq!(model.literals().len(), cnf.num_vars() as usize, "{}", backend.name);
    assert!(model.satisfies(cnf), "{}: {model:?} for {cnf:?}", backend.name);
    assert!(assumptions.iter().all(|&lit| model.contains(lit)), "{}", backend.name);
}

/// Asserts that the core is a part of the assumptions and contradicts the formula, by brute force.
fn check_core(backend: &Backend, outcome: &Outcome, cnf: &Cnf, assumptions: &[Lit]) {
    let Outcome::Unsatisfiable(core) = outcome else {
        panic!("{}: {outcome:?} on an unsatisfiable formula", backend.name)
    };
    assert!(core.iter().all(|lit| assumptions.contains(lit)), "{}: {core:?}", backend.name);
    assert!(!is_satisfiable(cnf, core), "{}: {core:?} does not contradict {cnf:?}", backend.name);
}

fn is_satisfiable(cnf: &Cnf, assumptions: &[Lit]) -> bool {
    let brute_force = solver::by_name("brute_force").unwrap();
    match load(brute_force, cnf).solve(assumptions) {
        Outcome::Satisfiable(_) => true,
        Outcome::Unsatisfiable(_) => false,
        Outcome::Unknown(limit) => panic!("{limit}"),
        Outcome::Failed(fault) => panic!("{fault}"),
    }
}

#[test]
fn every_solver_is_found_by_its_name() {
    for backend in SOLVERS {
        let found = solver::by_name(&backend.name).map(|found| &found.name);
        assert_eq!(found, Some(&backend.name));
    }
    assert!(solver::by_name("oracle").is_none());
    assert_eq!(solver::choose("cmd:kissat -q").unwrap().name, "cmd:kissat -q");
    for (name, error) in [
        (
            "oracle",
            format!("there is no solver called `oracle`: choose {}, or `cmd:PROGRAM`", names())
                .as_str(),
        ),
        ("cmd:", "`cmd:`: expected a program, such as `kissat -q`, found ``"),
        ("cmd:a 'b", "`cmd:`: expected a program, such as `kissat -q`, found `a 'b`"),
    ] {
        assert_eq!(solver::choose(name).unwrap_err().to_string(), error);
    }
    assert_eq!(SOLVERS[0].name, "varisat");
}

#[test]
fn a_model_has_every_variable_even_those_in_no_clause() {
    for backend in &solvers() {
        for formula in [cnf(0, &[]), cnf(4, &[]), cnf(9, &[&[3, -5], &[7]]), cnf(2, &[&[1, -1]])] {
            check_model(backend, &load(backend, &formula).solve(&[]), &formula, &[]);
        }
    }
}

#[test]
fn contradictions_need_no_assumption() {
    for backend in &solvers() {
        for formula in [cnf(0, &[&[]]), cnf(1, &[&[1], &[-1]]), pigeonhole(5, 4)] {
            let assumption: Vec<Lit> = Lit::from_dimacs(1).into_iter().collect();
            let assumptions = if formula.num_vars() == 0 { &[][..] } else { &assumption[..] };
            assert_eq!(load(backend, &formula).solve(&[]), Outcome::Unsatisfiable(vec![]));
            check_core(backend, &load(backend, &formula).solve(assumptions), &formula, assumptions);
        }
    }
}

#[test]
fn assumptions_hold_for_one_call() {
    let formula = cnf(4, &[&[-1, 2], &[-2, 3]]);
    for backend in &solvers() {
        let mut solver = load(backend, &formula);
        let contradicting = lits(&[4, 1, -3]);
        check_core(backend, &solver.solve(&contradicting), &formula, &contradicting);
        check_model(backend, &solver.solve(&lits(&[1])), &formula, &lits(&[1]));
        check_model(backend, &solver.solve(&lits(&[-3, -3])), &formula, &lits(&[-3]));
        check_core(backend, &solver.solve(&lits(&[-4, 4])), &formula, &lits(&[-4, 4]));
        check_model(backend, &solver.solve(&[]), &formula, &[]);
        solver.add_clause(&lits(&[-4]));
        let formula = cnf(4, &[&[-1, 2], &[-2, 3], &[-4]]);
        check_model(backend, &solver.solve(&lits(&[1, 3])), &formula, &lits(&[1, 3, -4]));
        check_core(backend, &solver.solve(&lits(&[1, 4])), &formula, &lits(&[1, 4]));
    }
}

#[test]
fn blocking_clauses_find_every_model_once() {
    for backend in &solvers() {
        let mut formula = pigeonhole(3, 4);
        let mut solver = load(backend, &formula);
        let mut found = 0;
        while let Outcome::Satisfiable(model) = solver.solve(&[]) {
            assert!(model.satisfies(&formula), "{}", backend.name);
            let block: Vec<Lit> = model.literals().iter().map(|&lit| !lit).collect();
            solver.add_clause(&block);
            formula.add_clause(block);
            found += 1;
        }
        // Each hole has one of the pigeons or none, and each pigeon has a hole.
        assert_eq!(found, 4_i32.pow(4) - 3 * 3_i32.pow(4) + 3 * 2_i32.pow(4) - 1);
        assert_eq!(solver.solve(&[]), Outcome::Unsatisfiable(vec![]), "{}", backend.name);
    }
}

#[test]
fn random_formulas_get_the_answer_of_brute_force() {
    for backend in &solvers() {
        let is_program = backend.name.starts_with(PROGRAM_PREFIX);
        for seed in 1..=if is_program { 20 } else { 400 } {
            agrees_with_brute_force(backend, seed, &Budget::default());
            let watched = Budget { stop: Some(Arc::default()), ..Budget::default() };
            agrees_with_brute_force(backend, seed, &watched);
        }
    }
}

/// A random formula, then random clauses and assumptions, as a search uses a solver.
fn agrees_with_brute_force(backend: &Backend, seed: u64, budget: &Budget) {
    let mut random = Random(seed);
    let num_vars = 1 + random.below(8) as u32;
    let mut formula = cnf(num_vars, &[]);
    for _ in 0..random.below(3 * u64::from(num_vars)) {
        formula.add_clause(random.clause(num_vars, 3));
    }
    let mut solver = backend.load(&formula, budget);
    for _ in 0..6 {
        let assumptions: Vec<Lit> = (0..random.below(4)).map(|_| random.lit(num_vars)).collect();
        let outcome = solver.solve(&assumptions);
        if is_satisfiable(&formula, &assumptions) {
            check_model(backend, &outcome, &formula, &assumptions);
        } else {
            check_core(backend, &outcome, &formula, &assumptions);
        }
        let clause = random.clause(num_vars, 3);
        solver.add_clause(&clause);
        formula.add_clause(clause);
    }
}

/// varisat by itself answers `[-1]` here, which contradicts nothing.
#[test]
fn a_core_is_right_after_clauses_were_added_between_solves() {
    for backend in &solvers() {
        let mut solver = load(backend, &cnf(6, &[&[-5]]));
        let _ = solver.solve(&lits(&[5]));
        solver.add_clause(&lits(&[-3]));
        let _ = solver.solve(&[]);
        solver.add_clause(&lits(&[6, 1]));
        let formula = cnf(6, &[&[-5], &[-3], &[6, 1]]);
        let assumptions = lits(&[-6, -1]);
        check_core(backend, &solver.solve(&assumptions), &formula, &assumptions);
    }
}

#[test]
fn a_spent_budget_ends_the_search() {
    let hard = pigeonhole(12, 11);
    for backend in &solvers() {
        let started = Instant::now();
        let budget = Budget::default().at_most(Duration::from_millis(100));
        let outcome = backend.load(&hard, &budget).solve(&[]);
        assert!(matches!(outcome, Outcome::Unknown(_)), "{}: {outcome:?}", backend.name);
        assert!(started.elapsed() < Duration::from_secs(5), "{}", backend.name);
    }
}

#[test]
fn a_solver_that_was_loaded_too_late_takes_clauses_and_knows_nothing() {
    let budget = Budget::default().at_most(Duration::ZERO);
    for backend in &solvers() {
        let mut solver = backend.load(&pigeonhole(3, 3), &budget);
        solver.add_clause(&lits(&[-9, 1]));
        let outcome = solver.solve(&lits(&[9]));
        assert!(matches!(outcome, Outcome::Unknown(_)), "{}: {outcome:?}", backend.name);
    }
}

#[test]
fn a_stop_flag_ends_the_search() {
    let hard = pigeonhole(12, 11);
    for backend in &solvers() {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
        let flag = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let outcome = backend.load(&hard, &budget).solve(&[]);
        assert!(matches!(outcome, Outcome::Unknown(_)), "{}: {outcome:?}", backend.name);
        flag.join().unwrap();
    }
}

#[test]
fn a_budget_that_lasts_changes_nothing() {
    let budget = Budget { stop: Some(Arc::default()), ..Budget::default() };
    let budget = budget.at_most(Duration::from_secs(3600));
    for backend in &solvers() {
        let formula = pigeonhole(5, 5);
        check_model(backend, &backend.load(&formula, &budget).solve(&[]), &formula, &[]);
        let outcome = backend.load(&pigeonhole(6, 5), &budget).solve(&[]);
        assert_eq!(outcome, Outcome::Unsatisfiable(vec![]), "{}", backend.name);
    }
}

#[test]
fn brute_force_refuses_what_is_too_big() {
    let brute_force = solver::by_name("brute_force").unwrap();
    let outcome = load(brute_force, &pigeonhole(11, 10)).solve(&[]);
    assert_eq!(outcome, Outcome::Unknown(Limit::Steps));
}

/// The answer of a program that is this shell script.
#[cfg(unix)]
fn program_says(script: &str) -> Outcome {
    let backend = solver::choose(&format!("cmd:sh -c {}", shlex::try_quote(script).unwrap()));
    load(&backend.unwrap(), &cnf(2, &[&[1], &[-1, 2]])).solve(&[])
}

#[test]
fn several_solvers_are_named_with_commas() {
    let names = |typed: &str| {
        let backends = solver::choose_several(typed)?;
        Ok(backends.iter().map(|backend| backend.name.to_string()).collect())
    };
    let found = |names: &[&str]| Ok(names.iter().map(|name| (*name).to_owned()).collect());
    assert_eq!(names("varisat"), found(&["varisat"]));
    assert_eq!(names("batsat,varisat,batsat"), found(&["batsat", "varisat"]));
    let typed = "cmd:a -x=1,2 b,batsat,cmd:c,cmd:d";
    assert_eq!(names(typed), found(&["cmd:a -x=1,2 b", "batsat", "cmd:c", "cmd:d"]));
    let unknown =
        |name: &str| Err::<Vec<String>, _>(UnknownSolver::Name(NoSuchSolver(name.to_owned())));
    assert_eq!(names("varisat,batsa"), unknown("batsa"));
    assert_eq!(names("varisat,"), unknown(""));
}

#[cfg(unix)]
#[test]
fn a_program_is_not_trusted() {
    let failed = |why: &str| Outcome::Failed(Fault(why.to_owned()));
    let ended = "expected a line `s SATISFIABLE` or `s UNSATISFIABLE`, found the end: is the \
                 answer cut off?";
    for (script, outcome) in [
        ("echo s SATISFIABLE; echo v 1 2 0", Outcome::Satisfiable(Model::new(lits(&[1, 2])))),
        ("echo s UNSATISFIABLE; exit 20", Outcome::Unsatisfiable(vec![])),
        (
            "echo s SATISFIABLE; echo v 1 -2 0",
            failed("the model that `sh` printed does not satisfy the formula"),
        ),
        (
            "echo s SATISFIABLE; echo v 1 0",
            failed("`sh` (exit status: 0) printed no answer: line 3: the variable 2 has no value"),
        ),
        (
            "echo out of luck >&2; exit 3",
            failed(&format!(
                "`sh` (exit status: 3) printed no answer: line 1: {ended}\nits stderr: out of luck"
            )),
        ),
        ("echo s UNKNOWN", Outcome::Unknown(Limit::Steps)),
    ] {
        assert_eq!(program_says(script), outcome, "{script}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_may_print_more_than_a_pipe_holds() {
    let script = "yes c comment | head -c 1000000; yes error | head -c 1000000 >&2; \
                  echo s UNSATISFIABLE";
    assert_eq!(program_says(script), Outcome::Unsatisfiable(vec![]));
}

#[test]
fn a_program_that_is_missing_is_named() {
    let backend = solver::choose("cmd:/no/such/solver").unwrap();
    let fault = Fault("cannot run `/no/such/solver`: there is no such program".to_owned());
    assert_eq!(load(&backend, &cnf(1, &[])).solve(&[]), Outcome::Failed(fault));
}

#[test]
fn many_models_are_checked_like_one() {
    for seed in 1..=200 {
        let mut random = Random(seed);
        let num_vars = 1 + random.below(6) as u32;
        let mut formula = cnf(num_vars, &[]);
        for _ in 0..random.below(4) {
            formula.add_clause(random.clause(num_vars, 6));
        }
        let models: Vec<Model> = (0..random.below(200))
            .map(|_| {
                let sign = |number| lit(if random.below(2) == 0 { number } else { -number });
                Model::new((1..=num_vars as i32).map(sign).collect())
            })
            .collect();
        let expected = models.iter().position(|model| !model.satisfies(&formula));
        assert_eq!(Model::first_wrong(&models, &formula), expected, "seed {seed}");
    }
}
