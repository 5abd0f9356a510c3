//! Letters on dice.

use cnfetti::compile::{Choices, compile};
use serde_json::json;

use crate::support::{instance, refused, solutions_by_hand};

const TINY: &str = "kind = \"dice\"\ndice = 2\nfaces = 2\nwords = [\"on\", \"at\", \"no\"]\n";

#[test]
fn constraints_and_check_agree_on_every_assignment() {
    assert_eq!(solutions_by_hand(TINY).len(), 4);
    let unlimited = "kind = \"dice\"\ndice = 3\nletters = \"abcde\"\nwords = [\"abc\", \"ce\"]\n";
    assert_eq!(solutions_by_hand(unlimited).len(), 6 * 3 * 2);
}

#[test]
fn the_impossible_has_no_solutions_and_is_no_error() {
    let repeated = "kind = \"dice\"\ndice = 3\nwords = [\"odd\"]\n";
    assert_eq!(solutions_by_hand(repeated).len(), 0);
    let long = "kind = \"dice\"\ndice = 3\nwords = [\"word\"]\n";
    assert_eq!(solutions_by_hand(long).len(), 0);
    let too_many_faces = "kind = \"dice\"\ndice = 2\nfaces = 3\nwords = [\"on\", \"at\"]\n";
    assert_eq!(solutions_by_hand(too_many_faces).len(), 0);
}

#[test]
fn a_mismatch_of_letters_and_faces_is_seen_at_once() {
    for faces in [5, 7] {
        let letters = "letters = \"abcdefghijklmnopqrstuvwxyz0123456789\"";
        let text = format!("kind = \"dice\"\ndice = 6\nfaces = {faces}\n{letters}\nwords = []\n");
        let compiled = compile(&instance(&text).puzzle.csp(), &Choices::default()).unwrap();
        assert!(compiled.cnf.clauses().any(<[_]>::is_empty), "{faces} faces");
    }
}

#[test]
fn capitals_are_the_same_letters() {
    let capitals = TINY.replace("\"at\", \"no\"", "\"At\", \"NO\"");
    assert_eq!(solutions_by_hand(&capitals), solutions_by_hand(TINY));
}

#[test]
fn constraints_read_like_the_puzzle() {
    let csp = instance(TINY).puzzle.csp();
    let lines: Vec<String> = csp
        .constraints()
        .iter()
        .map(|posted| format!("{}: {}", posted.constraint.rule().describe(&csp), posted.reason))
        .collect();
    let expected = [
        "Cardinality(a, n, o, t; #1 = 2, #2 = 2): each die has 2 letters",
        "AllDifferent(o, n): the letters of ON are on different dice",
        "AllDifferent(a, t): the letters of AT are on different dice",
        "AllDifferent(n, o): the letters of NO are on different dice",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_broken_rule_is_named() {
    let puzzle = instance(TINY).puzzle;
    let broken = |solution: &[i32]| puzzle.check(solution).unwrap_err().to_string();
    assert_eq!(broken(&[1, 1, 1, 2]), "ON cannot be thrown: o and n are both on die 1");
    assert_eq!(broken(&[1, 1, 3, 2]), "o is on die 3, which does not exist");
    assert_eq!(broken(&[1, 1]), "there are 4 letters, not 2");
    let uneven =
        instance("kind = \"dice\"\ndice = 2\nfaces = 1\nwords = [\"on\", \"at\"]\n").puzzle;
    assert_eq!(uneven.check(&[1, 1, 2, 2]).unwrap_err().to_string(), "die 1 has 2 letters");
}

#[test]
fn a_solution_that_cannot_be_one_is_refused() {
    let puzzle = instance(TINY).puzzle;
    let refused = |json: serde_json::Value| puzzle.read_json(&json).unwrap_err().to_string();
    assert_eq!(puzzle.read_json(&json!({"dice": ["an", "ot"]})), Ok(vec![1, 1, 2, 2]));
    assert_eq!(
        refused(json!({"board": []})),
        "expected {\"dice\": […]} with the letters of each die as a string"
    );
    assert_eq!(refused(json!({"dice": ["anot"]})), "there are 2 dice, not 1");
    assert_eq!(
        refused(json!({"dice": ["an", 7]})),
        "expected the letters of die 2 as a string, found 7"
    );
    assert_eq!(
        refused(json!({"dice": ["an", "ox"]})),
        "'x' on die 2 is not a letter of the puzzle"
    );
    assert_eq!(refused(json!({"dice": ["an", "ant"]})), "a is on die 1 and on die 2");
    assert_eq!(refused(json!({"dice": ["an", "o"]})), "t is on no die");
}

#[test]
fn drawn_with_letters_in_boxes() {
    let puzzle = instance(TINY).puzzle;
    assert_eq!(
        puzzle.draw(None),
        "2 dice, 2 letters on each\nletters: A N O T\nwords:   ON AT NO\n"
    );
    let expected = [
        "       ╭───┬───┬───╮",
        "die 1  │ A │ N │ T │",
        "       ├───┼───┴───╯",
        "die 2  │ O │",
        "       ╰───╯",
        "",
    ];
    assert_eq!(puzzle.draw(Some(&[1, 1, 2, 1])), expected.join("\n"));
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let file = |rest: &str| format!("kind = \"dice\"\ndice = 2\n{rest}\n");
    refused(
        "kind = \"dice\"\n",
        "1:1: the key `dice` is missing: expected the number of dice, such as 4",
    );
    refused(
        "kind = \"dice\"\ndice = 0\n",
        "2:8: expected a whole number from 1 to 100 for `dice`, found 0",
    );
    refused(
        &file(""),
        "1:1: the key `words` is missing: expected the words that were thrown, such as [\"buoy\", \"cave\"]",
    );
    refused(&file("words = \"on\""), "3:9: expected an array for `words`, found \"on\"");
    refused(&file("words = [\"on\", 5]"), "3:16: expected a string for `words`, found 5");
    refused(&file("words = []"), "3:9: expected from 1 to 1000 words, found 0");
    refused(
        &file("words = [\"on\", \"\"]"),
        "3:16: expected a word of 1 to 100 letters, found \"\"",
    );
    refused(&file("words = [\"on\", \"a t\"]"), "3:18: expected a letter, found ' '");
    refused(
        &file("letters = \"anot\"\nwords = [\"on\", \"ax\"]"),
        "4:18: the letter \"x\" of \"ax\" is not in `letters`",
    );
    refused(
        &file("letters = \"anota\"\nwords = [\"on\"]"),
        "3:16: the letter \"a\" is listed twice in `letters`",
    );
    refused(
        &file("letters = \"\"\nwords = []"),
        "3:11: expected letters for `letters`, found \"\"",
    );
    refused(
        &file("faces = -1\nwords = [\"on\"]"),
        "3:9: expected a whole number from 1 to 1000 for `faces`, found -1",
    );
    refused(
        &file("word = [\"on\"]\nwords = [\"on\"]"),
        "3:1: unknown key `word`: expected one of `kind`, `title`, `source`, `expect`, `dice`, \
         `faces`, `letters`, `words`",
    );
    let long = "a".repeat(101);
    refused(
        &file(&format!("words = [\"{long}\"]")),
        "3:10: expected a word of 1 to 100 letters, found 101",
    );
}
