//! Pips: the CSP compared with the rules, drawings, and errors in malformed files.

use std::path::Path;

use cnfetti::csp::{Csp, Value};
use cnfetti::instance::{self, Instance};
use itertools::Itertools;

fn pips1() -> Instance {
    instance::load(Path::new("instances/pips/pips1.toml")).unwrap()
}

fn parse(board: &str, rest: &str) -> Instance {
    let text = format!("kind = \"pips\"\nboard = \"\"\"\n{board}\"\"\"\n{rest}");
    instance::parse(&text).unwrap_or_else(|error| panic!("{error:?} in {text}"))
}

/// All solutions, by trying every placement of every domino. The selections give what the dominoes
/// write; then the rules and the constraints must agree.
fn brute_force(instance: &Instance) -> Vec<Vec<Value>> {
    let csp = instance.puzzle.csp();
    let dominoes = csp.declared_deciding().len();
    let mut solutions = Vec::new();
    let domains = csp.declared_deciding().iter().map(|&variable| csp.domain(variable).to_vec());
    for mut solution in domains.multi_cartesian_product() {
        solution.extend(written(&csp, &solution));
        let agreed = csp.is_solution(&solution);
        let checked = instance.puzzle.check(&solution);
        let increasing = csp.constraints().iter().all(|posted| {
            !posted.reason.contains("told apart") || posted.constraint.rule().holds(&solution)
        });
        assert_eq!(agreed, checked.is_ok() && increasing, "{solution:?}: {checked:?}");
        if agreed {
            solutions.push(solution);
        }
    }
    assert!(solutions.iter().map(|solution| &solution[..dominoes]).all_unique());
    solutions
}

/// For each cell, what the first domino on it writes there, or 0.
fn written(csp: &Csp, placements: &[Value]) -> Vec<Value> {
    let selections = csp.constraints().iter().filter_map(|posted| match &posted.constraint {
        cnfetti::csp::Constraint::Selection(selection) => Some(selection),
        _ => None,
    });
    let value = |selection: &cnfetti::csp::Selection| {
        let lies = |choice: &&cnfetti::csp::Choice| {
            placements[choice.atom.variable.index()] == choice.atom.value
        };
        selection.choices.iter().find(lies).map_or(0, |choice| choice.value)
    };
    selections.map(value).collect()
}

#[test]
fn pips1_has_its_one_solution() {
    let instance = pips1();
    let solutions = brute_force(&instance);
    assert_eq!(solutions.len(), 1);
    let mut json = String::new();
    instance.puzzle.write_json(&solutions[0], &mut json);
    assert!(json.starts_with(
        r#"{"board":[[3,0,1,5],[null,null,null,6],[null,null,5,5],[null,null,5,null]],"#
    ));
    let read = instance.puzzle.read_json(&serde_json::from_str(&json).unwrap()).unwrap();
    assert_eq!(read, solutions[0]);
    let drawn = "\
╭───────┬───────╮
│ 3   0 │ 1   5 │
╰───────┴───┬───┤
            │ 6 │
        ╭───┤   │
        │ 5 │ 5 │
        │   ├───╯
        │ 5 │
        ╰───╯
";
    assert_eq!(instance.puzzle.draw(Some(&solutions[0])), drawn);
}

#[test]
fn the_puzzle_is_drawn_with_its_regions_and_rules() {
    let drawn = "\
╭───┬───────┬───╮
│ A │ ·   · │ B │
╰───┴───────┤   │
            │ B │
        ╭───┴───┤
        │ C   C │
        │   ╭───╯
        │ C │
        ╰───╯
A = 3
B = 11
C = 15
dominoes: 5-1 6-5 3-0 5-5
";
    assert_eq!(pips1().puzzle.draw(None), drawn);
}

#[test]
fn equal_dominoes_and_ends_of_doubles_are_not_told_apart() {
    assert_eq!(brute_force(&parse("####\n", "dominoes = ['11', '11']")).len(), 1);
    assert_eq!(brute_force(&parse("##\n##\n", "dominoes = ['12', '21']")).len(), 8);
    assert_eq!(brute_force(&parse("##\n##\n", "dominoes = ['11', '11']")).len(), 2);
}

#[test]
fn every_rule_agrees_with_the_constraints() {
    let rules = ["= 3", "< 3", "> 3", "<= 3", ">= 3", "equal", "unequal", "free"];
    let counts = rules.map(|rule| {
        let rest = format!("dominoes = ['12', '01']\n[regions]\nA = \"{rule}\"");
        brute_force(&parse("AA\n##\n", &rest)).len()
    });
    let [equals, less, greater, at_most, at_least, same, different, free] = counts;
    assert_eq!(at_most, equals + less);
    assert_eq!(at_least, equals + greater);
    assert_eq!(free, same + different);
    assert_eq!(free, at_most + greater);
    assert_eq!(free, 16);
}

#[test]
fn a_given_number_is_kept() {
    assert_eq!(brute_force(&parse("1#\n", "dominoes = ['12']")).len(), 1);
    assert_eq!(brute_force(&parse("10 #\n", "dominoes = ['10-12']")).len(), 1);
    assert_eq!(brute_force(&parse("3#\n", "dominoes = ['12']")).len(), 0);
}

#[test]
fn an_odd_board_has_no_solution_and_is_no_error() {
    assert_eq!(brute_force(&parse("###\n", "dominoes = ['12']")).len(), 0);
    assert_eq!(brute_force(&parse("#\n", "dominoes = []")).len(), 0);
}

#[test]
fn an_empty_board_has_one_solution() {
    assert_eq!(brute_force(&parse("", "dominoes = []")).len(), 1);
}

#[test]
fn what_cannot_be_a_solution_is_refused() {
    let cases = [
        (r#"{"placements":[{"domino":[5,1],"cells":[[0,0],[0,2]]}]}"#, "do not touch|that touch"),
        (r#"{"placements":[{"domino":[4,4],"cells":[[0,0],[0,1]]}]}"#, "4-4 is not in the set"),
        (r#"{"placements":[{"domino":[1,5],"cells":[[0,0],[0,1]]}]}"#, "6-5 is not placed"),
        (
            r#"{"placements":[{"domino":[5,5],"cells":[[0,0],[0,1]]},{"domino":[5,5],"cells":[[0,0],[0,1]]}]}"#,
            "5-5 is placed too often",
        ),
        (r#"{"board":[]}"#, "expected JSON with `placements`"),
    ];
    for (json, expected) in cases {
        let json = serde_json::from_str(json).unwrap();
        let error = pips1().puzzle.read_json(&json).unwrap_err().to_string();
        assert!(expected.split('|').any(|part| error.contains(part)), "{error}");
    }
}

/// Errors in files, with line and column.
#[test]
fn malformed_files() {
    let cases = [
        ("A?", "dominoes = ['12']", (3, 2), "found `?`"),
        ("A#", "dominoes = ['12']", (3, 1), "region `A` has no rule"),
        ("##", "dominoes = ['12']\n[regions]\nB = '= 3'", (7, 1), "no cell of it on the board"),
        (
            "####",
            "dominoes = ['12']",
            (5, 12),
            "1 domino has 2 halves, fewer than the board's 4 cells: expected 2",
        ),
        ("##", "dominoes = ['123']", (5, 13), "two numbers from 0 to 99"),
        ("##", "dominoes = ['1x']", (5, 13), "two numbers from 0 to 99"),
        ("##", "dominoes = [[1, 100]]", (5, 17), "from 0 to 99"),
        ("##", "dominoes = [[1, 2, 3]]", (5, 13), "expected two numbers"),
        ("##", "dominoes = 12", (5, 12), "expected an array"),
        ("A#", "dominoes = ['12']\n[regions]\nA = '~ 3'", (7, 5), "found '~ 3'"),
        ("A#", "dominoes = ['12']\n[regions]\nA = 3", (7, 5), "found 3"),
        ("A#", "dominoes = ['12']\n[regions]\nA = '= 3'\nA = '= 4'", (8, 1), "duplicate key"),
        ("##", "", (1, 1), "the key `dominoes` is missing"),
        ("100 #", "dominoes = ['12']", (3, 1), "found `100`"),
        ("##", "dominoes = ['12']\ncolour = 3", (6, 1), "unknown key `colour`"),
    ];
    for (board, rest, place, message) in cases {
        let text = format!("kind = \"pips\"\nboard = \"\"\"\n{board}\n\"\"\"\n{rest}\n");
        let error = instance::parse(&text).err().unwrap_or_else(|| panic!("no error: {text}"));
        assert_eq!(error.line_column(&text).unwrap_or((0, 0)), place, "{error}: {text}");
        assert!(error.message.contains(message), "{error}");
    }
    let error = instance::parse("kind = \"pips\"\nboard = 3\n").err().unwrap();
    assert!(error.message.contains("expected a string for `board`, found 3"), "{error}");
}

#[test]
fn absurd_boards_are_refused() {
    let wide = format!("{}\n", "#".repeat(10_002));
    let long = format!("{}\n", "##\n".repeat(3_000));
    for board in [wide, long] {
        let dominoes = vec!["'12'"; board.matches('#').count() / 2].join(",");
        let text = format!("kind='pips'\nboard='''\n{board}'''\ndominoes=[{dominoes}]");
        let error = instance::parse(&text).err().unwrap();
        assert!(error.message.contains("expected at most"), "{error}");
    }
}
