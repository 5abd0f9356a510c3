//! Explanations as a page and as a folder of pictures, and what these show.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use itertools::Itertools;
use serde_json::Value as Json;

use crate::cli_proofs::cnfetti;

const PIPS: &str = "instances/pips/pips1.toml";
const LEEPF: &str = "instances/signs/leepf.toml";

fn explained(words: &[&str]) -> String {
    let (code, out, err) = cnfetti(&[&["explain"], words].concat());
    assert_eq!(code, Some(0), "{err}");
    out
}

fn steps_of(file: &str) -> Vec<Json> {
    let json: Json = serde_json::from_str(&explained(&["--json", file])).unwrap();
    json["steps"].as_array().unwrap().clone()
}

#[test]
fn the_page_has_a_picture_and_a_sentence_for_each_step() {
    for file in
        [PIPS, LEEPF, "instances/dice/labeled-dice.toml", "instances/models/two_and_two.xml"]
    {
        let page = explained(&["--html", "-", file]);
        let steps = steps_of(file).len();
        for part in ["<section ", "<svg ", "<li>", "class=\"unseen\"", "role=\"img\""] {
            assert_eq!(page.matches(part).count(), steps + 2, "{part} of {file}");
        }
        for at in 0..steps + 2 {
            assert!(page.contains(&format!("id=\"step-{at}\"")), "{file}");
            assert!(page.contains(&format!("href=\"#step-{at}\"")), "{file}");
        }
        let text = explained(&[file]);
        let sentences = text.lines().filter_map(|line| line.trim().split_once(". "));
        let numbered = sentences.filter(|(number, _)| number.parse::<usize>().is_ok());
        let sentences = numbered.map(|(_, said)| said.rsplit_once(" [").unwrap().0).collect_vec();
        assert_eq!(sentences.len(), steps);
        for said in sentences {
            assert!(page.contains(&cnfetti::picture::escape(said)), "{said}");
        }
        assert!(
            page.contains("@media print") && !page.contains("src=") && !page.contains("href=\"h")
        );
    }
}

/// The pictures show what the steps say: a thick frame for each conclusion, a dashed one for the
/// other premises of the step, and a stroke through each value that is ruled out.
#[test]
fn a_picture_frames_what_its_step_is_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("steps").display().to_string();
    explained(&["--svg", &path, LEEPF]);
    let steps = steps_of(LEEPF);
    assert_eq!(fs::read_dir(&path).unwrap().count(), steps.len() + 2);
    let start = fs::read_to_string(Path::new(&path).join("step-000.svg")).unwrap();
    assert!(start.contains(">r1</text>") && start.contains(">c5</text>"));
    assert_eq!(frames(&start, "conclusion").len() + frames(&start, "reason").len(), 0);
    for (at, step) in steps.iter().enumerate() {
        let svg =
            fs::read_to_string(Path::new(&path).join(format!("step-{:03}.svg", at + 1))).unwrap();
        let cells = |key: &str| -> BTreeSet<String> {
            let facts = step[key].as_array().unwrap().iter();
            facts.map(|fact| fact["cell"].as_str().unwrap().to_owned()).collect()
        };
        let concluded = frames(&svg, "conclusion");
        assert_eq!(concluded, cells("conclusions"), "step {at}");
        let rests_on = frames(&svg, "reason");
        let facts = cells("facts");
        assert!(facts.difference(&concluded).all(|cell| rests_on.contains(cell)), "step {at}");
        assert!(rests_on.is_disjoint(&concluded), "step {at}");
    }
}

/// JSON and sentences use the same name for a place, and the command line accepts it.
#[test]
fn places_have_both_of_their_names() {
    let steps = steps_of(LEEPF);
    let facts = ["facts", "conclusions"]
        .into_iter()
        .flat_map(|key| steps.iter().flat_map(move |step| step[key].as_array().unwrap()));
    let mut seen = 0;
    for fact in facts {
        let [cell, called] = ["cell", "called"].map(|key| fact[key].as_str().unwrap());
        let numbers: Vec<usize> = cell
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        assert_eq!(called, format!("r{}c{}", numbers[0], numbers[1]), "{cell}");
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
    let called = steps[0]["conclusions"][0]["called"].as_str().unwrap();
    assert!(explained(&[LEEPF, called]).contains(called));
}

/// The cells of Leepf's board that have a frame of this ink.
fn frames(svg: &str, ink: &str) -> BTreeSet<String> {
    let number = |line: &str, key: &str| -> f64 {
        line.split_once(&format!(" {key}=\""))
            .unwrap()
            .1
            .split_once('"')
            .unwrap()
            .0
            .parse()
            .unwrap()
    };
    let framed = svg.lines().filter(|line| line.contains(&format!("class=\"o-{ink}\"")));
    let cell = framed.map(|line| {
        let [column, row] = ["x", "y"].map(|key| (number(line, key) / 48.0) as usize + 1);
        format!("board[r{row}c{column}]")
    });
    cell.collect()
}

#[test]
fn pictures_of_others_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let diary = folder.path().join("step-003.svg");
    fs::write(&diary, "dear diary").unwrap();
    let path = folder.path().display().to_string();
    let (code, _, err) = cnfetti(&["explain", "--svg", &path, PIPS]);
    assert_eq!(code, Some(1));
    assert!(err.contains("step-003.svg exists"), "{err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    explained(&["--svg", &path, "--force", PIPS]);
    assert!(fs::read_to_string(&diary).unwrap().starts_with("<svg "));
    explained(&["--svg", &path, PIPS]);
}

#[test]
fn a_place_is_asked_for_as_it_is_written() {
    let by_place = explained(&["--json", PIPS, "r1c2"]);
    assert_eq!(by_place, explained(&["--json", PIPS, "cell[0][1]"]));
    assert_eq!(by_place, explained(&["--json", PIPS, "R1C2"]));
    let json: Json = serde_json::from_str(&by_place).unwrap();
    let value = json["candidates"]["cell[0][1]"][0].as_i64().unwrap();
    for other in [0, 1, 3, 5, 6] {
        let word = format!("r1c2={other}");
        let said = explained(&[PIPS, &word]);
        let expected = if other == value { "So r1c2 is" } else { "So r1c2 is not" };
        assert!(said.contains(&format!("{expected} {other}.")), "{said}");
        let json: Json = serde_json::from_str(&explained(&["--json", PIPS, &word])).unwrap();
        assert_eq!(json["asked"]["holds"], other == value);
    }
    let open = explained(&["instances/dice/letters-on-dice.toml", "f=2"]);
    assert!(open.contains("F is on die 2 in some solutions, but not in all."), "{open}");
    for (word, expected) in [("r9c9", "there is no cell called `r9c9`"), ("r1c2=70", "found `70`")]
    {
        let (code, _, err) = cnfetti(&["explain", PIPS, word]);
        assert_eq!(code, Some(1));
        assert!(err.contains(expected), "{err}");
    }
}
