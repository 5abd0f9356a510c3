//! The modules of the crate follow the order in its documentation: each knows only those before it.

use std::fs;
use std::path::Path;

use crate::code::code;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The lines of the list: a module and the files of its folder.
fn listed() -> Vec<(String, Vec<String>)> {
    let text = fs::read_to_string(Path::new(ROOT).join("src/lib.rs")).unwrap();
    let (_, list) = text.split_once("//! ```text\n").expect("the documentation has a list");
    let lines = list.lines().map(|line| line.trim_start_matches("//!").trim());
    let lines = lines.take_while(|line| *line != "```");
    lines
        .map(|line| {
            let (module, files) = line.split_once(':').unwrap_or((line, ""));
            let files = files.split_whitespace().map(str::to_owned).collect();
            (module.trim().to_owned(), files)
        })
        .collect()
}

/// The names of the Rust files in a folder, without their extension.
fn files_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let rust = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// The names that follow a path's start, such as `crate::`, in the code.
fn names_after(file: &Path, start: &str) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let code = code(&text);
    let mut names = Vec::new();
    for after in code.split(start).skip(1) {
        let group = after.strip_prefix('{').map(|group| group.split('}').next().unwrap());
        for part in group.unwrap_or(after).split(if group.is_some() { ',' } else { ';' }) {
            let end = |c: char| !c.is_alphanumeric() && c != '_';
            names.push(part.trim().split(end).next().unwrap().to_owned());
            if group.is_none() {
                break;
            }
        }
    }
    names
}

#[test]
fn the_list_has_every_module() {
    let source = Path::new(ROOT).join("src");
    let listed = listed();
    let mut modules: Vec<String> = listed.iter().map(|(module, _)| module.clone()).collect();
    modules.push("lib".to_owned());
    modules.sort();
    let mut found = files_in(&source);
    found.sort();
    assert_eq!(modules, found, "the list of modules in src/lib.rs, and the files");
    for (module, mut files) in listed {
        let mut found = files_in(&source.join(&module));
        found.sort();
        files.sort();
        assert_eq!(
            files, found,
            "`{module}` in the list of src/lib.rs, and the files of its folder"
        );
    }
}

#[test]
fn each_module_knows_only_those_before_it() {
    let source = Path::new(ROOT).join("src");
    let mut before: Vec<String> = Vec::new();
    for (module, files) in listed() {
        before.push(module.clone());
        let folder = source.join(&module);
        let own = [source.join(format!("{module}.rs"))];
        let paths =
            own.into_iter().chain(files.iter().map(|file| folder.join(file).with_extension("rs")));
        for path in paths {
            for name in names_after(&path, "crate::") {
                assert!(before.contains(&name), "{} knows {name}", path.display());
            }
        }
        // A file of the folder may use the files before it, and the types of the module's own file.
        for (index, file) in files.iter().enumerate() {
            for name in names_after(&folder.join(file).with_extension("rs"), "super::") {
                let is_later = files[index + 1..].contains(&name);
                assert!(!is_later, "{module}/{file} knows {name}");
            }
        }
    }
}
