//! Fuzzing with seeds: random constraint problems, random encodings, every solver.
//!
//! The default run takes a few hundred seeds. For more:
//!
//! ```text
//! CNFETTI_FUZZ_SECONDS=600 CNFETTI_FUZZ_PROGRAM='cadical -q' \
//!     cargo test --release --test all fuzz_solvers -- --nocapture
//! ```

use std::collections::HashSet;
use std::time::{Duration, Instant};

use cnfetti::compile::{Choices, Compiled, compile};
use cnfetti::csp::{
    AllDifferent, AllEqual, Atom, Cardinality, Choice, Condition, Constraint, Csp, DistinctCount,
    Fixed, Increasing, Linear, Occurrence, Ranges, Selection, Value, ValuePrecedence, VarId,
};
use cnfetti::encodings::{Form, Lit, Relation, at_most_one, cardinality, domain, linear};
use cnfetti::proof::check;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::{blocking_clause, each_solution};
use cnfetti::solver::{self, Backend, Budget, Outcome, ProofFormat, prove};
use itertools::Itertools;

use crate::formulas::Random;
use crate::random_csp::{self, general_constraint};

#[test]
fn all_solvers_agree_with_the_constraints() {
    let seconds = std::env::var("CNFETTI_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let first = std::env::var("CNFETTI_FUZZ_SEED").ok().and_then(|text| text.parse().ok());
    let backends = backends();
    let mut done = Tally::default();
    for seed in first.unwrap_or(1_u64).. {
        match until {
            Some(until) if Instant::now() >= until => break,
            None if done.problems >= 250 => break,
            _ => one_problem(seed, &backends, &mut done),
        }
    }
    println!("{done:?}, no disagreement");
}

/// The numbers of what was tested, as a report of progress.
#[derive(Debug, Default)]
struct Tally {
    problems: u64,
    solutions: u64,
    solves: u64,
    cores: u64,
    proofs: u64,
}

fn backends() -> Vec<Backend> {
    let program = std::env::var("CNFETTI_FUZZ_PROGRAM").ok();
    let names = program.map(|program| format!("cmd:{program}"));
    let names = ["varisat", "batsat", "brute_force"].map(str::to_owned).into_iter().chain(names);
    names.map(|name| solver::choose(&name).unwrap()).collect()
}

fn one_problem(seed: u64, backends: &[Backend], done: &mut Tally) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let csp = problem(&mut random);
    let solutions = solutions(&csp);
    let choices = choices(&mut random);
    let context = format!("seed {seed}, {choices}, {:?}", csp.constraints());
    let compiled = compile(&csp, &choices).unwrap();
    let drawn = Drawn { csp, compiled, solutions, context };
    done.problems += 1;
    done.solutions += drawn.solutions.len() as u64;
    for backend in backends {
        let is_program = backend.name.starts_with("cmd:");
        if !is_program || drawn.solutions.len() < 10 {
            enumerate(backend, &drawn, done);
        }
        let calls = if is_program { 2 } else { 6 };
        assume(backend, calls, &mut random, &drawn, done);
    }
}

/// A problem with its formula and its true solutions.
struct Drawn {
    csp: Csp,
    compiled: Compiled,
    solutions: HashSet<Vec<Value>>,
    /// The context for failures.
    context: String,
}

/// Up to six variables with up to four values, and up to five constraints.
pub(crate) fn problem(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let num_vars = 1 + random.below(6) as usize;
    for index in 0..num_vars {
        let lowest = random.below(3) as Value - 1;
        let values = 1 + random.below(4) as Value;
        let holes = random.below(8) == 0;
        let domain = (lowest..lowest + values).filter(|value| !holes || value % 2 == 0);
        csp.variable(format!("x{index}"), domain);
    }
    for _ in 0..random.below(6) {
        let constraint = constraint(random, &csp);
        csp.post(constraint, "it was drawn");
    }
    csp
}

fn constraint(random: &mut Random, csp: &Csp) -> Constraint {
    let ids: Vec<VarId> = csp.ids().collect();
    let first = random.below(ids.len() as u64) as usize;
    let len = 1 + random.below((ids.len() - first) as u64) as usize;
    let scope = ids[first..first + len].to_vec();
    let outside = ids.iter().copied().find(|id| !scope.contains(id));
    let value = |random: &mut Random| random.below(5) as Value - 1;
    let relation = Relation::ALL[random.below(3) as usize];
    match (random.below(14), outside) {
        (0, _) => {
            let except = (random.below(2) == 0).then(|| value(random)).into_iter().collect();
            AllDifferent { scope, except }.into()
        }
        (1, _) => AllEqual { scope }.into(),
        (2, _) => {
            let count = random.below(len as u64 + 2) as usize;
            let occurrences = vec![Occurrence { value: value(random), relation, count }];
            Cardinality { scope, occurrences }.into()
        }
        (3, _) => Linear::sum(scope, Ranges::related(relation, random.below(14) as i64 - 2)).into(),
        (4, _) => Increasing { scope }.into(),
        (5, _) => ValuePrecedence { scope, values: vec![0, 1, 2] }.into(),
        (6, Some(count)) => {
            DistinctCount { scope, except: Vec::new(), condition: Condition::is(count) }.into()
        }
        (7, Some(result)) => {
            let choices = scope.iter().map(|&variable| {
                let atom = Atom { variable, value: value(random) };
                Choice { atom, value: value(random) }
            });
            Selection { choices: choices.collect(), result }.into()
        }
        (9.., _) => {
            let seed = random.below(u64::MAX);
            general_constraint(&mut random_csp::Random::new(seed), csp)
        }
        _ => Fixed { atom: Atom { variable: ids[first], value: value(random) } }.into(),
    }
}

pub(crate) fn choices(random: &mut Random) -> Choices {
    let mut pick = |length: usize| random.below(length as u64) as usize;
    Choices {
        at_most_one: at_most_one::ENCODINGS[pick(at_most_one::ENCODINGS.len())],
        cardinality: cardinality::ENCODINGS[pick(cardinality::ENCODINGS.len())],
        linear: linear::ENCODINGS[pick(linear::ENCODINGS.len())],
        domain: domain::ENCODINGS[pick(domain::ENCODINGS.len())],
        few_values: [1, 100][pick(2)],
        form: if pick(2) == 0 { Form::TwoSided } else { Form::OneSided },
        for_search: false,
    }
}

/// All solutions, from the constraints alone.
fn solutions(csp: &Csp) -> HashSet<Vec<Value>> {
    let domains = csp.variables().iter().map(|variable| variable.domain().iter().copied());
    domains.multi_cartesian_product().filter(|values| csp.is_solution(values)).collect()
}

/// Finds all solutions, each once, and proves that there are no others.
fn enumerate(backend: &Backend, drawn: &Drawn, done: &mut Tally) {
    let Drawn { csp, compiled, solutions, context } = drawn;
    let mut found = HashSet::new();
    let end = each_solution(csp, compiled, backend, &Budget::default(), |solution, _| {
        assert!(found.insert(solution.to_vec()), "{}: twice: {context}", backend.name);
        std::ops::ControlFlow::Continue(())
    });
    match end.unwrap() {
        Ended::Exhausted(no_other) => {
            let rest = no_other.rest.unwrap();
            assert_eq!(&found, solutions, "{}: {context}", backend.name);
            let mut proof = Vec::new();
            prove(&rest, ProofFormat::Binary, &Budget::default(), &mut proof).unwrap();
            check(&rest, &proof, &Budget::default())
                .unwrap_or_else(|error| panic!("{}: {error}: {context}", backend.name));
            done.proofs += 1;
        }
        // Brute force may give up on auxiliary variables; the others have no reason to.
        other => assert_eq!(backend.name, "brute_force", "{other:?}: {context}"),
    }
}

/// Solves under random assumptions while clauses are added, and checks models and cores.
fn assume(backend: &Backend, calls: usize, random: &mut Random, drawn: &Drawn, done: &mut Tally) {
    let Drawn { csp, compiled, solutions, context } = drawn;
    let all: Vec<VarId> = csp.ids().collect();
    let mut left = solutions.clone();
    let mut solver = backend.load(&compiled.cnf, &Budget::default());
    for _ in 0..calls {
        let problem = compiled.problem_variables();
        let wanted = if problem == 0 { 0 } else { random.below(4) };
        let assumptions: Vec<Lit> = (0..wanted).map(|_| random.lit(problem)).collect();
        let meets = |solution: &&Vec<Value>, lits: &[Lit]| {
            lits.iter().all(|&lit| {
                let variable = compiled.map.meaning(lit).unwrap().variable();
                compiled.map.holds(lit, solution[variable.index()])
            })
        };
        done.solves += 1;
        match solver.solve(&assumptions) {
            Outcome::Satisfiable(model) => {
                assert!(model.satisfies(&compiled.cnf), "{}: {context}", backend.name);
                let solution = compiled.map.decode(&model).unwrap();
                assert!(left.contains(&solution), "{}: {context}", backend.name);
                assert!(meets(&&solution, &assumptions), "{}: {context}", backend.name);
                solver.add_clause(&blocking_clause(compiled, &all, &solution));
                left.remove(&solution);
            }
            Outcome::Unsatisfiable(core) => {
                assert!(core.iter().all(|lit| assumptions.contains(lit)), "{context}");
                let model = left.iter().find(|solution| meets(solution, &core));
                assert_eq!(model, None, "{}: core {core:?}: {context}", backend.name);
                done.cores += 1;
            }
            Outcome::Unknown(why) => {
                assert_eq!(backend.name, "brute_force", "{why}: {context}");
                return;
            }
            Outcome::Failed(fault) => panic!("{fault}: {context}"),
        }
    }
}
