//! The commands' JSON conforms to `docs/schema.json`, no key more or less.

use std::fs;

use serde_json::Value as Json;

use crate::cli_proofs::cnfetti;
use crate::help::{commands, help_of};

/// A definition of the schema, and a question whose answers it describes. `{tmp}` is a folder, in which
/// questions find what earlier ones have written.
const QUESTIONS: &str = include_str!("schema/questions.txt");

const SCHEMA: &str = include_str!("../../docs/schema.json");

/// What is wrong with a value, and where. Supports the part of JSON Schema that the file uses.
fn wrong(schema: &Json, value: &Json, place: &str) -> Option<String> {
    let known =
        ["type", "properties", "required", "additionalProperties", "items", "enum", "description"];
    let object = schema.as_object().unwrap();
    assert!(object.keys().all(|key| known.contains(&key.as_str())), "{place}: {object:?}");
    let is_of = |name: &Json| match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type: {other}"),
    };
    let is_right = match object.get("type") {
        Some(Json::Array(names)) => names.iter().any(is_of),
        Some(name) => is_of(name),
        None => true,
    };
    let is_listed = object.get("enum").is_none_or(|all| all.as_array().unwrap().contains(value));
    if !is_right || !is_listed {
        return Some(format!("{place} is {value}"));
    }
    let mut inside = Vec::new();
    if let (Some(items), Some(schema)) = (value.as_array(), object.get("items")) {
        inside.extend(items.iter().map(|item| wrong(schema, item, &format!("{place}[]"))));
    }
    if let Some(members) = value.as_object() {
        let required = object.get("required").and_then(Json::as_array).into_iter().flatten();
        let mut absent = required.filter(|name| !members.contains_key(name.as_str().unwrap()));
        inside.push(absent.next().map(|name| format!("{place} has no {name}")));
        for (name, member) in members {
            let own = object.get("properties").and_then(|all| all.get(name));
            let place = format!("{place}.{name}");
            inside.push(match (own, object.get("additionalProperties")) {
                (Some(schema), _) => wrong(schema, member, &place),
                (None, None) => None,
                (None, Some(Json::Bool(false))) => Some(format!("{place} is not in the schema")),
                (None, Some(schema)) => wrong(schema, member, &place),
            });
        }
    }
    inside.into_iter().flatten().next()
}

fn definition<'a>(schema: &'a Json, name: &str) -> &'a Json {
    schema["$defs"].get(name).unwrap_or_else(|| panic!("docs/schema.json has no `{name}`"))
}

/// Answers for `decode`: to a puzzle with a solution, to one without, and to one with an objective.
fn write_answers_of_solvers(folder: &str) {
    let model = format!("{folder}/model.opb");
    let delivery = "instances/models/delivery.opb";
    assert_eq!(cnfetti(&["encode", "--to", "opb", delivery, "-o", &model]).0, Some(0));
    let asked = [
        ("dice", "instances/dice/labeled-dice.toml"),
        ("none", "tests/puzzles/contradiction.toml"),
        ("delivery", &*model),
    ];
    for (name, file) in asked {
        let (_, answer, stderr) = cnfetti(&["solve", "--format", "competition", file]);
        assert!(answer.starts_with(['s', 'o']), "{file}: {stderr}");
        fs::write(format!("{folder}/{name}"), answer).unwrap();
    }
}

/// Each command with JSON has a definition.
#[test]
fn no_command_is_missing_in_the_schema() {
    let schema: Json = serde_json::from_str(SCHEMA).unwrap();
    for command in commands() {
        let has_json = help_of(&command).lines().any(|line| line.trim().starts_with("--json "));
        let is_defined = schema["$defs"].get(&command).is_some();
        assert_eq!(has_json, is_defined, "{command}");
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn what_commands_print_is_as_the_schema_says() {
    let schema: Json = serde_json::from_str(SCHEMA).unwrap();
    let mut asked = Vec::new();
    let folder = tempfile::tempdir().unwrap();
    let tmp = folder.path().to_str().unwrap();
    write_answers_of_solvers(tmp);
    for line in QUESTIONS.lines() {
        let line = &line.replace("{tmp}", tmp);
        let mut words = line.split_whitespace();
        let name = words.next().unwrap();
        asked.push(name.to_owned());
        let question: Vec<&str> = words.chain(["--json"]).collect();
        let (code, stdout, stderr) = cnfetti(&question);
        assert!(matches!(code, Some(0 | 1 | 3)) && !stdout.is_empty(), "{line}: {stderr}");
        for answer in stdout.lines() {
            let answer: Json = serde_json::from_str(answer).unwrap();
            let wrong = wrong(definition(&schema, name), &answer, name);
            assert!(wrong.is_none(), "{line}: {}", wrong.unwrap());
        }
    }
    let defined = schema["$defs"].as_object().unwrap();
    assert!(defined.keys().all(|name| asked.contains(name)), "each is asked for");
}

#[test]
fn what_is_not_as_the_schema_says_is_noticed() {
    let schema: Json = serde_json::from_str(SCHEMA).unwrap();
    let (_, stdout, _) = cnfetti(&["explain", "--json", "instances/pips/pips1.toml"]);
    let right: Json = serde_json::from_str(&stdout).unwrap();
    let said = |change: &dyn Fn(&mut Json)| {
        let mut changed = right.clone();
        change(&mut changed);
        wrong(definition(&schema, "explain"), &changed, "explain")
    };
    assert_eq!(said(&|_| {}), None);
    let told = said(&|json| json["more"] = 1.into());
    assert_eq!(told.unwrap(), "explain.more is not in the schema");
    let told = said(&|json| json["steps"][0]["difficulty"] = "hard".into());
    assert_eq!(told.unwrap(), "explain.steps[].difficulty is \"hard\"");
    let told = said(&|json| json["status"] = "perhaps".into());
    assert_eq!(told.unwrap(), "explain.status is \"perhaps\"");
    let told = said(&|json| {
        json["steps"][0].as_object_mut().unwrap().remove("text");
    });
    assert_eq!(told.unwrap(), "explain.steps[] has no \"text\"");
}
