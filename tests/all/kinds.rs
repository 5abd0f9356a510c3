//! Kinds of puzzle that are files: each shipped kind means what it says, and errors in a user's own kind have
//! a place.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use cnfetti::kinds::library::SHIPPED;
use cnfetti::kinds::{CONSTANTS, Kind, functions};
use cnfetti::limit::Budget;
use cnfetti::trial::{self, BOARDS, Compared};

use crate::cli_proofs::cnfetti;

#[test]
#[ignore = "slow: .ci/run has it"]
fn every_kind_is_read_and_agrees_with_its_rules() {
    for shipped in SHIPPED {
        let kind = shipped.read().unwrap_or_else(|error| panic!("{}: {error}", shipped.name));
        assert_eq!(kind.name, shipped.name);
        let trial = trial::trial(&kind, &Budget::default()).unwrap();
        assert!(trial.findings.is_empty(), "{}: {:?}", shipped.name, trial.findings);
    }
}

/// Each whole kind that the manual shows is a file of the examples, with which the manual's commands run. The manual shows
/// the owls in two parts.
#[test]
fn the_kinds_of_the_manual_are_those_of_the_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = fs::read_to_string(root.join("docs/kinds.md")).unwrap();
    let blocks = manual.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut names = BTreeSet::new();
    for block in blocks.filter(|block| Kind::is_likely(block)) {
        let Ok(kind) = Kind::read(block) else { continue };
        let file = root.join(format!("examples/kinds/{}.toml", kind.name));
        if kind.name != "owls" {
            assert_eq!(fs::read_to_string(file).unwrap(), block);
        }
        names.insert(kind.name);
    }
    let expected = ["beds", "hexamines", "owls", "skylights", "vanes"];
    assert_eq!(names, expected.map(str::to_owned).into());
}

#[test]
fn every_file_of_a_kind_has_its_row() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/kinds/kinds");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: BTreeSet<String> =
        files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    let rows: BTreeSet<String> = SHIPPED.iter().map(|row| row.name.to_owned()).collect();
    assert_eq!(files, rows);
}

#[test]
fn the_empty_puzzle_of_every_kind_is_one() {
    for shipped in SHIPPED {
        let kind = shipped.read().unwrap();
        let blank = |side| kind.blank(shipped.name, side, side);
        let text = blank(4).or_else(|_| blank(8)).unwrap();
        let instance = instance::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(instance.kind, shipped.name);
    }
}

#[test]
fn a_puzzle_is_written_as_it_is_read() {
    let text = "kind = \"sudoku\"\nnumber = \"\"\"\n1 . . .\n. . . .\n. . . .\n. . . 2\n\"\"\"\n\
                cage = \"\"\"\nA A . .\n. . . .\n. . B B\n. . . B\n\"\"\"\ntotal = { A = 3, B = 9 }\n\
                thermometer = [\"r1c1 r2c2 r3c3\"]\n";
    let read = |text: &str| instance::parse(text).unwrap();
    let first = read(text);
    let written = first.to_text("toml").unwrap();
    let second = read(&written);
    assert_eq!(written, second.to_text("toml").unwrap());
    let described = |instance: &instance::Instance| {
        let csp = instance.puzzle.csp();
        csp.constraints().iter().map(|posted| posted.reason.clone()).collect::<Vec<_>>()
    };
    assert_eq!(described(&first), described(&second));
}

/// The rules of Sudoku with one more, beside all 288 grids of 4 × 4, which are listed here.
#[test]
fn a_puzzle_can_add_a_rule_of_its_own() {
    const RULE: &str = "[[rule]]\nfor = \"c in cells, d in step(c, southeast)\"\n\
                        that = \"value[c] != value[d]\"\nsay = \"{c} and {d} differ\"\n";
    let (mut grids, mut expected) = (vec![Vec::new()], 0);
    for at in 0..16 {
        let is_apart = |other: usize| {
            let box_of = |at: usize| (at / 8, at % 4 / 2);
            other / 4 != at / 4 && other % 4 != at % 4 && box_of(other) != box_of(at)
        };
        let longer = grids.iter().flat_map(|grid: &Vec<u8>| {
            let fits =
                move |value: &u8| (0..at).all(|other| is_apart(other) || grid[other] != *value);
            (1..=4).filter(fits).map(move |value| [&grid[..], &[value]].concat())
        });
        grids = longer.collect();
    }
    assert_eq!(grids.len(), 288);
    for grid in &grids {
        let differs = |at: usize| at % 4 == 3 || grid[at] != grid[at + 5];
        expected += usize::from((0..11).all(differs));
    }
    let text = format!("kind = \"sudoku\"\nsize = 4\n{RULE}");
    let instance = instance::parse(&text).unwrap();
    // What is written has the rule too, and no other format can have it.
    let written = instance.to_text("toml").unwrap();
    assert!(!Kind::is_likely(&written), "{written}");
    for text in [text, written] {
        let csp = instance::parse(&text).unwrap().puzzle.csp();
        let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
        assert_eq!(count.solutions.to_string(), expected.to_string(), "{text}");
    }
    for text in [
        &format!("{}\n{RULE}", nine()),
        &format!(
            "kind = \"slitherlink\"\nsize = 4\n{}",
            RULE.replace("value[c] != value[d]", "c != d")
        ),
    ] {
        let instance = instance::parse(text).unwrap();
        for format in ["puzzlink", "f-puzzles", "sudoku"] {
            assert!(instance.to_text(format).is_err(), "{format}: {text}");
        }
    }
}

/// An empty Sudoku.
fn nine() -> String {
    format!("kind = \"sudoku\"\nnumber = \"\"\"\n{}\"\"\"", ". . . . . . . . .\n".repeat(9))
}

/// Counts published elsewhere: Latin squares and Sudoku grids (A107739, A002860), cycles (A140517), and
/// queens that do not touch, which is Star Battle with one star and without regions.
#[test]
fn empty_boards_have_as_many_solutions_as_others_say() {
    let table = [
        ("kind = \"sudoku\"\nsize = 4", "288"),
        ("kind = \"sudoku\"\nsize = 3\nregion = \"\"\"\nAAA\nBBB\nCCC\n\"\"\"", "12"),
        ("kind = \"slitherlink\"\nsize = 1", "1"),
        ("kind = \"slitherlink\"\nsize = 2", "13"),
        ("kind = \"slitherlink\"\nsize = 3", "213"),
        ("kind = \"slitherlink\"\nsize = 4", "9349"),
    ];
    for (text, expected) in table {
        let csp = instance::parse(text).unwrap().puzzle.csp();
        let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
        assert_eq!(count.solutions.to_string(), expected, "{text}");
    }
}

#[test]
fn the_example_of_every_function_is_an_expression() {
    for function in functions() {
        assert!(!function.takes.is_empty() && !function.gives.is_empty(), "{}", function.name);
        assert!(function.example.contains(function.name), "{}", function.name);
    }
    let names: BTreeSet<&str> = CONSTANTS.iter().map(|constant| constant.name).collect();
    assert_eq!(names.len(), CONSTANTS.len());
}

/// A kind, one of whose lines is made wrong.
const OWLS: &str = include_str!("../../examples/kinds/owls.toml");

#[test]
fn what_is_wrong_in_a_kind_is_told_with_its_place() {
    let table = [
        ("owl of around(c)", "owll of around(c)", "there is no layer `owll`"),
        ("count(owl of around(c))", "count(owl of aruond(c))", "nothing has the name `aruond`"),
        ("c in cells with number\"", "c in cells\"", "there may be no `number` here"),
        ("== number[c]", "== owl", "expected a number to compare with, found a list of truths"),
        ("ray(c, way)", "ray(way, c)", "expected a cell, a direction for `ray`"),
        ("any(owl[d] for", "any(number[d] for", "there may be no `number` here"),
        ("for = \"c in cells with owl\"", "for = \"cells in cells\"", "is already in use"),
        ("count(owl of around(c)) ==", "count(owl of around(c) ==", "expected `)`"),
        ("on = \"cells\", values", "on = \"cell\", values", "expected one of \"cells\""),
        ("[[clue]]", "[[clues]]", "duplicate key"),
        ("say = \"there are {number[c]}", "say = \"there are {owl[c]}", "what the puzzle decides"),
        ("say = \"there are {", "say = \"there are {{", "expected a name, a number or a sign"),
        ("where = \"not c", "where = \"not owl[c] and not c", "a truth that the puzzle decides"),
        ("look = \"dot\"", "look = \"dott\"", "expected one of number"),
        ("kind = \"owls\"", "kind = \"Owls\"", "a name of lower-case letters"),
        ("in directions for", "in 1..3 for", "expected a cell, a direction for `ray`"),
        ("0..8", "0..owl", "expected a number that the puzzle decides"),
    ];
    for (right, wrong, expected) in table {
        assert!(OWLS.contains(right), "{right}");
        let text = OWLS.replacen(right, wrong, 1);
        let error = Kind::read(&text).expect_err(wrong);
        let (line, column) = error.line_column(&text).expect("it has a place");
        let said = format!("{line}:{column}: {error}");
        assert!(said.contains(expected), "{wrong}: {said}");
    }
}

#[test]
fn definitions_end_and_are_not_too_large() {
    let with = |define: &str| OWLS.replace("[[rule]]", &format!("[define]\n{define}\n[[rule]]"));
    let cycle = with("a = \"b\"\nb = \"a\"").replace("owl[c] implies", "a == 1 implies");
    assert!(Kind::read(&cycle).unwrap_err().to_string().contains("uses itself"));
    let mut chain = "a0 = \"1\"\n".to_owned();
    for at in 1..40 {
        chain += &format!("a{at} = \"a{} + a{}\"\n", at - 1, at - 1);
    }
    let chain = with(&chain).replace("owl[c] implies", "a39 == 1 implies");
    assert!(Kind::read(&chain).unwrap_err().to_string().contains("more than"));
}

/// Comparing finds a missing constraint. It would not find a wrong rule from which both the evaluator and the
/// constraints come.
#[test]
fn a_constraint_that_is_missing_is_found() {
    let kind = Arc::new(Kind::read(OWLS).unwrap());
    let data = instance_data(&kind);
    let mut unfolded = kind.unfold(&data, &Budget::default()).unwrap();
    assert_eq!(trial::compared(&unfolded, &Budget::default()).unwrap(), Compared::Alike);
    let lowered = unfolded.model.clone();
    unfolded.model.constraints.pop();
    let fewer = cnfetti::model::Lowered::new(&unfolded.model, &Budget::default()).unwrap();
    let all = cnfetti::model::Lowered::new(&lowered, &Budget::default()).unwrap();
    let count = |csp| exact::count(csp, &Limits::default()).unwrap().0.solutions;
    assert!(count(&fewer.csp) > count(&all.csp));
}

/// Helpers that are not counted need not be determined.
#[test]
fn a_kind_with_helpers_is_sound() {
    let text = "kind = \"k\"\nsummary = \"s\"\n[unknown]\na = { on = \"cells\" }\n\
                helper = { on = \"cells\", values = \"1..3\", counted = false }\n[[rule]]\n\
                for = \"c in cells\"\nthat = \"a[c] implies helper[c] > 1\"\nsay = \"helped: {c}\"\n";
    let kind = Arc::new(Kind::read(text).unwrap());
    let trial = trial::trial(&kind, &Budget::default()).unwrap();
    assert_eq!(trial.findings, [""; 0]);
    assert!(!trial.is_cut && trial.alike > BOARDS / 4, "{}", trial.alike);
}

/// Rules that nobody can try on larger boards do not keep `lint` from an answer.
#[test]
fn a_trial_ends_after_so_many_steps() {
    for that in ["a[c] in a of cells", "a == b or a[c] == b[c]"] {
        let text = format!(
            "kind = \"k\"\nsummary = \"s\"\n[unknown]\na = {{ on = \"cells\", values = [\"x\", \"y\"] }}\n\
             b = {{ on = \"cells\", values = [\"x\", \"y\"] }}\n[[rule]]\n\
             for = \"c in cells\"\nthat = \"{that}\"\nsay = \"r: {{c}}\"\n"
        );
        let kind = Arc::new(Kind::read(&text).unwrap());
        let trial = trial::trial(&kind, &Budget::default().of_steps(100_000_000)).unwrap();
        assert!((1..BOARDS).contains(&trial.alike), "{that}: {}", trial.alike);
    }
}

fn instance_data(kind: &Kind) -> cnfetti::kinds::Data {
    let text = "number = \"\"\"\n. 1 .\n. . .\n. 2 .\n\"\"\"";
    let mut table = cnfetti::input::Table::parse(text).unwrap();
    kind.read_puzzle(&mut table).unwrap()
}

#[test]
fn what_is_wrong_in_a_puzzle_is_told_with_its_place() {
    let table = [
        ("number = \"\"\"\n1 .\n. 9\n\"\"\"\n", "3:3: expected a number from 1 to 2"),
        ("number = \"\"\"\n1 .\n.\n\"\"\"\n", "3:1: expected 2 cells, found 1"),
        ("number = \"\"\"\n1 .\n. x\n\"\"\"\n", "expected a number or `.` for `number`, found `x`"),
        ("nubmer = \"\"\"\n1 .\n. .\n\"\"\"\n", "did you mean"),
        ("diagonal = 1\nsize = 4\n", "expected `true` or `false`"),
        ("size = 200\n", "expected a board of 1 to 10000 cells"),
        ("", "the size of the board is missing"),
        ("size = 4\ntotal = { A = 3 }\n", "`total` needs `cage`, which this puzzle lacks"),
        ("size = 4\nthermometer = [\"r1c1 r5c5\"]\n", "expected a cell of the board"),
        ("size = 4\nthermometer = [\"r1c1 r1c1\"]\n", "on the path twice"),
    ];
    for (text, expected) in table {
        let text = format!("kind = \"sudoku\"\n{text}");
        let error = instance::parse(&text).err().expect(&text);
        let place =
            error.line_column(&text).map(|(line, column)| format!("{}:{column}: ", line - 1));
        let help = error.help.clone().unwrap_or_default();
        let said = format!("{}{error} {help}", place.unwrap_or_default());
        assert!(said.contains(expected), "{text}{said}");
    }
}

#[test]
fn a_kind_beside_its_puzzle_goes_where_the_puzzle_goes() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("certificate");
    let certificate = certificate.to_str().unwrap();
    let wood = "examples/kinds/wood.toml";
    let (code, _, stderr) = cnfetti(&["certify", "--count", wood, "-o", certificate]);
    assert_eq!(code, Some(0), "{stderr}");
    let (code, stdout, stderr) = cnfetti(&["certify", "--verify", certificate]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    fs::write(folder.path().join("owls.toml"), OWLS.replace("around", "aruond")).unwrap();
    let puzzle = folder.path().join("wood.toml");
    fs::copy(wood, &puzzle).unwrap();
    let (code, _, stderr) = cnfetti(&["count", puzzle.to_str().unwrap()]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("owls.toml:20:22"), "{stderr}");
}

/// Places outside are searched in another order than they are compared in.
#[test]
fn what_is_looked_for_outside_is_in_the_solution() {
    let kind = "kind = \"sums\"\nsummary = \"count the cells\"\n[unknown]\n\
                number = { on = \"outside\", values = \"0..2\" }\nblack = { on = \"cells\" }\n\
                [[rule]]\nfor = \"e in outside\"\n\
                that = \"count(black of line(e)) == number[e]\"\nsay = \"{e} has as many\"\n";
    let text = format!("kind = {}\nsize = 2\n", serde_json::Value::from(kind));
    let instance = instance::parse(&text).unwrap();
    let csp = instance.puzzle.csp();
    let mut number = 0;
    let diagram = exact::solutions(&csp, &Limits::default());
    let mut walk = diagram.walk();
    while let Some(solution) = walk.next() {
        let mut json = String::new();
        instance.puzzle.write_json(solution, &mut json);
        assert!(!json.contains("null"), "{json}");
        let read = instance.puzzle.read_json(&serde_json::from_str(&json).unwrap());
        assert_eq!(read.unwrap(), solution, "{json}");
        number += 1;
    }
    assert_eq!(number, 16);
}

#[test]
fn a_puzzle_of_a_kind_beside_it_is_written_with_its_kind() {
    let wood = instance::load(Path::new("examples/kinds/wood.toml")).unwrap();
    let written = wood.to_text("toml").unwrap();
    let read = instance::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(read.kind, "owls");
    assert!(read.puzzle.csp() == wood.puzzle.csp());
    assert_eq!(read.to_text("toml").unwrap(), written);
}
