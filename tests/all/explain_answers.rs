//! What `explain` prints besides its steps: the difficulty, what is left, and where dominoes lie.

use std::io::Write;

use assert_cmd::Command;
use serde_json::Value;

const PIPS: [&str; 5] = [
    "instances/pips/pips1.toml",
    "instances/pips/growing-05.toml",
    "instances/pips/growing-06.toml",
    "instances/pips/growing-08.toml",
    "instances/pips/growing-07.toml",
];

/// Two dominoes that lie in two ways, with the same pips.
const TWO_WAYS: &str = r#"
kind = "pips"
board = """
AB
CD
"""
dominoes = ["12", "12"]
regions = { A = "= 1", B = "= 2", C = "= 2", D = "= 1" }
"#;

/// The same pips or others.
const TWO_GRIDS: &str = r#"
kind = "pips"
board = "AB"
dominoes = ["12"]
regions = { A = "free", B = "free" }
"#;

fn said(words: &[&str], file: &str) -> String {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).arg(file);
    String::from_utf8(command.assert().code(0).get_output().stdout.clone()).unwrap()
}

fn json(words: &[&str], file: &str) -> Value {
    serde_json::from_str(&said(words, file)).unwrap()
}

fn in_a_file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

/// The level by the score for each domino, as `docs/generating.md` has it.
fn level(score: u64, dominoes: u64) -> Option<&'static str> {
    let levels = [("easy", 5), ("medium", 9), ("hard", 15)];
    let found = levels.into_iter().find(|(_, below)| score < below * dominoes);
    found.map(|(name, _)| name)
}

#[test]
fn a_puzzle_with_one_solution_has_a_difficulty_in_text_and_json() {
    let mut levels = Vec::new();
    for file in PIPS {
        let (text, answer) = (said(&["explain"], file), json(&["explain", "--json"], file));
        let solution = json(&["solve", "--json"], file);
        let dominoes = solution["solution"]["placements"].as_array().unwrap().len() as u64;
        let difficulty = &answer["difficulty"];
        let score = difficulty["score"].as_u64().unwrap();
        let expected = level(score, dominoes);
        assert_eq!(difficulty["level"].as_str(), expected, "{file}");
        let named = expected.map_or(String::new(), |level| format!("{level}, "));
        let line = format!("\nDifficulty: {named}score {score}. {} steps;", difficulty["steps"]);
        assert!(text.contains(&line), "{file}: {line}\n{text}");
        levels.push(expected);
    }
    levels.dedup();
    assert!(levels.len() > 1, "{levels:?}");
}

#[test]
fn what_is_no_whole_puzzle_with_one_grid_has_no_difficulty() {
    let (ways, grids) = (in_a_file(TWO_WAYS), in_a_file(TWO_GRIDS));
    let [ways, grids] = [&ways, &grids].map(|file| file.path().to_str().unwrap());
    let place = ["explain", "--json", PIPS[0]];
    assert_eq!(json(&place, "r1c2")["difficulty"]["score"], Value::Null);
    for (file, has_difficulty) in [(ways, true), (grids, false)] {
        let answer = json(&["explain", "--json"], file);
        assert_eq!(answer["solutions"], "2");
        assert!(answer["difficulty"]["steps"].is_u64(), "{file}");
        assert_eq!(answer["difficulty"]["score"].is_u64(), has_difficulty, "{file}");
        assert_eq!(said(&["explain"], file).contains("Difficulty"), has_difficulty, "{file}");
    }
}

#[test]
fn dominoes_that_lie_in_two_ways_with_one_grid_are_one_grid() {
    let (ways, grids) = (in_a_file(TWO_WAYS), in_a_file(TWO_GRIDS));
    let text = said(&["explain"], ways.path().to_str().unwrap());
    assert!(text.contains("2 solutions are left, all with one grid."), "{text}");
    let text = said(&["explain"], grids.path().to_str().unwrap());
    assert!(text.contains("2 solutions are left.") && !text.contains("one grid"), "{text}");
}

/// `Only domino 3-0 fits on r1c1-r1c2`: then it lies there in the solution, with the 3 on r1c1.
#[test]
fn a_domino_lies_where_a_step_says() {
    let mut number = 0;
    for file in PIPS {
        let solution = json(&["solve", "--json"], file)["solution"].clone();
        let text = said(&["explain", "--all-facts"], file);
        for part in text.split("only domino ").chain(text.split("Only domino ")).skip(1) {
            let words: Vec<&str> = part.split([' ', '.', ',', ';', '\n']).collect();
            let ([pips, "fits", "on", place, ..], true) = (&words[..], part.contains(" fits on "))
            else {
                continue;
            };
            let Some((one, other)) = place.split_once('-') else { continue };
            let pips: Vec<u64> = pips.split('-').map(|pip| pip.parse().unwrap()).collect();
            let cells = [one, other].map(|cell| {
                let (row, column) = cell[1..].split_once('c').unwrap();
                [row, column].map(|number| number.parse::<usize>().unwrap() - 1)
            });
            let values =
                cells.map(|[row, column]| solution["board"][row][column].as_u64().unwrap());
            assert_eq!(values.to_vec(), pips, "{file}: {part}");
            let placements = solution["placements"].as_array().unwrap();
            let lies_there = placements.iter().any(|placement| {
                let mut there: Vec<Value> = placement["cells"].as_array().unwrap().clone();
                let mut expected: Vec<Value> = cells.iter().map(|&cell| cell.into()).collect();
                there.sort_by_key(Value::to_string);
                expected.sort_by_key(Value::to_string);
                there == expected
            });
            assert!(lies_there, "{file}: {part}");
            number += 1;
        }
    }
    assert!(number > 2, "{number}");
}

/// The list of a constraint names a variable twice, for which the lowering adds a copy that readers do not know.
#[test]
fn copies_of_variables_are_not_spoken_of() {
    const MODEL: &str = r#"<instance format="XCSP3" type="CSP">
<variables> <var id="a"> 1..3 </var> <var id="b"> 1..4 </var> </variables>
<constraints>
<extension> <list> a b </list> <supports> (1,2)(2,4) </supports> </extension>
<cardinality> <list> a a </list> <values> 3 </values> <occurs> 0..1 </occurs> </cardinality>
ONE
</constraints> </instance>"#;
    let explained = |one: &str| {
        let file = in_a_file(&MODEL.replace("ONE", one));
        let path = file.path().to_str().unwrap();
        let said =
            [&["explain"][..], &["candidates", "--no-counts"]].map(|words| self::said(words, path));
        assert!(!said.concat().contains('\''), "{said:?}");
        said
    };
    let [decided, _] = explained("<intension> eq(a,1) </intension>");
    assert!(decided.ends_with("Everything is decided.\n"), "{decided}");
    let [open, deduced] = explained("");
    assert!(open.contains("2 of 2 places are open; 2 solutions are left."), "{open}");
    assert!(deduced.contains("0 of 2 decided"), "{deduced}");
}
