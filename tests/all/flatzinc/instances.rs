//! The MiniZinc models under `instances/models`, compared with the numbers of their table.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use cnfetti::instance;
use cnfetti::puzzle::FORMATS;
use itertools::Itertools;

use super::command_line::has_minizinc;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Model, data, solutions, optimum; empty if there is none.
fn rows() -> Vec<[String; 4]> {
    let table = fs::read_to_string(root().join("instances/models/minizinc.tsv")).unwrap();
    let row = |line: &str| line.split('\t').map(str::to_owned).collect_vec().try_into().unwrap();
    table.lines().skip(1).map(row).collect()
}

#[test]
fn the_table_has_every_model() {
    let named = |ending: &str| -> BTreeSet<String> {
        let files = fs::read_dir(root().join("instances/models")).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(ending)).collect()
    };
    let (mut models, mut data) = (BTreeSet::new(), BTreeSet::new());
    for [model, with, ..] in rows() {
        models.insert(model);
        data.extend(Some(with).filter(|with| !with.is_empty()));
    }
    assert_eq!((models, data), (named(".mzn"), named(".dzn")));
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn models_have_as_many_solutions_as_their_table_says() {
    if !has_minizinc() {
        return;
    }
    let rows = rows();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    command.current_dir(root().join("instances/models")).args(["count", "--json"]);
    for [model, data, ..] in &rows {
        command.arg(model).args(Some(data).filter(|data| !data.is_empty()));
    }
    let output = command.output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), rows.len(), "{}", String::from_utf8_lossy(&output.stderr));
    for (line, [model, data, solutions, optimum]) in lines.lines().zip(rows) {
        let count: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(count["file"], format!("{model} {data}").trim(), "{line}");
        assert_eq!(count["solutions"], solutions, "{line}");
        assert_eq!(count["objective"].as_i64(), optimum.parse().ok(), "{line}");
    }
}

/// Exactly one format recognizes each example, and reads it.
#[test]
fn every_format_has_an_example() {
    for format in FORMATS {
        let text = fs::read_to_string(root().join(format.example)).unwrap();
        let recognised = FORMATS.iter().filter(|other| (other.recognises)(&text));
        assert_eq!(recognised.map(|other| other.name).collect_vec(), [format.name]);
        let all = instance::parse_all(&text).unwrap_or_else(|error| panic!("{error}"));
        assert!(!all.is_empty() && all.iter().all(|read| read.kind == format.kind));
    }
    let list = Command::new(env!("CARGO_BIN_EXE_cnfetti")).args(["list", "formats"]).output();
    let list = String::from_utf8(list.unwrap().stdout).unwrap();
    let files = list.split_whitespace().filter(|word| word.starts_with("instances/"));
    let files = files.collect_vec();
    assert_eq!(files.len(), FORMATS.len() + 4, "{list}");
    assert!(files.iter().all(|file| root().join(file).is_file()), "{list}");
}
