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
        "DistinctCount(board[r1c2], board[r2c3]) = board[r2c2]: \
         r2c2 counts the different numbers to its north and east"
    );
    assert_eq!(lines[6], "board[r1c2] = 2: r1c2 is given as 2");
}

#[test]
fn a_broken_rule_is_named() {
    let puzzle = instance(TINY).puzzle;
    let broken = |solution: &[i32]| puzzle.check(solution).unwrap_err().to_string();
    // Everything else is as it has to be.
    let loose = TINY.replace("↓2", "↔2");
    let given = instance(&loose).puzzle.check(&[1, 1, 1, 1, 1, 1]).unwrap_err().to_string();
    assert_eq!(given, "broken rule: r1c2 is given as 2 (rule `given`)");
    assert_eq!(broken(&[2, 4, 2, 1, 1, 1]), "board[r1c2] cannot be 4");
    assert_eq!(broken(&[1, 2]), "there are 6 variables, not 2");
    assert_eq!(
        broken(&[1, 2, 3, 1, 2, 1]),
        "broken rule: r1c1 counts the different numbers to its east (rule `sign`)"
    );
}

#[test]
fn a_solution_that_cannot_be_one_is_refused() {
    let puzzle = instance(TINY).puzzle;
    let refused = |json: serde_json::Value| puzzle.read_json(&json).unwrap_err().to_string();
    let board = json!({"board": [[1, 2, 3], [4, 5, 6]]});
    assert_eq!(puzzle.read_json(&board), Ok(vec![1, 2, 3, 4, 5, 6]));
    assert_eq!(refused(json!({"dice": []})), "expected `board`, found `dice`");
    let rows = "`board` has 1 row, not 2";
    assert_eq!(refused(json!({"board": [[1, 2, 3]]})), rows);
    let entries = |found| format!("a row of `board` has {found} entries, not 3");
    assert_eq!(refused(json!({"board": [[1, 2, 3], [4, 5]]})), entries(2));
    let no_row = "expected a list for each row for `board`, found 4";
    assert_eq!(refused(json!({"board": [[1, 2, 3], 4]})), no_row);
    assert_eq!(
        puzzle.read_json(&json!({"board": [[1, 2, 3], [4, "5", 6]]})),
        puzzle.read_json(&board)
    );
    assert_eq!(
        refused(json!({"board": [[1, 2, 3], [4, 0.5, 6]]})),
        "r2c2 has 0.5, which `board` cannot be"
    );
}

#[test]
fn drawn_with_arrows_beside_the_numbers() {
    let puzzle = instance(TINY).puzzle;
    let expected = [
        "╭─────────────────╮",
        "│  →    ↓2     ←  │",
        "│     ·     ·     │",
        "│  ↕    ↑→     ↑  │",
        "╰─────────────────╯",
        "",
    ];
    assert_eq!(puzzle.draw(None), expected.join("\n"));
    let solved = puzzle.draw(Some(&[1, 2, 3, 1, 2, 3]));
    assert!(solved.contains("↓2") && solved.contains("↑→2"), "{solved}");
}

#[test]
fn bad_files_are_refused_with_the_place() {
    let file =
        |board: &str| format!("kind = \"signs\"\nvalues = 4\nboard = \"\"\"\n→ ←\n{board}\"\"\"\n");
    refused(
        "kind = \"signs\"\nboard = \"→ ←\"\n",
        "1:1: the key `values` is missing: a number from 1 to 100",
    );
    refused(
        "kind = \"signs\"\nvalues = 101\nboard = \"→ ←\"\n",
        "2:10: expected a whole number from 1 to 100 for `values`, found 101",
    );
    refused(
        "kind = \"signs\"\nvalues = 4\n",
        "1:1: the size of the board is missing: `size`, or `rows` and `columns`, or a layer with a word for each cell",
    );
    refused(
        "kind = \"signs\"\nvalues = 4\nboard = [\"→\"]\n",
        "3:9: expected a string for `board`, found [\"→\"]",
    );
    refused(
        "kind = \"signs\"\nvalues = 4\nboard = \"\"\"\n \n\"\"\"\n",
        "3:9: expected a board of 1 to 10000 cells, at most 1000 in a row or column, found 0 × 0",
    );
    let sign = |place: &str, found: &str| {
        format!(
            "{place}: expected directions such as `→`, `↕` or `n+se`, then a number, found `{found}`"
        )
    };
    refused(&file("← ."), "5:3: `sign` is missing at r2c2");
    refused(&file("← 4"), "5:3: `sign` is missing at r2c2");
    refused(&file("→ up"), &sign("5:3", "up"));
    refused(&file("↔+e ←"), &sign("5:1", "↔+e"));
    refused(&file("↓: ←"), &sign("5:1", "↓:"));
    refused(&file("↓ ←5"), "5:4: expected a number from 1 to 4 for `given`, found 5");
    refused(&file("↓ s:0"), "5:5: expected a number from 1 to 4 for `given`, found 0");
    refused(
        &file("↓ s:99999999999"),
        "5:5: expected a number from 1 to 4 for `given`, found 99999999999",
    );
    refused(&file("  ↓ ↑ ↓"), "5:3: expected 2 cells, found 3");
    refused(&file("\n↓ ↑"), "3:9: expected 2 cells, found 0");
    let large = "→ ".repeat(10_001);
    refused(
        &format!("kind = \"signs\"\nvalues = 2\nboard = \"{large}\"\n"),
        "3:9: expected a board of 1 to 10000 cells, at most 1000 in a row or column, found 1 × 10001",
    );
}

/// What arrows point at is bounded by the size of the board, also where each sign points at all others.
#[test]
fn signs_that_point_at_everything_are_read() {
    let board = |row: &str, rows: usize| {
        format!("kind = \"signs\"\nvalues = 2\nboard = \"\"\"\n{}\"\"\"\n", row.repeat(rows))
    };
    let long = board(&("<> ".repeat(1_000) + "\n"), 1);
    for text in [long, board(&("n+ne+e+se+s+sw+w+nw ".repeat(30) + "\n"), 30)] {
        let csp = instance(&text).puzzle.csp();
        let scopes = csp.constraints().iter().map(|posted| posted.constraint.rule().scope().len());
        assert!(scopes.sum::<usize>() <= 1_000_000 + csp.variables().len());
    }
}
