//! Every instance of the project, compared with what its file expects.

use std::path::Path;
use std::time::Duration;

use cnfetti::compile::Choices;
use cnfetti::exact::{self, Limits};
use cnfetti::instance::Instance;
use cnfetti::search::blocking::{Count, count};
use cnfetti::solver::{Budget, by_name};

use crate::support::{SOLVED, Solved, instances};

/// Counts for at most a second: what is far beyond blocking clauses is counted in part.
fn count_by_blocking(instance: &Instance, solver: &str) -> Count {
    let budget = Budget::default().at_most(Duration::from_secs(1));
    let (csp, choices) = (instance.puzzle.csp(), Choices::default());
    count(&csp, &choices, by_name(solver).unwrap(), &budget, |_| {}).unwrap().count
}

/// Asserts that a count, complete or partial, agrees with the file's expectations.
fn assert_expected(path: &Path, instance: &Instance, count: &Count) {
    let found = [
        (&instance.expect.solutions, Some(&count.solutions)),
        (&instance.expect.classes, Some(&count.classes)),
        (&instance.expect.grids, count.projected.first()),
    ];
    for (expected, found) in found {
        if let (Some(expected), Some(found)) = (expected, found) {
            let expected = expected.parse().unwrap();
            let agrees = if count.exact { *found == expected } else { *found <= expected };
            assert!(agrees, "{}: expected {expected}, counted {found}", path.display());
        }
    }
}

/// Enough for almost all instances, in a second or two.
const STEPS: u64 = 20_000_000;

#[test]
fn exact_counts_are_as_expected() {
    let mut exact = 0;
    for (path, instance) in instances() {
        let limits = Limits { budget: Budget::default().of_steps(STEPS), ..Limits::default() };
        let (count, _) = exact::count(&instance.puzzle.csp(), &limits).unwrap();
        assert_expected(path, instance, &count);
        exact += usize::from(count.exact);
    }
    assert!(exact > 220, "{exact} of {} are counted to the end", instances().len());
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn counts_by_blocking_clauses_are_as_expected() {
    for (path, instance) in instances() {
        assert_expected(path, instance, &count_by_blocking(instance, "varisat"));
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn a_second_solver_counts_the_same() {
    for (path, instance) in instances() {
        assert_expected(path, instance, &count_by_blocking(instance, "batsat"));
    }
}

#[test]
fn solutions_pass_the_rules_and_survive_json() {
    for Solved { path, instance, solution } in &*SOLVED {
        let Some(solution) = solution else { continue };
        instance.puzzle.check(solution).unwrap();
        let mut text = String::new();
        instance.puzzle.write_json(solution, &mut text);
        let read = instance.puzzle.read_json(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(read, *solution, "{}", path.display());
    }
}
