//! Draws every look in every place, and reads the drawings again.

mod drawings;

use super::*;
use crate::picture::Pencil;
use crate::puzzle::{in_ascii, painted, painted_candidates, typed, with_places};
use cnfetti_kinds::{Board, Direction, Entry, Look, On};

const ON: [&str; 5] = ["cells", "links", "sides", "corners", "outside"];

/// The types of clues, with entries to use in turn.
fn values() -> Vec<(&'static str, Vec<Entry>)> {
    let numbers = |numbers: &[i64]| Entry::Numbers(numbers.to_vec());
    vec![
        ("", vec![Entry::Flag]),
        (", values = \"0..\"", vec![Entry::Number(0), Entry::Number(12), Entry::Number(3)]),
        (", values = [\"white\", \"black\"], any = \"it\"", vec![Entry::Word(0), Entry::Open]),
        (", values = [\"less\", \"far\"]", vec![Entry::Word(0), Entry::Word(1)]),
        (
            ", values = \"direction\"",
            vec![Entry::Direction(Direction::North), Entry::Direction(Direction::SouthWest)],
        ),
        (", values = \"numbers\"", vec![numbers(&[1, 10]), numbers(&[])]),
    ]
}

/// The looks by name, and none.
fn looks() -> Vec<(Option<Look>, String)> {
    let named = Look::ALL.map(|(look, name, _)| (Some(look), format!(", look = \"{name}\"")));
    named.into_iter().chain([(None, String::new())]).collect()
}

const UNKNOWNS: [&str; 6] = [
    "on = \"cells\", values = \"1..12\"",
    "on = \"cells\", values = \"direction\", look = \"arrow\"",
    "on = \"cells\", values = [\"none\", \"northwest\", \"southwest\"], look = \"triangle\"",
    "on = \"cells\", look = \"star\"",
    "on = \"links\"",
    "on = \"sides\"",
];

fn kind(clues: &str, unknown: &str) -> Arc<Kind> {
    let text = format!(
        "kind = \"k\"\nsummary = \"s\"\n[clues]\n{clues}\n[unknown]\nfound = {{ {unknown} }}"
    );
    Arc::new(Kind::read(&text).unwrap_or_else(|error| panic!("{text}: {error:?}")))
}

fn puzzle(kind: &Arc<Kind>, fill: impl Fn(&mut Data)) -> Written {
    let mut data = Data::new(kind, Board::new(2, 3));
    fill(&mut data);
    Written::new(Arc::clone(kind), data, &Budget::default()).unwrap()
}

/// Adds groups of cells to a layer.
fn group(data: &mut Data, layer: usize) {
    let cells = data.board.cells();
    data.layers[layer].groups = vec![vec![cells[0], cells[1], cells[4]], vec![cells[5]]];
    data.layers[layer].names = vec!["A".to_owned(), "B".to_owned()];
}

fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

fn a_solution(puzzle: &Written, state: &mut u64) -> Vec<Value> {
    let variables = puzzle.lowered.csp.variables().iter();
    variables.map(|row| row.domain()[random(state) % row.domain().len()]).collect()
}

/// Draws everything; returns the picture and the text without a solution.
fn draw(puzzle: &Written, state: &mut u64) -> (Picture, String) {
    let solution = a_solution(puzzle, state);
    let csp = puzzle.csp();
    let before: Vec<Vec<Value>> = csp.variables().iter().map(|row| row.domain().to_vec()).collect();
    let mut after = before.clone();
    for (values, &value) in after.iter_mut().zip(&solution) {
        match random(state) % 3 {
            0 => *values = vec![value],
            1 => values.retain(|other| *other == value || other % 2 == 0),
            _ => {}
        }
    }
    let ids: Vec<VarId> = csp.ids().collect();
    let (reason, conclusions) = ids.split_at(ids.len() / 2);
    let (open, causes, links) = (&[][..], &[][..], &[][..]);
    let (before, after_step) = (&before[..], &after[..]);
    let pencil = Pencil { before, after: after_step, reason, conclusions, open, causes, links };
    let counts: Vec<usize> = after.iter().map(Vec::len).collect();
    puzzle.picture(&View { pencil: Some(pencil), ..View::default() });
    puzzle.picture(&View { candidates: Some(&counts), ..View::default() });
    puzzle.picture(&View { solution: Some(&solution), ..View::default() });
    for alphabet in [Alphabet::Unicode, Alphabet::Ascii] {
        let whole = painted(puzzle, Some(&solution), alphabet);
        let part = painted_candidates(puzzle, &csp, &after, alphabet);
        let empty = painted(puzzle, None, alphabet);
        for text in [&whole, &part, &empty] {
            assert!(alphabet == Alphabet::Unicode || text.is_ascii(), "{text}");
            assert!(alphabet == Alphabet::Unicode || *text == in_ascii(text), "{text}");
        }
        read_again(puzzle, [&whole, &part], &solution, &after);
        read_again(puzzle, [&in_ascii(&whole), &in_ascii(&part)], &solution, &after);
    }
    (puzzle.picture(&View::default()), puzzle.draw(None))
}

/// Checks that reading gives what was drawn, or less.
fn read_again(
    puzzle: &Written,
    [whole, part]: [&str; 2],
    solution: &[Value],
    after: &[Vec<Value>],
) {
    let Some(squares) = puzzle.squares() else { return };
    let has_clues =
        puzzle.data.layers.iter().any(|layer| !(layer.at.is_empty() && layer.groups.is_empty()));
    for named in [false, true] {
        let text = |text: &str| match named {
            true => with_places(text, Some(squares)),
            false => text.to_owned(),
        };
        let json = typed(&text(whole), Some(squares)).unwrap();
        match puzzle.read_json(&json) {
            Ok(read) => assert_eq!(read, solution, "{whole}"),
            Err(error) => assert!(has_clues, "{error}\n{}", text(whole)),
        }
        let json = typed(&text(part), Some(squares)).unwrap();
        let atoms = puzzle.read_entries(&json).unwrap_or_else(|error| panic!("{error}\n{part}"));
        for atom in &atoms {
            assert_eq!(after[atom.variable.index()], [atom.value], "{part}");
        }
        let known = after.iter().filter(|values| values.len() == 1).count();
        assert!(has_clues || atoms.len() == known, "{} of {known}\n{part}", atoms.len());
    }
}

#[test]
fn every_clue_is_seen_in_every_place_with_every_look() {
    let state = &mut 1;
    for (look, look_text) in looks() {
        for on in ON {
            for (values, entries) in values() {
                for unknown in UNKNOWNS {
                    let clues = format!("clue = {{ on = \"{on}\"{values}{look_text} }}");
                    let kind = kind(&clues, unknown);
                    let filled = puzzle(&kind, |data| {
                        let places = data.places(kind.clues[0].on).into_iter();
                        data.layers[0].at = places.zip(entries.iter().cycle().cloned()).collect();
                    });
                    let empty = puzzle(&kind, |_| {});
                    is_seen(&filled, &empty, look, &clues, state);
                }
            }
        }
    }
}

fn is_seen(filled: &Written, empty: &Written, look: Option<Look>, clues: &str, state: &mut u64) {
    let (picture, text) = draw(filled, state);
    let (blank, blank_text) = (empty.picture(&View::default()), empty.draw(None));
    let is_hidden = look == Some(Look::Hidden);
    assert_eq!(picture.shapes == blank.shapes, is_hidden, "{clues}");
    assert_eq!(text == blank_text, is_hidden, "{clues}\n{text}");
}

#[test]
fn every_area_and_path_is_seen_with_every_look() {
    let state = &mut 2;
    for (look, look_text) in looks() {
        for on in ["areas", "paths"] {
            for unknown in UNKNOWNS {
                let clues = format!("clue = {{ on = \"{on}\"{look_text} }}");
                let kind = kind(&clues, unknown);
                let filled = puzzle(&kind, |data| group(data, 0));
                is_seen(&filled, &puzzle(&kind, |_| {}), look, &clues, state);
            }
            for (values, entries) in values() {
                let clues = format!(
                    "area = {{ on = \"{on}\" }}\nclue = {{ on = \"area\"{values}{look_text} }}"
                );
                let kind = kind(&clues, UNKNOWNS[1]);
                let filled = puzzle(&kind, |data| {
                    group(data, 0);
                    let places = data.places(On::Groups(0)).into_iter();
                    data.layers[1].at = places.zip(entries.iter().cycle().cloned()).collect();
                });
                is_seen(&filled, &puzzle(&kind, |data| group(data, 0)), look, &clues, state);
            }
        }
    }
}

#[test]
fn all_that_is_found_is_seen_and_read_again() {
    let mut states = [3, 3];
    // The board without anything else can wrap around.
    let ring = "[board]\nwraps = \"rows\"";
    let boards = ON.map(|on| (on, "")).into_iter().chain(ON[..4].iter().map(|on| (*on, ring)));
    let boards: Vec<(&str, &str)> = boards.chain([("area", "area = { on = \"areas\" }")]).collect();
    for (look, look_text) in looks() {
        for &(on, clues) in &boards {
            for values in [
                "",
                ", values = \"0..12\"",
                ", words = [\"black\", \"white\"]",
                ", values = \"direction\"",
                ", values = [\"black\", \"white\", \"grey\"]",
                ", values = [\"calm\", \"windy\"]",
                ", values = [\"calm\", \"north\", \"southwest\"]",
                ", values = [\"calm\", \"windy\", \"north\", \"southwest\"]",
            ] {
                let unknown = format!("on = \"{on}\"{values}{look_text}");
                let has_areas = on == "area";
                let state = &mut states[usize::from(clues == ring)];
                let kind = kind(clues, &unknown);
                let puzzle = puzzle(&kind, |data| {
                    if has_areas {
                        group(data, 0)
                    }
                });
                for _ in 0..3 {
                    draw(&puzzle, state);
                }
                let solutions = [a_solution(&puzzle, state), a_solution(&puzzle, state)];
                let [one, other] = [&solutions[0], &solutions[1]];
                let is_alike = one == other || look == Some(Look::Hidden);
                let view = |solution| View { solution: Some(solution), ..View::default() };
                let pictures = [one, other].map(|solution| puzzle.picture(&view(solution)));
                assert_eq!(pictures[0].shapes == pictures[1].shapes, is_alike, "{unknown}");
                let texts = [one, other].map(|solution| puzzle.draw(Some(solution)));
                assert_eq!(texts[0] == texts[1], is_alike, "{unknown}\n{}", texts[0]);
                let is_inside = matches!(on, "cells" | "links" | "sides");
                let is_readable = is_inside && look != Some(Look::Hidden);
                assert_eq!(puzzle.squares().is_some(), is_readable, "{unknown}");
            }
        }
    }
}

#[test]
fn values_can_be_words_and_directions() {
    let wind =
        puzzle(&kind("", "on = \"cells\", values = [\"calm\", \"north\", \"southwest\"]"), |_| {});
    let rows = |words: [&str; 6]| serde_json::json!({ "found": [words[..3], words[3..]] });
    let solution = wind.read_json(&rows(["c", "calm", "n", "north", "↑", "sw"])).unwrap();
    // Directions are numbered as in `Direction::ALL`, and words follow.
    assert_eq!(solution, [8, 8, 0, 0, 0, 6]);
    wind.check(&solution).unwrap();
    assert_eq!(
        wind.solution_json(&solution),
        rows(["calm", "calm", "north", "north", "north", "southwest"])
    );
    let said: Vec<String> =
        wind.csp().ids().map(|id| wind.value_words(id, solution[id.index()])).collect();
    assert_eq!(said, ["calm", "calm", "north", "north", "north", "southwest"]);
    for (typed, error) in [
        ("gale", "r1c1 has \"gale\", which `found` cannot be"),
        ("1", "r1c1 has \"1\", which `found` cannot be"),
    ] {
        assert_eq!(wind.read_json(&rows([typed, "c", "c", "c", "c", "c"])).unwrap_err().0, error);
    }
    let named = serde_json::json!({ "variables": { "found[r1c1]": "n", "found[r2c3]": "calm" } });
    let entry = |(at, value)| Atom { variable: VarId::at(at), value };
    assert_eq!(wind.read_entries(&named).unwrap(), [(0, 0), (5, 8)].map(entry));
    // Where values have words, constraints and formulas have them too.
    let is_calm = Fixed { atom: entry((2, 8)) };
    let csp = wind.csp();
    assert_eq!(Constraint::from(is_calm).rule().describe(&csp), "found[r1c3] = calm");
    assert_eq!(csp.atom_text(entry((5, 6))), "found[r2c3]=southwest");
    // A direction that the list lacks.
    let east = wind.read_json(&rows(["east", "c", "c", "c", "c", "c"])).unwrap();
    assert_eq!(wind.check(&east).unwrap_err().0, "found[r1c1] cannot be east");

    // A given arrow is drawn once.
    let clue = "given = { on = \"cells\", values = \"direction\", look = \"arrow\" }";
    let unknown = "on = \"cells\", values = [\"none\", \"east\", \"west\"], look = \"arrow\"";
    let given = puzzle(&kind(clue, unknown), |data| {
        data.layers[0].at.insert(Place::Cell(0, 0), Entry::Direction(Direction::East));
    });
    let solution = [1, 8, 3, 8, 8, 1];
    let drawn = painted(&given, Some(&solution), Alphabet::Unicode);
    assert_eq!(given.read_json(&typed(&drawn, given.squares()).unwrap()).unwrap(), solution);

    let refused = |unknown: &str, more: &str| {
        let text = format!(
            "kind = \"k\"\nsummary = \"s\"\n{more}\n[unknown]\nfound = {{ on = \"cells\", {unknown} }}"
        );
        Kind::read(&text).unwrap_err().to_string()
    };
    assert_eq!(refused("values = [\"calm\", \"calm\"]", ""), "`calm` is there twice");
    assert!(refused("values = [\"calm\"]", "").contains("from 2 to 26 values"));
    assert!(refused("values = [\"calm\", \"cells\"]", "").contains("cells"));
    let pieces = "[pieces]\nset = [\"##\"]\n";
    assert!(refused("values = [\"a\", \"b\"]", pieces).starts_with("where there are pieces"));
    let rule = "[[rule]]\nname = \"r\"\nfor = \"c in cells\"\nsay = \"s\"\nthat = ";
    for that in ["found[c] == 1", "found[c] == wet", "found[c] < north", "found[c] + 1 == 2"] {
        let text = format!(
            "kind = \"k\"\nsummary = \"s\"\n[unknown]\nfound = {{ on = \"cells\", values = \"direction\" }}\n{rule}\"{that}\""
        );
        assert!(Kind::read(&text).is_err(), "{that}");
    }
    for that in [
        "found[c] in [calm, north]",
        "any(found[c] == w for w in [calm, north])",
        "distinct([found[c], north, calm]) == 2",
        "(north if found[c] == calm else calm) != found[c]",
    ] {
        let text = format!(
            "kind = \"k\"\nsummary = \"s\"\n[unknown]\nfound = {{ on = \"cells\", values = [\"calm\", \"north\"] }}\n{rule}\"{that}\""
        );
        let kind = Arc::new(Kind::read(&text).unwrap_or_else(|error| panic!("{that}: {error}")));
        // Each rule holds for both values.
        let puzzle = puzzle(&kind, |_| {});
        for word in ["calm", "north"] {
            let solution = puzzle.read_json(&rows([word; 6])).unwrap();
            puzzle.check(&solution).unwrap_or_else(|broken| panic!("{that}: {}", broken.0));
        }
    }
}

/// What a solution does not have is an error, and not an open place.
#[test]
fn what_is_no_board_is_refused() {
    let fox = puzzle(&kind("", "on = \"cells\", values = [\"fox\", \"owl\"]"), |_| {});
    let lines = puzzle(&kind("", "on = \"links\""), |_| {});
    let two = "[unknown]\nfound = { on = \"cells\" }\nother = { on = \"cells\" }";
    let two = Kind::read(&format!("kind = \"k\"\nsummary = \"s\"\n{two}")).unwrap();
    let two = puzzle(&Arc::new(two), |_| {});
    for (puzzle, board, error) in [
        (&fox, r#"{"animal": "fox"}"#, "expected `found`, found `animal`"),
        (&fox, r#"{"found": null, "animal": []}"#, "expected `found`, found `animal`"),
        (&fox, r#"{"found": "fox"}"#, "expected a list of rows for `found`, found \"fox\""),
        (
            &fox,
            r#"{"found": {"r1c1": "fox"}}"#,
            "expected a list of rows for `found`, found an object with `r1c1`",
        ),
        (
            &fox,
            r#"{"found": ["fox", "owl"]}"#,
            "expected a list for each row for `found`, found \"fox\"",
        ),
        (
            &fox,
            r#"{"found": null, "variables": {}}"#,
            "beside `variables`, a board has no other keys",
        ),
        (&fox, r#"{"board": 1}"#, "expected a list of rows for `found`, found 1"),
        (&fox, r#"{"variables": ["fox"]}"#, "expected an object for `variables`, found a list"),
        (&fox, r#"{"variables": {"found[r9c9]": "fox"}}"#, "there is no `found[r9c9]`"),
        (&fox, r#"{"variables": {"found[r1c1]": 8}}"#, "`found[r1c1]` cannot be 8"),
        (&fox, r#"{"drawing": "fox"}"#, "expected lines of text for `drawing`, found \"fox\""),
        (
            &lines,
            r#"{"found": [[true]]}"#,
            "expected an object with `down` and `right` for `found`, found a list",
        ),
        (
            &lines,
            r#"{"found": {"up": []}}"#,
            "expected an object with `down` and `right` for `found`, found an object with `up`",
        ),
        (&two, r#"{"board": [[]]}"#, "expected `found` or `other`, found `board`"),
    ] {
        let json = serde_json::from_str(board).unwrap();
        assert_eq!(puzzle.read_entries(&json).unwrap_err().0, error, "{board}");
        assert!(puzzle.read_json(&json).is_err(), "{board}");
    }
    for board in [r#"{}"#, r#"{"found": null}"#, r#"{"found": {"down": null}}"#] {
        let json = serde_json::from_str(board).unwrap();
        assert_eq!(lines.read_entries(&json).unwrap(), [], "{board}");
    }
}
