//! Folders of puzzles in parts: what is gathered, and what is refused.

use std::fs;
use std::path::Path;

use cnfetti::parts::{number_path, part_name};
use serde_json::Value;

use crate::cli_proofs::cnfetti;
use crate::oracle::{KINDS, Puzzle, draw};

/// The lines of `--json`, without which engine was first, and when.
fn numbers_of(lines: &str) -> Vec<Value> {
    let line = |line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        for key in ["seconds", "engine", "checked", "checked_by"] {
            line.as_object_mut().unwrap().remove(key);
        }
        line
    };
    lines.lines().map(line).collect()
}

/// A folder of puzzles of every kind, one of whose files is broken. Returns the number of each
/// puzzle.
fn many_puzzles(folder: &Path) -> Vec<String> {
    let mut numbers = Vec::new();
    for (at, kind) in KINDS.iter().enumerate() {
        for seed in 0..4 {
            let drawn = draw(kind, 800_000_000 + seed);
            let ending = if drawn.text.starts_with('{') { "json" } else { "toml" };
            fs::write(folder.join(format!("{at}{seed}.{ending}")), &drawn.text).unwrap();
            let count = |puzzle: &Puzzle| puzzle.truth.solutions.len().to_string();
            numbers.extend(drawn.puzzles.iter().map(count));
        }
    }
    fs::write(folder.join("9.toml"), "kind = \"pips\"\nboard = 1\n").unwrap();
    numbers
}

#[test]
fn parts_of_a_folder_give_what_counting_it_gives() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles");
    fs::create_dir(&puzzles).unwrap();
    let numbers = many_puzzles(&puzzles);
    let puzzles = puzzles.display().to_string();
    let (code, direct, _) = cnfetti(&["count", "--json", &puzzles]);
    assert_eq!(code, Some(1));
    for (parts, of) in [("1", 1), ("3", 3), ("100", 17)] {
        let path = folder.path().join(parts);
        let dir = path.display().to_string();
        let said = format!("{dir}: {of} parts (17 files); see {dir}/README for what to run\n");
        let said = if of == 1 { said.replace("1 parts", "1 part") } else { said };
        let split = cnfetti(&["split", "--parts", parts, "-o", &dir, &puzzles]);
        assert_eq!((split.0, split.1), (Some(0), said));
        // The last part first: the order does not matter.
        for number in (1..=of).rev() {
            let (code, _, err) = cnfetti(&["merge", &dir]);
            assert_eq!(code, Some(3), "{err}");
            assert!(err.contains(&format!("{number} of {of} part")), "{err}");
            let part = path.join(part_name(number)).display().to_string();
            assert_eq!(cnfetti(&["count", &part]).0, Some(0));
            let counted = number_path(Path::new(&part), number);
            let before = fs::read(&counted).unwrap();
            assert_eq!(cnfetti(&["count", "--json", &part]).0, Some(0));
            assert!(fs::read(&counted).unwrap() == before, "it is not counted again");
        }
        let (code, merged, err) = cnfetti(&["merge", "--json", &dir]);
        assert_eq!(code, Some(1));
        assert!(err.contains("9.toml") && err.contains("1 failed"), "{err}");
        let mut lines = numbers_of(&merged);
        let broken = lines.pop().unwrap();
        assert!(broken["error"].as_str().unwrap().contains("9.toml"), "{broken}");
        assert_eq!(lines, numbers_of(&direct));
        let solutions = lines.iter().map(|line| line["solutions"].as_str().unwrap());
        assert_eq!(solutions.collect::<Vec<_>>(), numbers);
    }
}

#[test]
fn what_is_not_the_result_of_a_folders_part_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles");
    fs::create_dir(&puzzles).unwrap();
    many_puzzles(&puzzles);
    let puzzles = puzzles.display().to_string();
    let path = folder.path().join("parts");
    let dir = path.display().to_string();
    assert_eq!(cnfetti(&["split", "--parts", "2", "-o", &dir, &puzzles]).0, Some(0));
    for part in ["part-0001", "part-0002"] {
        assert_eq!(cnfetti(&["count", "-q", &path.join(part).display().to_string()]).0, Some(0));
    }
    let refused = |file: &str, text: String, why: &str| {
        let file = path.join(file);
        let whole = fs::read_to_string(&file).unwrap();
        fs::write(&file, text).unwrap();
        let (code, out, err) = cnfetti(&["merge", &dir]);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{file:?}: {err}");
        assert!(err.contains(why), "{err}");
        fs::write(&file, whole).unwrap();
    };
    let text = |file: &str| fs::read_to_string(path.join(file)).unwrap();
    refused("counted-0001", text("counted-0002"), "it belongs to another part");
    refused(
        "counted-0001",
        text("counted-0001").replacen("\"solutions\":\"", "\"solutions\":\"1", 1),
        "damaged",
    );
    refused("part-0002", text("part-0001"), "not the part that was written");
    refused("plan", text("plan").replacen("00.toml", "01.toml", 1), "damaged");
    // With a correct checksum.
    let counted = text("counted-0002");
    let lines: Vec<&str> = counted.lines().collect();
    let sealed = |lines: &[&str]| {
        let text = lines.join("\n") + "\n";
        let sum = cnfetti::certificate::sha256(text.as_bytes());
        format!("{text}{{\"sha256\":\"{sum}\"}}\n")
    };
    let last = lines.len() - 2;
    refused("counted-0002", sealed(&lines[..last]), "it lacks ");
    let twice = [&lines[..last], &[lines[last - 1]]].concat();
    refused("counted-0002", sealed(&twice), " twice");
    let another = text("counted-0001");
    let more = [&lines[..=last], &[another.lines().nth(1).unwrap()]].concat();
    refused("counted-0002", sealed(&more), "its part does not have ");
    let part = path.join("part-0001").display().to_string();
    assert_eq!(cnfetti(&["solve", "--all", &part]).0, Some(1));
    assert_eq!(cnfetti(&["explain", &part]).0, Some(1));
    assert_eq!(cnfetti(&["count", "--checkpoint", "x", &part]).0, Some(2));
    assert_eq!(cnfetti(&["merge", "--unique", &dir]).0, Some(2));
}
