//! The labels and costs of encodings: `list encodings`, `encode --stats`.

use assert_cmd::Command;
use cnfetti::encodings::{Encoding, Family};
use serde_json::Value;

fn cnfetti(arguments: &str) -> String {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.args(arguments.split(' ')).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

fn json_lines(arguments: &str) -> Vec<Value> {
    cnfetti(arguments).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_encoding_is_listed_with_its_labels() {
    let lines = json_lines("list encodings --json");
    let names: Vec<&str> = lines.iter().map(|line| line["name"].as_str().unwrap()).collect();
    let rows = |family: Family| family.encodings().chain([family.auto()]).map(Encoding::name);
    let expected: Vec<&str> = Family::ALL.into_iter().flat_map(rows).collect();
    assert_eq!(names, expected);
    let counter = lines.iter().find(|line| line["name"] == "sequential_counter").unwrap();
    let relation = &counter["relations"][0];
    assert_eq!(relation["relation"], "<= 1");
    assert_eq!(relation["two_sided"]["auxiliaries"], "determined");
    assert_eq!(relation["one_sided"]["auxiliaries"], "free");
    assert_eq!(relation["one_sided"]["propagation"], "domain consistent");
    assert_eq!(relation["two_sided"]["small"]["auxiliary_variables"], 8);
}

#[test]
fn stats_add_up_to_the_formula() {
    for instance in ["signs/leepf", "dice/labeled-dice", "pips/pips1", "seating/long-hall"] {
        for options in ["", " --one-sided", " --cardinality totalizer --domain order"] {
            let file = format!("instances/{instance}.toml{options}");
            let rows = json_lines(&format!("encode --stats --json {file}"));
            let (whole, parts) = rows.split_last().unwrap();
            for column in ["problem_variables", "auxiliary_variables", "clauses", "literals"] {
                let sum: u64 = parts.iter().map(|row| row[column].as_u64().unwrap()).sum();
                assert_eq!(whole[column], sum, "{file} {column}");
            }
            let variables = whole["problem_variables"].as_u64().unwrap()
                + whole["auxiliary_variables"].as_u64().unwrap();
            let header = format!("p cnf {variables} {}\n", whole["clauses"]);
            assert!(cnfetti(&format!("encode {file}")).contains(&header), "{file}: {header}");
        }
    }
}

#[test]
fn verbose_says_which_encodings_were_picked_and_why() {
    for command in ["solve", "encode", "count --engine blocking"] {
        let mut run = Command::cargo_bin("cnfetti").unwrap();
        run.current_dir(env!("CARGO_MANIFEST_DIR"));
        run.args(command.split(' ')).args(["-v", "instances/signs/leepf.toml"]);
        let notes = String::from_utf8(run.assert().success().get_output().stderr.clone()).unwrap();
        assert!(notes.contains("100 problem variables"), "{command}: {notes}");
        assert!(notes.contains("at_most_one=pairwise*25 domain=one_hot*25"), "{command}: {notes}");
        assert!(notes.contains("picks for each constraint"), "{command}: {notes}");
    }
}

#[test]
fn stats_are_a_table_in_every_format_for_tables() {
    let file = "instances/signs/wrong-turn.toml";
    let csv = cnfetti(&format!("encode --stats {file} --format csv"));
    assert_eq!(csv.lines().count(), 1 + 1 + 17 + 1, "{csv}");
    let markdown = cnfetti(&format!("encode --stats {file} --format markdown"));
    assert!(markdown.starts_with("| problem | auxiliary |"), "{markdown}");
    let mut formula = Command::cargo_bin("cnfetti").unwrap();
    formula.current_dir(env!("CARGO_MANIFEST_DIR"));
    formula.args(["encode", file, "--format", "csv"]).assert().code(2);
}
