//! Each constraint is in the same places, which ARCHITECTURE.md lists with what is left out.

use std::fs;
use std::path::Path;

/// The text of a file of the project.
fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The names in the table of constraints.
fn names() -> Vec<String> {
    let csp = text("crates/core/src/csp.rs");
    let (_, table) = csp.split_once("\nconstraints! {\n").expect("there is a table");
    let (table, _) = table.split_once("\n}").expect("the table ends");
    let lines = table.lines().map(|line| line.trim().trim_end_matches(','));
    lines.filter(|line| !line.starts_with("///")).map(str::to_owned).collect()
}

/// `all_different` for `AllDifferent`.
fn snake(name: &str) -> String {
    let letter = |(at, c): (usize, char)| {
        let gap = if c.is_uppercase() && at > 0 { "_" } else { "" };
        format!("{gap}{}", c.to_lowercase())
    };
    name.char_indices().map(letter).collect()
}

#[test]
fn every_constraint_is_on_every_side_or_left_out_by_name() {
    let (names, architecture) = (names(), text("ARCHITECTURE.md"));
    assert!(names.len() > 20, "{names:?}");
    let (_, section) = architecture.split_once("## Constraints\n").expect("the section");
    let (section, _) = section.split_once("\n## ").expect("the section ends");
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with('|')).skip(2).collect();
    let mut number = 0;
    for row in &rows {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, _, folder, list, without, _] = cells[..] else { panic!("{row}") };
        let list = text(list);
        let (without, _) = without.split_once(':').unwrap_or_default();
        let left_out: Vec<&str> = without.split([',', ' ', '`']).collect();
        for name in &names {
            let is_left_out = left_out.contains(&name.as_str());
            let file = format!("{folder}/{}.rs", snake(name));
            let is_there = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file).exists();
            assert_eq!(is_there, !is_left_out, "{file}");
            assert!(list.contains(&format!("Constraint::{name}(")), "{name}: {row}");
            number += usize::from(is_left_out);
        }
    }
    assert!(rows.len() == 5 && number > 0, "{rows:?}");
}
