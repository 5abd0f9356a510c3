//! Signs with arrows and numbers.

use serde_json::json;

use crate::support::{instance, refused, solutions_by_hand};

const TINY: &str =
    "kind = \"signs\"\nvalues = 3\nboard = \"\"\"\n→ ↓2 ←\n↕ n+e ⬆\u{FE0F}\n\"\"\"\n";

#[test]
fn constraints_and_check_agree_on_every_assignment() {
    assert!(solutions_by_hand(TINY).is_empty());
    let loose = TINY.replace("↓2", "↔");
    let expected = [[1, 1, 1, 1, 1, 1], [1, 2, 2, 1, 2, 1], [2, 1, 2, 1, 1, 1], [2, 2, 1, 1, 2, 1]];
    assert_eq!(solutions_by_hand(&loose), expected);
    let crossed = "kind = \"signs\"\nvalues = 2\nboard = '''\n↘ ↙ s\n↗ ↖ ⤡:1\n↑ ⤢ nw\n'''\n";
    assert!(!solutions_by_hand(crossed).is_empty());
}

#[test]
fn a_sign_that_points_off_the_board_cannot_be_numbered() {
    assert!(solutions_by_hand("kind = \"signs\"\nvalues = 2\nboard = \"← ←\"\n").is_empty());
}

#[test]
fn every_notation_gives_the_same_board() {
    let arrows = instance("kind = \"signs\"\nvalues = 4\nboard = \"→4 ← ↔\\n↓ ⤡ ↑2\"\n").puzzle;
    let names = "kind = \"signs\"\nvalues = 4\nboard = '''\n\n  e:4 w e+w\n s nw+se n:2\n\n'''\n";
    let names = instance(names).puzzle;
    assert_eq!(arrows.draw(None), names.draw(None));
    assert_eq!(arrows.csp(), names.csp());
}

#[test]
fn constraints_read_like_the_puzzle() {
    let csp = instance(TINY).puzzle.csp();
    let lines: Vec<String> = csp
        .constraints()
        .iter()
        .map(|posted| format!("{}: {}", posted.constraint.rule().describe(&csp), posted.reason))
        .collect();
    assert_eq!(
        lines[4],
        "DistinctCount(cell[0][1], cell[1][2]) = cell[1][1]: \
         r2c2 counts the different numbers to its north and east"
    );
    assert_eq!(lines[6], "cell[0][1] = 2: r1c2 is given as 2");
}

#[test]
fn a_broken_rule_is_named() {
    let puzzle = instance(TINY).puzzle;
    let broken = |solution: &[i32]| puzzle.check(solution).unwrap_err().to_string();
    assert_eq!(broken(&[1, 1, 1, 1, 1, 1]), "r1c2 is 1, but 2 is given");
    assert_eq!(broken(&[2, 4, 2, 1, 1, 1]), "r1c2 is 4, not 1 to 3");
    assert_eq!(broken(&[1, 2]), "there are 6 crossings, not 2");
    assert_eq!(
        broken(&[1, 2, 3, 1, 2, 1]),
        "r1c1 is 1, but there are 2 different numbers to its east"
    );
}

#[test]
fn a_solution_that_cannot_be_one_is_refused() {
    let puzzle = instance(TINY).puzzle;
    let refused = |json: serde_json::Value| puzzle.read_json(&json).unwrap_err().to_string();
    let board = json!({"board": [[1, 2, 3], [4, 5, 6]]});
    assert_eq!(puzzle.read_json(&board), Ok(vec![1, 2, 3, 4, 5, 6]));
    let shape = "expected {\"board\": […]} with 2 rows of 3 numbers";
    assert_eq!(refused(json!({"dice": []})), shape);
    assert_eq!(refused(json!({"board": [[1, 2, 3]]})), shape);
    assert_eq!(refused(json!({"board": [[1, 2, 3], [4, 5]]})), shape);
    assert_eq!(refused(json!({"board": [[1, 2, 3], 4]})), shape);
    assert_eq!(
        refused(json!({"board": [[1, 2, 3], [4, "5", 6]]})),
        "expected a number at r2c2, found \"5\""
    );
    assert_eq!(
        refused(json!({"board": [[1, 2, 3], [4, 0.5, 6]]})),
        "expected a number at r2c2, found 0.5"
    );
}

#[test]
fn drawn_with_arrows_beside_the_numbers() {
    let puzzle = instance(TINY).puzzle;
    let expected = [
        "╭──────┬──────┬──────╮",
        "│ → ·  │ ↓ 2  │ ← ·  │",
        "├──────┼──────┼──────┤",
        "│ ↕ ·  │ ↑→ · │ ↑ ·  │",
        "╰──────┴──────┴──────╯",
        "",
    ];
    assert_eq!(puzzle.draw(None), expected.join("\n"));
    assert!(puzzle.draw(Some(&[1, 2, 3, 1, 2, 3])).contains("│ ↕ 1  │ ↑→ 2 │ ↑ 3  │"));
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let file =
        |board: &str| format!("kind = \"signs\"\nvalues = 4\nboard = \"\"\"\n→ ←\n{board}\"\"\"\n");
    refused(
        "kind = \"signs\"\n",
        "1:1: the key `values` is missing: expected the largest number, such as 4",
    );
    refused(
        "kind = \"signs\"\nvalues = 101\n",
        "2:10: expected a whole number from 1 to 100 for `values`, found 101",
    );
    refused(
        "kind = \"signs\"\nvalues = 4\n",
        "1:1: the key `board` is missing: expected the signs, such as \"→ ↓4 n+s\"",
    );
    refused(
        "kind = \"signs\"\nvalues = 4\nboard = [\"→\"]\n",
        "3:9: expected a string for `board`, found [\"→\"]",
    );
    refused(
        "kind = \"signs\"\nvalues = 4\nboard = \"\"\"\n \n\"\"\"\n",
        "3:9: expected from 1 to 10000 signs, found 0",
    );
    let sign = |place: &str, found: &str| {
        format!("{place}: expected a sign such as → or n+s, ↓4 or s:4, found \"{found}\"")
    };
    refused(&file("← ."), &sign("5:3", "."));
    refused(&file("← 4"), &sign("5:3", "4"));
    refused(&file("→ up"), &sign("5:3", "up"));
    refused(&file("↔+e ←"), &sign("5:1", "↔+e"));
    refused(&file("↓: ←"), &sign("5:1", "↓:"));
    refused(&file("↓ ←5"), "5:4: expected a number from 1 to 4, found 5");
    refused(&file("↓ s:0"), "5:5: expected a number from 1 to 4, found 0");
    refused(&file("↓ s:99999999999"), "5:5: expected a number from 1 to 4, found 99999999999");
    refused(&file("  ↓ ↑ ↓"), "5:1: expected 2 signs as in the first row, found 3");
    refused(&file("\n↓ ↑"), "5:1: expected 2 signs as in the first row, found 0");
    let large = "→ ".repeat(10_001);
    refused(
        &format!("kind = \"signs\"\nvalues = 2\nboard = \"{large}\"\n"),
        "3:9: expected from 1 to 10000 signs, found 10001",
    );
}

/// Long rows in which each sign points at all others take too much memory; squares do not.
#[test]
fn rows_without_end_are_refused() {
    let board = |row: &str, rows: usize| {
        format!("kind = \"signs\"\nvalues = 2\nboard = \"\"\"\n{}\"\"\"\n", row.repeat(rows))
    };
    let row = |signs: usize| "<> ".repeat(signs) + "\n";
    refused(
        &board(&row(10_000), 1),
        "3:9: expected arrows that point at no more than 5000000 crossings, found 99990000",
    );
    for text in [board(&row(2_236), 1), board(&("n+ne+e+se+s+sw+w+nw ".repeat(30) + "\n"), 30)] {
        let csp = instance(&text).puzzle.csp();
        let scopes = csp.constraints().iter().map(|posted| posted.constraint.rule().scope().len());
        assert!(scopes.sum::<usize>() <= 5_000_000 + csp.variables().len());
    }
}
