//! What the library's examples say.

#[allow(dead_code)]
#[path = "../../examples/magic_square.rs"]
mod magic_square;

#[test]
fn a_problem_of_ones_own_is_counted_explained_and_proved() {
    let report = magic_square::report().unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "1 counted, 1 found: [[2, 7, 6, 9, 5, 1, 4, 3, 8]]");
    assert_eq!(*lines.last().unwrap(), "There is no other: the proof was checked.");
    let is_step = |line: &&str| line.contains(" sum of ") && line.contains(": so ");
    assert!(lines.iter().any(is_step), "{report}");
}
