//! MiniZinc models that are a text, as from standard input, instead of a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use itertools::Itertools as _;

use super::{NotCompiled, compile};
use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Span};
use cnfetti_puzzles::instance::LoadError;

/// The words with which a MiniZinc item can begin.
const FIRST_WORDS: [&str; 22] = [
    "annotation",
    "any",
    "array",
    "bool",
    "constraint",
    "enum",
    "float",
    "function",
    "include",
    "int",
    "opt",
    "output",
    "par",
    "predicate",
    "record",
    "set",
    "solve",
    "string",
    "test",
    "tuple",
    "type",
    "var",
];

/// MiniZinc keywords that FlatZinc does not have.
const OWN_WORDS: [&str; 18] = [
    "else", "enum", "exists", "forall", "function", "if", "in", "include", "let", "not", "opt",
    "output", "sum", "then", "type", "union", "where", "xor",
];

/// MiniZinc signs that FlatZinc does not have.
const OWN_SIGNS: [char; 8] = ['+', '*', '/', '<', '>', '!', '|', '\''];

/// How long `minizinc` may work on a text, in milliseconds: the client may be gone by then.
const TIME_LIMIT_MS: &str = "60000";

/// The name of the file that `minizinc` compiles, which occurs in its messages.
const NAME: &str = "model.mzn";

/// Whether a text is a MiniZinc model, and not the similar FlatZinc: it begins with an item, has a
/// `solve` item, and contains something that FlatZinc does not have.
pub fn is_minizinc_text(text: &str) -> bool {
    // This is called for every puzzle, and hardly any contains this word.
    if !text.contains("solve") {
        return false;
    }
    let plain = without_comments(text);
    let plain = plain.trim_start();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = plain.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    let Some(first) = words.clone().next() else { return false };
    let follows = plain.strip_prefix(first).map(str::trim_start);
    let begins = FIRST_WORDS.contains(&first) && follows.is_some_and(|rest| !rest.starts_with('='));
    begins
        && words.clone().contains(&"solve")
        && (words.any(|word| OWN_WORDS.contains(&word))
            || has_own_sign(plain)
            || plain.match_indices("..").any(|(at, _)| ends_in_name(&plain[at + 2..]))
            || plain.split(';').any(|item| is_own_item(item.trim_start())))
}

/// The text with a blank for each comment and string, and with a quote for each quoted name.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['%', '/', '"', '\'']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (begin, end) = match rest.as_bytes() {
            [b'%', ..] => ("%", "\n"),
            [b'/', b'*', ..] => ("/*", "*/"),
            [b'"', ..] => ("\"", "\""),
            [b'\'', ..] => ("'", "'"),
            _ => ("/", ""),
        };
        plain.push_str(if ["/", "'"].contains(&begin) { begin } else { " " });
        rest = &rest[begin.len()..];
        let is_escaped = |at: usize| {
            let signs = rest[..at].bytes().rev().take_while(|&sign| sign == b'\\').count();
            begin == "\"" && signs % 2 == 1
        };
        let mut ends = rest.match_indices(end).filter(|&(at, _)| !is_escaped(at));
        rest = ends.next().map_or("", |(at, _)| &rest[at + end.len()..]);
    }
    plain + rest
}

/// Whether there is one of the signs, apart from the exponents of numbers such as `1.5e+20`.
fn has_own_sign(plain: &str) -> bool {
    plain.match_indices(OWN_SIGNS).any(|(at, sign)| {
        let number = plain[..at].trim_end().strip_suffix(['e', 'E']);
        let is_exponent = number.is_some_and(|number| {
            number.trim_end().ends_with(|c: char| c.is_ascii_digit() || c == '.')
        });
        sign != "+" || !is_exponent
    })
}

/// Whether this is the end of a range like `1..n`.
fn ends_in_name(end: &str) -> bool {
    end.trim_start().starts_with(char::is_alphabetic)
}

/// Whether an item cannot be FlatZinc: there, a constraint is a call, and an array has a value.
fn is_own_item(item: &str) -> bool {
    match item.split(|c: char| !c.is_alphanumeric()).next() {
        Some("constraint") => item.contains('=') || !item.contains('('),
        Some("array") => !item.contains('='),
        _ => false,
    }
}

/// The FlatZinc of a model, and its name for messages. The model can include MiniZinc's library, but
/// no file of this machine: the text may come from an untrusted source.
///
/// # Errors
///
/// Returns an error if there is no `minizinc`, it does not compile the model, or a limit comes
/// first; with the place, if `minizinc` gives one.
pub(crate) fn compiled_text(
    path: PathBuf,
    text: String,
    budget: &Budget,
) -> Result<(PathBuf, String), LoadError> {
    if let Err(error) = require_library(&text) {
        return Err(LoadError::Invalid { path, text: text.into(), error });
    }
    let add_input = |minizinc: &mut Command, folder: &Path| {
        let (model, empty) = (folder.join("text"), folder.join("empty"));
        fs::create_dir(&model)?;
        fs::create_dir(&empty)?;
        fs::write(model.join(NAME), &text)?;
        minizinc.args(["--time-limit", TIME_LIMIT_MS]).arg(model.join(NAME)).current_dir(empty);
        Ok(())
    };
    match compile(add_input, budget) {
        Ok(flat) => Ok((PathBuf::from(format!("{}, compiled", path.display())), flat)),
        Err(NotCompiled::Failed(said)) => match placed(&text, &said) {
            Some(error) => Err(LoadError::Invalid { path, text: text.into(), error }),
            None => Err(LoadError::NotCompiled { path, said }),
        },
        Err(stopped) => Err(stopped.of(&path)),
    }
}

/// What can be included, for error messages.
const LIBRARY: &str = "a file of MiniZinc's library such as \"globals.mzn\", because this model is \
                       not a file";

/// Fails if the text may include anything but files of MiniZinc's library. Versions of `minizinc` may differ in where a
/// comment or a string ends, so `include` counts wherever it stands, except in a name and where a line is a comment for sure.
fn require_library(text: &str) -> Result<(), InputError> {
    const INCLUDE: &str = "include";
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        // From the first sign on, the line is a comment, or in an open string, until one of these.
        let comment = line.find('%').unwrap_or(line.len());
        let ends = ["\"", "'", "\\", "\r", "\0", "*/"].iter().filter_map(|end| line.find(end));
        let end = ends.min().unwrap_or(line.len());
        for (at, _) in line.match_indices(INCLUDE) {
            let rest = &text[begin + at + INCLUDE.len()..];
            if (comment..end).contains(&at) || rest.starts_with(is_part) {
                continue;
            }
            // After a letter, it is part of a name; after a number, as in `1include` or `0x1.ap3include`, a word of its
            // own.
            let before = line[..at].rsplit(|c| !is_part(c)).next().unwrap_or_default();
            let is_number = line[..at - before.len()].ends_with('.');
            if !is_number && before.starts_with(|c: char| c.is_ascii_alphabetic()) {
                continue;
            }
            let file = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
            let name = file.strip_prefix('"').and_then(|name| name.split_once('"'));
            if name.is_some_and(|(name, _)| is_of_library(name)) {
                continue;
            }
            let start = text.len() - file.len();
            let (span, found) = match (name, file.chars().next()) {
                (Some((name, _)), _) => (start..start + name.len() + 2, format!("\"{name}\"")),
                (None, Some(other)) => (start..start + other.len_utf8(), format!("`{other}`")),
                (None, None) => {
                    let at = begin + at;
                    (at..at + INCLUDE.len(), "the end of the model".to_owned())
                }
            };
            return Err(InputError::expected(span, LIBRARY, found));
        }
        begin += line.len();
    }
    Ok(())
}

/// Whether this names a file that can only be in the library's folder.
fn is_of_library(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    name.ends_with(".mzn") && !name.starts_with('.') && name.chars().all(is_part)
}

/// The error that `minizinc` reports, if it names a place in the model.
fn placed(text: &str, said: &str) -> Option<InputError> {
    let error = said.lines().find_map(|line| line.trim().strip_prefix("Error: "))?;
    let span = said.lines().find_map(|line| span(text, line.split_once(NAME)?.1.trim()))?;
    Some(InputError::new(span, error.strip_prefix("type error:").unwrap_or(error).trim()))
}

/// The place that `:3.25-26`, `:3.25` or `:3.25-4.2` means.
fn span(text: &str, place: &str) -> Option<Span> {
    let place = place.strip_prefix(':')?.trim_end_matches(':');
    let (from, to) = place.split_once('-').unwrap_or((place, place));
    let (line, column) = from.split_once('.')?;
    let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
    let begins: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let row = text[begins..].lines().next().unwrap_or_default();
    let byte = |column: usize| row.char_indices().nth(column).map_or(row.len(), |(at, _)| at);
    // The last column belongs to the range, and may be on another line.
    let last = to.parse().ok().filter(|&last| last >= column).unwrap_or(column);
    Some(begins + byte(column.saturating_sub(1))..begins + byte(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minizinc_is_known_from_flatzinc_and_puzzles() {
        for text in [
            "int: n = 4; array[1..n] of var 1..n: q; constraint all_different(q); solve satisfy;",
            "% a comment\ninclude \"globals.mzn\";\nvar 1..4: x;\nsolve satisfy;",
            "var 1..4: x; constraint x = 3; solve satisfy;",
            "var bool: b; constraint b; solve satisfy;",
            "/* var */ array[1..3] of var 1..3: q;\nconstraint x(q); solve satisfy;",
            "var 1..9: x; solve maximize x - 1 + 2;",
            "enum E = {A, B}; var E: e; solve satisfy;",
            "var 1..9: e; solve maximize e + 2;",
            "var 1..3: 'my x'; solve satisfy;",
            r#"output ["5\" tall"]; var 1..3: x; solve satisfy;"#,
        ] {
            assert!(is_minizinc_text(text), "{text}");
        }
        for text in [
            "var 1..4: x :: output_var; % x + 1 is \"forall\"\nsolve satisfy;",
            "array [1..2] of int: a = [1,-1];\nvar 1..4: x;\nconstraint int_lin_eq(a,[x,x],0);\nsolve :: \
             seq_search([int_search([x],input_order,indomain_min,complete)]) maximize x;",
            "predicate p(var int: x);\nvar 1..2: x;\nconstraint p(x);\nsolve satisfy;",
            "var 1.5e+20..2.0E+20: f;\nconstraint float_le(f,1e+20);\nsolve satisfy;",
            "kind = \"dice\" # solve forall",
            "int = \"solve forall\"",
            "solve",
            "",
        ] {
            assert!(!is_minizinc_text(text), "{text}");
        }
    }

    #[test]
    fn nothing_but_the_library_is_included() {
        for text in [
            "include \"globals.mzn\"; include\n\"/etc/passwd\";",
            "include % c\n\"/etc/shadow\";",
            "include /* c */ % d\r\n\t\"/etc/shadow\";",
            "include\"..\\x.mzn\";",
            "include \"c:x.mzn\";",
            "include \".hidden.mzn\";",
            "include \"a/b.mzn\";",
            "include \"data.json\";",
            "include \"\";",
            "include \"x\\(\"/etc/shadow\").mzn\";",
            "include \"\\x2fetc.mzn\";",
            "include \"a.mzn",
            "include ä;",
            "include (\"globals.mzn\");",
            "include 'x';",
            "include include \"x.mzn\";",
            "int: x = 1include \"/a\";",
            "int: x = 0xinclude \"/a\";",
            "int: x = 1.5e3include \"/a\";",
            "int: x = 0x1.ap3include \"/a\";",
            "_include \"/a\";",
            "éinclude \"/a\";",
            "$include \"/a\";",
            "/**/ \" */ include \"/a\"; % \"",
            "\"\\(1 /* \" */)\" include \"/a\";",
            "\"\\(include \"/a\")\";",
            "\"%\" include \"/a\";",
            "'%' include \"/a\";",
            "/* % */ include \"/a\";",
            "% a\rinclude \"/a\";",
            "% a\0include \"/a\";",
            "% a\ninclude \"/a\";",
            "x = \"\n) % \\(include \"/a\")\";",
            "x = \"\n % \" include \"/a\";",
            "var int: x; include",
        ] {
            assert!(require_library(text).is_err(), "{text}");
        }
        let place = |text: &'static str| &text[require_library(text).unwrap_err().span.unwrap()];
        assert_eq!(place("include \"a.mzn\"; include\n\"/etc/passwd\";"), "\"/etc/passwd\"");
        assert_eq!(place("include % c"), "%");
        assert_eq!(place("include ä;"), "ä");
        assert_eq!(place("var int: x; include"), "include");
    }

    #[test]
    fn the_library_names_and_comments_are_no_danger() {
        for text in [
            "% to include / exclude\ninclude \"table.mzn\";",
            "include\t\n\"all_different.mzn\"; var 1..2: x;\n/* a % they include all\n */",
            "int: includes = 1; int: x_include = includes;",
        ] {
            assert!(require_library(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn an_error_is_placed_where_minizinc_saw_it() {
        let text = "int: n;\nvar 1..n: ä;\nsolve satisfy";
        let of = |place| span(text, place).map(|span| &text[span]);
        assert_eq!(of(":2.11"), Some("ä"));
        assert_eq!(of(":2.5-8"), Some("1..n"));
        assert_eq!(of(":2.5-3.2"), Some("1"));
        assert_eq!(of(":1.1-3:"), Some("int"));
        assert_eq!(of(":9.1"), Some(""));
        assert_eq!(of(":x"), None);
        let said = "minizinc failed to compile it (1):\nError: type error: undefined `q'\n/tmp/x/model.mzn:2.5-8\n";
        let error = placed(text, said).unwrap();
        assert_eq!((error.message.as_str(), error.span), ("undefined `q'", Some(12..16)));
    }
}
