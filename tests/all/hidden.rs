//! Explanations of models and kinds mention what the reader sees, and no auxiliary variables. The exact
//! counter, which needs no formula, checks what a step says.

use cnfetti::csp::{Csp, Table, VarId};
use cnfetti::exact::{self, Limits};
use cnfetti::explain::{Explanation, Step, Task, explain};
use cnfetti::search::candidates::Fact;
use cnfetti::solver::Budget;
use itertools::Itertools;
use num_bigint::BigUint;

use super::random_models::random_solved;
use super::support::{instance, instances};

/// With more variables, the counter would take long.
const MOST_VARIABLES: usize = 250;

/// The number of steps of each problem to check.
const MOST_STEPS: usize = 6;

/// The number of steps after which the counter gives up.
const MOST_WORK: u64 = 2_000_000;

/// Says that the variable has a value that the fact allows or, if `holds` is false, one that it does not.
fn says(csp: &Csp, fact: &Fact, holds: bool) -> Table {
    let values = csp.domain(fact.variable).iter().copied();
    let rows = values.filter(|&value| fact.allows(value) == holds).map(|value| vec![Some(value)]);
    Table { scope: vec![fact.variable], rows: rows.collect(), is_positive: true }
}

/// Whether the step's constraints and facts leave no assignment without this conclusion.
fn follows(csp: &Csp, step: &Step, conclusion: &Fact) -> Option<bool> {
    let mut part = csp.with_only(&step.constraints);
    step.facts.iter().for_each(|fact| part.post(says(csp, fact, true).into(), "a fact"));
    part.post(says(csp, conclusion, false).into(), "the opposite");
    let budget = Budget::default().of_steps(MOST_WORK);
    let (count, _) = exact::count(&part, &Limits { budget, ..Limits::default() }).unwrap();
    count.exact.then_some(count.solutions == BigUint::ZERO)
}

fn is_helper(csp: &Csp, variable: VarId) -> bool {
    let mut projections = csp.projections().iter();
    let is_seen = [csp.deciding(), csp.projection_set()].concat().contains(&variable);
    !is_seen && !projections.any(|projection| projection.scope.contains(&variable))
}

/// Each step, as with `--all-facts`: what pencil marks show without a step is not among the facts that are known.
fn explained(csp: &Csp) -> Option<Explanation> {
    explain(csp, &Task { pencil: false, ..Task::default() }, |_| {}).unwrap()
}

/// Checks an explanation. Returns how many conclusions were counted, and how many steps use definitions.
fn check(csp: &Csp, explanation: &Explanation, most: usize) -> (usize, usize) {
    let mut known = explanation.start.clone();
    let (mut counted, mut whole_rules) = (0, 0);
    for (number, step) in explanation.steps.iter().enumerate() {
        for fact in step.facts.iter().chain(&step.conclusions) {
            assert!(!is_helper(csp, fact.variable), "step {number} speaks of a helper: {step:?}");
        }
        assert!(step.facts.iter().all(|fact| known.knows(fact)), "step {number}: {step:?}");
        assert!(step.load.rules > 0 && step.load.rules <= step.constraints.len(), "{step:?}");
        whole_rules += usize::from(step.load.rules < step.constraints.len());
        if number < most {
            for conclusion in &step.conclusions {
                let follows = follows(csp, step, conclusion);
                assert_ne!(follows, Some(false), "step {number}: {conclusion:?} of {step:?}");
                counted += usize::from(follows == Some(true));
            }
        }
        step.conclusions.iter().for_each(|fact| known.learn(fact));
    }
    for id in csp.ids().filter(|&id| !is_helper(csp, id)) {
        assert_eq!(known.of(id), explanation.end.of(id), "{}", csp.name(id));
    }
    (counted, whole_rules)
}

/// Checks the explanations of random models. Returns how many conclusions were counted, and how many steps
/// use definitions.
fn check_random(models: u64) -> (usize, usize) {
    let (mut counted, mut whole_rules) = (0, 0);
    for seed in 0..models {
        let (text, solutions) = random_solved(seed);
        let csp = instance(&text).puzzle.csp();
        let Some(explanation) = explained(&csp) else {
            assert!(solutions.is_empty(), "seed {seed}: there are solutions\n{text}");
            continue;
        };
        for id in csp.ids() {
            // Places that no constraint mentions are not variables.
            let Some(at) = csp.name(id).strip_prefix("x[").and_then(|rest| rest.strip_suffix(']'))
            else {
                continue;
            };
            let Ok(at) = at.parse::<usize>() else { continue };
            let in_solutions = solutions.iter().filter_map(|solution| solution[at]);
            let expected: Vec<i64> = in_solutions.sorted().dedup().collect();
            let values = explanation.end.of(id).iter().map(|&value| i64::from(value));
            assert_eq!(values.collect::<Vec<_>>(), expected, "seed {seed}: x[{at}]\n{text}");
        }
        let (conclusions, rules) = check(&csp, &explanation, usize::MAX);
        (counted, whole_rules) = (counted + conclusions, whole_rules + rules);
    }
    (counted, whole_rules)
}

#[test]
fn random_models_are_explained_without_helpers() {
    let (counted, whole_rules) = check_random(1_200);
    assert!(counted > 500 && whole_rules > 40, "{counted} counted, {whole_rules} whole rules");
}

/// Ten thousand models.
#[test]
#[ignore = "takes minutes"]
fn many_random_models_are_explained_without_helpers() {
    check_random(10_000);
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn kinds_and_models_are_explained_without_helpers() {
    let (mut counted, mut whole_rules) = (0, 0);
    for (_, instance) in instances() {
        let csp = instance.puzzle.csp();
        let has_helpers = csp.ids().any(|id| is_helper(&csp, id));
        let has_viewpoint = !instance.puzzle.viewpoint().noted.is_empty();
        if !has_helpers || has_viewpoint || csp.variables().len() > MOST_VARIABLES {
            continue;
        }
        if let Some(explanation) = explained(&csp) {
            let (conclusions, rules) = check(&csp, &explanation, MOST_STEPS);
            (counted, whole_rules) = (counted + conclusions, whole_rules + rules);
        }
    }
    assert!(counted > 200 && whole_rules > 100, "{counted} counted, {whole_rules} whole rules");
}

/// A white pearl at the edge decides its lines. The reader needs a step, because the board shows only the
/// pearl.
#[test]
fn what_a_clue_says_of_another_place_is_a_step() {
    let text = include_str!("../../instances/kinds/masyu.toml");
    let csp = instance(text).puzzle.viewpoint().csp;
    let explanation = explained(&csp).unwrap();
    for id in csp.deciding() {
        assert_eq!(explanation.start.of(id), csp.domain(id), "{} is told", csp.name(id));
    }
    check(&csp, &explanation, 0);
    let text = include_str!("../../instances/kinds/sudoku.toml");
    let csp = instance(text).puzzle.viewpoint().csp;
    let start = explained(&csp).unwrap().start;
    assert!(csp.ids().any(|id| start.decided(id).is_some()), "what is given is seen");
}
