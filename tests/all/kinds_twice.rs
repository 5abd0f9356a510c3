//! Kinds that are stated twice, in Rust and as a file, have the same numbers of solutions.

use cnfetti::exact::{self, Limits};
use cnfetti::instance;

/// The number of solutions of the puzzle in a text.
fn solutions(text: &str) -> String {
    let puzzle = instance::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")).puzzle;
    let (count, _) = exact::count(&puzzle.csp(), &Limits::default()).unwrap();
    assert!(count.exact, "{text}");
    count.solutions.to_string()
}

fn kind(text: &str) -> String {
    format!("kind = {}\n", serde_json::Value::from(text))
}

fn block(name: &str, rows: &[Vec<String>]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    format!("{name} = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"))
}

/// The layers, each with the characters that point there.
const ARROWS: &[(&str, &str)] = &[
    ("to_north", "↑↕"),
    ("to_east", "→↔"),
    ("to_south", "↓↕"),
    ("to_west", "←↔"),
    ("to_northeast", "↗⤢"),
    ("to_southeast", "↘⤡"),
    ("to_southwest", "↙⤢"),
    ("to_northwest", "↖⤡"),
];

fn signs_as_a_file(text: &str) -> String {
    let table: toml::Table = text.parse().unwrap();
    let signs: Vec<Vec<&str>> = table["board"]
        .as_str()
        .unwrap()
        .trim()
        .lines()
        .map(|row| row.split_whitespace().collect())
        .collect();
    let layer = |entry: &dyn Fn(&str) -> String| -> Vec<Vec<String>> {
        signs.iter().map(|row| row.iter().map(|sign| entry(sign)).collect()).collect()
    };
    let number = layer(&|sign| sign.chars().nth(1).map_or(".".to_owned(), String::from));
    let mut file = kind(include_str!("../kinds/signs.toml"));
    file += &format!("largest = {}\n{}", table["values"], block("number", &number));
    for (name, arrows) in ARROWS {
        let points = |sign: &str| sign.chars().next().is_some_and(|sign| arrows.contains(sign));
        let flags = layer(&|sign| if points(sign) { "#" } else { "." }.to_owned());
        if flags.iter().flatten().any(|flag| flag == "#") {
            file += &block(name, &flags);
        }
    }
    file
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn signs_as_a_file_have_as_many_solutions() {
    let known = [
        (include_str!("../../instances/signs/leepf-open.toml"), "14"),
        (include_str!("../../instances/signs/leepf.toml"), "1"),
        (include_str!("../../instances/signs/roundabouts.toml"), "329"),
        (include_str!("../../instances/signs/wrong-turn.toml"), "0"),
    ];
    for (text, number) in known {
        assert_eq!(solutions(&signs_as_a_file(text)), number, "{text}");
        assert_eq!(solutions(text), number, "{text}");
    }
}

fn seating_as_a_file(text: &str) -> String {
    let table: toml::Table = text.parse().unwrap();
    let figure = table["figure"].as_str().unwrap().trim().lines();
    let seat = |c: char| if c == 'X' { "#" } else { "." }.to_owned();
    let seats: Vec<Vec<String>> = figure.map(|row| row.chars().map(seat).collect()).collect();
    let subjects = table["subjects"].as_array().unwrap().len();
    let candidates = |at: usize| match &table["candidates"] {
        toml::Value::Array(numbers) => numbers[at].to_string(),
        number => number.to_string(),
    };
    let corners = table.get("neighbours").is_none_or(|number| number.as_integer() == Some(8));
    let mut file = kind(include_str!("../kinds/seating.toml"));
    file += &format!("subjects = {subjects}\ncorners_count = {corners}\n");
    let names = ["first_has", "second_has", "third_has", "fourth_has", "fifth_has", "sixth_has"];
    for (at, name) in names.iter().enumerate().take(subjects) {
        file += &format!("{name} = {}\n", candidates(at));
    }
    file + &block("seat", &seats)
}

#[test]
fn seating_as_a_file_has_as_many_solutions() {
    let known = [
        (include_str!("../../instances/seating/waiting-room.toml"), "28752"),
        (include_str!("../../instances/seating/one-too-many.toml"), "0"),
    ];
    for (text, number) in known {
        assert_eq!(solutions(&seating_as_a_file(text)), number, "{text}");
        assert_eq!(solutions(text), number, "{text}");
    }
}
