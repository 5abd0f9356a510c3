//! What the library's examples say.

use cnfetti::certificate::count::verify;
use cnfetti::limit::Budget;

#[allow(dead_code)]
#[path = "../../examples/magic_square.rs"]
mod magic_square;

#[test]
fn a_problem_of_ones_own_is_counted_explained_and_certified() {
    let folder = tempfile::tempdir().unwrap();
    let report = magic_square::report(folder.path()).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "2");
    assert_eq!(*lines.last().unwrap(), "exactly 2 models");
    let (claim, _) = verify(folder.path(), &Budget::default()).unwrap();
    assert_eq!(claim.models, "2");
    let is_step = |line: &&str| line.contains(" sum of ") && line.contains(": so ");
    assert!(lines.iter().any(is_step), "{report}");
}
