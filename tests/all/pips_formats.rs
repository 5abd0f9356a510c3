//! Pips in other formats: what is read, and errors in malformed files.

use std::fs;
use std::path::Path;

use cnfetti::instance::{self, Instance, LoadError};

const DAY: &str = "\u{feff}{\"printDate\": \"2031-02-03\", \"editor\": \"E\",
 \"hard\": {\"dominoes\": null, \"regions\": null},
 \"easy\": {\"id\": 7, \"solution\": [[[0, 3], [2, 3]], [[0, 1], [0, 0]]],
   \"regions\": [{\"type\": \"less\", \"target\": 13, \"indices\": [[0, 1]]},
     {\"indices\": [[0, 0]], \"type\": \"empty\"},
     {\"indices\": [[2, 3], [3, 3]], \"target\": 0, \"type\": \"equals\"}],
   \"constructors\": \"C\", \"dominoes\": [[3, 3], [1, 2]], \"extra\": {\"dominoes\": 3}},
 \"medium\": {\"dominoes\": [[0, 1]], \"solution\": null,
   \"regions\": [{\"type\": \"unequal\", \"indices\": [[0, 0], [0, 1]]}]}}";

/// The drawing of a text's only puzzle, as `show` would print it.
fn drawn(text: &str) -> String {
    let instance = instance::parse(text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    assert_eq!(instance.kind, "pips");
    instance.puzzle.draw(None)
}

fn parts(all: &[Instance]) -> Vec<&str> {
    all.iter().map(|instance| instance.part.as_deref().unwrap_or("-")).collect()
}

#[test]
fn a_published_day_holds_a_puzzle_for_each_level_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let day = folder.path().join("2031-02-03.json");
    fs::write(&day, DAY).unwrap();
    let all = instance::load_all(&day).unwrap();
    assert_eq!(parts(&all), ["easy", "medium"]);
    assert_eq!(all[0].title.as_deref(), Some("2031-02-03 easy"));
    assert_eq!(all[0].source.as_deref(), Some("C"));
    let medium = instance::load(&folder.path().join("2031-02-03.json#medium")).unwrap();
    assert_eq!(
        medium.puzzle.draw(None),
        "╭───────╮\n│ A   A │\n╰───────╯\nA unequal\ndominoes: 0-1\n"
    );
    let several = instance::load(&day).err().unwrap().to_string();
    assert!(several.ends_with("2031-02-03.json#easy|medium"), "{several}");
    let missing = instance::load(&folder.path().join("2031-02-03.json#hard")).err().unwrap();
    assert!(matches!(missing, LoadError::NoSuchPart { .. }), "{missing}");
}

#[test]
fn a_published_board_is_the_union_of_its_regions_with_blank_rows_and_all() {
    let all = instance::parse_all(DAY.trim_start_matches('\u{feff}')).unwrap();
    let drawn = "\
╭───┬───╮
│ · │ A │
╰───┴───╯

            ╭───╮
            │ B │
            │   │
            │ B │
            ╰───╯
A < 13
B equal
dominoes: 3-3 1-2
";
    assert_eq!(all[0].puzzle.draw(None), drawn);
}

#[test]
fn a_solution_in_the_file_is_known_and_not_trusted() {
    let all = instance::parse_all(DAY.trim_start_matches('\u{feff}')).unwrap();
    let known = all[0].puzzle.known_solution().unwrap().unwrap_err().to_string();
    assert!(known.contains("domino 3-3 does not lie on two cells"), "{known}");
    assert!(all[1].puzzle.known_solution().is_none());
    let mended = DAY.replace("[[0, 3], [2, 3]]", "[[3, 3], [2, 3]]");
    let all = instance::parse_all(mended.trim_start_matches('\u{feff}')).unwrap();
    let known = all[0].puzzle.known_solution().unwrap().unwrap();
    assert_eq!(all[0].puzzle.check(&known), Ok(()));
    let mut json = String::new();
    all[0].puzzle.write_json(&known, &mut json);
    assert!(json.contains(r#"{"domino":[1,2],"cells":[[0,1],[0,0]]}"#), "{json}");
}

#[test]
fn the_same_puzzle_in_every_format() {
    let toml = fs::read_to_string("instances/pips/pips1.toml").unwrap();
    let counted = fs::read_to_string("instances/pips/pips1.txt").unwrap();
    let map = "A##B\n...B\n..CC\n..C.\n\nA = 3\nB: 11\nC = 15\n\ndominoes: 51, 6-5 3|0\n55\n";
    let json = r#"{"dominoes":[[5,1],[6,5],[3,0],[5,5]],"regions":[
        {"type":"sum","target":3,"indices":[[0,0]]},{"type":"empty","indices":[[0,1]]},
        {"type":"empty","indices":[[0,2]]},{"type":"sum","target":11,"indices":[[0,3],[1,3]]},
        {"type":"sum","target":15,"indices":[[2,2],[2,3],[3,2]]}]}"#;
    let expected = drawn(&toml);
    for text in [&counted, map, json] {
        assert_eq!(drawn(text), expected);
    }
}

#[test]
fn a_dominosa_id_gives_every_number() {
    let expected = "\
╭───┬───┬───╮
│ 0 │ 1 │ 1 │
├───┼───┼───┤
│ 0 │ 1 │ 0 │
╰───┴───┴───╯
dominoes: 0-0 0-1 1-1
";
    assert_eq!(drawn("1:011010\n"), expected);
    assert_eq!(drawn("1:0[1]1010"), expected);
    let two = instance::parse_all("1:011010\n\n1:000111\n").unwrap();
    assert_eq!(parts(&two), ["1", "2"]);
}

#[test]
fn a_map_keeps_blank_rows_and_reads_every_rule() {
    let rules = ["= 3", "< 3", "> 3", "<= 3", ">= 3", "equal", "unequal", "free"];
    let typed = ["3", "< 3", "> 3", "≤ 3", ">= 3", "=", "≠", "free"];
    for (rule, typed) in rules.into_iter().zip(typed) {
        let map = format!("title: T\nAA\n\n.A\n.A\n\nA: {typed}\ndominoes 12 34\n");
        let map = map.replace("title: T\n", "") + "title: T\n";
        let instance = instance::parse(&map).unwrap();
        assert_eq!(instance.title.as_deref(), Some("T"));
        let toml = format!(
            "kind='pips'\nboard='''\nAA\n\n.A\n.A\n'''\ndominoes=['12','34']\nregions.A='{rule}'"
        );
        assert_eq!(instance.puzzle.draw(None), drawn(&toml));
    }
}

#[test]
fn counted_text_has_strict_and_lax_bounds_and_rules_with_dummy_numbers() {
    let rules = [("SUM 3", "= 3"), ("LT 3", "< 3"), ("GT 3", "> 3"), ("LE 3", "<= 3")];
    let more = [("GE 3", ">= 3"), ("EQ 0", "equal"), ("EQ", "equal"), ("NEQ 0", "unequal")];
    for (rule, expected) in rules.into_iter().chain(more) {
        let drawn = drawn(&format!("3\n…A\n\n#A#\n1\nA {rule}\n2\n0 1\n10 5\n"));
        assert!(drawn.contains(&format!("\nA {expected}\ndominoes: 0-1 10-5")), "{drawn}");
    }
}

/// Errors in files, with line and column.
#[test]
fn malformed_files() {
    let cases = [
        ("{\"dominoes\": [}", (1, 15), "not valid JSON"),
        ("{\"a\": 3}", (1, 1), "expected an object with `dominoes` and `regions`"),
        ("{\"dominoes\": null, \"regions\": []}", (1, 1), "expected an object with `dominoes`"),
        ("{\"dominoes\": [[1, 2]]}", (1, 1), "the puzzle has no `regions`"),
        ("{\"dominoes\": [[1, 2]],\n\"regions\": 3}", (2, 12), "expected a list of regions"),
        ("{\"dominoes\": [[1, 2, 3]], \"regions\": []}", (1, 15), "two numbers, such as [5, 1]"),
        ("{\"dominoes\": [[1, -2]], \"regions\": []}", (1, 19), "from 0 to 99, found -2"),
        ("{\"dominoes\": [], \"regions\": [3]}", (1, 30), "expected a region"),
        ("{\"dominoes\": [], \"regions\": [{\"indices\": []}]}", (1, 30), "has no `type`"),
        (
            "{\"dominoes\": [], \"regions\": [{\"type\": \"odd\"}]}",
            (1, 39),
            "\"unequal\", found \"odd\"",
        ),
        ("{\"dominoes\": [], \"regions\": [{\"type\": \"sum\"}]}", (1, 30), "has no `target`"),
        (
            "{\"dominoes\": [], \"regions\": [{\"type\": \"empty\", \"indices\": [[0,0]]},\n\
             {\"type\": \"empty\", \"indices\": [[0,0]]}]}",
            (2, 31),
            "the cell at r1c1 is in two regions",
        ),
        (
            "{\"dominoes\": [], \"dominoes\": [], \"regions\": []}",
            (1, 30),
            "duplicate key `dominoes`",
        ),
        ("x:011010", (1, 9), "not valid TOML"),
        ("1:01101", (1, 1), "expected 6 numbers after `1:`, found 5"),
        ("1:011012", (1, 8), "expected a number from 0 to 1, found `2`"),
        ("1:0110[1", (1, 7), "expected a `]`"),
        ("1:011010\nnonsense", (2, 1), "expected a Dominosa game id"),
        ("200:011012", (1, 1), "the highest number of the dominoes"),
        ("2\nA#\n", (3, 1), "expected row 2 of 2, found the end of the file"),
        ("1\nA#\nx", (3, 1), "expected the number of rules, found `x`"),
        ("1\nA#\n1\nA SOM 3\n1\n1 2", (4, 3), "one of SUM, LT, GT, LE, GE, EQ, NEQ, found `SOM`"),
        ("1\nA#\n1\nA SUM\n1\n1 2", (4, 1), "expected a number, found the end of the line"),
        ("1\n##\n1\nB SUM 3\n1\n1 2", (4, 1), "no cell of it on the board"),
        ("1\nA#\n1\nA SUM 3\n1\n1 2 3", (6, 1), "a domino of two numbers up to 99"),
        ("1\nA#\n1\nA SUM 3\n1\n1 2\n3 4", (7, 1), "the end of the file after 1 domino, found"),
        ("1\nA#\n0\n1\n1 2", (2, 1), "region `A` has no rule"),
        ("A#\n\nA ~ 3\ndominoes: 12", (3, 2), "found `~ 3`"),
        ("A#\n\nA = x\ndominoes: 12", (3, 2), "found `= x`"),
        ("A#\n\nA = 3\nA = 4\ndominoes: 12", (4, 1), "a second rule for region `A`"),
        ("A#\n\nA = 3\ndominoes: 12 x", (4, 14), "found `x`"),
        (
            "##\n\ndominoes: 12 13",
            (3, 11),
            "2 dominoes have 4 halves, more than the board's 2 cells",
        ),
    ];
    for (text, place, message) in cases {
        let error = instance::parse_all(text).err().unwrap_or_else(|| panic!("no error: {text}"));
        let found = error.line_column(text).unwrap_or((0, 0));
        assert!(found == place && error.message.contains(message), "{found:?} {error}: {text}");
    }
}

#[test]
fn a_file_with_a_hash_in_its_name_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a#b.txt");
    fs::copy("instances/pips/pips1.txt", &path).unwrap();
    assert!(instance::load(&path).is_ok());
    assert!(instance::load(Path::new("instances/pips/pips1.toml#easy")).is_err());
}

#[test]
fn the_sample_day_carries_its_solutions() {
    for instance in instance::load_all(Path::new("instances/pips/sample-day.json")).unwrap() {
        let known = instance.puzzle.known_solution().unwrap().unwrap();
        assert_eq!(instance.puzzle.check(&known), Ok(()));
        assert!(instance.puzzle.csp().is_solution(&known));
    }
}
