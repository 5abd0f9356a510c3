//! TOML files, with each thing in one of the ways that TOML offers.

use super::{About, Pen, Truth};

/// Features of arrays.
pub(super) const ARRAYS: &[&str] = &["array over several lines"];

/// Features of numbers.
pub(super) const INTEGERS: &[&str] =
    &["integer in another base", "integer with a sign or underscore"];

/// Features of boards.
pub(super) const ROWS: &[&str] = &["rows in one line of text"];

/// Features of all files.
pub(super) const FEATURES: &[&str] = &[
    "basic string",
    "literal string",
    "multi-line string",
    "multi-line literal string",
    "escape in a string",
    "comment",
    "quoted key",
    "windows line ends",
    "title",
    "source",
    "expect solutions",
    "expect classes",
    "expect as text",
    "inline table",
    "dotted keys",
];

/// A string without line ends.
pub(super) fn string(pen: &mut Pen, text: &str) -> String {
    let is_plain = text.chars().all(|c| !c.is_control());
    match pen.below(8) {
        0 | 1 if is_plain && !text.contains('\'') => {
            pen.note("literal string");
            format!("'{text}'")
        }
        2 if is_plain && !text.contains("''") && !text.ends_with('\'') => {
            pen.note("multi-line literal string");
            format!("'''{text}'''")
        }
        3 if !text.is_empty() => {
            pen.note("escape in a string");
            let at = pen.below(text.chars().count());
            let escaped = text.chars().enumerate().map(|(index, c)| match index == at {
                true => format!("\\u{:04x}", c as u32),
                false => in_quotes(&c.to_string()),
            });
            format!("\"{}\"", escaped.collect::<String>())
        }
        4 => {
            pen.note("multi-line string");
            format!("\"\"\"\n{}\"\"\"", in_quotes(text))
        }
        _ => {
            pen.note("basic string");
            format!("\"{}\"", in_quotes(text))
        }
    }
}

fn in_quotes(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Rows, which need no escapes, as one string.
pub(super) fn rows(pen: &mut Pen, rows: &[String]) -> String {
    let last = if pen.one_in(4) { "" } else { "\n" };
    let rows_in_lines = rows.join("\n");
    match pen.below(7) {
        0 => {
            pen.note("rows in one line of text");
            format!("\"{}\"", rows.join("\\n"))
        }
        1 | 2 => {
            pen.note("multi-line literal string");
            format!("'''\n{rows_in_lines}{last}'''")
        }
        _ => {
            pen.note("multi-line string");
            format!("\"\"\"\n{rows_in_lines}{last}\"\"\"")
        }
    }
}

/// A whole number.
pub(super) fn integer(pen: &mut Pen, number: usize) -> String {
    let style = pen.below(16);
    pen.note_if(style < 3, "integer in another base");
    pen.note_if(style == 3 || (style == 4 && number > 9), "integer with a sign or underscore");
    match style {
        0 => format!("{number:#x}"),
        1 => format!("{number:#o}"),
        2 => format!("{number:#b}"),
        3 => format!("+{number}"),
        4 if number > 9 => format!("{}_{}", number / 10, number % 10),
        _ => number.to_string(),
    }
}

/// An array.
pub(super) fn array(pen: &mut Pen, items: &[String]) -> String {
    if items.is_empty() || !pen.one_in(3) {
        return format!("[{}]", items.join(", "));
    }
    pen.note("array over several lines");
    let comma = if pen.one_in(2) { "," } else { "" };
    format!("[ # one a line\n  {}{comma}\n]", items.join(",\n  "))
}

/// A key with its value.
pub(super) type Entry = (String, String);

/// A file with these keys and tables, in any order, and with a title and other texts.
pub(super) fn document(
    pen: &mut Pen,
    kind: &str,
    about: &About,
    mut entries: Vec<Entry>,
    mut tables: Vec<(&str, Vec<Entry>)>,
) -> String {
    entries.push(("kind".to_owned(), string(pen, kind)));
    for (key, text) in [("title", &about.title), ("source", &about.source)] {
        if let Some(text) = text {
            pen.note(key);
            entries.push((key.to_owned(), string(pen, text)));
        }
    }
    if !about.expect.is_empty() {
        let expect = about.expect.iter().map(|&(key, number)| (key.to_owned(), count(pen, number)));
        tables.push(("expect", expect.collect()));
    }
    pen.shuffle(&mut tables);
    let mut last = Vec::new();
    for (name, keys) in tables {
        match pen.below(5) {
            0 => {
                pen.note("inline table");
                let keys: Vec<String> = keys.iter().map(|(k, v)| format!("{k} = {v}")).collect();
                entries.push((name.to_owned(), format!("{{ {} }}", keys.join(", "))));
            }
            1 if !keys.is_empty() => {
                pen.note("dotted keys");
                entries.extend(keys.into_iter().map(|(k, v)| (format!("{name}.{k}"), v)));
            }
            _ => last.push((name, keys)),
        }
    }
    pen.shuffle(&mut entries);
    let mut text = String::new();
    entries.iter().for_each(|entry| write(pen, entry, &mut text));
    for (name, mut keys) in last {
        text.push_str(&format!("\n[{name}]\n"));
        pen.shuffle(&mut keys);
        keys.iter().for_each(|entry| write(pen, entry, &mut text));
    }
    text
}

fn write(pen: &mut Pen, (key, value): &Entry, text: &mut String) {
    if pen.one_in(12) {
        pen.note("comment");
        text.push_str("# a = \"comment\"\n\n");
    }
    let is_bare = key.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_quoted = is_bare && pen.one_in(12);
    pen.note_if(is_quoted, "quoted key");
    let key = if is_quoted { format!("\"{key}\"") } else { key.clone() };
    let between = pen.pick(&[" = ", " = ", "=", "\t=  "]);
    let after = pen.pick(&["", "", "", "  ", " # kind = 3"]);
    text.push_str(&format!("{key}{between}{value}{after}\n"));
}

fn count(pen: &mut Pen, number: usize) -> String {
    let is_text = pen.one_in(2);
    pen.note_if(is_text, "expect as text");
    if is_text { format!("\"{number}\"") } else { number.to_string() }
}

/// The text, sometimes with the line ends of another system.
pub(super) fn with_line_ends(pen: &mut Pen, text: String) -> String {
    let is_windows = pen.one_in(8);
    pen.note_if(is_windows, "windows line ends");
    if is_windows { text.replace('\n', "\r\n") } else { text }
}

/// A title, a source and expectations, each sometimes. The expectations are right.
pub(super) fn about(pen: &mut Pen, truth: &Truth) -> About {
    const TEXTS: [&str; 5] = ["Plain", "“Ça” = 'x'", "a \"b\" \\ c", "# not a comment", "9"];
    let mut about = About::default();
    if pen.one_in(4) {
        about.title = Some(pen.pick(&TEXTS).to_owned());
    }
    if pen.one_in(6) {
        about.source = Some(pen.pick(&TEXTS).to_owned());
    }
    if pen.one_in(3) {
        pen.note("expect solutions");
        about.expect.push(("solutions", truth.solutions.len()));
    }
    if pen.one_in(4) {
        pen.note("expect classes");
        about.expect.push(("classes", truth.classes));
    }
    about
}
