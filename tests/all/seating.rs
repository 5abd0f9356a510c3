//! Candidates on seats that must not touch.

use itertools::Itertools;
use serde_json::json;

use crate::support::{instance, refused, solutions_by_hand};

fn file(figure: &str, rest: &str) -> String {
    format!("kind = \"seating\"\nfigure = '''\n{figure}\n'''\n{rest}\n")
}

#[test]
fn constraints_and_check_agree_on_every_assignment() {
    let square = file("XX\nXX", "subjects = 4\ncandidates = 1");
    assert_eq!(solutions_by_hand(&square).len(), 24);
    let ring = file("XXX\nX.X\nXXX", "subjects = [\"a\", \"b\"]\ncandidates = 4\nneighbours = 4");
    assert_eq!(solutions_by_hand(&ring).len(), 2);
    let crossing = file(".X.\nX.X\n.X.", "subjects = 2\ncandidates = 2");
    assert_eq!(solutions_by_hand(&crossing).len(), 2);
    let sides = file(".X.\nX.X\n.X.", "subjects = 2\ncandidates = 2\nneighbours = 4");
    assert_eq!(solutions_by_hand(&sides).len(), 6);
}

#[test]
fn seats_that_are_left_over_stay_empty() {
    let row = file("XXXX", "subjects = [\"a\", \"b\"]\ncandidates = [2, 1]");
    // a is at 0 2, 0 3 or 1 3, and b anywhere else.
    assert_eq!(solutions_by_hand(&row).len(), 3 * 2);
    let none = file("XX\nXX", "subjects = 2\ncandidates = 0");
    assert_eq!(solutions_by_hand(&none), [[0, 0, 0, 0]]);
}

#[test]
fn the_impossible_has_no_solutions_and_is_no_error() {
    let crowded = file("XX\nXX", "subjects = 2\ncandidates = 2");
    assert!(solutions_by_hand(&crowded).is_empty());
    let too_few_seats = file("XXX", "subjects = 2\ncandidates = 2");
    assert!(solutions_by_hand(&too_few_seats).is_empty());
}

#[test]
fn constraints_read_like_the_puzzle() {
    let text = file("XX.\n.XX\nX..", "subjects = [\"a\", \"b\", \"c\"]\ncandidates = [1, 2, 1]");
    let csp = instance(&text).puzzle.csp();
    let lines: Vec<String> =
        csp.constraints().iter().map(|posted| posted.constraint.rule().describe(&csp)).collect();
    let expected = [
        "Cardinality(seat[0][0], seat[0][1], seat[1][1], seat[1][2], seat[2][0]; \
         #1 = 1, #2 = 2, #3 = 1)",
        "AllDifferentExcept0(seat[0][0], seat[0][1], seat[1][1])",
        "AllDifferentExcept0(seat[0][1], seat[1][1], seat[1][2])",
        "AllDifferentExcept0(seat[1][1], seat[2][0])",
    ];
    assert_eq!(lines, expected);
    assert_eq!(csp.symmetry().interchangeable.len(), 1);
    assert_eq!(csp.symmetry().interchangeable[0].values, [1, 3]);
}

#[test]
fn symmetries_are_the_turns_and_reflections_that_fit() {
    let symmetries = |figure: &str| {
        let text = file(figure, "subjects = 3\ncandidates = 1");
        let symmetry = instance(&text).puzzle.csp().symmetry().clone();
        symmetry.permutations.len()
    };
    assert_eq!(symmetries("XX\nXX"), 7);
    assert_eq!(symmetries("...\n.X.\n..."), 0);
    assert_eq!(symmetries("XXXX"), 1);
    assert_eq!(symmetries("XX\nXX\nXX"), 3);
    assert_eq!(symmetries("XX.\n.XX"), 1);
    assert_eq!(symmetries("X..\nX..\nXX."), 0);
    assert_eq!(symmetries("XX...\nX....\n....."), 1);
    assert_eq!(symmetries(".X....\n.XXXXX\n.XXXX.\n.XXXX.\nXXXXX.\n....X."), 3);
}

#[test]
fn each_symmetry_maps_solutions_to_solutions() {
    let text = file(".X.\nXXX\n.X.", "subjects = 3\ncandidates = [2, 1, 1]\nneighbours = 4");
    let solutions = solutions_by_hand(&text);
    assert!(!solutions.is_empty());
    let symmetry = instance(&text).puzzle.csp().symmetry().clone();
    assert_eq!(symmetry.permutations.len(), 7);
    for (permutation, solution) in symmetry.permutations.iter().cartesian_product(&solutions) {
        let mapped: Vec<i32> = permutation.iter().map(|seat| solution[seat.index()]).collect();
        assert!(solutions.contains(&mapped), "{solution:?} became {mapped:?}");
    }
}

#[test]
fn a_broken_rule_is_named() {
    let text = file("XX\n.X", "subjects = [\"Ada\", \"Bel\"]\ncandidates = 1");
    let puzzle = instance(&text).puzzle;
    let broken = |solution: &[i32]| puzzle.check(solution).unwrap_err().to_string();
    assert_eq!(broken(&[1, 2]), "there are 3 seats, not 2");
    assert_eq!(broken(&[1, 2, 3]), "there is no subject 3");
    assert_eq!(broken(&[1, 0, 0]), "Bel has 1 candidates, not 0");
    let text = text.replace("candidates = 1", "candidates = [2, 1]");
    let puzzle = instance(&text).puzzle;
    let broken = puzzle.check(&[1, 2, 1]).unwrap_err().to_string();
    assert_eq!(broken, "r1c1 and r2c2 touch, and both have Ada");
}

#[test]
fn a_solution_that_cannot_be_one_is_refused() {
    let text = file("XX\n.X", "subjects = [\"Ada\", \"Bel\"]\ncandidates = 1");
    let puzzle = instance(&text).puzzle;
    let refused = |json: serde_json::Value| puzzle.read_json(&json).unwrap_err().to_string();
    let board = json!({"board": [["Bel", null], [null, "Ada"]]});
    assert_eq!(puzzle.read_json(&board), Ok(vec![2, 0, 1]));
    let shape = "expected {\"board\": […]} with 2 rows of 2 subjects or null";
    assert_eq!(refused(json!([])), shape);
    assert_eq!(refused(json!({"board": [["Ada", "Bel"]]})), shape);
    assert_eq!(refused(json!({"board": [["Ada", "Bel"], [null]]})), shape);
    assert_eq!(
        refused(json!({"board": [["Ada", "Cem"], [null, "Bel"]]})),
        "expected a subject or null at r1c2, found \"Cem\""
    );
    assert_eq!(
        refused(json!({"board": [["Ada", null], ["Bel", null]]})),
        "there is no seat at r2c1, found \"Bel\""
    );
}

#[test]
fn drawn_with_initials_and_a_legend() {
    let text = file("XX\n.X", "subjects = [\"Ada\", \"Bel\"]\ncandidates = 1");
    let puzzle = instance(&text).puzzle;
    let expected = [
        "╭───┬───╮",
        "│ B │ · │",
        "╰───┼───┤",
        "    │ A │",
        "    ╰───╯",
        "A  Ada × 1",
        "B  Bel × 1",
        "",
    ];
    assert_eq!(puzzle.draw(Some(&[2, 0, 1])), expected.join("\n"));
    assert!(puzzle.draw(None).starts_with("╭───┬───╮\n│   │   │\n"));
    let similar = text.replace("Ada", "Bela");
    assert!(instance(&similar).puzzle.draw(None).ends_with("\n1  Bela × 1\n2  Bel × 1\n"));
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let good = "subjects = 2\ncandidates = 1";
    refused(
        "kind = \"seating\"\n",
        "1:1: the key `figure` is missing: expected the seats, as rows of X and `.`",
    );
    refused(&file("XX\nXo", good), "4:2: expected X or `.`, found 'o'");
    refused(&file("XX\nX\nXX", good), "4:1: expected 2 squares as in the first row, found 1");
    refused(&file("XX\n\nXX", good), "4:1: expected 2 squares as in the first row, found 0");
    refused(&file("..\n..", good), "2:10: expected from 1 to 10000 seats, each an X, found 0");
    refused(&file("", good), "2:10: expected from 1 to 10000 seats, each an X, found 0");
    let large = "X".repeat(10_001);
    refused(&file(&large, good), "2:10: expected from 1 to 10000 seats, each an X, found 10001");
    let rest = |rest: &str| file("XX", rest);
    refused(
        &rest("subjects = \"a\"\ncandidates = 1"),
        "5:12: expected a whole number from 1 to 100 for `subjects`, found \"a\"",
    );
    refused(
        &rest("subjects = []\ncandidates = 1"),
        "5:12: expected from 1 to 100 subjects, found 0",
    );
    refused(
        &rest("subjects = [\"a\", 3]\ncandidates = 1"),
        "5:18: expected a string for `subjects`, found 3",
    );
    refused(
        &rest("subjects = [\"a\", \" \"]\ncandidates = 1"),
        "5:18: expected a name, found \" \"",
    );
    refused(
        &rest("subjects = [\"a\", \"a\"]\ncandidates = 1"),
        "5:18: the subject \"a\" occurs twice",
    );
    refused(
        &rest("subjects = 2"),
        "1:1: the key `candidates` is missing: expected the number of candidates of each subject, \
         such as 4 or [4, 3]",
    );
    refused(
        &rest("subjects = 2\ncandidates = -1"),
        "6:14: expected a whole number from 0 to 10000 for `candidates`, found -1",
    );
    refused(
        &rest("subjects = 2\ncandidates = [1, 1, 1]"),
        "6:14: expected 2 numbers, one for each subject, found 3",
    );
    refused(
        &rest("subjects = 2\ncandidates = 1\nneighbours = 6"),
        "7:14: expected 4 (seats that share a side) or 8 (also those that share a corner) for \
         `neighbours`, found 6",
    );
}
