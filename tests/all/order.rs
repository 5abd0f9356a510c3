//! The rooms of the crate stand in one order, which ARCHITECTURE.md lists: each knows only those
//! before it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::code::code;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The first word of each line of the list, below its head.
fn listed() -> Vec<String> {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let (_, after) = text.split_once("## Rooms").expect("the section");
    let list = after.split("```").nth(1).expect("the section has a list");
    let words = list.lines().skip(2).filter_map(|line| line.split_whitespace().next());
    words.map(str::to_owned).collect()
}

/// The Rust files of a room: its own and those of its folder.
fn files_of(room: &str) -> Vec<PathBuf> {
    let source = Path::new(ROOT).join("src");
    let mut files = vec![source.join(room).with_extension("rs")];
    let mut folders = vec![source.join(room)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files
}

/// The rooms that a file names, by `crate::` or from the program by `cnfetti::`.
fn rooms_named_in(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let code = code(&text);
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let first = |text: &str| text.trim().split(|c| !is_name(c)).next().unwrap().to_owned();
    let starts = ["crate::", "cnfetti::"];
    let after = starts.iter().flat_map(|start| code.split(start).skip(1));
    after
        .flat_map(|after| match after.strip_prefix('{') {
            None => vec![first(after)],
            Some(group) => group.split('}').next().unwrap().split(',').map(first).collect(),
        })
        .collect()
}

#[test]
fn the_list_has_every_room() {
    let mut listed = listed();
    listed.extend(["lib", "main"].map(str::to_owned));
    listed.sort();
    let entries = fs::read_dir(Path::new(ROOT).join("src")).unwrap();
    let stems = entries.map(|entry| entry.unwrap().path().with_extension(""));
    let mut found: Vec<String> =
        stems.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    found.sort();
    found.dedup();
    assert_eq!(listed, found);
}

#[test]
fn each_room_knows_only_those_before_it() {
    let listed = listed();
    for (index, room) in listed.iter().enumerate() {
        for file in files_of(room) {
            for name in rooms_named_in(&file) {
                let later = listed[index + 1..].contains(&name);
                assert!(!later, "{} knows {name}, which comes after it", file.display());
            }
        }
    }
}

/// What two commands need is a file of its own.
#[test]
fn no_command_knows_another() {
    let source = Path::new(ROOT).join("src");
    let table = fs::read_to_string(source.join("commands.rs")).unwrap();
    let rows = table.lines().filter_map(|line| line.trim().strip_suffix("),")?.split_once('('));
    let rows = rows.filter_map(|(name, of)| Some((name, of.split_once("::")?.0)));
    let commands: Vec<&str> = rows
        .filter(|(name, module)| name.to_lowercase() == *module)
        .map(|(_, module)| module)
        .collect();
    assert!(commands.contains(&"solve") && commands.contains(&"man"), "{commands:?}");
    for command in &commands {
        for file in files_of(&format!("commands/{command}")) {
            let text = fs::read_to_string(&file).unwrap();
            for other in commands.iter().filter(|other| *other != command) {
                let named =
                    [format!("crate::commands::{other}::"), format!("use super::{other}::")];
                let is_named = |name: &String| text.contains(name);
                assert!(!named.iter().any(is_named), "{} knows {other}", file.display());
            }
        }
    }
}
