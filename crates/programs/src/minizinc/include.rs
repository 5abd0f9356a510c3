//! Restricts a model that is a text, possibly from an untrusted source, to include files of MiniZinc's
//! library only.

use super::scan::{Piece, Sort, pieces};
use cnfetti_input::InputError;

const INCLUDE: &str = "include";

/// What can be included, for error messages.
const LIBRARY: &str = "a file of MiniZinc's library such as \"globals.mzn\", because this model is \
                       not a file";

/// Returns the text with its comments blanked out, if it includes only files of MiniZinc's library.
/// Without comments, it does not matter how a version of `minizinc` parses them.
///
/// # Errors
///
/// Returns an error if something else is included, or it is not clear where a string or a name ends.
pub(super) fn with_library_only(text: &str) -> Result<String, InputError> {
    let mut plain = String::with_capacity(text.len());
    // The position of an `include` that only whitespace and comments have followed.
    let mut include = None;
    for piece in pieces(text) {
        match piece.sort {
            Sort::Comment => {
                plain.extend(piece.text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
                continue;
            }
            Sort::Code => include = last_include(piece, include)?,
            Sort::Text | Sort::Name => {
                require_clear_end(piece)?;
                if include.take().is_some() && !is_of_library(piece.text) {
                    return Err(expected(piece.at, piece.text, LIBRARY));
                }
            }
        }
        plain.push_str(piece.text);
    }
    match include {
        Some(at) => {
            Err(InputError::expected(at..at + INCLUDE.len(), LIBRARY, "the end of the model"))
        }
        None => Ok(plain),
    }
}

fn expected(at: usize, found: &str, expected: &str) -> InputError {
    InputError::expected(at..at + found.len(), expected, found)
}

/// The position of the `include` at the end of this code; `before` is that of an earlier one, which
/// stays valid if the code is blank.
fn last_include(code: Piece<'_>, before: Option<usize>) -> Result<Option<usize>, InputError> {
    let mut include = before;
    for (at, token) in tokens(code) {
        if include.is_some() {
            return Err(expected(at, token, LIBRARY));
        }
        if token == "'" {
            return Err(expected(at, token, "a name between two single quotes on one line"));
        }
        include = place_of_include(token).map(|place| at + place);
    }
    Ok(include)
}

/// Words, numbers, combinations such as `1include`, and single signs, each with its position.
fn tokens(Piece { at, text, .. }: Piece<'_>) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        start += text[start..].find(|c: char| !c.is_ascii_whitespace())?;
        let rest = &text[start..];
        let sign = rest.chars().next()?.len_utf8();
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let token = &rest[..word.unwrap_or(rest.len()).max(sign)];
        start += token.len();
        Some((at + start - token.len(), token))
    })
}

/// Where `include` begins in a token: `minizinc` also recognises it after a number. After a letter, it
/// is part of a name.
fn place_of_include(token: &str) -> Option<usize> {
    let before = token.strip_suffix(INCLUDE)?;
    (!before.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(before.len())
}

/// A string must end on its line, and a name must not contain a double quote, which other versions may
/// parse differently.
fn require_clear_end(Piece { sort, at, text }: Piece<'_>) -> Result<(), InputError> {
    let line = text.lines().next().unwrap_or_default();
    match sort {
        Sort::Name if text.contains('"') => Err(expected(at, text, "a name without double quotes")),
        Sort::Text if text.contains(['\n', '\r', '\0']) || !text.ends_with(['"', '(']) => {
            Err(expected(at, line, "a string that ends on the same line"))
        }
        _ => Ok(()),
    }
}

/// Whether a string names a file that can only be in the library's folder.
fn is_of_library(string: &str) -> bool {
    let name = string.strip_prefix('"').and_then(|string| string.strip_suffix('"'));
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    name.is_some_and(|name| {
        name.ends_with(".mzn") && !name.starts_with('.') && name.chars().all(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position and the text of what must not be included.
    fn refused(text: &str) -> Option<(usize, &str)> {
        let span = with_library_only(text).err()?.span.unwrap();
        Some((span.start, &text[span]))
    }

    #[test]
    fn nothing_but_the_library_is_included() {
        for (text, found) in [
            ("include \"globals.mzn\"; include\n\"/etc/passwd\";", "\"/etc/passwd\""),
            ("include % c\n\"/etc/shadow\";", "\"/etc/shadow\""),
            ("include /* c */ % d\r\n\t\"/etc/shadow\";", "\"/etc/shadow\""),
            ("include\"..\\\\x.mzn\";", "\"..\\\\x.mzn\""),
            ("include \"c:x.mzn\";", "\"c:x.mzn\""),
            ("include \".hidden.mzn\";", "\".hidden.mzn\""),
            ("include \"a/b.mzn\";", "\"a/b.mzn\""),
            ("include \"data.json\";", "\"data.json\""),
            ("include \"\";", "\"\""),
            ("include \"x\\(\"/etc/shadow\").mzn\";", "\"x\\("),
            ("include \"\\x2fetc.mzn\";", "\"\\x2fetc.mzn\""),
            ("include ä;", "ä"),
            ("include (\"globals.mzn\");", "("),
            ("include 'x';", "'x'"),
            ("include include \"x.mzn\";", "include"),
            ("int: x = 1include \"/a\";", "\"/a\""),
            ("int: x = 0xinclude \"/a\";", "\"/a\""),
            ("int: x = 1.5e3include \"/a\";", "\"/a\""),
            ("éinclude \"/a\";", "\"/a\""),
            ("$include \"/a\";", "\"/a\""),
            ("/**/ \" */ include \"/a\"; % \"", "\"/a\""),
            ("\"\\(1 /* \" */)\" include \"/a\";", "\"/a\""),
            ("\"\\(include \"/a\")\";", "\"/a\""),
            ("x = \"a\n\"; include \"globals.mzn\";", "\"a"),
            ("x = \"a", "\"a"),
            ("x = '\n'", "'"),
            ("x = 'a\"b'", "'a\"b'"),
            ("var int: x; include", "include"),
        ] {
            let (at, shown) = refused(text).unwrap_or_else(|| panic!("accepted: {text}"));
            assert_eq!((shown, text[at..].starts_with(found)), (found, true), "{text}");
        }
    }

    #[test]
    fn what_stands_in_comments_strings_and_names_is_not_included() {
        for text in [
            "% to include / exclude\ninclude \"table.mzn\";",
            "include/* c *//*/*/\"all_different.mzn\";",
            "output [\"include \\\"/a\\\"\"]; /* include \"/a\"; */",
            "int: includes = 1; int: x_include = includes; int: 'include' = 2;",
            "/**/ include \"/a\"; */ var 1..2: x;",
            "/***/ include \"/a\"; */ var 1..2: x;",
            "output [\"\\(if x = \"%\" then \"/*\" else \")\" endif)\"];",
            "constraint a '\\/' b;",
        ] {
            assert_eq!(refused(text), None, "{text}");
        }
    }

    #[test]
    fn comments_are_blanks_and_nothing_moves() {
        let text = "a % ä\r\nb /* \n*/ c \"%\" /**/ d */'%' e";
        assert_eq!(with_library_only(text).unwrap(), "a     \nb    \n   c \"%\"          '%' e");
    }
}
