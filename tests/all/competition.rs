//! Answers to general models in the format of the competitions of their languages.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value as Json;

/// What `solve` prints with these options, and its exit code.
fn solved(options: &[&str], file: &str) -> (String, Option<i32>) {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("solve").args(options);
    let output = output.arg(Path::new("instances/models").join(file)).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

/// All numbers and words of a solution in JSON, row by row, with `*` for places without a variable.
fn flat(json: &Json, cells: &mut Vec<String>) {
    match json {
        Json::Array(rows) => rows.iter().for_each(|row| flat(row, cells)),
        Json::Object(arrays) => arrays.values().for_each(|array| flat(array, cells)),
        Json::Null => cells.push("*".to_owned()),
        Json::String(word) => cells.push(word.clone()),
        number => cells.push(number.to_string()),
    }
}

#[test]
fn xcsp3_has_instantiations_and_lines_of_values() {
    let folder = tempfile::tempdir().unwrap();
    let best = folder.path().join("best.xml").display().to_string();
    fs::write(
        &best,
        "<instance format=\"XCSP3\" type=\"COP\"><variables><array id=\"x\" size=\"[2][3]\"> 0..4 \
         </array><var id=\"free\"> 7 8 </var></variables><constraints><allDifferent> x[0][] \
         </allDifferent><sum><list> x[][] </list><condition> (le,9) </condition></sum></constraints>\
         <objectives><maximize type=\"sum\"><list> x[][] </list><coeffs> 1 2 3 4 5 6 </coeffs>\
         </maximize></objectives></instance>",
    )
    .unwrap();
    let mut optima = 0;
    for file in ["queens.xml", "labeled_dice.xml", "tour.xml", &best] {
        let (answer, code) = solved(&["--format", "competition"], file);
        let (json, _) = solved(&["--json"], file);
        let json: Json = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!(code, Some(10), "{file}: {answer}");
        let between = |open: &str, close: &str| {
            let (_, rest) = answer.split_once(open).unwrap_or_else(|| panic!("{file}: {answer}"));
            rest.split_once(close).unwrap().0.split_whitespace().collect::<Vec<_>>()
        };
        let names = between("<list>", "</list>");
        let arrays = json["solution"].as_object().unwrap();
        let mut expected = Vec::new();
        for name in names {
            flat(&arrays[name.trim_end_matches("[]")], &mut expected);
        }
        let values = between("<values>", "</values>");
        assert_eq!(values.len(), expected.len(), "{file}: {answer}");
        // A place that takes no part has some value of its domain.
        let same = |(value, expected): (&&str, &String)| **value == *expected || expected == "*";
        assert!(values.iter().zip(&expected).all(same), "{file}: {answer}");
        let last = answer.lines().filter_map(|line| line.strip_prefix("o ")).next_back();
        assert_eq!(last.map(str::to_owned), json.get("objective").map(Json::to_string), "{file}");
        let status = if last.is_some() { "s OPTIMUM FOUND\n" } else { "s SATISFIABLE\n" };
        assert!(answer.contains(status), "{file}: {answer}");
        optima += usize::from(last.is_some());
    }
    assert!(optima > 0);
}

#[test]
fn opb_has_signed_names() {
    let (answer, code) = solved(&["--format", "competition"], "delivery.opb");
    let (json, _) = solved(&["--json"], "delivery.opb");
    let json: Json = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(code, Some(10));
    let mut values = Vec::new();
    flat(&json["solution"], &mut values);
    let signed = values
        .iter()
        .zip(1..)
        .map(|(value, number)| format!("{}x{number}", if value == "1" { "" } else { "-" }));
    let line = format!("v {}", signed.collect::<Vec<_>>().join(" "));
    assert_eq!(answer.lines().last(), Some(line.as_str()), "{answer}");
    assert!(answer.contains("\no 6\ns OPTIMUM FOUND\n") || answer.starts_with("o 6\ns OPT"));
}
