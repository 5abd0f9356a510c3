//! Half-filled boards: the engines find what the fitting solutions say, whether the board is JSON
//! or drawn.

use std::ops::ControlFlow;

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{Atom, Constraint, Csp, Fixed, Posted, Value};
use cnfetti::exact::{self, Limits};
use cnfetti::explain::entries::{Verdict, judge};
use cnfetti::explain::reasoner;
use cnfetti::instance::Instance;
use cnfetti::limit::Budget;
use cnfetti::puzzle::{Alphabet, Squares, in_ascii, painted_candidates, typed, with_places};
use cnfetti::search::candidates::Fact;
use cnfetti::search::enumerate::each_solution;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use serde_json::{Value as Json, json};

use super::cli_proofs::cnfetti;
use super::support::instance;

/// Instances with few solutions, of each kind and with each sort of symmetry.
const FILES: [&str; 8] = [
    "instances/pips/pips1.toml",
    "instances/pips/growing-05.toml",
    "instances/signs/leepf-open.toml",
    "instances/signs/leepf.toml",
    "instances/dice/labeled-dice.toml",
    "instances/dice/labeled-dice-unlimited.toml",
    "instances/models/latin_square.xml",
    "instances/models/pythagoras.xml",
];

const SMALL_ROOM: &str =
    "kind = \"seating\"\nfigure = \"XXX\\nX.X\"\nsubjects = 3\ncandidates = [1, 2, 1]";

fn puzzles() -> Vec<(String, Instance)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let load = |file: &&str| cnfetti::instance::load(&root.join(file)).unwrap();
    let files = FILES.iter().map(|file| ((*file).to_owned(), load(file)));
    files.chain([("a small room".to_owned(), instance(SMALL_ROOM))]).collect()
}

/// All solutions, found with blocking clauses, as values and as JSON.
fn solutions(instance: &Instance, csp: &Csp) -> Vec<(Vec<Value>, Json)> {
    let compiled = compile(csp, &Choices::default()).unwrap();
    let (solver, budget) = (by_name("varisat").unwrap(), Budget::default());
    let mut solutions = Vec::new();
    each_solution(csp, &compiled, solver, &budget, |solution, _| {
        let mut text = String::new();
        instance.puzzle.write_json(solution, &mut text);
        solutions.push((solution.to_vec(), serde_json::from_str(&text).unwrap()));
        assert!(solutions.len() <= 3000, "the list is short");
        ControlFlow::Continue(())
    })
    .unwrap();
    solutions
}

/// A part of a solution: sets some cells to `null`, and drops some letters and dominoes.
fn part(json: &Json, random: &mut Pcg64Mcg, keep: u32) -> Json {
    let mut kept = || random.next_u32() % 100 < keep;
    match json {
        Json::Object(object) => {
            let parts = object.iter().map(|(key, value)| (key.clone(), part(value, random, keep)));
            Json::Object(parts.collect())
        }
        Json::Array(items) if items.iter().all(|item| item.get("domino").is_some()) => {
            items.iter().filter(|_| kept()).cloned().collect()
        }
        Json::Array(items) if items.iter().all(Json::is_string) && !items.is_empty() => {
            let mut some = |text: &str| text.chars().filter(|_| kept()).collect::<String>();
            items.iter().map(|item| json!(some(item.as_str().unwrap()))).collect()
        }
        Json::Array(items) => items.iter().map(|item| part(item, random, keep)).collect(),
        scalar => {
            if kept() {
                scalar.clone()
            } else {
                Json::Null
            }
        }
    }
}

/// Whether a solution has everything that a part has.
fn fits(whole: &Json, part: &Json) -> bool {
    match (whole, part) {
        (_, Json::Null) => true,
        (Json::Object(whole), Json::Object(part)) => {
            part.iter().all(|(key, value)| fits(&whole[key], value))
        }
        (Json::Array(whole), Json::Array(part))
            if whole.iter().all(|item| item.get("domino").is_some()) =>
        {
            part.iter().all(|item| whole.contains(item))
        }
        (Json::Array(whole), Json::Array(part)) => {
            whole.len() == part.len() && whole.iter().zip(part).all(|(w, p)| fits(w, p))
        }
        (Json::String(whole), Json::String(part)) if whole.len() >= part.len() => {
            part.chars().all(|letter| whole.contains(letter))
        }
        (whole, part) => whole == part,
    }
}

fn entered(csp: &Csp, entries: &[Atom]) -> Csp {
    let mut entered = csp.clone();
    entered.enter(entries.iter().map(|&entry| (entry, "it is entered".to_owned())));
    entered
}

#[test]
fn what_is_left_is_what_fits() {
    let mut random = Pcg64Mcg::new(7);
    let (mut rights, mut wrongs, mut only_together) = (0, 0, 0);
    for (file, instance) in puzzles() {
        let csp = instance.puzzle.csp();
        let solutions = solutions(&instance, &csp);
        let has_words = solutions.iter().any(|(_, json)| json.get("dice").is_some());
        for round in 0..40 {
            let mut pick = || random.next_u32() as usize % solutions.len();
            let [first, second] = [pick(), pick()];
            let mut board = part(&solutions[first].1, &mut random, 10 + 2 * round);
            if round % 3 == 0 && !has_words {
                // Combines two solutions: the second fills what the first leaves open.
                board = mixed(&board, &part(&solutions[second].1, &mut random, 20));
            }
            let Ok(entries) = instance.puzzle.read_entries(&board) else { continue };
            let fitting = solutions.iter().filter(|(_, json)| fits(json, &board));
            let expected = fitting.count();
            let context = format!("{file}: {board}");
            let (count, _) = exact::count(&entered(&csp, &entries), &Limits::default()).unwrap();
            assert_eq!(count.solutions, BigUint::from(expected), "{context}");
            let facts = entries.iter().copied().map(Fact::from).collect_vec();
            let verdict = judge(&csp, &facts, reasoner(), &Budget::default()).unwrap();
            let has = |entry: &Atom, (values, _): &(Vec<Value>, Json)| {
                values[entry.variable.index()] == entry.value
            };
            match verdict {
                Verdict::Right => {
                    assert!(expected > 0, "{context}");
                    rights += 1;
                }
                Verdict::Wrong { alone, evidence } => {
                    assert_eq!(expected, 0, "{context}");
                    assert!(evidence.is_checked(), "{context}");
                    let never = |entry: &&Atom| !solutions.iter().any(|found| has(entry, found));
                    let never = entries.iter().filter(never).copied().map(Fact::from);
                    let never = never.collect_vec();
                    assert_eq!(alone, never, "{context}");
                    only_together += usize::from(alone.is_empty());
                    wrongs += 1;
                }
            }
        }
    }
    assert!(rights > 100 && wrongs > 10 && only_together > 3, "{rights} {wrongs} {only_together}");
}

/// Fills the open places of one board with those of another.
fn mixed(board: &Json, other: &Json) -> Json {
    match (board, other) {
        (Json::Object(board), Json::Object(other)) => {
            let mixed = board.iter().map(|(key, value)| (key.clone(), mixed(value, &other[key])));
            Json::Object(mixed.filter(|(key, _)| key != "placements").collect())
        }
        (Json::Array(board), Json::Array(other)) => {
            board.iter().zip(other).map(|(board, other)| mixed(board, other)).collect()
        }
        (Json::Null, other) => other.clone(),
        (board, _) => board.clone(),
    }
}

#[test]
fn drawn_boards_are_read_as_they_were_drawn() {
    let mut random = Pcg64Mcg::new(11);
    let mut read_in_all = 0;
    for (file, instance) in puzzles() {
        let puzzle = &*instance.puzzle;
        let Some(squares) = puzzle.squares() else { continue };
        let csp = puzzle.csp();
        for (_, json) in solutions(&instance, &csp).iter().take(20) {
            let solution = puzzle.read_json(json).unwrap();
            let in_color = puzzle.paint(Some(&solution), Alphabet::Unicode);
            let in_ascii = in_ascii(&puzzle.draw(Some(&solution)));
            for (drawn, named) in [in_color, in_ascii].into_iter().cartesian_product([false, true])
            {
                let drawn = match squares {
                    Squares::Letters => drawn,
                    // Blanks some cells; the arrows of signs stay.
                    _ => drawn
                        .chars()
                        .map(|c| match c {
                            '0'..='9' if drawn.contains('\u{1b}') => c,
                            'A'..='Z' | '0'..='9' if random.next_u32().is_multiple_of(3) => ' ',
                            c => c,
                        })
                        .collect(),
                };
                let drawn: String = drawn;
                let drawn = if named { with_places(&drawn, Some(squares)) } else { drawn };
                let read = typed(&drawn, Some(squares)).unwrap();
                let entries = puzzle.read_entries(&read);
                let entries = entries.unwrap_or_else(|error| panic!("{file}: {error}\n{drawn}"));
                read_in_all += entries.len();
                for Atom { variable, value } in &entries {
                    assert_eq!(solution[variable.index()], *value, "{file}\n{drawn}");
                }
                // An empty seat is not an entry.
                let whole = drawn.contains('\u{1b}') && !matches!(squares, Squares::Words { .. });
                let cells =
                    csp.projections().first().map_or(csp.variables().len(), |p| p.scope.len());
                // What the puzzle gives is no entry, where numbers are beside arrows.
                let is_given = |posted: &&Posted| matches!(posted.constraint, Constraint::Fixed(_));
                let given = csp.constraints().iter().filter(is_given).count();
                let cells = match squares {
                    Squares::Board { .. } => cells - given,
                    _ => cells,
                };
                assert!(
                    !whole || entries.len() == cells,
                    "{file}: {} cells\n{drawn}",
                    entries.len()
                );
            }
        }
    }
    assert!(read_in_all > 1000, "{read_in_all}");
}

/// A square that shows several possible values has no entry.
#[test]
fn boards_with_candidates_are_read() {
    let mut random = Pcg64Mcg::new(3);
    let (mut decided, mut open) = (0, 0);
    let two_digits =
        "kind = \"pips\"\nboard = \"###\\n###\"\ndominoes = [[3, 12], [11, 4], [2, 2]]";
    let long_marks = "kind = \"seating\"\nfigure = \"XXX\\nXXX\"\nsubjects = [\"Greek\", \"German\"]\n\
                      candidates = [1, 2]";
    let more = [two_digits, long_marks].map(|text| (text.to_owned(), instance(text)));
    for (file, instance) in puzzles().into_iter().chain(more) {
        let (puzzle, csp) = (&*instance.puzzle, instance.puzzle.csp());
        let Some(squares) = puzzle.squares().filter(|squares| *squares != Squares::Letters) else {
            continue;
        };
        for _ in 0..20 {
            let drop = |&value: &Value, random: &mut Pcg64Mcg| {
                (random.next_u32() % 100 < 40).then_some(value)
            };
            let rows = csp.ids().map(|variable| {
                let some = csp.domain(variable).iter().filter_map(|value| drop(value, &mut random));
                let some = some.collect_vec();
                if some.is_empty() { csp.domain(variable).to_vec() } else { some }
            });
            let rows = rows.collect_vec();
            let drawn = painted_candidates(puzzle, &csp, &rows, Alphabet::Unicode);
            for drawn in [with_places(&drawn, Some(squares)), drawn] {
                let read = typed(&drawn, Some(squares)).unwrap();
                let entries = puzzle.read_entries(&read);
                let entries = entries.unwrap_or_else(|error| panic!("{file}: {error}\n{drawn}"));
                // Dominoes are drawn beside the cells, and are not numbers.
                let is_cell = |name: &str| !name.starts_with("domino");
                let single = csp.ids().filter(|&variable| is_cell(csp.name(variable)));
                let single = single.filter_map(|variable| match rows[variable.index()][..] {
                    [value] => Some(Atom { variable, value }),
                    _ => None,
                });
                let single = single.filter(|&Atom { variable, value }| {
                    puzzle.value_words(variable, value) != "empty"
                });
                // What the puzzle gives is no entry, where numbers are beside arrows.
                let is_board = matches!(squares, Squares::Board { .. });
                let given = |atom: &Atom| {
                    let fixed = Constraint::from(Fixed { atom: *atom });
                    is_board && csp.constraints().iter().any(|posted| posted.constraint == fixed)
                };
                let single = single.filter(|atom| !given(atom));
                assert_eq!(entries, single.collect_vec(), "{file}\n{drawn}");
                decided += entries.len();
                open += csp.variables().len() - entries.len();
            }
        }
    }
    assert!(decided > 300 && open > 1000, "{decided} {open}");
}

fn with_board(words: &[&str], board: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board");
    std::fs::write(&path, board).unwrap();
    let words =
        words.iter().map(|&word| if word == "BOARD" { path.to_str().unwrap() } else { word });
    let (code, stdout, stderr) = cnfetti(&words.collect_vec());
    let named = |text: String| text.replace(path.to_str().unwrap(), "BOARD");
    (code, named(stdout), named(stderr))
}

const LEEPF: &str = "instances/signs/leepf.toml";
const PIPS1: &str = "instances/pips/pips1.toml";

#[test]
fn boards_on_the_command_line() {
    let wrong = r#"{"board":[[5]],"placements":[]}"#;
    let check = |board: &str| with_board(&["check", "--partial", PIPS1, "BOARD"], board);
    let (code, stdout, _) = check(r#"{"board":[[3,null,1]]}"#);
    assert_eq!((code, stdout.as_str()), (Some(0), "BOARD: right so far: it can be completed\n"));
    let (code, stdout, _) = check(wrong);
    assert_eq!((code, stdout.as_str()), (Some(1), "BOARD: wrong in every solution: r1c1 is 5\n"));
    let (code, stdout, stderr) = with_board(&["explain", "--from", "BOARD", PIPS1], wrong);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("R1c1 is 5, as entered"), "{stdout}");
    let (code, stdout, _) = with_board(
        &["candidates", "--no-counts", "--json", "--from", "BOARD", LEEPF],
        ". . 4 . .\n. 3 . . .\n. . . . .\n. . . . .\n. . . . .",
    );
    assert_eq!(code, Some(0));
    assert!(stdout.contains(r#""decided":25"#), "{stdout}");
    let (code, stdout, _) = with_board(
        &["candidates", "--json", "--from", "BOARD", "instances/dice/labeled-dice.toml"],
        r#"{"dice":["b","","",""]}"#,
    );
    // Of the 24 ways to number the dice, those with B on the first.
    assert_eq!(code, Some(0));
    assert!(stdout.contains(r#""solutions":"6""#), "{stdout}");
    // JSON can replace the name of a file.
    let (code, stdout, _) = with_board(&["check", "--partial", PIPS1, wrong], "");
    assert_eq!(
        (code, stdout.as_str()),
        (Some(1), "the board: wrong in every solution: r1c1 is 5\n")
    );
    let (code, stdout, _) = with_board(&["explain", "--from", wrong, PIPS1], "");
    assert_eq!(code, Some(0));
    assert!(stdout.contains("R1c1 is 5, as entered"), "{stdout}");
    let (_, hint, _) = with_board(&["explain", "--hint", PIPS1], "");
    let (_, later, _) =
        with_board(&["explain", "--hint", "--from", "BOARD", PIPS1], r#"{"board":[[3]]}"#);
    assert_ne!(hint, later);
}

#[test]
fn boards_of_another_puzzle_are_refused() {
    for (board, file, expected) in [
        (r#"{"board":[[9]]}"#, PIPS1, "BOARD: r1c1 cannot be 9: expected one of 0, 1, 3, 5, 6"),
        (r#"{"board":[[3,0],[7]]}"#, PIPS1, "BOARD: there is no cell r2c1, found 7"),
        (r#"{"board":[["x"]]}"#, PIPS1, "BOARD: no part of a solution of dominoes"),
        ("1 2 3", LEEPF, "BOARD: `board` has 1 row, not 5"),
        ("╭─╮\n│3│\n╰─╯\n", LEEPF, "BOARD: expected a drawn board of 5 × 5 cells"),
        ("{", LEEPF, "BOARD: EOF while parsing"),
    ] {
        let (code, _, stderr) = with_board(&["explain", "--from", "BOARD", file], board);
        assert_eq!(code, Some(1), "{board}: {stderr}");
        assert!(stderr.contains(expected), "{board}: {stderr}");
    }
}

#[test]
fn a_board_is_of_one_puzzle() {
    let board = r#"{"board":[[3]]}"#;
    let (code, stdout, stderr) =
        with_board(&["candidates", "--from", "-", "instances/pips/sample-day.json"], board);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
    assert!(stderr.contains("--from is a board of one puzzle, and there are several"), "{stderr}");
}
