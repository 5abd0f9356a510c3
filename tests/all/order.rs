//! The crates have an order, which ARCHITECTURE.md lists, and so do the modules of each crate: each knows
//! only those before it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::code::code;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A row of a list: the folder of a crate, and a module in it unless the crate is a single row.
struct Row {
    folder: PathBuf,
    room: Option<String>,
}

/// The rows of the lists of crates and of the program's modules.
fn listed() -> Vec<Row> {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let (_, after) = text.split_once("## Crates").expect("the section");
    let lists: Vec<&str> = after.split("```").skip(1).step_by(2).take(2).collect();
    let [crates, rooms] = lists[..] else { panic!("the section has two lists") };
    let rows = |list: &str| -> Vec<Vec<String>> {
        let lines = list.lines().skip(2);
        lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let of_crate = |words: Vec<String>| {
        let folder = if words[0] == "encodings" { "" } else { "crates/" };
        let room = Some(words[1].clone()).filter(|room| room != "-");
        Row { folder: Path::new(ROOT).join(format!("{folder}{}", words[0])), room }
    };
    let of_program = |words: Vec<String>| Row { folder: ROOT.into(), room: Some(words[0].clone()) };
    let crates = rows(crates).into_iter().map(of_crate);
    crates.chain(rows(rooms).into_iter().map(of_program)).collect()
}

/// The folders of the crates, each once.
fn crates() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = listed().into_iter().map(|row| row.folder).collect();
    folders.dedup();
    folders
}

/// The modules of a crate, in order.
fn rooms(folder: &Path) -> Vec<String> {
    let rows = listed().into_iter().filter(|row| row.folder == folder);
    rows.filter_map(|row| row.room).collect()
}

/// The Rust files of a module: its own, and those in its folder.
fn files_of(folder: &Path, room: &str) -> Vec<PathBuf> {
    let source = folder.join("src");
    let mut files = vec![source.join(room).with_extension("rs")];
    let mut folders = vec![source.join(room)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The modules of its crate that a file names.
fn rooms_named_in(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let code = code(&text);
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let first = |text: &str| text.trim().split(|c| !is_name(c)).next().unwrap().to_owned();
    let named = code.split("crate::").skip(1).flat_map(|after| match after.strip_prefix('{') {
        None => vec![first(after)],
        Some(group) => group.split('}').next().unwrap().split(',').map(first).collect(),
    });
    named.collect()
}

/// The dependencies in a manifest, without those for tests.
fn dependencies(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let (_, after) = text.split_once("\n[dependencies]\n").unwrap_or_default();
    let lines = after.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ']).next()).map(str::to_owned);
    names.filter(|name| name.starts_with("cnfetti")).collect()
}

fn name_of(folder: &Path) -> String {
    match folder.file_name().unwrap().to_str().unwrap() {
        _ if folder == Path::new(ROOT) => "cnfetti-cli".to_owned(),
        "cnfetti" => "cnfetti".to_owned(),
        name => format!("cnfetti-{name}"),
    }
}

#[test]
fn the_list_has_every_crate_and_every_room() {
    let entries = fs::read_dir(Path::new(ROOT).join("crates")).unwrap();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.extend(["", "encodings"].map(|name| Path::new(ROOT).join(name)));
    found.sort();
    let mut listed = crates();
    listed.sort();
    assert_eq!(listed, found);
    for folder in listed {
        let mut rooms = rooms(&folder);
        if rooms.is_empty() {
            continue;
        }
        rooms.push("lib".to_owned());
        if folder == Path::new(ROOT) {
            rooms.push("main".to_owned());
        }
        rooms.sort();
        let entries = fs::read_dir(folder.join("src")).unwrap();
        let stems = entries.map(|entry| entry.unwrap().path().with_extension(""));
        let mut found: Vec<String> =
            stems.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
        found.sort();
        found.dedup();
        assert_eq!(rooms, found, "{}", folder.display());
    }
}

#[test]
fn each_crate_knows_only_those_before_it() {
    let names: Vec<String> = crates().iter().map(|folder| name_of(folder)).collect();
    let mut edges = 0;
    for (index, folder) in crates().iter().enumerate() {
        for name in dependencies(folder) {
            assert!(names[..index].contains(&name), "{} knows {name}", names[index]);
            edges += 1;
        }
    }
    assert!(edges > 20, "{edges} dependencies were found");
}

#[test]
fn each_room_knows_only_those_before_it() {
    let mut looked_at = 0;
    for folder in crates() {
        let rooms = rooms(&folder);
        for (index, room) in rooms.iter().enumerate() {
            for file in files_of(&folder, room) {
                looked_at += 1;
                for name in rooms_named_in(&file) {
                    let later = rooms[index + 1..].contains(&name);
                    assert!(!later, "{} knows {name}, which comes after it", file.display());
                }
            }
        }
    }
    assert!(looked_at > 300, "{looked_at} files were looked at");
}

/// Code that two commands share is in a file of its own.
#[test]
fn no_command_knows_another() {
    let source = Path::new(ROOT).join("src");
    let table = fs::read_to_string(source.join("commands.rs")).unwrap();
    let (_, table) = table.split_once("\ncommands! {\n").expect("there is a table of commands");
    let (table, _) = table.split_once("\n}").expect("the table ends");
    let module = |line: &'_ str| Some(line.split_once('(')?.1.split_once("): ")?.0.to_owned());
    let commands: Vec<String> = table.lines().filter_map(module).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in &commands {
        for file in files_of(Path::new(ROOT), &format!("commands/{command}")) {
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
